"""What a player decides about his own name, and making a player anonymous."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import player_anonymised, player_changed
from ecarte_club.clubs.models import Invitation, Player, Shown, Token, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.selectors.public_names import numbered
from ecarte_club.core.collation import named
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from ecarte_club.core.idempotency import forget

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


@transaction.atomic(savepoint=False)
def choices_make(
    *,
    by: Person,
    language: str | None = None,
    name_shown: str | None = None,
    wants_results: bool | None = None,
) -> None:
    """His own; what is None stays as it is. Raises: Denied; Invalid, naming the field."""
    require(by, Act.CHOOSE_OWN)
    _check(by, language, name_shown, wants_results)
    if language is not None:
        User.objects.filter(pk=by.user_id or 0).update(language=language)
    player = Player.objects.filter(pk=by.player_id or 0, club_id=by.club_id)
    if wants_results is not None:
        player.update(wants_results=wants_results)
    if name_shown is not None:
        moved = player.exclude(name_shown=name_shown)
        if moved.update(name_shown=name_shown, version=F("version") + 1):
            player_changed.send(player=player.get())
    if by.player_id is not None:
        log_act(by, "choices_make", kind="player", about=by.player_id)


def _check(
    by: Person, language: str | None, name_shown: str | None, wants_results: bool | None
) -> None:
    errors = {}
    one_of = _("Must be one of: %(allowed)s.")
    if language is not None and language not in LANGUAGES:
        errors["language"] = one_of % {"allowed": ", ".join(LANGUAGES)}
    if name_shown is not None and name_shown not in Shown.values:
        errors["name_shown"] = one_of % {"allowed": ", ".join(Shown.values)}
    if by.player_id is None:
        given = {"name_shown": name_shown, "wants_results": wants_results}
        text = _("You do not play in this club: there is nothing to choose here.")
        errors |= {name: text for name, value in given.items() if value is not None}
    if errors:
        raise Invalid("invalid_choice", _("Your choices were not saved."), errors=errors)


@transaction.atomic(savepoint=False)
def player_anonymise(*, by: Person, player_id: int, version: int) -> Player:
    """A number in his name's place, for good. His results stay and add up as before.

    Raises: Denied; Absent; Stale; Invalid while he holds an office.
    """
    require(by, Act.ANONYMISE)
    found = Player.objects.filter(
        pk=player_id, club_id=by.club_id, merged_into=None, anonymised_at=None
    )
    # Whoever else would change him waits from here on, and then finds another version.
    moved = found.filter(version=version).update(version=F("version") + 1)
    player = found.select_related("club", "user").first()
    if player is None:
        raise Absent
    if not moved:
        raise Stale(sent=version, current=player.version)
    if refusal := personal.refusal(player):
        raise refusal
    names, user = personal.player_names(player), player.user
    words = {name: numbered(player.pk) for name in names}
    _forget_player(player)
    if user is not None and personal.is_free(user, player):
        words |= {user.name: numbered(player.pk)} if user.name else {}
        _close(user, numbered(player.pk))
    forget(words)
    player.refresh_from_db()
    player_anonymised.send(player=player, names=names)
    player_changed.send(player=player)
    log_act(by, "player_anonymise", kind="player", about=player.pk)
    return player


def _forget_player(player: Player) -> None:
    now = timezone.now()
    for one in (player, *player.merged.all()):
        Invitation.objects.filter(player=one, used_at=None, revoked_at=None).update(revoked_at=now)
        Invitation.objects.filter(player=one).update(email="")
        Player.objects.filter(pk=one.pk).update(
            **named(numbered(one.pk)),
            user=None,
            wants_results=False,
            left_on=one.left_on or timezone.localdate(),
            anonymised_at=now,
        )


def _close(user: User, name: str) -> None:
    """The row stays, for what he entered; nobody signs in with it, and it is nobody's."""
    Invitation.objects.filter(email__iexact=user.email).update(email="")
    for model in (Token, EmailAddress, Authenticator):
        model.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.name, user.email, user.is_active = name, f"{user.pk}@anonymous.invalid", False
    user.last_login = None
    user.save()
