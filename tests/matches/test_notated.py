"""A hand's text where a match stands: what is taken, what is stored, and what it comes to."""

import random

import pytest

from games.engine import serialization
from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Phase, Say, State
from games.engine.hand.views import record
from games.engine.match import replay
from games.engine.notation import hand_dumps, loads
from games.engine.notation.contests import game_of
from games.engine.notation.values import NotationError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry, Format, FormatKind, HandEntry, Terms
from games.matches.selectors.notation import placed, stored_result
from tests.support.told_hands import ACE, LOST, VOLE

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

HANDS = 40


def match(code: str = "london", *entries: Entry) -> MatchState:
    return replay(Terms(CODES[code], Format(FormatKind.GAMES, 9)), None, entries)


def played(seed: int, code: str) -> State:
    chance = random.Random(seed)
    state = begin(CODES[code], dealer=chance.choice(list(Seat)))
    state, _ = apply(state, Deal(tuple(chance.sample(PACK, 32))))
    while state.phase is not Phase.OVER:
        likely = [one for one in state.legal if one is not Say.ABANDON or chance.random() < 0.1]
        state, _ = apply(state, chance.choice(likely or state.legal))
    return state


@pytest.mark.parametrize("code", list(CODES))
def test_any_hand_of_the_engine_is_taken_and_marks_what_it_marked(code: str) -> None:
    for seed in range(HANDS):
        end = played(seed, code)
        assert end.dealer
        hand = game_of(begin(CODES[code], dealer=end.dealer), end.log).hands[0]
        entry = placed(hand_dumps(hand), match(code))
        assert entry.record == record(end)
        line = match(code, entry).lines[0]
        assert line.marks == end.marks
        assert line.score_after == end.score


@pytest.mark.parametrize("code", list(CODES))
def test_what_is_stored_is_read_back_as_it_was(code: str) -> None:
    for seed in range(HANDS):
        end = played(seed, code)
        assert end.dealer
        hand = game_of(begin(CODES[code], dealer=end.dealer), end.log).hands[0]
        entry = placed(hand_dumps(hand), match(code))
        assert serialization.load(serialization.dump(entry)) == entry
        assert entry.notation
        assert stored_result(entry.notation).hand.steps == hand.steps
        assert placed(entry.notation, match(code)) == entry


def test_the_game_and_the_score_are_those_of_the_match() -> None:
    first = placed(VOLE.text, match())
    second = placed(f"game:7\n{ACE.text}", match("london", first))
    assert (first.game, second.game) == (1, 1)
    assert second.notation
    assert loads(second.notation).header("Score") == "3-0"
    assert loads(second.notation).header("Dealer") == "B"


def test_a_hand_by_its_facts_before_it_tells_no_order() -> None:
    first = placed(VOLE.text, match())
    facts = HandEntry(1, first.record)
    before = placed(ACE.text, match("london", facts))
    third = LOST.text.replace("deal:A", "deal:A/2-3")
    assert placed(third, match("london", facts, before)).notation
    with pytest.raises(NotationError) as refused:
        placed(third, match("london", first, before))
    assert refused.value.code == "order_changed"


def test_a_second_proposal_by_agreement_is_taken_from_its_header() -> None:
    """The household code has one proposal, and a second where the players agree on it."""
    text = "deal:A up:7D propose accept B-2? A-1? propose refuse tricks:3-2"
    with pytest.raises(NotationError) as refused:
        placed(text, match("household"))
    assert refused.value.code == "no_more_proposals"
    entry = placed(f'[SecondProposal "yes"]\n{text}', match("household"))
    assert entry.notation
    assert serialization.load(serialization.dump(entry)) == entry


def test_a_header_that_contradicts_is_told_with_what_is_known() -> None:
    with pytest.raises(NotationError) as refused:
        placed(f'[Event "x"]\n[Score "1-1"]\n{VOLE.text}', match())
    error = refused.value
    assert (error.code, error.line, error.column) == ("header_value", 2, 1)
    assert error.expected == ('[Score "0-0"]',)
    with pytest.raises(NotationError) as refused:
        placed(f'[Dealer "A"]\n{ACE.text}', match("london", placed(VOLE.text, match())))
    assert refused.value.expected == ('[Dealer "B"]',)


def test_headers_and_comments_before_the_hand_are_kept() -> None:
    entry = placed(f'[Book "Hoyle"]\n{{ printed }}\n{VOLE.text}', match())
    assert entry.notation
    kept = loads(entry.notation)
    assert kept.header("Book") == "Hoyle"
    assert "{ printed }" in entry.notation
