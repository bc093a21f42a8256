"""What the guards of a table online are for: the races of test_races.py with the guards off.

Off means: the match is not locked, versions are not compared, numbers are not unique; for a bet,
the evening of its contest is not moved.
"""

from inspect import unwrap
from random import Random
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from games.engine.transcripts.checks import is_right, verify
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.services.entries import match_annul
from games.online.models import Action, ChainEnd, OnlineTable
from games.online.selectors.tables import Backing, Play, backers_of, tables
from games.online.selectors.transcripts import transcript_file
from games.online.services import acting, chains, drawing, writing
from games.online.services import tables as opening
from games.online.services.acting import action_do, time_over
from games.online.services.chains import chain_publish
from games.online.services.tables import table_of_match
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.selectors.courses import Course
from scoring.contests.services import entries
from scoring.contests.services import events as telling
from scoring.contests.services.events import event_tell, game_deal
from tests.support.arena import faults, without_constraint
from tests.support.clubhouse import open_house
from tests.support.elsewhere import at_once, django_on

from .devices import LINKS, link, loses, play_out, seated
from .test_races import (
    OTHER_SEED,
    PLAYERS,
    SECOND,
    again,
    dealt,
    dealt_on_an_evening,
    gallery,
    table_now,
    taken_over,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]


def take_the_guards_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for anybody, and whoever writes last is right."""

    class Unlocked:
        def tuples(self, **_facts: object) -> None: ...

    def unguarded(play: Play, fields: dict[str, object]) -> None:
        writing.change(play, **fields, version=play.table.version + 1)

    monkeypatch.setattr(writing, "_lock", Unlocked())
    for module in (acting, chains, drawing, opening):
        monkeypatch.setattr(module, "moved", unguarded)
    without_constraint(monkeypatch, Action, "action_number_once")


def paused(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, reached: Event, go_on: Event
) -> None:
    """The first time, when all was read and before anything is written."""
    real = getattr(owner, name)

    def later(*args: Any, **kwargs: Any) -> Any:
        if not reached.is_set():
            reached.set()
            assert go_on.wait(30)
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, later)


def test_without_the_guards_a_player_proposes_and_stands(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealt(database_url, django_db_blocker, "unguarded") as (house, devices):
        table = table_now(devices)
        elder = Play(table).current_hand.to_act
        assert elder is not None
        by, bare = house.person(PLAYERS[elder.value]), unwrap(action_do)
        take_the_guards_away(monkeypatch)
        both_have_read, write = Barrier(2, timeout=30), writing.write_line

        def later(*args: Any, **kwargs: Any) -> None:
            both_have_read.wait()
            write(*args, **kwargs)

        monkeypatch.setattr(acting, "write_line", later)

        def act(number: int) -> object:
            word = ("propose", "stand")[number]
            mine = tables().get(pk=table.pk)
            return bare(by=by, table=mine, version=table.version, act=word)

        assert faults(at_once(2, act)) == []
        rows = Action.objects.filter(table=table.pk).order_by("-number", "text")[:2]
        assert {row.text[2:] for row in rows} == {"propose", "stand"}
        assert len({row.number for row in rows}) == 1


def test_without_the_lock_a_hand_that_is_over_goes_on(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock ends the hand while an action is about to be written."""
    with dealt(database_url, django_db_blocker, "late", clock="quick") as (house, devices):
        table, now = table_now(devices), timezone.now()
        elder = Play(table).current_hand.to_act
        assert elder is not None
        by = house.person(PLAYERS[elder.value])
        OnlineTable.objects.filter(pk=table.pk).update(deadline=now - SECOND)
        read, over, bare = Event(), Event(), unwrap(action_do)
        take_the_guards_away(monkeypatch)
        paused(monkeypatch, acting, "write_line", read, over)

        def act(number: int) -> object:
            mine = tables().get(pk=table.pk)
            if number == 0:
                return bare(by=by, table=mine, version=table.version, act="stand")
            assert read.wait(30)
            done = time_over(mine, now)
            over.set()
            return done

        stood, done = at_once(2, act)
        assert done is True
        assert not isinstance(stood, Exception)
        texts = list(Action.objects.filter(table=table.pk).order_by("pk").values_list("text"))
        assert [text[2:] for (text,) in texts[-2:]] == ["time", "stand"]


