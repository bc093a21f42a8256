"""From the stored entries to the engine's values, and back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ecarte_club.clubs.selectors import club_rules
from games.engine import serialization
from games.engine.match import replay
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import Format, FormatKind, HandEntry, Terms

from .models import Entry, Match, TermsFields


def terms(fields: TermsFields) -> Terms:
    return Terms(
        code=club_rules.code(fields.code, fields.options),
        format=Format(FormatKind(fields.format), fields.games, fields.rubbers),
        game_values=fields.game_values,
        rubber_bonus=fields.rubber_bonus,
    )


def seat(letter: str) -> Seat | None:
    return Seat(letter) if letter else None


# Entries in which nothing was played.
ACTS = (Entry.Kind.VOID, Entry.Kind.ANNULLED)


@dataclass(frozen=True, slots=True)
class Log:
    """All that was entered in a match, in the order of entering."""

    entries: tuple[Entry, ...]

    def standing(self) -> tuple[Entry, ...]:
        """What stands now, in the order of play: not superseded, not taken back. Of an annulled
        match nothing does."""
        if self.annulment:
            return ()
        stands = [entry for entry in self._last() if entry.kind not in ACTS]
        return tuple(sorted(stands, key=lambda entry: entry.place))

    def played(self) -> "Log":
        """Without what annulled the match, and took that back."""
        annulling = {entry.place for entry in self.entries if entry.annuls}
        return Log(tuple(entry for entry in self.entries if entry.place not in annulling))

    @property
    def annulment(self) -> Entry | None:
        """The entry by which the match is annulled, if it is."""
        return next((entry for entry in self._last() if entry.annuls), None)

    def _last(self) -> Iterator[Entry]:
        superseded = {entry.supersedes_id for entry in self.entries}
        return (entry for entry in self.entries if entry.pk not in superseded)

    def next_place(self) -> int:
        return max((entry.place for entry in self.entries), default=0) + 1

    def number(self) -> int:
        return self.entries[-1].number if self.entries else 0

    def last_act(self) -> Entry | None:
        """What *undo* would take back: the latest act that is neither an undo nor undone."""
        undone = {entry.undoes_id for entry in self.entries}
        for entry in reversed(self.entries):
            if entry.undoes_id is None and entry.pk not in undone:
                return entry
        return None

    def at_place(self, place: int) -> Entry:
        """The latest entry of a place, void or not."""
        return [entry for entry in self.entries if entry.place == place][-1]

    def get(self, pk: int | None) -> Entry | None:
        return next((entry for entry in self.entries if entry.pk == pk), None)


def log_of(match: Match) -> Log:
    return Log(
        tuple(
            Entry.objects.filter(match=match)
            .select_related("by", "phone__player", "phone__table")
            .order_by("number")
        )
    )


def play(entry: Entry) -> Play:
    return serialization.load(entry.data)


def facts(entry: Entry) -> dict[str, object] | None:
    """Its plain form; of a hand that was told in the notation, the facts that this comes to."""
    if entry.data is None or "notation" not in entry.data:
        return entry.data
    what = serialization.load(entry.data)
    return serialization.dump(replace(what, notation=None)) if isinstance(what, HandEntry) else None


def state_of(match: Match, standing: Sequence[Entry]) -> MatchState:
    """Raises: RefusalError when the entries contradict each other, with the index of the one."""
    return replay(terms(match), seat(match.first_dealer), [play(entry) for entry in standing])
