"""The record: matches, and entries that are never changed."""

from dataclasses import dataclass

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Least
from django.db.models.lookups import GreaterThanOrEqual
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.club_column import ClubOf
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.append_only import AppendOnly
from games.engine.terms import FormatKind
from games.evenings.models import Phone, Table

FORMATS = [
    (FormatKind.ONE_GAME.value, _("One game")),
    (FormatKind.GAMES.value, _("a number of games")),
    (FormatKind.RUBBER.value, _("a rubber")),
]


@dataclass(frozen=True, slots=True)
class OnlinePlace:
    """The table online of a match. `address`: of its page, for those who may play or watch there;
    `transcript`: of the file with which its deals are verified, once they are open."""

    is_in_play: bool
    is_by_correspondence: bool
    address: str = ""
    transcript: str = ""


class TermsFields(models.Model):
    """What the players agreed before the first deal; it stays while they play.

    Under house rules `code` is the one they were made from, `options` what they change in it,
    `rules` their name: copies, so that a contest keeps the rules under which it began.
    """

    code = models.CharField(_("code of laws"), max_length=20)
    options = models.JSONField(default=dict, blank=True)
    rules = models.CharField(_("club rules"), max_length=80, blank=True)
    format = models.CharField(_("format"), max_length=10, choices=FORMATS)
    games = models.PositiveSmallIntegerField(_("games"))
    # The match is the best of so many; of another format than a rubber, 1.
    rubbers = models.PositiveSmallIntegerField(_("rubbers"), default=1)
    game_values = models.BooleanField(_("treble, double and single count"), default=False)
    rubber_bonus = models.PositiveSmallIntegerField(_("bonus for the rubber"), default=0)

    class Meta:
        abstract = True

    @property
    def may_end_level(self) -> bool:
        return self.format == FormatKind.GAMES and self.games % 2 == 0


class Event(TermsFields):
    """A series of matches under the same terms: a season of a league, or a tournament."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=80)
    # Whether strangers may read its matches and standings.
    public = models.BooleanField(_("public"), default=True)
    # Who meets whom is drawn: nobody chooses two players for a match of it.
    drawn = models.BooleanField(default=False)
    # Teams play it at boards: who meets whom follows from their line-ups.
    of_teams = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


# Of matches that hold a table and their players: what counts, is not over and was not stopped.
IN_PLAY = Q(over=False, annulled_at=None, stopped="")


# Counted from the entries of a match.
FIGURES = (
    *("games_a", "games_b", "rubbers_a", "rubbers_b", "score_a", "score_b"),
    *("hands", "kings_a", "kings_b", "voles_a", "voles_b"),
)


class Match(TermsFields):
    """Games between two players at a table. `version` counts its entries.

    The fields below `version` say what the entries come to; they are written with each entry and
    can be computed again from the entries alone. Once annulled it comes to nothing. Once stopped
    it has no result, but what was played stays on record.
    """

    class Stopped(models.TextChoices):
        ABANDONED = "abandoned", _("Abandoned")
        ADJOURNED = "adjourned", _("To be continued")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="matches", db_index=False)
    event = models.ForeignKey(
        Event,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="matches",
        db_index=False,
    )
    table = models.CharField(_("table"), max_length=20, blank=True)
    # Where it is played, if it is of an evening; `table` is then its name.
    evening_table = models.ForeignKey(
        Table, on_delete=models.PROTECT, null=True, blank=True, related_name="matches"
    )
    player_a = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="matches_a", db_index=False
    )
    player_b = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="matches_b", db_index=False
    )
    first_dealer = models.CharField(_("first dealer"), max_length=1, blank=True)
    started_at = models.DateTimeField()
    started_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    version = models.PositiveIntegerField(default=0)
    games_a = models.SmallIntegerField(default=0)
    games_b = models.SmallIntegerField(default=0)
    rubbers_a = models.SmallIntegerField(default=0)
    rubbers_b = models.SmallIntegerField(default=0)
    score_a = models.SmallIntegerField(default=0)
    score_b = models.SmallIntegerField(default=0)
    over = models.BooleanField(default=False)
    winner = models.CharField(max_length=1, blank=True)
    hands = models.SmallIntegerField(default=0)
    kings_a = models.SmallIntegerField(default=0)
    kings_b = models.SmallIntegerField(default=0)
    voles_a = models.SmallIntegerField(default=0)
    voles_b = models.SmallIntegerField(default=0)
    annulled_at = models.DateTimeField(null=True)
    # It will not be played on, or will be another day; it holds no table then.
    stopped = models.CharField(max_length=9, choices=Stopped, blank=True)
    changed_at = models.DateTimeField()

    # Whether it was read for somebody outside the club.
    is_veiled = False
    # Whether it counts for nothing in its event; set by `changes.mark_uncounted`.
    is_uncounted = False
    # Where it is played online, or was; set by `changes.mark_online`.
    online: OnlinePlace | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(player_a=F("player_b")), name="match_two_players"),
            # One for them all: each is looked at with every entry.
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Least(*FIGURES), 0), name="match_figures"
            ),
            models.CheckConstraint(
                condition=Q(score_a__lte=5, score_b__lte=5), name="match_score_five_up"
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__in=["", "a", "b"], winner__in=["", "a", "b"]),
                name="match_seats",
            ),
            models.CheckConstraint(
                condition=Q(format__in=[kind.value for kind in FormatKind]), name="match_format"
            ),
            models.CheckConstraint(
                condition=Q(annulled_at=None) | Q(over=False, winner=""), name="match_annulled"
            ),
            models.CheckConstraint(
                condition=Q(stopped="")
                | Q(stopped__in=["abandoned", "adjourned"], over=False, annulled_at=None),
                name="match_stopped",
            ),
        ]
        # The annulled are left out of lists and counts, which so need no more than an index.
        indexes = [
            models.Index(fields=["club", "over", "-id", "annulled_at"], name="match_by_club"),
            models.Index(fields=["event", "-id", "annulled_at"], name="match_by_event"),
            models.Index(fields=["player_a", "-id", "annulled_at"], name="match_by_player_a"),
            models.Index(fields=["player_b", "-id", "annulled_at"], name="match_by_player_b"),
        ]

    def __str__(self) -> str:
        return f"{self.player_a} – {self.player_b}"

    @property
    def result(self) -> tuple[int, int]:
        """As a list gives it: the points of one game, else what was won of several."""
        is_one = self.format == FormatKind.ONE_GAME
        return (self.score_a, self.score_b) if is_one else self.won_units

    @property
    def won_units(self) -> tuple[int, int]:
        """Rubbers where there are several, else games."""
        if self.rubbers > 1:
            return self.rubbers_a, self.rubbers_b
        return self.games_a, self.games_b

    @property
    def figure(self) -> str:
        """The result, the winner's first: "2–1"."""
        a, b = self.result
        return f"{b}–{a}" if self.winner == "b" else f"{a}–{b}"

    @property
    def has_robot(self) -> bool:
        return bool(self.player_a.robot or self.player_b.robot)

    @property
    def is_rated(self) -> bool:
        """Whether it counts in ratings once it is over: with a robot only where the club had said
        so before it began."""
        since = self.club.robots_rated_since
        return not self.has_robot or (since is not None and self.started_at >= since)

    @property
    def player_ids(self) -> tuple[int, int]:
        return self.player_a_id, self.player_b_id


