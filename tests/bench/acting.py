"""Matches played at a table online through the API: what one action costs, beside who watches."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles
from time import process_time_ns
from typing import Any

from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.services.accounts import token_make
from ecarte_club.clubs.services.clubs import player_sign_in_give
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.online.devices import ROUNDS_MOST, Device, State, any_act, may_act
from tests.support.clubhouse import Api

from .entering import Cost, counting, server_clock
from .playing import ACT, ACTS, LAST, LINK

WARM_UP, COUNTED = 1, 1


def work(matches: str, seed: str) -> dict[str, dict[str, float]]:
    """Per act: median and 95th percentile of the CPU in ms of one request, and its queries."""
    random, clock = Random(int(seed)), server_clock()
    players = pair(0)
    for _match in range(WARM_UP):
        Game(players, random).play()
    costs: dict[str, list[Cost]] = defaultdict(list)
    for _match in range(int(matches)):
        Game(players, random, costs, clock).play()
    counted: dict[str, list[Cost]] = defaultdict(list)
    with counting() as asked:
        for _match in range(COUNTED):
            Game(players, random, counted, clock, asked).play()
    if found := recount(players[0].season):
        raise AssertionError(found)
    return {act: _figures(costs[act], counted[act]) for act in ACTS}


def _figures(costs: list[Cost], counted: list[Cost]) -> dict[str, float]:
    spent = [cost.own + cost.server for cost in costs]
    return {
        "ms": median(spent),
        "p95": quantiles(spent, n=20)[-1],
        "server": median(cost.server for cost in costs),
        "queries": max(cost.queries for cost in counted),
    }


class Guest:
    """A player of the first season's club, with an account and a program that may play."""

    def __init__(self, number: int) -> None:
        self.season = Season.objects.select_related("event__club").order_by("pk")[0]
        players = Player.objects.filter(club=self.season.event.club).order_by("pk")
        self.player = players[number]
        user, is_new = User.objects.get_or_create(email=f"player{number}@example.org")
        if is_new:
            player_sign_in_give(player=self.player, user=user)
        scopes = [Scope.READ, Scope.PLAY]
        _token, self.secret = token_make(user=user, name="bench", scopes=scopes, days=1)
        self.api = Api(self.secret)


def pair(number: int) -> tuple[Guest, Guest]:
    return Guest(2 * number), Guest(2 * number + 1)


class Game:
    """A match of the season between two, with a clock, from the invitation to its end."""

    def __init__(
        self,
        players: tuple[Guest, Guest],
        random: Random,
        costs: dict[str, list[Cost]] | None = None,
        server: Any = lambda: 0,
        asked: list[str] | None = None,
    ) -> None:
        self.costs, self.server, self.asked = costs, server, [] if asked is None else asked
        host, guest = players
        slug, event = host.season.event.club.slug, host.season.pk
        body = {"guest": guest.player.pk, "event": event, "clock": "calm"}
        table = int(_made(host.api.post(f"clubs/{slug}/online-tables", body))["id"])
        self.devices = {
            "a": Device(host.api, table, "a", random),
            "b": Device(guest.api, table, "b", random),
        }
        self.devices["b"].post("accept", {})

    def play(self) -> None:
        for device in self.devices.values():
            state = device.open()
        for _round in range(ROUNDS_MOST):
            if state["status"] != "playing":
                return
            state = self._step(state)
        raise AssertionError("the match has no end")

    def _step(self, state: State) -> State:
        """What was answered is what the other player is sent, but for what only they may see."""
        if state["draw"]:
            device = self.devices[state["draw"]["missing"][0]]
            with self._measured(LINK):
                return device.serve(state)
        hand = state["hand"]
        seat = hand["to_act"] if hand else ("a" if state["legal"] else "b")
        device = self.devices[seat]
        own = state if state["audience"] == seat and may_act(state) else device.state()
        act, king = any_act(own, device.random)
        score = own["match"], own["score"], own["games"]
        with self._measured(ACT) as kind:
            state = device.act(own, act, king=king)
            is_over = (state["hand"] or {"phase": "over"})["phase"] == "over"
            if own["hand"] and (
                is_over or score != (state["match"], state["score"], state["games"])
            ):
                kind[0] = LAST
        return state

    @contextmanager
    def _measured(self, act: str) -> Iterator[list[str]]:
        kind = [act]
        self.asked.clear()
        own, server = process_time_ns(), self.server()
        yield kind
        spent = (process_time_ns() - own) / 1e6, (self.server() - server) / 1e6
        if self.costs is not None:
            self.costs[kind[0]].append(Cost(*spent, len(self.asked)))


def _is_over(state: State) -> bool:
    """Unless it ended the match or links for the next draw were open, nothing follows at once."""
    return state["status"] != "playing" or state["draw"] is not None


def _made(answer: Any) -> Any:
    if answer.status_code != 201:
        raise AssertionError(answer.content)
    return answer.json()
