"""Clubs: their people, roles and rules, and the log of what was done."""

import re
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ecarte_club.clubs.permissions import Role, Scope
from ecarte_club.core.collation import SortKeyField


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """An account. What it may do depends on its roles in each club, and is never stored here."""

    username = None  # type: ignore[assignment]  # taken out of the parent
    first_name = None  # type: ignore[assignment]  # taken out of the parent
    last_name = None  # type: ignore[assignment]  # taken out of the parent
    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    language = models.CharField(
        _("language of e-mails"), max_length=2, choices=settings.LANGUAGES, default="en"
    )
    # Part of the addresses for calendar programs: it is raised to make all old addresses invalid.
    calendar_number = models.PositiveIntegerField(default=0)
    # Raised to end all sessions of the user.
    session_number = models.PositiveIntegerField(default=0)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]  # as Django reads it

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.email

    def get_session_auth_hash(self) -> str:
        """What a session is compared with at each request."""
        own = super().get_session_auth_hash()
        return f"{own}-{self.session_number}" if self.session_number else own


class NameVisibility(models.TextChoices):
    """What the public sees of a player's name: the stricter of the club's choice and their own."""

    NAME = "name", _("The name")
    INITIALS = "initials", _("Initials")
    HIDDEN = "hidden", _("Only a number")


class Unit(models.TextChoices):
    """What amounts are in. Points are never paid."""

    COUNTERS = "counters", _("Counters")
    POINTS = "points", _("Points, never paid")


class Club(models.Model):
    """`version` is raised by whatever must not happen twice at once, such as the departure of the
    last committee member."""

    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    slug = models.SlugField(max_length=40, unique=True)
    place = models.CharField(_("place"), max_length=80, blank=True)
    # Whether the public may see that the club exists. Seasons have a setting of their own.
    public = models.BooleanField(_("public"), default=True)
    # The code of laws that the club plays as printed, or that its own rules are made from.
    code = models.CharField(_("code of laws"), max_length=20, default="london")
    rules = models.ForeignKey(
        "clubs.HouseRules", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirms = models.BooleanField(_("the opponent confirms each game"), default=False)
    second_factor = models.BooleanField(
        _("two-step sign-in required of committee and directors"), default=False
    )
    names_shown = models.CharField(
        _("players’ names for the public"),
        max_length=8,
        choices=NameVisibility,
        default=NameVisibility.NAME,
    )
    # Of e-mails to people who have no account yet.
    language = models.CharField(
        _("language of the club’s e-mails"),
        max_length=2,
        choices=settings.LANGUAGES,
        default="en",
    )
    # Whether pages of matches in play show the odds of the game to everybody.
    shows_odds = models.BooleanField(_("odds beside matches in play"), default=False)
    unit = models.CharField(
        _("what is played for"), max_length=8, choices=Unit, default=Unit.COUNTERS
    )
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_name", "pk"]

    def __str__(self) -> str:
        return self.name


class PlayerQuerySet(models.QuerySet["Player"]):
    def current(self) -> "PlayerQuerySet":
        """Not those merged into another, nor made anonymous."""
        return self.filter(merged_into=None, anonymised_at=None)

    def members_first(self) -> "PlayerQuerySet":
        """Those whose membership has ended come last, in the same order."""
        ended = Q(member_until__lt=timezone.localdate())
        has_ended = Case(When(ended, then=Value(True)), default=Value(False))
        return self.order_by(has_ended, *(self.query.order_by or ("sort_name", "pk")))


class Player(models.Model):
    """Somebody who plays at a club, with or without an account.

    `version` is raised with every change of what pages show of them. The row of a player who was
    merged into another stays, for its id.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="players"
    )
    name_shown = models.CharField(
        _("what the public sees of your name"),
        max_length=8,
        choices=NameVisibility,
        default=NameVisibility.NAME,
    )
    wants_results = models.BooleanField(_("results of my evenings by e-mail"), default=False)
    left_on = models.DateField(_("left"), null=True, blank=True)
    # What only the committee sees, and the player themselves all but the note.
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    licence = models.CharField(_("licence number"), max_length=40, blank=True)
    note = models.CharField(_("note of the committee"), max_length=500, blank=True)
    # The last day that their membership is paid for; none: until they leave.
    member_until = models.DateField(_("member until"), null=True, blank=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    version = models.PositiveIntegerField(default=0)
    added_at = models.DateTimeField(auto_now_add=True)
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    objects = PlayerQuerySet.as_manager()
    # Whether `name` holds, in this object, only what the public sees of it.
    is_veiled = False

    class Meta:
        ordering = ["sort_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False),
                name="player_one_sign_in_a_club",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]
        indexes = [
            models.Index(fields=["club", "name"], name="player_by_name"),
            models.Index(fields=["club", "sort_name", "id"], name="player_in_order"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.is_veiled:
            raise ValueError("This player is read-only: its name is the public one.")
        super().save(*args, **kwargs)

    @property
    def has_sign_in(self) -> bool:
        return self.user_id is not None

    @property
    def dialled(self) -> str:
        """The phone number as a link has it."""
        return re.sub(r"[^0-9+]", "", self.phone)

    @property
    def membership_ended(self) -> bool:
        return self.member_until is not None and self.member_until < timezone.localdate()


class Office(models.Model):
    """A role that a user has in a club. Members have none: they are players with an account."""

    OFFICES = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="offices")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="offices")
    role = models.CharField(max_length=10, choices=[(r.value, r.value) for r in OFFICES])
    given_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "role"], name="office_once"),
            models.CheckConstraint(
                condition=Q(role__in=["committee", "director", "scorer"]), name="office_role"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"


class Token(models.Model):
    """A program's key. Only its digest is stored; the secret is shown once, when it is created."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=8)
    scopes = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} {self.hint}…"

    def scope_names(self) -> list[str]:
        return [str(Scope(scope).label) for scope in self.scopes]


