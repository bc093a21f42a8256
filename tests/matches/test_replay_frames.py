"""The pictures of a hand, held against the engine that played it."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from games.engine.cards import PACK, cards, names
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Phase, Say, State
from games.engine.notation import hand_loads
from games.engine.notation.contests import game_of
from games.engine.notation.values import Hand, Plays
from games.engine.records import MarkKind
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score
from games.matches.rules.replay import Replay, replay
from tests.support.told_hands import ACE, EVERY, LOST, VOLE, ToldHand

HANDS = 40


def of(text: str) -> Replay:
    told = hand_loads(f'[Code "london"]\n{text}')
    assert told.dealer
    return replay(told.hand, told.dealer, told.marks, told.before or NOTHING)


def at_random(seed: int, code: str, wanted: tuple[Say, ...] = ()) -> Iterator[State]:
    """The states of a hand in which everybody does whatever he may, and what is `wanted` first."""
    chance = random.Random(seed)
    state = begin(CODES[code], dealer=chance.choice(list(Seat)))
    yield state
    state, _ = apply(state, Deal(tuple(chance.sample(PACK, 32))))
    yield state
    while state.phase is not Phase.OVER:
        likely = [one for one in state.legal if one is not Say.ABANDON or chance.random() < 0.1]
        sought = [one for one in wanted if one in state.legal]
        state, _ = apply(state, sought[0] if sought else chance.choice(likely or state.legal))
        yield state


def played(seed: int, code: str, wanted: tuple[Say, ...] = ()) -> tuple[list[State], Hand]:
    states = list(at_random(seed, code, wanted))
    return states, game_of(states[0], states[-1].log).hands[0]


@pytest.mark.parametrize("code", list(CODES))
def test_every_picture_of_the_play_is_as_the_engine_had_it(code: str) -> None:
    for seed in range(HANDS):
        states, hand = played(seed, code)
        end = states[-1]
        assert end.dealer
        found = replay(hand, end.dealer, end.marks, NOTHING)
        in_play = [one for one in states if one.log and isinstance(one.log[-1], int)]
        frames = [one for one in found.frames if isinstance(one.act, Plays)]
        assert len(in_play) == len(frames)
        for state, frame in zip(in_play, frames, strict=True):
            for seat in Seat:
                assert sorted(frame.table.hands[seat], key=str) == sorted(state.hand(seat), key=str)
                assert frame.table.won(seat) == state.tricks.of(seat)
            assert frame.table.stock == state.left
            trick = frame.table.trick
            assert trick
            assert state.lead == (None if trick.is_complete else trick.cards[0])


@pytest.mark.parametrize("code", list(CODES))
def test_no_card_is_lost_and_none_is_there_twice(code: str) -> None:
    for seed in range(HANDS):
        states, hand = played(seed, code)
        dealer = states[-1].dealer
        assert dealer
        for frame in replay(hand, dealer, states[-1].marks, NOTHING).frames:
            table = frame.table
            seen = [card for seat in Seat for card in table.hands[seat] + table.thrown[seat]]
            seen += [card for trick in table.tricks for card in trick.cards]
            assert len(seen) == len(set(seen))
            in_air = 10 - len(seen) + (21 - table.stock)
            assert in_air >= 0
            assert None not in seen


@pytest.mark.parametrize("code", list(CODES))
def test_the_score_goes_as_the_engine_marked(code: str) -> None:
    """At the end it is the engine's; on the way a king counts from the moment it is said."""
    for seed in range(HANDS):
        states, hand = played(seed, code)
        end = states[-1]
        assert end.dealer
        frames = replay(hand, end.dealer, end.marks, NOTHING).frames
        assert frames[-1].score == end.score
        made = [mark for frame in frames for mark in frame.marks]
        assert made == list(end.marks)
        for before, after in pairwise(frames):
            assert after.score.a >= before.score.a
            assert after.score.b >= before.score.b


@pytest.mark.parametrize("hand", EVERY, ids=lambda hand: hand.told)
def test_the_hands_of_the_books_end_as_they_are_printed(hand: ToldHand) -> None:
    last = of(hand.text).frames[-1]
    assert last.score == Score(*hand.after)
    assert (last.table.won(Seat.A), last.table.won(Seat.B)) == hand.tricks


def test_the_deal_is_the_first_picture_and_each_act_one_more() -> None:
    found = of(VOLE.text)
    first = found.frames[0]
    assert (first.act, first.seat, first.score) == (None, Seat.A, NOTHING)
    assert (first.table.stock, first.table.tricks) == (21, ())
    assert names(first.table.hands[Seat.B]) == "TS KH TD 7D 9C"  # type: ignore[arg-type]
    # mark, propose, accept, two discards, two draws, stand, ten cards
    assert len(found.frames) == 1 + 8 + 10


