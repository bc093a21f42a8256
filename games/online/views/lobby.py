"""The tables online of a club."""

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.views.common import club_of, club_page, safe_page
from games.online.models import OnlineTable
from games.online.selectors import tables as queries
from games.online.selectors.places import own_tables

LISTED = 12
STATUS = OnlineTable.Status


@safe_page
def lobby(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played online in the club, and where one can sit down."""
    club, person = club_of(request, slug)
    rows = list(queries.in_club(club.pk, person).exclude(status=STATUS.CLOSED)[: 4 * LISTED])
    queries.veil_tables(rows, person)
    turns = [one.table.pk for one in own_tables(person) if one.is_turn]
    here = [row for row in rows if queries.seat_of(row, person) is not None]
    running = [row for row in here if row.status in (STATUS.OPEN, STATUS.PLAYING)]
    own = sorted(running, key=lambda row: row.pk not in turns)
    others = [row for row in rows if row not in own]
    return club_page(
        request,
        "online/lobby.html",
        club,
        person,
        own=own,
        turns=turns,
        waiting=[row for row in others if row.status == STATUS.OPEN and row.guest_id is None],
        playing=[row for row in others if row.status == STATUS.PLAYING],
        over=[row for row in others if row.status == STATUS.OVER][:LISTED],
        tab="online",
    )
