"""Transcripts as files: JSON in exactly one form. docs/deal.md describes it."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final, TypeVar

from games.engine.cards import NAMES, Card, card, names
from games.engine.club_rules import OPTIONS, code_with, differences
from games.engine.codes import CODES, Code
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, Score, Terms, terms_refusal

from .acts import Ending, pair_text
from .model import (
    CHAINS,
    DEAL,
    FORMAT,
    Agreed,
    Draw,
    DrawKind,
    End,
    GameResult,
    HandResult,
    Line,
    Player,
    Results,
    Transcript,
)
from .replaying import PLAYED

T = TypeVar("T")
Member = TypeVar("Member", bound=StrEnum)

_KEYS: Final = (
    "format",
    "deal",
    "match",
    "players",
    "terms",
    "ends",
    "draws",
    "acts",
    "results",
    "head",
    "sha256",
)
_TERMS: Final = (
    "code",
    "options",
    "second_proposal",
    "format",
    "games",
    "rubbers",
    "game_values",
    "rubber_bonus",
)
_DRAW: Final = ("number", "kind", *CHAINS, "missing", "pack")
_RESULTS: Final = ("hands", "games", "games_won", "rubbers_won", "winner", "end")
_MATCH: Final = re.compile("[0-9A-Za-z-]{1,64}")
_HEX: Final = re.compile("[0-9a-f]{64}")
_AT: Final = re.compile(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}(\.[0-9]{3})?Z")
_PAIR: Final = re.compile("(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")
_MOST: Final = 9999
_MOST_DRAWS: Final = 1024
_TAIL: Final = '"\n}\n'
"""What follows the last value of a file."""


class TranscriptError(ValueError):
    """`place`: the path of the value at fault, such as "draws.3.pack", or "line 12" where the
    text is not as it would be written; empty where it is no JSON. `why`: for programs."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place = place
        self.why = why


# writing


def write(transcript: Transcript) -> str:
    """With the hash of all of it."""
    text = _text(_data(transcript))
    head = text[: -len(_TAIL)]
    return f"{head}{sha256(text.encode()).hexdigest()}{_TAIL}"


