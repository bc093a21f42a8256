"""A match with its entries and what they come to, for the API and pages alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.facts import Mark
from games.engine.records import HandRecord
from games.engine.seats import Seat
from games.engine.states import GameState, Line, MatchState, Rubber
from games.engine.terms import HandEntry, Score
from games.matches.labels import engine
from games.matches.labels.rulings import ruling_text
from games.matches.models import Entry, Match

from .confirmations import confirmed_games
from .log import Log, facts, log_of, notation_of, play, state_of


@dataclass(frozen=True, slots=True)
class ConfirmedGame:
    game: GameState
    confirmed: bool


@dataclass(frozen=True, slots=True)
class RubberPoints:
    rubber: Rubber
    points: int


@dataclass(frozen=True, slots=True)
class Reading:
    """`lines` go with `standing`, one for each."""

    match: Match
    log: Log
    state: MatchState

    @property
    def standing(self) -> tuple[Entry, ...]:
        return self.log.standing()

    @property
    def names(self) -> engine.Names:
        return {Seat.A: self.match.player_a.name, Seat.B: self.match.player_b.name}

    def lines(self) -> Iterable[tuple[Entry, Line]]:
        return zip(self.standing, self.state.lines, strict=True)

    def line_of(self, entry: Entry) -> Line | None:
        return next((line for found, line in self.lines() if found == entry), None)

    def of(self, entry: Entry) -> "EntryReading":
        return EntryReading(self, entry, self.line_of(entry))

    def games(self) -> list["ConfirmedGame"]:
        confirmed = confirmed_games(self.match, self.log)
        return [ConfirmedGame(game, game.number in confirmed) for game in self.state.games]

    def rubbers(self) -> list["RubberPoints"]:
        bonus = self.state.terms.rubber_bonus
        return [RubberPoints(rubber, rubber.points(bonus)) for rubber in self.state.rubbers]


def read(match: Match) -> Reading:
    log = log_of(match)
    return Reading(match, log, state_of(match, log.standing()))


def as_entered(found: Reading) -> Reading:
    """Of an annulled match: what stood before, and would again."""
    log = found.log.played()
    return Reading(found.match, log, state_of(found.match, log.standing()))


def read_many(matches: Sequence[Match]) -> list[Reading]:
    """The readings of a page of matches, all their entries in one query."""
    entries: dict[int, list[Entry]] = {match.pk: [] for match in matches}
    every = Entry.objects.filter(match__in=list(entries)).select_related("by", "phone__player")
    for entry in every.order_by("number"):
        entries[entry.match_id].append(entry)
    logs = [(match, Log(tuple(entries[match.pk]))) for match in matches]
    return [Reading(match, log, state_of(match, log.standing())) for match, log in logs]


@dataclass(frozen=True, slots=True)
class MarkText:
    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class EntryReading:
    """An entry within the reading of its match; `line`: what came of it, if it stands."""

    reading: Reading
    entry: Entry
    line: Line | None = None

    @property
    def data(self) -> dict[str, Any]:
        return facts(self.entry) or {}

    @property
    def game(self) -> int | None:
        return self.data.get("game")

    @property
    def hand(self) -> HandRecord | None:
        what = play(self.entry) if self.entry.kind == Entry.Kind.HAND and self.entry.data else None
        return what.record if isinstance(what, HandEntry) else None

    @property
    def notation(self) -> str | None:
        return notation_of(self.entry)

    @property
    def ruled(self) -> list[str]:
        """The rulings of a hand in sentences, whether it stands or not."""
        code, names = self.reading.state.terms.code, self.reading.names
        rulings = self.hand.rulings if self.hand else ()
        return [ruling_text(code, ruling, names) for ruling in rulings]

    @property
    def score(self) -> dict[str, int] | None:
        return self.data.get("score")

    @property
    def games(self) -> Score | None:
        is_rubber = self.entry.kind == Entry.Kind.RUBBER
        return Score(self.data["games_a"], self.data["games_b"]) if is_rubber else None

    @property
    def stands(self) -> bool:
        log = self.reading.log
        return self.entry in log.standing() or self.entry == log.annulment

    @property
    def superseded(self) -> Entry | None:
        return self.reading.log.get(self.entry.supersedes_id)

    @property
    def undone(self) -> Entry | None:
        return self.reading.log.get(self.entry.undoes_id)

    @property
    def law(self) -> str | None:
        return self.entry.law or None

    @property
    def marks(self) -> list[MarkText]:
        marks = self.line.marks if self.line else ()
        return [MarkText(mark, engine.mark(mark, self.reading.names)) for mark in marks]

    @property
    def score_after(self) -> Score:
        return self.line.score_after if self.line else Score(0, 0)

    @property
    def surplus(self) -> bool:
        return self.line is not None and self.line.surplus
