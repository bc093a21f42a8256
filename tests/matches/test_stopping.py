"""A match that is not played to its end: abandoned, or to be continued another day."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.seats import Seat
from games.engine.terms import GameEntry, Score
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.evenings.results import evening_results
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Entry, Match
from games.matches.selectors.matches import match_in_play_at
from games.matches.selectors.statuses import IDLE_AFTER, Status, of_status, status_of
from games.matches.services.entries import entry_undo, match_annul, play_record
from games.matches.services.matches import match_start
from games.matches.services.revisions import entry_correct
from games.matches.services.stopping import (
    match_abandon,
    match_abandon_preview,
    match_adjourn,
    match_resume,
)
from scoring.leagues.models import Fixture, Standing
from scoring.leagues.selectors.recount import recount
from scoring.tournaments.selectors.progress import progress_of
from tests.support.clubhouse import House
from tests.support.contests import opened as contest_opened
from tests.support.everything import everything
from tests.support.hooks import kinds
from tests.support.nights import evening, hand, played
from tests.support.planned import plan, season_of
from tests.support.tourneys import begin

from .test_annulling_tied import cup_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def abandon(house: House, match: Match, who: str = "director") -> Match:
    match = Match.objects.get(pk=match.pk)
    by = house.person(who)
    match_abandon(by=by, match=match, reason="Ann fell ill.", version=match.version)
    return Match.objects.get(pk=match.pk)


def adjourn(house: House, match: Match, who: str = "ann") -> Match:
    match = Match.objects.get(pk=match.pk)
    match_adjourn(by=house.person(who), match=match, version=match.version)
    return Match.objects.get(pk=match.pk)


def resume(house: House, match: Match, who: str = "ann", **at: Any) -> Match:
    match = Match.objects.get(pk=match.pk)
    match_resume(by=house.person(who), match=match, version=match.version, **at)
    return Match.objects.get(pk=match.pk)


def refused(code: str, act: Any) -> Invalid:
    with pytest.raises(Invalid) as fault, transaction.atomic():
        act()
    assert fault.value.code == code
    return fault.value


def fixture_of_both(house: House) -> Fixture:
    """Ann and Bob are to meet in a season of Ann, Bob and Cyd."""
    made = plan(house, season_of(house), list(house.players.values()))
    return made.get(("Ann", "Bob")) or made["Bob", "Ann"]


def start(house: House, fixture: Fixture, night: Evening, table: int = 0) -> Match:
    return match_start(
        by=house.person("scorer"),
        player_a=fixture.home_id,
        player_b=fixture.away_id or 0,
        event_id=fixture.event_id,
        evening_table=night.tables.order_by("pk")[table].pk,
        first_dealer=Seat.A,
    )


@pytest.mark.postgresql
def test_to_be_continued_at_a_table_of_another_evening(house: House) -> None:
    """Two hands on Thursday: 2–1 in the first game. It ends a week later at another table."""
    thursday = evening(house, "ann", "bob")
    match = played(house, thursday, "ann", "bob", [hand(3, king=Seat.A), hand(2)])
    first = thursday.tables.order_by("pk")[0]
    assert match_in_play_at(first) == match
    match = adjourn(house, match)
    assert (match.stopped, match.over, match.score_a, match.score_b) == ("adjourned", False, 2, 1)
    assert match_in_play_at(first) is None
    now = evening_now(thursday)
    assert (now.unfinished, now.stopped, len(now.free)) == ((), (match,), 2)
    later = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 26), tables=("Garden",)
    )
    garden = later.tables.get()
    match = resume(house, match, evening_table=garden.pk)
    assert (match.stopped, match.table, match.version) == ("", "Garden", 4)
    assert match_in_play_at(garden) == match
    assert len(evening_now(later).here) == 2
    assert evening_now(thursday).matches == ()
    # Two more to Ann, and the king with the last point: the first game of the rubber.
    for what in (hand(4), hand(3, king=Seat.A)):
        play_record(by=house.person("ann"), match=match, what=what, version=match.version)
    assert (match.games_a, match.games_b, match.hands) == (1, 0, 4)
    assert kinds(house) == [
        *("evening.opened", "match.started", "match.entered", "match.entered", "match.adjourned"),
        *("evening.opened", "match.resumed", "match.entered", "match.entered"),
    ]


def test_a_fixture_is_free_again_once_its_match_is_abandoned(house: House) -> None:
    """What was played stays on record; the second match is the fixture's, and it alone counts."""
    fixture = fixture_of_both(house)
    night = evening(house, "ann", "bob")
    first = start(house, fixture, night)
    play_record(by=house.person("scorer"), match=first, what=hand(5), version=0)
    fixture.refresh_from_db()
    assert fixture.match == first
    first = abandon(house, first)
    assert Fixture.objects.get(pk=fixture.pk).match is None
    assert (first.stopped, first.score_a) == ("abandoned", 2)
    second = start(house, fixture, night)
    fixture.refresh_from_db()
    assert fixture.match == second
    play_record(by=house.person("scorer"), match=second, what=GameEntry(1, Score(5, 3)), version=0)
    assert recount(fixture.event.season) == []
    rows = Standing.objects.filter(season=fixture.event_id, played__gt=0)
    assert {row.player_id: (row.played, row.won, row.voles) for row in rows} == {
        fixture.home_id: (1, 1, 0),
        fixture.away_id: (1, 0, 0),
    }
    # The fixture has its result: the first match cannot be that of the two again.
    fault = refused("decided_since", lambda: resume(house, first, "director"))
    assert "since been started or decided" in str(fault.detail)


