# `make report` and `make test` do all set-up themselves. `make help` lists the targets.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help report verify test lint catalogue docs bench clean libraries gate FORCE
MAKEFLAGS += --no-print-directory

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check -qq install
# Processes for the tests (a test file stays in one of them, so that what it builds is built once); tests to run; date
# of the sample audit, fixed so that the same sources give the same bytes.
JOBS ?= 2
TESTS ?= tests
AS_OF ?= 2026-11-30
SAMPLE := samples/out/audit-report.pdf
export PYTHON

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

report: $(VENV)/.installed ## set up, audit the sample claims, write samples/out/audit-report.pdf
	@mkdir -p samples/out
	$(RUN) -m auditgen audit samples/claims.yaml --as-of $(AS_OF) -o $(SAMPLE) -o samples/out/audit-record.json

verify: $(VENV)/.installed ## check that the record inside the sample report is intact and recomputes
	$(RUN) -m auditgen verify $(SAMPLE)

test: $(VENV)/.installed-dev gate ## set up and run all tests
	$(RUN) -m pytest -n $(JOBS) --dist loadfile -rfEs --durations 15 --durations-min 5 $(TESTS)

lint: $(VENV)/.installed-dev ## style, types, floors
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy
	$(RUN) -m pytest tests/test_architecture.py

catalogue: $(VENV)/.installed ## check every embedded fact
	$(RUN) -m auditgen catalogue check

docs: $(VENV)/.installed ## write docs/commands.md and docs/checks.md anew
	$(RUN) docs/make_reference.py

bench: $(VENV)/.installed ## speed and memory against their targets
	$(RUN) benchmarks/cli_speed.py
	$(RUN) benchmarks/audit_speed.py

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f $(SAMPLE) samples/out/audit-record.json auditgen/catalogue/catalogue.sqlite
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

libraries:
	@.ci/system libraries

gate:
	@.ci/system gate

# The text libraries are looked at every time. The environment is made anew if its interpreter has gone or the
# checkout was moved, and filled anew if what the project asks for has changed.
MADE_IN := $(shell cat $(VENV)/.python 2>/dev/null)
ifneq ($(and $(wildcard $(RUN)),$(MADE_IN)),$(CURDIR))
$(VENV)/.python: FORCE
endif
FORCE:

$(VENV)/.python:
	@python=$$(.ci/system python) && echo "auditgen: making $(VENV) with $$python" \
		&& rm -rf $(VENV) && "$$python" -m venv $(VENV) && echo "$(CURDIR)" > $@

$(VENV)/.installed: pyproject.toml hatch_build.py $(VENV)/.python | libraries
	@echo "auditgen: installing the program and the packages it needs"
	@$(PIP) --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "auditgen: installing what the tests need"
	@$(PIP) --editable '.[dev,all]'
	@touch $@
