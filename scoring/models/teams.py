"""Teams of a season: who plays for which, and since when."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Player
from ecarte_club.wire.collation import SortKeyField

from .leagues import Season


class Team(models.Model):
    """`place`: the order in which they entered, from 1."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    captain = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="captaincies"
    )
    place = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["season", "place"]
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="team_name"),
            models.UniqueConstraint(fields=["season", "place"], name="team_place"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    """He plays for it from `joined_on` on, and from `left_on` on no more. Nobody plays for two
    teams of a season, not even one after the other."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="team_players")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams_joined")
    joined_on = models.DateField()
    left_on = models.DateField(null=True)

    class Meta:
        ordering = ["team", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="team_player_once"),
            models.CheckConstraint(
                condition=Q(left_on=None) | Q(left_on__gte=F("joined_on")), name="team_player_days"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.team_id}"
