"""What programs are told of: in the transaction of the change, numbered without a gap."""

from datetime import date
from pathlib import Path

import pytest
from django.db import transaction

from ecarte_club.clubs.services.members import player_rename, players_merge
from ecarte_club.core.models import Outgoing
from ecarte_club.core.outbox import Kind
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.services.entries import entry_undo
from games.matches.services.revisions import entry_correct
from scoring.webhooks import messages
from scoring.webhooks.labels import EVENTS
from scoring.webhooks.models import KINDS
from scoring.webhooks.selectors import outgoing_in
from scoring.webhooks.services.outbox import KEPT, numbered, outbox_sweep
from tests.support.clubhouse import House
from tests.support.hooks import happens, kinds, numbers, play


@pytest.mark.any_database
def test_a_match_of_a_season_is_told_step_by_step(house: House) -> None:
    season = house.season()
    match = house.match(season)
    play(house, match)
    told = kinds(house)
    assert told[:3] == ["season.opened", "match.started", "standings.changed"]
    entered = [kind for kind in told if kind.startswith("match.")]
    hands = match.entries.count()
    assert entered == ["match.started", *["match.entered"] * (hands - 1), "match.ended"]
    assert told[-2:] == ["match.ended", "standings.changed"]


def test_what_is_told_holds_what_the_program_needs(house: House) -> None:
    season = house.season()
    match = house.match(season)
    play(house, match)
    match.refresh_from_db()
    numbered(house.club.pk)
    ended, standings = outgoing_in(house.club.pk).order_by("-number")[:2][::-1]
    assert messages.message_of(ended) == {
        "type": "match.ended",
        "timestamp": ended.at.isoformat(),
        "number": ended.number,
        "club": "cercle",
        "data": {
            "season": season.pk,
            "league": season.league_id,
            "tournament": None,
            "match": match.pk,
            "players": [match.player_a_id, match.player_b_id],
            "version": match.version,
            "games": {"a": match.games_a, "b": match.games_b},
            "rubbers": {"a": match.rubbers_a, "b": match.rubbers_b},
            "score": {"a": match.score_a, "b": match.score_b},
            "over": True,
            "winner": match.winner,
        },
        "links": {
            "season": f"http://127.0.0.1:8000/api/v1/seasons/{season.pk}",
            "league": f"http://127.0.0.1:8000/api/v1/leagues/{season.league_id}",
            "match": f"http://127.0.0.1:8000/api/v1/matches/{match.pk}",
        },
    }
    season.refresh_from_db()
    plain = messages.message_of(standings)
    assert plain["data"]["version"] == season.version
    assert plain["links"]["standings"].endswith(f"/api/v1/seasons/{season.pk}/standings")


def test_corrections_and_what_is_taken_back(house: House) -> None:
    match = house.match()
    play(house, match)
    match.refresh_from_db()
    director, version = house.person("director"), match.version
    what = HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, (), Tricks(2, 3)))
    entry_correct(by=director, match=match, number=2, what=what, reason="x", version=version)
    match.refresh_from_db()
    after = "match.corrected" if match.over else "match.reopened"
    assert kinds(house)[-1] == after
    entry_undo(by=director, match=match, version=match.version)
    match.refresh_from_db()
    assert match.over
    assert kinds(house)[-1] == ("match.ended" if after == "match.reopened" else "match.corrected")


def test_evenings_and_players(house: House) -> None:
    director = house.person("director")
    evening = evening_open(by=director, held_on=date(2026, 11, 20), tables=("1",))
    evening_sign_off(by=director, evening=evening, version=evening.version)
    ann, bob = house.players["ann"], house.players["bob"]
    player_rename(by=director, player=ann, version=ann.version, name="Anna")
    assert kinds(house) == ["evening.opened", "evening.signed_off", "player.changed"]
    bob.user = None
    bob.save()
    ann.refresh_from_db()
    seen = {"version": ann.version, "gone_version": bob.version}
    players_merge(by=house.person("committee"), kept=ann.pk, gone=bob.pk, **seen)
    numbered(house.club.pk)
    told = outgoing_in(house.club.pk).get(kind=Kind.PLAYER_MERGED)
    assert told.ids == {"player": bob.pk, "kept": ann.pk}


def test_nobody_is_named(house: House) -> None:
    season = house.season()
    play(house, house.match(season))
    ann = house.players["ann"]
    player_rename(by=house.person("director"), player=ann, version=ann.version, name="Zenobia Quux")
    told = str([messages.message_of(one) for one in outgoing_in(house.club.pk)])
    for name in ("Ann", "Bob", "Zenobia", "Quux", "Scorer", "Director"):
        assert name not in told


def test_what_is_not_done_is_not_told(house: House) -> None:
    with transaction.atomic():
        house.match()
        transaction.set_rollback(True)
    assert kinds(house) == []
    happens(house)
    assert numbers(house) == [1]


def test_numbers_count_without_a_gap_club_by_club(house: House, neighbour: House) -> None:
    for _round in range(3):
        happens(house, 2)
        happens(neighbour)
        numbered(house.club.pk)
    assert numbers(house) == [1, 2, 3, 4, 5, 6]
    assert numbers(neighbour) == [1, 2, 3]
    assert numbered(house.club.pk) == 6


def test_a_number_is_given_once_whatever_is_swept(house: House) -> None:
    happens(house, 3)
    assert numbers(house) == [1, 2, 3]
    last = Outgoing.objects.get(number=3)
    Outgoing.objects.update(at=last.at - KEPT - (last.at - last.at.replace(microsecond=0)))
    happens(house)
    outbox_sweep()
    assert numbers(house) in ([4], [1, 2, 3, 4])
    happens(house)
    assert numbers(house)[-1] == 5


def test_every_kind_is_described() -> None:
    assert set(EVENTS) == set(Kind)
    assert [kind.value for kind in Kind] == KINDS
    assert all(len(kind) <= 20 for kind in KINDS)


def test_every_kind_is_told_somewhere() -> None:
    """No kind is promised that nothing writes."""
    modules = (path for path in Path("scoring").rglob("*.py") if path.name != "labels.py")
    text = "".join(path.read_text() for path in modules)
    assert all(f"Kind.{kind.name}" in text for kind in Kind)


pytestmark = [pytest.mark.django_db, pytest.mark.slow]
