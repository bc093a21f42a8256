"""The record as a CSV score sheet: an evening's, a season's, a player's, or all of it."""

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import cast

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, faults_as_pages
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole
from games.matches.selectors import matches
from games.sheets.csv_format.writing import parts

FILTERS = {"evening": "evening_table__evening_id", "season": "event_id"}


@require_safe
@faults_as_pages
def sheet_export(request: HttpRequest, slug: str) -> HttpResponse:
    _club, person = club_of(request, slug)
    return cast(HttpResponse, exported(request, person, request.GET))


def exported(request: HttpRequest, person: Person, asked: QueryDict) -> HttpResponseBase:
    """Raises: Denied, Absent; Invalid for a filter that is no id."""
    require(person, Act.SEE_CLUB)
    found = matches.matches().filter(club_id=person.club_id, annulled_at=None)
    for name, field in FILTERS.items():
        if number := _id(asked, name):
            found = found.filter(**{field: number})
    if player := _id(asked, "player"):
        found = matches.played_by(found, player)
    return streamed(request, parts(found), "score-sheet.csv")


def _id(asked: QueryDict, name: str) -> int | None:
    value = asked.get(name, "")
    number = whole(value)
    if value and number is None:
        text = _("Must be a whole number.")
        raise Invalid("invalid", text, errors={name: text})
    return number


def streamed(request: HttpRequest, content: Iterable[bytes], file_name: str) -> HttpResponseBase:
    """Part by part also where an ASGI server, left alone, would gather all of it first."""
    if request.method == "HEAD":
        return csv_files.download(file_name, b"")
    flowing = _flowing(iter(content)) if isinstance(request, ASGIRequest) else content
    headers = {
        "Content-Disposition": f'attachment; filename="{file_name}"',
        "Cache-Control": "private, no-cache",
    }
    return StreamingHttpResponse(flowing, content_type=csv_files.MEDIA_TYPE, headers=headers)


async def _flowing(content: Iterator[bytes]) -> AsyncIterator[bytes]:
    step = sync_to_async(lambda: next(content, None))
    while (part := await step()) is not None:
        yield part
