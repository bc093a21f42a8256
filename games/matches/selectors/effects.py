"""All that follows from a match, as figures with words: read before and after, they say what a
correction changes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.seats import Seat
from games.engine.states import tally
from games.engine.terms import FormatKind, HandEntry
from games.matches.changes import match_figures
from games.matches.labels.hands import game_name

from .reading import Reading, confirmed_games
from .statuses import LABELS, Status

Value = int | str | bool


@dataclass(frozen=True, slots=True)
class Figure:
    """`part` is a kind of thing, `about` the id of the one meant, and `row` tells within it which.

    `title`, `of` and `label` say the same in words. `shown` is the value as a reader expects it.
    """

    part: str
    about: int
    row: int
    figure: str
    title: str
    of: str
    label: str
    value: Value
    shown: str = ""

    @property
    def key(self) -> tuple[str, int, int, str]:
        return self.part, self.about, self.row, self.figure

    @property
    def text(self) -> str:
        return self.shown or str(self.value)

    @property
    def number(self) -> int | None:
        """None where it is none: a name, a score of two, yes or no."""
        is_number = isinstance(self.value, int) and not isinstance(self.value, bool)
        return int(self.value) if is_number else None


@dataclass(frozen=True, slots=True)
class Change:
    """One figure before and after. None: it was not there, or will not be."""

    figure: Figure
    before: Figure | None
    after: Figure | None


def changes(before: Iterable[Figure], after: Iterable[Figure]) -> tuple[Change, ...]:
    """Only what differs, in the order of `before`; what is new comes last within its thing."""
    old, new = ({one.key: one for one in figures} for figures in (before, after))
    every = {**old, **new}
    keys = list(every)
    things = list(dict.fromkeys(key[:2] for key in keys))
    keys.sort(key=lambda key: things.index(key[:2]))
    found = (Change(every[key], old.get(key), new.get(key)) for key in keys)
    return tuple(one for one in found if _value(one.before) != _value(one.after))


def _value(figure: Figure | None) -> Value | None:
    return None if figure is None else figure.value


def figures(reading: Reading) -> list[Figure]:
    """Of the match itself, of its evening, and whatever the apps above add."""
    answers = match_figures.ask(match=reading.match)
    return [
        *_hands(reading),
        *_games(reading),
        *_match(reading),
        *_confirmed(reading),
        *(figure for found in answers for figure in found),
    ]


def _hands(reading: Reading) -> Iterator[Figure]:
    numbers: dict[int, int] = {}
    for entry, line in reading.lines():
        if not isinstance(line.entry, HandEntry):
            continue
        game = line.entry.game
        numbers[game] = numbers.get(game, 0) + 1
        of = _("%(game)s, hand %(hand)s") % {
            "game": game_name(reading.state, game),
            "hand": numbers[game],
        }
        for seat in Seat:
            points = sum(mark.points for mark in line.marks if mark.seat is seat)
            label = _("marked by %(name)s") % {"name": reading.names[seat]}
            yield _of_match(reading, "hand", entry.place, f"marks_{seat}", of, label, points)


def _games(reading: Reading) -> Iterator[Figure]:
    for game in reading.state.games:
        of = game_name(reading.state, game.number)
        score = f"{game.score.a}–{game.score.b}"
        yield _of_match(
            reading, "game", game.number, "score", of, pgettext("figure", "points"), score
        )
        winner = reading.names[game.winner] if game.winner else _("Nobody yet")
        yield _of_match(reading, "game", game.number, "winner", of, _("winner"), winner)
        if reading.match.game_values:
            value = game.value or 0
            yield _of_match(reading, "game", game.number, "value", of, _("game value"), value)


def _match(reading: Reading) -> Iterator[Figure]:
    state = reading.state
    of = _("the match")
    won = f"{state.games_won(Seat.A)}–{state.games_won(Seat.B)}"
    found: list[tuple[str, str, Value]] = [
        ("games", pgettext("figure", "games"), won),
        ("result", _("result"), _result(reading)),
    ]
    if state.terms.format.rubbers > 1:
        rubbers = f"{state.rubbers_won(Seat.A)}–{state.rubbers_won(Seat.B)}"
        found.append(("rubbers", pgettext("figure", "rubbers"), rubbers))
    if state.terms.format.kind is FormatKind.RUBBER:
        found.append(
            ("rubber_points", pgettext("figure", "rubber points"), state.rubber_points or 0)
        )
    for seat in Seat:
        own, name = tally(state, seat), {"name": reading.names[seat]}
        found.append((f"kings_{seat}", _("kings marked by %(name)s") % name, own.kings))
        found.append((f"voles_{seat}", _("voles made by %(name)s") % name, own.voles))
    for figure, label, value in found:
        yield _of_match(reading, "match", 0, figure, of, label, value)


def _result(reading: Reading) -> str:
    state = reading.state
    if reading.log.annulment:
        return _("Annulled")
    if reading.log.stop:
        return str(LABELS[Status(reading.log.stop.kind)])
    if not state.over:
        return _("In play")
    if state.winner is None:
        return pgettext("outcome", "Drawn")
    return _("Won by %(name)s") % {"name": reading.names[state.winner]}


def _confirmed(reading: Reading) -> Iterator[Figure]:
    """A confirmation holds as long as nothing more is entered in its game."""
    for game in sorted(confirmed_games(reading.match, reading.log)):
        of = game_name(reading.state, game)
        label, yes = _("confirmed by the opponent"), pgettext("answer", "Yes")
        yield _of_match(reading, "confirmation", game, "confirmed", of, label, True, yes)


def _of_match(
    reading: Reading,
    part: str,
    row: int,
    figure: str,
    of: str,
    label: str,
    value: Value,
    shown: str = "",
) -> Figure:
    match = reading.match
    names = {"a": match.player_a.name, "b": match.player_b.name}
    title = _("%(a)s against %(b)s") % names
    return Figure(part, match.pk, row, figure, title, of, label, value, shown)


def labels() -> dict[str, str]:
    """Of the figures of a line of results or standings."""
    return {
        "rank": pgettext("figure", "rank"),
        "points": pgettext("figure", "points"),
        "played": pgettext("figure", "matches played"),
        "won": pgettext("figure", "matches won"),
        "drawn": pgettext("figure", "matches drawn"),
        "lost": pgettext("figure", "matches lost"),
        "games_for": pgettext("figure", "games won"),
        "games_against": pgettext("figure", "games lost"),
        "trebles": pgettext("figure", "treble games won"),
        "doubles": pgettext("figure", "double games won"),
        "singles": pgettext("figure", "single games won"),
        "value": pgettext("figure", "game values won"),
        "value_against": pgettext("figure", "game values lost"),
        "rubber_points": pgettext("figure", "rubber points"),
        "kings": pgettext("figure", "kings"),
        "voles": pgettext("figure", "voles"),
        "hands": pgettext("figure", "hands"),
    }
