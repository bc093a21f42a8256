"""Bad files: each is told why and what to do, and nothing of it is written."""

import io
import json
import zipfile
from collections.abc import Callable

import pytest

from scoring.archive import format as columns
from scoring.archive import restoring as reading
from scoring.archive.format import NAME, README
from scoring.archive.restoring import Refused, restore
from tests.support.archives import Row, contents, headed, lines, packed, retold, rewritten
from tests.support.clubhouse import House
from tests.support.everything import everything

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

PLAYERS, ENTRIES = "data/clubs.player.ndjson", "data/matches.entry.ndjson"
MATCHES, CLUB = "data/matches.match.ndjson", "data/clubs.club.ndjson"
Spoilt = Callable[[bytes], bytes]


def _without(data: bytes, *names: str) -> bytes:
    return packed({name: one for name, one in contents(data).items() if name not in names})


def _with(data: bytes, name: str, content: bytes) -> bytes:
    return packed({**contents(data), name: content})


def _row(name: str, /, **changes: object) -> Spoilt:
    """With each row of a file changed, and a header that agrees."""

    def change(row: Row) -> Row:
        return {**row, **changes}

    return lambda data: retold(data, name, change)


def _lines(name: str, change: Callable[[list[bytes]], list[bytes]]) -> Spoilt:
    def spoilt(data: bytes) -> bytes:
        return rewritten(data, name, b"".join(change(contents(data)[name].splitlines(True))))

    return spoilt


