"""One hand: its facts, its record and its marks, and whether what was noted agrees with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine.codes import Code, Rule
from games.engine.facts import Mark
from games.engine.hand import begin
from games.engine.hand.state import Phase, Say, State
from games.engine.marks import marks, record_refusal
from games.engine.match import counted
from games.engine.records import (
    TRICKS_IN_A_HAND,
    HandRecord,
    King,
    KingHow,
    MarkKind,
    Opening,
    Tricks,
)
from games.engine.refusals import Refusal, RefusalCode
from games.engine.rulings.effect import is_void, settled, void_dealer
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, NOTHING, Score

from .full_hands import HandFacts, check_cards, deal, play_through, player_expected, refusal_error
from .headers import Context
from .partial_hands import check_partly
from .tokens import score_text
from .values import (
    Fault,
    Hand,
    Holds,
    MarksMade,
    NotationError,
    Place,
    Ruled,
    Says,
    ScoreAfter,
    ScoreBefore,
    Step,
    Stock,
    TricksMade,
    TrickTo,
    TurnUp,
)

_ONCE = (TurnUp, TricksMade, MarksMade, ScoreBefore, ScoreAfter, Stock)


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a hand comes to. `record` None: it is not over.

    `marks` are cut at five, and `after` is the score with them; None where the score before is
    not known. `begun`, `state`: of a hand wholly known, before its deal and as it was left.
    `void`: it was dealt afresh by a ruling.
    """

    game: int
    number: int
    hand: Hand
    dealer: Seat | None
    before: Score | None
    record: HandRecord | None
    marks: tuple[Mark, ...]
    after: Score | None
    next_dealer: Seat | None
    void: bool = False
    begun: State | None = None
    state: State | None = None


def evaluate(context: Context, hand: Hand, game: int, number: int) -> HandResult:
    """Raises NotationError."""
    _noted_once(hand)
    context = replace(context, score=_before(context, hand))
    dealer = hand.dealer or context.dealer
    facts = _facts(context, hand, dealer)
    noted = replace(_record(hand, dealer, facts), tricks=_tricks(hand, facts))
    record = _finished(context, hand, noted)
    void = record is not None and is_void(context.code, record)
    following = _next_dealer(context.code, record or noted, void=void)
    made, after = _marked(context, record or HandRecord(kings=noted.kings), facts)
    _late_king_counts(context.code, hand, noted, made)
    return HandResult(
        game=game,
        number=number,
        hand=hand,
        dealer=dealer,
        before=context.score,
        record=record,
        marks=made,
        after=_after(hand, after),
        next_dealer=following,
        void=void,
        begun=facts.begun,
        state=facts.state,
    )


def _next_dealer(code: Code, record: HandRecord, *, void: bool) -> Seat | None:
    if void:
        return void_dealer(code, record)
    return record.dealer.other if record.dealer else None


def _noted_once(hand: Hand) -> None:
    kinds: set[object] = set()
    for index, step in enumerate(hand.steps):
        which = (Holds, step.seat) if isinstance(step, Holds) else type(step)
        if which in kinds and (isinstance(step, Holds) or type(step) in _ONCE):
            raise NotationError(Fault.GIVEN_TWICE, hand.place_of(index))
        kinds.add(which)


def _before(context: Context, hand: Hand) -> Score | None:
    """As it was noted, or as the hand before left it."""
    for noted, place in hand.each(ScoreBefore):
        score = noted.score
        if score is not None and max(score.a, score.b) >= GAME_IS:
            law = context.code.source(Rule.GAME_IS_FIVE)
            raise NotationError(RefusalCode.SCORE_IMPOSSIBLE, place, law=law)
        return score
    return context.score


def _facts(context: Context, hand: Hand, dealer: Seat | None) -> HandFacts:
    """A hand with a ruling is not checked against the laws that were broken; its ruling is."""
    if dealer is None or any(hand.each(Ruled)):
        return _facts_as_noted(hand, dealer)
    check_cards(context.code, hand)
    begun = begin(
        context.code,
        score=context.score or NOTHING,
        dealer=dealer,
        orders=context.orders,
        second_proposal=context.second_proposal,
    )
    full_deal = deal(hand, dealer, context.orders[dealer is Seat.B])
    return play_through(begun, full_deal, hand) if full_deal else check_partly(begun, dealer, hand)


def _facts_as_noted(hand: Hand, dealer: Seat | None) -> HandFacts:
    words_with_places = [(one, place) for one, place in hand.each(Says)]
    words = [one.say for one, _place in words_with_places]
    tricks = [one.seat for one, _place in hand.each(TrickTo)]
    made = Tricks(tricks.count(Seat.A), tricks.count(Seat.B))
    abandoned = [_by(one, place) for one, place in words_with_places if one.say is Say.ABANDON]
    return HandFacts(
        opening=next(_openings(words), None),
        kings=tuple(_kings(hand, dealer)),
        made=made,
        all_tricks=len(tricks) == TRICKS_IN_A_HAND or bool(abandoned),
        abandoned_by=abandoned[0] if abandoned else None,
    )


