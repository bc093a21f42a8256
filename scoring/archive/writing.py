"""An archive is written: one moment of the club, in batches, and alike for alike data."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from django.utils.translation import override

from ecarte_club.clubs.models import Club, User
from games.matches.models import Match

from . import registry
from .bundle import Bundle
from .columns import writer
from .header import NAME, README, header, readme
from .registry import AnyModel
from .snapshot import snapshot
from .tables import tables

AT_ONCE = 500
# Told after each batch: how much is done, and of how much.
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Written:
    """`rows`: all of them, of every kind."""

    rows: int


class _Progress:
    def __init__(self, total: int, told: Told) -> None:
        self.done, self.total, self.told = 0, total, told

    def of_rows(self, parts: Iterable[bytes], each: int = 1) -> Iterator[bytes]:
        """`each`: how many rows one part is worth."""
        for part in parts:
            yield part
            self.done += each
            self.told(min(self.done, self.total), self.total)


def _quiet(_done: int, _total: int) -> None:
    pass


def archive_write(
    club_id: int, file: IO[bytes], *, made_at: datetime, told: Told = _quiet
) -> Written:
    """Reads only. `file` is open for writing and can be sought in."""
    with snapshot(), override("en"), Bundle(file) as bundle:
        club = Club.objects.get(pk=club_id)
        people = registry.people(club_id)
        counts = {model: _count(model, club_id, people) for model in registry.kept()}
        # A sheet is worth its match once more: what makes it is the dearest.
        progress = _Progress(sum(counts.values()) + counts[Match], told)
        bundle.add(README, [readme(club)])
        for model in registry.kept():
            lines = progress.of_rows(_batched(_lines(model, club_id, people)), AT_ONCE)
            bundle.add(registry.file_name(model), lines)
        for name, parts in tables(club_id):
            each = AT_ONCE // 2 if name == "csv/hands.csv" else 0
            bundle.add(name, progress.of_rows(parts(), each))
        rows = {registry.file_name(model): count for model, count in counts.items()}
        bundle.add(NAME, [header(club, made_at, bundle.members, rows)])
    return Written(sum(counts.values()))


def _count(model: AnyModel, club: int, people: list[int]) -> int:
    return len(people) if model is User else registry.rows_of(model, club).count()


def _lines(model: AnyModel, club: int, people: list[int]) -> Iterator[bytes]:
    fields = registry.columns(model)
    write, names = writer(fields), [field.attname for field in fields]
    for found in _found(model, club, people):
        yield from map(write, found.values_list(*names).iterator(chunk_size=AT_ONCE))


def _found(model: AnyModel, club: int, people: list[int]) -> Iterator[Any]:
    if model is not User:
        yield registry.rows_of(model, club)
        return
    for batch in registry.batches(people):
        yield User.objects.filter(pk__in=batch).order_by("pk")


def _batched(lines: Iterator[bytes]) -> Iterator[bytes]:
    batch: list[bytes] = []
    for line in lines:
        batch.append(line)
        if len(batch) == AT_ONCE:
            yield b"".join(batch)
            batch = []
    if batch:
        yield b"".join(batch)
