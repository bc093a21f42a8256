"""Tournaments, whose rounds are drawn or whose matches follow from one another."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from ecarte_club.clubs.models import Player, User
from games.matches.models import Event
from scoring.contests.models import Contest
from scoring.leagues.models import Round
from scoring.tables.criteria import Criterion
from scoring.tables.results import Scheme

from .rules.plan import OPTIONS, Kind, Stage
from .rules.stages import How


class Tournament(models.Model):
    """`plan`: the options of its kind (`rules.plan`), and whether scheduled draws are published at
    once. `seed`: the draw key, which everybody may read.

    It has the id of its event. `version` moves with every change of what is shown of it.
    """

    class State(models.TextChoices):
        ENTERING = "entering", pgettext_lazy("tournament", "Entries open")
        RUNNING = "running", pgettext_lazy("tournament", "In play")
        OVER = "over", pgettext_lazy("tournament", "Over")

    event = models.OneToOneField(
        Event, on_delete=models.PROTECT, related_name="tournament", primary_key=True
    )
    kind = models.CharField(max_length=11, choices=[(one.value, one.value) for one in Kind])
    plan = models.JSONField(default=dict)
    scheme = models.JSONField(default=dict)
    tie_breaks = models.JSONField(default=list)
    seed = models.CharField(max_length=80)
    state = models.CharField(max_length=8, choices=State, default=State.ENTERING)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.event.name

    @property
    def stage(self) -> Stage:
        names = (option.name for option in OPTIONS if option.name in self.plan)
        return Stage(Kind(self.kind), **{name: self.plan[name] for name in names})

    @property
    def options(self) -> dict[str, Any]:
        """As programs read them."""
        return {option.name: option.value_in(self.plan) for option in OPTIONS}

    @property
    def points(self) -> Scheme:
        return Scheme(**self.scheme)

    @property
    def order(self) -> list[Criterion]:
        return [Criterion(name) for name in self.tie_breaks]


class KeptApart(models.Model):
    """Two who are not drawn together, in pools as far as can be; the lower id first."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="kept_apart", db_index=False
    )
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "one", "other"], name="apart_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} in {self.tournament_id}"


class RoundOff(models.Model):
    """A round that a player has asked to sit out, for half a bye."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="rounds_off", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player", "number"], name="off_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in round {self.number} of {self.tournament_id}"


class Job(models.Model):
    """What a worker does. `began_at`: of the worker that is at it; `fault`: why it failed, as the
    director reads it."""

    fault = models.TextField(blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class DrawJob(Job):
    """A draw of many players. `wider`: how often it looked further."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("draw", "Waiting")
        READING = "reading", pgettext_lazy("draw", "Reading the standings")
        PAIRS = "pairs", pgettext_lazy("draw", "Pairing")
        TABLES = "tables", pgettext_lazy("draw", "Assigning tables")
        DONE = "done", pgettext_lazy("draw", "Drawn")
        FAILED = "failed", pgettext_lazy("draw", "Failed")
        CANCELLED = "cancelled", pgettext_lazy("draw", "Cancelled")

    UNFINISHED = (State.WAITING, State.READING, State.PAIRS, State.TABLES)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draw_jobs")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    wider = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="draw_job_alone"
            ),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}: {self.state}"


class ImportJob(Job):
    """A file of many players or matches that is imported. `content`: its lines, until they are
    imported, or for a week; one that is only previewed is stored where a form has no room for it.
    """

    class State(models.TextChoices):
        PREVIEWED = "previewed", pgettext_lazy("import", "Previewed")
        WAITING = "waiting", pgettext_lazy("import", "Waiting")
        READING = "reading", pgettext_lazy("import", "Reading the file")
        WRITING = "writing", pgettext_lazy("import", "Entering players and results")
        DONE = "done", pgettext_lazy("import", "Imported")
        FAILED = "failed", pgettext_lazy("import", "Failed")
        CANCELLED = "cancelled", pgettext_lazy("import", "Cancelled")

    UNFINISHED = (State.WAITING, State.READING, State.WRITING)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="import_jobs")
    content = models.TextField(blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="import_job_alone"
            ),
        ]

    def __str__(self) -> str:
        return f"file of {self.tournament_id}: {self.state}"


class FixedPair(models.Model):
    """Two who play each other in a round that is still to be drawn, or without `other` the player
    who has its bye."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="fixed_pairs", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number", "one"], name="fixed_once"),
            models.CheckConstraint(
                condition=Q(other__isnull=True) | ~Q(one=F("other")), name="fixed_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} in round {self.number} of {self.tournament_id}"


class PairingChange(models.Model):
    """Two who exchanged places in a round that was drawn; the last that stands can be undone."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairing_changes")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="exchange_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} in {self.round_id}"


class Pool(models.Model):
    """Of a round; with one member, who sits the round out. `contest`: it was begun as this, and is
    still to be played where that was closed before anybody had won.

    `how` it came to its end, empty while it has none, and who is through; `reason`: why it was
    decided without play. What a withdrawal decides is not written.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pools", db_index=False)
    number = models.PositiveSmallIntegerField()
    contest = models.OneToOneField(
        Contest, on_delete=models.PROTECT, null=True, related_name="pool"
    )
    how = models.CharField(
        max_length=11, choices=[(one.value, one.value) for one in How], blank=True
    )
    winner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="pools_won"
    )
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pool_number_once"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True, how__in=["", How.BOTH_ABSENT.value])
                | Q(winner__isnull=False)
                & Q(how__in=[How.PLAYED.value, How.WALKOVER.value, How.BYE.value]),
                name="pool_winner_by_something",
            ),
        ]

    def __str__(self) -> str:
        return f"pool {self.number} of {self.round_id}"


class PoolMember(models.Model):
    """`place`: in the pool, from 1, as places are taken. `order`: among all of the round, by seed
    or lot, from 1."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pools")
    place = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pool", "place"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "player"], name="pool_member_once"),
            models.UniqueConstraint(fields=["pool", "place"], name="pool_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool_id}"
