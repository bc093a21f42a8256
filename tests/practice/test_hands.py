"""Hands against a robot from a seed, lessons and problems: pure."""

from datetime import date
from random import Random

import pytest

from games.engine.cards import NAMES
from games.engine.hand import apply
from games.engine.hand.state import Action, Phase, Say
from games.engine.hand.views import view
from games.engine.robots.hints import HINTS
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables
from games.practice.labels import LESSONS as TEXTS
from games.practice.rules.hands import READER, Played, Start, dealt, pack_of, played
from games.practice.rules.lessons import LESSONS
from games.practice.rules.problems import LEAST, MOST, problem_of
from tests.support.depth import times

LAST = times(3, thorough=4)


def any_action(at: Played, random: Random) -> Action:
    legal = [one for one in at.seen.legal if one not in (Say.ABANDON, Say.KING)]
    return random.choice(legal)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["beginner", "club", "strong"])
def test_a_hand_is_the_same_when_it_is_played_again(level: str) -> None:
    """Hand by hand to the end: every prefix of the reader's actions leads to the same."""
    random, tables = Random(5), robot_tables()
    for number in range(times(1, thorough=4)):
        start = Start(
            f"again {number}", random.choice(list(Seat)), Score(number, 4 - number), level
        )
        actions: tuple[Action, ...] = ()
        at = played(start, actions, tables)
        while not at.is_over:
            actions = (*actions, any_action(at, random))
            longer = played(start, actions, tables)
            assert longer.done[: len(at.done)] == at.done
            assert longer.refused is None
            at = longer
        assert at.accepted == actions
        state = dealt(start)
        for one in at.done:
            state, _events = apply(state, one.action)
        assert (state.phase, state.marks, state.score) == (
            Phase.OVER,
            at.state.marks,
            at.state.score,
        )
        assert not any(one.action is Say.ABANDON for one in at.done)


def test_what_cannot_be_done_is_refused_and_what_was_done_before_stays() -> None:
    start = Start("lesson king:42")
    at = played(start, (Say.ACCEPT, Say.PROPOSE), robot_tables())
    assert at.refused is not None
    assert (at.accepted, at.decisions, at.seen.phase) == ((), (), Phase.PROPOSAL)
    once = played(start, (Say.PROPOSE, Say.ACCEPT), robot_tables())
    assert once.accepted == (Say.PROPOSE,)
    assert once.refused is not None


@pytest.mark.slow
def test_the_robot_decides_by_what_it_sees() -> None:
    """The reader's hand is dealt otherwise: a first answer to a proposal is the same."""
    random, tables, compared = Random(9), robot_tables(), 0
    for number in range(12):
        start = Start(f"sees {number}", Seat.B)
        answered = played(start, (Say.PROPOSE,), tables)
        answer = next(one.action for one in answered.done if one.seat is Seat.B)
        pack, own = list(pack_of(start.seed)), view(dealt(start), Seat.B)
        known = {*(own.hand or ()), own.turn_up}
        unseen = [place for place, card in enumerate(pack) if card not in known]
        cards = random.sample([pack[place] for place in unseen], len(unseen))
        for place, card in zip(unseen, cards, strict=True):
            pack[place] = card
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("games.practice.rules.hands.pack_of", lambda _seed, new=tuple(pack): new)
            other = played(start, (Say.PROPOSE,), tables)
        assert next(one.action for one in other.done if one.seat is Seat.B) == answer
        compared += other.seen.hand != answered.seen.hand
    assert compared > 6


def test_each_lesson_is_about_its_hint_which_is_best_there() -> None:
    assert {lesson.id for lesson in LESSONS} == set(TEXTS)
    printed = {hint.id for hint in HINTS}
    for lesson in LESSONS:
        at = played(lesson.start, lesson.before, robot_tables())
        advised = at.advice(robot_tables())
        assert advised is not None, lesson.id
        assert lesson.hint in printed
        assert advised.reason.hint is not None
        assert advised.reason.hint.id == lesson.hint
        assert advised.best.action == advised.reason.printed, lesson.id
        assert advised.best.chance - advised.options[1].chance >= LEAST, lesson.id
        assert at.refused is None
        assert at.accepted == lesson.before


@pytest.mark.slow
def test_the_cards_of_the_lessons_are_what_their_titles_say() -> None:
    """By hand: three trumps; two and a king beside another of its suit; one and four of a suit."""
    hands = {}
    for lesson in LESSONS:
        seen = played(lesson.start, lesson.before, robot_tables()).seen
        hands[lesson.id] = (
            sorted(NAMES[card] for card in seen.hand or ()),
            NAMES[seen.turn_up or 0],
        )
    assert hands["three_trumps"] == (["8S", "9S", "AS", "JD", "KD"], "JS")
    assert hands["two_trumps"] == (["7S", "AH", "JS", "KH", "QC"], "8S")
    assert hands["one_trump"] == (["8H", "AH", "KH", "QD", "QH"], "8D")
    assert "KD" in hands["king"][0]
    assert hands["king"][1].endswith("D")
    assert [lesson.start.dealer for lesson in LESSONS].count(READER) == 3


@pytest.mark.slow
def test_the_problem_of_a_day_follows_from_the_day_and_is_none_that_is_obvious() -> None:
    first = [problem_of(date(2026, 11, day), robot_tables()) for day in range(1, LAST)]
    assert len({one.start.seed for one in first}) == len(first)
    for found in first:
        best, second = found.advice.options[:2]
        assert LEAST <= best.chance - second.chance <= MOST
        assert found.advice.reason.printed != best.action
        assert found.played.seen.to_act is READER
    assert problem_of(date(2026, 11, 1), robot_tables())[:2] == first[0][:2]
