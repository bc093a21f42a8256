"""A table online in the scene: Ann and Bob play there, or somebody is invited."""

from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from django.utils import timezone

from games.engine.seats import Seat
from games.engine.transcripts.acts import Ending
from games.matches.models import Match
from games.online.models import OnlineTable, Sweep
from games.online.selectors.tables import Play, tables
from games.online.services.acting import action_do
from games.online.services.chains import chain_publish, links_open
from games.online.services.ending import ended
from games.online.services.tables import table_of_match, table_open
from games.online.services.writing import change, write_line

from .clubhouse import House

if TYPE_CHECKING:
    from .scene import Scene

SEEDS = {"ann": bytes(32), "bob": bytes(31) + b"1"}
LINKS = 1024


def staged(house: House, match: Match, closed: Match) -> dict[str, int]:
    """`online`: the table of `match`; `invited`: one to which Ann invites Cyd; `closed`: that of
    another match, which goes on no more."""
    ann = house.person("ann")
    playing = table_of_match(by=ann, match=match)
    invited = table_open(by=ann, guest=house.players["cyd"].pk)
    left = table_of_match(by=ann, match=closed)
    play = Play(left)
    write_line(play, Ending.STOPPED)
    change(play, **ended(play, OnlineTable.Status.CLOSED))
    return {"online": playing.pk, "invited": invited.pk, "closed": left.pk}


def value(who: str, times: int) -> str:
    """Of the chain of their device, so many links from its seed."""
    link = SEEDS[who]
    for _ in range(times):
        link = sha256(b"ecarte-chain-1" + link).digest()
    return link.hex()


def link_of(who: str, number: int) -> str:
    return value(who, LINKS - number)


def table_of(here: "Scene") -> OnlineTable:
    return tables().get(pk=here.ids["online"])


def chained(here: "Scene") -> None:
    """Both devices have published the ends of their chains."""
    for who in SEEDS:
        chain_publish(by=here.house.person(who), table=table_of(here), end=value(who, LINKS))


def dealt(here: "Scene") -> None:
    """A hand is dealt, and Ann is to propose or to answer."""
    chained(here)
    number = 0
    while not Play(table_of(here)).has_hand_in_play:
        number += 1
        for who in SEEDS:
            links = {number: link_of(who, number)}
            links_open(by=here.house.person(who), table=table_of(here), links=links)
    table = table_of(here)
    if Play(table).to_act is Seat.B:
        bob = here.house.person("bob")
        action_do(by=bob, table=table, version=table.version, act="propose")


def waited_for(here: "Scene") -> None:
    """Ann's time runs; deadlines were looked at, so that no request writes that it did."""
    now = timezone.now()
    Sweep.objects.create(at=now + timedelta(hours=1))
    running = {"waiting_since": now, "deadline": now + timedelta(hours=1)}
    OnlineTable.objects.filter(pk=here.ids["online"]).update(**running)


def timed_out(here: "Scene") -> None:
    """Bob let his time run out twice."""
    OnlineTable.objects.filter(pk=here.ids["online"]).update(timeouts=2, timed_out="b")


def played_out(here: "Scene") -> None:
    """The match is won, at a physical table."""
    body = {"score": {"a": 5, "b": 3}}
    match = table_of(here).match_id
    here.house.api("scorer").enter(match or 0, body, kind="games")
