"""Hands entered through the API, one by one: what a request costs, and how often it asks."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client

from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.services.accounts import token_make
from games.engine import serialization
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.sample.hands import forgotten_king, played_match

from .entry import ACTS, CORRECTION, HAND, LAST, UNDO
from .filling import EMAIL, PLAYERS, STEADY, TERMS

WARM_UP, COUNTED = 3, 5


def work(matches: str, seed: str) -> dict[str, dict[str, float]]:
    """Per act: median CPU in ms of one request, its time until the answer, and its queries."""
    scorer, random = Scorer(), Random(int(seed))
    for _match in range(WARM_UP):
        scorer.play(random)
    costs, scorer.costs = scorer.costs, defaultdict(list)
    for _match in range(int(matches)):
        scorer.play(random)
    with counting() as asked:
        costs, scorer.costs = scorer.costs, defaultdict(list)
        scorer.asked = asked
        for _match in range(COUNTED):
            scorer.play(random)
    if found := recount(scorer.season):
        raise AssertionError(found)
    return {
        act: {
            "ms": median(cost.own + cost.server for cost in costs[act]),
            "wall": median(cost.wall for cost in costs[act]),
            "queries": max(cost.queries for cost in scorer.costs[act]),
        }
        for act in ACTS
    }


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU in ms, of this process and of the database server's; `wall`: until the answer."""

    own: float
    server: float
    queries: int
    wall: float = 0


class Scorer:
    """Plays matches of the first season through the API, as a program with a token does."""

    def __init__(self) -> None:
        user = User.objects.get(email=EMAIL)
        _token, secret = token_make(user=user, name="bench", scopes=list(Scope), days=1)
        self.client = Client(headers={"authorization": f"Bearer {secret}"})
        self.season = Season.objects.select_related("event__club").order_by("pk")[0]
        self.players = list(Player.objects.filter(club=self.season.event.club).order_by("pk"))
        self.server = server_clock()
        self.asked: list[str] = []
        self.costs: dict[str, list[Cost]] = defaultdict(list)

    def play(self, random: Random) -> None:
        """A match hand by hand, one of them undone; then a king added, and that undone too."""
        plays = played_match(random, TERMS.engine(), Seat.A, STEADY)
        match, version = self.started(random), 0
        for number, entry in enumerate(plays, start=1):
            last = number == len(plays)
            version = self.entered(match, entry, version, LAST if last else HAND)
            if number == 2 or last:
                version = self.send(f"matches/{match}/undo", {"version": version}, UNDO)
                version = self.entered(match, entry, version, LAST if last else HAND)
        if mended := forgotten_king(TERMS.engine(), Seat.A, plays):
            self.correct(match, version, *mended)

    def correct(self, match: int, version: int, index: int, entry: HandEntry) -> None:
        hands = self.client.get(f"/api/v1/matches/{match}/hands").json()
        number = hands[index]["number"]
        given = {"hand": facts(entry), "reason": "forgotten", "version": version}
        self.send(f"matches/{match}/entries/{number}/corrections", given, CORRECTION)
        self.send(f"matches/{match}/undo", {"version": version + 1}, UNDO)

    def started(self, random: Random, **more: object) -> int:
        a, b = random.sample(self.players[:PLAYERS], 2)
        given: dict[str, object] = {
            "player_a": a.pk,
            "player_b": b.pk,
            "event": self.season.pk,
            "first_dealer": "a",
        }
        answer = self._post(f"clubs/{self.season.event.club.slug}/matches", given | more)
        return int(answer["id"])

    def entered(self, match: int, entry: HandEntry, version: int, act: str) -> int:
        return self.send(f"matches/{match}/hands", {**facts(entry), "version": version}, act)

    def send(self, path: str, given: dict[str, Any], act: str) -> int:
        """The match's version after it."""
        self.asked.clear()
        own, server, began = process_time_ns(), self.server(), perf_counter_ns()
        answer = self._post(path, given)
        wall = (perf_counter_ns() - began) / 1e6
        spent = (process_time_ns() - own) / 1e6, (self.server() - server) / 1e6
        self.costs[act].append(Cost(*spent, len(self.asked), wall))
        return int(answer["match"]["version"])

    def _post(self, path: str, given: dict[str, Any]) -> Any:
        answer = self.client.post(
            f"/api/v1/{path}",
            given,
            content_type="application/json",
            headers={"idempotency-key": uuid4().hex},
        )
        if answer.status_code != 201:
            raise AssertionError(answer.content)
        return answer.json()


def facts(entry: HandEntry) -> dict[str, object]:
    data = serialization.dump(entry)
    return {name: value for name, value in data.items() if name not in ("kind", "game")}


@contextmanager
def counting() -> Iterator[list[str]]:
    """The statements sent to the database; the beginning of a transaction is none."""
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        if not sql.startswith("BEGIN"):
            asked.append(sql)
        return execute(sql, *arguments)

    with connection.execute_wrapper(note):
        yield asked


def server_clock() -> Callable[[], int]:
    """CPU in ns of the server process that works for this connection; 0 where there is none.

    SQLite works in this process; a PostgreSQL elsewhere cannot be looked into.
    """
    if connection.vendor != "postgresql":
        return lambda: 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        path = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    if not os.access(path, os.R_OK):
        return lambda: 0
    return lambda: int(path.read_text().split()[0])
