"""The kinds of contest, and what a room asks of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, get_args

from scoring.ledger.rules.books import Account, Player, Transfers

from . import bank, cul_leve, match, pool, social
from .events import Refusal


class Kind(StrEnum):
    """None is ever renamed."""

    MATCH = "match"
    POOL = "pool"
    CUL_LEVE = "cul_leve"
    BANK = "bank"
    BOX = "box"


class Machine(Protocol):
    """A contest's module. Terms, states and events are its own, and no other's are given to it."""

    def terms_refusal(self, terms: Any) -> Refusal | None: ...
    def begin(self, terms: Any) -> Any: ...
    def refusal(self, state: Any, event: Any) -> Refusal | None: ...
    def apply(self, state: Any, event: Any) -> tuple[Any, Transfers]: ...
    def seats(self, state: Any) -> tuple[Player, Player] | None: ...
    def queue(self, state: Any) -> tuple[Player, ...]: ...
    def is_over(self, state: Any) -> bool: ...
    def held(self, state: Any) -> Mapping[Account, int]: ...


def _nobody(state: Any) -> Mapping[Player, Player]:
    return {}


def _of_the_box(state: social.State) -> Mapping[Player, Player]:
    """The partner wins and loses with the box, the team with its captain."""
    against = social.team(state)
    of_team = dict.fromkeys(against, against[0])
    return of_team if state.partner is None else {**of_team, state.partner: state.line[0]}


@dataclass(frozen=True, slots=True)
class Contest:
    """`events`: its classes of events. `plays_for`: of those who do not sit and have a stake of
    their own in the game, which of the two they win and lose with. `has_gallery`: bets may be laid
    on its games.
    """

    machine: Machine
    terms: type
    events: tuple[type, ...]
    plays_for: Callable[[Any], Mapping[Player, Player]] = _nobody
    has_gallery: bool = True


CONTESTS: Mapping[Kind, Contest] = {
    Kind.MATCH: Contest(match, match.Terms, get_args(match.Event)),
    Kind.POOL: Contest(pool, pool.Terms, get_args(pool.Event)),
    Kind.CUL_LEVE: Contest(cul_leve, cul_leve.Terms, get_args(cul_leve.Event)),
    Kind.BANK: Contest(bank, bank.Terms, get_args(bank.Event), has_gallery=False),
    Kind.BOX: Contest(social, social.Terms, get_args(social.Event), _of_the_box),
}
