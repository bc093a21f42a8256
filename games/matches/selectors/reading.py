"""A match with its entries and what they come to, for the API and pages alike."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.exceptions import Invalid
from games.engine import serialization
from games.engine.facts import Mark
from games.engine.match import replay
from games.engine.records import HandRecord
from games.engine.seats import Seat
from games.engine.states import GameState, Line, MatchState, Rubber
from games.engine.terms import Entry as Play
from games.engine.terms import Format, FormatKind, HandEntry, Score, Terms
from games.matches.labels import engine
from games.matches.labels.rulings import ruling_text
from games.matches.models import Confirmation, Entry, Match, TermsFields
from games.matches.rules import order as play_order

from .logs import Log, latest_entries, log_of, logs_of
from .matches import Replacement, replacement_of


def terms(fields: TermsFields) -> Terms:
    return Terms(
        code=club_rules.code(fields.code, fields.options),
        format=Format(FormatKind(fields.format), fields.games, fields.rubbers),
        game_values=fields.game_values,
        rubber_bonus=fields.rubber_bonus,
    )


def seat(letter: str) -> Seat | None:
    return Seat(letter) if letter else None


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
        raise Invalid("annulled", annulled_text(entry), field="version")


def refuse_stopped(log: Log) -> None:
    """Raises: Invalid when the match is abandoned or to be continued."""
    if (entry := log.stop) is not None:
        raise Invalid(entry.kind, stopped_text(entry), field="version")


def stopped_text(entry: Entry) -> str:
    """`entry`: the one by which it is abandoned or adjourned."""
    when = date_format(localtime(entry.at), "DATETIME_FORMAT")
    if entry.kind == Entry.Kind.ABANDONED:
        text = _(
            "This match was abandoned on %(when)s. A director or the committee can resume it, on "
            "the page of the match."
        )
    else:
        text = _("This match was adjourned on %(when)s. Resume it first, on the page of the match.")
    return text % {"when": when}


def closed_text(log: Log) -> str:
    """Why nothing can be entered in a match that is annulled or stopped; else empty."""
    if log.annulment:
        return annulled_text(log.annulment)
    return stopped_text(log.stop) if log.stop else ""


def annulled_text(entry: Entry) -> str:
    """`entry`: the one that annuls it."""
    when = date_format(localtime(entry.at), "DATETIME_FORMAT")
    text = _("This match was annulled on %(when)s. Nothing can be entered until it is restored.")
    who = engine.entered_by(entry)
    if who:
        text = _(
            "This match was annulled on %(when)s by %(who)s. Nothing can be "
            "entered until it is restored."
        )
    return text % {"when": when, "who": who}


def lock_confirmations(match: Match) -> None:
    """Who says yes to a game and who takes something of it back wait for each other, from before
    either looks until the transaction ends. A club that asks for no confirmation waits for nothing.
    """
    if match.club.confirms:
        Match.objects.select_for_update(no_key=True).values_list("pk").get(pk=match.pk)


def asks_confirmation(match: Match) -> bool:
    """A robot confirms nothing."""
    return match.club.confirms and not match.has_robot


def confirmations(match: Match) -> int:
    """How many there were: moves whenever one is added. None where the club does not ask."""
    return Confirmation.objects.filter(match=match).count() if match.club.confirms else 0


def confirmed_games(match: Match, log: Log) -> frozenset[int]:
    """Empty, and nothing asked of the database, where the club asks for no confirmation."""
    if not match.club.confirms:
        return frozenset()
    latest = {game: entry.number for game, entry in latest_entries(log).items()}
    given = Confirmation.objects.filter(match=match).values_list("game", "number")
    return frozenset(game for game, number in given if latest.get(game) == number)


def unconfirmed_games(reading: "Reading") -> frozenset[int]:
    """Games that are over and count, and that the opponent has not confirmed as they stand; 0 for a
    match by its games won. Empty where the club asks for no confirmation."""
    match, log, state = reading.match, reading.log, reading.state
    if not asks_confirmation(match):
        return frozenset()
    won = {game.number for game in state.games if game.winner}
    return frozenset(won | {one.game for one in state.by_games}) - confirmed_games(match, log)


def refuse_confirmed(by: Person, match: Match, log: Log, entry: Entry) -> None:
    """Raises: Invalid when what stands in the place of `entry` is of a confirmed game, for who may
    not correct."""
    if by.may(Act.CORRECT):
        return
    lock_confirmations(match)
    there = (one for one in log.in_order if one.place == entry.place)
    games = {int((one.data or {}).get("game", 0)) for one in there}
    if not games & confirmed_games(match, log):
        return
    text = _(
        "This game is confirmed. Only a director or the committee can still "
        "correct it, with a reason. Flag it so that they see it first."
    )
    raise Invalid("game_confirmed", text, field="number")


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

    @property
    def replacement(self) -> Replacement:
        return replacement_of(self.match)

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
    entries = Entry.objects.select_related("by", "phone__player")
    logs = logs_of(matches, entries)
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
    def order(self) -> list[play_order.Placed] | None:
        pairs = self.entry.order
        return None if pairs is None else [play_order.Placed(*pair) for pair in pairs]

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
