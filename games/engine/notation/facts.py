"""What the steps of a hand come to, before anything that was noted beside them."""

from dataclasses import dataclass
from typing import cast

from games.engine.codes import Code, Rule
from games.engine.hand.actions import Action, Say
from games.engine.hand.state import State
from games.engine.records import King, Opening, Tricks
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat

from .faults import Fault, NotationError, Place
from .tokens import card_text, cards_text
from .values import Cards

_MANY = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """`made`: tricks that were seen to be made. `whole`: they are all of them.

    `begun`, `state`: of a hand wholly known, before its deal and as it was left.
    """

    opening: Opening | None = None
    kings: tuple[King, ...] = ()
    made: Tricks
    whole: bool = False
    abandoned_by: Seat | None = None
    begun: State | None = None
    state: State | None = None


def refused(
    code: Code, which: RefusalCode, place: Place, *rules: Rule, legal: tuple[Action, ...] = ()
) -> NotationError:
    expected = tuple(map(action_text, legal)) if len(legal) <= _MANY else ()
    return NotationError(which, place, law=code.source(*rules), expected=expected)


def told(found: Refusal, place: Place, legal: tuple[Action, ...] = ()) -> NotationError:
    """A refusal of the engine, at its place."""
    expected = tuple(map(action_text, legal)) if len(legal) <= _MANY else ()
    return NotationError(found.code, place, law=found.law, expected=expected, params=found.params)


def action_text(action: Action) -> str:
    """Of what a player does."""
    if isinstance(action, Say):
        return action.value
    return card_text(action) if isinstance(action, int) else "-" + cards_text(cast(Cards, action))


def player_expected(say: Say, place: Place) -> NotationError:
    expected = tuple(f"{say.value}:{seat.value.upper()}" for seat in Seat)
    return NotationError(Fault.PLAYER_EXPECTED, place, expected=expected)
