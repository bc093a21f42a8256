"""Whatever is entered, corrected and undone, in whatever order: the record is as a naive one.

The naive record is a list of hands and the lists it has been before; it scores by the second
scoring of the engine's tests, which knows nothing of the engine.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import play
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from tests.engine.naive import naive_marks
from tests.support.clubhouse import House
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

GAMES = 2
TERMS = MatchTerms(format="games", games=GAMES)


@dataclass(frozen=True, slots=True)
class Hand:
    dealer: str
    opening: str
    king: str | None
    tricks: tuple[int, int]

    @property
    def record(self) -> HandRecord:
        kings = (King(Seat(self.king), KingHow.HELD),) if self.king else ()
        opening, tricks = Opening(self.opening), Tricks(*self.tricks)
        return HandRecord(Seat(self.dealer), opening, kings, tricks)

    @property
    def marks(self) -> list[tuple[str, int, str]]:
        king = (self.king, "held") if self.king else None
        return naive_marks("london", self.dealer, self.opening, king, self.tricks)


Played = tuple[int, Hand]
"""The number of the game, and the hand."""


@dataclass(slots=True)
class Sums:
    """What hands come to. `game` is the one being played; `possible` is False for gaps."""

    game: int = 1
    score: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    won: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    kings: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    voles: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    possible: bool = True

    @property
    def over(self) -> bool:
        return sum(self.won.values()) == GAMES

    def add(self, game: int, hand: Hand) -> None:
        if self.over or game < self.game:
            return
        if game > self.game:
            self.possible = False
            return
        if 5 in self.score.values():
            self.score = {"a": 0, "b": 0}
        for seat, points, what in hand.marks:
            if 5 in self.score.values():
                break
            self.score[seat] = min(5, self.score[seat] + points)
            self.kings[seat] += what.startswith("king")
            self.voles[seat] += what == "vole"
        if 5 in self.score.values():
            self.won[max(self.score, key=lambda seat: self.score[seat])] += 1
            if not self.over:
                self.game += 1
                self.score = {"a": 0, "b": 0}


def sums(hands: list[Played]) -> Sums:
    found = Sums()
    for game, hand in hands:
        found.add(game, hand)
    return found


hands = st.builds(
    Hand,
    st.sampled_from("ab"),
    st.sampled_from(["stood", "refused", "exchanged"]),
    st.sampled_from([None, "a", "b"]),
    st.sampled_from([(5, 0), (4, 1), (2, 3), (0, 5)]),
)
acts = st.one_of(
    st.tuples(st.just("enter"), hands, st.just(0)),
    st.tuples(st.just("enter"), hands, st.just(0)),
    st.tuples(st.just("correct"), hands, st.integers(0, 20)),
    st.tuples(st.just("void"), st.none(), st.integers(0, 20)),
    st.tuples(st.just("undo"), st.none(), st.just(0)),
)
Act = tuple[str, Hand | None, int]

# Two of these make a game, four the match: without a start the end would hardly ever be reached.
STRONG: Act = ("enter", Hand("a", "exchanged", "a", (5, 0)), 0)
WEAK: Act = ("enter", Hand("a", "exchanged", None, (4, 1)), 0)
CORRECTED: Act = ("correct", Hand("a", "exchanged", None, (2, 3)), 0)
UNDONE: Act = ("undo", None, 0)
told_acts = st.builds(
    lambda start, rest: [STRONG] * start + rest, st.integers(0, 4), st.lists(acts, max_size=16)
)


class Table:
    """A match in the database, and the naive record beside it."""

    def __init__(self, house: House) -> None:
        self.director = house.person("director")
        self.season = house.season(terms=TERMS)
        self.match = house.match(self.season)
        self.now: list[Played] = []
        self.past: list[list[Played]] = []

    def does(self, act: Act) -> None:
        name, hand, place = act
        wanted = self.expected(name, hand, place)
        try:
            with transaction.atomic():
                self.write(name, hand, place)
        except Invalid:
            assert wanted is None
            return
        assert wanted is not None
        if name == "undo":
            self.past.pop()
        else:
            self.past.append(self.now)
        self.now = wanted

    def expected(self, name: str, hand: Hand | None, place: int) -> list[Played] | None:
        """The hands afterwards; None when the act is to be refused."""
        here = sums(self.now)
        if name == "undo":
            return self.past[-1] if self.past else None
        if name == "enter" and hand:
            return None if here.over else [*self.now, (here.game, hand)]
        if not self.now:
            return None
        place %= len(self.now)
        kept = [(self.now[place][0], hand)] if hand else []
        after = [*self.now[:place], *kept, *self.now[place + 1 :]]
        return after if sums(after).possible else None

    def write(self, name: str, hand: Hand | None, place: int) -> None:
        on: dict[str, Any] = {"by": self.director, "match": Match.objects.get(pk=self.match.pk)}
        on["version"] = on["match"].version
        what = HandEntry(1, hand.record) if hand else None
        if name == "undo":
            entry_undo(**on)
        elif name == "enter" and what:
            play_record(**on, what=what)
        else:
            standing = log_of(self.match).standing()
            if not standing:
                raise Invalid("nothing", "")
            number = standing[place % len(standing)].number
            entry_correct(**on, number=number, what=what, reason="misread")

    def check(self) -> None:
        log = log_of(self.match)
        assert [play(entry) for entry in log.standing()] == [
            HandEntry(game, hand.record) for game, hand in self.now
        ]
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        here, kept = sums(self.now), Match.objects.get(pk=self.match.pk)
        assert kept.version == len(log.entries)
        assert {"a": kept.score_a, "b": kept.score_b} == here.score
        assert {"a": kept.games_a, "b": kept.games_b} == here.won
        assert kept.over == here.over
        self.check_standings(here)

    def check_standings(self, here: Sums) -> None:
        season = Season.objects.get(pk=self.season.pk)
        assert recount(season) == []
        counted = int(here.over)
        for player, seat, other in (
            (self.match.player_a_id, "a", "b"),
            (self.match.player_b_id, "b", "a"),
        ):
            line = Standing.objects.get(season=season, player_id=player)
            won, lost = here.won[seat], here.won[other]
            assert (line.played, line.won, line.drawn, line.lost) == (
                counted,
                counted * int(won > lost),
                counted * int(won == lost),
                counted * int(won < lost),
            )
            assert (line.games_for, line.games_against) == (counted * won, counted * lost)
            assert (line.kings, line.voles) == (
                counted * here.kings[seat],
                counted * here.voles[seat],
            )
            assert line.points == counted * (2 * (won > lost) + (won == lost))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=examples(10, thorough=100),
)
@given(told_acts)
# The first entry stands again by the first undo, also after the second, and is corrected once.
@example([WEAK, WEAK, CORRECTED, UNDONE, UNDONE, CORRECTED])
def test_any_sequence_of_acts(house: House, told: list[Act]) -> None:
    table = Table(house)
    rows: list[dict[str, Any]] = []
    for act in told:
        table.does(act)
        now = [
            dict(row) for row in Entry.objects.filter(match=table.match).order_by("number").values()
        ]
        assert now[: len(rows)] == rows, "an entry was changed"
        rows = now
        table.check()


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=examples(6, thorough=20),
)
@given(told_acts)
def test_undoing_everything_leaves_nothing(house: House, told: list[Act]) -> None:
    table = Table(house)
    for act in told:
        table.does(act)
    while table.past:
        table.does(("undo", None, 0))
    assert table.now == []
    table.check()
