"""Who can be invited, and whether an e-mail would reach them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.collation import called


class Reach(TextChoices):
    """Whether an invitation would be sent to a player, or why not."""

    SENT = "sent", _("An e-mail is sent")
    NO_ADDRESS = "no_address", _("No e-mail address")
    INVITED = "invited", _("Already invited")
    SHARED = "shared", _("Several players share this address")
    HAS_ACCOUNT = "has_account", _("The address has an account of this club")


WHAT_TO_DO = {
    Reach.NO_ADDRESS: _("Add an address, or create an invitation and pass the link on."),
    Reach.INVITED: _("The link is still good. Withdraw the invitation to send another."),
    Reach.SHARED: _("An account plays as one player: give each an address of their own."),
    Reach.HAS_ACCOUNT: _("They play under another name: merge the two players."),
}


@dataclass(frozen=True, slots=True)
class Invitee:
    player: Player
    reach: Reach

    @property
    def what_to_do(self) -> str:
        return str(WHAT_TO_DO.get(self.reach, ""))


def invitees(
    person: Person, ids: Collection[int] | None = None, *, name: str = ""
) -> list[Invitee]:
    """Players without an account: all, those with these ids, or with this in their name.

    Raises: Denied.
    """
    require(person, Act.INVITE)
    players = Player.objects.current().filter(club_id=person.club_id, user=None, left_on=None)
    if ids is not None:
        players = players.filter(pk__in=ids)
    if name:
        players = players.filter(called(name))
    return reached(person.club_id, players.members_first())


def reached(club_id: int, players: Iterable[Player]) -> list[Invitee]:
    found = list(players)
    emails = [player.email for player in found if player.email]
    accounts = Player.objects.current().filter(club_id=club_id, user__email__in=emails)
    taken = set(accounts.values_list("user__email", flat=True))
    open_ = Invitation.objects.filter(
        club_id=club_id, used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    links = open_.exclude(email="").order_by().values_list("player_id", "email")
    invited = set(links)
    # An address that was invited as another player is one of several too.
    holders = Counter(email for _player, email in {*((p.pk, p.email) for p in found), *invited})
    return [Invitee(player, _reach(player, taken, invited, holders)) for player in found]


def _reach(
    player: Player,
    taken: Collection[str],
    invited: Collection[tuple[int | None, str]],
    holders: Counter[str],
) -> Reach:
    if not player.email:
        return Reach.NO_ADDRESS
    if player.email in taken:
        return Reach.HAS_ACCOUNT
    if (player.pk, player.email) in invited:
        return Reach.INVITED
    return Reach.SHARED if holders[player.email] > 1 else Reach.SENT
