"""Events that several kinds of contest share, refusals, and both ways between an event and JSON."""

import dataclasses
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from scoring.ledger.rules import Player


@dataclass(frozen=True, slots=True)
class Joined:
    """Inscribed, at the foot of the queue."""

    player: Player


@dataclass(frozen=True, slots=True)
class Left:
    player: Player


@dataclass(frozen=True, slots=True)
class SatOut:
    """Stays a member, and is passed over until coming back."""

    player: Player


@dataclass(frozen=True, slots=True)
class CameBack:
    player: Player


@dataclass(frozen=True, slots=True)
class Dealt:
    """The first card of a game is dealt: who sits stays, and no bet is laid any more."""


class BankAfter(StrEnum):
    """What became of the bank after a game whose winner was corrected later: as the rules have it,
    played on with, or up for auction again."""

    BY_RULES = ""
    GOES_ON = "goes_on"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class GameWon:
    """`stays`: who kept the seat, where that was not the winner: everybody took them for the winner
    until it was corrected. Seats and queue follow from it, and all that is owed from the winner."""

    winner: Player
    stays: Player = 0
    bank: BankAfter = BankAfter.BY_RULES

    @property
    def keeper(self) -> Player:
        return self.stays or self.winner


@dataclass(frozen=True, slots=True)
class Closed:
    """Nobody plays any further; what was not won is given back."""


AGREEMENT = "agreement"
"""The source of what no law says."""


class Why(StrEnum):
    """Every code; none is ever renamed."""

    # who sits
    PLAYERS_TOO_FEW = "players_too_few"
    PLAYER_TWICE = "player_twice"
    NOT_HERE = "not_here"
    ALREADY_HERE = "already_here"
    NOT_PLAYING = "not_playing"
    IS_PLAYING = "is_playing"
    NOT_ENTITLED = "not_entitled"
    PARTNER_ALREADY = "partner_already"
    NOT_PARTNER = "not_partner"
    PLAYER_MISSING = "player_missing"
    PLACES_DUE = "places_due"
    PLACES_TAKEN = "places_taken"
    # what goes on
    NOT_OPEN = "not_open"
    GAME_IN_PLAY = "game_in_play"
    NO_GAME_IN_PLAY = "no_game_in_play"
    CONTEST_OVER = "contest_over"
    AUCTION_DUE = "auction_due"
    RENEWAL_DUE = "renewal_due"
    RENEWED_ONCE = "renewed_once"
    NO_BID = "no_bid"
    # amounts
    AMOUNT_IMPOSSIBLE = "amount_impossible"
    BID_TOO_LOW = "bid_too_low"
    OVER_LIMIT = "over_limit"
    BETS_CLOSED = "bets_closed"
    BOTH_SIDES = "both_sides"
    NO_BET = "no_bet"
    BANK_COVERS = "bank_covers"
    NOT_AN_EVENT = "not_an_event"


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """`source` is a citation as players read it: `Foster`, `art. 65`, `EB 1911`."""

    why: Why
    source: str
    field: str = ""
    params: Mapping[str, str | int] = dataclasses.field(default_factory=dict, hash=False)


class NotTakenError(Exception):
    """`apply` was asked for an event that `refusal` does not let through."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def require(refusal: Refusal | None) -> None:
    """Raises: NotTakenError."""
    if refusal is not None:
        raise NotTakenError(refusal)


def dealing_refusal(
    is_dealt: bool, seats: tuple[Player, Player] | None, source: str
) -> Refusal | None:
    if is_dealt:
        return Refusal(Why.GAME_IN_PLAY, AGREEMENT)
    return None if seats else Refusal(Why.PLAYERS_TOO_FEW, source, params={"least": 2})


def winning_refusal(
    is_dealt: bool, playing: tuple[Player, ...], winner: Player, source: str
) -> Refusal | None:
    if not is_dealt:
        return Refusal(Why.NO_GAME_IN_PLAY, source)
    return None if winner in playing else Refusal(Why.NOT_PLAYING, source, "winner")


def without(players: tuple[Player, ...], gone: Player) -> tuple[Player, ...]:
    return tuple(player for player in players if player != gone)


# The fields of events that name players: one each, and several.
ONE_PLAYER, PLAYERS = ("player", "winner", "stays"), ("order", "backers")
NAME = "event"


class InvalidData(Exception):
    """`field`: where; empty for the whole."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


def name_of(kind: type) -> str:
    """GameWon is "game_won"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def by_name(kinds: Iterable[type]) -> Mapping[str, type]:
    return {name_of(kind): kind for kind in kinds}


def dump(event: Any) -> dict[str, object]:
    """Fields that are as usual are left out."""
    usual = {one.name: one.default for one in fields(event)}
    told = {name: value for name, value in dump_fields(event).items() if value != usual[name]}
    return {NAME: name_of(type(event)), **told}


def dump_fields(value: Any) -> dict[str, object]:
    found = {one.name: getattr(value, one.name) for one in fields(value)}
    return {name: list(one) if isinstance(one, tuple) else one for name, one in found.items()}


def players_in(data: Mapping[str, Any] | None) -> tuple[Player, ...]:
    """Whom an event names, as `dump` has it, each once."""
    data = data or {}
    alone = [data[field] for field in ONE_PLAYER if field in data]
    many = [player for field in PLAYERS for player in data.get(field, ())]
    return tuple(dict.fromkeys([*alone, *many]))


def load(data: Mapping[str, Any], among: Mapping[str, type]) -> Any:
    """Raises: InvalidData."""
    kind = among.get(data.get(NAME, ""))
    if kind is None:
        raise InvalidData(NAME)
    return load_fields({name: one for name, one in data.items() if name != NAME}, kind)


def load_fields(data: Mapping[str, Any], kind: type) -> Any:
    """Raises: InvalidData."""
    hints = _hints(kind)
    unknown = data.keys() - hints.keys()
    if unknown:
        raise InvalidData(min(unknown))
    given = {name: _value(name, one, hints[name]) for name, one in data.items()}
    try:
        return kind(**given)
    except TypeError:
        missing = next(one.name for one in fields(kind) if one.name not in given)
        raise InvalidData(missing) from None


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _value(name: str, value: Any, hint: Any) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise InvalidData(name)
        return tuple(_value(name, one, get_args(hint)[0]) for one in value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value not in list(hint):
            raise InvalidData(name)
        return hint(value)
    if type(value) is not hint:
        raise InvalidData(name)
    return value