def _text(data: object) -> str:
    """As `JSON.stringify(data, null, 1)` writes it, and an end of line."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _data(of: Transcript) -> dict[str, object]:
    server, a, b = of.ends
    one, other = of.players
    return {
        "format": FORMAT,
        "deal": DEAL,
        "match": of.match,
        "players": {"a": _player_data(one), "b": _player_data(other)},
        "terms": _terms_data(of.agreed),
        "ends": {"s": server.hex(), "a": _ends_data(a), "b": _ends_data(b)},
        "draws": [_draw_data(draw) for draw in of.draws],
        "acts": [{"act": line.act, "at": line.at, "head": line.head.hex()} for line in of.lines],
        "results": _results_data(of.results),
        "head": of.head.hex(),
        "sha256": "",
    }


def _player_data(player: Player) -> dict[str, object]:
    return {"name": player.name, "robot": player.robot}


def _terms_data(agreed: Agreed) -> dict[str, object]:
    terms = agreed.terms
    return {
        "code": terms.code.id,
        "options": agreed.changes,
        "second_proposal": agreed.second_proposal,
        "format": terms.format.kind.value,
        "games": terms.format.games,
        "rubbers": terms.format.rubbers,
        "game_values": terms.game_values,
        "rubber_bonus": terms.rubber_bonus,
    }


def _ends_data(ends: tuple[End, ...]) -> list[dict[str, object]]:
    return [{"from": one.first, "end": one.end.hex()} for one in ends]


def _draw_data(draw: Draw) -> dict[str, object]:
    links = [None if link is None else link.hex() for link in draw.links]
    return {
        "number": draw.number,
        "kind": draw.kind.value,
        **dict(zip(CHAINS, links, strict=True)),
        "missing": list(draw.missing),
        "pack": None if draw.pack is None else names(draw.pack),
    }


def _results_data(results: Results) -> dict[str, object]:
    return {
        "hands": [hand_data(hand) for hand in results.hands],
        "games": [game_data(game) for game in results.games],
        "games_won": pair_text(results.games_won),
        "rubbers_won": pair_text(results.rubbers_won),
        "winner": results.winner,
        "end": results.end,
    }


def hand_data(hand: HandResult) -> dict[str, object]:
    score = pair_text(hand.score)
    by = {"game": hand.game, "draw": hand.draw, "dealer": hand.dealer.value}
    return {**by, "marks": hand.marks, "score": score}


def game_data(game: GameResult) -> dict[str, object]:
    score, winner = pair_text(game.score), game.winner.value
    return {"game": game.game, "winner": winner, "score": score, "value": game.value}


# reading


def read(content: bytes) -> Transcript:
    """Of a file that is as `write` writes it, but for its hash.

    Raises: TranscriptError at the first fault.
    """
    try:
        text = content.decode()
        data = json.loads(
            text, parse_int=_integer, parse_float=_number, parse_constant=_no_constant
        )
    except (ValueError, RecursionError):
        raise TranscriptError("", "This is no JSON in UTF-8.") from None
    transcript = _transcript(_Value(data, ""))
    written = _text(data)
    if written != text:
        raise TranscriptError(_first_difference(text, written), "This is written in another form.")
    return transcript


def is_intact(content: bytes) -> bool:
    """Whether the hash is that of the file; for a file that `read` reads."""
    tail = len(_TAIL)
    digest = content[-tail - 64 : -tail].decode()
    return sha256(content[: -tail - 64] + _TAIL.encode()).hexdigest() == digest


def _integer(digits: str) -> int:
    """One too great is refused by its place, however long it is."""
    return int(digits) if len(digits) < len(str(_MOST)) + 2 else _MOST + 1


def _number(digits: str) -> float | int:
    """1.0 is 1, as everywhere in JSON; it is only not written like that."""
    value = float(digits)
    return int(value) if value.is_integer() else value


def _no_constant(word: str) -> None:
    raise ValueError(word)


def _first_difference(text: str, written: str) -> str:
    pairs = enumerate(zip_longest(text.split("\n"), written.split("\n")), 1)
    return "line " + str(next(number for number, (one, other) in pairs if one != other))


@dataclass(frozen=True, slots=True)
class _Value:
    """Of the data, with its path."""

    of: Any
    path: str

    def error(self, why: str) -> TranscriptError:
        return TranscriptError(self.path, why)

    def sub(self, key: str | int, value: object) -> "_Value":
        return _Value(value, f"{self.path}.{key}" if self.path else str(key))

    def fields(self, keys: tuple[str, ...]) -> list["_Value"]:
        """These and no others, in this order."""
        if type(self.of) is not dict or tuple(self.of) != keys:
            raise self.error(f"An object with {', '.join(keys)} in this order is expected.")
        return [self.sub(key, value) for key, value in self.of.items()]

    def items(self) -> Iterator["_Value"]:
        if type(self.of) is not list:
            raise self.error("A list is expected.")
        return (self.sub(place, value) for place, value in enumerate(self.of))

    def each(self, read_one: Callable[["_Value"], T]) -> tuple[T, ...]:
        return tuple(map(read_one, self.items()))

    def integer(self, least: int = 0, most: int = _MOST) -> int:
        if type(self.of) is not int or not least <= self.of <= most:
            raise self.error(f"A whole number from {least} to {most} is expected.")
        return self.of

    def flag(self) -> bool:
        if type(self.of) is not bool:
            raise self.error("true or false is expected.")
        return self.of

    def text(self) -> str:
        """Not empty, and of characters: half of a surrogate pair is none."""
        if type(self.of) is not str or not self.of or re.search("[\ud800-\udfff]", self.of):
            raise self.error("A text is expected.")
        return self.of

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        if type(self.of) is not str or not pattern.fullmatch(self.of):
            raise self.error(f"{what} is expected.")
        return self.of

    def member(self, members: type[Member]) -> Member:
        return members(self.word(tuple(members)))

    def word(self, words: tuple[str, ...]) -> str:
        if type(self.of) is not str or self.of not in words:
            raise self.error(f"One of {', '.join(words)} is expected.")
        return self.of

    def hex(self) -> bytes:
        return bytes.fromhex(self.match(_HEX, "32 bytes in hex"))

    def pair(self) -> Score:
        a, _, b = self.match(_PAIR, "A score").partition("-")
        return Score(int(a), int(b))

    def or_none(self, read_one: Callable[["_Value"], T]) -> T | None:
        return None if self.of is None else read_one(self)


def _transcript(value: _Value) -> Transcript:
    form, deal, match, players, terms, ends, draws, acts, results, head, digest = value.fields(
        _KEYS
    )
    form.word((FORMAT,))
    deal.word((DEAL,))
    made = Transcript(
        match=match.match(_MATCH, "The id of a match"),
        players=_players(players),
        agreed=_agreed(terms),
        ends=_ends(ends),
        draws=draws.each(_draw),
        lines=acts.each(_line),
        results=_results(results),
        head=head.hex(),
    )
    digest.hex()
    return made


def _players(value: _Value) -> tuple[Player, Player]:
    a, b = map(_player, value.fields(("a", "b")))
    if a.robot and b.robot:
        raise value.error("A player who is no robot is expected.")
    return a, b


def _player(value: _Value) -> Player:
    name, robot = value.fields(("name", "robot"))
    return Player(name.text(), robot.flag())


def _agreed(value: _Value) -> Agreed:
    code, options, second, kind, games, rubbers, values, bonus = value.fields(_TERMS)
    laws = _code(CODES[code.word(tuple(CODES))], options)
    by_agreement = second.flag()
    form = Format(kind.member(FormatKind), games.integer(), rubbers.integer())
    terms = Terms(laws, form, values.flag(), bonus.integer())
    if terms_refusal(terms) is not None:
        raise value.error("These terms cannot be.")
    return Agreed(terms, by_agreement)


def _code(base: Code, options: _Value) -> Code:
    changes = options.of
    known = type(changes) is dict and list(changes) == [one for one in OPTIONS if one in changes]
    try:
        if not known or differences(base, changes) != changes:
            raise options.error("The changed options are expected, in the order of the code.")
        return code_with(base, changes)
    except (RefusalError, TypeError):
        raise options.error("No code of laws has these options.") from None


def _ends(value: _Value) -> tuple[bytes, tuple[End, ...], tuple[End, ...]]:
    server, a, b = value.fields(CHAINS)
    return server.hex(), a.each(_end), b.each(_end)


def _end(value: _Value) -> End:
    first, end = value.fields(("from", "end"))
    return End(first.integer(1, _MOST_DRAWS), end.hex())


def _draw(value: _Value) -> Draw:
    number, kind, s, a, b, missing, pack = value.fields(_DRAW)
    return Draw(
        number=number.integer(1, _MOST_DRAWS),
        kind=kind.member(DrawKind),
        links=(_link(s), _link(a), _link(b)),
        missing=missing.each(lambda chain: chain.word(CHAINS)),
        pack=pack.or_none(_pack),
    )


def _link(value: _Value) -> bytes | None:
    """A robot's is empty."""
    return b"" if value.of == "" else value.or_none(_Value.hex)


