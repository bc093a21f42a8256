"""Small seasons for the tests: four people, and seasons drawn at random."""

from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from scoring.tables.results import (
    Adjustment,
    How,
    Meeting,
    Ruling,
    Scheme,
    Share,
    Struck,
    both_absent,
    played,
    sat_out,
    walkover,
)
from scoring.tables.table import Table, table_of

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4
FOUR = (ALICE, BOB, CHLOE, DAVID)
PLAIN = Scheme()
SWISS = Scheme(win=2, draw=1, bye=2, half_bye=1)
BEGUN = date(2026, 9, 1)


def day(round_: int) -> date:
    return BEGUN + timedelta(days=7 * round_)


def match(
    round_: int,
    home: int,
    away: int,
    games: tuple[int, int],
    when: date | None = None,
    scheme: Scheme = PLAIN,
) -> Meeting:
    """Games won by each, all of them single."""
    one, other = games
    return played(round_, home, away, share(one, other, scheme), share(other, one, scheme), when)


def share(own: int, against: int, scheme: Scheme = PLAIN) -> Share:
    won, lost = own > against, own < against
    drawn = own == against
    return Share(
        played=1,
        won=int(won),
        drawn=int(drawn),
        lost=int(lost),
        games_for=own,
        games_against=against,
        singles=own,
        value=own,
        value_against=against,
        rubber_points=own - against,
        points=scheme.win * won + scheme.draw * drawn + scheme.loss * lost,
    )


Season = tuple[tuple[int, ...], list[Meeting], list[Ruling]]


@st.composite
def seasons(draw: st.DrawFn, most: int = 7, rounds: int = 5) -> Season:
    """Rounds in which everybody meets somebody or sits out, and a few rulings."""
    random = draw(st.randoms(use_true_random=False))
    entrants = tuple(range(1, draw(st.integers(1, most)) + 1))
    meetings = [
        meeting
        for round_ in range(1, draw(st.integers(0, rounds)) + 1)
        for meeting in _round(random, entrants, round_)
    ]
    rulings: list[Ruling] = [
        Adjustment(
            random.choice(entrants), random.randint(-2, 2), "late", day(random.randint(0, 5))
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    if draw(st.integers(0, 3)) == 0:
        rulings.append(Struck(random.choice(entrants), "left", day(random.randint(1, 5))))
    return entrants, meetings, rulings


def _round(random: Random, entrants: tuple[int, ...], round_: int) -> list[Meeting]:
    left = random.sample(entrants, len(entrants))
    made: list[Meeting] = []
    when = random.choice((day(round_), day(round_ + 1)))
    while left:
        one = left.pop()
        if not left or random.random() < 0.15:
            how = random.choice((How.BYE, How.HALF_BYE, How.ABSENT))
            made.append(sat_out(SWISS, round_, one, how, when))
            continue
        other = left.pop()
        made.append(_met(random, round_, one, other, when))
    return made


def _met(random: Random, round_: int, one: int, other: int, when: date) -> Meeting:
    chance = random.random()
    if chance < 0.1:
        return walkover(SWISS, round_, one, other, when)
    if chance < 0.15:
        return both_absent(SWISS, round_, one, other, when)
    games = random.choice(((2, 0), (2, 1), (1, 1), (1, 2), (0, 2)))
    return match(round_, one, other, games, when, SWISS)


class Place(NamedTuple):
    """After a round."""

    round: int
    rank: int
    points: int


def history(found: Table) -> dict[int, tuple[Place, ...]]:
    """Of each entrant after every round that has a meeting."""
    places: dict[int, list[Place]] = {entrant: [] for entrant in found.data.entrants}
    for round_ in sorted({meeting.round for meeting in found.counted.meetings}):
        then = table_of(replace(found.data, until_round=round_), found.order)
        for line in then.lines:
            places[line.entrant].append(Place(round_, line.rank, line.points))
    return {entrant: tuple(own) for entrant, own in places.items()}
