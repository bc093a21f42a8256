"""Why a contest does not take an event: a value, with the source it rests on."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum


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
