"""Clubs, their rules, and the log of what was done in them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.collation import SortKeyField

from .accounts import User


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
    # Whether members may play its three robots online.
    robots = models.BooleanField(_("robots may play here"), default=False)
    # Matches with robots that began since then count in ratings; none without it.
    robots_rated_since = models.DateTimeField(null=True, blank=True)
    unit = models.CharField(
        _("what is played for"), max_length=8, choices=Unit, default=Unit.COUNTERS
    )
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_name", "pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def robots_rated(self) -> bool:
        return self.robots_rated_since is not None


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

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="audit_log", db_index=False
    )
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
