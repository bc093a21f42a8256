"""Two directors write names that look alike at the same moment: one of them is asked."""

from collections.abc import Sequence
from threading import Barrier

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.services import members
from ecarte_club.clubs.services.members import player_add, player_rename
from ecarte_club.core.exceptions import Fault
from games.evenings.services.evenings import walk_in
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once
from tests.support.nights import evening

pytestmark = pytest.mark.slow

TRIES = 5


def _asked_once(found: Sequence[object]) -> None:
    questions = [one.code for one in found if isinstance(one, Fault)]
    assert len(questions) == 1, found
    assert questions[0] in {"names_alike", "known_player"}
    assert sum(isinstance(one, Exception) for one in found) == 1, found


def _names(house: House) -> set[str]:
    return set(Player.objects.filter(club=house.club).values_list("name", flat=True))


def test_of_two_who_add_a_name_one_is_asked(house: House) -> None:
    by = house.person("director")
    for number in range(TRIES):
        two = f"Chloé {number}", f"CHLOE {number}"

        def add(turn: int, two: tuple[str, str] = two) -> object:
            return player_add(by=by, name=two[turn])

        _asked_once(at_once(2, add))
        assert len(_names(house)) == 3 + number + 1


def test_one_is_asked_whichever_way_the_name_comes(house: House) -> None:
    """Bob is renamed while somebody of that name walks in; neither waits for the other."""
    by, night, bob = house.person("director"), evening(house), house.players["bob"]
    for number in range(TRIES):
        bob.refresh_from_db()
        name = f"Alice {number}"

        def act(turn: int, name: str = name) -> object:
            if turn:
                return walk_in(by=by, evening=night, name=name)
            return player_rename(by=by, player=bob, name=name.upper(), version=bob.version)

        _asked_once(at_once(2, act))
        assert len({one for one in _names(house) if one.casefold() == name.casefold()}) == 1


@pytest.mark.parametrize("arena", ["postgresql"], indirect=True)
def test_without_the_lock_both_names_are_taken(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: both have looked before either adds. SQLite has no two writers at once."""
    both_have_looked, real = Barrier(2, timeout=30), player_names.alike

    def looked(club_id: int, name: str, *, but: int | None = None) -> list[Player]:
        there = real(club_id, name, but=but)
        both_have_looked.wait()
        return there

    monkeypatch.setattr(members, "lock_club", lambda _club_id: None)
    monkeypatch.setattr(members, "alike", looked)
    by, two = house.person("director"), ("Chloé", "CHLOE")
    added = at_once(2, lambda turn: player_add(by=by, name=two[turn]))
    assert all(isinstance(one, Player) for one in added), added
    assert set(two) <= _names(house)
