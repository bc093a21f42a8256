"""An archive is written: one moment of the club, in batches, and alike for alike data."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from functools import partial
from itertools import islice
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import override

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import members_csv
from ecarte_club.core import csv_files, replica
from games.matches.models import Match
from games.matches.selectors import matches as record
from games.sheets.csv_format.export import parts
from scoring.leagues import renderers
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons as queries
from scoring.leagues.selectors import team_standings as standing
from scoring.ledger.models import Payment, Posting

from . import registry
from .format import NAME, README, Bundle, header, readme, writer
from .registry import AnyModel

AT_ONCE = 500
Parts = Iterator[bytes]

MATCH_COLUMNS = (
    *("match", "day", "event", "player_a_id", "player_a", "player_b_id", "player_b"),
    *("table", "format", "rubbers", "games_a", "games_b", "over", "winner", "hands"),
)
LEDGER_COLUMNS = (
    *("posting", "at", "book", "source", "source_id", "source_player"),
    *("target", "target_id", "target_player", "amount", "cause", "contest", "reverses"),
)
PAYMENT_COLUMNS = (
    *("settlement", "starts_on", "ends_on", "payer_id", "payer", "payee_id", "payee"),
    *("amount", "made_at"),
)


def tables(club: int) -> Iterator[tuple[str, Callable[[], Parts]]]:
    """The name of each file, and what makes it."""
    yield "csv/hands.csv", partial(_hands, club)
    yield "csv/ledger.csv", lambda: csv_files.in_parts(LEDGER_COLUMNS, _postings(club))
    yield "csv/matches.csv", lambda: csv_files.in_parts(MATCH_COLUMNS, _matches(club))
    yield "csv/members.csv", lambda: _members(club)
    yield "csv/settlements.csv", lambda: csv_files.in_parts(PAYMENT_COLUMNS, _payments(club))
    seasons = Season.objects.filter(event__club_id=club).order_by("pk")
    for season, boards in seasons.values_list("pk", "boards"):
        yield f"csv/standings-{season}.csv", partial(_standings, season)
        if boards:
            yield f"csv/team-standings-{season}.csv", partial(_team_standings, season)


def _hands(club: int) -> Parts:
    return parts(record.matches().filter(club_id=club, annulled_at=None))


def _members(club: int) -> Parts:
    players = Player.objects.filter(club_id=club, merged_into=None)
    found = members.members(list(players.values_list("pk", flat=True)))
    yield members_csv(found, with_details=True)


def _standings(season: int) -> Parts:
    yield renderers.csv_table(queries.table(season, named=True))


def _team_standings(season: int) -> Parts:
    whole = standing.team_table_now(season)
    lines = standing.team_lines(whole, whole.table)
    yield csv_files.write_rows(standing.COLUMNS, standing.csv_rows(lines))


def _flow(found: Any) -> Iterator[Any]:
    return iter(found.order_by("pk").iterator(chunk_size=AT_ONCE))


def _matches(club: int) -> Iterator[tuple[object, ...]]:
    counting = Match.objects.filter(club_id=club, annulled_at=None)
    found = counting.select_related("event", "player_a", "player_b")
    for one in _flow(found):
        yield (
            one.pk,
            timezone.localdate(one.started_at),
            one.event.name if one.event else "",
            *(one.player_a_id, one.player_a.name, one.player_b_id, one.player_b.name),
            *(one.table, one.format, one.rubbers, one.games_a, one.games_b),
            *("yes" if one.over else "", one.winner, one.hands),
        )


def _postings(club: int) -> Iterator[tuple[object, ...]]:
    """Where no player is named, a pot, a bank, a mass or the levy of the contest is."""
    people = ("source_player", "target_player")
    for one in _flow(
        Posting.objects.filter(book__club_id=club).select_related("book__evening", *people)
    ):
        yield (
            *(one.pk, timezone.localtime(one.at).isoformat(), str(one.book)),
            *(one.source_holder, one.source_player_id or "", str(one.source_player or "")),
            *(one.target_holder, one.target_player_id or "", str(one.target_player or "")),
            *(one.amount, one.cause, one.contest or "", one.reverses_id or ""),
        )


def _payments(club: int) -> Iterator[tuple[object, ...]]:
    """Nobody as payee is the levy box."""
    found = Payment.objects.filter(settlement__club_id=club)
    for one in _flow(found.select_related("settlement", "payer", "payee")):
        made = timezone.localtime(one.made_at).isoformat() if one.made_at else ""
        yield (
            *(one.settlement_id, one.settlement.starts_on, one.settlement.ends_on),
            *(one.payer_id, str(one.payer), one.payee_id or "", str(one.payee or "")),
            *(one.amount, made),
        )


# Told after each batch: how much is done, and of how much.
Report = Callable[[int, int], None]


class _Progress:
    def __init__(self, total: int, told: Report) -> None:
        self.done, self.total, self.told = 0, total, told

    def of_rows(self, parts: Iterable[bytes], each: int = 1) -> Iterator[bytes]:
        """`each`: how many rows one part is worth."""
        for part in parts:
            yield part
            self.done += each
            self.told(min(self.done, self.total), self.total)


def _quiet(_done: int, _total: int) -> None:
    pass


Extra = Callable[[int], Mapping[str, Parts]]


def archive_write(
    club_id: int,
    file: IO[bytes],
    *,
    made_at: datetime,
    told: Report = _quiet,
    extra: Extra | None = None,
) -> int:
    """How many rows, of every kind. Reads only. `file` is open for writing and can be sought in.

    `extra`: files by name that are in it instead of the tables for people.
    """

    def write() -> int:
        # What a replica began and could not finish is begun again.
        file.seek(0)
        file.truncate()
        return _write(club_id, file, made_at, told, extra)

    return replica.read(write, patience=replica.PATIENCE_OF_TASKS)


def _write(
    club_id: int, file: IO[bytes], made_at: datetime, told: Report, extra: Extra | None
) -> int:
    with replica.snapshot(), override("en"), closing(Bundle(file)) as bundle:
        club = Club.objects.get(pk=club_id)
        people = registry.people(club_id)
        counts = {model: _count(model, club_id, people) for model in registry.archived_models()}
        # A sheet is worth its match once more: what makes it is the dearest.
        progress = _Progress(sum(counts.values()) + counts[Match], told)
        bundle.add(README, [readme(club)])
        for model in registry.archived_models():
            lines = progress.of_rows(_batched(_lines(model, club_id, people)), AT_ONCE)
            bundle.add(registry.file_name(model), lines)
        for name, content in extra(club_id).items() if extra else ():
            bundle.add(name, content)
        for name, parts in () if extra else tables(club_id):
            each = AT_ONCE // 2 if name == "csv/hands.csv" else 0
            bundle.add(name, progress.of_rows(parts(), each))
        rows = {registry.file_name(model): count for model, count in counts.items()}
        bundle.add(NAME, [header(club, made_at, bundle.members, rows)])
    return sum(counts.values())


def _count(model: AnyModel, club: int, people: list[int]) -> int:
    return len(people) if model is User else registry.rows_of(model, club).count()


def _lines(model: AnyModel, club: int, people: list[int]) -> Iterator[bytes]:
    fields = registry.columns(model)
    write, names = writer(fields), [field.attname for field in fields]
    for found in _querysets(model, club, people):
        yield from map(write, found.values_list(*names).iterator(chunk_size=AT_ONCE))


def _querysets(model: AnyModel, club: int, people: list[int]) -> Iterator[Any]:
    if model is not User:
        yield registry.rows_of(model, club)
        return
    for batch in registry.batches(people):
        yield User.objects.filter(pk__in=batch).order_by("pk")


def _batched(lines: Iterator[bytes]) -> Iterator[bytes]:
    while batch := list(islice(lines, AT_ONCE)):
        yield b"".join(batch)
