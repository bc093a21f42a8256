"""A match as plain data, the same for API and pages: what was entered, and what it comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.facts import Mark
from games.engine.seats import Seat
from games.engine.states import GameState, Line, MatchState, Rubber
from games.engine.terms import HandEntry, Score
from games.matches.labels import engine
from games.matches.labels.rulings import ruling_text
from games.matches.models import Entry, Match, TermsFields

from .confirmations import confirmed_games
from .log import Log, facts, log_of, play, state_of
from .notation import notation_of

Plain = dict[str, Any]


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


def pair(a: int, b: int) -> Plain:
    return {"a": a, "b": b}


def score(found: Score) -> Plain:
    return pair(found.a, found.b)


def match_plain(match: Match) -> Plain:
    event = match.event
    return {
        "id": match.pk,
        "club": match.club.slug,
        "event": {"id": event.pk, "name": event.name} if event else None,
        "table": match.table,
        "players": {
            "a": {"id": match.player_a_id, "name": match.player_a.name},
            "b": {"id": match.player_b_id, "name": match.player_b.name},
        },
        "terms": terms_plain(match),
        "version": match.version,
        "games": pair(match.games_a, match.games_b),
        "rubbers": pair(match.rubbers_a, match.rubbers_b),
        "score": pair(match.score_a, match.score_b),
        "over": match.over,
        "winner": match.winner or None,
        "annulled_at": match.annulled_at,
        "started_at": match.started_at,
        "changed_at": match.changed_at,
    }


def terms_plain(terms: TermsFields) -> Plain:
    return {
        "code": terms.code,
        "rules": terms.rules,
        "options": terms.options,
        "format": terms.format,
        "games": terms.games,
        "rubbers": terms.rubbers,
        "game_values": terms.game_values,
        "rubber_bonus": terms.rubber_bonus,
    }


def detail_plain(reading: Reading, *, with_people: bool = True) -> Plain:
    state = reading.state
    return {
        **match_plain(reading.match),
        "annulled": annulled_plain(reading, with_people=with_people),
        "game": state.game,
        "dealer": state.dealer,
        "rubber_points": state.rubber_points,
        "rubber_list": [rubber_plain(one, state) for one in state.rubbers],
        "game_list": games_plain(reading),
    }


def annulled_plain(reading: Reading, *, with_people: bool) -> Plain | None:
    entry = reading.log.annulment
    if entry is None:
        return None
    by = engine.entered_by(entry) or None if with_people else None
    return {"at": entry.at, "reason": entry.reason, "by": by}


def games_plain(reading: Reading) -> list[Plain]:
    confirmed = confirmed_games(reading.match, reading.log)
    return [game_plain(game, confirmed=game.number in confirmed) for game in reading.state.games]


def rubber_plain(rubber: Rubber, state: MatchState) -> Plain:
    return {
        "first_game": rubber.first,
        "games": pair(rubber.games_a, rubber.games_b),
        "winner": rubber.winner,
        "points": rubber.points(state.terms.rubber_bonus),
    }


def game_plain(game: GameState, *, confirmed: bool) -> Plain:
    return {
        "number": game.number,
        "score": score(game.score),
        "winner": game.winner,
        "value": game.value,
        "by_score": game.by_score,
        "hands": game.hands,
        "confirmed": confirmed,
    }


def mark_plain(mark: Mark, names: engine.Names) -> Plain:
    return {
        "seat": mark.seat,
        "points": mark.points,
        "kind": mark.kind,
        "rule": mark.rule,
        "law": mark.law,
        "text": engine.mark(mark, names),
    }


def record_plain(data: Plain) -> Plain:
    """The engine's plain hand with a value for everything that was not noted."""
    marks = data.get("marks")
    return {
        "dealer": data.get("dealer"),
        "opening": data.get("opening"),
        "kings": data.get("kings", []),
        "tricks": data.get("tricks"),
        "abandoned_by": data.get("abandoned_by"),
        "marks": None if marks is None else [{"kind": None, **mark} for mark in marks],
        "rulings": [{"offender": None, **one} for one in data.get("rulings", [])],
    }


def entry_plain(reading: Reading, entry: Entry, *, with_people: bool) -> Plain:
    data: Plain = facts(entry) or {}
    old, undone = reading.log.get(entry.supersedes_id), reading.log.get(entry.undoes_id)
    return {
        "id": entry.pk,
        "match": entry.match_id,
        "number": entry.number,
        "place": entry.place,
        "kind": entry.kind,
        "game": data.get("game"),
        "hand": record_plain(data) if entry.kind == Entry.Kind.HAND else None,
        "notation": notation_of(entry),
        "ruled": ruled(reading, entry),
        "score": data.get("score"),
        "games": pair(data["games_a"], data["games_b"])
        if entry.kind == Entry.Kind.RUBBER
        else None,
        "stands": entry in reading.standing or entry == reading.log.annulment,
        "supersedes": old.number if old else None,
        "undoes": undone.number if undone else None,
        "reason": entry.reason,
        "by": engine.entered_by(entry) or None if with_people else None,
        "law": entry.law or None,
        "at": entry.at,
    }


def ruled(reading: Reading, entry: Entry) -> list[str]:
    """The rulings of a hand in sentences, whether it stands or not."""
    what = play(entry) if entry.kind == Entry.Kind.HAND and entry.data else None
    if not isinstance(what, HandEntry):
        return []
    code = reading.state.terms.code
    return [ruling_text(code, one, reading.names) for one in what.record.rulings]


def marks_plain(reading: Reading, entry: Entry) -> list[Plain]:
    line = reading.line_of(entry)
    return [mark_plain(mark, reading.names) for mark in line.marks] if line else []


def hand_plain(reading: Reading, entry: Entry, line: Line, *, with_people: bool) -> Plain:
    return {
        **entry_plain(reading, entry, with_people=with_people),
        "marks": [mark_plain(mark, reading.names) for mark in line.marks],
        "score_after": score(line.score_after),
        "surplus": line.surplus,
    }