def test_the_king_turned_is_marked_when_it_is_said() -> None:
    frames = of(VOLE.text).frames
    assert [mark.kind for mark in frames[1].marks] == [MarkKind.KING_TURNED]
    assert (frames[0].score, frames[1].score) == (Score(0, 0), Score(1, 0))
    assert [mark.kind for mark in frames[-1].marks] == [MarkKind.VOLE]
    assert not any(frame.marks for frame in frames[2:-1])


def test_discards_lie_aside_and_the_stock_grows_less() -> None:
    frames = of(VOLE.text).frames
    after = frames[7].table
    assert after.thrown[Seat.B] == cards("TD 7D 9C")
    assert after.thrown[Seat.A] == cards("AD 8H")
    assert (frames[5].table.stock, frames[6].table.stock, after.stock) == (21, 18, 16)
    assert set(after.hands[Seat.A]) == set(cards("QS JS AS 9S 8S"))


def test_the_trick_stays_on_the_table_until_the_next_is_led() -> None:
    frames = of(LOST.text).frames
    whole = frames[3].table.trick
    assert whole
    assert (whole.cards, whole.winner) == (cards("QD 8D"), Seat.B)
    assert frames[3].table.trick is whole
    led = frames[4].table.trick
    assert led
    assert (led.leader, led.cards, led.winner) == (Seat.B, cards("TD"), None)


def test_each_word_of_the_notation_belongs_to_a_picture() -> None:
    found = of(f"{VOLE.text} =3-0")
    by_text = {token.text: token.frame for token in found.tokens}
    assert [token.frame for token in found.tokens] == sorted(token.frame for token in found.tokens)
    assert by_text["deal:A/3-2"] == by_text["A:QS,JS,AS,AD,8H"] == by_text["up:KS"] == 0
    assert (by_text["mark"], by_text["KH"]) == (1, 9)
    assert by_text["=3-0"] == len(found.frames) - 1
    assert {token.frame for token in found.tokens} == set(range(len(found.frames)))


def test_a_comment_is_no_act() -> None:
    found = of(ACE.text.replace("AH 9S", "AH { it wins } 9S"))
    assert len(found.frames) == len(of(ACE.text).frames)
    assert [token.text for token in found.tokens if token.is_comment] == ["{ it wins }"]


def test_cards_that_nobody_knows_are_moved_too() -> None:
    text = "deal:A B:KD,4? up:7D propose accept king:B B-3? A-2? B+TD,2? A+2? stand ? ? tricks:2-3"
    frames = of(text).frames
    assert frames[0].table.hands == {Seat.A: (None,) * 5, Seat.B: (*cards("KD"), *[None] * 4)}
    announced = frames[3]
    assert (announced.seat, announced.score) == (Seat.B, Score(0, 1))
    assert frames[4].table.hands[Seat.B] == (*cards("KD"), None)
    assert frames[4].table.thrown[Seat.B] == (None,) * 3
    assert set(frames[6].table.hands[Seat.B]) == {*cards("KD TD"), None}
    trick = frames[-1].table.trick
    assert trick
    assert (trick.cards, trick.winner) == ((None, None), None)
    assert frames[-1].score == Score(0, 2)


def test_who_took_a_trick_may_be_told_where_the_cards_do_not() -> None:
    frames = of("deal:A up:7D stand ? ? /A ? tricks:5-0").frames
    whole = frames[3].table.trick
    assert whole
    assert (whole.winner, frames[4].seat) == (Seat.A, Seat.A)


def test_of_one_suit_the_higher_card_takes_it_whatever_is_trumps() -> None:
    frames = of("deal:A up:? stand 7H KH tricks:3-2").frames
    assert frames[-1].table.won(Seat.A) == 1
    frames = of("deal:A up:? stand 7H KC tricks:3-2").frames
    assert frames[-1].table.won(Seat.A) == frames[-1].table.won(Seat.B) == 0


def test_when_the_stock_is_short_the_discards_are_taken_up_again() -> None:
    """Law 38: with conditional acceptance; the elder hand plays the five cards he had."""
    wanted = (Say.NOT_ENOUGH, Say.PROPOSE, Say.ACCEPT_IF_ENOUGH, Say.ACCEPT)
    hands = (played(seed, "london", wanted) for seed in range(400))
    states, hand = next(one for one in hands if Say.NOT_ENOUGH in one[0][-1].log)
    dealer = states[-1].dealer
    assert dealer
    frames = replay(hand, dealer, states[-1].marks, NOTHING).frames
    at = next(n for n, one in enumerate(frames) if getattr(one.act, "say", None) is Say.NOT_ENOUGH)
    threw, after = frames[at - 1].table, frames[at].table
    elder = dealer.other
    assert len(threw.hands[elder]) < 5
    assert set(after.hands[elder]) == set(threw.hands[elder] + threw.aside)
    assert after.thrown[elder] + threw.aside == threw.thrown[elder]


def test_who_abandons_is_he_whose_turn_it_is() -> None:
    frames = of("deal:A B:QD,TD,TC,8C,8H A:JC,AH,JH,TH,8D up:JD stand QD 8D abandon").frames
    assert frames[-1].seat is Seat.B
    assert frames[-1].score == Score(2, 0)
