"""Teams, their players, and meetings of two teams."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.collation import SortKeyField
from games.matches.models import Match

from .fixtures import Fixture, Round
from .seasons import RulingFields, Season


class Team(models.Model):
    """`place`: the order in which they entered, from 1. `left_round`, `struck` and `before_left`
    as of an entrant: it has left the season, and what that changed."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="teams", db_index=False
    )
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    captain = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="captaincies"
    )
    place = models.PositiveIntegerField()
    left_round = models.PositiveSmallIntegerField(null=True)
    struck = models.BooleanField(default=False)
    before_left = models.JSONField(default=dict)
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
    """Plays for it from `joined_on` on, until the day before `left_on`. Nobody plays for two
    teams of a season, not even one after the other."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="team_players", db_index=False
    )
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


class TeamAdjustment(RulingFields):
    """Match points of a team."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="team_adjustments")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="adjustments")

    def __str__(self) -> str:
        return f"{self.points} for {self.team_id}"


class Meeting(models.Model):
    """A meeting of two teams that is planned. Without `away` a team sits the round out.

    `award`: how it was decided without play, as of a fixture. `home_given_at`: since when the
    line-up of who is at home is known. `moved_from`: the day it had before it was postponed.
    """

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="meetings", db_index=False
    )
    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="meetings", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="meetings_home")
    away = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, related_name="meetings_away"
    )
    day = models.DateField(null=True)
    # Of its day, from 1; None where the day has one.
    sitting = models.PositiveSmallIntegerField(null=True)
    moved_from = models.DateField(null=True)
    home_given_at = models.DateTimeField(null=True)
    away_given_at = models.DateTimeField(null=True)
    award = models.CharField(max_length=11, choices=Fixture.Award, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="meeting_number_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="meeting_two"),
        ]
        indexes = [models.Index(fields=["season", "day"], name="meeting_by_day")]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}, {self.round_id}"

    @property
    def is_lined_up(self) -> bool:
        return self.home_given_at is not None and self.away_given_at is not None


class Board(models.Model):
    """One against one in a meeting, by the line-ups; who is None is missing.

    `award`: how it was decided without play though both are named.
    """

    meeting = models.ForeignKey(
        Meeting, on_delete=models.CASCADE, related_name="boards", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="boards_home"
    )
    away = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="boards_away"
    )
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, related_name="board")
    award = models.CharField(max_length=11, choices=Fixture.Award, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["meeting", "number"]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "number"], name="board_once"),
            models.CheckConstraint(
                condition=Q(match=None) | Q(home__isnull=False, away__isnull=False),
                name="board_played_by_two",
            ),
            models.CheckConstraint(condition=Q(award="") | Q(match=None), name="board_one_result"),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.meeting_id}"
