"""The pools of a tournament, as they were drawn.

Who is left, what is due and who withdrew from which follow from these rows and the entrants.
"""

from django.db import models
from django.db.models import Q

from ecarte_club.clubs.models import Player
from scoring.contests.models import Contest
from scoring.leagues.models.planning import Round
from scoring.tournaments.rules.stages import How


class Pool(models.Model):
    """Of a round; with one member, who sits the round out. `contest`: it was begun as this, and is
    still to be played where that was closed before anybody had won.

    `how` it came to its end, empty while it has none, and who is through; `reason`: why it was
    decided without play. What a withdrawal decides is not written.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pools")
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

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="members")
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
