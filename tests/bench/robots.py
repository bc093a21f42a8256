"""What one piece of advice costs, and the review of a rubber, of robots that play each other."""

import json
import subprocess
import sys
from random import Random
from time import process_time

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, State
from games.engine.robots.duel import ROBOTS, played
from games.engine.robots.review import Decision, hands_of_log, review
from games.engine.seats import Seat
from games.matches.selectors.robots import robot_tables
from tests.servers import PROJECT

from . import report

GAMES, ADVICE_GOAL, REVIEW_GOAL = 3, 50, 2
"""Games of a rubber that goes to the third; ms a decision; seconds a rubber."""


def run() -> None:
    command = [sys.executable, "-m", "tests.bench.robots"]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=True)
    spent, decisions, first = json.loads(done.stdout)
    report.heading(f"A rubber of {GAMES} games reviewed, {decisions} decisions: CPU time")
    each = spent / decisions * 1000
    rows = [
        ("the rubber, from a cold start", f"{spent:.2f} s"),
        ("a decision, on the average", f"{each:.1f} ms"),
        ("the first decision", f"{first * 1000:.1f} ms"),
    ]
    report.table(("", "CPU time"), rows)
    report.goal(f"{REVIEW_GOAL} s a rubber: {spent:.2f}", spent <= REVIEW_GOAL)
    report.goal(f"{ADVICE_GOAL} ms a decision: {each:.1f}", each <= ADVICE_GOAL)


def _game(random: Random) -> State:
    robots = dict.fromkeys(Seat, ROBOTS["beginner"])
    state = begin(CODES["london"], dealer=Seat.B)
    while state.winner is None:
        state, _ = apply(state, Deal(tuple(random.sample(PACK, len(PACK)))))
        state = played(state, robots, robot_tables(), dict.fromkeys(Seat, random.random))
    return state


def measured() -> tuple[float, int, float]:
    """Seconds for all, how many decisions, and seconds for those of the first hand, each."""
    random, dealt = Random(1), begin(CODES["london"], dealer=Seat.B)
    games = [_game(random) for _ in range(GAMES)]
    hands = [hand for game in games for hand in hands_of_log(dealt, game.log)]
    tables = robot_tables()
    begun = process_time()
    first = review(hands[:1], tables)
    first_spent = process_time() - begun
    found: tuple[Decision, ...] = first + review(hands[1:], tables)
    return process_time() - begun, len(found), first_spent / len(first)


if __name__ == "__main__":
    print(json.dumps(measured()))