def test_an_abandoned_match_is_resumed_and_has_its_fixture_again(house: House) -> None:
    fixture = fixture_of_both(house)
    match = start(house, fixture, evening(house, "ann", "bob"))
    match = resume(house, abandon(house, match), "director")
    fixture.refresh_from_db()
    assert (fixture.match, match.stopped, match.evening_table) == (match, "", None)
    won = GameEntry(1, Score(5, 0))
    play_record(by=house.person("scorer"), match=match, what=won, version=match.version)
    assert recount(fixture.event.season) == []
    assert Standing.objects.get(season=fixture.event_id, player=fixture.home).won == 1


def test_an_adjourned_match_keeps_its_fixture(house: House) -> None:
    fixture = fixture_of_both(house)
    match = adjourn(house, start(house, fixture, evening(house, "ann", "bob")), "scorer")
    fixture.refresh_from_db()
    assert fixture.match == match
    match = abandon(house, match)
    assert Fixture.objects.get(pk=fixture.pk).match is None
    assert match.stopped == "abandoned"
    match = resume(house, match, "director")
    fixture.refresh_from_db()
    assert (fixture.match, match.stopped) == (match, "")


@pytest.mark.parametrize(("stop", "code"), [(adjourn, "adjourned"), (abandon, "abandoned")])
def test_nothing_is_entered_while_it_is_stopped(house: House, stop: Any, code: str) -> None:
    scorer, director = house.person("scorer"), house.person("director")
    begun = house.match()
    play_record(by=scorer, match=begun, what=hand(3), version=0)
    match = stop(house, begun)
    before = everything()
    # A phone that has not heard of it is told so, and not that its version is old.
    for act in (
        lambda: play_record(by=scorer, match=match, what=hand(3), version=1),
        lambda: entry_undo(by=scorer, match=match, version=2),
        lambda: match_annul(by=director, match=match, reason="A trial.", version=2),
        lambda: stop(house, match),
        lambda: adjourn(house, match),
    ):
        assert "on the page of the match" in str(refused(code, act).detail)
    assert everything() == before


def test_what_was_entered_can_be_corrected_but_not_to_an_end(house: House) -> None:
    """One game, 3–1 after three hands: with a vole and a king in the second, it would be over."""
    match = house.match()
    scorer, director = house.person("scorer"), house.person("director")
    for what in (hand(3), hand(2), hand(5)):
        play_record(by=scorer, match=match, what=what, version=match.version)
    assert (match.score_a, match.score_b) == (3, 1)
    match = adjourn(house, match)
    fields: dict[str, Any] = {"by": director, "match": match, "number": 2, "reason": "Misread."}
    too_much = hand(5, king=Seat.A)
    refused("adjourned", lambda: entry_correct(**fields, what=too_much, version=4))
    match = Match.objects.get(pk=match.pk)
    entry_correct(**{**fields, "match": match}, what=hand(3), version=4)
    match.refresh_from_db()
    assert (match.score_a, match.score_b, match.stopped, match.over) == (4, 0, "adjourned", False)


