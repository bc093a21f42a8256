"""What a robot and a piece of advice cost, and the review of a rubber, of robots that play each
other."""

import json
import subprocess
import sys
from random import Random
from time import process_time

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, State
from games.engine.hand.views import View
from games.engine.robots.duel import ROBOTS, Robot, played
from games.engine.robots.review import Decision, review
from games.engine.robots.seeing import Memory
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.matches.selectors.robots import robot_tables
from tests.servers import PROJECT
from tests.support.reviewed import hands_of_log

from . import report

GAMES, ADVICE_GOAL, REVIEW_GOAL, ROBOT_GOAL = 3, 50, 2, 200
"""Games of a rubber that goes to the third; ms a decision; seconds a rubber; ms of a robot."""


def run() -> None:
    command = [sys.executable, "-m", "tests.bench.robots"]
    done = subprocess.run(command, cwd=PROJECT, stdout=subprocess.PIPE, check=True)
    spent, decisions, first, slowest = json.loads(done.stdout)
    report.heading(f"A rubber of {GAMES} games reviewed, {decisions} decisions: CPU time")
    each = spent / decisions * 1000
    rows = [
        ("the rubber, from a cold start", f"{spent:.2f} s"),
        ("a decision, on the average", f"{each:.1f} ms"),
        ("the first decision", f"{first * 1000:.1f} ms"),
        ("the slowest decision of the strong robot", f"{slowest * 1000:.1f} ms"),
    ]
    report.table(("", "CPU time"), rows)
    report.goal(f"{REVIEW_GOAL} s a rubber: {spent:.2f}", spent <= REVIEW_GOAL)
    report.goal(f"{ROBOT_GOAL} ms a robot: {slowest * 1000:.1f}", slowest * 1000 <= ROBOT_GOAL)
    report.goal(f"{ADVICE_GOAL} ms a decision: {each:.1f}", each <= ADVICE_GOAL)


def _game(random: Random, robot: Robot = ROBOTS["beginner"]) -> State:
    robots = dict.fromkeys(Seat, robot)
    state = begin(CODES["london"], dealer=Seat.B)
    while state.winner is None:
        state, _ = apply(state, Deal(tuple(random.sample(PACK, len(PACK)))))
        state = played(state, robots, robot_tables(), dict.fromkeys(Seat, random.random))
    return state


def _slowest() -> float:
    """Seconds, of the decisions of one game."""
    spent: list[float] = []

    def timed(of: View, memory: Memory, tables: Tables, chance: float) -> Action | None:
        begun = process_time()
        action = ROBOTS["strong"](of, memory, tables, chance)
        spent.append(process_time() - begun)
        return action

    _game(Random(2), timed)
    return max(spent)


def measured() -> tuple[float, int, float, float]:
    """Seconds for all, how many decisions, seconds for those of the first hand, each, and for the
    slowest decision of a robot."""
    random, dealt = Random(1), begin(CODES["london"], dealer=Seat.B)
    games = [_game(random) for _ in range(GAMES)]
    hands = [hand for game in games for hand in hands_of_log(dealt, game.log)]
    tables = robot_tables()
    begun = process_time()
    first = review(hands[:1], tables)
    first_spent = process_time() - begun
    found: tuple[Decision, ...] = first + review(hands[1:], tables)
    spent = process_time() - begun
    return spent, len(found), first_spent / len(first), _slowest()


if __name__ == "__main__":
    print(json.dumps(measured()))
