"""A whole move, as its command does it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile

import requests
from django.conf import settings
from django.utils import timezone

from ecarte_club.clubs.models import Club
from scoring.archive.writing import archive_write

from . import client, secrets
from .models import ClubMove
from .services import NotMoved, club_freeze, club_leave, club_thaw

TRIES, PAUSE = 5, 1.0
OPEN_LATER = (
    "The club has left, but the other cell could not be told to open it, and nobody can write to "
    "it yet. Run this again when the other cell answers."
)


@dataclass(frozen=True, slots=True)
class Report:
    """`seconds`: for how long nobody could write to the club."""

    rows: int
    raised: int
    seconds: float


def club_move(club: Club, address: str) -> Report:
    """Raises: NotMoved, and then the club stays here and can be written to, unless the text says
    otherwise."""
    left = ClubMove.objects.filter(club=club, state=ClubMove.State.LEFT).first()
    if left is not None:
        _open(club, left)
        return Report(0, left.raised, 0.0)
    with _asking():
        client.check(address, club.slug)
    began = time.monotonic()
    move = club_freeze(club=club, address=address)
    try:
        rows, raised = _send(club, move)
        left = club_leave(move=move, raised=raised)
    except BaseException:
        club_thaw(move=move)
        raise
    _open(club, left)
    return Report(rows, raised, time.monotonic() - began)


def _send(club: Club, move: ClubMove) -> tuple[int, int]:
    """How many rows, and by how much their ids were raised."""
    origin = str(settings.SITE_URL).rstrip("/")
    with TemporaryFile() as file, _asking():
        rows = archive_write(club.pk, file, made_at=timezone.now(), extra=secrets.extra)
        file.seek(0)
        raised = client.send(
            move.address, file, slug=club.slug, key=move.key, since=move.since, origin=origin
        )
    return rows, raised


@contextmanager
def _asking() -> Iterator[None]:
    try:
        yield
    except (client.Refused, requests.RequestException) as error:
        raise NotMoved(str(error)) from error


def _open(club: Club, move: ClubMove) -> None:
    for attempt in range(TRIES):
        try:
            client.open_club(move.address, slug=club.slug, key=move.key)
        except (client.Refused, requests.RequestException) as error:
            if attempt == TRIES - 1:
                raise NotMoved(f"{OPEN_LATER} ({error})") from error
            time.sleep(PAUSE)
        else:
            return
