"""That a player sought advice at a table online, on record for everybody who sees the match."""

from django.db import models

from ecarte_club.clubs.models import User
from ecarte_club.core.append_only import AppendOnly
from games.matches.models import Match
from games.online.models import SEATS


class AdviceRequest(AppendOnly):
    """Of one decision, by the hand's draw and how many actions the hand had by then, the deal among
    them. Sought again, it is the same request."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="advice_requests", db_index=False
    )
    seat = models.CharField(max_length=1, choices=SEATS)
    draw = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat", "draw", "place"], name="advice_once_a_decision"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat} in {self.match_id}, {self.draw}/{self.place}"
