"""What other cells ask of this one. To anybody else there are no such addresses."""

import json
import shutil
from collections.abc import Callable, Mapping
from functools import wraps
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, JsonResponse
from django.utils.crypto import constant_time_compare
from django.utils.dateparse import parse_datetime
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from ecarte_club.clubs.models import Club
from scoring.archive.format import release
from scoring.archive.restoring import Refused

from .models import ClubMove
from .selectors import clubs_here
from .services import club_arrive, club_open

View = Callable[[HttpRequest], JsonResponse]
CONFLICT = 409


def for_cells(view: View) -> View:
    @csrf_exempt
    @require_POST
    @wraps(view)
    def guarded(request: HttpRequest) -> JsonResponse:
        sent = request.headers.get("Authorization", "")
        secret = settings.CELL_SECRET
        if not secret or not constant_time_compare(sent, f"Bearer {secret}"):
            raise Http404
        return view(request)

    return guarded


def _refused(text: str) -> JsonResponse:
    return JsonResponse({"detail": text}, status=CONFLICT)


def _body(request: HttpRequest) -> Mapping[str, Any]:
    found = json.loads(request.body)
    return found if isinstance(found, dict) else {}


@for_cells
def check(request: HttpRequest) -> JsonResponse:
    """Whether a club could come."""
    asked = _body(request)
    if asked.get("release") != release():
        return _refused("The two cells have different releases. Upgrade the older one first.")
    here = Club.objects.filter(slug=asked.get("slug"))
    going = ClubMove.objects.filter(club__in=here).exclude(state=ClubMove.State.LEAVING)
    if here.exists() and not going.exists():
        return _refused("A club of that cell has this name in addresses already.")
    return JsonResponse({})


@for_cells
def directory(_request: HttpRequest) -> JsonResponse:
    """Private clubs too: the door has to know the way, and shows nobody the list."""
    return JsonResponse({"clubs": clubs_here()})


@for_cells
def arrive(request: HttpRequest) -> JsonResponse:
    since = parse_datetime(request.headers.get("X-Move-Since", ""))
    if since is None:
        return _refused("The move does not say when it began.")
    with TemporaryFile() as file:
        shutil.copyfileobj(request, file)
        file.seek(0)
        try:
            move = club_arrive(
                file=file,
                slug=request.headers.get("X-Club", ""),
                key=request.headers.get("X-Move-Key", ""),
                since=since,
                address=request.headers.get("X-Cell", ""),
            )
        except Refused as refused:
            return _refused(str(refused))
    return JsonResponse({"raised": move.raised})


@for_cells
def open_here(request: HttpRequest) -> JsonResponse:
    asked = _body(request)
    if club_open(slug=str(asked.get("slug")), key=str(asked.get("key"))):
        return JsonResponse({})
    return _refused("The club has not arrived by this move.")
