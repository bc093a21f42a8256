"""Two who act at a table online at the same moment, on both databases. test_race_controls.py shows
what each of these races would come to without its guards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Fault, Invalid, Stale
from games.engine.transcripts.checks import is_right, verify
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.services.entries import match_annul
from games.matches.services.matches import MatchTerms, match_start
from games.online.models import Action, ChainEnd, Draw, OnlineTable, Sweep
from games.online.selectors.tables import Backing, Play, backers_of, tables
from games.online.selectors.transcripts import transcript_file
from games.online.services.acting import action_do, hand_annul, time_over
from games.online.services.chains import chain_publish, links_open
from games.online.services.sweeping import BY_REQUESTS
from games.online.services.tables import table_of_match
from scoring.contests.models import Contest
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.services.events import event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from tests.support.arena import faults
from tests.support.clubhouse import ONE_GAME, House, open_house
from tests.support.depth import on_both, times
from tests.support.elsewhere import at_once, django_on
from tests.support.nights import evening

from .devices import Device, link, loses, play_out, seated, step

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]
CLIENTS = 6
SECOND = timedelta(seconds=1)
PLAYERS = {"a": "ann", "b": "bob"}


@contextmanager
def dealt(
    url: str, blocker: DjangoDbBlocker, slug: str, **terms: Any
) -> Iterator[tuple[House, tuple[Device, Device]]]:
    """A hand is dealt, and its elder hand is to propose or to stand."""
    with django_on(url, blocker):
        house = open_house(slug)
        devices = seated(house, Random(slug), terms)
        until_proposal(devices)
        yield house, devices


def until_proposal(devices: tuple[Device, Device]) -> None:
    for _ in range(60):
        state = step(devices)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            return
    raise AssertionError("no hand was dealt")


def table_now(devices: tuple[Device, Device]) -> OnlineTable:
    return tables().get(pk=devices[0].table)


def says(house: House, devices: tuple[Device, Device], word: str) -> Callable[[], object]:
    """The elder hand does, as each of their phones saw the table."""
    table = table_now(devices)
    elder = Play(table).current_hand.to_act
    assert elder is not None
    by, version = house.person(PLAYERS[elder.value]), table.version
    return lambda: action_do(by=by, table=tables().get(pk=table.pk), version=version, act=word)


def both(first: Callable[[], object], second: Callable[[], object]) -> list[object]:
    return at_once(2, lambda number: (first, second)[number]())


def lines(devices: tuple[Device, Device]) -> list[str]:
    rows = Action.objects.filter(table=devices[0].table).order_by("number")
    found = list(rows.values_list("number", "text"))
    assert [number for number, _text in found] == list(range(1, len(found) + 1))
    return [text for _number, text in found]


def goes_on(devices: tuple[Device, Device]) -> None:
    """The match can be played to its end, and its transcript is right."""
    assert play_out(devices, loses("a"))["status"] == "over"
    assert is_right(verify(transcript_file(table_now(devices)).encode()))


@on_both("arena")
def test_of_many_phones_one_acts(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    """Three phones propose, three stand."""
    with dealt(arena, django_db_blocker, "phones") as (house, devices):
        before, version = len(lines(devices)), table_now(devices).version
        words = [says(house, devices, "propose"), says(house, devices, "stand")]
        found = at_once(CLIENTS, lambda number: words[number % 2]())
        assert [type(fault) for fault in faults(found)] == [Stale] * (CLIENTS - 1)
        assert len(lines(devices)) == before + 1
        assert table_now(devices).version == version + 1


def test_an_action_comes_before_the_end_of_its_time_or_not_at_all(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with dealt(arena, django_db_blocker, "clock", clock="quick") as (house, devices):
        for _try in range(times(2, thorough=6)):
            now = timezone.now()
            Sweep.objects.update_or_create(pk=BY_REQUESTS, defaults={"at": now})
            OnlineTable.objects.filter(pk=devices[0].table).update(deadline=now - SECOND)
            before, stale = len(lines(devices)), table_now(devices)

            def look(stale: OnlineTable = stale, now: datetime = now) -> object:
                return time_over(stale, now)

            acted, over = both(says(house, devices, "propose"), look)
            new = [line[2:] for line in lines(devices)[before:] if line[0] in "AB"]
            if over is True:
                assert isinstance(acted, Fault)
                assert new[0] == "time"
            else:
                assert over is False
                assert new == ["propose"]
            until_proposal(devices)
        goes_on(devices)


def test_nothing_is_played_after_an_annulment(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with dealt(arena, django_db_blocker, "annulled") as (house, devices):
        match, director = table_now(devices).match_id, house.person("director")

        def annul() -> object:
            found = matches().get(pk=match or 0)
            return match_annul(by=director, match=found, reason="By mistake.", version=0)

        acted, annulled = both(says(house, devices, "propose"), annul)
        assert not isinstance(annulled, Exception)
        texts = lines(devices)
        assert texts[-2:] == ["annul", "end annulled"]
        assert (texts[-3][2:] == "propose") == (not isinstance(acted, Exception))
        assert isinstance(acted, Fault) or not isinstance(acted, Exception)
        table = table_now(devices)
        assert (table.status, table.deadline) == ("closed", None)
        assert is_right(verify(transcript_file(table).encode()))


def test_a_hand_is_annulled_with_all_its_actions(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with dealt(arena, django_db_blocker, "hand", terms={"format": "one_game"}) as (house, devices):
        director, table = house.person("director"), table_now(devices)

        def annul() -> object:
            mine = tables().get(pk=table.pk)
            return hand_annul(by=director, table=mine, reason="The cards were seen.")

        acted, annulled = both(says(house, devices, "propose"), annul)
        assert not isinstance(annulled, Exception)
        texts = lines(devices)
        assert texts[-1] == "annul"
        assert (texts[-2][2:] == "propose") == (not isinstance(acted, Exception))
        goes_on(devices)


@contextmanager
def dealt_on_an_evening(
    url: str, blocker: DjangoDbBlocker, slug: str
) -> Iterator[tuple[House, tuple[Device, Device], Callable[[], object]]]:
    """With what signs that evening off."""
    with django_on(url, blocker):
        house = open_house(slug)
        director = house.person("director")
        evening = evening_open(by=director, held_on=timezone.localdate(), tables=("1",))
        match = match_start(
            by=director,
            player_a=house.players["ann"].pk,
            player_b=house.players["bob"].pk,
            terms=ONE_GAME,
            evening_table=evening.tables.get().pk,
        )
        table = table_of_match(by=director, match=match)
        devices = (
            Device(house.api("ann"), table.pk, "a", Random(1)),
            Device(house.api("bob"), table.pk, "b", Random(2)),
        )
        for device in devices:
            device.open()
        until_proposal(devices)

        def sign_off() -> object:
            found = Evening.objects.get(pk=evening.pk)
            return evening_sign_off(
                by=director, evening=found, version=found.version, reason="It is late."
            )

        yield house, devices, sign_off


def test_nothing_is_played_after_the_sign_off(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with dealt_on_an_evening(arena, django_db_blocker, "signed") as (house, devices, sign_off):
        acted, signed = both(says(house, devices, "propose"), sign_off)
        assert not isinstance(signed, Exception)
        assert Evening.objects.get(club=house.club.pk).signed_off_at is not None
        assert isinstance(acted, Fault) or not isinstance(acted, Exception)
        texts = lines(devices)
        assert texts[-1].startswith("end ")
        assert (texts[-3][2:] == "propose") == (not isinstance(acted, Exception))
        assert table_now(devices).status == "closed"
        late = says_now(house, devices)
        with pytest.raises(Invalid, match="not_playing"):
            late()


def says_now(house: House, devices: tuple[Device, Device]) -> Callable[[], object]:
    table = table_now(devices)
    by = house.person("ann")
    return lambda: action_do(by=by, table=table, version=table.version, act="propose")


def test_of_two_phones_that_publish_one_holds(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    terms = {"format": "one_game"}
    with dealt(arena, django_db_blocker, "chains", terms=terms) as (house, devices):
        ann, table = house.person("ann"), devices[0].table
        seeds = [bytes([number]) * 32 for number in range(2)]

        def publish(number: int) -> object:
            end = link(seeds[number], 1024).hex()
            return chain_publish(by=ann, table=tables().get(pk=table), end=end)

        assert faults(at_once(2, publish)) == []
        last = ChainEnd.objects.filter(table=table, seat="a").order_by("-pk")[0]
        (seed,) = [seed for seed in seeds if link(seed, 1024).hex() == last.end]
        devices[0].seed, devices[0].holds_from = seed, last.number
        goes_on(devices)


def test_a_link_is_of_the_phone_whose_chain_holds(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Ann's other phone publishes its chain while this one opens a link."""
    with django_on(arena, django_db_blocker):
        house = open_house("taken-over")
        devices = seated(house, Random(6), {"terms": {"format": "one_game"}})
        publish, opens = taken_over(house, devices)
        linked, published = both(opens, publish)
        assert not isinstance(published, Exception)
        was_open = not isinstance(linked, Exception)
        assert was_open or getattr(linked, "code", linked) == "link_of_another_chain"
        # A chain holds from the first draw for which no link is open.
        last = ChainEnd.objects.filter(table=devices[0].table, seat="a").order_by("-pk")[0]
        assert last.number == (2 if was_open else 1)
        devices[0].seed, devices[0].holds_from = OTHER_SEED, last.number
        goes_on(devices)


