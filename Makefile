# Two commands matter: `make play` and `make test`.  Everything else is listed by `make help`.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PORT ?= 8000
HOST ?= 127.0.0.1
PY := .venv/bin/python
PYTEST := $(PY) -m pytest $(ARGS)
CIRCLE ?= -m "not outer"
# Compiled bytecode is kept: tests start a hundred processes that import the same modules.
unexport PYTHONDONTWRITEBYTECODE
COMPILE := .venv/bin/uv pip compile --quiet --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header --no-annotate

# uv is quick; plain pip does the same where uv cannot be had (UV= tries pip at once).
UV ?= uv
define sync
	@echo "Installing from $(1) into .venv ..."
	@if [ "$(UV)" ] && $(PY) -m pip install --quiet --disable-pip-version-check $(UV) 2>/dev/null && \
	    VIRTUAL_ENV="$(CURDIR)/.venv" .venv/bin/uv pip install --quiet --compile-bytecode --require-hashes -r $(1); then :; \
	else echo "uv did not do it; trying plain pip."; \
	    $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1); fi
	@cp $(1) $@
endef

# Scripts are served as they are; Node.js only checks them, and nothing else needs it.
MODULES := node_modules/.package-lock.json
define with_node
if command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)'; then $(1); \
	else echo "Without Node.js 20 or newer the scripts are not checked."; fi
endef

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 16

.PHONY: play
play: .venv/production.installed ## run the whole site here (PORT=8000 HOST=127.0.0.1)
	@exec $(PY) -m warsite.local --with-parent --port $(PORT) --host $(HOST) $(ARGS)

.PHONY: test
test: install ## the inner circle of tests, with one game in a browser (ARGS="-k slap" to choose)
	@$(MAKE) --no-print-directory -j 2 circle smoke
	@$(call with_node,$(MAKE) --no-print-directory $(MODULES) && npm run --silent test)

.PHONY: circle
circle:
	$(PYTEST) -n auto --dist loadgroup $(CIRCLE)

.PHONY: smoke
smoke: # beside the others, because it mostly waits; ARGS may choose nothing here (5)
	$(PYTEST) tests/e2e/test_smoke.py || [ $$? -eq 5 ]

.PHONY: test-all
test-all: ## every test, those in a browser too; random cases from another seed (FIRST_SEED=5 to repeat one)
	@DEPTH=1 $(MAKE) --no-print-directory test CIRCLE=
	$(PYTEST) -n 2 --dist loadgroup tests/e2e --ignore tests/e2e/test_smoke.py

.PHONY: coverage
coverage: install ## which lines the tests run, browser tests apart (slower than `make test`)
	$(PYTEST) -n auto --dist loadgroup --cov --cov-report=term

.PHONY: lint
lint: install ## style of Python and templates, dependencies, and that the migrations are complete
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djlint --quiet --lint templates
	.venv/bin/deptry .
	WARSITE_HOME="$${WARSITE_HOME:-$${TMPDIR:-/tmp}/warsite-lint}" $(PY) manage.py makemigrations --check --dry-run

.PHONY: types
types: install ## mypy, strict
	WARSITE_HOME="$${WARSITE_HOME:-$${TMPDIR:-/tmp}/warsite-lint}" .venv/bin/mypy

.PHONY: js
js: ## style, types and tests of the scripts (where there is Node.js 20)
	@$(call with_node,$(MAKE) --no-print-directory $(MODULES) && npm run --silent lint && npm run --silent types && npm run --silent test)

$(MODULES): package-lock.json
	@npm ci --ignore-scripts --silent

.PHONY: bench
bench: install ## measure, and print one table with the goals (ARGS="pages live" for two; ARGS="--against REV live": ratios)
	@$(PY) -m tests.bench $(ARGS)

.PHONY: compose-check
compose-check: install ## check docker-compose.yml, and start its services outside of containers
	@if docker compose version >/dev/null 2>&1 && [ -f .env ]; then docker compose config --quiet; \
	else echo "Without Docker and .env, Docker's own check is left out."; fi
	$(PYTEST) tests/test_setup_deploy.py tests/test_setup_production.py

.PHONY: faults
faults: install ## kill every process 500 times in 1,000 games, and in a tournament; restart web, and upgrade, under load
	$(PY) -m tests.faults.storm --games 50 --rounds 20 --kills 25 --whole $(ARGS)
	$(PY) -m tests.faults.tournament --entrants 100
	$(PY) -m tests.faults.rolling --games 50
	@if command -v caddy >/dev/null; then $(PY) -m tests.faults.upgrade; fi

.PHONY: bots
bots: install ## let the example bots play twenty games each while web and worker are killed
	$(PY) -m tests.faults.programs --game war $(ARGS)
	$(PY) -m tests.faults.programs --game ww3 $(ARGS)
	$(PY) -m tests.faults.programs --game ultimate --level random --options clock=600000 $(ARGS)
	@if command -v node >/dev/null; then $(PY) -m tests.faults.programs --bot bot.mjs $(ARGS); fi

.PHONY: judges
judges: install ## schemathesis, wapiti, bandit, pip-audit, vnu and Django's check look for faults (ARGS="--seconds 60")
	$(PY) -m tests.judges $(ARGS)

.PHONY: screenshots
screenshots: install ## a picture of each page, both widths and colour schemes, and an index beside those of the last run
	$(PY) -m tests.e2e.screenshots $(ARGS)

.PHONY: install
install: .venv/development.installed ## make or renew .venv from the hashed lock

# Python writes this script last: without it the environment was broken off, and is made anew.
.venv/bin/activate:
	@sh .ci/venv

.venv/%.installed: requirements/%.lock | .venv/bin/activate
	$(call sync,$<)

.PHONY: lock
lock: .venv/bin/activate ## write all locks anew from pyproject.toml (ARGS=--upgrade for newer versions)
	@$(PY) -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) $(ARGS) --group dev pyproject.toml -o requirements/development.lock
	$(COMPILE) $(ARGS) -c requirements/development.lock pyproject.toml -o requirements/production.lock
	$(COMPILE) $(ARGS) -c requirements/development.lock --all-extras pyproject.toml -o requirements/observed.lock
