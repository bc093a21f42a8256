"""Archives for tests: written in memory, or ready to be taken."""

import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

from scoring.archive.format import NAME
from scoring.archive.models import Archive
from scoring.archive.services import folder
from scoring.archive.writing import archive_write

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
# No archive, but a whole zip: what is sent is not looked into.
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)


def archived(club: int, made_at: datetime = NOW) -> bytes:
    file = io.BytesIO()
    archive_write(club, file, made_at=made_at)
    return file.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def lines(data: bytes, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in contents(data)[name].splitlines()]


def file_ready() -> str:
    """The name of the file of every archive that is ready, written anew: what a test deletes or
    sweeps is no other test's, in this process or another; none is left over for each test."""
    path = folder() / f"of-tests-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}.zip"
    path.write_bytes(EMPTY_ZIP)
    return path.name


def archive_ready(club: int) -> Archive:
    """One that was made."""
    now = timezone.now()
    return Archive.objects.create(
        club_id=club,
        asked_at=now,
        state=Archive.State.MADE,
        began_at=now,
        made_at=now,
        file=file_ready(),
        size=len(EMPTY_ZIP),
        digest=sha256(EMPTY_ZIP).hexdigest(),
        expires_at=now + timedelta(days=7),
    )


Row = dict[str, Any]


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of these, whether or not its header tells the truth of them."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return made.getvalue()


def rewritten(data: bytes, name: str, content: bytes) -> bytes:
    """With another file of that name, of which the header tells as if it had always been so."""
    files = {**contents(data), name: content}
    told = json.loads(files[NAME])
    one = told["files"].setdefault(name, {})
    one |= {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    if name.startswith("data/"):
        one["rows"] = len(content.splitlines())
    return packed({**files, NAME: json.dumps(told).encode()})


def retold(data: bytes, name: str, change: Callable[[Row], Row]) -> bytes:
    """With each row changed."""
    rows = (json.dumps(change(row)) for row in lines(data, name))
    return rewritten(data, name, "".join(f"{row}\n" for row in rows).encode())


def headed(data: bytes, **changes: object) -> bytes:
    """With another header."""
    files = contents(data)
    told = {**json.loads(files[NAME]), **changes}
    return packed({**files, NAME: json.dumps(told).encode()})