def test_undo_goes_on_to_what_was_played(house: House) -> None:
    match = house.match()
    play_record(by=house.person("scorer"), match=match, what=hand(5), version=0)
    match = resume(house, abandon(house, adjourn(house, match)), "director")
    entry_undo(by=house.person("scorer"), match=match, version=match.version)
    match.refresh_from_db()
    assert (match.score_a, match.hands, match.version) == (0, 0, 5)
    refused(
        "nothing_to_undo",
        lambda: entry_undo(by=house.person("scorer"), match=match, version=match.version),
    )


def test_a_match_that_is_over_or_annulled_is_not_stopped(house: House) -> None:
    match = house.match()
    won = GameEntry(1, Score(5, 3))
    play_record(by=house.person("scorer"), match=match, what=won, version=0)
    refused("match_over", lambda: adjourn(house, match))
    fault = refused("match_over", lambda: abandon(house, match))
    assert "annul it" in str(fault.detail)
    other = house.match()
    by = house.person("director")
    match_annul(by=by, match=other, reason="A trial.", version=0)
    refused("annulled", lambda: adjourn(house, other))
    refused("not_stopped", lambda: resume(house, house.match(), "scorer"))


def test_who_may(house: House) -> None:
    """Players adjourn and resume their own; a director abandons, and resumes what was abandoned."""
    match = house.match()
    for who in ("ann", "scorer"):
        with pytest.raises(Denied), transaction.atomic():
            abandon(house, match, who)
    with pytest.raises(Denied), transaction.atomic():
        adjourn(house, match, "cyd")
    match = adjourn(house, match, "bob")
    with pytest.raises(Denied), transaction.atomic():
        resume(house, match, "cyd")
    match = abandon(house, resume(house, match, "bob"))
    for who in ("ann", "scorer"):
        with pytest.raises(Denied), transaction.atomic():
            resume(house, match, who)
    stale = Match.objects.get(pk=match.pk)
    resume(house, match, "committee")
    with pytest.raises(Stale), transaction.atomic():
        match_resume(by=house.person("committee"), match=stale, version=stale.version)


def test_a_taken_table_or_player_is_refused(house: House) -> None:
    night = evening(house, "ann", "bob", "cyd")
    one, two = night.tables.order_by("pk")
    match = adjourn(house, played(house, night, "ann", "bob"))
    played(house, night, "bob", "cyd")
    refused("table_taken", lambda: resume(house, match, evening_table=one.pk))
    fault = refused("player_taken", lambda: resume(house, match, evening_table=two.pk))
    assert "adjourn that match" in str(fault.detail)
    refused("unknown_table", lambda: resume(house, match, evening_table=10**9))
    evening_sign_off(
        by=house.person("director"),
        evening=night,
        version=Evening.objects.values_list("version", flat=True).get(pk=night.pk),
    )
    refused("signed_off", lambda: resume(house, match, evening_table=two.pk))


def test_a_preview_of_abandoning_writes_nothing(house: House) -> None:
    match = house.match(house.season())
    play_record(by=house.person("scorer"), match=match, what=hand(3), version=0)
    before = everything()
    seen = match_abandon_preview(
        by=house.person("director"),
        match=Match.objects.get(pk=match.pk),
        reason="Ann fell ill.",
        version=1,
    )
    assert everything() == before
    results = [one for one in seen.changes if one.figure.figure == "result"]
    assert [(one.before.value, one.after.value) for one in results] == [  # type: ignore[union-attr]
        ("In play", "Abandoned")
    ]


