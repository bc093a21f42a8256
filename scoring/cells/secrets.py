"""What a club takes along to another cell beside its archive: what lets phones at its tables in,
and the keys of writes that were answered."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from zipfile import ZipFile

from django.db import IntegrityError, transaction

from ecarte_club.core.models import IdempotencyRecord
from games.evenings.models import Phone, Table
from scoring.archive.references import Ids
from scoring.archive.registry import people, rows_of

NAME = "moving/secrets.ndjson"
AT_ONCE = 500
COLUMNS = ("who", "key", "print", "status", "body")
Line = dict[str, Any]


def extra(club: int) -> Mapping[str, Iterator[bytes]]:
    return {NAME: (json.dumps(line).encode() + b"\n" for line in _lines(club))}


def _lines(club: int) -> Iterator[Line]:
    for pk, code in rows_of(Table, club).values_list("pk", "code"):
        yield {"table": pk, "code": code}
    phones = list(rows_of(Phone, club).values_list("pk", "digest"))
    for pk, digest in phones:
        yield {"phone": pk, "digest": digest}
    writers = [f"user:{pk}" for pk in people(club)] + [f"phone:{pk}" for pk, _digest in phones]
    for start in range(0, len(writers), AT_ONCE):
        found = IdempotencyRecord.objects.filter(who__in=writers[start : start + AT_ONCE])
        for *values, at in found.order_by("pk").values_list(*COLUMNS, "at"):
            yield {**dict(zip(COLUMNS, values, strict=True)), "at": at.isoformat()}


def take(file: ZipFile, ids: Ids) -> None:
    """Within the transaction in which the club was restored."""
    records: list[IdempotencyRecord] = []
    for line in _read(file):
        if "table" in line:
            _set(Table, line["table"] + ids.raised, code=line["code"])
        elif "phone" in line:
            _set(Phone, line["phone"] + ids.raised, digest=line["digest"])
        else:
            records.append(_record(line, ids))
    # Somebody who was here before may have written here with the same key: theirs stays.
    IdempotencyRecord.objects.bulk_create(records, batch_size=AT_ONCE, ignore_conflicts=True)


def _read(file: ZipFile) -> Iterable[Line]:
    with file.open(NAME) as lines:
        for line in lines:
            yield json.loads(line)


def _set(model: type[Table] | type[Phone], pk: int, **columns: str) -> None:
    """A code that a table of another club has here stays with it: this table's is new."""
    try:
        with transaction.atomic():
            model._base_manager.filter(pk=pk).update(**columns)
    except IntegrityError:
        return


def _record(line: Line, ids: Ids) -> IdempotencyRecord:
    kind, _colon, pk = line["who"].partition(":")
    new = ids.user(int(pk)) if kind == "user" else int(pk) + ids.raised
    values = {name: line[name] for name in COLUMNS}
    return IdempotencyRecord(
        **{**values, "who": f"{kind}:{new}"}, at=datetime.fromisoformat(line["at"])
    )
