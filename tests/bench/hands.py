"""Random hands through the engine, against a tight loop of the same hand that keeps nothing.

Of one process, on one core; the packs are shuffled before the clock starts, as the order of the
cards comes to the engine as data.
"""

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time

from games.engine.cards import PACK, Card
from games.engine.codes import CODES
from games.engine.hand import apply, begin, legal_actions
from games.engine.hand.state import Deal, Phase, Say, State
from games.engine.hand.views import record
from games.engine.marks import marks
from games.engine.seats import Seat

from . import report

HANDS, PACKS, ROUNDS = 20_000, 2_000, 5
STREAM, FEW = 100_000, 10_000
GAMES = 200
ACTIONS_GOAL, RATIO_GOAL = 280_000, 0.12
GAME_GOAL, GROWTH_GOAL = 20, 64

ABANDON = Say.ABANDON
Pack = tuple[Card, ...]
Chance = Callable[[], float]


def run(stream: int = STREAM) -> None:
    """`stream`: hands analysed one after another, for the growth of memory."""
    random = Random(1)
    deals = [Deal(tuple(random.sample(PACK, len(PACK)))) for _deal in range(PACKS)]
    speed(random, deals)
    memory(random, deals, stream)


def speed(random: Random, deals: list[Deal]) -> None:
    report.heading(f"{HANDS:,} random hands on one core, CPU time")
    packs = [deal.pack for deal in deals]
    chance = random.random
    tight = 1 / _middle(lambda: sum(loop(packs[hand % PACKS], chance) for hand in range(HANDS)))
    rows, found = [], []
    for name in CODES:
        acted = play(random, name, deals)
        spent = _middle(partial(play, random, name, deals))
        hands, actions = 1 / spent, acted / HANDS / spent
        found.append((actions, hands / tight))
        rows.append((name, f"{actions:,.0f}", f"{hands:,.0f}", f"{hands / tight:.3f}"))
    rows.append(("tight loop, no laws, no log", "", f"{tight:,.0f}", "1"))
    report.table(("", "actions a second", "hands a second", "ratio"), rows)
    actions, ratio = (min(figures) for figures in zip(*found, strict=True))
    report.goal(
        f"{ACTIONS_GOAL:,} player actions a second: {actions:,.0f}", actions >= ACTIONS_GOAL
    )
    report.goal(f"{RATIO_GOAL} of the hands of the loop: {ratio:.3f}", ratio >= RATIO_GOAL)


def _middle(act: Callable[[], object]) -> float:
    """CPU seconds for one hand, the median of the rounds."""
    spent = []
    for _round in range(ROUNDS):
        begun = process_time()
        act()
        spent.append((process_time() - begun) / HANDS)
    return median(spent)


def play(random: Random, code: str, deals: list[Deal], hands: int = HANDS) -> int:
    """Games from their first deal to their last mark, any legal action being taken.

    But no hand is abandoned: it would be shorter. How many actions of players they were.
    """
    chance, over, acted = random.random, Phase.OVER, 0
    fresh = state = begin(CODES[code], dealer=Seat.A)
    for number in range(hands):
        if state.winner is not None:
            state = fresh
        state, _ = apply(state, deals[number % PACKS])
        while state.phase is not over:
            legal = legal_actions(state)
            action = legal[int(chance() * len(legal))]
            state, _ = apply(state, legal[0] if action is ABANDON else action)
            acted += 1
    return acted


def loop(pack: Pack, chance: Chance) -> int:
    """The points of both for one hand, played at random by the same rules and thrown away.

    One proposal, answered by the toss of a coin; no refusal, no log, no game.
    """
    elder, dealer, trump = list(pack[:5]), list(pack[5:10]), pack[10] >> 3
    proposed = chance() < 0.5
    if proposed and chance() < 0.5:
        stock = 11
        for hand in (elder, dealer):
            thrown = 1 + int(chance() * 5)
            hand[:thrown] = pack[stock : stock + thrown]
            stock += thrown
    king = trump * 8 + 7
    points = int(pack[10] == king or king in elder or king in dealer)
    leader, other, elder_leads = elder, dealer, True
    made = 0
    for left in (5, 4, 3, 2, 1):
        led = leader.pop(int(chance() * left))
        legal = [card for card in other if card >> 3 == led >> 3]
        if legal:
            legal = [card for card in legal if card > led] or legal
        else:
            legal = [card for card in other if card >> 3 == trump] or other
        answer = legal[int(chance() * len(legal))]
        other.remove(answer)
        if answer > led if answer >> 3 == led >> 3 else answer >> 3 == trump:
            leader, other, elder_leads = other, leader, not elder_leads
        made += elder_leads
    if made in (0, 5):
        return points + 2
    return points + (1 if proposed or made >= 3 else 2)


def memory(random: Random, deals: list[Deal], stream: int) -> None:
    report.heading("What is kept")
    tracemalloc.start()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    kept = [game(random, _fresh(random)) for _game in range(GAMES)]
    gc.collect()
    each = (tracemalloc.get_traced_memory()[0] - before) / GAMES / 1000
    acted = sum(len(state.log) for state in kept) / GAMES
    del kept
    report.goal(
        f"a finished game with its log ({acted:.0f} actions) under {GAME_GOAL} kB: {each:.1f}",
        each < GAME_GOAL,
    )
    _drained(random, deals, FEW)
    before = tracemalloc.get_traced_memory()[0]
    _drained(random, deals, stream)
    grown = (tracemalloc.get_traced_memory()[0] - before) / 1000
    tracemalloc.stop()
    report.goal(f"{stream:,} hands analysed in a stream leave {grown:.1f} kB", grown < GROWTH_GOAL)


def _fresh(random: Random) -> Iterator[Deal]:
    """Packs of their own for each game, as a game that is stored has them."""
    while True:
        yield Deal(tuple(random.sample(PACK, len(PACK))))


def game(random: Random, deals: Iterator[Deal]) -> State:
    state = begin(CODES["london"], dealer=Seat.A)
    while state.winner is None:
        state, _ = apply(state, next(deals))
        state = _played(random, state)
    return state


def _played(random: Random, state: State) -> State:
    while state.phase is not Phase.OVER:
        action = random.choice(state.legal)
        state, _ = apply(state, state.legal[0] if action is ABANDON else action)
    return state


def _drained(random: Random, deals: list[Deal], hands: int) -> None:
    """Each hand is played, noted and scored again from its record, and let go."""
    fresh = begin(CODES["london"], dealer=Seat.A)
    for number in range(hands):
        state, _ = apply(fresh, deals[number % PACKS])
        state = _played(random, state)
        marks(state.code, record(state))
    gc.collect()