def test_a_sign_off_closes_what_is_unfinished(house: House) -> None:
    """Unless the director chooses: what was begun is to be continued, the rest is abandoned."""
    night = evening(house, "ann", "bob", "cyd")
    begun = played(house, night, "ann", "bob", [hand(3)])
    match_start_only = played(house, night, "ann", "cyd", table=1)
    night.refresh_from_db()
    evening_sign_off(by=house.person("director"), evening=night, version=night.version)
    begun.refresh_from_db()
    match_start_only.refresh_from_db()
    assert (begun.stopped, match_start_only.stopped) == ("adjourned", "abandoned")
    reasons = Entry.objects.filter(kind__in=("abandoned", "adjourned")).order_by("match")
    assert [one.reason for one in reasons] == ["", "The evening ended."]
    assert evening_results(night).over == ()
    assert night.version == Evening.objects.get(pk=night.pk).version


def test_a_sign_off_closes_them_as_the_director_chooses(house: House) -> None:
    night = evening(house, "ann", "bob", "cyd")
    begun = played(house, night, "ann", "bob", [hand(3)])
    empty = played(house, night, "ann", "cyd", table=1)
    night.refresh_from_db()
    by = house.person("director")
    chosen = {begun.pk: "abandoned", empty.pk: "adjourned"}
    foreign = {house.match().pk: "abandoned"}
    fields: dict[str, Any] = {"by": by, "evening": night, "version": night.version}
    refused("not_unfinished", lambda: evening_sign_off(**fields, closing=foreign))
    night.refresh_from_db()
    assert night.is_open
    evening_sign_off(**fields, closing=chosen, reason="The lights failed.")
    begun.refresh_from_db()
    empty.refresh_from_db()
    assert (begun.stopped, empty.stopped) == ("abandoned", "adjourned")
    assert begun.entries.latest("number").reason == "The lights failed."


def test_a_match_in_each_status(house: House) -> None:
    """By hand and by the database: the two agree, also on the edge."""
    night = evening(house, "ann", "bob", "cyd")
    now = timezone.now()
    fresh, idle, edge = (house.match() for _time in range(3))
    Match.objects.filter(pk=idle.pk).update(changed_at=now - IDLE_AFTER - timedelta(seconds=1))
    Match.objects.filter(pk=edge.pk).update(changed_at=now - IDLE_AFTER)
    left, gone, cancelled, won = (house.match() for _time in range(4))
    adjourn(house, left)
    abandon(house, gone)
    by = house.person("director")
    match_annul(by=by, match=cancelled, reason="A trial.", version=0)
    play_record(by=by, match=won, what=GameEntry(1, Score(5, 1)), version=0)
    # Taken back after the sign-off: it is of an evening that is over.
    late = played(house, night, "ann", "bob", [GameEntry(1, Score(5, 1))])
    night.refresh_from_db()
    evening_sign_off(by=by, evening=night, version=night.version)
    Match.objects.filter(pk=late.pk).update(stopped="", changed_at=now)
    expected = {
        fresh.pk: Status.IN_PLAY,
        idle.pk: Status.UNFINISHED,
        edge.pk: Status.UNFINISHED,
        left.pk: Status.ADJOURNED,
        gone.pk: Status.ABANDONED,
        cancelled.pk: Status.ANNULLED,
        won.pk: Status.FINISHED,
        late.pk: Status.UNFINISHED,
    }
    assert {one.pk: status_of(one, now) for one in Match.objects.all()} == expected
    for status in Status:
        found = set(Match.objects.filter(of_status(status, now)).values_list("pk", flat=True))
        assert found == {pk for pk, own in expected.items() if own is status}


def test_a_game_of_a_contest_is_not_stopped_while_it_runs(house: House) -> None:
    club = contest_opened(house, "cul_leve", "ann", "bob", "cyd")
    game = club.deals()
    refused("of_contest", lambda: adjourn(house, game, "scorer"))
    refused("of_contest", lambda: abandon(house, game))
    assert match_in_play_at(club.contest.table) == Match.objects.get(pk=game.pk)


def test_a_match_of_a_tournament_is_abandoned_and_started_again(house: House) -> None:
    """The pairing of the two is open again, and the second match is its own."""
    cup, _ids = cup_of(house, 4, "knockout")
    semi = progress_of(cup).of_round(1)[0]
    first = begin(house, semi)
    abandon(house, first)
    semi.refresh_from_db()
    assert Fixture.objects.get(pk=semi.pk).match is None
    second = begin(house, semi)
    assert Fixture.objects.get(pk=semi.pk).match == second
    refused("not_drawn", lambda: resume(house, first, "director"))
