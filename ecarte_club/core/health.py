"""Whether the site can serve, for load balancers and monitors: /healthz and /readyz.

`/healthz` says that the process answers. `/readyz` answers 503 while there is no database, or one
that is not migrated; what the site can serve without, it calls late or failed, and stays ready.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.utils.crypto import salted_hmac
from urllib3.exceptions import HTTPError

from . import migrating, nchan, replica
from .followers import Question

# `age` of the oldest message that a webhook waits for, in seconds; 0 when none waits.
outbox_ages = Question("outbox_ages")
OUTBOX_LATE, TASKS_LATE, REPLICA_LATE = 300.0, 120.0, 60.0
LAST_TASK = "tasks:last"
QUEUE = "celery"
# Seconds for which a fingerprint of the keys is kept: those that nobody has are then forgotten.
KEYS_KEPT = 600


class State(StrEnum):
    OK = "ok"
    LATE = "late"
    FAILED = "failed"
    UNUSED = "unused"


@dataclass(frozen=True, slots=True)
class Check:
    """`age`: seconds, of what is done one after another."""

    state: State
    age: float | None = None
    needed: bool = False

    def represented(self) -> dict[str, object]:
        age = {} if self.age is None else {"age_seconds": round(self.age, 1)}
        return {"state": self.state.value, **age}


UNUSED = Check(State.UNUSED)


def readiness() -> dict[str, Check]:
    database = _state(_ask_database)
    has_tables = database is State.OK and migrating.migrations.are_done()
    has_replica = database is State.OK and replica.is_configured()
    outbox = _aged(_outbox_age, OUTBOX_LATE) if has_tables else Check(State.FAILED)
    live = {"live": Check(_state(_ask_nchan))} if settings.LIVE_ENGINE == "nchan" else {}
    return {
        "database": Check(database, needed=True),
        "migrations": Check(State.OK if has_tables else State.FAILED, needed=True),
        "redis": Check(_state(_ask_redis) if settings.REDIS_URL else State.UNUSED),
        "outbox": outbox,
        "keys": Check(_state(_ask_keys)) if settings.REDIS_URL else UNUSED,
        "replica": _aged(replica.seconds_behind, REPLICA_LATE) if has_replica else UNUSED,
        "tasks": _aged(tasks_age, TASKS_LATE) if settings.REDIS_URL else UNUSED,
        **live,
    }


def summary(checks: dict[str, Check]) -> str:
    """`ready`, `unready`; `degraded` when what the site can do without is late or away."""
    wrong = [one for one in checks.values() if one.state in (State.LATE, State.FAILED)]
    if any(one.needed for one in wrong):
        return "unready"
    return "degraded" if wrong else "ready"


def _state(ask: Callable[[], object]) -> State:
    try:
        ask()
    except (Error, redis.RedisError, OSError, HTTPError, ValueError):
        return State.FAILED
    return State.OK


def _aged(age_now: Callable[[], float | None], most: float) -> Check:
    try:
        age = age_now()
    except (Error, redis.RedisError, OSError):
        return Check(State.FAILED)
    if age is None:
        return Check(State.FAILED)
    return Check(State.LATE if age > most else State.OK, age)


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def redis_client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def _ask_redis() -> None:
    with redis_client() as client:
        client.ping()


def _ask_nchan() -> None:
    for server in nchan.servers():
        server.subscribers()


def _ask_keys() -> None:
    """Whether this machine has the keys of the others, which leave a fingerprint of theirs in
    Redis. Who knows the one there as an old key has the newer. Raises: ValueError."""
    own = {
        "secret_key": [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS],
        "push_key": [settings.PUSH_KEY],
    }
    for name, keys in own.items():
        place = f"fingerprint:{name}"
        prints = [salted_hmac(place, name, secret=key).hexdigest()[:16] for key in keys]
        if cache.get(place) not in (None, *prints):
            raise ValueError(name)
        cache.set(place, prints[0], KEYS_KEPT)


def _outbox_age() -> float:
    ages: list[float] = outbox_ages.ask()
    return max(ages, default=0.0)


def tasks_age() -> float | None:
    """Seconds since a worker last did what is due every half minute; None if no worker ever did."""
    at = cache.get(LAST_TASK)
    return None if at is None else max(0.0, time.time() - float(at))


def note_task() -> None:
    cache.set(LAST_TASK, time.time(), None)


def queue_lengths() -> dict[str, int]:
    """Tasks that wait, by queue."""
    queues = {QUEUE, *(route["queue"] for route in settings.CELERY_TASK_ROUTES.values())}
    with redis_client() as client:
        return {queue: int(client.llen(queue)) for queue in sorted(queues)}
