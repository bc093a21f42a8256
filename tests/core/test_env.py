"""Every variable of the environment, right and wrong."""

import os
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ecarte_club import env
from ecarte_club.env import WrongSetting
from tests.support.forks import run

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_a_flag_is_up(value: str) -> None:
    assert env.flag({"DEBUG": value}, "DEBUG") is True


@pytest.mark.parametrize("value", ["0", "false", "No", "off", ""])
def test_a_flag_is_down(value: str) -> None:
    assert env.flag({"DEBUG": value}, "DEBUG", default=True) is False


def test_a_flag_that_is_not_there() -> None:
    assert env.flag({}, "DEBUG") is False
    assert env.flag({}, "DEBUG", default=True) is True


@pytest.mark.parametrize(("value", "number"), [("7", 7), (" 7 ", 7), ("", 600), ("1", 1)])
def test_a_whole_number(value: str, number: int) -> None:
    assert env.whole_number({"API_RATE": value}, "API_RATE", 600, least=1) == number


def test_a_list() -> None:
    assert env.listed({"HOSTS": "a, b,,c "}, "HOSTS", "x") == ["a", "b", "c"]
    assert env.listed({}, "HOSTS", "x,y") == ["x", "y"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", "/live/"),
        ("/live", "/live/"),
        ("http://a.example:8001", "http://a.example:8001/"),
        ("https://a.example/live/", "https://a.example/live/"),
    ],
)
def test_an_address(value: str, found: str) -> None:
    assert env.address({"LIVE_URL": value}, "LIVE_URL", "/live/") == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("", ["http://h:8010/"]),
        ("http://10.0.0.5:8010", ["http://10.0.0.5:8010"]),
        ("http://a.example/x/, https://b.example", ["http://a.example/x/", "https://b.example"]),
    ],
)
def test_several_addresses(value: str, found: list[str]) -> None:
    given = {"LIVE_PUBLISH_URL": value}
    assert env.addresses(given, "LIVE_PUBLISH_URL", "http://h:8010/") == found


@pytest.mark.parametrize("value", ["", "redis://h:6379/0", "rediss://:p@h/1", "unix:///tmp/r"])
def test_a_redis(value: str) -> None:
    assert env.redis_url({"REDIS_URL": value}) == value


def test_no_database_url_is_sqlite_in_the_data_folder(tmp_path: Path) -> None:
    found: dict[str, Any] = env.database({}, tmp_path)
    assert found["NAME"] == tmp_path / "club.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]


def test_a_database_url(tmp_path: Path) -> None:
    found = env.database({"DATABASE_URL": "sqlite:////data/a.sqlite3"}, tmp_path)
    assert found["NAME"] == Path("/data/a.sqlite3")
    found = env.database({"DATABASE_URL": "postgresql://u:p%40@h:5433/club"}, tmp_path)
    assert found["ENGINE"] == "django.db.backends.postgresql"
    names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
    assert [found[name] for name in names] == ["club", "u", "p@", "h", 5433]
    assert found["CONN_HEALTH_CHECKS"] is True


# Seconds, but for the first, as libpq has them.
LINE = {
    "tcp_user_timeout": 5000,
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
}


def test_statements_are_prepared_unless_a_pooler_would_lose_them(tmp_path: Path) -> None:
    given = {"DATABASE_URL": "postgresql://u@h/club?sslmode=require"}
    options: Any = env.database(given, tmp_path)["OPTIONS"]
    assert options == {**LINE, "sslmode": "require", "prepare_threshold": 5}
    options = env.database({**given, "PREPARED_STATEMENTS": "no"}, tmp_path)["OPTIONS"]
    assert options == {**LINE, "sslmode": "require", "prepare_threshold": None}


def test_an_address_may_say_how_long_a_dead_line_is_waited_for(tmp_path: Path) -> None:
    url = "postgresql://u@h/club?tcp_user_timeout=60000"
    options: Any = env.database({"DATABASE_URL": url}, tmp_path)["OPTIONS"]
    assert int(options["tcp_user_timeout"]) == 60_000


@pytest.mark.parametrize(
    ("more", "threshold", "is_pooled"),
    [
        ({}, 5, False),
        ({"DATABASE_POOLED": "yes"}, None, True),
        ({"DATABASE_POOLED": "yes", "PREPARED_STATEMENTS": "yes"}, 5, True),
    ],
)
def test_one_setting_says_that_sessions_are_shared(
    more: dict[str, str], threshold: int | None, is_pooled: bool, tmp_path: Path
) -> None:
    url = "postgresql://u@h/club"
    given = {"DATABASE_URL": url, "REPLICA_URL": url, **more}
    for found, wait in ((env.database(given, tmp_path), 5), (env.replica(given), 2)):
        assert found is not None
        line = {**LINE, "connect_timeout": wait}
        assert found["OPTIONS"] == {**line, "prepare_threshold": threshold}
        assert found["DISABLE_SERVER_SIDE_CURSORS"] is is_pooled
    assert env.replica({"DATABASE_URL": url}) is None


