"""Where the data files lie."""

import pytest

from pbmhearts.resources import data_path


@pytest.mark.parametrize("name", ["templates", "migrations", "deploy", "mhearts.ini"])
def test_what_the_program_needs_is_found(name: str) -> None:
    """Templates, migrations, what an installation needs and the sample configuration are found beside the package."""
    path = data_path(name)
    assert path.is_absolute()
    assert path.is_dir() or path.read_text(encoding="utf-8")


def test_what_is_not_there_is_named() -> None:
    """A missing file is told by name."""
    with pytest.raises(FileNotFoundError, match=r"no-such\.ini"):
        data_path("no-such.ini")
