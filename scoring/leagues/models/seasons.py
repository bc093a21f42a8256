"""Leagues and their seasons, and what results and adjustments come to in them."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.collation import SortKeyField
from games.matches.models import Event, Match
from scoring.leagues.rules.teams import TeamScheme
from scoring.tables.criteria import Criterion, TeamCriterion
from scoring.tables.results import SHARE_FIELDS, Scheme, Share


class League(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues", db_index=False)
    name = models.CharField(_("name"), max_length=80)
    sort_name = SortKeyField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="league_name")]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """A season of a league: the event whose matches count, and what they are worth.

    It has the id of its event, so that whoever reads a match knows the season's address.

    `version` moves with every change of the standings; whoever has read it has read all.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    event = models.OneToOneField(
        Event, on_delete=models.PROTECT, related_name="season", primary_key=True
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    points_win = models.PositiveSmallIntegerField(_("points for a win"), default=2)
    points_draw = models.PositiveSmallIntegerField(_("points for a draw"), default=1)
    points_loss = models.PositiveSmallIntegerField(_("points for a loss"), default=0)
    # What else the scheme gives or takes: walk-overs, byes, bonuses; by the names of Scheme.
    points_else = models.JSONField(default=dict)
    tie_breaks = models.JSONField()
    # Divisions of one league that have the same name of the season; the highest is 1.
    division = models.CharField(_("division"), max_length=80, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    goes_up = models.PositiveSmallIntegerField(_("promoted"), default=0)
    goes_down = models.PositiveSmallIntegerField(_("relegated"), default=0)
    # By which lots are drawn, also those that part who is level at last.
    seed = models.CharField(max_length=80, blank=True)
    # How its fixtures were made: days, days without play, rounds; empty where there are none.
    plan = models.JSONField(default=dict)
    # At how many boards teams meet; 0: single players do. The points above are for a match at a
    # board then, and these for a meeting.
    boards = models.PositiveSmallIntegerField(_("boards"), default=0)
    meeting_win = models.PositiveSmallIntegerField(default=2)
    meeting_draw = models.PositiveSmallIntegerField(default=1)
    meeting_loss = models.PositiveSmallIntegerField(default=0)
    # For a team that did not come; None: as for a loss.
    meeting_forfeit = models.SmallIntegerField(null=True)
    team_breaks = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")), name="season_days"
            )
        ]

    def __str__(self) -> str:
        return self.event.name

    @property
    def scheme(self) -> Scheme:
        return Scheme(self.points_win, self.points_draw, self.points_loss, **self.points_else)

    @property
    def order(self) -> list[Criterion]:
        return [Criterion(name) for name in self.tie_breaks]

    @property
    def team_scheme(self) -> TeamScheme:
        forfeit = self.meeting_loss if self.meeting_forfeit is None else self.meeting_forfeit
        points = (self.meeting_win, self.meeting_draw, self.meeting_loss)
        return TeamScheme(board=self.scheme, match=Scheme(*points, forfeit=forfeit))

    @property
    def team_order(self) -> list[TeamCriterion]:
        return [TeamCriterion(name) for name in self.team_breaks]


class SumsFields(models.Model):
    """A `Share`, a column for each figure."""

    played = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    drawn = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    games_for = models.IntegerField(default=0)
    games_against = models.IntegerField(default=0)
    trebles = models.IntegerField(default=0)
    doubles = models.IntegerField(default=0)
    singles = models.IntegerField(default=0)
    value = models.IntegerField(default=0)
    value_against = models.IntegerField(default=0)
    rubber_points = models.IntegerField(default=0)
    kings = models.IntegerField(default=0)
    voles = models.IntegerField(default=0)
    points = models.IntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def share(self) -> Share:
        return Share(*(getattr(self, name) for name in SHARE_FIELDS))


class Standing(SumsFields):
    """A player's sums in a season: one row, changed by what each entry changes."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="standings")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="standing_once"),
            models.CheckConstraint(
                condition=models.Q(played=models.F("won") + models.F("drawn") + models.F("lost")),
                name="standing_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}"


class Result(SumsFields):
    """What a match that is over adds to the line of one of its two players, on which day."""

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="results", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="result_once")]
        indexes = [models.Index(fields=["event", "player"], name="result_by_player")]

    def __str__(self) -> str:
        return f"{self.player_id} in match {self.match_id}"


class DecisionFields(models.Model):
    """Of the committee, from a day on, with the reason that the table shows. Once it is withdrawn
    it is as if it had never been."""

    reason = models.CharField(max_length=200)
    on = models.DateField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    ended_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True
        ordering = ["pk"]


class RulingFields(DecisionFields):
    """Points given, or taken where negative."""

    points = models.SmallIntegerField()

    class Meta(DecisionFields.Meta):
        abstract = True
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="%(class)s_of_something")
        ]


class Adjustment(RulingFields):
    """Of a player."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments")

    def __str__(self) -> str:
        return f"{self.points} for {self.player_id} in {self.event_id}"