def _pack(value: _Value) -> tuple[Card, ...]:
    words = value.text().split(" ")
    if sorted(words) != sorted(NAMES):
        raise value.error("The names of all 32 cards are expected.")
    return tuple(map(card, words))


def _line(value: _Value) -> Line:
    act, at, head = value.fields(("act", "at", "head"))
    return Line(act.text(), at.or_none(lambda one: one.match(_AT, "A time in UTC")), head.hex())


def _results(value: _Value) -> Results:
    hands, games, games_won, rubbers_won, winner, end = value.fields(_RESULTS)
    return Results(
        hands=hands.each(_hand_result),
        games=games.each(_game_result),
        games_won=games_won.pair(),
        rubbers_won=rubbers_won.pair(),
        winner=winner.or_none(lambda seat: seat.member(Seat)),
        end=end.word((PLAYED, *Ending)),
    )


def _hand_result(value: _Value) -> HandResult:
    game, draw, dealer, marks, score = value.fields(("game", "draw", "dealer", "marks", "score"))
    return HandResult(
        game.integer(), draw.integer(), dealer.member(Seat), marks.text(), score.pair()
    )


def _game_result(value: _Value) -> GameResult:
    game, winner, score, worth = value.fields(("game", "winner", "score", "value"))
    return GameResult(game.integer(), winner.member(Seat), score.pair(), worth.integer())
