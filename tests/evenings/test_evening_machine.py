"""Whatever happens at an evening, in any order: it is as one kept on a sheet of paper."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Fault, Stale
from games.engine.terms import GameEntry, Score
from games.evenings import authentication as phones
from games.evenings.live_state import EveningNow, evening_now
from games.evenings.models import Evening, Phone, Table
from games.evenings.services import evenings as evening_services
from games.evenings.services.phones import phone_open
from games.matches.models import Match
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import matches_start
from games.matches.services.revisions import entry_correct
from games.matches.services.seating import Start
from scoring.leagues.models import Standing
from scoring.leagues.selectors.pairings import proposal
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import open_house
from tests.support.depth import examples
from tests.support.plain_evening import PlainEvening

pytestmark = pytest.mark.slow
# As it was found: to make a story shorter takes minutes.
TOLD = (Phase.generate,)

SCORES = {"a": Score(5, 2), "b": Score(4, 5)}
places = st.integers(0, 9)
winners = st.sampled_from(["a", "b"])
table_names = st.sampled_from(["1", "2", "3", "Blue room", "blue ROOM", " "])


def at(place: int, things: Any) -> Any:
    """The thing at this place, counted round and round."""
    found = list(things)
    return found[place % len(found)]


class Night(RuleBasedStateMachine):
    """Within a transaction that is rolled back at the end of each story."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.house = open_house()
        self.season = self.house.season()
        self.director, self.scorer = self.house.person("director"), self.house.person("scorer")
        self.evening = evening_services.evening_open(
            by=self.director, held_on=date(2020, 2, 29), tables=("1", "2")
        )
        dora = player_add(by=self.director, name="Dora")
        self.plain = PlainEvening({dora.pk, *(one.pk for one in self.house.players.values())})
        for table in self.evening.tables.all():
            self.plain.tables[table.pk], self.plain.codes[table.pk] = table.name, 1
        self.version = self.seen().version

    def teardown(self) -> None:
        try:
            assert recount(self.season) == []
        finally:
            transaction.set_rollback(True)
            self.transaction.__exit__(None, None, None)

    def seen(self) -> Evening:
        return Evening.objects.get(pk=self.evening.pk)

    def same(self, may: bool, act: Callable[[], Any]) -> Any:
        """`act` is done or refused as on paper; what is done moves the evening, and nothing else
        does."""
        try:
            with transaction.atomic():
                done = act()
        except Fault as fault:
            if may:
                raise AssertionError(fault.code) from fault
            assert self.seen().version == self.version
            return None
        assert may
        assert self.seen().version > self.version
        self.version = self.seen().version
        return done

    @rule(place=places)
    def arrive(self, place: int) -> None:
        who = at(place, sorted(self.plain.known))
        arrive = evening_services.player_arrive
        self.same(
            self.plain.arrive(who),
            lambda: arrive(by=self.scorer, evening=self.evening, player_id=who),
        )

    @rule(place=places)
    def go(self, place: int) -> None:
        who = at(place, sorted(self.plain.known))
        go = evening_services.player_go
        self.same(
            self.plain.go(who), lambda: go(by=self.scorer, evening=self.evening, player_id=who)
        )

    @precondition(lambda self: self.plain.present)
    @rule(place=places)
    def undo_arrival(self, place: int) -> None:
        who = at(place, sorted(self.plain.present))
        undo = evening_services.arrival_undo

        def act() -> bool:
            undo(by=self.scorer, evening=self.evening, player_id=who)
            return True

        self.same(self.plain.unmark(who), act)

    @rule(name=st.sampled_from(["Eve", "Guy", "ANN", "dora"]))
    def walk_in(self, name: str) -> None:
        """Nobody comes in as somebody new who is a player of the club already."""
        taken = {one.casefold() for one in Player.objects.values_list("name", flat=True)}
        before = len(taken)
        may = not self.plain.signed and name.casefold() not in taken
        walk_in = evening_services.walk_in
        came = self.same(may, lambda: walk_in(by=self.director, evening=self.evening, name=name))
        if came is not None:
            self.plain.known.add(came.player_id)
            self.plain.present[came.player_id] = True
        assert Player.objects.count() == before + may

    @rule(name=table_names)
    def add_table(self, name: str) -> None:
        may = self.plain.is_free_name(name.strip())
        add = evening_services.table_add
        table = self.same(may, lambda: add(by=self.director, evening=self.evening, name=name))
        if table is not None:
            self.plain.tables[table.pk], self.plain.codes[table.pk] = name, 1

    @rule(place=places, name=table_names)
    def rename_table(self, place: int, name: str) -> None:
        table = Table.objects.get(pk=at(place, self.plain.tables))
        rename = evening_services.table_rename
        self.same(
            self.plain.rename(table.pk, name.strip()),
            lambda: rename(by=self.director, table=table, name=name),
        )

    @rule(place=places, seen=st.integers(1, 2))
    def renew_code(self, place: int, seen: int) -> None:
        table, renew = (
            Table.objects.get(pk=at(place, self.plain.tables)),
            evening_services.code_renew,
        )
        may, old = self.plain.renew(table.pk, seen), table.code
        self.same(may, lambda: renew(by=self.director, table=table, number=seen))
        assert (Table.objects.get(pk=table.pk).code != old) == may

    @rule(place=places)
    def open_phone(self, place: int) -> None:
        """Coming in by a code is nothing that happens at the evening: it moves nothing."""
        table = Table.objects.get(pk=at(place, self.plain.tables))
        try:
            with transaction.atomic():
                phone, _secret = phone_open(code=table.code.lower())
        except Fault as fault:
            if not self.plain.signed:
                raise AssertionError(fault.code) from fault
        else:
            assert not self.plain.signed
            self.plain.phones[phone.pk] = (table.pk, self.plain.codes[table.pk])

    @rule(round_=st.lists(st.tuples(places, places, places), min_size=1, max_size=2))
    def start(self, round_: list[tuple[int, int, int]]) -> None:
        people, tables = sorted(self.plain.known), list(self.plain.tables)
        starts = [(at(t, tables), at(a, people), at(b, people)) for t, a, b in round_]
        sent = [Start(*one) for one in starts]
        evening, event = self.evening, self.season.pk
        begun = self.same(
            self.plain.may_start(starts),
            lambda: matches_start(by=self.scorer, evening=evening, starts=sent, event_id=event),
        )
        for match, one in zip(begun or (), starts, strict=False):
            self.plain.started(match.pk, *one)

    def match(self, place: int) -> Match:
        return Match.objects.select_related("evening_table").get(pk=at(place, self.plain.bouts))

    def enter_as(self, by: Person, may: bool, match: Match, won: str) -> None:
        what = GameEntry(1, SCORES[won])
        self.same(may, lambda: play_record(by=by, match=match, what=what, version=match.version))

    @precondition(lambda self: self.plain.bouts)
    @rule(place=places, won=winners)
    def enter(self, place: int, won: str) -> None:
        match = self.match(place)
        self.enter_as(self.scorer, self.plain.enter(match.pk, won), match, won)

    @precondition(lambda self: self.plain.bouts and self.plain.phones)
    @rule(place=places, phone=places, won=winners)
    def enter_by_phone(self, place: int, phone: int, won: str) -> None:
        """At its own table, as long as its code is good."""
        match, pk = self.match(place), at(phone, self.plain.phones)
        may = self.plain.enter(match.pk, won, phone=pk)
        actor = person(Actor(phone=phones.good(pk)), self.house.club.pk)
        self.enter_as(actor, may, match, won)

    @precondition(lambda self: self.plain.bouts)
    @rule(place=places)
    def undo(self, place: int) -> None:
        match = self.match(place)
        may = self.plain.undo(match.pk)
        self.same(may, lambda: entry_undo(by=self.scorer, match=match, version=match.version))

    @precondition(lambda self: self.plain.bouts)
    @rule(place=places, won=winners)
    def correct(self, place: int, won: str) -> None:
        match = self.match(place)
        may = self.plain.correct(match.pk, won)
        number, what = match.entries.count(), GameEntry(1, SCORES[won])
        version = match.version

        def act() -> object:
            return entry_correct(
                by=self.director,
                match=match,
                number=number,
                what=what,
                reason="Misheard.",
                version=version,
            )

        self.same(may, act)

    @precondition(lambda self: len(self.plain.bouts) > 1)
    @rule()
    def sign_off(self) -> None:
        seen, sign = self.seen(), evening_services.evening_sign_off
        self.same(
            self.plain.sign_off(),
            lambda: sign(by=self.director, evening=seen, version=seen.version),
        )

    @precondition(lambda self: not self.plain.signed)
    @rule(ago=st.integers(1, 2))
    def sign_off_what_was_not_seen(self, ago: int) -> None:
        seen = self.seen()
        with pytest.raises(Stale), transaction.atomic():
            evening_services.evening_sign_off(
                by=self.director, evening=seen, version=seen.version - ago
            )

    @invariant()
    def the_evening_is_as_on_paper(self) -> None:
        now = evening_now(self.seen(), to_settle=True)
        self.who_is_here_and_who_plays(now)
        self.tables_and_their_matches(now)
        self.everybody_free_is_paired_once(now)

    def who_is_here_and_who_plays(self, now: EveningNow) -> None:
        assert {one.player.pk: one.is_here for one in now.guests} == self.plain.present
        assert len(now.here) + len(now.gone) == len(now.guests)
        assert {one.player.pk for one in now.free} == self.plain.free()
        assert {one.pk for one in now.unfinished} == {
            pk for pk, bout in self.plain.bouts.items() if not bout.won and not bout.closed
        }
        # Nothing was entered in them, so that they are abandoned.
        assert {one.pk for one in now.stopped if one.stopped == "abandoned"} == {
            pk for pk, bout in self.plain.bouts.items() if bout.closed
        }
        assert now.evening.is_open != self.plain.signed

    def tables_and_their_matches(self, now: EveningNow) -> None:
        found = {place.table.pk: place for place in now.places}
        assert {pk: place.table.name for pk, place in found.items()} == self.plain.tables
        for pk, place in found.items():
            bouts = {one: bout for one, bout in self.plain.bouts.items() if bout.table == pk}
            assert {match.pk for match in place.over} == {
                one for one, bout in bouts.items() if bout.won
            }
            assert len(place.matches) == len(bouts)

    @invariant()
    def whose_code_is_good(self) -> None:
        good = {pk for pk in self.plain.phones if phones.good(pk)}
        assert good == {pk for pk in self.plain.phones if self.plain.is_let_in(pk)}
        assert set(Phone.objects.values_list("pk", flat=True)) == set(self.plain.phones)

    def everybody_free_is_paired_once(self, now: EveningNow) -> None:
        found = proposal(now, season_id=self.season.pk)
        paired = [one.pk for pair in found.pairs for one in (pair.player_a, pair.player_b)]
        out = [found.out.pk] if found.out else []
        assert sorted(paired + out) == sorted(self.plain.free())
        assert len(out) == len(self.plain.free()) % 2
        tables = [pair.table.pk for pair in found.pairs if pair.table]
        assert len(set(tables)) == len(tables)

    @invariant()
    def the_standings_are_the_sheet(self) -> None:
        rows = Standing.objects.filter(season=self.season, played__gt=0)
        assert {row.player_id: row.won for row in rows} == self.plain.wins()


@pytest.mark.any_database
def test_an_evening_is_as_on_paper(db: None) -> None:
    run_state_machine_as_test(
        Night,
        settings=settings(
            max_examples=examples(2, thorough=6), stateful_step_count=35, phases=TOLD
        ),
    )
