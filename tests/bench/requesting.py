"""The requests of a match evening, one after another: in a process with a database of its own."""

from collections import defaultdict
from random import Random
from statistics import median
from time import process_time_ns
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.test import Client

from ecarte_club.clubs.models import User
from tests.site.pages import HTMX

from .entering import Scorer, counting
from .filling import EMAIL
from .request_costs import API_HAND, FRAGMENT, MATCH, PAD, PAD_HAND, STANDINGS

# As browsers send a form; the test client by itself sends several parts.
FORM = "application/x-www-form-urlencoded"
WARM_UP, ROUNDS = 5, 30
MARKS = {"king": "nobody", "opening": "stood", "tricks": "4-1"}
BODY = {"dealer": "a", "opening": "stood", "tricks": {"a": 4, "b": 1}, "version": 0}
Costs = dict[str, list[tuple[float, float]]]


def work() -> dict[str, dict[str, float]]:
    """Medians in ms of CPU, own and the database server's, and queries."""
    evening, random = Evening(), Random(1)
    for _round in range(WARM_UP):
        evening.round(random)
    costs: Costs = defaultdict(list)
    evening.costs = costs
    for _round in range(ROUNDS):
        evening.round(random)
    evening.costs = defaultdict(list)
    with counting() as evening.asked:
        evening.round(random)
    return {
        name: {
            "own": median(own for own, _server in pairs),
            "server": median(server for _own, server in pairs),
            "queries": evening.queries[name],
        }
        for name, pairs in costs.items()
    }


class Evening:
    """A scorer with a browser and a program; each round is a match of two hands."""

    def __init__(self) -> None:
        self.scorer, self.browser = Scorer(), Client()
        self.browser.force_login(User.objects.get(email=EMAIL))
        self.costs: Costs = defaultdict(list)
        self.asked: list[str] = []
        self.queries: dict[str, int] = {}

    def round(self, random: Random) -> None:
        match = self.scorer.started(random, seat_anyway=True)
        season = self.scorer.season
        home = f"/clubs/{season.event.club.slug}/matches/{match}/"
        self._api(API_HAND, f"/api/v1/matches/{match}/hands", BODY)
        sent = urlencode({**MARKS, "version": "1", "key": uuid4().hex})
        self._cost(
            PAD_HAND,
            lambda: self.browser.post(f"{home}pad/hand/", sent, content_type=FORM, headers=HTMX),
        )
        self._cost(MATCH, lambda: self.browser.get(home))
        self._cost(FRAGMENT, lambda: self.browser.get(f"{home}now/", headers=HTMX))
        self._cost(PAD, lambda: self.browser.get(f"{home}pad/"))
        standings = f"/api/v1/seasons/{season.pk}/standings"
        self._cost(STANDINGS, lambda: self.scorer.client.get(standings))

    def _api(self, name: str, path: str, body: dict[str, Any]) -> None:
        key = {"idempotency-key": uuid4().hex}
        self._cost(
            name,
            lambda: self.scorer.client.post(
                path, body, content_type="application/json", headers=key
            ),
        )

    def _cost(self, name: str, act: Any) -> None:
        self.asked.clear()
        own, server = process_time_ns(), self.scorer.server()
        answer = act()
        spent = (process_time_ns() - own) / 1e6, (self.scorer.server() - server) / 1e6
        if answer.status_code not in (200, 201):
            raise AssertionError(f"{name}: {answer.status_code}")
        self.costs[name].append(spent)
        self.queries[name] = len(self.asked)
