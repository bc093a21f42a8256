"""Invitations made, withdrawn and accepted: each is good once."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.digests import digest
from ecarte_club.clubs.models import Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors.invitations import of_secret, refusal_of, secret_of
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue_after_commit

from .accounts import account_make, email_fault
from .locks import club_moved, player_held
from .roles import office_role

GOOD_FOR = timedelta(days=14)


@transaction.atomic(savepoint=False)
def invitation_make(
    *, by: Person, player_id: int | None = None, role: Role | None = None, email: str = ""
) -> Invitation:
    """To a player's place, a role, or both; sent when there is an address.

    Raises: Denied; Invalid, naming the field.
    """
    require(by, Act.INVITE)
    email = email.strip().lower()
    if player_id is None and role is None:
        text = _("Choose a player, a role, or both.")
        raise Invalid("invites_to_nothing", text, errors={"player": text})
    if email and (fault := email_fault(email)):
        raise Invalid("invalid_invitation", fault, errors={"email": fault})
    now = timezone.now()
    invitation = Invitation.objects.create(
        club_id=by.club_id,
        player=_claimable(by, player_id) if player_id is not None else None,
        role=office_role(role).value if role else "",
        email=email,
        digest=secrets.token_hex(32),
        made_at=now,
        made_by_id=by.user_id,
        expires_at=now + GOOD_FOR,
    )
    invitation.digest = digest(secret_of(invitation))
    invitation.save(update_fields=["digest"])
    _note(by, "invitation_make", invitation)
    if email:
        enqueue_after_commit("ecarte_club.clubs.tasks.invitation_letter", invitation.pk)
    return invitation


def _claimable(by: Person, player_id: int) -> Player:
    player = player_held(by.club_id, player_id)
    if player.left_on is not None:
        text = _("Must be a player of this club.")
        raise Invalid("unknown_player", text, errors={"player": text})
    if player.user_id:
        text = _("This player already has an account here.")
        raise Invalid("player_taken", text, errors={"player": text})
    return player


@transaction.atomic(savepoint=False)
def invitation_revoke(*, by: Person, invitation_id: int) -> Invitation:
    """Withdrawn twice keeps the first time. Raises: Denied; Invalid for one that was used."""
    require(by, Act.INVITE)
    invitation = Invitation.objects.filter(pk=invitation_id, club_id=by.club_id).first()
    if invitation is None:
        text = _("Must be an invitation of this club.")
        raise Invalid("unknown_invitation", text, errors={"invitation": text})
    unspent = Invitation.objects.filter(pk=invitation.pk, used_at=None)
    if unspent.filter(revoked_at=None).update(revoked_at=timezone.now()):
        _note(by, "invitation_revoke", invitation)
    elif not unspent.exists():
        text = _("This invitation has already been used. It can no longer be withdrawn.")
        raise Invalid("invitation_used", text, errors={"invitation": text})
    invitation.refresh_from_db()
    return invitation


@transaction.atomic(savepoint=False)
def invitation_join(
    *, secret: str, email: str, name: str, password: str, language: str = "en"
) -> Invitation:
    """Makes an account and accepts with it; neither without the other. Raises: Invalid."""
    of_secret(secret)
    user = account_make(email=email, name=name, password=password, language=language)
    return invitation_accept(secret=secret, user=user)


@transaction.atomic(savepoint=False)
def invitation_accept(*, secret: str, user: User) -> Invitation:
    """Of two who accept at once, one wins. Raises: Invalid, with what to do."""
    invitation = of_secret(secret)
    club_moved(invitation.club_id)
    # Before the link, in the order in which leaving and merging take the two.
    list(Player.objects.select_for_update(no_key=True).filter(pk=invitation.player_id or 0))
    now = timezone.now()
    claimed = Invitation.objects.filter(
        pk=invitation.pk, used_at=None, revoked_at=None, expires_at__gt=now
    ).update(used_at=now, used_by=user)
    invitation.refresh_from_db()
    if not claimed:
        raise refusal_of(invitation) or _taken()
    if invitation.player:
        _claim(invitation.player, user)
    if invitation.role:
        Office.objects.get_or_create(
            club_id=invitation.club_id, user=user, role=Role(invitation.role)
        )
    _note(Person(invitation.club_id, user.pk), "invitation_accept", invitation)
    return invitation


def _claim(player: Player, user: User) -> None:
    """From now on `user` is `player`."""
    own = Player.objects.filter(club_id=player.club_id, user=user).exclude(pk=player.pk).first()
    if own is not None:
        text = _(
            "You are already %(name)s in this club. Ask the committee to merge the "
            "two players, or to invite you to the role alone."
        )
        text %= {"name": own.name}
        raise Invalid("already_player", text, errors={"secret": text})
    free = Player.objects.filter(Q(user=None) | Q(user=user), pk=player.pk).filter(
        left_on=None, merged_into=None, anonymised_at=None
    )
    if not free.update(user=user, version=F("version") + 1):
        raise _taken()


def _taken() -> Invalid:
    text = _("This player already has an account here, or has left the club. Tell the committee.")
    return Invalid("player_taken", text, errors={"secret": text})


def _note(by: Person, act: str, invitation: Invitation) -> None:
    kind = "player" if invitation.player_id else ""
    log_act(
        by,
        act,
        kind=kind,
        about=invitation.player_id,
        role=invitation.role,
        invitation=invitation.pk,
    )
