"""A club of many hands is archived, or brought back: each in a process of its own.

`python -m tests.bench.worker archiving make|archive|restore PATH HANDS`
"""

import resource
from collections.abc import Callable
from pathlib import Path
from time import process_time

from django.utils import timezone

from ecarte_club.clubs.models import Club
from games.matches.models import Entry
from scoring.archive.restoring import restore
from scoring.archive.writing import archive_write

from . import filling

Figures = dict[str, float]


def work(act: str, path: str, hands: str) -> Figures:
    acts: dict[str, Callable[[Path, int], Figures]] = {
        "make": make,
        "archive": archive,
        "restore": bring_back,
    }
    return acts[act](Path(path), int(hands))


def make(_path: Path, hands: int) -> Figures:
    """One club, whatever it takes."""
    filling.SEASONS_OF_A_CLUB = 10**6
    filling.fill(hands)
    return {"hands": Entry.objects.filter(kind=Entry.Kind.HAND).count()}


def archive(path: Path, _hands: int) -> Figures:
    began = process_time()
    with path.open("wb") as file:
        rows = archive_write(Club.objects.get().pk, file, made_at=timezone.now())
    return _figures(began, rows) | {"bytes": path.stat().st_size}


def bring_back(path: Path, _hands: int) -> Figures:
    began = process_time()
    with path.open("rb") as file:
        return _figures(began, restore(file).rows)


def _figures(began: float, rows: int) -> Figures:
    """Seconds of CPU, and the most memory that was held, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": process_time() - began, "rows": rows, "peak": peak}
