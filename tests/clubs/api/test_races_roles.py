"""Two at once: the last of the committee, and an invitation; with the guards on, and off."""

from inspect import unwrap
from threading import Barrier

import pytest

from ecarte_club.clubs.models import Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import of_secret, secret_of
from ecarte_club.clubs.services import roles
from ecarte_club.clubs.services.clubs import office_give
from ecarte_club.clubs.services.roles import (
    invitation_accept,
    invitation_join,
    invitation_make,
    role_take,
)
from ecarte_club.core.exceptions import Denied, Fault, Invalid
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

PAIR = ("committee", "ann")
GUESTS = 6


def _two_of_the_committee(house: House) -> None:
    office_give(club=house.club, user=house.users["ann"], role=Role.COMMITTEE)


def _committee(house: House) -> int:
    return Office.objects.filter(club=house.club, role=Role.COMMITTEE).count()


def test_two_who_take_each_others_office_leave_one(house: House) -> None:
    _two_of_the_committee(house)
    people = [house.person(who) for who in PAIR]
    ids = [house.users[who].pk for who in PAIR]

    def take(number: int) -> object:
        by = people[number]
        return role_take(by=by, user_id=ids[1 - number], role=Role.COMMITTEE)

    found = at_once(2, take)
    faults = [one for one in found if isinstance(one, Exception)]
    assert len(faults) == 1
    assert isinstance(faults[0], Denied | Invalid), faults
    assert _committee(house) == 1


def test_without_the_guard_nobody_is_left(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """No transaction and no move of the club: both count the other as left."""
    both_have_asked = Barrier(2, timeout=30)
    refusal = roles.take_refusal

    def paused(club_id: int, user_id: int, role: Role) -> Invalid | None:
        found = refusal(club_id, user_id, role)
        both_have_asked.wait()
        return found

    _two_of_the_committee(house)
    people = [house.person(who) for who in PAIR]
    ids = [house.users[who].pk for who in PAIR]
    monkeypatch.setattr(roles, "take_refusal", paused)
    monkeypatch.setattr(roles, "bump_club_version", lambda _club: None)
    bare = unwrap(roles.role_take)

    def take(number: int) -> object:
        return bare(by=people[number], user_id=ids[1 - number], role=Role.COMMITTEE)

    found = at_once(2, take)
    assert [one for one in found if isinstance(one, Exception)] == []
    assert _committee(house) == 0


def _invited(house: House) -> tuple[Player, Invitation, list[User]]:
    player = Player.objects.create(club=house.club, name="Dora")
    invitation = invitation_make(by=house.person("committee"), player_id=player.pk)
    guests = [
        User.objects.create_user(f"g{n}@{house.club.slug}.example", name="G") for n in range(GUESTS)
    ]
    return player, invitation, guests


def test_of_six_who_accept_at_once_one_wins(house: House) -> None:
    player, invitation, guests = _invited(house)
    secret = secret_of(invitation)
    found = at_once(GUESTS, lambda n: invitation_accept(secret=secret, user=guests[n]))
    faults = [one for one in found if isinstance(one, Exception)]
    assert len(faults) == GUESTS - 1
    assert all(isinstance(fault, Fault) for fault in faults), faults
    player.refresh_from_db()
    invitation.refresh_from_db()
    assert player.user == invitation.used_by
    assert player.user in guests


def test_without_the_guard_each_of_six_believes_that_he_won(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The invitation read, found open, and written back by all."""
    all_have_read = Barrier(GUESTS, timeout=30)

    def naive(secret: str, user: User) -> Invitation:
        invitation = of_secret(secret)
        all_have_read.wait()
        Invitation.objects.filter(pk=invitation.pk).update(used_by=user)
        Player.objects.filter(invitations=invitation).update(user=user)
        return invitation

    _player, invitation, guests = _invited(house)
    secret = secret_of(invitation)
    found = at_once(GUESTS, lambda n: naive(secret, guests[n]))
    assert [one for one in found if isinstance(one, Exception)] == []


def test_one_address_joins_once(house: House) -> None:
    """Two invitations, one new address, at once: one account."""
    by = house.person("committee")
    made = [invitation_make(by=by, role=Role.SCORER) for _ in range(4)]
    secrets = [secret_of(one) for one in made]
    account = {"email": "dora@nowhere.example", "name": "Dora", "password": "six-seven-eight"}
    found = at_once(4, lambda n: invitation_join(secret=secrets[n], **account))
    faults = [one for one in found if isinstance(one, Exception)]
    assert len(faults) == 3
    assert all(isinstance(fault, Invalid) for fault in faults), faults
    assert User.objects.filter(email="dora@nowhere.example").count() == 1
    assert Invitation.objects.filter(club=house.club).exclude(used_at=None).count() == 1
