"""A tournament: an event whose rounds are drawn, or whose matches follow from one another.

Its entrants, rounds and fixtures are those of `planning`. What its matches come to is in their
results; a knock-out's tree, a draw's contenders and the tables are worked out of these rows.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from ecarte_club.clubs.models import Player
from games.matches.models import Event
from scoring.tables.criteria import Criterion
from scoring.tables.points import Scheme
from scoring.tournaments.rules.plan import OPTIONS, Kind, Stage


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
        return {option.name: option.shown(self.plan) for option in OPTIONS}

    @property
    def points(self) -> Scheme:
        return Scheme(**self.scheme)

    @property
    def order(self) -> list[Criterion]:
        return [Criterion(name) for name in self.tie_breaks]


class KeptApart(models.Model):
    """Two who are not drawn together, in pools as far as can be; the lower id first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_apart")
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

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds_off")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player", "number"], name="off_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in round {self.number} of {self.tournament_id}"
