"""What a club stores about a person: their choices, and what making them anonymous would do."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from django.db.models import Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import StoredData, stored_data
from ecarte_club.clubs.models import Club, Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Act, Person, refusal_words, require
from ecarte_club.core.exceptions import Absent, Denied, Invalid

from .members import DETAILS
from .player_names import numbered, public_name


@dataclass(frozen=True, slots=True)
class Choices:
    """`player` is None for somebody who has a role and does not play: they choose the language."""

    club: Club
    user: User
    player: Player | None

    @property
    def shown_as(self) -> str:
        """Their name for the public, as both choices leave it; empty for who does not play."""
        player, club = self.player, self.club.names_shown
        if player is None:
            return ""
        return public_name(player.name, player.pk, club=club, own=player.name_shown)


def choices(club: Club, person: Person) -> Choices:
    """Raises: Absent for who is not of the club."""
    require(person, Act.SEE_CLUB)
    user = User.objects.filter(pk=person.user_id or 0).first()
    if user is None:
        raise Absent
    return Choices(club, user, Player.objects.filter(pk=person.player_id or 0, club=club).first())


@dataclass(frozen=True, slots=True)
class Anonymising:
    """What it would change. `closes_account`: their account is used for nothing else."""

    player: Player
    will_be: str
    closes_account: bool
    refusal: Invalid | None
    kept: tuple[StoredData, ...]


def anonymising(person: Person, player_id: int) -> Anonymising:
    """Nothing is done. Raises: Absent of who is not, or no longer, a player here; Denied."""
    require(person, Act.SEE_CLUB)
    if not person.is_let(Act.ANONYMISE):
        raise Denied(refusal_words(Act.ANONYMISE))
    players = Player.objects.current().select_related("club", "user")
    found = players.filter(pk=player_id, club_id=person.club_id).first()
    if found is None:
        raise Absent
    return Anonymising(
        player=found,
        will_be=numbered(found.pk),
        closes_account=found.user is not None and is_free(found.user, found),
        refusal=refusal(found),
        kept=tuple(_stored_data(found)),
    )


def _stored_data(player: Player) -> Iterable[StoredData]:
    invitations = Invitation.objects.filter(player=player, used_at=None, revoked_at=None).count()
    yield StoredData(
        _("Open invitations to play as this player, which will be withdrawn"),
        invitations,
        stays=False,
    )
    yield StoredData(
        _("E-mail, phone, licence number, end of membership and note, which will be deleted"),
        sum(bool(getattr(player, name)) for name in DETAILS),
        stays=False,
    )
    for lines in stored_data.ask(player=player):
        yield from cast(Iterable[StoredData], lines)


def player_names(player: Player) -> frozenset[str]:
    """Theirs, and those of players merged into them."""
    return frozenset({player.name, *player.merged.values_list("name", flat=True)})


def refusal(player: Player) -> Invalid | None:
    """Why they cannot be made anonymous now."""
    if not Office.objects.filter(club_id=player.club_id, user=player.user_id).exists():
        return None
    text = _("This player has a role in the club. Remove the role first, then come back.")
    return Invalid("holds_office", text, field="version")


def is_free(user: User, player: Player) -> bool:
    """Whether the account is used for nothing but this player."""
    others = Player.objects.filter(user=user).exclude(Q(pk=player.pk) | Q(merged_into=player))
    return not others.exists() and not Office.objects.filter(user=user).exists()
