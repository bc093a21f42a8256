"""/api/v1/leagues/{id}/events: what changes in a league, as server-sent events.

Whoever asks is sent on to the live server, where a connection may wait, with a ticket that says
what was allowed. Where there is none (without Redis it would hear nothing), the answer is what
there is, and a request to return.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from typing import NamedTuple
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.signing import BadSignature, TimestampSigner
from django.db import close_old_connections
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import problems, streams
from ecarte_club.core.api import FileView
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.live import listening
from ecarte_club.core.models import Outgoing
from ecarte_club.core.outbox import topic
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.streams import Receive, Scope, Send
from scoring.leagues.selectors import seasons
from scoring.webhooks import messages
from scoring.webhooks.selectors import outgoing_in
from scoring.webhooks.services.outbox import numbered

MEDIA_TYPE = "text/event-stream"
HEARTBEAT = 15.0
SALT, GOOD_FOR = "league-events", 60
# Seconds in which who hears of the same event comes together.
GATHERING = 0.02
# The most that are read at once; the rest follows.
AT_ONCE = 100
LAST = "Last-Event-ID"


class Which(NamedTuple):
    """`after`: the number received last; None: from now on."""

    club: int
    league: int
    sees_all: bool
    after: int | None


class LeagueEvents(FileView):
    @extend_schema(
        parameters=[
            OpenApiParameter(LAST, OpenApiTypes.INT, OpenApiParameter.HEADER),
            OpenApiParameter(
                "after",
                OpenApiTypes.INT,
                description="The same, for programs that cannot send the header.",
            ),
        ],
        responses={
            (200, MEDIA_TYPE): OpenApiTypes.STR,
            307: OpenApiResponse(description="The same, where connections may wait."),
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Stream the events of a league, from now on or since `Last-Event-ID` (`curl -NL`).

        The id of an event is its number in the club, its name the kind, its data the message that
        webhooks receive. A comment comes every fifteen seconds while nothing happens.
        """
        league = seasons.visible_leagues(actor_of(request)).filter(pk=pk).first()
        if league is None:
            raise Absent
        sees_all = person(actor_of(request), league.club_id).may(Act.SEE_CLUB)
        after = _after(request)
        which = Which(league.club_id, league.pk, sees_all, after)
        if not settings.REDIS_URL and not isinstance(request._request, ASGIRequest):
            return _with_headers(HttpResponse("".join(_so_far(which))))
        query = urlencode({"t": TimestampSigner(salt=SALT).sign_object(list(which))})
        return HttpResponseRedirect(f"{settings.LIVE_URL}league/?{query}", status=307)


def live_events(request: HttpRequest) -> HttpResponseBase:
    """Where nothing streams: the live server answers this address before any view."""
    if _which(request) is None:
        return problems.response(Absent())
    text = "Connections that wait are served by the live server.\n"
    return HttpResponse(text, status=503, content_type="text/plain")


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """GET /live/league/?t=TICKET, for who was sent on."""
    request = streams.request_of(scope)
    which = _which(request)
    if which is None or request.method != "GET":
        await streams.refuse(send, request, Absent())
        return
    after = whole_number(request.headers.get(LAST, "")) or which.after
    await streams.stream(scope, receive, send, _events(which._replace(after=after)))


def _which(request: HttpRequest) -> Which | None:
    """As its ticket says; None for one that is forged or too old."""
    try:
        ticket = request.GET.get("t", "")
        return Which(*TimestampSigner(salt=SALT).unsign_object(ticket, max_age=GOOD_FOR))
    except BadSignature:
        return None


def _after(request: Request) -> int | None:
    """Raises: Invalid, naming where it stands."""
    sent = {LAST: request.headers.get(LAST, ""), "after": request.query_params.get("after", "")}
    for name, value in sent.items():
        if not value:
            continue
        number = whole_number(value)
        if number is None:
            raise Invalid("invalid", _("Must be a whole number."), field=name)
        return number
    return None


def _with_headers(answer: HttpResponseBase) -> HttpResponseBase:
    answer["Content-Type"] = MEDIA_TYPE
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _so_far(which: Which) -> Iterator[str]:
    yield "retry: 5000\n"
    found, last = _read(which)
    yield from map(_event_text, found)
    yield f"id: {last}\n\n"


async def _events(which: Which) -> AsyncGenerator[str, None]:
    """Listening begins before the first read, so that no event is lost in between.

    An id without data is no event, but a program that returns sends it.
    """
    async with listening(topic(which.club)) as changed:
        yield "retry: 2000\n: hello\n\n"
        while True:
            found, last = await _read_together(which)
            for event in found:
                yield _event_text(event)
            if last != which.after:
                yield f"id: {last}\n\n"
            which = which._replace(after=last)
            if len(found) < AT_ONCE and not await changed(HEARTBEAT):
                yield ": beat\n\n"


Event = tuple[int, str, str]


def _event_text(event: Event) -> str:
    number, kind, data = event
    return f"id: {number}\nevent: {kind}\ndata: {data}\n\n"


def _read(which: Which) -> tuple[list[Event], int]:
    """The events after this number, and the last number that was read."""
    newest = numbered(which.club)
    if which.after is None:
        return [], newest
    # A number from before the site was set up again may be too high.
    after = min(which.after, newest)
    rows = [
        (one.number or 0, one.kind, json.dumps(messages.message_of(one), ensure_ascii=False))
        for one in outgoing_of(which).filter(number__gt=after)[:AT_ONCE]
    ]
    return rows, rows[-1][0] if len(rows) == AT_ONCE else newest


_reads: dict[Which, asyncio.Task[tuple[list[Event], int]]] = {}


async def _read_together(which: Which) -> tuple[list[Event], int]:
    """One read for all who wait for the same, of what there is once they wait."""
    task = _reads.get(which)
    if task is None:
        task = _reads[which] = asyncio.create_task(_read_soon(which))
    return await asyncio.shield(task)


async def _read_soon(which: Which) -> tuple[list[Event], int]:
    await asyncio.sleep(GATHERING)
    # Who comes from now on may have heard of what is not read here.
    del _reads[which]
    return await _read_aside(which)


@sync_to_async(thread_sensitive=False)
def _read_aside(which: Which) -> tuple[list[Event], int]:
    """In a thread of its own, whose connection lives as long as any request's would."""
    close_old_connections()
    try:
        return _read(which)
    finally:
        close_old_connections()


def outgoing_of(which: Which) -> QuerySet[Outgoing]:
    """The public sees events of what is public now."""
    outgoing = outgoing_in(which.club, league=which.league)
    if which.sees_all:
        return outgoing
    return outgoing.filter(event__public=True, club__public=True)
