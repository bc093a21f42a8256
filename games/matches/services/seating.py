"""Who can be seated at an evening: nobody twice, and whoever is not free only after a question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.changes import Engagement, engagements_of
from games.matches.models import IN_PLAY, Match


class AlreadySeated(Invalid):
    """Players who are not free; they can be seated all the same."""

    status = 409


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
    """Of an evening: whoever plays, the tables of these matches, and the engagements."""

    playing: frozenset[int]
    taken: frozenset[int]
    engagements: tuple[Engagement, ...]

    @classmethod
    def of(cls, evening: Evening, *, but: int = 0) -> "Seating":
        """Read after the evening was moved, so that nobody starts beside it. `but`: the id of a
        match."""
        in_play = Match.objects.filter(IN_PLAY, evening_table__evening=evening).exclude(pk=but)
        rows = list(in_play.values_list("player_a_id", "player_b_id", "evening_table_id"))
        return cls(
            frozenset(pk for a, b, _table in rows for pk in (a, b)),
            frozenset(table for _a, _b, table in rows if table is not None),
            tuple(engagements_of(evening)),
        )

    def busy(self, player: int, event_id: int | None) -> str:
        """Why they are not free for a match of this event."""
        if player in self.playing:
            return _("Still playing at another table.")
        for one in self.engagements:
            if player in one.player_ids and (one.event_id is None or one.event_id != event_id):
                return _("Not free yet: %(title)s.") % {"title": one.title}
        return ""

    def table_refusal(self, table: int, tables: Mapping[int, int], own: set[int]) -> str:
        if table not in own:
            return _("Must be a table of this evening.")
        if tables[table] > 1:
            return _("Only one match can start at a table. Choose another table for one of them.")
        if table in self.taken:
            return _("A match is in play at this table. Choose another.")
        for one in self.engagements:
            if one.table_id == table:
                return _("This table is taken: %(title)s. Choose another.") % {"title": one.title}
        return ""


def check_seats(
    evening: Evening, starts: Sequence[Start], event_id: int | None, *, seat_anyway: bool
) -> None:
    """Raises: Invalid; AlreadySeated where nothing else is wrong and it was not asked for."""
    seating = Seating.of(evening)
    own = set(evening.tables.values_list("pk", flat=True))
    players = Counter(pk for start in starts for pk in (start.player_a, start.player_b))
    tables = Counter(start.table for start in starts)
    errors: dict[str, str] = {}
    busy: dict[str, str] = {}
    for number, start in enumerate(starts):
        for side in ("player_a", "player_b"):
            player, name = getattr(start, side), f"matches.{number}.{side}"
            if players[player] > 1:
                errors[name] = _("A player cannot play twice in a round.")
            elif why := seating.busy(player, start.event_id or event_id):
                busy[name] = why
        if why := seating.table_refusal(start.table, tables, own):
            errors[f"matches.{number}.table"] = why
    if errors:
        text = _("No match was started: some of them cannot start.")
        raise Invalid("cannot_start", text, errors={**busy, **errors})
    if busy and not seat_anyway:
        raise _already_seated(busy)


def check_free(evening: Evening, match: Match) -> None:
    """The two of a match that begins. Raises: AlreadySeated."""
    seating = Seating.of(evening, but=match.pk)
    sides = {"player_a": match.player_a_id, "player_b": match.player_b_id}
    found = {name: seating.busy(player, match.event_id) for name, player in sides.items()}
    if busy := {name: why for name, why in found.items() if why}:
        raise _already_seated(busy)


def _already_seated(busy: Mapping[str, str]) -> AlreadySeated:
    text = _("Some of these players are not free. Choose others, or seat them anyway.")
    return AlreadySeated("already_seated", text, errors=busy)
