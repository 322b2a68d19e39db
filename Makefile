# Everything happens in .venv, which is made once; `make setup PYTHON=/some/python` chooses the Python to make it with,
# `make test ARGS="-k words"` hands options to pytest, and `make test ROOM=explaining` runs the tests of one room of the
# code. `make bench-peers` alone has an environment of its own.

PYTHON ?= python3.14 python3.13 python3.12 python3.11 python3 python
BIN := .venv/bin
ifeq ($(OS),Windows_NT)
BIN := .venv/Scripts
endif
PEERS_BIN := $(subst .venv,.venv-peers,$(BIN))

# Tests start hundreds of processes, which are to load compiled code also where Python is told not to write any.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist worksteal

.PHONY: help setup run test test-all snapshots check bench bench-peers gallery docs clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:  ## say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## */\1 - /p' Makefile | awk -F ' - ' '{ printf "make %-11s %s\n", $$1, $$2 }'

setup: .venv/installed  ## make .venv and install the project in it
	@:

run: .venv/installed  ## step through a search of Othello; without a terminal, compare searches and draw their trees
	@$(BIN)/python -m visualizer.apps.demo

test: .venv/installed-test  ## run the tests, but for the slow ones
	@$(PYTEST) $(if $(ROOM),-m "$(ROOM) and not slow") $(ARGS)

test-all: .venv/installed-test .venv/installed-chess .venv/installed-openspiel  ## run all tests, with all examples
	@$(PYTEST) -m "$(ROOM)" $(ARGS)

snapshots: .venv/installed-test  ## store all screens and pictures anew; look at the differences before they are kept
	@$(BIN)/python -m pytest -p no:xdist -m "" --snapshot-update tests/terminal/test_snapshots.py tests/terminal/test_own_code.py tests/exports/test_stored_pictures.py

check: .venv/installed-check  ## look for mistakes of style, types and imports
	@$(BIN)/python -m ruff check
	@$(BIN)/python -m ruff format --check
	@$(BIN)/python -m mypy
	@$(BIN)/lint-imports

bench: .venv/installed  ## measure speed and memory
	@$(BIN)/python -m tests.benchmarks

bench-peers:  ## measure the rules of games against other libraries, installed in .venv-peers
	@$(call with-python,tools/set_up.py peers)
	@$(PEERS_BIN)/python -m tests.benchmarks.peers

gallery: .venv/installed-test  ## write a page with each format, theme and game: gallery/index.html
	@$(BIN)/python tools/gallery.py

docs: .venv/installed-docs  ## build the site of docs/ and check its links: site/index.html
	@$(BIN)/python tools/website.py

clean:  ## delete .venv, diagrams, gallery, site and all else that was made here
	@rm -rf .venv .venv-peers diagrams gallery site build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find visualizer games exports tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# Run a program with the first Python that is new enough and can make an environment.
define with-python
enough=; for name in $(PYTHON); do \
    "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null >/dev/null 2>&1 || continue; \
    enough=$$name; \
    "$$name" -c 'import ensurepip, venv' </dev/null >/dev/null 2>&1 || continue; \
    "$$name" $(1); exit; \
done; \
if [ "$$enough" ]; then \
    echo "$$enough has no venv module; on Debian and Ubuntu, apt install python3-venv brings it" >&2; \
else \
    echo "Python 3.11 or newer is needed, and none was found among: $(PYTHON); see python.org/downloads" >&2; \
fi; \
exit 1
endef

.venv/installed: pyproject.toml $(wildcard constraints.txt) tools/set_up.py
	@$(call with-python,tools/set_up.py)
	@touch $@

.venv/installed-%: .venv/installed
	@$(BIN)/python tools/set_up.py $*
	@touch $@

.venv/installed-check .venv/installed-docs: .venv/installed-test
