"""A planned season that people join, leave and come back to while it is played, postponed and ruled
upon, at random, beside a second book kept by hand: what is refused, and what stands after each act.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.engine.terms import RubberEntry
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Entrant, Fixture
from scoring.leagues.selectors.plans import plan_of
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_return, competitor_withdraw
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.planned import others, plan, season_of, season_version

pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

AWARDS = ("home", "away", "both_absent", "void")
OPEN, PLAYED = "", "played"
ACTS = ("play", "award", "award", "back", "back", "postpone", "postpone", "leave", "return", "join")


@dataclass(frozen=True)
class Row:
    """`state`: OPEN, PLAYED or how it was awarded."""

    home: int
    away: int
    day: date
    state: str = OPEN

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.home, self.away))

    def other(self, player: int) -> int:
        return next(iter(self.pair - {player}))


@dataclass(frozen=True)
class Gone:
    """`rest`: what was open when he left; `after`: who had ever entered by then."""

    rest: tuple[int, ...]
    after: int


class Book:
    """`entered` in their order. Rows are kept by the ids of the fixtures."""

    def __init__(self, house: House, *, double: bool) -> None:
        self.house, self.by = house, house.person("director")
        self.season = season_of(house)
        ids = [one.pk for one in (*house.players.values(), *others(house, 4))]
        self.entered, self.spare = ids[:4], ids[4:]
        self.times = 1 + double
        first = timezone.localdate() + timedelta(7)
        players = [house.club.players.get(pk=pk) for pk in self.entered]
        plan(house, self.season, players, first=first, double=double)
        self.rows = {one.pk: self.read(one) for one in self.stored() if one.away_id}
        self.gone: dict[int, Gone] = {}
        self.never_met: set[frozenset[int]] = set()

    def stored(self) -> list[Fixture]:
        found = Fixture.objects.filter(event=self.season.pk).select_related("match", "round")
        return list(found.order_by("round__number", "number"))

    @staticmethod
    def read(one: Fixture) -> Row:
        assert one.away_id is not None
        assert one.day is not None
        is_over = one.match is not None and one.match.over
        return Row(one.home_id, one.away_id, one.day, PLAYED if is_over else one.award)

    def is_free(self, pk: int, day: date, *, but: str) -> bool:
        """Neither of the two has another fixture on that day, of those that are not `but`."""
        here = self.rows[pk].pair
        return not any(
            other != pk and row.day == day and row.pair & here and row.state not in but.split()
            for other, row in self.rows.items()
        )

    # Each act: what it would make of the book, or None where it has to be refused; and the doing.

    def play(self, at: int, how: int) -> bool:
        """The earliest of the two that is open, whichever was meant."""
        meant = self.rows[list(self.rows)[at % len(self.rows)]]
        open_ = [pk for pk, row in self.rows.items() if (row.pair, row.state) == (meant.pair, OPEN)]
        if not open_ or meant.pair & self.gone.keys():
            return False
        order = [one.pk for one in self.stored() if one.pk in open_]
        match = match_start(
            by=self.by, event_id=self.season.pk, player_a=meant.home, player_b=meant.away
        )
        what = RubberEntry(1, 0) if how % 2 else RubberEntry(0, 1)
        play_record(by=self.by, match=match, what=what, version=match.version)
        self.rows[order[0]] = replace(self.rows[order[0]], state=PLAYED)
        return True

    def award(self, at: int, how: int) -> bool:
        pk, row = self.chosen(at)
        asked = {"award": AWARDS[how % 4], "reason": "Ill."}
        if not self.done(row.state == OPEN, fixture_award, pk, **asked):
            return False
        self.rows[pk] = replace(row, state=AWARDS[how % 4])
        return True

    def back(self, at: int, _how: int) -> bool:
        """To be played again; nobody is to play twice on a day."""
        pk, row = self.chosen(at)
        may = row.state in AWARDS and not row.pair & self.gone.keys()
        may = may and self.is_free(pk, row.day, but="played home away both_absent void")
        if not self.done(may, fixture_award_withdraw, pk):
            return False
        self.rows[pk] = replace(row, state=OPEN)
        return True

    def postpone(self, at: int, how: int) -> bool:
        """A day of play that others have, or the first after them."""
        pk, row = self.chosen(at)
        day = timezone.localdate() + timedelta(7 * (1 + how % 4))
        may = row.state == OPEN and day != row.day and self.is_free(pk, day, but="void")
        if not self.done(may, fixture_postpone, pk, day=day, reason="Ill."):
            return False
        self.rows[pk] = replace(row, day=day)
        return True

    def leave(self, at: int, _how: int) -> bool:
        """Half or more played: the rest is the others'. Less: nothing of it is played or counts."""
        player = self.entered[at % len(self.entered)]
        his = {pk: r for pk, r in self.rows.items() if player in r.pair and r.state != "void"}
        may = player not in self.gone and bool(his)
        if not self.of_season(may, competitor_withdraw, player, reason="Moved."):
            return False
        played = sum(row.state == PLAYED for row in his.values())
        rest = tuple(pk for pk, row in his.items() if row.state == OPEN)
        for pk in rest:
            won = "away" if his[pk].home == player else "home"
            state = "void" if 2 * played < len(his) else won
            self.rows[pk] = replace(his[pk], state=state)
        self.gone[player] = Gone(rest, len(self.entered))
        return True

    def comes_back(self, at: int, _how: int) -> bool:
        """Unless somebody came since, whom he has no fixture with; or whom he would meet has left
        or plays another on the day."""
        player = self.entered[at % len(self.entered)]
        left = self.gone.get(player)
        rest = left.rest if left else ()
        theirs = {self.rows[pk].other(player) for pk in rest}
        busy = [
            pk
            for pk in rest
            if not self.is_free(pk, self.rows[pk].day, but="played home away both_absent void")
        ]
        may = left is not None and len(self.entered) == left.after
        may = may and not theirs & self.gone.keys() and not busy
        if not self.of_season(may, competitor_return, player):
            return False
        del self.gone[player]
        for pk in rest:
            self.rows[pk] = replace(self.rows[pk], state=OPEN)
        return True

    def join(self, at: int, _how: int) -> bool:
        """Against everybody who is there. Who has entered once enters no more."""
        player = [*self.spare, *self.entered][at % (len(self.spare) + len(self.entered))]
        here = [one for one in self.entered if one not in self.gone]
        may = player in self.spare and bool(here)
        known = {one.pk for one in self.stored()}
        if not self.of_season(may, competitor_join, player):
            return False
        self.never_met |= {frozenset((player, one)) for one in self.gone}
        self.spare.remove(player)
        self.entered.append(player)
        new = [one for one in self.stored() if one.pk not in known]
        days = {*plan_of(self.season).days(self.season).days()}
        assert {one.day for one in new} <= days
        assert min(one.day for one in new if one.day) >= timezone.localdate()
        self.rows |= {one.pk: self.read(one) for one in new}
        return True

    def chosen(self, at: int) -> tuple[int, Row]:
        pk = list(self.rows)[at % len(self.rows)]
        return pk, self.rows[pk]

    def done(self, may: bool, act: Callable[..., object], pk: int, **asked: Any) -> bool:
        fixture = Fixture.objects.get(pk=pk)
        return self.tried(may, act, fixture=fixture, version=fixture.version, **asked)

    def of_season(self, may: bool, act: Callable[..., object], player: int, **asked: Any) -> bool:
        version = season_version(self.season.pk)
        asked |= {"season": self.season, "competitor": player}
        return self.tried(may, act, version=version, **asked)

    def tried(self, may: bool, act: Callable[..., object], **asked: Any) -> bool:
        refused = ""
        try:
            with transaction.atomic():
                act(by=self.by, **asked)
        except Invalid as fault:
            refused = f"{fault.code} {fault.errors}"
        assert may == (not refused), (act, refused)
        return may

    # What holds whatever was done.

    def check(self) -> None:
        stored = self.stored()
        assert {one.pk: self.read(one) for one in stored if one.away_id} == self.rows
        self.nobody_twice(stored)
        self.everybody_meets()
        byes = [one for one in stored if one.away_id is None]
        left = dict(
            Entrant.objects.filter(event=self.season.pk).values_list("player", "left_round")
        )
        assert set(left) == set(self.entered)
        assert {player for player, round_ in left.items() if round_} == set(self.gone)
        assert all(one.round.number < (left[one.home_id] or 10**6) for one in byes)

    def nobody_twice(self, stored: list[Fixture]) -> None:
        """On a day nobody plays twice, and no table is taken twice; in a round nobody is twice."""
        to_play = [row for row in self.rows.values() if row.state == OPEN]
        on_day = Counter((row.day, who) for row in to_play for who in row.pair)
        assert set(on_day.values()) <= {1}
        waiting = [one for one in stored if self.rows.get(one.pk) in to_play]
        tables = Counter((one.day, one.table) for one in waiting if one.table)
        assert set(tables.values()) <= {1}
        in_round = Counter(
            (one.round.number, who)
            for one in stored
            for who in (one.home_id, one.away_id)
            if who and one.award != "void"
        )
        assert set(in_round.values()) <= {1}

    def everybody_meets(self) -> None:
        """As often as the plan says; where it is twice, at home once each."""
        met = Counter(row.pair for row in self.rows.values())
        pairs = {frozenset((a, b)) for a in self.entered for b in self.entered if a != b}
        assert met == dict.fromkeys(pairs - self.never_met, self.times)
        if self.times == 2:
            at_home = Counter((row.home, row.away) for row in self.rows.values())
            assert set(at_home.values()) == {1}


Acts = list[tuple[str, int, int]]


@settings(
    max_examples=examples(4, thorough=12),
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.booleans(),
    st.lists(
        st.tuples(st.sampled_from(ACTS), st.integers(0, 5), st.integers(0, 3)),
        min_size=8,
        max_size=14,
    ),
)
def test_any_season_is_as_the_second_book_says(house: House, double: bool, acts: Acts) -> None:
    with undone("one club for all examples"):
        book = Book(house, double=double)
        book.check()
        for name, at, how in acts:
            act = {"return": book.comes_back}.get(name) or getattr(book, name)
            before = season_version(book.season.pk)
            moved = act(at, how)
            after = season_version(book.season.pk)
            assert (after > before) == moved, "A season moves by what is done, not by what is not."
            book.check()
