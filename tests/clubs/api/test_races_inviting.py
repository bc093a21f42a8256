"""Two of the committee invite everybody at the same moment, or undo one merge."""

from threading import Barrier

import pytest

from ecarte_club.clubs.models import Invitation, Player, PlayersMerge
from ecarte_club.clubs.selectors.inviting import Reach, invitees
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.clubs.services.merge_undo import MergeUndo, players_merge_undo
from ecarte_club.clubs.services.roles import InvitationsSent, invitation_issue, invitations_send
from ecarte_club.core.exceptions import Fault
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

TRIES = 4


def _people(house: House, number: int) -> list[int]:
    names = (f"Alice {number}", f"Bob {number}", f"Chloé {number}")
    players = [
        Player.objects.create(club=house.club, name=name, email=f"{place}.{number}@example.org")
        for place, name in enumerate(names)
    ]
    return [player.pk for player in players]


def test_everybody_gets_one_e_mail(house: House) -> None:
    by = house.person("committee")
    for number in range(TRIES):
        ids = _people(house, number)
        orders = (ids, ids[::-1])

        def send(turn: int, orders: tuple[list[int], list[int]] = orders) -> object:
            return invitations_send(by=by, player_ids=orders[turn])

        found = at_once(2, send)
        assert all(isinstance(one, InvitationsSent) for one in found), found
        made = Invitation.objects.filter(player__in=ids)
        assert sorted(made.values_list("player", flat=True)) == sorted(ids)


def test_without_the_lock_everybody_gets_two(house: House) -> None:
    """The control: both look before either sends."""
    both_have_looked = Barrier(2, timeout=30)
    by = house.person("committee")
    _people(house, 0)

    def naive(_turn: int) -> object:
        found = [one.player for one in invitees(by) if one.reach is Reach.SENT]
        both_have_looked.wait()
        for player in found:
            invitation_issue(by=by, player=player, email=player.email)
        return found

    assert all(isinstance(one, list) for one in at_once(2, naive))
    assert Invitation.objects.filter(club=house.club).count() == 6


def test_a_merge_is_undone_once(house: House) -> None:
    by, ann = house.person("committee"), house.players["ann"]
    for number in range(TRIES):
        ann.refresh_from_db()
        double = Player.objects.create(club=house.club, name=f"A. Lee {number}")
        players_merge(by=by, kept=ann.pk, gone=double.pk, version=ann.version, gone_version=0)
        ann.refresh_from_db()
        merge, version = PlayersMerge.objects.latest("pk").pk, ann.version

        def undo(_turn: int, merge: int = merge, version: int = version) -> object:
            return players_merge_undo(by=by, merge_id=merge, version=version)

        found = at_once(2, undo)
        assert sum(isinstance(one, MergeUndo) for one in found) == 1, found
        assert sum(isinstance(one, Fault) for one in found) == 1, found
        double.refresh_from_db()
        assert double.merged_into is None
