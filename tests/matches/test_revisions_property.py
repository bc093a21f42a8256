"""Whatever is replaced, removed and inserted: the match is as if its hands had been entered so from
the start, everything that hangs on it is as a recount has it, and undoing all brings all back.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.matches.rules.revision import Later, Operation
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import play, read
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import match_revise
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.ratings.models import Rating
from scoring.ratings.selectors.recount import recount as recount_ratings
from tests.matches.naive_revision import NaiveSlot, naive_revised, naive_sums
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.contest_evenings import EVENINGS, begun
from tests.support.contests import Club
from tests.support.depth import examples
from tests.support.rated import brought

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

TRICKS = {"A2": (5, 0), "A1": (3, 2), "B1": (2, 3), "B2": (0, 5)}
FIELDS = (
    *("games_a", "games_b", "rubbers_a", "rubbers_b", "score_a", "score_b", "over", "winner"),
    *("hands", "kings_a", "kings_b", "voles_a", "voles_b"),
)
LINE = ("player", "played", "won", "drawn", "lost", "games_for", "games_against", "points", "voles")

made = st.sampled_from(list(TRICKS))
# Three games of three hands: the last hand ends the match, and a season counts it.
ENDED = ["A2"] * 8, [("enter", 0, "A2", Later.MOVE), (Operation.REPLACE, 0, "B2", Later.MOVE)]
# The last hand counts for nothing any more, or again, or goes.
SURPLUS = (
    ["A2"] * 9,
    [
        (Operation.INSERT_BEFORE, 0, "A2", Later.MOVE),
        (Operation.REPLACE, 1, "B2", Later.SURPLUS),
        (Operation.REMOVE, 0, "", Later.MOVE),
        (Operation.INSERT_BEFORE, 0, "A2", Later.REMOVE),
    ],
)
edits = st.tuples(
    st.sampled_from([*Operation, "enter"]), st.integers(0, 30), made, st.sampled_from(Later)
)
Act = tuple[Operation | str, int, str, Later]

FROM_THE_START: dict[tuple[tuple[str, ...], int], object] = {}
"""What hands come to in a match of so many games: undoing brings back lists that were played."""


def hand(what: str) -> HandEntry:
    """Alice deals all of them, so that no dealer is worked out."""
    record = HandRecord(Seat.A, Opening.EXCHANGED, tricks=Tricks(*TRICKS[what]))
    return HandEntry(1, record)


class Table:
    """A match of so many games in the database, and the naive list beside it. `past`: the list
    before each act, newest last, with the rows that hung on the match then."""

    def __init__(self, house: House, match: Match, games: int, start: list[str]) -> None:
        self.house, self.pk, self.games = house, match.pk, games
        self.naive: list[NaiveSlot] = []
        for what in start:
            if not naive_sums(self.naive, games).over:
                self.enter(what)
        self.past: list[tuple[list[NaiveSlot], object]] = []
        self.first = self.figures()

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.pk)

    def enter(self, what: str) -> None:
        match, sums = self.match, naive_sums(self.naive, self.games)
        written = play_record(
            by=self.house.person("scorer"), match=match, what=hand(what), version=match.version
        )
        self.naive = [*self.naive, NaiveSlot(written.entry.number, sums.game, what)]

    def does(self, act: Act) -> None:
        """What the naive list cannot be is refused, and nothing else."""
        operation, anywhere, what, later = act
        before = self.naive, self.figures()
        if not isinstance(operation, Operation):
            if naive_sums(self.naive, self.games).over:
                return
            self.enter(what)
            self.past.append(before)
            return
        if not self.naive:
            return
        at, number = anywhere % len(self.naive), self.match.version + 1
        wanted = naive_revised(
            self.naive, operation.value, at, number, what, later.value, self.games
        )
        try:
            with transaction.atomic():
                self.revise(operation, self.naive[at].number, what, later)
        except Invalid:
            assert wanted is None
            return
        assert wanted is not None
        self.naive = wanted
        self.past.append(before)

    def revise(self, operation: Operation, number: int, what: str, later: Later) -> None:
        match_revise(
            by=self.house.person("director"),
            match=self.match,
            operation=operation,
            number=number,
            what=None if operation is Operation.REMOVE else hand(what),
            reason="A hand was wrong.",
            version=self.match.version,
            later=later,
        )

    def undo(self) -> None:
        entry_undo(by=self.house.person("director"), match=self.match, version=self.match.version)
        old, figures = self.past.pop()
        # An entry that stands again has a new number, and is otherwise what it was.
        standing = log_of(self.match).standing()
        assert [(one.data or {})["game"] for one in standing] == [slot.game for slot in old]
        assert self.figures() == figures
        self.naive = [
            NaiveSlot(entry.number, slot.game, slot.made)
            for entry, slot in zip(standing, old, strict=True)
        ]

    def figures(self) -> object:
        """Whatever hangs on the match, but versions and times."""
        match = self.match
        lines = Standing.objects.filter(season=match.event_id).order_by("player")
        brought(self.house)
        ratings = Rating.objects.filter(club_id=match.club_id, matches__gt=0).order_by("player")
        return (
            [getattr(match, name) for name in FIELDS],
            list(lines.values_list(*LINE)),
            list(ratings.values_list("player", "strength", "doubt", "matches", "games")),
        )

    def check(self) -> None:
        match, sums = self.match, naive_sums(self.naive, self.games)
        log = log_of(match)
        assert [(entry.number, play(entry)) for entry in log.standing()] == [
            (slot.number, HandEntry(slot.game, hand(slot.made).record)) for slot in self.naive
        ]
        assert match.version == len(log.entries)
        assert {"A": match.games_a, "B": match.games_b} == sums.won
        assert match.over == sums.over
        assert match.hands == len(self.naive) - len(sums.surplus)
        self.check_from_the_start(match, sums.surplus)

    def check_from_the_start(self, match: Match, surplus: set[int]) -> None:
        hands = tuple(slot.made for slot in self.naive if slot.number not in surplus)
        if (hands, self.games) not in FROM_THE_START:
            FROM_THE_START[hands, self.games] = self.from_the_start(hands)
        assert FROM_THE_START[hands, self.games] == what_it_came_to(match)

    def from_the_start(self, hands: Sequence[str]) -> object:
        """These hands, entered one after the other in another match, which is then forgotten."""
        with transaction.atomic():
            again = self.house.match(terms=MatchTerms(format="games", games=self.games))
            for what in hands:
                play_record(
                    by=self.house.person("scorer"),
                    match=again,
                    what=hand(what),
                    version=again.version,
                )
            found = what_it_came_to(again)
            transaction.set_rollback(True)
        return found


def what_it_came_to(match: Match) -> object:
    return [getattr(match, name) for name in FIELDS], read(match).state.games


def check_recounts(house: House, season: Season) -> None:
    assert recount(season) == []
    brought(house)
    assert recount_ratings(house.club.pk) == []


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=examples(6, thorough=40),
)
@given(st.lists(made, max_size=12), st.lists(edits, max_size=8))
@example(*ENDED)
@example(*SURPLUS)
def test_any_sequence_of_revisions(house: House, start: list[str], story: list[Act]) -> None:
    season = house.season(terms=MatchTerms(format="games", games=3))
    table = Table(house, house.match(season), 3, start)
    table.check()
    for act in story:
        table.does(act)
        table.check()
        check_recounts(house, season)
    while table.past:
        table.undo()
        table.check()
        check_recounts(house, season)
    assert table.figures() == table.first
    assert [slot.made for slot in table.naive] == start[: len(table.naive)]


@pytest.fixture
def backed(house: House) -> Club:
    """Cyd backs Ann and Dan backs Bob."""
    club = begun(house, EVENINGS["match"])
    club.bets("cyd", "a", 5)
    club.bets("dan", "b", 5)
    return club


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=examples(4, thorough=15),
)
@given(st.lists(made, max_size=6), st.lists(edits, max_size=6))
def test_any_sequence_at_a_table_with_bets(
    backed: Club, start: list[str], story: list[Act]
) -> None:
    """The ledger follows whatever the game comes to."""
    with undone("a table with bets"):
        table = Table(backed.house, backed.deals(), 1, start)
        first = backed.amounts()
        for act in story:
            table.does(act)
            table.check()
            backed.amounts()
        while table.past:
            table.undo()
            backed.amounts()
        assert backed.amounts() == first


def test_the_log_says_all_that_was_done(house: House) -> None:
    """Nothing that was entered is lost, however much of it is removed."""
    table = Table(house, house.match(terms=MatchTerms(format="games", games=3)), 3, ["A2"] * 3)
    table.does((Operation.INSERT_BEFORE, 0, "B2", Later.MOVE))
    table.does((Operation.REMOVE, 1, "", Later.REMOVE))
    entries: list[Any] = list(Entry.objects.filter(match=table.pk).order_by("number"))
    assert [entry.kind for entry in entries] == ["hand"] * 4 + ["void"]
    assert [entry.order for entry in entries] == [
        *([None] * 3),
        [[4, 1], [1, 1], [2, 1], [3, 1]],
        None,
    ]
    assert [entry.number for entry in log_of(table.match).standing()] == [4, 2, 3]
