"""From the stored entries to the engine's values, and back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.exceptions import Invalid
from games.engine import serialization
from games.engine.match import replay
from games.engine.seats import Seat
from games.engine.states import MatchState, tally
from games.engine.terms import Entry as Play
from games.engine.terms import Format, FormatKind, HandEntry, Terms
from games.matches.labels import engine
from games.matches.models import Entry, Match, TermsFields


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


def notation_of(entry: Entry) -> str | None:
    found = (entry.data or {}).get("notation")
    return None if found is None else str(found)


def state_of(match: Match, standing: Sequence[Entry]) -> MatchState:
    """Raises: RefusalError when the entries contradict each other, with the index of the one."""
    return replay(terms(match), seat(match.first_dealer), [play(entry) for entry in standing])


def refuse_annulled(log: Log) -> None:
    """Raises: Invalid when the match is annulled."""
    if (entry := log.annulment) is not None:
        text = annulled_text(entry)
        raise Invalid("annulled", text, errors={"version": text})


def annulled_text(entry: Entry) -> str:
    """`entry`: the one that annuls it."""
    when = date_format(localtime(entry.at), "DATETIME_FORMAT")
    text = _(
        "This match was annulled on %(when)s by %(who)s. Nothing can be "
        "entered until it is restored."
    )
    return text % {"when": when, "who": engine.entered_by(entry) or _("somebody")}


def match_fields(state: MatchState) -> dict[str, Any]:
    """What the entries come to, as a match keeps it for lists."""
    a, b = tally(state, Seat.A), tally(state, Seat.B)
    return {
        "games_a": state.games_won(Seat.A),
        "games_b": state.games_won(Seat.B),
        "rubbers_a": state.rubbers_won(Seat.A),
        "rubbers_b": state.rubbers_won(Seat.B),
        "score_a": state.score.a,
        "score_b": state.score.b,
        "over": state.over,
        "winner": state.winner or "",
        "hands": a.hands,
        "kings_a": a.kings,
        "kings_b": b.kings,
        "voles_a": a.voles,
        "voles_b": b.voles,
    }
