"""Orders of competitors who were level, as the committee ranked them."""

from django.db import models
from django.db.models import Q

from ecarte_club.clubs.models import Player
from games.matches.models import Event

from .seasons import DecisionFields
from .teams import Team


class ManualOrder(DecisionFields):
    """Of players, or of teams. Nobody has a place in two that are in force."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="manual_orders")

    def __str__(self) -> str:
        return f"order {self.pk} in {self.event_id}"


class ManualPlace(models.Model):
    """From 1, the best first."""

    order = models.ForeignKey(
        ManualOrder, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    place = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["order", "place"]
        constraints = [
            models.UniqueConstraint(fields=["order", "place"], name="manual_place_once"),
            models.UniqueConstraint(fields=["order", "player"], name="manual_place_of_player"),
            models.UniqueConstraint(fields=["order", "team"], name="manual_place_of_team"),
            models.CheckConstraint(
                condition=Q(player=None, team__isnull=False) | Q(player__isnull=False, team=None),
                name="manual_place_of_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"place {self.place} of order {self.order_id}"

    @property
    def competitor_id(self) -> int:
        """Of its player or team."""
        return self.player_id or self.team_id or 0
