# Everything runs in a virtual environment of its own, .venv, made from PYTHON at the first need.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Two workers: the suite is made of many short tests, and every machine has two cores.
PYTEST := $(BIN)/python -m pytest

.PHONY: demo test long bench lint format wheel clean

demo: $(READY)  ## check and play all bundled games, verify the source games, build the site
	@$(BIN)/hoyle demo --site build/site

test: $(READY)  ## the whole suite, without what takes minutes
	$(PYTEST) -n 2 --dist worksteal

long: $(READY)  ## the tests that take minutes
	$(PYTEST) -n 2 --dist worksteal -m long

bench: $(READY)  ## how fast all is, as ratios; `SECONDS=1` a figure for a quick look
	cd tests && $(abspath $(BIN))/python -m bench $(SECONDS)

lint: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)  ## mend what a formatter can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: $(READY)  ## dist/: the wheel and the source archive
	$(BIN)/python -m build --no-isolation

clean:
	rm -rf $(VENV) dist build

$(READY): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Hoyle needs Python 3.11 or newer; there is no $(PYTHON). Say where it is: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Hoyle needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -c 'import platform; print(platform.python_version())'). Name a newer one: make PYTHON=python3.11" >&2; exit 1; }
	@echo "Making $(VENV) …" >&2
	@$(PYTHON) -m venv $(VENV) || { echo "Could not make $(VENV): Python's venv module is missing or broken (on Debian: apt install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@
