"""The standings recounted from nothing, and the engine alone: run in a process with a database."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from django.db import connection

from games.engine.match import replay
from games.engine.records import HandRecord
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, HandEntry, Terms
from games.matches.models import Entry
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.sample.hands import played_match

from .entering import server_clock
from .filling import STEADY, TERMS

ROUNDS = 3
MATCHES = 500
GROUPED = """
    SELECT match_id, COUNT(*), MAX(number) FROM matches_entry
    WHERE match_id IN (SELECT id FROM matches_match WHERE event_id = %s) GROUP BY match_id
"""


def work() -> dict[str, float]:
    """CPU in µs for a hand (so in ms for 1,000), of each way to go through them."""
    season = Season.objects.order_by("pk")[0]
    hands = Entry.objects.filter(match__event=season.event_id).count()
    matches = _matches(TERMS.engine())
    played = sum(map(len, matches))
    return {
        "hands": hands,
        "recount": _cpu(lambda: recount(season)) / hands,
        "grouped": _cpu(lambda: _grouped(season.pk)) / hands,
        "replay": _cpu(lambda: [replay(TERMS.engine(), Seat.A, hands) for hands in matches])
        / played,
        "added": _cpu(lambda: [_added(hands) for hands in matches]) / played,
    }


def _cpu(act: Callable[[], object]) -> float:
    """In µs, of this process and of the database server's."""
    server, spent = server_clock(), []
    for _round in range(ROUNDS):
        own, other = process_time(), server()
        act()
        spent.append((process_time() - own) * 1e6 + (server() - other) / 1e3)
    return median(spent)


def _grouped(season: int) -> object:
    with connection.cursor() as cursor:
        cursor.execute(GROUPED, [season])
        return cursor.fetchall()


def _matches(terms: Terms) -> list[list[HandEntry]]:
    random = Random(1)
    return [played_match(random, terms, Seat.A, STEADY) for _match in range(MATCHES)]


def _added(hands: list[HandEntry]) -> list[int]:
    """What a page of a notebook does: adds the points, and begins anew at five."""
    score, won = [0, 0], [0, 0]
    for hand in hands:
        for side, points in _points(hand.record):
            score[side] += points
        if max(score) >= GAME_IS:
            won[score[1] > score[0]] += 1
            score = [0, 0]
    return won


def _points(record: HandRecord) -> list[tuple[int, int]]:
    made = [(int(king.seat is Seat.B), 1) for king in record.kings]
    if record.tricks:
        most = max(record.tricks.a, record.tricks.b)
        made.append((int(record.tricks.b > record.tricks.a), 2 if most == 5 else 1))
    return made
