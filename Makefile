# make demo    play one match by real mail on this machine
# make serve   run the server on 127.0.0.1:8025, its data under var/
# make check   the quick part of the tests, with linters and types
# make test    all tests
# make fuzz    mutate mails and read them for SECONDS=60
# make bench   measure the server, and write benchmarks/RESULTS.md; ten minutes at most
# make fmt     format the code
# make clean   remove what the above made; var/ stays
#
# Python 3.11 or newer and make must be there; all else goes into .venv.

# Another Python: make PYTHON=/usr/bin/python3.12 demo
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP := .venv/bin/python -m pip --quiet --disable-pip-version-check
BIN := .venv/bin

.DEFAULT_GOAL := check
.PHONY: demo serve check test fuzz bench fmt clean

demo: .venv/installed
	$(BIN)/pbmhearts demo

serve: .venv/installed
	$(BIN)/pbmhearts --config mhearts.ini serve

check: .venv/installed-dev
	$(BIN)/ruff check
	$(BIN)/mypy --strict pbmhearts
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 2 -m "not slow and not e2e"

# Tests that share something of the machine name it by xdist_group, and loadgroup keeps them on one worker.
# PostgreSQL's run only where PBMHEARTS_TEST_POSTGRES holds the URL of a database for them.
test: .venv/installed-dev
	$(BIN)/pytest -n 2 --dist loadgroup

# What it finds is kept in .fuzz, to begin with there the next time; an input that fails as .fuzz-*.
SECONDS ?= 60
fuzz: .venv/installed-dev
	$(PIP) install --editable '.[fuzz]'
	mkdir -p .fuzz
	$(BIN)/python fuzz/read_mail.py .fuzz -max_total_time=$(SECONDS) -timeout=5 -max_len=20000 -artifact_prefix=.fuzz-

# On a machine that does nothing else. Roundup, for comparison, comes into .venv-roundup; PostgreSQL as for `make test`.
bench: .venv/installed-dev
	$(BIN)/python benchmarks/run_all.py

fmt: .venv/installed-dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:
	rm -rf .venv .venv-roundup build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it: make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/installed: pyproject.toml | .venv/bin/python
	$(PIP) install --editable .
	@touch $@

.venv/installed-dev: pyproject.toml | .venv/bin/python
	$(PIP) install --editable '.[dev,postgres]'
	@touch $@ .venv/installed
