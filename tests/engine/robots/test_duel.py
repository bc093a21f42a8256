"""Deals played twice: the same from the same chances, and nothing gained from oneself."""

from random import Random

import pytest

from games.engine.cards import PACK, Card
from games.engine.codes import CODES
from games.engine.hand.views import View
from games.engine.robots.duel import ROBOTS, TableError, figures, played, twice
from games.engine.robots.seeing import Memory
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.engine.hand.table import dealt
from tests.support.depth import times

from .tables import robot_tables

LONDON = CODES["london"]


def packs(number: int) -> list[tuple[Card, ...]]:
    random = Random(3)
    return [tuple(random.sample(PACK, 32)) for _ in range(number)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_gains_nothing_from_itself(name: str) -> None:
    """Each deal is played twice alike: a robot that mixes has the same chances in both."""
    robot = ROBOTS[name]
    for pack in packs(times(2, thorough=6)):
        result = twice(LONDON, pack, (robot, robot), robot_tables(), lambda: Random(1).random)
        assert result.points == 0


@pytest.mark.slow
@pytest.mark.parametrize("score", [Score(0, 0), Score(3, 4)])
def test_what_one_gains_the_other_loses(score: Score) -> None:
    for pack in packs(times(2, thorough=6)):
        robots = ROBOTS["club"], ROBOTS["beginner"]
        one = twice(LONDON, pack, robots, robot_tables(), lambda: Random(1).random, score)
        other = twice(LONDON, pack, robots[::-1], robot_tables(), lambda: Random(1).random, score)
        assert one.points == -other.points


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_robots_play_under_every_code(code: str) -> None:
    for pack in packs(times(1, thorough=4)):
        twice(
            CODES[code],
            pack,
            (ROBOTS["strong"], ROBOTS["club"]),
            robot_tables(),
            lambda: Random(1).random,
        )


def test_a_hand_in_which_both_robots_wait_is_given_up() -> None:
    def waits(_view: View, _memory: Memory, _tables: Tables, _chance: float) -> None:
        return None

    with pytest.raises(TableError):
        played(dealt(), dict.fromkeys(Seat, waits), robot_tables(), dict.fromkeys(Seat, float))


def test_the_standard_error_by_hand() -> None:
    """Of 1, 1, 3, 3: the mean 2, the variance 4/3, and the error the root of a third."""
    found = figures([1, 1, 3, 3])
    assert (found.deals, found.points) == (4, 2)
    assert found.error == pytest.approx((1 / 3) ** 0.5)
    assert found.errors_from_none == pytest.approx(2 * 3**0.5)
