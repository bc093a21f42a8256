"""The chains of the players' devices: their ends, and the links that draws are made of."""

import re
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from games.engine import fair_deal
from games.engine.seats import Seat
from games.online.models import ChainEnd, ChainLink, OnlineTable
from games.online.selectors.tables import AHEAD, Play

from .drawing import go_on
from .writing import change, locked, moved, require_playing, require_seat, without_timeouts

HEX = re.compile("[0-9a-f]{64}")


@transaction.atomic(savepoint=False)
def chain_publish(*, by: Person, table: OnlineTable, end: str) -> OnlineTable:
    """This player's device has a chain, which holds from the next draw for which the other player's
    link is not open yet.

    Raises: Denied; Invalid.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    _check_hex("end", end)
    known = play.ends.get(seat.value)
    if known is not None and known.end == end:
        return play.table
    waited = play.to_act
    # From a draw for which nobody has opened a link.
    number = max([play.number, *play.links["a"], *play.links["b"]]) + 1
    made = ChainEnd(table=play.table, seat=seat.value, number=number, end=end, at=timezone.now())
    made.save()
    play.ends[seat.value] = made
    play.forget("waiting")
    moved(play, without_timeouts(play, seat))
    go_on(play, by, keep=waited)
    return play.table


@transaction.atomic(savepoint=False)
def links_open(*, by: Person, table: OnlineTable, links: Mapping[int, str]) -> OnlineTable:
    """Links of this player's chain, for the next draw or a few further ones. Sent twice is as once.

    Raises: Denied; Invalid for one that does not lead to the end that was published.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    waited = play.to_act
    if add_links(play, seat, links):
        go_on(play, by, keep=waited)
    return play.table


def add_links(play: Play, seat: Seat, links: Mapping[int, str]) -> bool:
    """Whether there was a new one."""
    known, is_new = play.links[seat.value], False
    for number, link in sorted(links.items()):
        if known.get(number) == link:
            continue
        _check_link(play, seat, number, link)
        ChainLink.objects.create(
            table=play.table, seat=seat.value, number=number, link=link, at=timezone.now()
        )
        known[number] = link
        is_new = True
    if is_new and play.table.timed_out == seat.value:
        change(play, timeouts=0, timed_out="")
    play.forget("waiting")
    return is_new


def _check_hex(field: str, value: str) -> None:
    if not HEX.fullmatch(value):
        text = _("Must be 32 bytes as 64 hexadecimal digits in lower case.")
        raise Invalid("not_a_link", text, field=field)


def _check_link(play: Play, seat: Seat, number: int, link: str) -> None:
    field = f"links.{number}"
    _check_hex(field, link)
    if not play.number < number <= play.number + AHEAD:
        text = _("No draw of this number is due. The next one is number %(number)s.")
        raise Invalid("draw_not_due", text % {"number": play.number + 1}, field=field)
    if number in play.links[seat.value]:
        text = _("A link for this draw is open already, and stays.")
        raise Invalid("link_open", text, field=field)
    end = _end_for(play, seat, number)
    is_robot = seat.other is play.robot
    if end is None or (seat.other.value not in play.ends and not is_robot):
        text = _("Links are opened once both players have published the ends of their chains.")
        raise Invalid("no_chain", text, field=field)
    steps = number - end.number + 1
    if not fair_deal.follows(bytes.fromhex(link), bytes.fromhex(end.end), steps):
        text = _(
            "This link is not of the chain that was published. Publish the end of a new chain, and "
            "open its links."
        )
        raise Invalid("link_of_another_chain", text, field=field)


def _end_for(play: Play, seat: Seat, number: int) -> ChainEnd | None:
    rows = ChainEnd.objects.filter(table=play.table, seat=seat.value, number__lte=number)
    return rows.order_by("-pk").first()
