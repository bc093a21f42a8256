"""Who can be seated: nobody twice, and whoever is not free only after a question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid, Text
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.changes import Engagement, by_correspondence, engagements_of
from games.matches.models import IN_PLAY, Match
from games.matches.selectors.statuses import IDLE_AFTER, Status, of_status


@dataclass(frozen=True, slots=True)
class Busy:
    """A player who is not free: why, and the address of what they are in, if it has one."""

    player_id: int
    why: str
    address: str = ""


class AlreadySeated(Invalid):
    """Players who are not free; they can be seated all the same. `busy`: by the field."""

    status = 409

    def __init__(self, *args: Any, busy: Mapping[str, Busy] | None = None, **fault: Any) -> None:
        super().__init__(*args, **fault)
        self.busy = dict(busy or {})

    @classmethod
    def of(cls, busy: Mapping[str, Busy]) -> "AlreadySeated":
        text = _(
            "Some of these players are not free. Wait for them, choose others, or seat them anyway."
        )
        errors = {name: player.why for name, player in busy.items()}
        return cls("already_seated", text, errors=errors, busy=busy)

    def renamed(self, errors: Mapping[str, Text]) -> "AlreadySeated":
        return type(self)(self.code, self.detail, errors=errors, extra=self.extra, busy=self.busy)

    @property
    def players(self) -> list[tuple[str, Busy]]:
        """Each once, with the name."""
        busy = {player.player_id: player for player in self.busy.values()}
        players = Player.objects.filter(pk__in=busy).order_by("name", "pk")
        return [(player.name, busy[player.pk]) for player in players]

    @property
    def sentences(self) -> list[str]:
        """Of each player, where a field has several."""
        # Translators: %(name)s is a player, %(text)s a sentence about them.
        text = _("%(name)s: %(text)s")
        return [text % {"name": name, "text": busy.why} for name, busy in self.players]


@dataclass(frozen=True, slots=True)
class Start:
    """Two players at a table of the evening; who deals first, where the cut is known. `event_id`:
    of a match that counts elsewhere than the others of its round, such as a fixture that is due;
    `fixture_id`: that fixture, where the two have several."""

    table: int
    player_a: int
    player_b: int
    first_dealer: Seat | None = None
    event_id: int | None = None
    fixture_id: int | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Whoever plays a match, the tables of these matches, and the engagements: of an evening, and
    of whatever else is in play in the club."""

    playing: Mapping[int, Busy]
    taken: frozenset[int]
    engagements: tuple[Engagement, ...]

    @classmethod
    def of(
        cls, club_id: int, evening: Evening | None, *, but: int = 0, own_table: int = 0
    ) -> "Seating":
        """Read after the evening was moved, so that nobody starts beside it. `but`: the id of a
        match; `own_table`: where what it is read for is played."""
        here = evening.pk if evening else 0
        found = Match.objects.filter(
            Q(IN_PLAY, evening_table__evening=here) | of_status(Status.IN_PLAY), club=club_id
        ).exclude(pk=but)
        fields = ("pk", "player_a_id", "player_b_id", "evening_table_id")
        values = found.values_list(*fields, "evening_table__evening", "club__slug")
        rows = list(values.order_by("pk"))
        slow = by_correspondence([pk for pk, _a, _b, table, *_rest in rows if table is None])
        playing, taken = {}, set()
        for pk, a, b, table, at, slug in rows:
            if pk in slow:
                continue
            if table is not None:
                taken.add(table)
            if table is not None and table == own_table:
                continue
            elsewhere = _("Still playing another match.")
            why = _("Still playing at another table.") if at == here else elsewhere
            address = reverse("match", args=(slug, pk))
            playing.update({player: Busy(player, why, address) for player in (a, b)})
        engaged = (one for at in _evenings(club_id, evening) for one in engagements_of(at))
        others = (one for one in engaged if one.table_id is None or one.table_id != own_table)
        return cls(playing, frozenset(taken), tuple(others))

    def busy(self, player: int, event_id: int | None) -> Busy | None:
        """Why they are not free for a match of this event."""
        if player in self.playing:
            return self.playing[player]
        for engagement in self.engagements:
            is_own = engagement.event_id is not None and engagement.event_id == event_id
            if player in engagement.player_ids and not is_own:
                why = _("Not free yet: %(title)s.") % {"title": engagement.title}
                return Busy(player, why, engagement.address)
        return None

    def check_free(self, players: Mapping[str, int], event_id: int | None) -> None:
        """`players`: by field. Raises: AlreadySeated."""
        if busy := self.busy_of(players, event_id):
            raise AlreadySeated.of(busy)

    def busy_of(self, players: Mapping[str, int], event_id: int | None) -> dict[str, Busy]:
        every = {name: self.busy(player, event_id) for name, player in players.items()}
        return {name: busy for name, busy in every.items() if busy is not None}

    def table_refusal(self, table: int, tables: Mapping[int, int], own: set[int]) -> str:
        if table not in own:
            return _("Must be a table of this evening.")
        if tables[table] > 1:
            return _("Only one match can start at a table. Choose another table for one of them.")
        if table in self.taken:
            return _("A match is in play at this table. Choose another.")
        for engagement in self.engagements:
            if engagement.table_id == table:
                return _("This table is taken: %(title)s. Choose another.") % {
                    "title": engagement.title
                }
        return ""


def check_seats(
    evening: Evening, starts: Sequence[Start], event_id: int | None, *, seat_anyway: bool
) -> None:
    """Raises: Invalid; AlreadySeated where nothing else is wrong and it was not asked for."""
    seating = Seating.of(evening.club_id, evening)
    own = set(evening.tables.values_list("pk", flat=True))
    players = Counter(pk for start in starts for pk in (start.player_a, start.player_b))
    tables = Counter(start.table for start in starts)
    errors: dict[str, str] = {}
    busy: dict[str, Busy] = {}
    for number, start in enumerate(starts):
        for side in ("player_a", "player_b"):
            player, name = getattr(start, side), f"matches.{number}.{side}"
            if players[player] > 1:
                errors[name] = _("A player cannot play twice in a round.")
            elif reason := seating.busy(player, start.event_id or event_id):
                busy[name] = reason
        if why := seating.table_refusal(start.table, tables, own):
            errors[f"matches.{number}.table"] = why
    if errors:
        text = _("No match was started: some of them cannot start.")
        not_free = {name: one.why for name, one in busy.items()}
        raise Invalid("cannot_start", text, errors={**not_free, **errors})
    if busy and not seat_anyway:
        raise AlreadySeated.of(busy)


def _evenings(club_id: int, evening: Evening | None) -> list[Evening]:
    """That of the seating, and others that may go on now."""
    now = timezone.now()
    days = localdate(now - IDLE_AFTER), localdate(now)
    others = Evening.objects.filter(club=club_id, signed_off_at=None, held_on__range=days)
    here = [evening] if evening else []
    return [*here, *others.exclude(pk=evening.pk if evening else 0)]