def test_without_the_guards_something_is_played_after_the_annulment(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealt(database_url, django_db_blocker, "after") as (house, devices):
        table, director = table_now(devices), house.person("director")
        elder = Play(table).current_hand.to_act
        assert elder is not None
        by = house.person(PLAYERS[elder.value])
        read, done, bare = Event(), Event(), unwrap(action_do)
        take_the_guards_away(monkeypatch)
        paused(monkeypatch, acting, "write_line", read, done)

        def act(number: int) -> object:
            if number == 0:
                mine = tables().get(pk=table.pk)
                return bare(by=by, table=mine, version=table.version, act="stand")
            assert read.wait(30)
            match = matches().get(pk=table.match_id or 0)
            match_annul(by=director, match=match, reason="By mistake.", version=0)
            done.set()
            return None

        assert faults(at_once(2, act)) == []
        texts = Action.objects.filter(table=table.pk).order_by("pk").values_list("text", flat=True)
        assert list(texts)[-1][2:] == "stand"
        assert "end annulled" in texts


def test_without_the_guards_something_is_played_after_the_sign_off(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealt_on_an_evening(database_url, django_db_blocker, "late-signed") as room:
        house, devices, sign_off = room
        table = table_now(devices)
        elder = Play(table).current_hand.to_act
        assert elder is not None
        by = house.person(PLAYERS[elder.value])
        read, done, bare = Event(), Event(), unwrap(action_do)
        take_the_guards_away(monkeypatch)
        paused(monkeypatch, acting, "write_line", read, done)

        def act(number: int) -> object:
            if number == 0:
                mine = tables().get(pk=table.pk)
                return bare(by=by, table=mine, version=table.version, act="stand")
            assert read.wait(30)
            signed = sign_off()
            done.set()
            return signed

        assert faults(at_once(2, act)) == []
        assert Evening.objects.get(club=house.club.pk).signed_off_at is not None
        texts = Action.objects.filter(table=table.pk).order_by("pk").values_list("text", flat=True)
        assert list(texts)[-1][2:] == "stand"
        assert any(text.startswith("end ") for text in texts)


def test_without_the_lock_a_link_is_of_no_chain_that_held(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other phone has read that no link is open; then this one opens the first."""
    with django_on(database_url, django_db_blocker):
        house = open_house("unlocked")
        devices = seated(house, Random(6), {"terms": {"format": "one_game"}})
        _publish, opens = taken_over(house, devices)
        by, bare = house.person("ann"), unwrap(chain_publish)
        read, done, end = Event(), Event(), link(OTHER_SEED, LINKS).hex()
        with monkeypatch.context() as unguarded:
            take_the_guards_away(unguarded)
            paused(unguarded, ChainEnd, "save", read, done)

            def act(number: int) -> object:
                if number == 0:
                    return bare(by=by, table=table_now(devices), end=end)
                assert read.wait(30)
                opened = opens()
                done.set()
                return opened

            assert faults(at_once(2, act)) == []
        devices[0].seed, devices[0].holds_from = OTHER_SEED, 1
        assert play_out(devices, loses("a"))["status"] == "over"
        assert not is_right(verify(transcript_file(table_now(devices)).encode()))


def test_without_the_evening_somebody_bets_in_a_hand_and_sees_it(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bet takes the place of the deal in the log of the contest, and the bets are open again."""
    read, done = Event(), Event()
    look = entries.lock_course

    def looks_only(contest: Contest, *, correcting: bool = False) -> Course:
        course = look(contest, correcting=correcting)
        if not read.is_set():
            read.set()
            assert done.wait(30)
        return course

    def not_moved(evening_id: int, *, correcting: bool = False) -> Evening:
        return Evening.objects.get(pk=evening_id)

    with django_on(database_url, django_db_blocker):
        house = open_house("unmoved")
        by, cyd, contest = house.person("director"), house.players["cyd"].pk, gallery(house)
        monkeypatch.setattr(entries, "bump_evening_version", not_moved)
        monkeypatch.setattr(telling, "lock_course", looks_only)
        without_constraint(monkeypatch, ContestEntry, "contest_entry_once")
        # One alone writes at a time on SQLite, as long as there are transactions.
        tell = unwrap(event_tell) if connection.vendor == "sqlite" else event_tell

        def act(number: int) -> object:
            if number == 0:
                return tell(by=by, contest=again(contest), event=BetLaid(cyd, Side.A, 5))
            assert read.wait(30)
            dealt_now = game_deal(by=by, contest=again(contest), version=contest.version)
            done.set()
            return dealt_now

        assert faults(at_once(2, act)) == []
        match = Match.objects.order_by("-pk")[0]
        table = table_of_match(by=by, match=matches().get(pk=match.pk))
        assert table.match is not None
        dan = Player.objects.create(club=house.club, name="Dan").pk
        event_tell(by=by, contest=again(contest), event=BetLaid(dan, Side.A, 5))
        assert backers_of(table.match)[dan] == Backing("a", sees=True)
