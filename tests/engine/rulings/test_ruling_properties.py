"""What is true of every ruling, whatever happened and whatever is answered."""

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.codes import Code
from games.engine.facts import Mark
from games.engine.marks import marks, record_refusal
from games.engine.match import apply, begin, refusal
from games.engine.records import Applied, HandRecord
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.rulings.book import CULPRITS, Ruling, applied_ruling, rulings
from games.engine.rulings.effect import is_void, settled
from games.engine.rulings.ids import Answer, Culprit, Fact, Irregularity
from games.engine.seats import Seat
from games.engine.serialization import dump, load
from games.engine.terms import HandEntry, Terms
from tests.engine.people import ONE_GAME
from tests.engine.people import noted as as_noted
from tests.engine.strategies import any_records, codes, real_hands, seats
from tests.support.depth import examples

irregularities = st.sampled_from(Irregularity)
given_facts = st.dictionaries(st.sampled_from(Fact), st.sampled_from(Answer), max_size=5)


@st.composite
def applied(draw: st.DrawFn, code: Code, seat: Seat | None = None) -> Applied:
    """A ruling that can be taken, reached by answering what is asked."""
    what = draw(irregularities)
    answers: dict[str, str] = {}
    ruling = rulings(code, what, answers)
    while ruling.question is not None:
        answers[ruling.question.fact] = draw(st.sampled_from(ruling.question.answers))
        ruling = rulings(code, what, answers)
    choice = draw(st.sampled_from(ruling.choices)).choice
    either = CULPRITS[what] is Culprit.EITHER
    return applied_ruling(code, what, answers, choice, (seat or draw(seats)) if either else None)


@st.composite
def ruled_hands(draw: st.DrawFn) -> tuple[Code, HandRecord]:
    code = draw(codes)
    every = draw(st.lists(applied(code), min_size=1, max_size=3))
    return code, replace(draw(real_hands()), rulings=tuple(every))


def points(found: tuple[Mark, ...], seat: Seat) -> int:
    return sum(mark.points for mark in found if mark.seat is seat)


@given(codes, irregularities, given_facts)
def test_whatever_the_facts_there_are_choices_or_a_question_or_a_refusal(
    code: Code, what: Irregularity, facts: dict[Fact, Answer]
) -> None:
    found: Ruling | Refusal
    try:
        found = rulings(code, what, facts)
    except RefusalError as error:
        found = error.refusal
    if isinstance(found, Refusal):
        assert found.code in {
            RefusalCode.FACT_UNKNOWN,
            RefusalCode.FACT_ANSWER_UNKNOWN,
            RefusalCode.FACTS_CONTRADICT,
        }
        return
    assert bool(found.choices) != bool(found.question)
    assert bool(found.entitled) == bool(found.choices)
    assert found.law
    assert dict(found.facts) == facts


@given(ruled_hands())
def test_a_hand_with_rulings_gives_three_marks_at_most(ruled: tuple[Code, HandRecord]) -> None:
    code, record = ruled
    if record_refusal(code, record) is None:
        found = marks(code, record)
        assert all(mark.points > 0 for mark in found)
        assert sum(mark.points for mark in found) <= 3


@given(codes, real_hands(), seats, st.data())
def test_the_offender_never_has_more_by_a_ruling(
    code: Code, record: HandRecord, offender: Seat, data: st.DataObject
) -> None:
    """And his adversary never less, but where the hand is void. Both by what is played out."""
    one = data.draw(applied(code, offender))
    ruled = replace(record, rulings=(one,))
    assume(record_refusal(code, ruled) is None and one.offender is not None)
    assume(not is_void(code, ruled))
    before, after = marks(code, record), marks(code, ruled)
    assert points(after, offender) <= points(before, offender)
    if not settled(code, ruled).abandoned_by:
        assert points(after, offender.other) == points(before, offender.other)


@given(ruled_hands())
def test_a_void_hand_makes_no_marks(ruled: tuple[Code, HandRecord]) -> None:
    code, record = ruled
    if is_void(code, record) and record_refusal(code, record) is None:
        assert marks(code, record) == ()


@given(ruled_hands())
def test_what_the_rulings_leave_is_left_by_them_again(ruled: tuple[Code, HandRecord]) -> None:
    code, record = ruled
    if record_refusal(code, record) is None:
        left = settled(code, record)
        assert settled(code, left) == left


@given(ruled_hands())
def test_marks_that_were_made_may_be_noted(ruled: tuple[Code, HandRecord]) -> None:
    """The vole that counts one is noted without a kind."""
    code, record = ruled
    assume(record_refusal(code, record) is None)
    made = marks(code, record)
    noted = tuple((mark.seat, mark.points) for mark in made)
    again = replace(record, marks=as_noted(*noted))
    assert record_refusal(code, again) is None
    assert [(mark.seat, mark.points) for mark in marks(code, again)] == list(noted)


@given(ruled_hands())
def test_rulings_are_kept_as_they_were(ruled: tuple[Code, HandRecord]) -> None:
    entry = HandEntry(1, ruled[1])
    assert load(dump(entry)) == entry


@given(st.data())
@settings(max_examples=examples(60))
def test_any_record_with_rulings_is_taken_or_refused(data: st.DataObject) -> None:
    code = data.draw(codes)
    every = data.draw(st.lists(applied(code), max_size=2))
    record = replace(data.draw(any_records), rulings=tuple(every))
    state = begin(Terms(code, ONE_GAME), Seat.A)
    if refusal(state, HandEntry(1, record)) is None:
        after, _ = apply(state, HandEntry(1, record))
        assert after.lines[-1].void == is_void(code, record)
