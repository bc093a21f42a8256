"""All that was entered in a match, what stands of it, and which games were changed last by what."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet

from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.matches.models import Entry, Match
from games.matches.rules import order as play_order

# Entries in which nothing was played.
STOPS = (Entry.Kind.ABANDONED, Entry.Kind.ADJOURNED)
ACTS = (Entry.Kind.VOID, Entry.Kind.ANNULLED, *STOPS)


class EntryAbsent(Absent):
    """The match has no entry of this number."""


@dataclass(frozen=True)
class Log:
    """All that was entered in a match, in the order of entering."""

    entries: tuple[Entry, ...]

    def standing(self) -> tuple[Entry, ...]:
        """What stands now, in the order of play, each with the game that it now belongs to. Of an
        annulled match nothing does."""
        return () if self.annulment else self.in_order

    @cached_property
    def in_order(self) -> tuple[Entry, ...]:
        """What stands, or would if the match were not annulled."""
        by_number = {entry.number: entry for entry in self.entries}
        return tuple(
            _in_game(by_number[one.number], one.game) for one in play_order.standing(self.acts)
        )

    @property
    def current(self) -> tuple[Entry, ...]:
        """All of them, those that stand with the game that each now belongs to."""
        standing = {entry.number: entry for entry in self.in_order}
        return tuple(standing.get(entry.number, entry) for entry in self.entries)

    @cached_property
    def acts(self) -> tuple[play_order.Act, ...]:
        """Without what annulled or stopped the match, and took that back."""
        numbers = {entry.pk: entry.number for entry in self.entries}
        return tuple(_act(entry, numbers) for entry in self.played().entries)

    def played(self) -> "Log":
        """Without what annulled or stopped the match, and took that back."""
        others = {entry.place for entry in self.entries if entry.annuls or entry.stops}
        if not others:
            return self
        return Log(tuple(entry for entry in self.entries if entry.place not in others))

    def before(self, entry: Entry) -> "Log":
        return Log(tuple(one for one in self.entries if one.number < entry.number))

    @property
    def annulment(self) -> Entry | None:
        """The entry by which the match is annulled, if it is."""
        return next((entry for entry in self._last() if entry.annuls), None)

    @property
    def stop(self) -> Entry | None:
        """The entry by which the match is abandoned or adjourned, if it is."""
        return next((entry for entry in self._last() if entry.stops), None)

    def _last(self) -> Iterator[Entry]:
        superseded = {entry.supersedes_id for entry in self.entries}
        return (entry for entry in self.entries if entry.pk not in superseded)

    def next_place(self) -> int:
        return max((entry.place for entry in self.entries), default=0) + 1

    def number(self) -> int:
        return self.entries[-1].number if self.entries else 0

    def last_act(self) -> Entry | None:
        """What *undo* would take back: the latest act that is neither an undo nor undone. A match
        that was stopped is resumed instead."""
        undone = {entry.undoes_id for entry in self.entries}
        for entry in reversed(self.entries):
            is_undone = entry.undoes_id is not None or entry.pk in undone
            if not is_undone and not entry.stops:
                return entry
        return None

    def at_place(self, place: int) -> Entry:
        """The latest entry of a place, void or not."""
        return [entry for entry in self.entries if entry.place == place][-1]

    def numbered(self, number: int) -> Entry:
        """With the game that it belongs to now, if it stands. Raises: EntryAbsent."""
        entry = next((entry for entry in self.current if entry.number == number), None)
        if entry is None:
            raise EntryAbsent
        return entry

    def get(self, pk: int | None) -> Entry | None:
        return next((entry for entry in self.entries if entry.pk == pk), None)


def _act(entry: Entry, numbers: Mapping[int, int]) -> play_order.Act:
    """`numbers` of the entries, by their ids."""
    return play_order.Act(
        number=entry.number,
        game=None if entry.data is None else int(entry.data.get("game", 0)),
        supersedes=numbers.get(entry.supersedes_id or 0),
        undoes=numbers.get(entry.undoes_id or 0),
        order=None
        if entry.order is None
        else tuple(play_order.Placed(*one) for one in entry.order),
    )


def _in_game(entry: Entry, game: int) -> Entry:
    """The entry itself, or a copy that says the game to which it was moved."""
    if entry.data is None or entry.data.get("game", 0) == game:
        return entry
    placed = copy(entry)
    placed.data = {**entry.data, "game": game}
    return placed


_entries = Composed(
    lambda match: (
        Entry.objects.filter(match=match)
        .select_related("by", "phone__player", "phone__table")
        .order_by("number")
    ),
    match=int,
)


def log_of(match: Match) -> Log:
    return Log(tuple(_entries.rows(match=match.pk)))


def logs_of(matches: Sequence[Match], found: QuerySet[Entry]) -> list[tuple[Match, Log]]:
    """All their entries in one query, read as `found` says."""
    entries: dict[int, list[Entry]] = {match.pk: [] for match in matches}
    for entry in found.filter(match__in=list(entries)).order_by("number"):
        entries[entry.match_id].append(entry)
    return [(match, Log(tuple(entries[match.pk]))) for match in matches]


def latest_entries(log: Log) -> dict[int, Entry]:
    """The entry that each game was last changed by, by the game's number: 0 for a match by its
    games won. What annulled the match for a while has changed none."""
    by_number = {entry.number: entry for entry in log.entries}
    return {game: by_number[number] for game, number in play_order.changed_by(log.acts).items()}
