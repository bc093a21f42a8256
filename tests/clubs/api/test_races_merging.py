"""A match is begun with a player who at that moment turns out to be another, on both databases."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, Event
from time import sleep
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services import members as merging
from ecarte_club.clubs.services.members import player_add, players_merge
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import RubberEntry
from games.evenings.models import Attendance, Phone
from games.evenings.services import phones
from games.evenings.services.evenings import evening_open, player_arrive
from games.evenings.services.phones import phone_open
from games.matches.models import Match
from games.matches.services import matches
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import House
from tests.support.depth import on_both
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

PAUSE = 0.3
"""Long enough for the other to come as far as it can."""


def _two(house: House) -> tuple[Player, Player]:
    ann = house.players["ann"]
    return ann, player_add(by=house.person("director"), name="A. Lee")


def _merge(house: House, kept: Player, gone: Player) -> object:
    return players_merge(
        by=house.person("committee"), kept=kept.pk, gone=gone.pk, version=0, gone_version=0
    )


def _side_by_side(*acts: Callable[[], object]) -> list[object]:
    return at_once(len(acts), lambda number: acts[number]())


def _nothing_is_left(gone: Player, season: Season) -> bool:
    """Of the one who went: no match, no line of a table, nowhere present."""
    rows = (
        Match.objects.filter(player_a=gone) | Match.objects.filter(player_b=gone),
        Standing.objects.filter(player=gone),
        Attendance.objects.filter(player=gone),
    )
    return not any(found.exists() for found in rows) and recount(season) == []


@pytest.mark.parametrize("first", ["the match", "the merge"])
@on_both("arena")
def test_a_match_begun_meanwhile_is_his_or_is_not_begun(
    first: str,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes second waits at the players' rows for the first to end."""
    season, (ann, gone) = house.season(), _two(house)
    bob, by = house.players["bob"], house.person("scorer")
    locked = Event()
    _pause_after(monkeypatch, first == "the match" and (matches, "_check_players"), locked)
    _pause_after(monkeypatch, first == "the merge" and (merging, "_locked"), locked)

    def start() -> object:
        if first == "the merge":
            locked.wait(10)
        return match_start(by=by, player_a=gone.pk, player_b=bob.pk, event_id=season.pk)

    def merge() -> object:
        if first == "the match":
            locked.wait(10)
        return _merge(house, ann, gone)

    begun, merged = _side_by_side(start, merge)
    assert not isinstance(merged, Exception), merged
    assert _nothing_is_left(gone, season)
    if first == "the match":
        assert Match.objects.get(event_id=season.pk).player_a == ann
    else:
        assert isinstance(begun, Invalid)
        assert begun.code == "unknown_player"


def _pause_after(monkeypatch: pytest.MonkeyPatch, place: Any, done: Event) -> None:
    """The function goes on only when the other has had its time."""
    if not place:
        return
    module, name = place
    real = getattr(module, name)

    def slowly(*args: Any, **named: Any) -> Any:
        found = real(*args, **named)
        done.set()
        sleep(PAUSE)
        return found

    monkeypatch.setattr(module, name, slowly)


@pytest.mark.parametrize("arena", ["postgresql"], indirect=True)
def test_without_the_lock_a_match_is_left_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. SQLite has no two writers at once, so none can race."""
    season, (ann, gone) = house.season(), _two(house)
    bob, by = house.players["bob"], house.person("scorer")
    both_have_looked = Barrier(2, timeout=10)

    def unlocked(*_args: object, **_named: object) -> None:
        both_have_looked.wait()
        sleep(PAUSE)

    real = merging._locked

    def looked(*args: Any) -> Any:
        found = real(*args)
        both_have_looked.wait()
        return found

    monkeypatch.setattr(matches, "_check_players", unlocked)
    monkeypatch.setattr(merging, "_locked", looked)
    found = _side_by_side(
        lambda: match_start(by=by, player_a=gone.pk, player_b=bob.pk, event_id=season.pk),
        lambda: _merge(house, ann, gone),
    )
    assert [one for one in found if isinstance(one, Exception)] == []
    assert not _nothing_is_left(gone, season)


def test_who_is_marked_present_meanwhile(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    season, (ann, gone) = house.season(), _two(house)
    director = house.person("director")
    evening = evening_open(by=director, held_on=season.starts_on)
    locked = Event()
    _pause_after(monkeypatch, (merging, "_locked"), locked)

    def arrive() -> object:
        locked.wait(10)
        return player_arrive(by=director, evening=evening, player_id=gone.pk)

    came, merged = _side_by_side(arrive, lambda: _merge(house, ann, gone))
    assert not isinstance(merged, Exception), merged
    assert isinstance(came, Invalid)
    assert _nothing_is_left(gone, season)


def _a_phone_meanwhile(house: House, gone: Player, ann: Player, locked: Event) -> list[object]:
    """`gone` says at a table that he holds a phone, while he turns out to be Ann."""
    evening = evening_open(
        by=house.person("director"), held_on=house.season().starts_on, tables=["1"]
    )
    code = evening.tables.get().code

    def let_in() -> object:
        locked.wait(10)
        return phone_open(code=code, player_id=gone.pk)

    return _side_by_side(let_in, lambda: _merge(house, ann, gone))


def test_no_phone_is_let_in_for_who_turns_out_to_be_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, gone = _two(house)
    locked = Event()
    _pause_after(monkeypatch, (merging, "_people_move"), locked)
    let_in, merged = _a_phone_meanwhile(house, gone, ann, locked)
    assert not isinstance(merged, Exception), merged
    assert isinstance(let_in, Invalid)
    assert let_in.code == "unknown_player"
    assert not Phone.objects.filter(player__club=house.club).exists()


@pytest.mark.parametrize("arena", ["postgresql"], indirect=True)
def test_without_the_lock_a_phone_is_left_to_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: he is looked for and found before the merge ends, and nobody waits."""
    ann, gone = _two(house)
    locked = Event()
    _pause_after(monkeypatch, (merging, "_people_move"), locked)
    monkeypatch.setattr(
        phones, "lock_player", lambda _club, pk: Player.objects.get(pk=pk, merged_into=None)
    )
    found = _a_phone_meanwhile(house, gone, ann, locked)
    assert [one for one in found if isinstance(one, Exception)] == []
    assert Phone.objects.get(player__club=house.club).player == gone


def test_results_and_merges_at_once_end_in_whole_sums(house: House) -> None:
    """Six results of three twins come in while each twin is merged: no deadlock, nothing lost."""
    season, by = house.season(), house.person("scorer")
    bob, director = house.players["bob"], house.person("director")
    pairs = [
        tuple(player_add(by=director, name=f"{name} {number}") for name in "XY")
        for number in range(3)
    ]
    begun = [
        match_start(by=by, player_a=one.pk, player_b=bob.pk, event_id=season.pk)
        for pair in pairs
        for one in pair
    ]

    def enter(match: Match) -> object:
        return play_record(by=by, match=match, what=RubberEntry(1, 0), version=0)

    acts: list[Callable[[], object]] = [partial(enter, match) for match in begun]
    acts += [partial(_merge, house, *pair) for pair in pairs]
    found = _side_by_side(*acts)
    assert [one for one in found if isinstance(one, Exception)] == []
    won = Standing.objects.filter(season=season).exclude(player=bob)
    assert {line.player_id: line.won for line in won} == {kept.pk: 2 for kept, _gone in pairs}
    assert recount(season) == []
