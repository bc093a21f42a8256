"""The one form of a transcript's file, and each way of missing it."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.transcripts.files import TranscriptError, read, write

from .forging import STORY, Data, data_of, text_of

TEXT = STORY.decode()


def place_of(content: bytes) -> str:
    with pytest.raises(TranscriptError) as error:
        read(content)
    assert error.value.why.endswith(".")
    return error.value.place


def test_a_file_is_written_as_it_was_read() -> None:
    assert write(read(STORY)) == TEXT
    assert text_of(data_of(STORY)) == TEXT


NO_JSON = (
    b"",
    b"{",
    b"\xef\xbb\xbf" + STORY,
    STORY.replace(b"Bob", b"B\xffb"),
    STORY[:-3],
    STORY + b"{}",
    STORY.replace(b'"games": 3', b'"games": NaN'),
    STORY.replace(b'"games": 3', b'"games": 03'),
    b"[" * 100_000,
)


@pytest.mark.parametrize("content", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_json_has_no_place(content: bytes) -> None:
    assert place_of(content) == ""


OTHER_FORMS = {
    "no end of line": (TEXT[:-1], len(TEXT.split("\n"))),
    "two ends of line": (TEXT + "\n", len(TEXT.split("\n")) + 1),
    "a blank at the end of a line": (
        TEXT.replace('"deal": "ecarte-deal-1",', '"deal": "ecarte-deal-1", '),
        3,
    ),
    "ends of lines as elsewhere": (TEXT.replace("\n", "\r\n"), 1),
    "all in one line": (TEXT.replace("\n", ""), 1),
    "a key twice": (TEXT.replace(' "deal"', ' "format": "ecarte-transcript-1",\n "deal"'), 3),
    "a letter escaped": (TEXT.replace('"ecarte-deal-1"', '"\\u0065carte-deal-1"'), 3),
    "a number with a fraction": (TEXT.replace('"number": 1,', '"number": 1.0,'), None),
    "a number with an exponent": (TEXT.replace('"number": 1,', '"number": 1e0,'), None),
    "a zero below zero": (TEXT.replace('"rubber_bonus": ', '"rubber_bonus": -'), None),
}


@pytest.mark.parametrize("form", OTHER_FORMS)
def test_another_form_of_the_same_is_refused_by_its_line(form: str) -> None:
    text, line = OTHER_FORMS[form]
    lines = enumerate(zip(text.split("\n"), TEXT.split("\n"), strict=False), 1)
    expected = line or next(number for number, (one, other) in lines if one != other)
    assert place_of(text.encode()) == f"line {expected}"


def put(path: str, value: object) -> Callable[[Data], None]:
    """`value` where the path leads."""

    def change(data: Any) -> None:
        *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        for key in way:
            data = data[key]
        data[last] = value

    return change


def _no_deal(data: Data) -> None:
    del data["deal"]


def _head_first(data: Data) -> None:
    head = data.pop("head")
    rest = dict(data)
    data.clear()
    data.update({"head": head} | rest)


PACK = (
    "7C 8C 9C TC AC JC QC KC 7D 8D 9D TD AD JD QD KD 7H 8H 9H TH AH JH QH KH 7S 8S 9S TS AS JS QS"
)
FAULTS: tuple[tuple[Callable[[Data], None], str], ...] = (
    (_no_deal, ""),
    (_head_first, ""),
    (put("more", 1), ""),
    (put("format", "ecarte-transcript-2"), "format"),
    (put("format", ["ecarte-transcript-1"]), "format"),
    (put("deal", "ecarte-deal-2"), "deal"),
    (put("match", 42), "match"),
    (put("match", ""), "match"),
    (put("match", "４２"), "match"),
    (put("match", "42\n"), "match"),
    (put("players", []), "players"),
    (put("players.a.name", ""), "players.a.name"),
    (put("players.a.name", 1), "players.a.name"),
    (put("players.a.robot", 0), "players.a.robot"),
    (put("players.a.robot", None), "players.a.robot"),
    (put("players.a.age", 1), "players.a"),
    (put("players", {seat: {"name": "R", "robot": True} for seat in "ab"}), "players"),
    (put("terms.code", "paris"), "terms.code"),
    (put("terms.options", []), "terms.options"),
    (put("terms.options", {"speed": "yes"}), "terms.options"),
    (put("terms.options", {"proposer_takes_one": "yes"}), "terms.options"),
    (put("terms.options", {"proposer_takes_one": "maybe"}), "terms.options"),
    (put("terms.options", {"proposer_takes_one": []}), "terms.options"),
    (put("terms.options", {"proposals": "while_dealer_exchanges"}), "terms.options"),
    (
        put("terms.options", {"highest_cut": "chooses", "proposer_takes_one": "no"}),
        "terms.options",
    ),
    (put("terms.second_proposal", "no"), "terms.second_proposal"),
    (put("terms.format", "match"), "terms.format"),
    (put("terms.games", True), "terms.games"),
    (put("terms.games", -1), "terms.games"),
    (put("terms.games", 10_000), "terms.games"),
    (put("terms.games", 10**400), "terms.games"),
    (put("terms.games", 1.5), "terms.games"),
    (put("terms.games", 0), "terms"),
    (put("terms.rubbers", 2), "terms"),
    (put("terms", data_of(STORY)["terms"] | {"code": "modern", "game_values": True}), "terms"),
    (put("ends.s", "0" * 63), "ends.s"),
    (put("ends.s", "A" * 64), "ends.s"),
    (put("ends.a", {}), "ends.a"),
    (put("ends.a.0.from", 0), "ends.a.0.from"),
    (put("ends.a.0.from", 1025), "ends.a.0.from"),
    (put("ends.b.0.end", None), "ends.b.0.end"),
    (put("draws", None), "draws"),
    (put("draws.1.number", 0), "draws.1.number"),
    (put("draws.1.number", 1025), "draws.1.number"),
    (put("draws.1.kind", "dead"), "draws.1.kind"),
    (put("draws.1.s", "00"), "draws.1.s"),
    (put("draws.1.missing", "a"), "draws.1.missing"),
    (put("draws.1.missing", ["c"]), "draws.1.missing.0"),
    (put("draws.1.pack", PACK), "draws.1.pack"),
    (put("draws.1.pack", f"{PACK} KC"), "draws.1.pack"),
    (put("draws.1.pack", f"{PACK}  KS"), "draws.1.pack"),
    (put("draws.1.pack", f"{PACK} KS 7C"), "draws.1.pack"),
    (put("acts.3.act", ""), "acts.3.act"),
    (put("acts.3.at", "2026-11-23 21:14:05Z"), "acts.3.at"),
    (put("acts.3.at", "2026-11-23T21:14:05"), "acts.3.at"),
    (put("acts.3.head", "0"), "acts.3.head"),
    (put("results.winner", "c"), "results.winner"),
    (put("results.end", "annul"), "results.end"),
    (put("results.games_won", "2-1-0"), "results.games_won"),
    (put("results.games_won", "02-1"), "results.games_won"),
    (put("results.rubbers_won", "100-0"), "results.rubbers_won"),
    (put("results.hands.0.dealer", None), "results.hands.0.dealer"),
    (put("results.hands.0.marks", ""), "results.hands.0.marks"),
    (put("results.games.0.value", "1"), "results.games.0.value"),
    (put("head", ""), "head"),
    (put("sha256", None), "sha256"),
)


@pytest.mark.parametrize(("change", "place"), FAULTS, ids=range(len(FAULTS)))
def test_each_value_is_of_its_kind(change: Callable[[Data], None], place: str) -> None:
    data = data_of(STORY)
    change(data)
    assert place_of(text_of(data).encode()) == place


def test_a_number_is_refused_however_long_it_is() -> None:
    text = TEXT.replace('"games": 3', f'"games": {"9" * 5000}')
    assert place_of(text.encode()) == "terms.games"


def test_half_a_character_is_refused_however_it_is_written() -> None:
    text = TEXT.replace('"name": "', '"name": "\\ud800', 1)
    assert place_of(text.encode()) == "players.a.name"
