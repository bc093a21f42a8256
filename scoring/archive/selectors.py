"""What pages and API read of archives, and the file as it is sent."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core.exceptions import Absent

from .models import Archive

MEDIA_TYPE = "application/zip"
PIECE = 256 * 1024
ID_MOST = 2**63 - 1


def archives(somebody: Person) -> QuerySet[Archive]:
    """Those that are still kept, the newest first. Raises: Denied."""
    require(somebody, Act.TAKE_ARCHIVE)
    found = Archive.objects.filter(club_id=somebody.club_id, expires_at__gt=timezone.now())
    return found.select_related("by", "club").order_by("-pk")


def archive(actor: Actor, pk: int) -> tuple[Archive, Person]:
    """Raises: Absent when there is none, or it is of another club; Denied."""
    found = Archive.objects.filter(pk=pk).first() if pk <= ID_MOST else None
    if found is None:
        raise Absent
    somebody = person(actor, found.club_id)
    kept = archives(somebody).filter(pk=pk).first()
    if kept is None:
        raise Absent
    return kept, somebody


def file_name(one: Archive) -> str:
    day = timezone.localdate(one.made_at or one.asked_at)
    return f"{one.club.slug}-{day}.zip"


def sent(request: HttpRequest, one: Archive, path: Path) -> HttpResponseBase:
    """Piece by piece also where an ASGI server, left alone, would gather all of it first."""
    answer: HttpResponseBase
    if request.method == "HEAD":
        answer = HttpResponse(content_type=MEDIA_TYPE)
    elif isinstance(request, ASGIRequest):
        answer = StreamingHttpResponse(_flowing(path.open("rb")), content_type=MEDIA_TYPE)
    else:
        answer = FileResponse(path.open("rb"), content_type=MEDIA_TYPE)
    answer["Content-Length"] = str(one.size)
    answer["Content-Disposition"] = f'attachment; filename="{file_name(one)}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


async def _flowing(file: IO[bytes]) -> AsyncIterator[bytes]:
    step = sync_to_async(lambda: file.read(PIECE))
    try:
        while piece := await step():
            yield piece
    finally:
        file.close()
