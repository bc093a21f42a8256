"""The headers that the laws need; every other one is kept, and means nothing here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from games.engine.club_rules import code_with, differences, text
from games.engine.codes import CODES, DEFAULT_CODE, Code
from games.engine.hand.state import ORDERS, Order, Orders
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING, Format, FormatKind, Score, Terms, terms_refusal

from .lexing import SEATS
from .tokens import order_text, score_text, seat_text
from .values import Contest, Fault, Header, NotationError, Place

T = TypeVar("T")

CODE, OPTIONS_KEY = "Code", "Options"
SCORE, DEALER, ORDERS_KEY, SECOND = "Score", "Dealer", "Orders", "SecondProposal"
FORMAT, RUBBERS, VALUES, BONUS = "Format", "Rubbers", "GameValues", "RubberBonus"
KNOWN = (CODE, OPTIONS_KEY, SCORE, DEALER, ORDERS_KEY, SECOND, FORMAT, RUBBERS, VALUES, BONUS)
_KEYS = {"game_values": VALUES, "rubbers": RUBBERS}

_YES_OR_NO = {"yes": True, "no": False}
_NOT_CHOSEN = "-"
_ORDERS = {order_text(order): order for order in ORDERS} | {_NOT_CHOSEN: None}
_SCORES: dict[str, Score | None] = {
    score_text(score): score
    for score in (Score(a, b) for a in range(GAME_IS) for b in range(GAME_IS))
} | {"?": None}
_SEATS: Mapping[str, Seat | None] = SEATS
_WHOLE = {str(number): number for number in range(100)}


@dataclass(frozen=True, slots=True)
class Context:
    """What stands before a deal. `score` None: not known. `terms`: if there is a format.

    `dealer`: whose turn it is to deal.
    """

    code: Code
    score: Score | None = NOTHING
    dealer: Seat | None = None
    orders: Orders = (None, None)
    second_proposal: bool = False
    terms: Terms | None = None


def context(contest: Contest) -> Context:
    """Raises NotationError."""
    _each_once(contest)
    code = _code(contest)
    return Context(
        code,
        _of(contest, SCORE, _SCORES, NOTHING),
        _of(contest, DEALER, _SEATS, None),
        _orders(contest),
        _of(contest, SECOND, _YES_OR_NO, False),
        _terms(contest, code),
    )


def _each_once(contest: Contest) -> None:
    keys: set[str] = set()
    for index, one in enumerate(contest.head):
        if isinstance(one, Header) and one.key in KNOWN:
            if one.key in keys:
                place = contest.places[index] if contest.places else contest.place_of(one.key)
                raise NotationError(Fault.HEADER_TWICE, place, params={"key": one.key})
            keys.add(one.key)


def _fault(contest: Contest, key: str, expected: tuple[str, ...]) -> NotationError:
    value = contest.header(key) or ""
    params = {"key": key, "found": value}
    return NotationError(
        Fault.HEADER_VALUE, contest.place_of(key), expected=expected, params=params
    )


def _of(contest: Contest, key: str, values: Mapping[str, T], default: T) -> T:
    value = contest.header(key)
    if value is None:
        return default
    if value not in values:
        few = tuple(values) if len(values) < 10 else ()
        raise _fault(contest, key, few)
    return values[value]


def _code(contest: Contest) -> Code:
    name = contest.header(CODE)
    if name is None:
        place = contest.places[0] if contest.places else Place(1, 1)
        expected = tuple(f'[{CODE} "{one}"]' for one in CODES)
        raise NotationError(Fault.CODE_EXPECTED, place, expected=expected)
    code = _of(contest, CODE, CODES, CODES[DEFAULT_CODE])
    changed = contest.header(OPTIONS_KEY)
    if changed is None:
        return code
    pairs = [one.partition("=") for one in changed.split()]
    try:
        return code_with(code, {name: value for name, _sign, value in pairs})
    except RefusalError as error:
        refusal, place = error.refusal, contest.place_of(OPTIONS_KEY)
        params = {"option": refusal.field, **refusal.params}
        raise NotationError(refusal.code, place, law=refusal.law, params=params) from None


def _orders(contest: Contest) -> Orders:
    value = contest.header(ORDERS_KEY)
    if value is None:
        return None, None
    a, _blank, b = value.partition(" ")
    if a not in _ORDERS or b not in _ORDERS:
        raise _fault(contest, ORDERS_KEY, ())
    return _ORDERS[a], _ORDERS[b]


def _terms(contest: Contest, code: Code) -> Terms | None:
    """Raises NotationError for what no match can be played for."""
    values = _of(contest, VALUES, _YES_OR_NO, False)
    bonus = _of(contest, BONUS, _WHOLE, 0)
    rubbers = _of(contest, RUBBERS, _WHOLE, 1)
    value = contest.header(FORMAT)
    if value is None:
        return None
    kind, _blank, games = value.partition(" ")
    if kind not in tuple(FormatKind) or (games or "1") not in _WHOLE:
        raise _fault(contest, FORMAT, ())
    form = Format(FormatKind(kind), _WHOLE[games or "1"], rubbers)
    terms = Terms(code, form, values, bonus)
    refused = terms_refusal(terms)
    if refused is not None:
        key = _KEYS.get(refused.field, FORMAT)
        raise NotationError(
            refused.code, contest.place_of(key), law=refused.law, params=refused.params
        )
    return terms


def headers(before: Context) -> tuple[Header, ...]:
    """As `context` reads them; what is as usual is left out."""
    return tuple(Header(key, value) for key, value in _pairs(before))


def _pairs(before: Context) -> Iterator[tuple[str, str]]:
    yield CODE, before.code.id
    options = {name: text(option.value) for name, option in before.code.options().items()}
    changed = differences(CODES[before.code.id], options)
    if changed:
        yield OPTIONS_KEY, " ".join(f"{name}={value}" for name, value in changed.items())
    if before.score != NOTHING:
        yield SCORE, score_text(before.score)
    if before.dealer:
        yield DEALER, seat_text(before.dealer)
    if before.orders != (None, None):
        yield ORDERS_KEY, " ".join(map(_order_text, before.orders))
    if before.second_proposal:
        yield SECOND, "yes"
    if before.terms:
        yield from _terms_pairs(before.terms)


def _order_text(order: Order | None) -> str:
    return order_text(order) if order else _NOT_CHOSEN


def _terms_pairs(terms: Terms) -> Iterator[tuple[str, str]]:
    kind, games = terms.format.kind, terms.format.games
    yield FORMAT, kind.value if kind is FormatKind.ONE_GAME else f"{kind.value} {games}"
    if terms.format.rubbers > 1:
        yield RUBBERS, str(terms.format.rubbers)
    if terms.game_values:
        yield VALUES, "yes"
    if terms.rubber_bonus:
        yield BONUS, str(terms.rubber_bonus)
