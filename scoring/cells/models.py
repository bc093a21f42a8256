"""Clubs on their way from one cell to another, and where those are that left."""

from django.db import models

from ecarte_club.clubs.models import Club


class ClubMove(models.Model):
    """A club that leaves this cell, has left it, or arrives.

    `key`: of this move, the same in both cells. `address`: the other cell. `until`: by when a club
    that leaves must have left; later it can be written to again. `raised`: by how much its ids are
    higher there. `public`: whether the public may see the club, which is hidden while it arrives
    and once it has left.
    """

    class State(models.TextChoices):
        LEAVING = "leaving"
        LEFT = "left"
        ARRIVING = "arriving"

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="move")
    state = models.CharField(max_length=8, choices=State)
    key = models.CharField(max_length=32)
    address = models.CharField(max_length=200)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    raised = models.BigIntegerField(default=0)
    public = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.club} {self.state} {self.address}"