def _damaged(data: bytes) -> bytes:
    """One byte of what is packed is another."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        where = file.getinfo(ENTRIES).header_offset + 100
    return data[:where] + bytes([data[where] ^ 0xFF]) + data[where + 1 :]


def _counted_wrong(data: bytes) -> bytes:
    files = json.loads(contents(data)[NAME])["files"]
    files[PLAYERS]["rows"] += 1
    return headed(data, files=files)


def _changed(data: bytes) -> bytes:
    """Of the same length, so that only the digest tells."""
    return _with(data, PLAYERS, contents(data)[PLAYERS].replace(b"Ann", b"Eve"))


def _twice(data: bytes) -> bytes:
    made = io.BytesIO(data)
    with zipfile.ZipFile(made, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr(README, b"")
    return made.getvalue()


def _encrypted(data: bytes) -> bytes:
    """The mark alone, in the list of files."""
    where = data.index(b"PK\x01\x02") + 8
    return data[:where] + bytes([data[where] | 1]) + data[where + 1 :]


def _cut_off(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _first_without(name: str) -> Callable[[Row], Row]:
    return lambda row: {key: value for key, value in row.items() if key != name}


WAYS: dict[str, tuple[Spoilt, str]] = {
    "nothing": (lambda _data: b"", "no zip file"),
    "text": (lambda _data: b"name,club\r\n", "no zip file"),
    "cut off": (_cut_off, "cut short.*Take the archive again"),
    "damaged": (_damaged, "damaged"),
    "another zip": (lambda _data: packed({"a.txt": b"a"}), f"no {NAME}"),
    "header is no JSON": (lambda data: _with(data, NAME, b"{"), "cannot be read"),
    "header of something else": (lambda data: headed(data, format="other"), "Choose another"),
    "newer form": (lambda data: headed(data, version=2), "version 2 .* release that made it"),
    "other release": (
        lambda data: headed(data, release={"clubs": "0001_initial"}),
        "another release.*clubs 0001_initial.*migrate",
    ),
    "no digests": (lambda data: headed(data, files={README: {}}), "does not say"),
    "file missing": (lambda data: _without(data, MATCHES), "not those"),
    "file too many": (lambda data: _with(data, "more.txt", b""), "not those.*more.txt"),
    "kind too many": (lambda data: rewritten(data, "data/a.b.ndjson", b""), "Too many.*a.b"),
    "up and out": (lambda data: _with(data, "../../passwd", b""), "outside.*do not use it"),
    "from the root": (lambda data: _with(data, "/etc/passwd", b""), "outside"),
    "as Windows does": (lambda data: _with(data, "..\\passwd", b""), "outside"),
    "of a drive": (lambda data: _with(data, "c:/passwd", b""), "outside"),
    "twice": (_twice, "twice"),
    "encrypted": (_encrypted, "encrypted.*without a password"),
    "changed": (_changed, "changed: its SHA-256"),
    "readme changed": (
        lambda data: _with(data, README, contents(data)[README].replace(b"c", b"k")),
        "changed: its SHA-256",
    ),
    "longer": (lambda data: _with(data, PLAYERS, contents(data)[PLAYERS] * 2), "another length"),
    "counted wrong": (_counted_wrong, "not as many"),
    "no JSON": (_lines(PLAYERS, lambda found: [b"{\n", *found]), "line 1: it is no JSON"),
    "no number": (_lines(PLAYERS, lambda found: [*found, b"NaN\n"]), "it is no JSON"),
    "no row": (_lines(PLAYERS, lambda _found: [b"[]\n"]), "line 1: it is no row"),
    "deep": (_lines(PLAYERS, lambda _found: [b"[" * 100_000 + b"\n"]), "no JSON"),
    "column missing": (
        lambda data: retold(data, PLAYERS, _first_without("name")),
        r"columns are not those .*\(name\)",
    ),
    "column too many": (_row(PLAYERS, money=1), r"\(money\)"),
    "empty": (_row(PLAYERS, name=None), "name is empty"),
    "wrong type of event": (_row(PLAYERS, name=5), "name is not what it must be"),
    "no day": (_row(PLAYERS, left_on="2026-02-30"), "left_on is not what it must be"),
    "no zone": (_row(PLAYERS, added_at="2026-02-03T10:00:00"), "added_at is not what"),
    "too long": (_row(PLAYERS, name="x" * 81), "name is too long"),
    "too large": (_row(CLUB, version=2**40), "version is too large"),
    "refused by a check": (_row(PLAYERS, name=""), "line 1 cannot be taken.*player_has_a_name"),
    "twice there": (_lines(PLAYERS, lambda found: [*found, found[0]]), "line .* cannot be taken"),
    "against himself": (
        lambda data: retold(data, MATCHES, lambda row: {**row, "player_b_id": row["player_a_id"]}),
        "line 1 cannot be taken.*match_two_players",
    ),
    "refers to nothing": (_lines(PLAYERS, lambda found: found[1:]), "refers to another"),
    "no club": (_lines(CLUB, lambda _found: []), "0 clubs"),
    "two clubs": (
        lambda data: rewritten(
            data,
            CLUB,
            b"".join(
                json.dumps({**lines(data, CLUB)[0], "id": pk, "slug": f"c{pk}"}).encode() + b"\n"
                for pk in (lines(data, CLUB)[0]["id"], 10**6)
            ),
        ),
        "2 clubs",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_bad_file_is_refused_in_words_and_writes_nothing(way: str, taken: bytes) -> None:
    spoil, told = WAYS[way]
    spoilt = spoil(taken)
    with pytest.raises(Refused, match=f"(?s){told}"):
        restore(io.BytesIO(spoilt))
    assert not any(everything().values())


def test_a_name_in_addresses_is_of_one_club(house: House, taken: bytes) -> None:
    before = everything()
    for slug, why in {
        "": r"called cercle in addresses already.*--slug",
        "two words": r"cannot be a club's name in addresses",
        "a" * 41: r"too long",
    }.items():
        with pytest.raises(Refused, match=why):
            restore(io.BytesIO(taken), slug=slug)
    assert everything() == before


@pytest.mark.any_database
def test_what_would_be_too_large_is_not_even_read(taken: bytes) -> None:
    """A hundred megabytes in a hundred kilobytes."""
    bomb = _with(taken, "csv/more.csv", b"0" * 100_000_000)
    assert len(bomb) < 400_000
    with pytest.raises(Refused, match="--most-mb"):
        restore(io.BytesIO(bomb), most=50_000_000)


@pytest.mark.any_database
def test_a_line_without_an_end_is_not_read_to_its_end(
    taken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "LINE_MOST", 1000)
    endless = rewritten(taken, PLAYERS, b" " * 2000)
    with pytest.raises(Refused, match="no end"):
        restore(io.BytesIO(endless))


@pytest.mark.any_database
def test_a_zip_of_countless_files_is_not_looked_through(
    taken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "FILES_MOST", 10)
    with pytest.raises(Refused, match="files in this zip"):
        restore(io.BytesIO(taken))
