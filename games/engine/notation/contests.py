"""A contest from hand to hand, as the entries of a match, and made from a game of the engine.

The deal passes, the score goes on, and games are won.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from games.engine.codes import Code, Rule
from games.engine.hand import apply, begin
from games.engine.hand.dealing import CARDS
from games.engine.hand.legality import actor
from games.engine.hand.state import (
    BY_CUT,
    Action,
    Cut,
    Deal,
    Discard,
    Phase,
    Say,
    State,
    with_order,
)
from games.engine.match import replay
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING, Entry, GameEntry, HandEntry

from .evaluation import HandResult, evaluate
from .full_hands import act, refused, trick_winner
from .headers import Context, context
from .tokens import NAMED, seat_text
from .values import (
    Contest,
    CutCards,
    Fault,
    Game,
    Hand,
    Holds,
    NotationError,
    Place,
    Plays,
    Says,
    ScoreAfter,
    ScoreBefore,
    Step,
    Stock,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)


@dataclass(slots=True)
class _Progress:
    """`open`: the hand before is not over. `ended`: the game before is, or nobody can tell."""

    context: Context
    open: bool = False
    ended: bool = True


def follow(contest: Contest) -> Iterator[HandResult]:
    """Hand by hand. Raises NotationError at the first thing that cannot be."""
    so_far = _Progress(context(contest))
    number = contest.games[0].number if contest.games else 1
    for place, game in enumerate(contest.games):
        _begins(so_far, game, number + place)
        if place:
            so_far.context = replace(so_far.context, score=NOTHING, orders=(None, None))
        if game.score is None:
            yield from _hands(so_far, game)
        else:
            _by_score(so_far, game)


def _begins(so_far: _Progress, game: Game, number: int) -> None:
    if game.number != number:
        expected = (f"game:{number}",)
        raise NotationError(Fault.GAME_NUMBER, game.place, expected=expected)
    code = so_far.context.code
    if number < 1:
        raise refused(code, RefusalCode.GAME_NUMBER_IMPOSSIBLE, game.place, Rule.AGREED_GAMES)
    if so_far.open:
        raise refused(code, RefusalCode.HAND_NOT_OVER, game.place, Rule.FIVE_TRICKS)
    if not so_far.ended:
        raise refused(code, RefusalCode.EARLIER_GAME_UNFINISHED, game.place, Rule.GAME_IS_FIVE)


def _by_score(so_far: _Progress, game: Game) -> None:
    code, score = so_far.context.code, game.score or NOTHING
    if max(score.a, score.b) != GAME_IS or min(score.a, score.b) == GAME_IS:
        params = {"a": score.a, "b": score.b}
        law = code.source(Rule.GAME_IS_FIVE)
        raise NotationError(RefusalCode.SCORE_IMPOSSIBLE, game.place, law=law, params=params)
    if game.hands:
        place = game.hands[0].place
        raise refused(code, RefusalCode.GAME_ALREADY_ENTERED, place, Rule.GAME_IS_FIVE)
    so_far.context = replace(so_far.context, dealer=None)
    so_far.ended = True


def _hands(so_far: _Progress, game: Game) -> Iterator[HandResult]:
    so_far.ended = False
    cut_by = _dealer_by_cut(so_far.context.code, game)
    if cut_by is not None:
        so_far.context = replace(so_far.context, dealer=cut_by)
    for number, hand in enumerate(game.hands, 1):
        if number == 1 and cut_by is not None and hand.dealer not in (None, cut_by):
            expected = (f"deal:{seat_text(cut_by)}",)
            law = so_far.context.code.source(Rule.CUT_FOR_DEAL)
            raise NotationError(Fault.CUT_CONTRADICTS, hand.place, law=law, expected=expected)
        _may_deal(so_far, game, hand)
        result = evaluate(so_far.context, hand, game.number, number)
        yield result
        so_far.open = result.record is None
        so_far.ended = result.after is None or result.after.winner is not None
        so_far.context = replace(
            so_far.context,
            score=result.after,
            dealer=result.next_dealer,
            orders=with_order(so_far.context.orders, result.dealer, hand.order),
        )


def _may_deal(so_far: _Progress, game: Game, hand: Hand) -> None:
    code, score = so_far.context.code, so_far.context.score
    if so_far.open:
        raise refused(code, RefusalCode.HAND_NOT_OVER, hand.place, Rule.FIVE_TRICKS)
    if score is not None and score.winner is not None:
        law = code.source(Rule.GAME_IS_FIVE)
        expected = (f"game:{game.number + 1}",)
        raise NotationError(RefusalCode.GAME_OVER, hand.place, law=law, expected=expected)


def _dealer_by_cut(code: Code, game: Game) -> Seat | None:
    """Who deals by it; None where a card of it is not known, or the highest only chooses."""
    state = begin(code)
    cuts = (one for one in game.before if isinstance(one, CutCards))
    places = game.cut_places or (game.place,) * len(game.before)
    for cut, place in zip(cuts, places, strict=False):
        if cut.a is None or cut.b is None:
            return None
        state = act(state, Cut(cut.a, cut.b), None, place)
    return None if state.phase is Phase.FIRST_DEALER else state.dealer


def entries(contest: Contest) -> tuple[Entry, ...]:
    """Its hands that are over, and its games known by their score. Raises NotationError."""
    return tuple(entry for entry, _place in _entries_with_places(contest, tuple(follow(contest))))


def check_terms(contest: Contest) -> None:
    """Every hand; and no game after the last, where the whole of a match is written down.

    Raises NotationError.
    """
    results = tuple(follow(contest))
    terms = context(contest).terms
    if terms is None or not _from_the_start(contest):
        return
    entries_with_places = tuple(_entries_with_places(contest, results))
    try:
        replay(terms, None, [entry for entry, _place in entries_with_places])
    except RefusalError as error:
        refused, place = error.refusal, entries_with_places[error.index or 0][1]
        raise NotationError(refused.code, place, law=refused.law, params=refused.params) from None


def _entries_with_places(
    contest: Contest, results: tuple[HandResult, ...]
) -> Iterator[tuple[Entry, Place]]:
    for game in contest.games:
        if game.score is not None:
            yield GameEntry(game.number, game.score), game.place
        for one in results:
            if one.game == game.number and one.record is not None:
                yield HandEntry(game.number, one.record), one.hand.place


def _from_the_start(contest: Contest) -> bool:
    hands = [hand for game in contest.games for hand in game.hands]
    gaps = any(True for hand in hands for _gap in hand.each(ScoreBefore))
    first = contest.games[0].number if contest.games else 1
    return first == 1 and context(contest).score == NOTHING and not gaps


def game_of(begun: State, log: Iterable[Action], number: int = 1) -> Game:
    """All that was done since the game began, with the stock that was left of each hand.

    Raises: RefusalError for an action that is not allowed.
    """
    making = _Making(begun)
    for action in log:
        making.add(action)
    making.end_hand()
    return Game(number, tuple(making.before), tuple(making.hands))


class _Making:
    def __init__(self, begun: State) -> None:
        self.state = begun
        self.before: list[CutCards] = []
        self.hands: list[Hand] = []
        self.deal: Deal | None = None
        self.steps: list[Step] = []

    def add(self, action: Action) -> None:
        before = self.state
        after, _events = apply(before, action)
        if isinstance(action, Deal):
            self.end_hand()
            self.deal = action
            self.steps += _dealt(action, after.dealer or Seat.A)
        elif isinstance(action, Cut):
            self.before.append(CutCards(action.a, action.b))
        elif isinstance(action, Say) and action not in BY_CUT:
            seat = actor(before, action) if action in NAMED else None
            self.steps.append(Says(action, seat))
        elif isinstance(action, Say):
            pass
        elif isinstance(action, tuple):
            self.steps.append(Throws(before.to_act or Seat.A, cast(Discard, action)))
            self.steps += _cards_drawn(before, after)
        else:
            self.steps.append(Plays(action))
            if before.lead is not None:
                self.steps.append(TrickTo(trick_winner(before, after)))
        self.state = after

    def end_hand(self) -> None:
        if self.deal is None:
            return
        state = self.state
        if state.phase is Phase.OVER:
            self.steps.append(ScoreAfter(state.score))
        self.steps.append(Stock(state.pack[state.stock :]))
        self.hands.append(Hand(state.dealer, self.deal.order, tuple(self.steps)))
        self.deal, self.steps = None, []


def _dealt(deal: Deal, dealer: Seat) -> tuple[Step, ...]:
    """The cards in the order in which they were given."""
    pack, first = deal.pack, deal.order[0]
    elder = pack[:first] + pack[2 * first : CARDS + first]
    own = pack[first : 2 * first] + pack[CARDS + first : 2 * CARDS]
    return Holds(dealer.other, elder), Holds(dealer, own), TurnUp(pack[2 * CARDS])


def _cards_drawn(before: State, after: State) -> list[Step]:
    """Once both have put their discards aside; nothing, if nobody draws yet."""
    cards = after.pack[before.stock : after.stock]
    number = len(cards) if before.phase is Phase.DISCARD_ELDER else CARDS - len(before.elder_hand)
    dealer = after.dealer or Seat.A
    each = (Takes(dealer.other, cards[:number]), Takes(dealer, cards[number:]))
    return [one for one in each if one.cards]
