"""Roles given and taken, and invitations to them. What may not happen twice at once moves the
club's version first."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors.inviting import Invitee, Reach, reached
from ecarte_club.clubs.selectors.roles import (
    committee_has_second_factor,
    committee_remains,
    of_secret,
    refusal_of,
    secret_of,
    users_of_club,
)
from ecarte_club.core.exceptions import Denied, Invalid
from ecarte_club.core.tasks import enqueue_after_commit

from .accounts import account_make, email_fault, email_verified
from .clubs import bump_club_version, lock_player

GOOD_FOR = timedelta(days=14)
INVITED_MOST = 200


def still_committee(by: Person) -> None:
    """Nobody took their role while they were waiting. Raises: Denied."""
    held = Office.objects.filter(club_id=by.club_id, role=Role.COMMITTEE)
    if by.user_id is None or not held.filter(user_id=by.user_id).exists():
        raise Denied(_("You are no longer on the committee of this club."))


@transaction.atomic(savepoint=False)
def role_give(*, by: Person, user_id: int, role: Role) -> Office:
    """Given twice is held once. Raises: Denied; Invalid for who has nothing to do with the club."""
    require(by, Act.GIVE_ROLE)
    bump_club_version(by.club_id)
    still_committee(by)
    user = _user(by, user_id)
    office, is_new = Office.objects.get_or_create(
        club_id=by.club_id, user=user, role=office_role(role)
    )
    if is_new:
        log_act(by, "role_give", kind="user", about=user.pk, role=role.value)
    return office


@transaction.atomic(savepoint=False)
def role_take(*, by: Person, user_id: int, role: Role) -> User:
    """Raises: Denied; Invalid when they do not have it, or when nobody of the committee would be
    left."""
    require(by, Act.GIVE_ROLE)
    bump_club_version(by.club_id)
    still_committee(by)
    user = _user(by, user_id)
    office = Office.objects.filter(club_id=by.club_id, user=user, role=office_role(role)).first()
    if office is None:
        text = _("Must be a role this person has: %(role)s is not one of them.")
        text %= {"role": str(role.label)}
        raise Invalid("not_held", text, field="role")
    if refusal := take_refusal(by.club_id, user.pk, role):
        raise refusal
    office.delete()
    log_act(by, "role_take", kind="user", about=user.pk, role=role.value)
    return user


def take_refusal(club_id: int, user_id: int, role: Role) -> Invalid | None:
    """Why the role cannot be taken from them, if so."""
    if role is not Role.COMMITTEE or committee_remains(club_id, without=user_id):
        return None
    text = _(
        "This would leave nobody on the committee who can act for the club. "
        "Give the role to somebody else first."
    )
    return Invalid("last_committee", text, field="user")


def office_role(role: Role) -> Role:
    """Raises: Invalid for a role that nobody is given."""
    if role not in Office.OFFICES:
        text = _("Must be one of: %(allowed)s.")
        text %= {"allowed": ", ".join(one.value for one in Office.OFFICES)}
        raise Invalid("no_office", text, field="role")
    return role


def _user(by: Person, user_id: int) -> User:
    user = users_of_club(by.club_id).filter(pk=user_id).first()
    if user is None:
        text = _("Must be somebody with an account in this club. Invite others first.")
        raise Invalid("unknown_user", text, field="user")
    return user


@transaction.atomic(savepoint=False)
def second_factor_set(*, by: Person, wanted: bool) -> Club:
    """Require two-step sign-in; a role is suspended until its holder turns it on.

    Raises: Denied; Invalid when nobody on the committee has it.
    """
    require(by, Act.SET_CLUB)
    bump_club_version(by.club_id)
    club = Club.objects.get(pk=by.club_id)
    if wanted and (refusal := second_factor_refusal(club.pk)):
        raise refusal
    if club.second_factor != wanted:
        club.second_factor = wanted
        club.save(update_fields=["second_factor"])
        log_act(by, "second_factor_set", kind="club", about=club.pk, wanted=wanted)
    return club


def second_factor_refusal(club_id: int) -> Invalid | None:
    """Why it cannot be required now, if anything."""
    if committee_has_second_factor(club_id):
        return None
    text = _(
        "Nobody on the committee has turned on two-step sign-in yet, so nobody "
        "could act for the club. Turn on yours first, on your account page."
    )
    return Invalid("nobody_awake", text, field="second_factor")


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
        raise Invalid("invites_to_nothing", _("Choose a player, a role, or both."), field="player")
    if email and (fault := email_fault(email)):
        raise Invalid("invalid_invitation", fault, field="email")
    player = _claimable(by, player_id) if player_id is not None else None
    return invitation_issue(
        by=by, player=player, role=office_role(role) if role else None, email=email
    )


def invitation_issue(
    *, by: Person, player: Player | None = None, role: Role | None = None, email: str = ""
) -> Invitation:
    """What was checked before, within a transaction. `by` without a user: the site's operator."""
    now = timezone.now()
    invitation = Invitation.objects.create(
        club_id=by.club_id,
        player=player,
        role=role.value if role else "",
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
        enqueue_after_commit("ecarte_club.clubs.tasks.invitation_email", invitation.pk)
    return invitation


@dataclass(frozen=True, slots=True)
class InvitationsSent:
    """`left_out`: those to whom nothing was sent, each with the reason."""

    sent: list[Invitation]
    left_out: list[Invitee]


@transaction.atomic(savepoint=False)
def invitations_send(*, by: Person, player_ids: Collection[int]) -> InvitationsSent:
    """To the places of these players, each by e-mail; sent again, nobody gets a second one.

    Raises: Denied; Invalid for nobody, too many, or somebody who cannot be invited.
    """
    require(by, Act.INVITE)
    if not player_ids:
        raise Invalid("nobody", _("Choose at least one player."), field="players")
    if len(player_ids) > INVITED_MOST:
        text = _("At most %(most)s at a time: send the others afterwards.")
        raise Invalid("too_many", text % {"most": INVITED_MOST}, field="players")
    players = Player.objects.current().filter(pk__in=player_ids, club_id=by.club_id)
    # Of two who send at once, the second finds what the first has sent.
    locked = list(players.select_for_update(no_key=True).order_by("pk"))
    if len(locked) < len(set(player_ids)):
        raise Invalid("unknown_player", _("Must be players of this club."), field="players")
    free = [player for player in locked if player.user_id is None and player.left_on is None]
    found = reached(by.club_id, free)
    sent = [
        invitation_issue(by=by, player=one.player, email=one.player.email)
        for one in found
        if one.reach is Reach.SENT
    ]
    return InvitationsSent(sent, [one for one in found if one.reach is not Reach.SENT])


def _claimable(by: Person, player_id: int) -> Player:
    player = lock_player(by.club_id, player_id)
    if player.left_on is not None:
        raise Invalid("unknown_player", _("Must be a player of this club."), field="player")
    if player.user_id:
        raise Invalid("player_taken", _("This player already has an account here."), field="player")
    return player


@transaction.atomic(savepoint=False)
def invitation_revoke(*, by: Person, invitation_id: int) -> Invitation:
    """Withdrawn twice keeps the first time. Raises: Denied; Invalid for one that was used."""
    require(by, Act.INVITE)
    invitation = Invitation.objects.filter(pk=invitation_id, club_id=by.club_id).first()
    if invitation is None:
        text = _("Must be an invitation of this club.")
        raise Invalid("unknown_invitation", text, field="invitation")
    unspent = Invitation.objects.filter(pk=invitation.pk, used_at=None)
    if unspent.filter(revoked_at=None).update(revoked_at=timezone.now()):
        _note(by, "invitation_revoke", invitation)
    elif not unspent.exists():
        text = _("This invitation has already been used. It can no longer be withdrawn.")
        raise Invalid("invitation_used", text, field="invitation")
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
    bump_club_version(invitation.club_id)
    # Before the link, in the order in which leaving and merging take the two.
    list(Player.objects.select_for_update(no_key=True).filter(pk=invitation.player_id or 0))
    now = timezone.now()
    claimed = Invitation.objects.filter(
        pk=invitation.pk, used_at=None, revoked_at=None, expires_at__gt=now
    ).update(used_at=now, used_by=user)
    invitation.refresh_from_db()
    if not claimed:
        raise refusal_of(invitation) or _taken()
    if invitation.emailed_at and invitation.email == user.email:
        email_verified(user=user)
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
        raise Invalid("already_player", text, field="secret")
    free = Player.objects.current().filter(Q(user=None) | Q(user=user), pk=player.pk, left_on=None)
    if not free.update(user=user, version=F("version") + 1):
        raise _taken()


def _taken() -> Invalid:
    text = _("This player already has an account here, or has left the club. Tell the committee.")
    return Invalid("player_taken", text, field="secret")


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
