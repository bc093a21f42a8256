"""What is written comes back the same, whatever it is."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin, replay
from games.engine.hand.state import Deal, Phase, Say, State
from games.engine.hand.state import State as Played
from games.engine.hand.views import record
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.files import dumps
from games.engine.notation.values import (
    Cards,
    Comment,
    Contest,
    Hand,
    Header,
    Holds,
    Plays,
    Step,
    Stock,
    Takes,
    Throws,
    TurnUp,
)
from games.engine.records import King, KingHow
from games.engine.seats import Seat
from tests.support.depth import examples

from .texts import contest_of, fault, games

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


@settings(max_examples=examples(40))
@given(games())
def test_a_game_played_at_random_comes_back_whole(played: tuple[State, State]) -> None:
    """The text rebuilds every hand of the engine, its cards, its score and its record."""
    begun, state = played
    contest = contest_of(begun, state)
    assert loads(dumps(contest)) == contest
    told = list(follow(loads(dumps(contest))))
    last: Played | None = told[-1].state
    assert last is not None
    assert told[-1].begun is not None
    assert (last.score, last.marks, last.phase) == (state.score, state.marks, state.phase)
    assert last.hand_log == state.hand_log
    assert replay(told[-1].begun, last.log) == last
    assert told[-1].after == state.score
    finished = state.phase is Phase.OVER
    assert told[-1].record == (record(state) if finished else None)


def hidden(hand: Hand, secret: set[int]) -> Hand:
    """The same hand with some of its cards not known."""
    return replace(hand, steps=tuple(_unseen(step, secret) for step in hand.steps))


def _unseen(step: Step, secret: set[int]) -> Step:
    if isinstance(step, Holds | Takes | Throws | Stock):
        return replace(step, cards=_cards(step.cards, secret))
    if isinstance(step, Plays | TurnUp) and step.card in secret:
        return replace(step, card=None)
    return step


def _cards(cards: Cards, secret: set[int]) -> Cards:
    return tuple(None if card in secret else card for card in cards)


@settings(max_examples=examples(40))
@given(games(), st.sets(st.integers(0, 31), max_size=32))
def test_a_game_with_unknown_cards_comes_back_and_has_the_same_marks(
    played: tuple[State, State], secret: set[int]
) -> None:
    """What was lawful is lawful still, as who took the tricks and the kings is written down."""
    whole = contest_of(*played)
    (game,) = whole.games
    contest = replace(
        whole, games=(replace(game, hands=tuple(hidden(hand, secret) for hand in game.hands)),)
    )
    assert loads(dumps(contest)) == contest
    for known, told in zip(follow(whole), follow(contest), strict=True):
        assert (told.record, told.after) == (known.record, known.after)


texts = st.text(st.characters(exclude_characters="", exclude_categories=["Cs"]), max_size=12)
comments = st.builds(Comment, texts | st.text('{}\\"\n\r[] aé', max_size=6))
keys = st.from_regex("[A-Z][A-Za-z0-9_-]{0,8}", fullmatch=True).map(lambda key: f"X{key}")
unknown_headers = st.builds(Header, keys, texts)


@settings(max_examples=examples(40))
@given(games(), st.data())
def test_comments_and_unknown_headers_stay_where_they_are(
    played: tuple[State, State], data: st.DataObject
) -> None:
    whole = contest_of(*played)
    (game,) = whole.games

    def mixed(these: tuple[object, ...], others: st.SearchStrategy[object]) -> list[object]:
        found = list(these)
        for other in data.draw(st.lists(others, max_size=3)):
            found.insert(data.draw(st.integers(0, len(found))), other)
        return found

    hands = tuple(replace(one, steps=tuple(mixed(one.steps, comments))) for one in game.hands)  # type: ignore[arg-type]
    before = tuple(mixed(game.before, comments))
    head = tuple(mixed(whole.head, comments | unknown_headers))
    contest = Contest(head, (replace(game, before=before, hands=hands),))  # type: ignore[arg-type]
    text = dumps(contest)
    assert loads(text) == contest
    assert dumps(loads(text)) == text
    assert loads(text.replace("\n", " \r\n\t") if "{" not in text else text) == contest


def test_a_king_turned_and_marked_when_the_hand_is_over_is_marked_last() -> None:
    """Law 22. Marked in time it ends the game, and the point is not marked: five to two."""
    text = """[Code "london"] [Score "4-2"]
    deal:A B:KC,KD,KH,7C,7D A:8C,8D,8H,9C,9D up:KS {0} propose refuse
    KC 9C /B KD 9D /B KH 8H /B 7C 8C /A 8D 7D /A {1}"""
    late = text.replace("{0}", "").replace("{1}", "mark =5-4")
    (told,) = follow(loads(late))
    assert [mark.points for mark in told.marks] == [2, 1]
    (unseen,) = follow(loads(late.replace("8H /B", "? /B")))
    assert (unseen.marks, unseen.record) == (told.marks, told.record)
    assert told.record
    assert told.record.kings == (King(Seat.A, KingHow.TURNED_LATE),)


@pytest.mark.parametrize("card", ["8H", "?"])
def test_a_king_is_not_marked_when_the_tricks_have_won_the_game(card: str) -> None:
    """Law 46: three tricks after a refusal make it five, whether all cards were seen or not."""
    text = f"""[Code "london"] [Score "4-4"]
deal:A B:KC,KD,KH,7C,7D A:8C,8D,8H,9C,9D up:KS propose refuse KC 9C /B KD 9D /B KH {card} /B
7D 8D /A 8C 7C /A mark"""
    assert fault(text) == ("game_over", 3, 19)


def test_cards_that_were_not_enough_are_taken_up_again() -> None:
    """Law 38. Every word of the engine is written, and the hand is the one that was played."""
    begun = begin(CODES["london"], dealer=Seat.A)
    state, _events = apply(begun, Deal(PACK))
    for number in (5, 5, 5, 3, 3):
        if state.phase is Phase.PROPOSAL:
            asked = Say.ACCEPT if state.left > 3 else Say.ACCEPT_IF_ENOUGH
            state = apply(apply(state, Say.PROPOSE)[0], asked)[0]
        state, _events = apply(state, state.hand(state.to_act or Seat.A)[:number])
    state, _events = apply(state, Say.NOT_ENOUGH)
    contest = contest_of(begun, state)
    assert "accept_if_enough B-" in dumps(contest)
    (told,) = follow(loads(dumps(contest)))
    assert told.state == state


def test_a_hand_that_waits_for_the_dealer_to_put_cards_aside_is_wholly_known() -> None:
    begun = begin(CODES["london"], dealer=Seat.A)
    state, _events = apply(begun, Deal(PACK))
    for action in (Say.PROPOSE, Say.ACCEPT, state.elder_hand[:2]):
        state, _events = apply(state, action)
    (told,) = follow(loads(dumps(contest_of(begun, state))))
    assert told.state == state
    assert told.record is None
