"""The players of a club and its officers, and players who were made one."""

import re
from typing import Any

from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ecarte_club.clubs.permissions import Role
from ecarte_club.core.collation import SortKeyField

from .accounts import User
from .clubs import Club, NameVisibility


class Robot(models.TextChoices):
    """How well a robot plays."""

    BEGINNER = "beginner", pgettext_lazy("robot", "Beginner")
    CLUB = "club", pgettext_lazy("robot", "Club player")
    STRONG = "strong", pgettext_lazy("robot", "Strong")


class PlayerQuerySet(models.QuerySet["Player"]):
    def current(self) -> "PlayerQuerySet":
        """People: not those merged into another, nor made anonymous, nor robots."""
        return self.filter(merged_into=None, anonymised_at=None, robot="")

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

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
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
    wants_turns = models.BooleanField(_("my turns by correspondence by e-mail"), default=False)
    left_on = models.DateField(_("left"), null=True, blank=True)
    # What only the committee sees, and the player themselves all but the note.
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    licence = models.CharField(_("licence number"), max_length=40, blank=True)
    note = models.CharField(_("note of the committee"), max_length=500, blank=True)
    # The level of a robot, which plays online alone and has no account; empty for people.
    robot = models.CharField(max_length=8, choices=Robot, blank=True)
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
            models.UniqueConstraint(
                fields=["club", "robot"], condition=~Q(robot=""), name="player_one_robot_a_level"
            ),
            models.CheckConstraint(
                condition=Q(robot="") | Q(user=None), name="player_robot_without_account"
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


class Office(models.Model):
    """A role that a user has in a club. Members have none: they are players with an account."""

    OFFICES = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="offices", db_index=False)
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