OTHER_SEED = bytes(32)


def taken_over(
    house: House, devices: tuple[Device, Device]
) -> tuple[Callable[[], object], Callable[[], object]]:
    """Ann's other phone publishes its chain; the first one opens the link of the first draw."""
    ann, _bob = devices
    by, link_of_first, end = house.person("ann"), ann.link_for(1), link(OTHER_SEED, 1024).hex()
    return (
        lambda: chain_publish(by=by, table=table_now(devices), end=end),
        lambda: links_open(by=by, table=table_now(devices), links={1: link_of_first}),
    )


def test_links_sent_by_both_at_once_deal_one_hand(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """And each of them twice."""
    with django_on(arena, django_db_blocker):
        house = open_house("links")
        devices = seated(house, Random(5), {"terms": {"format": "one_game"}})
        for number in range(1, 6):
            if devices[0].state()["hand"] is not None:
                break

            def send(which: int, number: int = number) -> object:
                device = devices[which % 2]
                by = house.person(PLAYERS[device.seat])
                mine = tables().get(pk=device.table)
                return links_open(by=by, table=mine, links={number: device.link_for(number)})

            assert {getattr(fault, "code", fault) for fault in faults(at_once(4, send))} <= {
                "draw_not_due"
            }
            assert Draw.objects.filter(table=devices[0].table).count() == number
        goes_on(devices)


def test_a_bet_comes_before_the_deal_or_its_backer_sees_nothing(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Under laws that let a backer see the hand and point."""
    with django_on(arena, django_db_blocker):
        house = open_house("bets")
        by = house.person("director")
        dan = Player.objects.create(club=house.club, name="Dan").pk
        cyd, contest = house.players["cyd"].pk, gallery(house)
        event_tell(by=by, contest=contest, event=BetLaid(dan, Side.B, 5))
        contest.refresh_from_db()

        def lay() -> object:
            return event_tell(by=by, contest=again(contest), event=BetLaid(cyd, Side.A, 5))

        def deal() -> object:
            return game_deal(by=by, contest=again(contest), version=contest.version)

        laid, game = both(lay, deal)
        assert not isinstance(game, Exception)
        match = Match.objects.order_by("-pk")[0]
        table = table_of_match(by=by, match=matches().get(pk=match.pk))
        assert table.match is not None
        if isinstance(laid, Exception):
            assert getattr(laid, "code", laid) == "bets_closed"
            expected = {}
        else:
            expected = {cyd: Backing("a", sees=True), dan: Backing("b", sees=True)}
        assert backers_of(table.match) == expected


def gallery(house: House) -> Contest:
    night = evening(house, "ann", "bob")
    pair = [house.players[name].pk for name in ("ann", "bob")]
    place, terms = night.tables.order_by("pk")[0].pk, MatchTerms("britannica", "one_game", 1)
    plan = Plan("match", place, terms, {}, gallery={}, players=pair)
    return contest_open(by=house.person("scorer"), evening=night, plan=plan)


def again(contest: Contest) -> Contest:
    return Contest.objects.select_related("evening").get(pk=contest.pk)
