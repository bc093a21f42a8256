"""Clubs that are created on the site, by whoever holds a code for it, or by its operator."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, ClubInvitation, Invitation, Player, User
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors.new_clubs import (
    check_sign_up,
    club_invitation_of,
    code_of,
    code_used,
)
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue_after_commit

from .accounts import account_make, email_fault
from .clubs import Settings, office_give
from .roles import invitation_issue

CODE_GOOD_FOR = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub:
    """`code`: the code of laws; `language`: of e-mails to people who have no account yet."""

    name: str
    place: str = ""
    code: str = "london"
    language: str = settings.LANGUAGE_CODE


def club_invitation_create(*, email: str = "") -> tuple[ClubInvitation, str]:
    """With its code, which is e-mailed if there is an address, and shown nowhere again.

    Raises: Invalid where this site takes no new clubs, or for an address that is none.
    """
    check_sign_up()
    email = email.strip().lower()
    if email and (fault := email_fault(email)):
        raise Invalid("invalid_email", fault, field="email")
    now = timezone.now()
    with transaction.atomic():
        # Addresses of people who never came are not kept.
        ClubInvitation.objects.filter(used_at=None, expires_at__lt=now).delete()
        invitation = ClubInvitation.objects.create(
            email=email,
            digest=secrets.token_hex(32),
            created_at=now,
            expires_at=now + CODE_GOOD_FOR,
        )
        code = code_of(invitation)
        invitation.digest = digest(code)
        invitation.save(update_fields=["digest"])
        if email:
            enqueue_after_commit("ecarte_club.clubs.tasks.club_invitation_email", invitation.pk)
    return invitation, code


@transaction.atomic(savepoint=False)
def club_start(*, start_code: str, club: NewClub, user: User) -> Club:
    """Of two who use one code at once, one creates a club. `user` is its committee, and a player.

    Raises: Invalid, naming the field.
    """
    invitation = club_invitation_of(start_code)
    if not ClubInvitation.objects.filter(pk=invitation.pk, used_at=None).update(
        used_at=timezone.now()
    ):
        raise code_used()
    created = _created(club, by=user)
    ClubInvitation.objects.filter(pk=invitation.pk).update(club=created)
    office_give(club=created, user=user, role=Role.COMMITTEE)
    Player.objects.create(club=created, name=user.name, user=user, added_by=user)
    return created


@transaction.atomic(savepoint=False)
def club_start_with_account(
    *, start_code: str, club: NewClub, email: str, name: str, password: str, language: str
) -> Club:
    """With an account for whoever creates the club; neither without the other.

    Raises: Invalid, naming the field; also for an address that the code was not sent to.
    """
    sent_to = club_invitation_of(start_code).email
    if sent_to and email.strip().lower() != sent_to:
        text = _("Use the address that the code was sent to: %(email)s.") % {"email": sent_to}
        raise Invalid("other_email", text, field="email")
    user = account_make(email=email, name=name, password=password, language=language)
    return club_start(start_code=start_code, club=club, user=user)


@transaction.atomic(savepoint=False)
def club_create_for(*, club: NewClub, committee: str) -> tuple[Club, Invitation | None]:
    """By the operator, for the address of its committee: an account that exists gets the role,
    anybody else an invitation. Raises: Invalid, naming the field."""
    email = committee.strip().lower()
    if fault := email_fault(email):
        raise Invalid("invalid_email", fault, field="committee")
    created = _created(club)
    user = User.objects.filter(email=email, is_active=True).first()
    if user is not None:
        office_give(club=created, user=user, role=Role.COMMITTEE)
        return created, None
    return created, invitation_issue(by=Person(created.pk), role=Role.COMMITTEE, email=email)


def _created(club: NewClub, by: User | None = None) -> Club:
    """At an address of its own. `by`: None for the site's operator."""
    fields = Settings(
        name=club.name, place=club.place, code=club.code, language=club.language
    ).checked(0)
    base = slugify(fields["name"])[:36].strip("-") or "club"
    for number in range(1, 1000):
        slug = base if number == 1 else f"{base}-{number}"
        if Club.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                created = Club.objects.create(slug=slug, **fields)
        except IntegrityError:
            # Somebody else created one of this name just now.
            continue
        person = Person(created.pk, by.pk if by else None)
        log_act(person, "club_create", kind="club", about=created.pk)
        return created
    text = _("There are too many clubs with this name. Choose another one.")
    raise Invalid("name_taken", text, field="name")
