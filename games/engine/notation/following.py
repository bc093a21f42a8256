"""A contest from hand to hand: the deal passes, the score goes on, and games are won."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine.codes import Code, Rule
from games.engine.hand import begin
from games.engine.hand.actions import Cut
from games.engine.hand.state import Orders
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING

from .facts import refused
from .faults import Fault, NotationError
from .headers import Context, context
from .judging import Standing, Told, judged
from .tokens import seat_text
from .values import Contest, CutCards, Game, Hand
from .wholly import done


@dataclass(slots=True)
class _Following:
    """`open`: the hand before is not over. `ended`: the game before is, or nobody can tell."""

    standing: Standing
    open: bool = False
    ended: bool = True


def follow(contest: Contest) -> Iterator[Told]:
    """Hand by hand. Raises NotationError at the first thing that cannot be."""
    before = context(contest)
    so_far = _Following(_standing(before))
    number = contest.games[0].number if contest.games else 1
    for place, game in enumerate(contest.games):
        _begins(so_far, game, number + place)
        if place:
            so_far.standing = replace(so_far.standing, score=NOTHING, orders=(None, None))
        if game.score is None:
            yield from _hands(so_far, game)
        else:
            _by_score(so_far, game)


def _standing(before: Context) -> Standing:
    return Standing(before.code, before.score, before.dealer, before.orders, before.second_proposal)


def _begins(so_far: _Following, game: Game, number: int) -> None:
    if game.number != number:
        expected = (f"game:{number}",)
        raise NotationError(Fault.GAME_NUMBER, game.place, expected=expected)
    code = so_far.standing.code
    if number < 1:
        raise refused(code, RefusalCode.GAME_NUMBER_IMPOSSIBLE, game.place, Rule.AGREED_GAMES)
    if so_far.open:
        raise refused(code, RefusalCode.HAND_NOT_OVER, game.place, Rule.FIVE_TRICKS)
    if not so_far.ended:
        raise refused(code, RefusalCode.EARLIER_GAME_UNFINISHED, game.place, Rule.GAME_IS_FIVE)


def _by_score(so_far: _Following, game: Game) -> None:
    code, score = so_far.standing.code, game.score or NOTHING
    if max(score.a, score.b) != GAME_IS or min(score.a, score.b) == GAME_IS:
        params = {"a": score.a, "b": score.b}
        law = code.source(Rule.GAME_IS_FIVE)
        raise NotationError(RefusalCode.SCORE_IMPOSSIBLE, game.place, law=law, params=params)
    if game.hands:
        place = game.hands[0].place
        raise refused(code, RefusalCode.GAME_ALREADY_ENTERED, place, Rule.GAME_IS_FIVE)
    so_far.standing = replace(so_far.standing, dealer=None)
    so_far.ended = True


def _hands(so_far: _Following, game: Game) -> Iterator[Told]:
    so_far.ended = False
    cut_by = _cut(so_far.standing.code, game)
    if cut_by is not None:
        so_far.standing = replace(so_far.standing, dealer=cut_by)
    for number, hand in enumerate(game.hands, 1):
        if number == 1 and cut_by is not None and hand.dealer not in (None, cut_by):
            expected = (f"deal:{seat_text(cut_by)}",)
            law = so_far.standing.code.source(Rule.CUT_FOR_DEAL)
            raise NotationError(Fault.CUT_CONTRADICTS, hand.place, law=law, expected=expected)
        _may_deal(so_far, game, hand)
        told = judged(so_far.standing, hand, game.number, number)
        yield told
        so_far.open = told.record is None
        so_far.ended = told.after is None or told.after.winner is not None
        so_far.standing = replace(
            so_far.standing,
            score=told.after,
            dealer=told.next_dealer,
            orders=_orders(so_far.standing.orders, told),
        )


def _may_deal(so_far: _Following, game: Game, hand: Hand) -> None:
    code, score = so_far.standing.code, so_far.standing.score
    if so_far.open:
        raise refused(code, RefusalCode.HAND_NOT_OVER, hand.place, Rule.FIVE_TRICKS)
    if score is not None and score.winner is not None:
        law = code.source(Rule.GAME_IS_FIVE)
        expected = (f"game:{game.number + 1}",)
        raise NotationError(RefusalCode.GAME_OVER, hand.place, law=law, expected=expected)


def _orders(orders: Orders, told: Told) -> Orders:
    """How each has dealt in this game."""
    order = told.hand.order
    if told.dealer is None or order is None:
        return orders
    return (order, orders[1]) if told.dealer is Seat.A else (orders[0], order)


def _cut(code: Code, game: Game) -> Seat | None:
    """Who deals by it; None where a card of it is not known."""
    state = begin(code)
    cuts = (one for one in game.before if isinstance(one, CutCards))
    places = game.cut_places or (game.place,) * len(game.before)
    for cut, place in zip(cuts, places, strict=False):
        if cut.a is None or cut.b is None:
            return None
        state = done(state, Cut(cut.a, cut.b), None, place)
    return state.dealer
