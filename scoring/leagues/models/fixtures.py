"""Entrants, rounds and fixtures of seasons and tournaments."""

from decimal import Decimal

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Player
from games.matches.models import Event, Match

NEW_PLAYER_RATING = 500


class Entrant(models.Model):
    """`place`: the order at the start, from 1. Paired from `joined_round` on, until the
    round before `left_round`; `struck`: they left so early that their results do not count.
    `before_left`: what their withdrawal from a season changed, as it was, until it is undone.
    `rating`: when they entered, games of a thousand; later results do not change it."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entrants", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries_made")
    place = models.PositiveIntegerField()
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True)
    left_at = models.DateTimeField(null=True)
    struck = models.BooleanField(default=False)
    rating = models.PositiveSmallIntegerField(default=NEW_PLAYER_RATING)
    before_left = models.JSONField(default=dict)

    class Meta:
        ordering = ["event", "place"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "place"], name="entrant_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.event_id}"

    @property
    def games_of_a_hundred(self) -> Decimal:
        """Their rating when they entered, as ratings are shown."""
        return Decimal(self.rating) / 10


class Round(models.Model):
    """Nobody but staff sees it before `published_at`. `draws_at`: when it is drawn by itself.

    `seed` is that of its draw, published with it.
    """

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    day = models.DateField(null=True)
    seed = models.CharField(max_length=80, blank=True)
    draws_at = models.DateTimeField(null=True)
    drawn_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.event_id}"


class Fixture(models.Model):
    """A meeting that is planned. Without `away` somebody sits the round out.

    `award`: how it was decided without play; empty while it is to be played, or was. `why`: what
    the draw says of it, codes and figures. `moved_from`: the day it had before it was postponed.
    """

    class Award(models.TextChoices):
        HOME = "home", _("First player wins by walkover")
        AWAY = "away", _("Second player wins by walkover")
        BOTH_ABSENT = "both_absent", _("Neither came")
        BYE = "bye", _("Bye")
        HALF_BYE = "half_bye", _("Half bye")
        ABSENT = "absent", _("Absent")
        VOID = "void", _("Not played")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="fixtures", db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="fixtures", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fixtures_home")
    away = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="fixtures_away"
    )
    table = models.CharField(max_length=20, blank=True)
    day = models.DateField(null=True)
    # Of its day, from 1; None where the day has one.
    sitting = models.PositiveSmallIntegerField(null=True)
    moved_from = models.DateField(null=True)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, related_name="fixture")
    award = models.CharField(max_length=11, choices=Award, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    why = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="fixture_number_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_two"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(away__isnull=False),
                name="fixture_played_by_two",
            ),
            models.CheckConstraint(
                condition=Q(award="") | Q(match__isnull=True) | Q(award="void"),
                name="fixture_one_result",
            ),
        ]
        indexes = [
            models.Index(fields=["event", "home"], name="fixture_by_home"),
            models.Index(fields=["event", "away"], name="fixture_by_away"),
            models.Index(fields=["event", "day"], name="fixture_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}, {self.round_id}"
