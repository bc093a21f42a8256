"""Hands and whole matches, played with the engine from a seeded shuffle; only records are kept.

The players follow the hints of EB 1911 as rules of thumb: stand on a *jeu de règle*, discard all
but trumps and kings, lead the best of the longest suit. They are no more than a sample needs.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from games.engine.cards import KING, PACK, RANKS, Card, king_of, rank, suit
from games.engine.codes import Code
from games.engine.hand import apply as play_action
from games.engine.hand import begin as begin_game
from games.engine.hand import legal_actions
from games.engine.hand.state import Action, Deal, Discard, Phase, Say, State
from games.engine.hand.views import record
from games.engine.marks import marks
from games.engine.match import apply, begin, replay
from games.engine.notation import hand_loads
from games.engine.records import HandRecord, King, KingHow, NotedMark, Opening, Tricks
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Entry, GameEntry, HandEntry, Score, Terms

KNAVE, QUEEN = RANKS.index("J"), RANKS.index("Q")
CARDS = 5
BOTH_MAY_DRAW = 2 * CARDS
SILENT = 0.03
"""How often a king that is held is not announced: marking is a right, not a duty."""


def played_match(
    random: Random, terms: Terms, first_dealer: Seat, slips: dict[Seat, float]
) -> list[HandEntry]:
    """Every hand that it takes until the match is over."""
    state, entries = begin(terms, first_dealer), []
    while not state.over:
        dealer = state.dealer or Seat.A
        played = hand(random, dealer, slips, code=terms.code, score=state.score)
        entries.append(HandEntry(state.game, played))
        state, _events = apply(state, entries[-1])
    return entries


def hand(
    random: Random,
    dealer: Seat,
    slips: dict[Seat, float],
    *,
    code: Code,
    score: Score = NOTHING,
) -> HandRecord:
    """`slips`: how often each player errs, from 0 to 1."""
    silent = random.random() < SILENT
    deal = Deal(tuple(random.sample(PACK, len(PACK))))
    state, _events = play_action(begin_game(code, score=score, dealer=dealer), deal)
    while state.phase is not Phase.OVER:
        state, _events = play_action(state, _action(random, state, slips, silent=silent))
    return record(state)


def _action(random: Random, state: State, slips: dict[Seat, float], *, silent: bool) -> Action:
    legal = legal_actions(state)
    if Say.MARK in legal:
        return Say.MARK
    if Say.KING in legal and state.phase is Phase.PLAY and not silent:
        return Say.KING
    player = state.to_act or Seat.A
    own, trump = state.hand(player), state.trump
    slip = random.random() < slips[player]
    match state.phase:
        case Phase.PROPOSAL:
            return Say.STAND if _stands(random, state, own, slip=slip) else Say.PROPOSE
        case Phase.ANSWER:
            refuses = random.random() < 0.5 if slip else jeu_de_regle(own, trump)
            return Say.REFUSE if refuses else Say.ACCEPT
        case Phase.DISCARD_ELDER | Phase.DISCARD_DEALER:
            return discard(own, trump)
    cards = [card for card in own if card in legal]
    if state.lead is not None:
        return cheapest(cards, trump)
    return random.choice(cards) if slip else best_lead(cards, trump)


def _stands(random: Random, state: State, own: Sequence[Card], *, slip: bool) -> bool:
    """With the king of trumps they propose: nobody can take it in against them (EB 1911)."""
    if state.left < BOTH_MAY_DRAW:
        return True
    if slip:
        return random.random() < 0.5
    return jeu_de_regle(own, state.trump) and king_of(state.trump) not in own


def discard(own: Sequence[Card], trump: int) -> Discard:
    """All but trumps and kings; a player who exchanges takes at least one card (Foster)."""
    thrown = [card for card in own if suit(card) != trump and rank(card) != KING]
    return tuple(thrown) or (cheapest(own, trump),)


def best_lead(own: Sequence[Card], trump: int) -> Card:
    """The highest of the longest suit: trumps first with three of them, and last with fewer."""
    length = Counter(map(suit, own))
    strong = length[trump] >= 3
    return max(
        own, key=lambda card: ((suit(card) == trump) == strong, length[suit(card)], rank(card))
    )


def cheapest(cards: Sequence[Card], trump: int) -> Card:
    return min(cards, key=lambda card: (suit(card) == trump, rank(card)))


def jeu_de_regle(own: Sequence[Card], trump: int) -> bool:
    """The hands to play without an exchange, as EB 1911 lists them by number of trumps.

    Two cards that alone could be thrown, the rest being trumps and kings, are its fifth rule.
    """
    others = [card for card in own if suit(card) != trump]
    number = CARDS - len(others)
    by_suit = Counter(map(suit, others))
    longest = max(by_suit.values(), default=0)
    best = {one: max(rank(card) for card in others if suit(card) == one) for one in by_suit}
    headed = {(by_suit[one], top) for one, top in best.items()}
    kings = sum(rank(card) == KING for card in others)
    if number >= 3 or number + kings >= 3:
        return True
    if number == 2:
        return (
            longest == 3
            or any(many == 2 and top >= QUEEN for many, top in headed)
            or (longest == 2 and kings == 1)
            or all(rank(card) >= KNAVE for card in others)
        )
    if number == 1:
        queens = sum(top >= QUEEN for top in best.values())
        courts = Counter(suit(card) for card in others if rank(card) >= KNAVE)
        return (4, KING) in headed or (longest == 3 and queens == 2) or 3 in courts.values()
    return sum(top >= QUEEN for top in best.values()) >= 3


def by_marks_alone(terms: Terms, entry: HandEntry) -> HandEntry:
    """The same hand, as noted by a club that notes the marks only."""
    hand_marks = marks(terms.code, entry.record)
    noted = tuple(NotedMark(mark.seat, mark.points, mark.kind) for mark in hand_marks)
    return HandEntry(entry.game, HandRecord(entry.record.dealer, marks=noted))


def game_by_score(terms: Terms, first_dealer: Seat, plays: Sequence[Entry]) -> list[Entry]:
    """The match with its first game given by the final score alone."""
    first = replay(terms, first_dealer, plays).games[0]
    rest = [play for play in plays if isinstance(play, HandEntry) and play.game > 1]
    return [GameEntry(1, first.score), *rest]


def forgotten_king(
    terms: Terms, first_dealer: Seat, plays: Sequence[HandEntry]
) -> tuple[int, HandEntry] | None:
    """A hand to which a king can be added afterwards without ending any game sooner: its index."""
    for index, entry in enumerate(plays):
        if entry.record.kings or entry.record.tricks is None:
            continue
        winner = max(Seat, key=entry.record.tricks.of)
        record = replace(entry.record, kings=(King(winner, KingHow.HELD),))
        corrected = HandEntry(entry.game, record)
        if _plays_out(terms, first_dealer, [*plays[:index], corrected, *plays[index + 1 :]]):
            return index, corrected
    return None


def _plays_out(terms: Terms, first_dealer: Seat, plays: Sequence[HandEntry]) -> bool:
    try:
        state = replay(terms, first_dealer, plays)
    except RefusalError:
        return False
    return state.over and not any(line.surplus for line in state.lines)


WORK = "Hoyle's Games Modernized"
A, Y = Seat.A, Seat.B
RECORDS = (
    # A turns the king, Y proposes, A makes the vole.
    HandRecord(A, Opening.EXCHANGED, (King(A, KingHow.TURNED),), Tricks(5, 0)),
    # Y deals, A proposes and is refused, Y makes the vole.
    HandRecord(Y, Opening.REFUSED, (), Tricks(0, 5)),
    # A deals, Y stands and wins the point.
    HandRecord(A, Opening.STOOD, (), Tricks(2, 3)),
    # Y deals and wins the point.
    HandRecord(Y, Opening.EXCHANGED, (), Tricks(2, 3)),
    # A deals, Y stands, A wins the point without having marked the king they hold.
    HandRecord(A, Opening.STOOD, (), Tricks(3, 2)),
)
TOLD = {
    0: """[Code "london"]
[Book "Hoyle's Games Modernized"]

game:1
deal:A/3-2 B:TS,KH,TD,7D,9C A:QS,JS,AS,AD,8H up:KS mark
propose accept B-TD,7D,9C A-AD,8H B+KD,7S,7H A+9S,8S stand
{ A must make the vole. } KH 8S QS 7S JS TS AS KD 9S 7H
=3-0
""",
    2: """[Code "london"]
[Score "3-2"]
[Book "Hoyle's Games Modernized"]

game:1
deal:A/3-2 B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD
stand
{ Trumps led twice would lose the point. } TC JC JH 8H AH TD QD 8D 8C TH
=3-3
""",
}


def _hand(number: int, record: HandRecord) -> HandEntry:
    text = TOLD.get(number)
    return HandEntry(1, (text and hand_loads(text).record) or record, text)


HANDS = tuple(_hand(number, record) for number, record in enumerate(RECORDS))