def _openings(words: list[Say]) -> Iterator[Opening]:
    openings = {
        Say.STAND: Opening.STOOD,
        Say.REFUSE: Opening.REFUSED,
        Say.ACCEPT: Opening.EXCHANGED,
        Say.ACCEPT_IF_ENOUGH: Opening.EXCHANGED,
    }
    return (openings[word] for word in words if word in openings)


def _kings(hand: Hand, dealer: Seat | None) -> Iterator[King]:
    tricks, abandoned = 0, False
    for index, one in enumerate(hand.steps):
        tricks += isinstance(one, TrickTo)
        if not isinstance(one, Says):
            continue
        abandoned = abandoned or one.say is Say.ABANDON
        if one.say is Say.KING:
            yield King(_by(one, hand.place_of(index)), KingHow.HELD)
        elif one.say is Say.MARK and dealer is not None:
            late = abandoned or tricks == TRICKS_IN_A_HAND
            yield King(dealer, KingHow.TURNED_LATE if late else KingHow.TURNED)


def _by(word: Says, place: Place) -> Seat:
    if word.seat is None:
        raise player_expected(word.say, place)
    return word.seat


def _record(hand: Hand, dealer: Seat | None, facts: HandFacts) -> HandRecord:
    rulings = tuple(one.applied for one, _place in hand.each(Ruled))
    return HandRecord(dealer, facts.opening, facts.kings, None, facts.abandoned_by, rulings=rulings)


def _tricks(hand: Hand, facts: HandFacts) -> Tricks | None:
    """Those of the cards, or those noted, which must not be fewer than were seen."""
    noted, place = next(hand.each(TricksMade), (None, hand.place))
    made = facts.made if facts.all_tricks else None
    if noted is None:
        return made
    tricks = noted.tricks
    fewer = tricks.a < facts.made.a or tricks.b < facts.made.b
    if fewer or (made is not None and made != tricks):
        expected = (f"tricks:{score_text(made)}",) if made else ()
        raise NotationError(Fault.TRICKS_CONTRADICT, place, expected=expected)
    return tricks


def _finished(context: Context, hand: Hand, record: HandRecord) -> HandRecord | None:
    """With the marks noted only where the facts do not give them; None if it is not over."""
    code = context.code
    noted = next(hand.each(MarksMade), None)
    if noted is None:
        refused = record_refusal(code, record)
        if refused is None:
            return record if _is_over(context, record) else None
        if refused.code == RefusalCode.TRICKS_MISSING:
            return None
        raise refusal_error(refused, _place_of(hand, refused))
    with_marks = replace(record, marks=noted[0].marks)
    refused = record_refusal(code, with_marks)
    if refused is not None:
        raise refusal_error(
            refused, noted[1] if refused.field == "marks" else _place_of(hand, refused)
        )
    without_marks = record_refusal(code, record) is None and _is_over(context, record)
    return record if without_marks else with_marks


def _is_over(context: Context, record: HandRecord) -> bool:
    """A king may have ended the game, and then there are no tricks."""
    code = context.code
    if settled(code, record).tricks is not None or is_void(code, record):
        return True
    _made, score = counted(context.score or NOTHING, marks(code, record))
    return score.winner is not None


def _place_of(hand: Hand, refused: Refusal) -> Place:
    """Of what has to be mended, or of the deal."""
    kinds: dict[str, type[Step]] = {"tricks": TricksMade, "marks": MarksMade, "rulings": Ruled}
    if refused.field not in kinds:
        return hand.place
    return next((place for _step, place in hand.each(kinds[refused.field])), hand.place)


def _marked(
    context: Context, record: HandRecord, facts: HandFacts
) -> tuple[tuple[Mark, ...], Score | None]:
    """As the game went, if it was played through; else as the record has it."""
    state = facts.state
    if context.score is None:
        return marks(context.code, record), None
    noted = record.tricks is not None or record.marks is not None
    if state is not None and (state.phase is Phase.OVER or not noted):
        return state.marks, state.score
    return counted(context.score, marks(context.code, record))


def _late_king_counts(code: Code, hand: Hand, record: HandRecord, made: tuple[Mark, ...]) -> None:
    """Once the tricks have won the game no king is marked."""
    late = any(king.how is KingHow.TURNED_LATE for king in record.kings)
    if late and all(mark.kind is not MarkKind.KING_TURNED for mark in made):
        place = next(place for word, place in hand.each(Says) if word.say is Say.MARK)
        over = Refusal(RefusalCode.GAME_OVER, code.source(Rule.GAME_IS_FIVE), "kings")
        raise refusal_error(over, place)


def _after(hand: Hand, score: Score | None) -> Score | None:
    noted, place = next(hand.each(ScoreAfter), (None, hand.place))
    if noted is None:
        return score
    if score not in (None, noted.score):
        expected = (f"={score_text(score)}",)
        raise NotationError(Fault.SCORE_CONTRADICTS, place, expected=expected)
    return noted.score
