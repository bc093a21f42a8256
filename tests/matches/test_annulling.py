"""A match that is annulled counts for nothing, and is its old self when that is taken back."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.seats import Seat
from games.engine.terms import GameEntry, Score
from games.evenings.live_state import evening_now
from games.evenings.results import evening_results
from games.evenings.services.evenings import evening_sign_off
from games.matches.models import Entry, Match
from games.matches.selectors.matches import match_in_play_at
from games.matches.selectors.player_record import player_record
from games.matches.selectors.reading import read
from games.matches.services.disputes import flag_raise
from games.matches.services.entries import (
    entry_undo,
    match_annul,
    match_annul_back,
    match_annul_preview,
    play_record,
)
from games.matches.services.revisions import entry_correct
from tests.support.clubhouse import House
from tests.support.everything import everything
from tests.support.nights import evening, game, hand, played

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def annul(house: House, match: Match, reason: str = "A trial.", who: str = "director") -> Match:
    match.refresh_from_db()
    by = house.person(who)
    match_annul(by=by, match=match, reason=reason, version=match.version)
    return Match.objects.get(pk=match.pk)


def back(house: House, match: Match, reason: str = "It was no trial.") -> Match:
    match.refresh_from_db()
    by = house.person("director")
    match_annul_back(by=by, match=match, reason=reason, version=match.version)
    return Match.objects.get(pk=match.pk)


FIGURES = ("games_a", "games_b", "score_a", "score_b", "over", "winner", "hands", "kings_a")


def figures(match: Match) -> tuple[Any, ...]:
    return tuple(getattr(match, name) for name in FIGURES)


@pytest.mark.postgresql
def test_a_trial_match_at_a_club_night(house: House) -> None:
    """It would be in play for ever. Annulled, the table and the two are free."""
    night = evening(house, "ann", "bob")
    match = played(house, night, "ann", "bob", [hand(3, king=Seat.A), hand(5)])
    match.refresh_from_db()
    was = figures(match)
    entered = list(Entry.objects.filter(match=match).values())
    match = annul(house, match)
    assert figures(match) == (0, 0, 0, 0, False, "", 0, 0)
    assert match.annulled_at is not None
    table = night.tables.order_by("pk")[0]
    assert match_in_play_at(table) is None
    now = evening_now(night)
    assert (now.matches, now.unfinished, len(now.free)) == ((), (), 2)
    assert evening_results(night).unfinished == ()
    found = read(match)
    assert (found.standing, len(found.log.played().standing())) == ((), 2)
    last = found.log.annulment
    assert last is not None
    assert (last.number, last.reason, last.by) == (3, "A trial.", house.users["director"])
    assert list(Entry.objects.filter(match=match, number__lt=3).values()) == entered
    match = back(house, match)
    assert (figures(match), match.annulled_at, match.version) == (was, None, 4)
    assert match_in_play_at(table) == match
    play_record(by=house.person("scorer"), match=match, what=hand(3), version=4)
    # A king and the point, a vole, and the point: five.
    assert match.games_a == 1


def test_it_is_annulled_twice_and_what_is_undone_is_what_was_played(house: House) -> None:
    match = house.match()
    scorer = house.person("scorer")
    play_record(by=scorer, match=match, what=hand(3), version=0)
    for _time in range(2):
        match = back(house, annul(house, match))
    assert (match.version, match.score_a) == (5, 1)
    entry_undo(by=scorer, match=match, version=5)
    assert (match.version, match.score_a, match.hands) == (6, 0, 0)
    with pytest.raises(Invalid, match="nothing_to_undo"), transaction.atomic():
        entry_undo(by=scorer, match=match, version=6)


def test_nothing_was_entered_and_it_is_annulled_all_the_same(house: House) -> None:
    match = annul(house, house.match())
    assert (match.version, match.annulled_at is None) == (1, False)
    match = back(house, match)
    assert (match.version, match.annulled_at) == (2, None)


def test_nothing_is_entered_in_it(house: House) -> None:
    match = house.match()
    play_record(by=house.person("scorer"), match=match, what=hand(3), version=0)
    match = annul(house, match)
    by = house.person("director")
    again: dict[str, Any] = {"by": by, "match": match, "version": 2}
    for act in (
        lambda: play_record(**again, what=hand(3)),
        lambda: entry_correct(**again, number=1, what=hand(5), reason="so"),
        lambda: entry_correct(**again, number=2, what=None, reason="so"),
        lambda: entry_undo(**again),
        lambda: match_annul(**again, reason="again"),
        lambda: flag_raise(by=by, match=match, text="Not so."),
    ):
        with pytest.raises(Invalid) as refused, transaction.atomic():
            act()
        assert refused.value.code == "annulled"
        assert "Director" in str(refused.value.detail)
    assert Entry.objects.filter(match=match).count() == 2


@pytest.mark.parametrize("who", ["ann", "scorer"])
def test_it_takes_who_may_correct(house: House, who: str) -> None:
    match = house.match()
    by = house.person(who)
    with pytest.raises(Denied), transaction.atomic():
        match_annul(by=by, match=match, reason="so", version=0)
    annul(house, match)
    with pytest.raises(Denied), transaction.atomic():
        match_annul_back(by=by, match=match, reason="so", version=1)


def test_a_reason_the_newest_version_and_something_to_take_back(house: House) -> None:
    match = house.match()
    by = house.person("committee")
    with pytest.raises(Invalid, match="no_reason"), transaction.atomic():
        match_annul(by=by, match=match, reason=" ", version=0)
    with pytest.raises(Invalid, match="not_annulled"), transaction.atomic():
        match_annul_back(by=by, match=match, reason="so", version=0)
    play_record(by=by, match=match, what=hand(3), version=0)
    with pytest.raises(Stale), transaction.atomic():
        match_annul(by=by, match=match, reason="so", version=0)
    stale = Match.objects.get(pk=match.pk)
    annul(house, match, who="committee")
    with pytest.raises(Stale), transaction.atomic():
        play_record(by=by, match=stale, what=hand(3), version=1)
    with pytest.raises(Invalid, match="no_reason"), transaction.atomic():
        match_annul_back(by=by, match=match, reason="", version=2)


def test_after_the_sign_off_it_is_a_correction(house: House) -> None:
    night = evening(house, "ann", "bob")
    match = played(house, night, "ann", "bob", [game(5, 3), GameEntry(2, Score(5, 0))])
    evening_sign_off(by=house.person("director"), evening=night, version=_version(night))
    assert [line.won for line in evening_results(night).lines] == [1, 0]
    match = annul(house, match)
    assert [line.won for line in evening_results(night).lines] == [0, 0]
    assert player_record(house.players["ann"]).total.played == 0
    back(house, match)
    assert [line.won for line in evening_results(night).lines] == [1, 0]


def _version(night: Any) -> int:
    night.refresh_from_db()
    return int(night.version)


def test_a_preview_tells_what_the_act_changes_and_keeps_nothing(house: House) -> None:
    season = house.season()
    match = house.match(season)
    play_record(by=house.person("scorer"), match=match, what=game(5, 3), version=0)
    before = everything()
    found = match_annul_preview(
        by=house.person("director"),
        match=Match.objects.get(pk=match.pk),
        reason="A trial.",
        version=1,
    )
    assert everything() == before
    told = {
        (one.figure.part, one.figure.figure, one.figure.of): (
            one.before and one.before.value,
            one.after and one.after.value,
        )
        for one in found.changes
    }
    assert told["match", "result", "the match"] == ("Won by Ann", "Annulled")
    assert told["season", "points", "Ann"] == (2, None)
    assert ("rating", "rating", "Ann") in told