class Entry(AppendOnly):
    """One thing entered in a match. A later one may supersede it, and then stands in its place.

    `number` orders what was entered, `place` what was played: a correction has a new number and
    the place of what it corrects. `data` is the engine's plain form; a void entry has none, nor
    has one that annuls the match: as long as it stands, nothing that was played does. One that
    stops the match has none either: what was played stands, and nothing is played after it.

    A correction that changes more than its own place has an `order`: the match consists of these
    from then on, each a pair of an entry's number and the game that it now belongs to. A hand
    that was inserted has one and supersedes nothing.
    """

    class Kind(models.TextChoices):
        HAND = "hand", _("hand")
        GAME = "game", _("game")
        RUBBER = "rubber", _("rubber")
        VOID = "void", _("undone")
        ANNULLED = "annulled", _("match annulled")
        ABANDONED = "abandoned", _("match abandoned")
        ADJOURNED = "adjourned", _("match adjourned")

    # The unique constraint on match and number is an index of the match too.
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    club = ClubOf("match")
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=Kind)
    data = models.JSONField(null=True)
    order = models.JSONField(null=True)
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="superseded_by"
    )
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by"
    )
    reason = models.CharField(max_length=200, blank=True)
    # The law by which the players mended it themselves, as in "law 50".
    law = models.CharField(max_length=20, blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    # The phone at the table that entered it, when nobody had signed in on it.
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        indexes = [models.Index(fields=["club", "id"], name="entry_by_club")]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["match", "place"],
                condition=Q(supersedes__isnull=True),
                name="entry_place_taken_once",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        *("hand", "game", "rubber", "void"),
                        *("annulled", "abandoned", "adjourned"),
                    ]
                ),
                name="entry_kind",
            ),
            models.CheckConstraint(
                condition=~Q(kind="void") | Q(supersedes__isnull=False), name="entry_void_of"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}/{self.number}"

    @property
    def annuls(self) -> bool:
        return self.kind == Entry.Kind.ANNULLED

    @property
    def inserted(self) -> bool:
        return self.order is not None and self.supersedes_id is None

    @property
    def corrects(self) -> bool:
        """It changes what was entered before, be it by the players themselves."""
        return self.order is not None or self.supersedes_id is not None

    @property
    def reinstates(self) -> bool:
        """The match counts again. Costs a query unless what it undoes has been read."""
        return self.undoes is not None and self.undoes.annuls

    @property
    def stops(self) -> bool:
        return self.kind in (Entry.Kind.ABANDONED, Entry.Kind.ADJOURNED)

    @property
    def resumes(self) -> bool:
        """The match is played on. Costs a query unless what it undoes has been read."""
        return self.undoes is not None and self.undoes.stops

    @property
    def releases(self) -> bool:
        """What the match was played for is to be played again."""
        return self.annuls or self.kind == Entry.Kind.ABANDONED

    @property
    def reclaims(self) -> bool:
        """The match is again the one that was played for it. Costs a query as `reinstates`."""
        return self.undoes is not None and self.undoes.releases


class Confirmation(models.Model):
    """The opponent's yes to a game as entry `number` left it; a later entry in it undoes that."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="confirmations", db_index=False
    )
    game = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["match", "game", "number"], name="confirmed_once")
        ]

    def __str__(self) -> str:
        return f"game {self.game} of {self.match_id}"


class Flag(models.Model):
    """A player's word that a result is not right, until a director has settled it."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="flags")
    # The entry it is about; nothing: the match.
    number = models.PositiveIntegerField(null=True)
    text = models.CharField(max_length=300)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    answer = models.CharField(max_length=300, blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["match"], condition=Q(settled_at__isnull=True), name="flag_to_settle"
            )
        ]

    def __str__(self) -> str:
        return self.text
