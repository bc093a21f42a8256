"""Transcripts are right as they are made, and each check fails by the fault that it is for."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import match
from games.engine.records import HandRecord, NotedMark
from games.engine.seats import Seat
from games.engine.terms import HandEntry, Score
from games.engine.transcripts.checks import CheckName, completed, is_right, verify
from games.engine.transcripts.files import read, write
from games.engine.transcripts.model import GameResult, Transcript
from games.engine.transcripts.replaying import ReplayError
from tests.support.depth import times

from .forging import STORY, Data, chained, changed, data_of, forged, renamed, sealed, tampered
from .matches import random_transcript, seeds, transcripts

ALL = tuple(CheckName)


def faults(content: bytes) -> dict[str, str]:
    """The checks that fail, each with its place."""
    return {check.name.value: check.place for check in verify(content) if not check.passed}


@pytest.mark.slow
@given(transcripts)
def test_a_match_is_right_as_it_was_played(transcript: Transcript) -> None:
    content = write(transcript).encode()
    assert read(content) == transcript
    assert tuple(check.name for check in verify(content)) == ALL
    assert is_right(verify(content))


@pytest.mark.slow
@given(seeds, st.integers(0, 10**6), st.integers(1, 255))
def test_any_changed_byte_is_rejected(seed: int, place: int, by: int) -> None:
    content = write(random_transcript(seed)).encode()
    assert not is_right(verify(changed(content, place, by)))


@pytest.mark.slow
def test_each_byte_of_a_match_counts() -> None:
    for place in range(0, len(STORY), times(70, thorough=7)):
        assert not is_right(verify(changed(STORY, place, 1 + place % 255)))


@pytest.mark.slow
@given(seeds)
def test_whatever_is_forged_gets_an_answer(seed: int) -> None:
    checks = verify(forged(seed))
    assert all(check.passed is not bool(check.why) for check in checks)


@pytest.mark.slow
@given(seeds)
def test_the_results_are_those_of_the_match_entered_hand_by_hand(seed: int) -> None:
    """A second count, by points alone: who deals, what is won, and when it is over."""
    transcript = random_transcript(seed, eventful=False)
    state = match.begin(transcript.agreed.terms, None)
    for hand in transcript.results.hands:
        assert state.dealer in (None, hand.dealer)
        noted = tuple(map(_noted, hand.marks.split(",")))
        state, _events = match.apply(
            state, HandEntry(hand.game, HandRecord(hand.dealer, marks=noted))
        )
        assert state.lines[-1].score_after == hand.score
    results = transcript.results
    made = [GameResult(game.number, game.winner, game.score, game.value) for game in state.games]  # type: ignore[arg-type]  # they are over
    assert made == list(results.games)
    assert state.over
    assert (state.winner, results.end) == (results.winner, "played")
    assert results.rubbers_won == Score(*map(state.rubbers_won, Seat))


def _noted(mark: str) -> NotedMark:
    """Of "A2/vole", which counts one where it is cut at five."""
    return NotedMark(Seat(mark[0].lower()), int(mark[1]))


# each check by its own fault: `STORY` is a match of Alice and Bob that was played out


def _end(data: Data) -> None:
    data["ends"]["s"] = "0" * 64


def _last_link(data: Data) -> None:
    data["draws"][-1]["b"] = "0" * 64


def _number(data: Data) -> None:
    data["draws"][2]["number"] = 4


def _first_not_from_1(data: Data) -> None:
    data["ends"]["a"][0]["from"] = 2


def _no_end(data: Data) -> None:
    data["ends"]["b"] = []


def _two_ends_at_once(data: Data) -> None:
    data["ends"]["b"] *= 2


def _robot_with_a_chain(data: Data) -> None:
    data["players"]["b"]["robot"] = True


def _missing_with_a_link(data: Data) -> None:
    data["draws"][0] |= {"missing": ["b"], "pack": None}


def _missing_in_another_order(data: Data) -> None:
    data["draws"][0] |= {"missing": ["b", "a"], "pack": None, "a": None, "b": None}


def _no_pack(data: Data) -> None:
    data["draws"][0]["pack"] = None


def _no_link(data: Data) -> None:
    data["draws"][1]["a"] = None


def _pack(data: Data) -> None:
    """The last two cards of the stock exchanged: no hand shows it."""
    words = data["draws"][1]["pack"].split(" ")
    data["draws"][1]["pack"] = " ".join([*words[:-2], words[-1], words[-2]])


def _last_head(data: Data) -> None:
    data["head"] = data["acts"][-2]["head"]


def _head(data: Data) -> None:
    data["acts"][3]["head"] = data["acts"][2]["head"]


def _left_out(data: Data) -> None:
    data["acts"].pop()
    chained_in(data)


def _after_the_end(data: Data) -> None:
    data["acts"].append({"act": "annul", "at": None, "head": ""})
    chained_in(data)


def chained_in(data: Data) -> None:
    data.update(chained(data))


def _one_draw_more(data: Data) -> None:
    data["draws"].append(dict(data["draws"][-1]))


def _hand_result(data: Data) -> None:
    data["results"]["hands"][1]["marks"] = "A2/point"


def _game_left_out(data: Data) -> None:
    data["results"]["games"].pop()


def _winner(data: Data) -> None:
    data["results"]["winner"] = None


LAST_DRAW = len(data_of(STORY)["draws"]) - 1
LAST_ACT = len(data_of(STORY)["acts"])
LAST_GAME = len(data_of(STORY)["results"]["games"]) - 1
Change = Callable[[Data], None]
FAULTS: tuple[tuple[Change, dict[str, str]], ...] = (
    (_end, {"chain_s": "draws.0.s"}),
    (_last_link, {"chain_b": f"draws.{LAST_DRAW}.b", "packs": f"draws.{LAST_DRAW}"}),
    (_number, {"draws": "draws.2", "packs": "draws.2"}),
    (_first_not_from_1, {"chain_a": "ends.a"}),
    (_no_end, {"chain_b": "ends.b"}),
    (_two_ends_at_once, {"chain_b": "ends.b"}),
    (_robot_with_a_chain, {"chain_b": "ends.b", "draws": "draws.0"}),
    (_missing_with_a_link, {"draws": "draws.0", "acts": "acts.0", "results": "results"}),
    (_missing_in_another_order, {"draws": "draws.0", "acts": "acts.0", "results": "results"}),
    (_no_pack, {"draws": "draws.0", "acts": "acts.0", "results": "results"}),
    (_no_link, {"draws": "draws.1", "packs": "draws.1"}),
    (_pack, {"packs": "draws.1"}),
    (_last_head, {"heads": "head"}),
    (_head, {"heads": "acts.3"}),
    (_left_out, {"acts": "acts", "results": "results"}),
    (_after_the_end, {"acts": f"acts.{LAST_ACT}", "results": "results"}),
    (_one_draw_more, {"draws": f"draws.{LAST_DRAW + 1}"}),
    (_hand_result, {"results": "results.hands.1"}),
    (_game_left_out, {"results": f"results.games.{LAST_GAME}"}),
    (_winner, {"results": "results.winner"}),
)


@pytest.mark.parametrize(("change", "expected"), FAULTS)
def test_each_fault_is_named_with_its_place(change: Change, expected: dict[str, str]) -> None:
    failed = faults(tampered(STORY, change))
    assert {name: failed.get(name) for name in expected} == expected


def test_a_changed_name_is_caught_by_the_hash_alone() -> None:
    """Whoever hashes again can write another name: no chain holds names."""
    assert faults(renamed()) == {"hash": "sha256"}
    assert faults(sealed(data_of(renamed()))) == {}


def test_what_cannot_be_played_is_no_transcript() -> None:
    story = read(STORY)
    with pytest.raises(ReplayError):
        completed(replace(story, lines=story.lines[:-1]))
