"""The record: matches, and entries that are never changed."""

from typing import Any, NoReturn

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player, User

from .engine.terms import FormatKind

FORMATS = [
    (FormatKind.ONE_GAME.value, _("one game")),
    (FormatKind.GAMES.value, _("a number of games")),
    (FormatKind.RUBBER.value, _("a rubber")),
]


class TermsFields(models.Model):
    """What the players agreed before the first deal; it stays while they play."""

    code = models.CharField(_("code of laws"), max_length=20)
    format = models.CharField(_("format"), max_length=10, choices=FORMATS)
    games = models.PositiveSmallIntegerField(_("games"))
    game_values = models.BooleanField(_("treble, double and single count"), default=False)
    rubber_bonus = models.PositiveSmallIntegerField(_("bonus for the rubber"), default=0)

    class Meta:
        abstract = True


class Event(TermsFields):
    """A series of matches under the same terms: a season of a league, later a tournament."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=80)
    # Whether strangers may read its matches and standings.
    public = models.BooleanField(_("public"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class Match(TermsFields):
    """Games between two players at a table. `version` counts its entries.

    The fields below `version` say what the entries come to; they are written with each entry and
    can be computed again from the entries alone.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="matches")
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="matches"
    )
    table = models.CharField(_("table"), max_length=20, blank=True)
    player_a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_a")
    player_b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="matches_b")
    first_dealer = models.CharField(_("first dealer"), max_length=1, blank=True)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    version = models.PositiveIntegerField(default=0)
    games_a = models.PositiveSmallIntegerField(default=0)
    games_b = models.PositiveSmallIntegerField(default=0)
    score_a = models.PositiveSmallIntegerField(default=0)
    score_b = models.PositiveSmallIntegerField(default=0)
    over = models.BooleanField(default=False)
    winner = models.CharField(max_length=1, blank=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(player_a=F("player_b")), name="match_two_players"),
            models.CheckConstraint(
                condition=Q(score_a__lte=5, score_b__lte=5), name="match_score_five_up"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["", "a", "b"], winner__in=["", "a", "b"]),
                name="match_seats",
            ),
            models.CheckConstraint(
                condition=Q(format__in=[kind.value for kind in FormatKind]), name="match_format"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "over", "-id"], name="match_by_club"),
            models.Index(fields=["event", "-id"], name="match_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.player_a} – {self.player_b}"


class Unchangeable(Exception):
    """Somebody tried to change an entry. A correction is a new entry."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **_kwargs: Any) -> NoReturn:
        raise Unchangeable

    def delete(self) -> NoReturn:
        raise Unchangeable


class Entry(models.Model):
    """One thing entered in a match. A later one may supersede it, and then stands in its place.

    `number` orders what was entered, `place` what was played: a correction has a new number and
    the place of what it corrects. `data` is the engine's plain form; a void entry has none.
    """

    class Kind(models.TextChoices):
        HAND = "hand", _("hand")
        GAME = "game", _("game")
        RUBBER = "rubber", _("rubber")
        VOID = "void", _("taken back")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=Kind)
    data = models.JSONField(null=True)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="superseded_by"
    )
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by"
    )
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["match", "place"],
                condition=Q(supersedes__isnull=True),
                name="entry_place_taken_once",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["hand", "game", "rubber", "void"]), name="entry_kind"
            ),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(supersedes__isnull=False), name="entry_void_of"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}/{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise Unchangeable
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unchangeable
