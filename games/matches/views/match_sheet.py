"""What the pages of a match show, made from a reading."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.labels import law
from games.engine.facts import KING_MARKS
from games.engine.records import HandRecord, KingHow, NotedMark
from games.engine.seats import Seat
from games.engine.states import Line
from games.engine.terms import FormatKind, HandEntry, RubberEntry, Score
from games.matches.labels import engine
from games.matches.labels.hands import game_heading, game_won_text
from games.matches.labels.rulings import IRREGULARITIES, ruling_text
from games.matches.models import Entry
from games.matches.selectors.reading import Reading, play

COUNTERS_MOST = 3


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the board."""

    seat: Seat
    name: str
    short: str
    score: int
    games: int
    rubbers: int
    result: int
    deals: bool
    wins: bool
    just_marked: bool
    counters: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the list of what was played; `old` are those it superseded, newest first."""

    entry: Entry
    number: int
    sentences: tuple[str, ...]
    marks: tuple[int, int]
    score: Score | None
    surplus: bool = False
    old: tuple["Row", ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game with its rows, newest first."""

    number: int
    heading: str
    won: str
    rows: list[Row] = field(default_factory=list)


def short_names(reading: Reading) -> engine.Names:
    """First names, as at the table, where they tell the two apart.

    What stands for a name that is not shown has no-break spaces, and so stays whole.
    """
    full = reading.names
    first = {seat: name.split(" ")[0] for seat, name in full.items()}
    return full if first[Seat.A] == first[Seat.B] else first


def sides(reading: Reading, *, fresh: bool = False) -> tuple[Side, Side]:
    state, names, short = reading.state, reading.names, short_names(reading)
    marked = _just_marked(reading) if fresh else frozenset()
    to_win = _to_win(reading)

    def side(seat: Seat) -> Side:
        several = state.terms.format.rubbers > 1
        here = state.games_here(seat) if several else state.games_won(seat)
        return Side(
            seat=seat,
            name=names[seat],
            short=short[seat],
            score=state.score.of(seat),
            games=here,
            rubbers=state.rubbers_won(seat) if several else 0,
            result=reading.match.result[list(Seat).index(seat)],
            deals=state.dealer is seat and not state.over,
            wins=state.winner is seat,
            just_marked=seat in marked,
            counters=tuple(game < here for game in range(to_win)),
        )

    return side(Seat.A), side(Seat.B)


def _to_win(reading: Reading) -> int:
    form = reading.state.terms.format
    count = form.to_win if form.kind is FormatKind.RUBBER else form.games
    return count if 1 < count <= COUNTERS_MOST else 0


def _just_marked(reading: Reading) -> frozenset[Seat]:
    """Who marked in the hand entered last; nobody after an undo or a correction."""
    last = reading.log.entries[-1] if reading.log.entries else None
    if last is None or last.corrects:
        return frozenset()
    line = reading.line_of(last)
    return frozenset(mark.seat for mark in line.marks) if line else frozenset()


def latest_sentences(reading: Reading) -> list[str]:
    """What the latest act came to, in sentences."""
    if not reading.log.entries:
        return []
    last = reading.log.entries[-1]
    names = short_names(reading)
    line = reading.line_of(last)
    if act := act_text(reading, last):
        return [act]
    if last.undoes_id is not None:
        return [_("Entry undone.")]
    if line is None:
        return [_("Entry removed: %(reason)s") % {"reason": last.reason}]
    corrected = [_("Corrected.")] if last.corrects else []
    told = [*rulings(reading, line), *sentences(line, names)]
    return [*corrected, *told, *_ending(reading, line)]


def act_text(reading: Reading, entry: Entry) -> str:
    """Of one that annuls or stops the match, or takes that back; empty of any other."""
    undone = reading.log.get(entry.undoes_id)
    if entry.kind == Entry.Kind.ABANDONED:
        return _("Match abandoned: %(reason)s") % {"reason": entry.reason}
    if entry.stops and entry.reason:
        return _("To be continued another day: %(reason)s") % {"reason": entry.reason}
    if entry.stops:
        return _("To be continued another day.")
    if undone is not None and undone.stops:
        return _("Match resumed.")
    if entry.annuls:
        return _("Match annulled: %(reason)s") % {"reason": entry.reason}
    if undone is not None and undone.annuls:
        return _("Match restored: %(reason)s") % {"reason": entry.reason}
    return ""


def _ending(reading: Reading, line: Line) -> list[str]:
    state, names = reading.state, short_names(reading)
    if state.over and state.winner:
        return [_("%(name)s has won the match.") % {"name": names[state.winner]}]
    if state.over:
        return [_("The match is drawn.")]
    winner = line.score_after.winner
    if winner and not line.surplus:
        return [game_won_text(state, line, names[winner])]
    return []


def sentences(line: Line, names: engine.Names) -> list[str]:
    if line.surplus:
        return [_("Played after the game was over: nothing is marked.")]
    if line.void:
        return [_("This deal is void: nobody marks.")]
    if isinstance(line.entry, HandEntry):
        return [engine.mark(mark, names) for mark in line.marks] or [_("Nobody marks.")]
    return [_("Only the score was entered.")]


def rulings(reading: Reading, line: Line) -> list[str]:
    """What went wrong in the hand, and what came of it."""
    if not isinstance(line.entry, HandEntry):
        return []
    code, names = reading.state.terms.code, short_names(reading)
    return [ruling_text(code, one, names) for one in line.entry.record.rulings]


