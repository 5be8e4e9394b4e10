"""`python -m pbmhearts` is the console script."""

from pbmhearts.cli import main

main()
