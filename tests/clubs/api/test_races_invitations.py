"""A link that is withdrawn, or whose player leaves, at the moment when somebody takes it."""

from collections.abc import Callable
from threading import Barrier, Event
from typing import Any

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import of_secret, secret_of
from ecarte_club.clubs.services import accounts as personal
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import player_add, player_leave, player_rename
from ecarte_club.clubs.services.roles import invitation_accept, invitation_make, invitation_revoke
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

TRIES = 6


def _invited(house: House) -> tuple[Player, Invitation, User]:
    number = User.objects.count()
    player = Player.objects.create(club=house.club, name=f"Dora {number}")
    made = invitation_make(by=house.person("committee"), player_id=player.pk, role=Role.SCORER)
    return player, made, User.objects.create_user(f"g{number}@x.example", name="Guest")


def _taking(made: Invitation, guest: User) -> Callable[[], object]:
    secret = secret_of(made)
    return lambda: invitation_accept(secret=secret, user=guest)


def _one_of(*acts: Callable[[], object]) -> list[object]:
    """What each came to, done at once; a refusal is a fault and nothing else."""
    found = at_once(len(acts), lambda number: acts[number]())
    assert all(isinstance(one, Fault) for one in found if isinstance(one, Exception)), found
    return found


def test_a_link_is_withdrawn_or_taken_and_never_both(house: House) -> None:
    by = house.person("committee")
    for _try in range(TRIES):
        player, made, guest = _invited(house)

        def withdraw(pk: int = made.pk) -> object:
            return invitation_revoke(by=by, invitation_id=pk)

        taken, withdrawn = _one_of(_taking(made, guest), withdraw)
        assert isinstance(taken, Fault) != isinstance(withdrawn, Fault)
        made.refresh_from_db()
        player.refresh_from_db()
        is_in = not isinstance(taken, Fault)
        assert (made.used_at is None, made.revoked_at is None) == (not is_in, is_in)
        assert (player.user == guest) == is_in
        assert Office.objects.filter(user=guest).exists() == is_in


def test_without_the_condition_a_withdrawn_link_is_taken(house: House) -> None:
    """Read, found open by both, and written back by both."""
    both_have_read = Barrier(2, timeout=30)

    def naive(secret: str, **fields: Any) -> None:
        found = of_secret(secret)
        both_have_read.wait()
        Invitation.objects.filter(pk=found.pk).update(**fields)

    _player, made, guest = _invited(house)
    secret, now = secret_of(made), timezone.now()
    _one_of(
        lambda: naive(secret, used_at=now, used_by=guest),
        lambda: naive(secret, revoked_at=now),
    )
    made.refresh_from_db()
    assert made.used_at
    assert made.revoked_at


def test_who_left_is_nobodys_place(house: House) -> None:
    """Either the link was taken first, and he who left signs in no more as a member; or the
    leaving came first, and the link is dead."""
    director = house.person("director")
    for _try in range(TRIES):
        player, made, guest = _invited(house)

        def leave(pk: int = player.pk) -> object:
            found = Player.objects.get(pk=pk)
            return player_leave(by=director, player=found, version=0)

        taken, left = _one_of(_taking(made, guest), leave)
        player.refresh_from_db()
        made.refresh_from_db()
        assert (player.user == guest) == (not isinstance(taken, Fault))
        assert (made.used_at is None) == isinstance(taken, Fault)
        assert (player.left_on is None) == isinstance(left, Fault)
        if isinstance(left, Fault):
            # The link was taken meanwhile, which the director had not seen.
            assert isinstance(left, Stale)
        else:
            assert player.user is None or made.used_at


def test_a_name_that_is_given_while_it_is_forgotten(house: House) -> None:
    """No new name comes back to a player who was made anonymous at that moment."""
    committee, director = house.person("committee"), house.person("director")
    for number in range(TRIES):
        player = player_add(by=director, name=f"A. Lee {number}")

        def forget(pk: int = player.pk) -> object:
            return player_anonymise(by=committee, player_id=pk, version=0)

        def rename(player: Player = player, name: str = f"B. Moss {number}") -> object:
            return player_rename(by=director, player=player, name=name, version=0)

        forgotten, renamed = _one_of(forget, rename)
        assert isinstance(forgotten, Fault) != isinstance(renamed, Fault)
        now = Player.objects.get(pk=player.pk)
        if isinstance(forgotten, Fault):
            assert isinstance(forgotten, Stale)
            assert (now.name, now.anonymised_at) == (f"B. Moss {number}", None)
        else:
            assert isinstance(renamed, Stale | Absent)
            assert now.name == f"Nº\u00a0{player.pk}"


def test_two_who_forget_the_same_player_do_it_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is made to come while the first is half way."""
    half_way, real = Event(), personal._forget_player

    def slowly(player: Player) -> None:
        half_way.set()
        real(player)

    by = house.person("committee")
    player = player_add(by=by, name="A. Lee")
    monkeypatch.setattr(personal, "_forget_player", slowly)

    def forget() -> object:
        return player_anonymise(by=by, player_id=player.pk, version=0)

    def later() -> object:
        half_way.wait(10)
        return forget()

    first, second = _one_of(forget, later)
    assert not isinstance(first, Fault)
    assert isinstance(second, Absent | Stale)
    assert AuditLogEntry.objects.filter(club=house.club, act="player_anonymise").count() == 1


def test_of_two_links_to_one_place_one_is_good(house: House) -> None:
    player, made, guest = _invited(house)
    by = house.person("committee")
    other = invitation_make(by=by, player_id=player.pk)
    second = User.objects.create_user("second@x.example", name="Second")
    found = _one_of(_taking(made, guest), _taking(other, second))
    assert sum(isinstance(one, Invalid) for one in found) == 1
    used = Invitation.objects.filter(player=player).exclude(used_at=None).get()
    player.refresh_from_db()
    assert player.user == used.used_by
