"""A score sheet of many lines: made, imported by the site, and by a bare loop. Each in a process
of its own: `python -m tests.bench.worker sheets make|site|bare …`."""

import csv
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, process_time, sleep

from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.services.clubs import club_create, office_give
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.models import IdempotencyRecord
from games.engine import serialization
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.sheets.csv_format.lines import COLUMNS, OF_MATCH, cells_of
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import import_check, import_open
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.sample.hands import played_match

from .entering import counting
from .filling import STEADY, TERMS

Figures = dict[str, float]
SLUG, PLAYERS, BATCH = "bench", 40, 500


def work(act: str, path: str, lines: str) -> Figures:
    acts: dict[str, Callable[[Path, int], Figures]] = {
        "make": make,
        "site": site,
        "bare": bare,
        "beside": beside,
        "writes": writes,
    }
    return acts[act](Path(path), int(lines))


def beside(path: Path, lines: int) -> Figures:
    """The site imports the file while another process writes; how long that had to wait."""
    stop = path.with_suffix(".stop")
    stop.unlink(missing_ok=True)
    command = [sys.executable, "-m", "tests.bench.worker", "sheets", "writes", str(stop), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        done = site(path, lines)
        stop.touch()
        answer, _errors = other.communicate()
    return {**done, **json.loads(answer)}


def writes(stop: Path, _lines: int) -> Figures:
    """A write of one row again and again, until the file is there: the longest and the mean."""
    waits: list[float] = []
    while not stop.exists():
        began = monotonic()
        with transaction.atomic():
            IdempotencyRecord.objects.create(
                who="bench", key=str(len(waits)), print="", status=200, body="{}", at=timezone.now()
            )
        waits.append(monotonic() - began)
        sleep(0.02)
    return {"writes": len(waits), "longest": max(waits), "mean": sum(waits) / len(waits)}


def club() -> Person:
    user = User.objects.create(email="bench@example.org", name="Bench")
    made = club_create(name=SLUG, slug=SLUG)
    office_give(club=made, user=user, role=Role.COMMITTEE)
    committee = person(Actor(user), made.pk)
    for number in range(PLAYERS):
        player_add(by=committee, name=f"Joueur {number:02}")
    plan = SeasonPlan("Saison", date(2026, 9, 1), date(2027, 6, 30), TERMS)
    season_open(by=committee, league="Bench", plan=plan)
    return committee


def make(path: Path, lines: int) -> Figures:
    """A file as the site writes it, of rubbers with all their hands."""
    random, begun, written = Random(1911), datetime(2026, 9, 1, 20, tzinfo=UTC), 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for number in count(1):
            a, b = random.sample(range(PLAYERS), 2)
            start = begun + timedelta(minutes=number)
            known = {
                "match": number,
                "season": "Saison",
                "player_a": f"Joueur {a:02}",
                "player_b": f"Joueur {b:02}",
                "code": "london",
                "format": "rubber",
                "games": 3,
                "game_values": "yes",
                "rubber_bonus": 0,
                "first_dealer": "a",
                "started_at": start.isoformat(),
            }
            frame = [known.get(column, "") for column in OF_MATCH]
            for play in _match(random):
                writer.writerow([*frame, *cells_of(serialization.dump(play)), start.isoformat()])
                written += 1
            if written >= lines:
                break
    return {"lines": written, "bytes": path.stat().st_size}


def _match(random: Random) -> list[HandEntry]:
    return played_match(random, TERMS.engine(), Seat.A, STEADY)


def site(path: Path, _lines: int) -> Figures:
    """Uploaded, checked and entered; the recount must find nothing."""
    by = club()
    began = process_time()
    found = import_open(by=by, name="bench.csv", data=path.read_bytes())
    while found.checked_at is None:
        found = import_check(by=by, upload=found)
    checked = process_time()
    if found.wrong:
        raise AssertionError(list(found.faults.values_list("line", "text")[:5]))
    with counting() as asked:
        import_enter(by=by, upload=SheetImport.objects.get(pk=found.pk))
    done = process_time()
    peak = _peak()
    if differences := recount(Season.objects.get()):
        raise AssertionError(differences)
    return {
        "checking": checked - began,
        "entering": done - checked,
        "seconds": done - began,
        "peak": peak,
        "queries": len(asked),
        "entries": Entry.objects.count(),
    }


def bare(path: Path, _lines: int) -> Figures:
    """The rows as csv gives them, put into the same table, nothing looked at."""
    by = club()
    began, now = process_time(), timezone.now()
    a, b = Player.objects.filter(club=Club.objects.get())[:2]
    match = Match.objects.create(
        club_id=by.club_id,
        player_a=a,
        player_b=b,
        started_at=now,
        changed_at=now,
        games=3,
        code="london",
        format="rubber",
    )
    batch: list[Entry] = []
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=1):
            data = {name: value for name, value in row.items() if value}
            batch.append(
                Entry(match=match, number=number, place=number, kind="hand", data=data, at=now)
            )
            if len(batch) == BATCH:
                Entry.objects.bulk_create(batch)
                batch = []
    Entry.objects.bulk_create(batch)
    return {"seconds": process_time() - began, "peak": _peak()}


def _peak() -> float:
    """The most memory this process ever held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
