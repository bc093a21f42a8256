"""Transcripts in the notation: read back, they give the same hands, games and score."""

from dataclasses import replace

import pytest
from hypothesis import given

from games.engine.notation import read
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.terms import Score
from games.engine.transcripts.files import read as read_file
from games.engine.transcripts.model import Line, Transcript
from games.engine.transcripts.notation import notation

from .forging import STORY
from .matches import story, transcripts
from .test_replaying import BOB_DEALS, TURNED, draws


def results(text: str) -> list[HandResult]:
    """Of the hands that are over."""
    hands = (one for contest in read(text.split("\n")) for one in follow(contest))
    return [hand for hand in hands if hand.record is not None]


@pytest.mark.slow
@given(transcripts)
def test_a_transcript_gives_the_same_hands_in_the_notation(transcript: Transcript) -> None:
    made = [(hand.game, hand.dealer, hand.after) for hand in results(notation(transcript))]
    stated = transcript.results.hands
    assert made == [(hand.game, hand.dealer, hand.score) for hand in stated]


def test_a_match_is_one_text_with_its_players() -> None:
    text = notation(read_file(STORY))
    head = text.partition("\n\n")[0].split("\n")
    assert head[0] == '[Code "london"]'
    assert '[A "Alice"]' in head
    assert '[B "Bob"]' in head
    assert text.count("\ngame:") == len(story().results.games)
    assert "cut:9C,AH" in text


def test_a_hand_that_the_clock_ended_before_the_play() -> None:
    """Bob turned the king and marks it after Alice's vole by law 42; Alice plays no more."""
    lines = ["cut:7D,KS", "deal:B/3-2", "A propose", "B time", "B mark", "end stopped"]
    transcript = replace(
        read_file(STORY),
        draws=tuple(draws(BOB_DEALS, TURNED)),
        lines=tuple(Line(line, None, b"") for line in lines),
    )
    text = notation(transcript)
    assert "cut:7D,KS" in text
    assert "propose marks:A2/vole,B1/king_turned =2-1" in text.replace("\n", " ")
    (hand,) = results(text)
    assert hand.after == Score(2, 1)