def facts(record: HandRecord, dealer: Seat | None, names: engine.Names) -> str:
    """Who dealt and what became of the proposal, as far as it was noted."""
    if record.tricks is None and not record.kings and not record.rulings:
        return _("Only the marks were noted.")
    if dealer is None:
        return ""
    told = {
        "stood": _("%(dealer)s dealt; %(elder)s stood."),
        "refused": _("%(dealer)s dealt and refused."),
        "exchanged": _("%(dealer)s dealt; they exchanged."),
    }.get(record.opening or "", _("%(dealer)s dealt."))
    return told % {"dealer": names[dealer], "elder": names[dealer.other]}


def game_sheets(reading: Reading, notes: Mapping[int, str] | None = None) -> list[Sheet]:
    """Newest game first. Rows of a match entered by games won alone make a sheet of their own.

    `notes` on entries, by their numbers.
    """
    names = short_names(reading)
    sheets: dict[int, Sheet] = {}
    for entry, line in reading.lines():
        number = getattr(line.entry, "game", 0)
        sheet = sheets.setdefault(number, _sheet(reading, number))
        numbered = sum(row.entry.kind == Entry.Kind.HAND for row in sheet.rows) + 1
        row = _row(reading, entry, line, numbered, names)
        sheet.rows.append(replace(row, note=(notes or {}).get(entry.number, "")))
    for sheet in sheets.values():
        sheet.rows.reverse()
    return [sheets[number] for number in sorted(sheets, reverse=True)]


def _sheet(reading: Reading, number: int) -> Sheet:
    game = reading.state.game_numbered(number)
    heading = game_heading(reading.state, number)
    rubber = next((one for one in reading.state.by_games if one.game == number > 0), None)
    if rubber is not None:
        return Sheet(number, heading, _rubber_won(rubber, reading.names))
    if game is None or game.winner is None:
        return Sheet(number, heading, "")
    won = {
        3: _("Won by %(name)s, 5–%(loser)s, treble"),
        2: _("Won by %(name)s, 5–%(loser)s, double"),
    }.get(game.value or 1, _("Won by %(name)s, 5–%(loser)s"))
    values = {"name": reading.names[game.winner], "loser": game.score.of(game.winner.other)}
    return Sheet(number, heading, won % values)


def _rubber_won(rubber: RubberEntry, names: engine.Names) -> str:
    winner = Seat.A if rubber.games_a > rubber.games_b else Seat.B
    return pgettext("a rubber", "Won by %(name)s, %(won)s–%(lost)s") % {
        "name": names[winner],
        "won": rubber.of(winner),
        "lost": rubber.of(winner.other),
    }


def _row(reading: Reading, entry: Entry, line: Line, number: int, names: engine.Names) -> Row:
    told = tuple(sentences(line, names))
    if isinstance(line.entry, HandEntry):
        told = (facts(line.entry.record, line.dealer, names), *rulings(reading, line), *told)
    marks = [sum(mark.points for mark in line.marks if mark.seat is seat) for seat in Seat]
    return Row(
        entry=entry,
        number=number,
        sentences=tuple(text for text in told if text),
        marks=(marks[0], marks[1]),
        score=line.score_after if entry.kind != Entry.Kind.RUBBER else None,
        surplus=line.surplus,
        old=tuple(_superseded(reading, entry, number, names)),
    )


def _superseded(reading: Reading, entry: Entry, number: int, names: engine.Names) -> Iterable[Row]:
    old = reading.log.get(entry.supersedes_id)
    while old is not None:
        yield Row(old, number, (entry_text(old, names),), (0, 0), None)
        old = reading.log.get(old.supersedes_id)


def entry_text(entry: Entry, names: engine.Names) -> str:
    """An entry as it was entered, without what it came to."""
    if entry.data is None:
        return _("Entry removed.") if entry.undoes_id is None else _("Entry undone.")
    what = play(entry)
    if not isinstance(what, HandEntry):
        score = what.score if hasattr(what, "score") else Score(what.games_a, what.games_b)
        return f"{score.a}–{score.b}"
    record = what.record
    parts = [facts(record, record.dealer, names)]
    parts += [_king(king.seat, king.how, names) for king in record.kings]
    if record.abandoned_by:
        parts.append(_("%(name)s abandoned the hand.") % {"name": names[record.abandoned_by]})
    if record.tricks:
        pair = {"a": record.tricks.a, "b": record.tricks.b}
        parts.append(_("Tricks %(a)s–%(b)s.") % pair)
    parts += [_noted(mark, names) for mark in record.marks or ()]
    parts += [f"{IRREGULARITIES[one.irregularity]} ({law(one.law)})" for one in record.rulings]
    return " ".join(part for part in parts if part)


def _king(seat: Seat, how: KingHow, names: engine.Names) -> str:
    told = {
        KingHow.TURNED: _("%(name)s turned the king."),
        KingHow.HELD: _("%(name)s held the king."),
        KingHow.TURNED_LATE: _("%(name)s turned the king, and marked it last."),
    }
    return told[how] % {"name": names[seat]}


def _noted(mark: NotedMark, names: engine.Names) -> str:
    if mark.kind in KING_MARKS:
        return _king(mark.seat, KING_MARKS[mark.kind], names)
    told = {
        1: _("%(name)s marks one."),
        2: _("%(name)s marks two."),
        3: _("%(name)s marks three."),
    }
    return told[mark.points] % {"name": names[mark.seat]}
