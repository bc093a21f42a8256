"""How well players play, as their matches tell: the newest figure of each, and how it came."""

from django.db import models
from django.db.models import F, Q

from ecarte_club.clubs.models import Club, Player
from games.matches.models import Match

from .rules.skill import USUAL, Scale, Skill
from .rules.spread import FEWEST


class RatingBook(models.Model):
    """The ratings of a club. `version` moves with every change of them.

    `stale_at` and `stale_match`: from which result on they must be computed again; None: they
    are as the record has it. `taken_to`: the last match, by id, that was looked at while results
    older than the ratings are taken in; None: all are.

    `spread`, `drift`, `middle` and `widest` are the club's scale (scoring.ratings.rules), learnt
    from the results until that of `scale_match`, which ended at `scale_at`; None: from none. They
    are learnt again when `version` reaches `learn_at`.
    """

    club = models.OneToOneField(
        Club, on_delete=models.CASCADE, primary_key=True, related_name="rating_book"
    )
    version = models.PositiveIntegerField(default=1)
    stale_at = models.DateTimeField(null=True)
    stale_match = models.BigIntegerField(null=True)
    taken_to = models.BigIntegerField(null=True, default=0)
    spread = models.PositiveIntegerField(default=USUAL.spread)
    drift = models.PositiveIntegerField(default=USUAL.drift)
    middle = models.PositiveIntegerField(default=USUAL.middle)
    widest = models.PositiveIntegerField(default=USUAL.widest)
    scale_at = models.DateTimeField(null=True)
    scale_match = models.BigIntegerField(null=True)
    learn_at = models.PositiveIntegerField(default=FEWEST)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(stale_at=None, stale_match=None)
                | Q(stale_at__isnull=False, stale_match__isnull=False),
                name="rating_stale_whole",
            ),
            models.CheckConstraint(
                condition=Q(scale_at=None, scale_match=None)
                | Q(scale_at__isnull=False, scale_match__isnull=False),
                name="rating_scale_whole",
            ),
        ]
        indexes = [
            models.Index(
                fields=["club"],
                condition=Q(stale_at__isnull=False)
                | Q(taken_to__isnull=False)
                | Q(version__gte=F("learn_at")),
                name="rating_book_to_bring",
            )
        ]

    def __str__(self) -> str:
        return f"ratings of {self.club_id}"

    @property
    def is_up_to_date(self) -> bool:
        """Whether every result is in the ratings."""
        return self.stale_at is None and self.taken_to is None

    @property
    def is_scale_due(self) -> bool:
        return self.taken_to is None and self.version >= self.learn_at

    @property
    def scale(self) -> Scale:
        return Scale(self.spread, self.drift, self.middle, self.widest)


class RatingPoint(models.Model):
    """One side of a match that is over: what was played, and how it left the rating.

    A match ended when its last play was first entered; corrections do not move that. Strengths
    and doubts are in millionths of log-odds (scoring.ratings.rules). `matches` and `games`: how
    many the player had played by then, this one among them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_points", db_index=False
    )
    adversary = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    strength_before = models.IntegerField(default=0)
    doubt_before = models.PositiveIntegerField(default=USUAL.spread)
    strength = models.IntegerField(default=0)
    doubt = models.PositiveIntegerField(default=USUAL.spread)
    matches = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["ended_at", "match_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="rating_point_once"),
            models.CheckConstraint(condition=~Q(player=F("adversary")), name="rating_point_of_two"),
        ]
        indexes = [
            models.Index(fields=["player", "ended_at", "match"], name="rating_point_by_player"),
            models.Index(fields=["club", "ended_at", "match"], name="rating_point_by_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} after {self.match_id}"

    @property
    def day(self) -> int:
        return self.ended_at.toordinal()

    @property
    def skill(self) -> Skill:
        return Skill(self.strength, self.doubt, self.day)

    @property
    def before(self) -> Skill:
        return Skill(self.strength_before, self.doubt_before, self.day)


class Rating(models.Model):
    """A player's newest point, and how much they have played. `low`: the lower end of the range,
    a strength, by which players are ranked."""

    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, primary_key=True, related_name="rating"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    strength = models.IntegerField()
    doubt = models.PositiveIntegerField()
    low = models.IntegerField()
    matches = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    last_match = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["club", "-low"], name="rating_by_low")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.strength} ± {self.doubt}"

    @property
    def skill(self) -> Skill:
        return Skill(self.strength, self.doubt, self.last_at.toordinal())
