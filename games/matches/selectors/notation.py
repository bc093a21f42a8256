"""The notation of one hand: as somebody typed it into a match, as it is stored, and read back.

What is stored stands by itself: the hand, and before it what its marks follow from.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from games.engine.codes import Rule
from games.engine.hand.state import Order, Orders
from games.engine.notation import hand_loads
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.files import contests, dumps
from games.engine.notation.headers import KNOWN, SECOND, Context, headers
from games.engine.notation.tokens import score_text, seat_text
from games.engine.notation.values import Comment, Contest, Fault, Game, Hand, NotationError, Place
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import HandEntry

FIRST = Place(1, 1)
MOST = 4000
"""Characters of a text that somebody types: no hand needs as many."""


@lru_cache(maxsize=256)
def told_of(text: str) -> HandResult:
    """Of what was stored. Raises: NotationError for anything else."""
    return hand_loads(text)


def placed(text: str, state: MatchState) -> HandEntry:
    """The hand that a text tells, as the next of a match. A header may be left out.

    Raises: NotationError; Fault.HEADER_VALUE for a header that is not as the match stands.
    """
    typed = _one(text)
    before = replace(_before(state), second_proposal=typed.header(SECOND) == "yes")
    _agrees(typed, before)
    game = Game(state.game, (), (typed.games[0].hands[0],))
    told = next(follow(Contest(headers(before), (game,))))
    hand = told.hand
    if told.dealer is None:
        raise _refused(state, RefusalCode.DEALER_UNKNOWN, Rule.DEAL_PASSES, hand)
    if told.record is None:
        raise _refused(state, RefusalCode.HAND_NOT_OVER, Rule.FIVE_TRICKS, hand)
    kept = tuple(one for one in typed.head if isinstance(one, Comment) or one.key not in KNOWN)
    whole = replace(game, hands=(replace(hand, dealer=told.dealer),))
    stored = dumps(Contest((*headers(before), *kept), (whole,)))
    # From what is stored, and so from what will ever be read.
    return HandEntry(state.game, told_of(stored).record or told.record, stored)


def _one(text: str) -> Contest:
    """Read, and not yet judged: the text may begin with its deal."""
    found = tuple(contests(text.splitlines(), headless=True))
    hands = [hand for one in found for game in one.games for hand in game.hands]
    if len(hands) != 1 or len(found) != 1:
        place = hands[1].place if len(hands) > 1 else FIRST
        raise NotationError(Fault.ONE_HAND_EXPECTED, place)
    return replace(found[0], games=(Game(1, (), (hands[0],)),))


def _before(state: MatchState) -> Context:
    """What the match knows before its next hand."""
    dealer = state.dealer
    return Context(state.terms.code, state.score, dealer, _orders(state))


def _orders(state: MatchState) -> Orders:
    """How each has dealt in this game, where a hand of it tells."""
    chosen: dict[Seat, Order] = {}
    for line in state.lines:
        entry = line.entry
        if isinstance(entry, HandEntry) and entry.game == state.game and entry.notation:
            told = told_of(entry.notation)
            if told.dealer and told.hand.order:
                chosen[told.dealer] = told.hand.order
    return chosen.get(Seat.A), chosen.get(Seat.B)


def _agrees(typed: Contest, before: Context) -> None:
    """What a header says of the match is what the match knows, or is left out."""
    known: Mapping[str, str] = {
        "Code": before.code.id,
        "Score": score_text(before.score),
        **({"Dealer": seat_text(before.dealer)} if before.dealer else {}),
    }
    for key, value in known.items():
        if typed.header(key) not in (None, value):
            expected = (f'[{key} "{value}"]',)
            params = {"key": key, "found": typed.header(key) or ""}
            raise NotationError(
                Fault.HEADER_VALUE, typed.place_of(key), expected=expected, params=params
            )


def _refused(state: MatchState, which: RefusalCode, rule: Rule, hand: Hand) -> NotationError:
    return NotationError(which, hand.place, law=state.terms.code.source(rule))
