"""What every test may ask for.

`database_url` is a fresh database with the site's tables, and its test runs on PostgreSQL and,
where tests are thorough or it says so, on SQLite; `arena` is one that the tests of a module share,
for races that are each of a club of its own; `sqlite_url`, `postgres_url` and `redis_url` are
one server each; `own_redis` may be killed. `tests.support.served.served` runs the site on them. A
missing server skips a test, or fails it when STRICT is 1.
"""

import gc
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.test import SimpleTestCase
from hypothesis import settings as hypothesis_settings

from ecarte_club.stack import redis
from ecarte_club.stack.postgresql import ServerMissingError
from ecarte_club.stack.programs import free_port
from tests.databases import already_migrated, postgres_database, sqlite_database
from tests.evenings.club_night import director, night
from tests.servers import FOLDER, OwnRedis, end_shared, missing, shared_urls
from tests.support.arena import arena, unsent
from tests.support.clubrooms import _afresh, emptied, house, neighbour
from tests.support.depth import DATABASES, QUICK, THOROUGH, examples
from tests.support.minutes import one_minute
from tests.support.standing import _standing, beside, here
from tests.support.taken import taken

# Fixtures for every test.
__all__ = [
    "_afresh",
    "_standing",
    "arena",
    "beside",
    "director",
    "emptied",
    "here",
    "house",
    "neighbour",
    "night",
    "one_minute",
    "taken",
    "unsent",
]

# In `.ci/run`, the same cases for the same commit; `make test` looks for others each time.
hypothesis_settings.register_profile(
    "usual",
    deadline=None,
    max_examples=examples(25),
    derandomize=os.environ.get("STRICT") == "1",
)
hypothesis_settings.load_profile("usual")

# Of a module that is so as a whole: make quick does not even import what is slow, nor the run on
# PostgreSQL what any database answers alike.
ALL_SLOW = re.compile(r"^pytestmark = .*\bslow\b", re.MULTILINE)
ALL_ALIKE = re.compile(r"^pytestmark = .*\bany_database\b", re.MULTILINE)
ON_ONE = re.compile(r"mark\.postgresql")
WITHOUT_DATABASE = {"engine", "tables", "rules", "browser", "bench"}
# What a test needs that runs servers and programs of its own: `make quick FOR=…` leaves it out.
SERVERS = {"sqlite_url", "postgres_url", "database_url", "arena", "redis_url", "own_redis"}
LONG = {
    *("test_access.py", "test_everything_went_wrong.py", "test_first_evening.py"),
    *("test_online_stories.py", "test_kill.py", "test_stack.py", "test_several_machines.py"),
    *("test_naive.py", "test_page_table.py", "test_record_property.py"),
    *("test_revisions_property.py", "test_evening_machine.py", "test_contest_machine.py"),
}
ON_POSTGRESQL = os.environ.get("TEST_ON") == "postgresql"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "postgresql: also wanted in the run on PostgreSQL")
    if not hasattr(config, "workerinput"):
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="ecarte-test-")
        os.environ["TEST_MAIN_PID"] = str(os.getpid())
    gc.disable()
    _quicken()


def _quicken() -> None:
    """Cheap password hashes and unhashed static files: no test in this process needs better."""
    for name, level in (("httpx", logging.WARNING), ("django.request", logging.ERROR)):
        logging.getLogger(name).setLevel(level)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # After a test that commits, Django would write anew what may be done to models: nobody asks.
    flush.emit_post_migrate_signal = _forget_models  # type: ignore[attr-defined]  # imported there
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


def _forget_models(*_arguments: object) -> None:
    ContentType.objects.clear_cache()


def pytest_itemcollected(item: pytest.Item) -> None:
    asked = set(getattr(item, "fixturenames", ()))
    if SERVERS & asked:
        item.add_marker(pytest.mark.servers)
    if asked & {*SERVERS, "browser"}:
        # By ending the process: nothing else ends a wait for a browser, and another one goes on.
        item.add_marker(pytest.mark.timeout(method="thread"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    if collection_path.suffix != ".py":
        skipped = {"browser"} if QUICK else WITHOUT_DATABASE if ON_POSTGRESQL else set()
        return collection_path.name in skipped or None
    if not (QUICK or ON_POSTGRESQL):
        return None
    text = collection_path.read_text()
    if QUICK and ALL_SLOW.search(text):
        return True
    return bool(ON_POSTGRESQL and ALL_ALIKE.search(text) and not ON_ONE.search(text)) or None


def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports the tests from another place of the list on, and so finds most of them
    compiled by the others."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker:
        return
    root = session.config.rootpath
    folders = [path for path in map(root.joinpath, session.config.args) if path.is_dir()]
    tests = [path for folder in folders for path in sorted(folder.rglob("test_*.py"))]
    begin = (
        len(tests) * int(worker.removeprefix("gw")) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    )
    for path in tests[begin:] + tests[:begin]:
        inside = path.relative_to(root)
        if not any(pytest_ignore_collect(root / part) for part in (inside, *inside.parents)):
            # What cannot be imported is told of when it is collected.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(inside.with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Thousands of tests were collected for good: no search for garbage need go through them."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_unconfigure(config: pytest.Config) -> None:
    # Or pytest goes through all that there is five times in search of garbage.
    gc.freeze()
    if not hasattr(config, "workerinput"):
        end_shared()
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Begun last, one of these would keep a single processor busy when all else is done.
    if not THOROUGH:
        config.hook.pytest_deselected(items=[item for item in items if _thorough(item)])
        items[:] = [item for item in items if not _thorough(item)]
    items.sort(key=lambda item: item.path.name not in LONG)
    for item in items:
        # A run of such tests alone would have no database of its own. They are in order by now:
        # all that build a club of the same name for themselves come earlier.
        if "_standing" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.django_db)
    if not ON_POSTGRESQL:
        return
    wanted = [item for item in items if _wanted_on_postgresql(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    items[:] = wanted


def _thorough(item: pytest.Item) -> bool:
    return item.get_closest_marker("thorough") is not None


def _wanted_on_postgresql(item: pytest.Item) -> bool:
    """What uses Django's test database, and what is marked."""
    if item.get_closest_marker("postgresql"):
        return True
    if item.get_closest_marker("any_database"):
        return False
    pure = WITHOUT_DATABASE & set(item.path.relative_to(item.config.rootpath).parts)
    uses = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    case = issubclass(getattr(item, "cls", None) or object, SimpleTestCase)
    return not pure and (bool(uses) or case or bool(item.get_closest_marker("django_db")))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    with already_migrated():
        yield


@pytest.fixture(scope="session")
def postgres_server_url() -> str:
    """An empty database on the PostgreSQL that all workers share."""
    try:
        return shared_urls().postgres
    except ServerMissingError as problem:
        missing(str(problem))


@pytest.fixture(scope="session")
def redis_url() -> str:
    """A database of its own for each worker, in the Redis that they share."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    try:
        server = urlsplit(shared_urls().redis)
    except ServerMissingError as problem:
        missing(str(problem))
    return urlunsplit(server._replace(path=f"/{worker + 1}"))


@pytest.fixture
def sqlite_url() -> Iterator[str]:
    with sqlite_database() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server_url: str) -> Iterator[str]:
    with postgres_database() as url:
        yield url


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest) -> str:
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    try:
        server = OwnRedis(redis.prepared(tmp_path, port=free_port(), durable=False))
    except ServerMissingError as problem:
        missing(str(problem))
    server.start()
    yield server
    server.kill()
