"""Tables online: who sits, the chains of links, the draws, and the actions as they came in.

No pack and no hand is in any column: they follow from the links and from what
`games.online.hidden` alone can reach.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.club_column import ClubOf
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.append_only import AppendOnly
from games.matches.models import Entry, Event, Match, TermsFields

SEATS = [("a", "A"), ("b", "B")]
HEX = 64


DAY = 86_400


class Clock(models.TextChoices):
    """How fast a match is played."""

    NONE = "none", _("No clock")
    QUICK = "quick", _("Quick: 20 seconds for each action, 3 minutes in reserve for each game")
    CALM = "calm", _("Calm: 45 seconds for each action, 6 minutes in reserve for each game")
    DAYS = "days", _("By correspondence: 3 days for each action")


# Seconds for an action, and in reserve for a game.
CLOCKS = {
    Clock.NONE: (0, 0),
    Clock.QUICK: (20, 180),
    Clock.CALM: (45, 360),
    Clock.DAYS: (3 * DAY, 0),
}


class OnlineTable(TermsFields):
    """A match that is played online, or the invitation to one. `version` moves with each change
    that somebody at the table sees.

    The host sits first. Until somebody sits down opposite, there is no match, and the terms are
    those of the invitation; then those of the match hold.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        PLAYING = "playing", _("In play")
        OVER = "over", _("Finished")
        CLOSED = "closed", _("Closed")

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="online_tables", db_index=False
    )
    host = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    # Who is invited; nobody: whoever of the club comes first, or has the link.
    guest = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="+")
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, related_name="online_table"
    )
    fixture = models.PositiveBigIntegerField(null=True)
    # The one after which it is played again.
    rematch_of = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="rematch"
    )
    # Of the address by which somebody is invited.
    code_word = models.CharField(max_length=16, unique=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1)
    # Whether anybody who may see the match may watch it.
    spectators = models.BooleanField(_("spectators"), default=True)
    # By agreement, under a code that has one proposal otherwise.
    second_proposal = models.BooleanField(_("a second proposal"), default=False)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    changed_at = models.DateTimeField()

    clock = models.CharField(_("clock"), max_length=5, choices=Clock, default=Clock.NONE)
    # Milliseconds that are left in reserve for the game.
    reserve_a = models.PositiveIntegerField(default=0)
    reserve_b = models.PositiveIntegerField(default=0)
    # Since when somebody is waited for; `deadline`: when their time is over.
    waiting_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    # When a robot looks at the table next: by what everybody sees, never by its cards.
    robot_due = models.DateTimeField(null=True)
    # How often running the same player let the time run out, and who.
    timeouts = models.PositiveSmallIntegerField(default=0)
    timed_out = models.CharField(max_length=1, blank=True)
    # Of the match after the last hand that was played here; another one was entered elsewhere.
    match_version = models.PositiveIntegerField(default=0)

    # The server's seed comes from it and from the site's key; by itself it says nothing.
    nonce = models.CharField(max_length=HEX)
    server_end = models.CharField(max_length=HEX)
    # The server's link of the last draw, opened when the match is over.
    opened_link = models.CharField(max_length=HEX, blank=True)

    # How it is played, of a table that was just written (games.online.selectors.tables.Play).
    play: Any = None

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(guest=None) | ~Q(guest=F("host")), name="online_two_players"
            ),
            models.CheckConstraint(
                condition=Q(status="open") | Q(match__isnull=False) | Q(status="closed"),
                name="online_match_once_accepted",
            ),
        ]
        indexes = [
            models.Index(fields=["club", "status", "-id"], name="online_by_club"),
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="online_deadline"
            ),
            models.Index(
                fields=["robot_due"], condition=Q(robot_due__isnull=False), name="online_robot_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} of {self.host}"

    @property
    def seconds(self) -> int:
        return CLOCKS[Clock(self.clock)][0]

    @property
    def reserve(self) -> int:
        return CLOCKS[Clock(self.clock)][1]

    @property
    def is_by_correspondence(self) -> bool:
        return self.clock == Clock.DAYS


class ChainEnd(AppendOnly):
    """The end of the chain of a player's device, which holds from draw `number` on."""

    table = models.ForeignKey(OnlineTable, on_delete=models.PROTECT, related_name="ends")
    seat = models.CharField(max_length=1, choices=SEATS)
    number = models.PositiveIntegerField()
    end = models.CharField(max_length=HEX)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id}, from {self.number}"


class ChainLink(AppendOnly):
    """A link that a player's device opened, for draw `number`."""

    table = models.ForeignKey(
        OnlineTable, on_delete=models.PROTECT, related_name="links", db_index=False
    )
    seat = models.CharField(max_length=1, choices=SEATS)
    number = models.PositiveIntegerField()
    link = models.CharField(max_length=HEX)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "number"], name="link_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id}, {self.number}"


class Draw(models.Model):
    """What was drawn from the links: who deals, or a hand. `number` is never used twice.

    A hand has the game and the score that it began at, and who dealt; then its entry in the match,
    unless it was annulled. A cut has its two cards, which everybody sees, and who deals then, as
    soon as that is chosen.
    """

    class Kind(models.TextChoices):
        CUT = "cut", _("the cut for deal")
        HAND = "hand", _("a hand")

    table = models.ForeignKey(
        OnlineTable, on_delete=models.PROTECT, related_name="draws", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=4, choices=Kind)
    at = models.DateTimeField()
    cards = models.CharField(max_length=5, blank=True)
    # The seats whose links were not opened: the draw died, and its number is not used again.
    missing = models.CharField(max_length=2, blank=True)
    game = models.PositiveSmallIntegerField(default=0)
    score_a = models.PositiveSmallIntegerField(default=0)
    score_b = models.PositiveSmallIntegerField(default=0)
    dealer = models.CharField(max_length=1, blank=True, choices=SEATS)
    # How many cards at a time: "3-2" or "2-3".
    order = models.CharField(max_length=3, blank=True)
    # The number of the last action before it.
    acts_before = models.PositiveIntegerField(default=0)
    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, null=True, related_name="drawn")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="draw_number_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(kind="hand", ended_at=None),
                name="one_hand_in_play",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number} of {self.table_id}"


class Action(AppendOnly):
    """What was done at the table, as a line of the transcript (games.engine.transcripts.acts).

    `head`: of the chain of these lines, with it. `seat`: whose it is, if a player's. `draw`: of the
    hand or the cut that it belongs to.
    """

    # The unique constraint on table and number is an index of the table too.
    table = models.ForeignKey(
        OnlineTable, on_delete=models.PROTECT, related_name="actions", db_index=False
    )
    club = ClubOf("table")
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, null=True, related_name="actions")
    number = models.PositiveIntegerField()
    seat = models.CharField(max_length=1, choices=SEATS, blank=True)
    text = models.CharField(max_length=120)
    head = models.CharField(max_length=HEX)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["table", "number"]
        indexes = [models.Index(fields=["club", "id"], name="action_by_club")]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="action_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.text} {self.table_id}/{self.number}"


class Sweep(models.Model):
    """When deadlines were looked at last: a row by requests, and one by the worker. A gap is time
    in which the site was down."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)
