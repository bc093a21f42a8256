# The commands of the project. Each sets up what it needs in .venv; `make` alone explains them.

PORT ?= 8000
HOST ?= 127.0.0.1
# More than there are processors, as many tests wait for what they have started.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
export PYTHON
# Hundreds of processes import the same modules: compiled once, even where the environment says no.
unexport PYTHONDONTWRITEBYTECODE
PY := .venv/bin/python
PYTEST = $(PY) -m pytest -n $(JOBS) --dist worksteal
MANAGE := $(PY) manage.py

# A test run chooses its databases itself; servers that are configured are used as its servers.
ON_SQLITE := env -u DATABASE_URL -u REDIS_URL -u SITE_URL -u LIVE_URL -u SECRET_KEY -u DEBUG \
	DATA_DIR=var/test TEST_POSTGRES_URL="$$DATABASE_URL" TEST_REDIS_URL="$$REDIS_URL"
ON_POSTGRESQL := $(ON_SQLITE) $(PY) -m tests.servers run

.PHONY: help run code test test-sqlite test-postgresql quick check mutation bench bench-peers stack messages templates schema lock clean

help:
	@echo 'make run       the site with the sample club, on SQLite alone: http://$(HOST):$(PORT)/'
	@echo '               SAMPLE=no: empty; HOST=0.0.0.0: for the phones in the room too'
	@echo 'make code      a code by which somebody creates a club on the site'
	@echo 'make stack     the site of a large club: PostgreSQL, Redis, web, live, Celery'
	@echo 'make test      every test: SQLite, PostgreSQL, Redis, and a browser where there is one'
	@echo '               THOROUGH=yes: random ones longer, and whole matrices, in about an hour'
	@echo 'make quick     the tests to run after every edit; FOR=scoring/leagues: those of one app'
	@echo 'make check     style, types, import contracts, migrations, settings, schema, catalogues'
	@echo 'make mutation  seeds faults in the core modules and counts those that the tests catch'
	@echo 'make bench     the benchmarks, as ratios against baselines of the same run'
	@echo 'make bench-peers  the engine beside those of other projects'
	@echo 'make messages  brings the catalogues of both languages up to date'
	@echo 'make templates formats the templates, with lines of at most 120 columns'
	@echo 'make schema    writes docs/openapi.yaml'
	@echo 'make lock      compiles the requirements, with hashes'
	@echo 'make clean     removes .venv and what tools keep; your data in var stays'

# The environment. A stamp is newer than its requirements when there is nothing to install.

.venv/.made:
	@sh .ci/venv

.venv/.runtime: .venv/.made requirements.txt
	@echo 'Installing what the site needs …'
	@sh .ci/install requirements.txt
	@touch $@

.venv/.dev: .venv/.made requirements-dev.txt
	@echo 'Installing what the site and its tests need …'
	@sh .ci/install requirements-dev.txt
	@touch $@ .venv/.runtime

# SAMPLE=no: without the sample club; then the first page creates the first club, with a code.
SAMPLE ?= yes

run: export LISTEN = $(HOST):$(PORT)
run: .venv/.runtime
	@$(MANAGE) migrate --verbosity=0
	@$(MANAGE) collectstatic --no-input --verbosity=0
	@if [ '$(SAMPLE)' != no ]; then $(MANAGE) sample; fi
	@$(MANAGE) club_code --first
	@$(MANAGE) address
	@exec $(PY) -m granian --interface asginl --no-ws --log-level warning --backlog 4096 \
		--host $(HOST) --port $(PORT) --workers 1 --workers-kill-timeout 5 \
		ecarte_club.asgi:application

code: export LISTEN = $(HOST):$(PORT)
code: .venv/.runtime
	@$(MANAGE) club_code

stack: .venv/.dev
	@PORT=$(PORT) exec $(PY) -m ecarte_club.stack

test: test-sqlite test-postgresql

test-sqlite: .venv/.dev
	$(ON_SQLITE) $(PYTEST)

test-postgresql: .venv/.dev
	$(ON_POSTGRESQL) $(PYTEST)

# They wait for nothing, and each process more would have to read all of them first.
quick: JOBS = $(shell getconf _NPROCESSORS_ONLN)

# Of one app: all its tests but those in a browser, and the races and servers of several processes.
ifdef FOR
quick: .venv/.dev
	@$(ON_SQLITE) $(PYTEST) -q -m 'not servers and not browser' tests/$(notdir $(FOR:/=))
else
quick: .venv/.dev
	@$(ON_SQLITE) QUICK=1 $(PYTEST) -q -m 'not slow and not browser'
endif

check: .venv/.dev
	@sh .ci/check

mutation: .venv/.dev
	@$(ON_SQLITE) $(PY) -m tests.mutation $(OPTIONS)

bench: .venv/.dev
	@$(ON_SQLITE) $(PY) -m tests.bench $(ONLY)

.venv-peers/.made: .venv/.dev requirements-peers.txt
	@echo 'Installing the other projects …'
	@$(PY) -m uv venv --quiet --clear --seed --python $(PY) .venv-peers
	@.venv-peers/bin/python -m pip --disable-pip-version-check --no-input -qq install \
		--require-hashes -r requirements-peers.txt
	@touch $@

bench-peers: .venv-peers/.made
	@.venv-peers/bin/python -m tests.bench.peers

messages: .venv/.dev
	@$(PY) .ci/catalogues.py update

templates: .venv/.dev
	@$(PY) .ci/templates.py format || true
	@.venv/bin/djade --target-version 5.2 $$(find templates -name '*.html') || true

schema: .venv/.dev
	@DATA_DIR=var/test $(MANAGE) spectacular --validate --fail-on-warn --file docs/openapi.yaml

# The requirements name no package index, so that they install from whichever one is configured.
LOCK := CUSTOM_COMPILE_COMMAND='make lock' UV_CUSTOM_COMPILE_COMMAND='make lock' \
	$(PY) -m uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--quiet

lock: .venv/.dev
	$(LOCK) pyproject.toml --output-file requirements.txt
	$(LOCK) pyproject.toml --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(LOCK) --group peers --output-file requirements-peers.txt

clean:
	rm -rf .venv .venv-peers .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .schemathesis
	rm -rf htmlcov .coverage var/test
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
