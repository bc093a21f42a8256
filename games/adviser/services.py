"""A player seeks advice at a table online."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.robots.advice import Advice
from games.online.models import OnlineTable
from games.online.selectors.tables import Play
from games.online.services.writing import locked, require_playing, require_seat

from .models import AdviceRequest
from .selectors.advice import advice_of, place_of, require_practice


@transaction.atomic(savepoint=False)
def advice_ask(*, by: Person, table: OnlineTable, version: int) -> Advice:
    """What to do at a table, in practice alone; it is on record, once for each decision. Where only
    one action is possible nothing is decided.

    Raises: Denied; Stale; Invalid where the match counts, or it is not theirs to decide.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    require_practice(play.match)
    if play.table.version != version:
        raise Stale(sent=version, current=play.table.version)
    advised = advice_of(play, seat)
    if advised is None:
        raise Invalid("nothing_to_decide", _("It is not your turn. Ask when you have to decide."))
    if advised.decision(play.current_hand.sight(seat)[0].phase) is not None:
        draw, place = place_of(play)
        AdviceRequest.objects.get_or_create(
            match=play.match,
            seat=seat.value,
            draw=draw,
            place=place,
            defaults={"by_id": by.user_id, "at": timezone.now()},
        )
    return advised


def advice_again(*, by: Person, table: OnlineTable, version: int) -> Advice | None:
    """Of a request that was answered before; None once the table has changed since."""
    if table.version != version or table.match is None:
        return None
    play = Play(table)
    return advice_of(play, require_seat(play, by))
