"""A zip whose bytes depend on its content alone, written part by part."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from types import TracebackType
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

# The first moment that a zip can name.
MOMENT = (1980, 1, 1, 0, 0, 0)
UNIX, PLAIN_FILE = 3, 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Member:
    sha256: str
    bytes: int


class Bundle:
    """`members`: what was added so far, by name."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED)
        self.members: dict[str, Member] = {}

    def __enter__(self) -> "Bundle":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def add(self, name: str, parts: Iterable[bytes]) -> None:
        info = ZipInfo(name, MOMENT)
        info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, UNIX, PLAIN_FILE
        digest, size = sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as member:
            for part in parts:
                member.write(part)
                digest.update(part)
                size += len(part)
        self.members[name] = Member(digest.hexdigest(), size)
