"""What is said so far stands in the address: read again it is the same, and a step back is one."""

from urllib.parse import parse_qsl

import pytest

from games.engine.codes import CODES
from games.engine.rulings.ids import Answer, Fact, Irregularity
from games.engine.seats import Seat
from games.laws.views.ruling_page import OVER, cited, reasons, ways
from games.matches.views.pad_form import RulingSteps, noted_at
from tests.engine.people import ALICE, BOB, LONDON
from tests.engine.rulings.table import I, take
from tests.support.every_ruling import every_way, offenders

LOOKED_AT = take(I.DISCARD_LOOKED_AT, "so_it_is", ALICE)


def again(told: RulingSteps, dealer: Seat | None = None) -> RulingSteps:
    """Read from its own address."""
    return RulingSteps.of(dict(parse_qsl(told.query()[1:])), dealer, told.place)


@pytest.mark.parametrize("code", CODES)
def test_every_address_is_read_as_it_was_written(code: str) -> None:
    for way in every_way(CODES[code]):
        for offender in offenders(way.what):
            told = RulingSteps(way.what, BOB, offender, facts=_named(way.facts), noted=(), place=3)
            assert again(told) == told
            assert told.ruling(CODES[code]) == way.decided


def _named(facts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """In the order of the ids, as an address has no other."""
    order = [fact.value for fact in Fact]
    return tuple(sorted(facts, key=lambda one: order.index(one[0])))


def test_what_was_noted_stays_with_its_hand() -> None:
    told = RulingSteps(dealer=BOB, noted=(LOOKED_AT,), place=4)
    assert again(told).noted == (LOOKED_AT,)
    sent = dict(parse_qsl(told.query()[1:]))
    assert noted_at(sent, 4) == (LOOKED_AT,)
    assert noted_at(sent, 5) == ()
    assert noted_at({**sent, "rulings": "nonsense"}, 4) == ()
    assert noted_at({"rulings": sent["rulings"]}, 4) == ()


def test_whose_turn_it_is_need_not_be_said() -> None:
    assert RulingSteps.of({"dealer": "a"}, BOB, 1).dealer is BOB
    assert RulingSteps.of({"dealer": "a"}, None, 1).dealer is ALICE
    assert RulingSteps.of({"dealer": "z"}, None, 1).dealer is None


def test_law_14_out_of_turn_deals_whose_turn_it_is_not() -> None:
    told = RulingSteps.of({"what": "dealt_out_of_turn", "offender": "b"}, BOB, 1)
    assert (told.offender, told.dealt()) == (ALICE, ALICE)
    unknown = RulingSteps.of({"what": "dealt_out_of_turn", "offender": "b"}, None, 1)
    assert unknown.dealt() is BOB
    assert RulingSteps.of({"what": "wrong_order"}, BOB, 1).dealt() is BOB


def test_what_nobody_can_say_is_not_said() -> None:
    told = RulingSteps.of(
        {"what": "rain", "offender": "c", "weather": "wet", "rulings": "x"}, None, 0
    )
    assert told == RulingSteps()
    assert told.query() == "?"


def test_a_ruling_keeps_an_offender_only_where_it_needs_one() -> None:
    assert RulingSteps(I.REVOKE, BOB, ALICE).who() is ALICE
    assert RulingSteps(I.TURNED_SEVERAL, BOB, ALICE).who() is None


def test_answers_that_do_not_belong_lead_to_no_ruling() -> None:
    assert RulingSteps(I.REVOKE, facts=(("trump_turned", "yes"),)).ruling(LONDON) is None
    assert RulingSteps(I.REVOKE, facts=(("led_since", "perhaps"),)).ruling(LONDON) is None


def test_a_step_back_takes_one_answer_and_what_followed_from_it() -> None:
    told = RulingSteps(I.WRONG_NUMBER, BOB)
    for fact, answer in (
        ("trump_turned", "yes"),
        ("whose_hand", "dealer"),
        ("dealer_done", "played"),
    ):
        told = told.answering(Fact(fact), Answer(answer))
    decided = told.ruling(LONDON)
    assert decided is not None
    assert told.before(decided, 0).facts == ()
    assert told.before(decided, 2).facts == (("trump_turned", "yes"), ("whose_hand", "dealer"))


@pytest.mark.parametrize("code", CODES)
def test_a_hand_is_over_by_a_fresh_deal_or_by_abandoning_and_by_nothing_else(code: str) -> None:
    for way in every_way(CODES[code]):
        offender = offenders(way.what)[0]
        told = RulingSteps(way.what, BOB, offender, way.facts, place=2)
        for one, found in zip(
            ways(told, way.decided, CODES[code]), way.decided.choices, strict=True
        ):
            assert one.over == bool(OVER & {*found.consequences})
            abandoned = way.what is I.ABANDONED and dict(way.facts)["claimed"] == "no"
            assert one.over == (found.choice.value == "fresh_deal" or abandoned)
            assert one.steps.noted[-1].choice is found.choice
            assert one.steps.place == 2
            assert one.consequences


@pytest.mark.parametrize("code", CODES)
def test_each_decision_shows_the_laws_that_speak_of_it(code: str) -> None:
    for way in every_way(CODES[code]):
        numbers = [one.number for one in cited(way.decided)]
        assert numbers
        assert len(numbers) == len(set(numbers))
        told = way.decided.law
        assert all(f"law {n}" in told for n in numbers if told.startswith("law")) or any(
            one.law != told for one in way.decided.choices
        )


def test_a_question_gives_its_reason_where_that_is_short() -> None:
    first = RulingSteps(I.TURNED_SEVERAL, BOB).ruling(LONDON)
    assert first is not None
    assert [one.number for one in reasons(first)] == [11]
    many = RulingSteps(Irregularity.WRONG_NUMBER, BOB).ruling(LONDON)
    assert many is not None
    assert reasons(many) == []