@pytest.mark.parametrize(
    ("variable", "given"),
    [
        ("DATABASE_POOLED", {"DATABASE_POOLED": "yes"}),
        ("DATABASE_POOLED", {"DATABASE_POOLED": "perhaps", "DATABASE_URL": "postgresql://h/c"}),
        (
            "DATABASE_URL",
            {
                "DATABASE_POOLED": "yes",
                "DATABASE_URL": "postgresql://h/c?options=-csearch_path%3Dx",
            },
        ),
        ("REPLICA_URL", {"REPLICA_URL": "postgresql://h/c"}),
        ("REPLICA_URL", {"REPLICA_URL": "mysql://h/c", "DATABASE_URL": "postgresql://h/c"}),
        ("REPLICA_URL", {"REPLICA_URL": "postgresql://h/", "DATABASE_URL": "postgresql://h/c"}),
    ],
)
def test_a_pooler_or_a_replica_that_cannot_be(
    variable: str, given: dict[str, str], tmp_path: Path
) -> None:
    def settings() -> object:
        return env.database(given, tmp_path), env.replica(given)

    with pytest.raises(WrongSetting, match=f"^{variable}: must"):
        settings()


WRONG = {
    "DEBUG": ["maybe", "2", "yes no"],
    "API_RATE": ["0", "-1", "1.5", "many", "٣", "1e3"],
    "SECRET_KEY": ["short", "x" * 49],
    "PUSH_KEY": ["short", "A" * 43, "_" * 43, "A" * 42 + "é", "A" * 44],
    "SITE_URL": ["club.example", "ftp://club.example/", "//club.example", "http://", "http://["],
    "LIVE_URL": ["live", "ws://club.example/", "https:///x", "http://[::"],
    "LIVE_PUBLISH_URL": ["/publish/", "127.0.0.1:8010", "http://a/,ftp://b/", "http://a/?x=1"],
    "LIVE_ENGINE": ["nginx", "yes"],
    "REDIS_URL": ["localhost:6379", "http://h", "redis", "redis://[", "redis://h:port/0"],
    "DATABASE_URL": [
        *("mysql://u@h/club", "club.sqlite3", "sqlite://:memory:", "sqlite://"),
        *("postgresql://h:port/club", "postgresql://[/club", "postgresql://h/"),
    ],
    "TIME_ZONE": ["Paris", "Europe/Nowhere", "../../etc/passwd"],
}


@pytest.mark.parametrize(
    ("variable", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_stops_the_start_and_names_the_variable(
    variable: str, value: str, tmp_path: Path
) -> None:
    readers: dict[str, Any] = {
        "DEBUG": lambda given: env.flag(given, variable),
        "API_RATE": lambda given: env.whole_number(given, variable, 600, least=1),
        "SECRET_KEY": lambda given: env.secret_key(given, tmp_path),
        "PUSH_KEY": lambda given: env.push_key(given, tmp_path),
        "SITE_URL": lambda given: env.address(given, variable, "/"),
        "LIVE_URL": lambda given: env.address(given, variable, "/"),
        "LIVE_PUBLISH_URL": lambda given: env.addresses(given, variable, "http://h/"),
        "LIVE_ENGINE": lambda given: env.choice(given, variable, ("own", "nchan")),
        "REDIS_URL": env.redis_url,
        "DATABASE_URL": lambda given: env.database(given, tmp_path),
        "TIME_ZONE": lambda given: env.time_zone(given, "Europe/Paris"),
    }
    with pytest.raises(WrongSetting) as found:
        readers[variable]({variable: value})
    assert found.value.variable == variable
    assert str(found.value).startswith(f"{variable}: must")


def _settings(data: Path, **given: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in WRONG}
    printed = "from ecarte_club import settings; print(settings.SECRET_KEY)"
    return run("-c", printed, env={**kept, "DATA_DIR": str(data), **given})


@pytest.mark.slow
@pytest.mark.parametrize("variable", WRONG)
def test_the_site_does_not_start_with_a_wrong_value(variable: str, tmp_path: Path) -> None:
    done = _settings(tmp_path, **{variable: WRONG[variable][0]})
    assert done.returncode != 0
    assert f"WrongSetting: {variable}: must" in done.stderr.splitlines()[-1]


@pytest.mark.slow
def test_the_secret_key_is_made_once_when_several_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda _: _settings(tmp_path), range(6)))
    assert [one.returncode for one in done] == [0] * 6
    keys = {one.stdout.strip() for one in done}
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    kept = tmp_path / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) & 0o077 == 0
    assert [path.name for path in tmp_path.glob("secret_key*")] == ["secret_key"]


def test_a_kept_key_is_kept(tmp_path: Path) -> None:
    first = env.secret_key({}, tmp_path)
    assert env.secret_key({}, tmp_path) == first
    assert env.secret_key({"SECRET_KEY": "x" * 50}, tmp_path) == "x" * 50
    assert env.secret_key({}, tmp_path) == first


def test_the_key_of_notifications_is_made_once_and_another_may_be_given(tmp_path: Path) -> None:
    first, given = env.push_key({}, tmp_path), "A" * 42 + "E"
    assert env.push_key({}, tmp_path) == first
    assert env.push_key({"PUSH_KEY": given}, tmp_path) == given
    stored = tmp_path / "push_key"
    assert stat.S_IMODE(stored.stat().st_mode) & 0o077 == 0
    stored.write_text("spoilt")
    with pytest.raises(WrongSetting, match="push_key removed"):
        env.push_key({}, tmp_path)


@pytest.mark.parametrize("kept", ["", "short", " \n"])
def test_a_key_that_was_spoilt_is_not_used(kept: str, tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text(kept)
    with pytest.raises(WrongSetting, match="secret_key"):
        env.secret_key({}, tmp_path)