class InvitationState(models.TextChoices):
    OPEN = "open", pgettext_lazy("invitation", "Open")
    USED = "used", pgettext_lazy("invitation", "Used")
    REVOKED = "revoked", pgettext_lazy("invitation", "Withdrawn")
    EXPIRED = "expired", pgettext_lazy("invitation", "Expired")


class Invitation(models.Model):
    """A link that works once, by which somebody takes a role, or becomes a player of the club.

    Only the digest of its secret is stored; the link is shown when it is created, or e-mailed.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="invitations"
    )
    role = models.CharField(max_length=10, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    emailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(role=""), name="invitation_to_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.role} {self.club}"

    @property
    def state(self) -> InvitationState:
        if self.used_at:
            return InvitationState.USED
        if self.revoked_at:
            return InvitationState.REVOKED
        is_over = self.expires_at <= timezone.now()
        return InvitationState.EXPIRED if is_over else InvitationState.OPEN


class ClubInvitation(models.Model):
    """A code that works once, by which somebody creates a club of their own.

    Only the digest of the code is stored; it is printed by a command, or e-mailed to `email`.
    """

    email = models.EmailField(_("e-mail"), blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    club = models.OneToOneField(
        Club, on_delete=models.SET_NULL, null=True, related_name="created_by_invitation"
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.email or f"{self.created_at:%Y-%m-%d %H:%M}"


class HouseRules(models.Model):
    """The club's own code of laws: a printed code, `base`, and the `options` that differ from it.

    A row is never changed: other rules are another row. Matches keep a copy of their rules.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="house_rules")
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    base = models.CharField(_("made from"), max_length=20)
    options = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sort_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(retired_at__isnull=True),
                name="house_rules_name",
            )
        ]

    def __str__(self) -> str:
        return self.name


class AuditLogEntry(models.Model):
    """One act in a club: who did what to what, and when.

    People are stored by id alone, so a player who is made anonymous is anonymous here too. `about`
    is the id of a thing of `kind`, such as "match"; `detail` holds a few ids and figures.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_log")
    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    # Of a phone at a table (`games.evenings`), which is in an app above this one.
    phone_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=12, blank=True)
    about = models.BigIntegerField(null=True)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-id"], name="log_by_club"),
            models.Index(fields=["club", "at"], name="log_by_day"),
            models.Index(fields=["club", "act", "-id"], name="log_by_act"),
            models.Index(fields=["club", "by", "-id"], name="log_by_user"),
            models.Index(fields=["club", "kind", "about", "-id"], name="log_by_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.about or ''}"


class PlayersMerge(models.Model):
    """Two players who were made one, and what that changed: enough to undo it.

    `moved`: a list of rows, each with its `model` and `pk`, what it `is` (changed, deleted, new),
    and the `fields` that changed, each with its value before and after; see `services.merge_undo`.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players_merges")
    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    gone = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_by")
    moved = models.JSONField(default=list)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"
