"""What load balancers, monitors and Prometheus ask: answered before all else, to whom it is for."""

import os
import re
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from ecarte_club import env
from ecarte_club.core import health, migrating
from tests.servers import PROJECT
from tests.support.clubhouse import House, read
from tests.support.hooks import happens, hook, pause_over, send
from tests.support.receiver import answer as answering
from tests.support.receiver import receiver

pytestmark = pytest.mark.django_db
TOKEN = "a token of more than twenty characters"


def test_a_probe_is_answered_whatever_the_name_of_the_site(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its number, without TLS and without a database, as load balancers ask."""
    settings.SECURE_SSL_REDIRECT = True
    client = Client(headers={"Host": "10.0.0.7:8000"})
    ready = read(client.get("/readyz"))
    assert ready["status"] == "ready"
    assert {name: one["state"] for name, one in ready["checks"].items()} == {
        "database": "ok",
        "migrations": "ok",
        "redis": "unused",
        "outbox": "ok",
        "keys": "unused",
        "replica": "unused",
        "tasks": "unused",
    }

    def fails(*_arguments: object) -> None:
        raise OperationalError("refused")

    monkeypatch.setattr(CursorWrapper, "execute", fails)
    away = client.get("/readyz")
    assert read(away, 503)["status"] == "unready"
    assert away["Retry-After"] == "5"
    assert client.get("/healthz").content == b"ok\n"
    assert client.get("/clubs/").status_code != 200


def test_a_database_that_lacks_a_migration_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = ["clubs.0009_later"]
    monkeypatch.setattr(migrating, "migrations", migrating.Migrations())
    monkeypatch.setattr(migrating, "lacking", lambda: lacking)
    found = read(Client().get("/readyz"), 503)
    assert found["checks"]["migrations"]["state"] == "failed"
    lacking.clear()
    monkeypatch.setattr(migrating, "AGAIN", 0.0)
    assert read(Client().get("/readyz"))["status"] == "ready"


def test_who_asks_while_migrations_are_looked_at_waits_for_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two probes of a server that has just started, and is ready."""
    looking, go_on = Event(), Event()

    def slowly() -> list[str]:
        looking.set()
        assert go_on.wait(20)
        return []

    monkeypatch.setattr(migrating, "lacking", slowly)
    own, answers = migrating.Migrations(), []
    first, second = (
        Thread(target=lambda: answers.append(own.are_done()), daemon=True) for _n in range(2)
    )
    first.start()
    assert looking.wait(20)
    second.start()
    go_on.set()
    first.join(20)
    second.join(20)
    assert answers == [True, True]


def test_a_machine_with_another_key_says_so(settings: Settings) -> None:
    """While keys rotate, the one that has both has the newer: the other is to get it."""
    cache.clear()
    keys: list[tuple[str, list[str], bool]] = [
        ("a" * 50, [], True),
        ("b" * 50, [], False),
        ("a" * 50, [], True),
        ("b" * 50, ["a" * 50], True),
        ("a" * 50, [], False),
    ]
    for key, old, is_known in keys:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = key, old
        if is_known:
            health._ask_keys()
        else:
            with pytest.raises(ValueError, match="secret_key"):
                health._ask_keys()
    cache.clear()
    settings.SECRET_KEY = "c" * 50
    health._ask_keys()


def test_messages_that_nobody_delivers_are_late_and_a_failing_receiver_is_its_own(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr("scoring.webhooks.services.sending.start", lambda _club: None)
    with receiver() as there:
        one = hook(house, there)
        happens(house)
        # As if it had waited for an hour.
        house.club.outgoing.update(at="2026-01-01T00:00:00Z")
        late = read(Client().get("/readyz"))
        assert (late["status"], late["checks"]["outbox"]["state"]) == ("degraded", "late")
        assert late["checks"]["outbox"]["age_seconds"] > 300
        there.answers = [answering(500)]
        pause_over(one)
        send()
        assert read(Client().get("/readyz"))["checks"]["outbox"] == {
            "state": "ok",
            "age_seconds": 0.0,
        }


@pytest.mark.any_database
def test_figures_are_for_who_has_the_token(house: House, settings: Settings) -> None:
    own = {"Authorization": f"Bearer {TOKEN}"}
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics").status_code == 404

    def counted() -> dict[str, float]:
        text = Client().get("/metrics", headers=own).content.decode()
        return {
            f"{sample.name}{sorted(sample.labels.values())}": sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    before = counted()
    api = house.api("ann")
    read(api.get("clubs/cercle"))
    for slug in ("nowhere", "elsewhere"):
        read(api.get(f"clubs/{slug}"), 404)
    after = counted()
    route = "api/v1/clubs/<slug:slug>"
    here = [name for name in after if route in name and "_total" in name]
    grown = {name: after[name] - before.get(name, 0) for name in here}
    grown = {name: more for name, more in grown.items() if more}
    assert grown == {
        f"ecarte_http_requests_total['200', 'GET', '{route}']": 1,
        f"ecarte_http_requests_total['404', 'GET', '{route}']": 2,
    }
    times = "ecarte_http_request_seconds_count['api']"
    assert after[times] - before.get(times, 0) == 3
    assert (after["ecarte_database_up[]"], after["ecarte_outbox_age_seconds[]"]) == (1, 0)
    assert not any("cercle" in name for name in after)


TWO_PROCESSES = """
import os, django; django.setup()
from ecarte_club.core import metrics
other = os.fork()
metrics.webhooks.labels("done").inc(3); metrics.streams.inc(2)
if not other:
    os._exit(0)
os.waitpid(other, 0)
print(metrics.exposition().decode())
"""


@pytest.mark.any_database
@pytest.mark.slow
def test_processes_are_counted_together_and_the_dead_hold_no_connections(tmp_path: Path) -> None:
    folder = tmp_path / "metrics"
    folder.mkdir()
    given = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    given |= {"DJANGO_SETTINGS_MODULE": "ecarte_club.settings", "DATA_DIR": str(tmp_path)}
    given.pop("REDIS_URL", None)
    argv = [sys.executable, "-c", TWO_PROCESSES]
    done = subprocess.run(argv, env=given, cwd=PROJECT, capture_output=True, text=True, check=True)
    text = done.stdout
    assert re.search(r'^ecarte_webhook_attempts_total{outcome="done"} 6\.0$', text, re.MULTILINE)
    assert re.search(r"^ecarte_live_streams 2\.0$", text, re.MULTILINE)


def test_settings_of_monitoring_are_read_strictly(monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in ("short", "with\nlines in the middle of it", "é" * 30):
        with pytest.raises(env.WrongSetting, match="METRICS_TOKEN: must have"):
            env.token({"METRICS_TOKEN": wrong}, "METRICS_TOKEN")
    assert env.token({"METRICS_TOKEN": TOKEN}, "METRICS_TOKEN") == TOKEN
    begun: list[dict[str, object]] = []
    sdk = type(sys)("sentry_sdk")
    monkeypatch.setattr(sdk, "init", lambda **given: begun.append(given), raising=False)
    monkeypatch.setitem(sys.modules, "sentry_sdk", sdk)
    env.sentry({})
    assert begun == []
    with pytest.raises(env.WrongSetting, match="SENTRY_DSN: must look like"):
        env.sentry({"SENTRY_DSN": "sentry.example"})
    env.sentry({"SENTRY_DSN": "https://key@sentry.example/1"})
    assert begun[0]["send_default_pii"] is False
    before = begun[0]["before_send"]
    assert callable(before)
    bug, outage = ValueError("x"), OperationalError("database or disk is full")
    assert before({"a": 1}, {"exc_info": (ValueError, bug, None)}) == {"a": 1}
    assert before({"a": 1}, {"exc_info": (OperationalError, outage, None)}) is None
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(env.WrongSetting, match="pip install"):
        env.sentry({"SENTRY_DSN": "https://key@sentry.example/1"})
