"""Short ways to lay out a hand and to play it. Alice is the elder hand, Bob deals."""

from games.engine.cards import PACK, Card, card, cards
from games.engine.codes import Code
from games.engine.hand import apply, begin
from games.engine.hand.legality import refusal
from games.engine.hand.state import THREE_TWO, Action, Deal, Event, Order, Orders, Say, State
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score
from tests.engine.people import BOB, LONDON

# Two hands without the king of hearts, and a stock that begins with it.
ELDER, DEALER, TURNED = "7H 8H KC QC 7S", "TH AH KD 8D 9S", "9H"


def pack(
    elder: str = ELDER,
    dealer: str = DEALER,
    turned: str = TURNED,
    stock: str = "",
    order: Order = THREE_TWO,
) -> tuple[Card, ...]:
    """From the top, as `order` gives these hands; the stock goes on with the rest of the pack."""
    one, two, first = cards(elder), cards(dealer), order[0]
    given = one[:first] + two[:first] + one[first:] + two[first:] + cards(f"{turned} {stock}")
    return given + tuple(other for other in PACK if other not in given)


def dealt(
    elder: str = ELDER,
    dealer: str = DEALER,
    turned: str = TURNED,
    stock: str = "",
    *,
    code: Code = LONDON,
    by: Seat = BOB,
    score: Score = NOTHING,
    order: Order = THREE_TWO,
    orders: Orders = (None, None),
    second_proposal: bool = False,
) -> State:
    begun = begin(code, score=score, dealer=by, orders=orders, second_proposal=second_proposal)
    return apply(begun, Deal(pack(elder, dealer, turned, stock, order), order))[0]


def action(step: str) -> Action:
    """A word; a card; or, after "-", the cards thrown: "-7H 8H", "-" for none."""
    if step.startswith("-"):
        return tuple(sorted(cards(step[1:])))
    return Say(step) if step.islower() else card(step)


def after(state: State, *steps: str) -> State:
    for step in steps:
        state, _events = apply(state, action(step))
    return state


def events(state: State, step: str) -> tuple[Event, ...]:
    return apply(state, action(step))[1]


def why(state: State, step: object, by: Seat | None = None) -> tuple[str, str] | None:
    """The refusal's code and its law; a text is a step."""
    asked = action(step) if isinstance(step, str) else step
    found = refusal(state, asked, by)
    return (found.code, found.law) if found else None


def refused(state: State, step: object) -> tuple[str, str] | None:
    """As `why`, of `apply`."""
    asked = action(step) if isinstance(step, str) else step
    try:
        apply(state, asked)  # type: ignore[arg-type]
    except RefusalError as error:
        return error.refusal.code, error.refusal.law
    return None


def may(state: State) -> set[str]:
    """What may be said, and what may be played."""
    said = {action.value for action in state.legal if isinstance(action, Say)}
    return said | {named(action) for action in state.legal if isinstance(action, int)}


def named(one: int) -> str:
    return "789TAJQK"[one % 8] + "CDHS"[one // 8]


def hand(names: tuple[Card, ...]) -> str:
    return " ".join(map(named, names))
