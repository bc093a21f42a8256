"""The opponent's yes, and whoever changes the game at that moment, on both databases."""

from collections.abc import Callable
from threading import Barrier, Event
from time import sleep
from typing import Any

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.terms import GameEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Confirmation, Match
from games.matches.selectors import reading as confirmations
from games.matches.selectors.logs import log_of
from games.matches.selectors.matches import matches
from games.matches.selectors.reading import confirmed_games
from games.matches.services import disputes as confirmation
from games.matches.services import entries
from games.matches.services.disputes import game_confirm
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import match_start
from games.matches.services.revisions import entry_correct
from tests.support.arena import house_of_race
from tests.support.clubhouse import ONE_GAME, House
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

PAUSE = 0.3
"""Long enough for the other to come as far as it can."""
CLIENTS = 6


house = house_of_race


def _won(house: House) -> Match:
    """Ann entered that she won the one game; Bob has not said yes."""
    house.club.confirms = True
    house.club.save()
    director = house.person("director")
    evening = evening_open(by=director, held_on=house.season().starts_on, tables=("1",))
    made = match_start(
        by=director,
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        terms=ONE_GAME,
        evening_table=evening.tables.get().pk,
    )
    match = matches().get(pk=made.pk)
    what = GameEntry(1, Score(5, 3))
    return play_record(by=house.person("ann"), match=match, what=what, version=0).match


def _own(match: Match) -> Match:
    """As each request reads it for itself."""
    return matches().get(pk=match.pk)


def _confirm(house: House, match: Match) -> Callable[[], object]:
    bob = house.person("bob")
    return lambda: game_confirm(by=bob, match=_own(match), game=1, number=1)


def _undo(house: House, match: Match) -> Callable[[], object]:
    ann = house.person("ann")
    return lambda: entry_undo(by=ann, match=_own(match), version=1)


def _correct(house: House, match: Match) -> Callable[[], object]:
    director, what = house.person("director"), GameEntry(1, Score(3, 5))
    return lambda: entry_correct(
        by=director, match=_own(match), number=1, what=what, reason="misread", version=1
    )


def _slowly(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, came: Event) -> None:
    """Whoever has looked goes on only when the other has had time to look too."""
    real = getattr(module, name)

    def slowly(*args: Any) -> Any:
        found = real(*args)
        came.set()
        sleep(PAUSE)
        return found

    monkeypatch.setattr(module, name, slowly)


def _first_and_then(
    first: Callable[[], object], then: Callable[[], object], came: Event
) -> list[object]:
    def act(number: int) -> object:
        if number:
            assert came.wait(10)
            return then()
        return first()

    return at_once(2, act)


def _is_confirmed(match: Match) -> bool:
    found = _own(match)
    return 1 in confirmed_games(found, log_of(found))


def test_a_yes_that_comes_first_keeps_the_player_from_taking_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = Event()
    match = _won(house)
    _slowly(monkeypatch, confirmation, "confirm_refusal", came)
    yes, undone = _first_and_then(_confirm(house, match), _undo(house, match), came)
    assert isinstance(yes, Confirmation)
    assert isinstance(undone, Invalid)
    assert undone.code == "game_confirmed"
    assert _is_confirmed(match)
    assert _own(match).version == 1


def test_what_was_taken_back_first_is_not_confirmed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = Event()
    match = _won(house)
    _slowly(monkeypatch, entries, "refuse_confirmed", came)
    undone, yes = _first_and_then(_undo(house, match), _confirm(house, match), came)
    assert not isinstance(undone, Exception), undone
    assert isinstance(yes, Stale)
    assert not Confirmation.objects.filter(match=match).exists()
    assert (_own(match).version, _own(match).over) == (2, False)


@pytest.mark.parametrize("arena", ["postgresql"], indirect=True)
def test_without_waiting_for_each_other_a_confirmed_game_is_taken_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. SQLite has no two writers at once, so none can race."""
    both_have_looked = Barrier(2, timeout=10)
    match = _won(house)
    for module, name in ((confirmation, "confirm_refusal"), (entries, "refuse_confirmed")):
        real = getattr(module, name)

        def looked(*args: Any, real: Any = real) -> Any:
            found = real(*args)
            both_have_looked.wait()
            return found

        monkeypatch.setattr(module, name, looked)
    for module in (confirmation, confirmations):
        monkeypatch.setattr(module, "lock_confirmations", lambda _match: None)
    acts = _confirm(house, match), _undo(house, match)
    found = at_once(2, lambda number: acts[number]())
    assert [one for one in found if isinstance(one, Exception)] == []
    assert Confirmation.objects.filter(match=match, number=1).exists()
    assert _own(match).version == 2


def test_a_yes_is_only_to_what_was_seen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The director turns the game round meanwhile: Bob never said yes to 3-5."""
    came = Event()
    match = _won(house)
    _slowly(monkeypatch, confirmation, "confirm_refusal", came)
    yes, corrected = _first_and_then(_confirm(house, match), _correct(house, match), came)
    assert isinstance(yes, Confirmation)
    assert not isinstance(corrected, Exception), corrected
    assert not _is_confirmed(match)
    late = at_once(1, lambda _number: _confirm(house, match)())
    assert isinstance(late[0], Stale)
    assert (_own(match).winner, Confirmation.objects.filter(match=match).count()) == ("b", 1)


def test_six_who_say_yes_at_once_say_it_once(house: House) -> None:
    """One row, one line of the log, and the evening moves once."""
    match = _won(house)
    before = Evening.objects.get(club=house.club).version
    act = _confirm(house, match)
    found = at_once(CLIENTS, lambda _number: act())
    assert [one for one in found if isinstance(one, Exception)] == []
    assert len({one.pk for one in found if isinstance(one, Confirmation)}) == 1
    assert Confirmation.objects.filter(match=match).count() == 1
    assert AuditLogEntry.objects.filter(club=house.club, act="game_confirm").count() == 1
    assert Evening.objects.get(club=house.club).version == before + 1
