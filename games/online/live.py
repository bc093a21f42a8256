"""News for who watches a table: the change itself, to each audience what it may see of it."""

import time

from django.core.cache import cache
from django.db import transaction

from ecarte_club.core import live
from games.engine.seats import Seat
from games.matches.changes import online_topic

from .models import OnlineTable
from .selectors.presence import HERE_FOR, SEEN_FOR, presence_key
from .selectors.states import EVERYBODY, Audience, backer_topic, state_of, topic
from .selectors.tables import Play, backers_of

EVENT = "online"


def publish(table: OnlineTable, play: Play | None = None) -> None:
    """The state of now to everybody, once the transaction is committed. Never fails a write.

    To the players last: what they do next cannot overtake this on its way to those who watch, who
    would miss it.
    """

    def tell() -> None:
        now = play or (Play(table) if table.match else None)
        listeners = sorted(_listeners(table), key=lambda one: one[0].seat is not None)
        heard = dict.fromkeys(audience for audience, _name in listeners)
        states = {audience: state_of(table, audience, now) for audience in heard}
        for audience, name in listeners:
            _send(name, state=states[audience])

    transaction.on_commit(tell, robust=True)


def announce_in_club(club_id: int) -> None:
    """To pages of evenings and to walls, which show what is played online beside their tables. The
    version is the time in milliseconds, after the commit."""

    def tell() -> None:
        live.send(online_topic(club_id), version=time.time_ns() // 1_000_000)

    transaction.on_commit(tell, robust=True)


def _listeners(table: OnlineTable) -> list[tuple[Audience, str]]:
    """Each audience that somebody may belong to, and a topic that it hears."""
    if table.status in (OnlineTable.Status.OVER, OnlineTable.Status.CLOSED):
        # Bets are settled with the match: whoever had one hears how it ended.
        return [(one, topic(table, one)) for one in EVERYBODY]
    heard = [(one, topic(table, one)) for one in EVERYBODY if one.backs is None]
    if table.match is not None:
        for player_id, backing in backers_of(table.match).items():
            if backing.sees:
                audience = Audience(f"backer_{backing.seat}")
                heard.append((audience, backer_topic(table, player_id)))
    return heard


def _send(name: str, **news: object) -> None:
    live.send(name, event=EVENT, **news)


def tell_phrase(table: OnlineTable, seat: Seat, phrase: str) -> None:
    for _audience, name in _listeners(table):
        _send(name, phrase={"seat": seat.value, "phrase": phrase})


def tell_points(table: OnlineTable, seat: Seat, points: list[str]) -> None:
    """To the player alone."""
    _send(topic(table, Audience(seat.value)), points=points)


def come(table: OnlineTable, seat: Seat) -> None:
    """This player looks at the table, and did a moment ago or does now."""
    key, now = presence_key(table.pk, seat), time.time()
    if now - (cache.get(key) or 0) >= HERE_FOR:
        for _audience, name in _listeners(table):
            _send(name, here={"seat": seat.value, "here": True})
    cache.set(key, now, SEEN_FOR)
