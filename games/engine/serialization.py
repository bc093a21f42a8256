"""Entries as JSON-able data, and back; `load` refuses everything it does not know.

A hand that was entered in the notation is stored as that text alone: its facts are read from it.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from .notation import hand_loads
from .notation.values import NotationError
from .records import Applied, HandRecord, King, KingHow, MarkKind, NotedMark, Opening, Tricks
from .rulings.ids import Answer, Choice, Fact, Irregularity
from .seats import Seat
from .terms import Entry, GameEntry, HandEntry, RubberEntry, Score

T = TypeVar("T")
Member = TypeVar("Member", bound=StrEnum)


class Problem(StrEnum):
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown_field"
    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    NOT_A_WHOLE_NUMBER = "not_a_whole_number"
    NOT_ALLOWED = "not_allowed"


class EntryDataError(Exception):
    """`field` is a path such as "kings.0.seat"; `allowed` the values there may be, if few."""

    def __init__(self, field: str, problem: Problem, allowed: tuple[str, ...] = ()) -> None:
        super().__init__(field, problem, allowed)
        self.field = field
        self.problem = problem
        self.allowed = allowed


def dump(entry: Entry) -> dict[str, object]:
    if isinstance(entry, HandEntry):
        content = {"notation": entry.notation} if entry.notation else dump_record(entry.record)
        return {"kind": "hand", "game": entry.game, **content}
    if isinstance(entry, GameEntry):
        score = {"a": entry.score.a, "b": entry.score.b}
        return {"kind": "game", "game": entry.game, "score": score}
    at = {"game": entry.game} if entry.game else {}
    return {"kind": "rubber", "games_a": entry.games_a, "games_b": entry.games_b, **at}


def dump_record(record: HandRecord) -> dict[str, object]:
    """Only what was noted."""
    noted: dict[str, object] = {}
    if record.dealer:
        noted["dealer"] = record.dealer.value
    if record.opening:
        noted["opening"] = record.opening.value
    if record.kings:
        noted["kings"] = [{"seat": k.seat.value, "how": k.how.value} for k in record.kings]
    if record.tricks:
        noted["tricks"] = {"a": record.tricks.a, "b": record.tricks.b}
    if record.abandoned_by:
        noted["abandoned_by"] = record.abandoned_by.value
    if record.marks is not None:
        noted["marks"] = [_dump_mark(mark) for mark in record.marks]
    if record.rulings:
        noted["rulings"] = [_dump_ruling(one) for one in record.rulings]
    return noted


def _dump_ruling(ruling: Applied) -> dict[str, object]:
    offender = {"offender": ruling.offender.value} if ruling.offender else {}
    facts = [{"fact": fact.value, "answer": answer.value} for fact, answer in ruling.facts]
    content = {"law": ruling.law, "irregularity": ruling.irregularity.value, "facts": facts}
    return {**content, "choice": ruling.choice.value, **offender}


def _dump_mark(mark: NotedMark) -> dict[str, object]:
    kind = {"kind": mark.kind.value} if mark.kind else {}
    return {"seat": mark.seat.value, "points": mark.points, **kind}


def load(data: object) -> Entry:
    """Raises EntryDataError; the entry may still be refused by a match."""
    kind = _Fields(data).text("kind", tuple(_LOADERS))
    return _LOADERS[kind](data)


def _load_hand(data: object) -> Entry:
    if isinstance(data, dict) and "notation" in data:
        return _load_notation(data)
    names = ("dealer", "opening", "kings", "tricks", "abandoned_by", "marks", "rulings")
    fields = _Fields(data, "", ("kind", "game", *names))
    record = HandRecord(
        dealer=fields.member_or_none("dealer", Seat),
        opening=fields.member_or_none("opening", Opening),
        kings=fields.each("kings", _load_king) or (),
        tricks=_load_tricks(fields),
        abandoned_by=fields.member_or_none("abandoned_by", Seat),
        marks=fields.each("marks", _load_mark),
        rulings=fields.each("rulings", _load_ruling) or (),
    )
    return HandEntry(fields.integer("game"), record)


def _load_notation(data: object) -> Entry:
    fields = _Fields(data, "", ("kind", "game", "notation"))
    text = fields.string("notation")
    record = _record_of(text)
    if record is None:
        raise EntryDataError("notation", Problem.NOT_ALLOWED)
    return HandEntry(fields.integer("game"), record, text)


@lru_cache(maxsize=1024)
def _record_of(text: str) -> HandRecord | None:
    """None for a text that is not of one hand that is over."""
    try:
        return hand_loads(text).record
    except NotationError:
        return None


def _load_game(data: object) -> Entry:
    fields = _Fields(data, "", ("kind", "game", "score"))
    score = _Fields(fields.required("score"), "score.", ("a", "b"))
    return GameEntry(fields.integer("game"), Score(score.integer("a"), score.integer("b")))


def _load_rubber(data: object) -> Entry:
    fields = _Fields(data, "", ("kind", "games_a", "games_b", "game"))
    game = 0 if fields.optional("game") is None else fields.integer("game")
    return RubberEntry(fields.integer("games_a"), fields.integer("games_b"), game)


_LOADERS: Mapping[str, Callable[[object], Entry]] = {
    "hand": _load_hand,
    "game": _load_game,
    "rubber": _load_rubber,
}


def _load_king(data: object, path: str) -> King:
    fields = _Fields(data, path, ("seat", "how"))
    return King(fields.member("seat", Seat), fields.member("how", KingHow))


def _load_mark(data: object, path: str) -> NotedMark:
    fields = _Fields(data, path, ("seat", "points", "kind"))
    kind = fields.member_or_none("kind", MarkKind)
    return NotedMark(fields.member("seat", Seat), fields.integer("points"), kind)


def _load_ruling(data: object, path: str) -> Applied:
    names = ("law", "irregularity", "facts", "choice", "offender")
    fields = _Fields(data, path, names)
    return Applied(
        law=fields.string("law"),
        irregularity=fields.member("irregularity", Irregularity),
        facts=fields.each("facts", _load_fact) or (),
        choice=fields.member("choice", Choice),
        offender=fields.member_or_none("offender", Seat),
    )


def _load_fact(data: object, path: str) -> tuple[Fact, Answer]:
    fields = _Fields(data, path, ("fact", "answer"))
    return fields.member("fact", Fact), fields.member("answer", Answer)


def _load_tricks(fields: "_Fields") -> Tricks | None:
    made = fields.optional("tricks")
    if made is None:
        return None
    tricks = _Fields(made, "tricks.", ("a", "b"))
    return Tricks(tricks.integer("a"), tricks.integer("b"))


class _Fields:
    """An object of the data; `path` comes before the names of its fields in errors.

    With no `allowed` names, every field is allowed.
    """

    def __init__(self, data: object, path: str = "", allowed: tuple[str, ...] = ()) -> None:
        if not isinstance(data, dict):
            raise EntryDataError(path.rstrip("."), Problem.NOT_AN_OBJECT)
        unknown = [name for name in data if allowed and name not in allowed]
        if unknown:
            raise EntryDataError(f"{path}{unknown[0]}", Problem.UNKNOWN_FIELD, allowed)
        self.data: dict[str, object] = data
        self.path = path

    def optional(self, name: str) -> object:
        return self.data.get(name)

    def required(self, name: str) -> object:
        if name not in self.data:
            raise EntryDataError(self.path + name, Problem.MISSING)
        return self.data[name]

    def integer(self, name: str) -> int:
        value = self.required(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise EntryDataError(self.path + name, Problem.NOT_A_WHOLE_NUMBER)
        return value

    def string(self, name: str) -> str:
        value = self.required(name)
        if not isinstance(value, str):
            raise EntryDataError(self.path + name, Problem.NOT_ALLOWED)
        return value

    def text(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self.required(name)
        if not isinstance(value, str) or value not in allowed:
            raise EntryDataError(self.path + name, Problem.NOT_ALLOWED, allowed)
        return value

    def member(self, name: str, members: type[Member]) -> Member:
        return members(self.text(name, tuple(members)))

    def member_or_none(self, name: str, members: type[Member]) -> Member | None:
        return None if self.optional(name) is None else self.member(name, members)

    def each(self, name: str, load_one: Callable[[object, str], T]) -> tuple[T, ...] | None:
        values = self.optional(name)
        if values is None:
            return None
        if not isinstance(values, list):
            raise EntryDataError(self.path + name, Problem.NOT_A_LIST)
        places = enumerate(values)
        return tuple(load_one(one, f"{self.path}{name}.{place}.") for place, one in places)
