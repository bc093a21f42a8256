"""A contest as the rules and the services' own reckoning have it, without a database."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import machine
from scoring.contests.rules.events import Dealt, GameWon, Joined, dump
from scoring.contests.selectors.courses import Course, course
from scoring.contests.services.facts import changes_keeping_facts, changes_without

from .naive_table import GALLERY, PLAYERS, Plan


class Paper:
    """A contest without a site: its log in memory."""

    def __init__(self, plan: Plan) -> None:
        self.players = {name: number for number, name in enumerate((*PLAYERS, *GALLERY), 1)}
        self.contest = Contest(kind=plan.kind, agreed=plan.agreed, gallery=plan.gallery)
        self.entries: list[ContestEntry] = []
        self.known: tuple[int, Course] | None = None
        for name in plan.people:
            self.tell(Joined(self.players[name]))

    def pk(self, name: str) -> int:
        return self.players[name]

    def named(self, players: tuple[int, ...]) -> tuple[str, ...]:
        names = {number: name for name, number in self.players.items()}
        return tuple(names[number] for number in players)

    def course(self) -> Course:
        """Reckoned again when something was entered."""
        if self.known is None or self.known[0] != len(self.entries):
            self.known = len(self.entries), course(self.contest, self.entries)
        return self.known[1]

    def amounts(self) -> dict[str, int]:
        now, purses = self.course(), Counter[str]()
        for made in now.moved.values():
            for one in made:
                for account, sign in ((one.source, -1), (one.target, 1)):
                    name = self.named((account.of,))[0] if account.of else account.holder.value
                    purses[name] += sign * one.amount
        assert sum(purses.values()) == 0
        holdings = machine.holdings(now.state)
        assert {one.holder.value: much for one, much in holdings.items()} == {
            name: much for name, much in purses.items() if much and name not in self.players
        }
        return {name: much for name, much in purses.items() if much}

    def tell(self, event: Any) -> None:
        self._enter({self.course().next_place: event})

    def deals(self) -> None:
        self.tell(Dealt())

    def wins_game(self, name: str) -> None:
        self.tell(GameWon(self.pk(name)))

    def undo(self) -> None:
        now = self.course()
        last = now.dealt or now.last(GameWon)
        assert last is not None
        following = changes_without(now, last.place)
        self._enter(following.changes, following.gave_way)

    def corrects(self, number: int, winner: str) -> None:
        now = self.course()
        won = [one for one in now.happened if isinstance(one.event, GameWon)]
        place = won[number].place
        following = changes_keeping_facts(now, {place: GameWon(self.pk(winner))})
        self._enter(following.changes, following.gave_way)

    def _enter(self, events: Mapping[int, Any], gave_way: Mapping[int, Any] | None = None) -> None:
        for place, event in sorted(events.items()):
            first = (gave_way or {}).get(place)
            self.entries.append(
                ContestEntry(
                    place=place,
                    data=None if event is None else dump(event),
                    gave_way=None if first is None else dump(first),
                )
            )
