"""Leagues and their seasons: entrants, teams, fixtures, results and standings."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.collation import SortKeyField
from games.matches.models import Event, Match
from scoring.tables.criteria import Criterion, TeamCriterion
from scoring.tables.results import SHARE_FIELDS, Scheme, Share

from .rules.teams import TeamScheme


class League(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
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
        met = Scheme(self.meeting_win, self.meeting_draw, self.meeting_loss)
        return TeamScheme(board=self.scheme, match=met)

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

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
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


class Entrant(models.Model):
    """`place`: the order at the start, from 1. Paired from `joined_round` on, until the
    round before `left_round`; `struck`: they left so early that their results do not count.
    `before_left`: what their withdrawal from a season changed, as it was, until it is undone."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries_made")
    place = models.PositiveIntegerField()
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True)
    left_at = models.DateTimeField(null=True)
    struck = models.BooleanField(default=False)
    before_left = models.JSONField(default=dict)

    class Meta:
        ordering = ["event", "place"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["event", "place"], name="entrant_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.event_id}"


class Round(models.Model):
    """Nobody but staff sees it before `published_at`. `draws_at`: when it is drawn by itself.

    `seed` is that of its draw, published with it.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    day = models.DateField(null=True)
    seed = models.CharField(max_length=80, blank=True)
    draws_at = models.DateTimeField(null=True)
    drawn_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="round_once")]

    def __str__(self) -> str:
        return f"round {self.number} of {self.event_id}"


class Fixture(models.Model):
    """A meeting that is planned. Without `away` somebody sits the round out.

    `award`: how it was decided without play; empty while it is to be played, or was. `why`: what
    the draw says of it, codes and figures. `moved_from`: the day it had before it was postponed.
    """

    class Award(models.TextChoices):
        HOME = "home", _("First player wins by walkover")
        AWAY = "away", _("Second player wins by walkover")
        BOTH_ABSENT = "both_absent", _("Neither came")
        BYE = "bye", _("Bye")
        HALF_BYE = "half_bye", _("Half bye")
        ABSENT = "absent", _("Absent")
        VOID = "void", _("Not played")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="fixtures")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fixtures_home")
    away = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="fixtures_away"
    )
    table = models.CharField(max_length=20, blank=True)
    day = models.DateField(null=True)
    moved_from = models.DateField(null=True)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, related_name="fixture")
    award = models.CharField(max_length=11, choices=Award, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    why = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="fixture_number_once"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_two"),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(away__isnull=False),
                name="fixture_played_by_two",
            ),
            models.CheckConstraint(
                condition=Q(award="") | Q(match__isnull=True) | Q(award="void"),
                name="fixture_one_result",
            ),
        ]
        indexes = [
            models.Index(fields=["event", "home"], name="fixture_by_home"),
            models.Index(fields=["event", "away"], name="fixture_by_away"),
            models.Index(fields=["event", "day"], name="fixture_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} – {self.away_id}, {self.round_id}"


class RulingFields(models.Model):
    """Points given, or taken where negative, with the reason that the table shows."""

    points = models.SmallIntegerField()
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
        constraints = [
            models.CheckConstraint(condition=~Q(points=0), name="%(class)s_of_something")
        ]


class Adjustment(RulingFields):
    """Of a player."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments")

    def __str__(self) -> str:
        return f"{self.points} for {self.player_id} in {self.event_id}"


class Result(SumsFields):
    """What a match that is over adds to the line of one of its two players, on which day."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="results")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    day = models.DateField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="result_once")]
        indexes = [models.Index(fields=["event", "player"], name="result_by_player")]

    def __str__(self) -> str:
        return f"{self.player_id} in match {self.match_id}"


class Team(models.Model):
    """`place`: the order in which they entered, from 1. `left_round`, `struck` and `before_left`
    as of an entrant: it has left the season, and what that changed."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
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


class TeamAdjustment(RulingFields):
    """Match points of a team."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="team_adjustments")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="adjustments")

    def __str__(self) -> str:
        return f"{self.points} for {self.team_id}"


class TeamPlayer(models.Model):
    """Plays for it from `joined_on` on, until the day before `left_on`. Nobody plays for two
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


class Meeting(models.Model):
    """A meeting of two teams that is planned. Without `away` a team sits the round out.

    `award`: how it was decided without play, as of a fixture. `home_given_at`: since when the
    line-up of who is at home is known. `moved_from`: the day it had before it was postponed.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="meetings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="meetings")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="meetings_home")
    away = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, related_name="meetings_away"
    )
    day = models.DateField(null=True)
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

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="boards")
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
