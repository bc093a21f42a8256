"""The laws one by one, and the way through the questions."""

import pytest

from games.engine.codes import CODES, Code
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.rulings.book import (
    CULPRITS,
    TREES,
    applied_refusal,
    entitled_seat,
    ruling_or_refusal,
    rulings,
    tree_of,
)
from games.engine.rulings.effect import MARKING
from games.engine.rulings.ids import Consequence, Culprit, Entitled, Fact, Irregularity, Reach
from games.engine.rulings.laws import LAWS
from games.engine.rulings.tree import Ask, Node, decisions, facts
from games.engine.seats import Seat
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import EVERY_CODE, I, take


def test_there_are_fifty_one_laws() -> None:
    assert list(LAWS) == list(range(1, 52))


def test_every_irregularity_belongs_to_a_law() -> None:
    assert {what for entry in LAWS.values() for what in entry.irregularities} == set(Irregularity)


@pytest.mark.parametrize("code", EVERY_CODE, ids=lambda code: code.id)
def test_every_law_that_a_ruling_cites_has_that_irregularity(code: Code) -> None:
    """Laws 30 and 34 stand in for what laws 16, 18 and 21 do not say of a short hand."""
    for what in Irregularity:
        for decision in decisions(tree_of(code, what)):
            for number in decision.laws:
                lent = number in (30, 34) and what is I.WRONG_NUMBER
                saved = number == 39 and what is I.REVOKE
                marked = number == 24 and what is I.KING_MARKED_SILENTLY
                assert lent or saved or marked or what in LAWS[number].irregularities


def test_a_law_of_conduct_changes_no_score_and_says_so() -> None:
    for entry in LAWS.values():
        found = [
            {*way.consequences}
            for what in entry.irregularities
            for decision in decisions(tree_of(LONDON, what))
            for way in decision.ways
        ]
        if entry.reach is Reach.CONDUCT:
            assert found
            assert all(Consequence.NO_SCORE_CHANGES in each for each in found)
            assert not any(each & MARKING for each in found)
        else:
            assert not any(Consequence.NO_SCORE_CHANGES in each for each in found)


def test_the_laws_of_conduct() -> None:
    conduct = [entry.number for entry in LAWS.values() if entry.reach is Reach.CONDUCT]
    assert conduct == [1, 2, 3, 4, 5, 6, 7, 26, 27, 28, 44]


def test_where_each_code_has_its_laws() -> None:
    cited = {code.id: {n: LAWS[n].source(code) for n in (3, 9, 23, 25, 42)} for code in EVERY_CODE}
    assert cited == {
        "london": {3: "law 3", 9: "law 9", 23: "law 23", 25: "law 25", 42: "law 42"},
        "britannica": {3: "EB 1911", 9: "law 9", 23: "EB 1911", 25: "EB 1911", 42: "EB 1911"},
        "modern": {3: "law 3", 9: "law 9", 23: "modern rules", 25: "law 25", 42: "EB 1911"},
        "household": {
            3: "Enquire Within",
            9: "Enquire Within",
            23: "Enquire Within",
            25: "law 25",
            42: "law 42",
        },
    }


@pytest.mark.parametrize("code", EVERY_CODE, ids=lambda code: code.id)
@pytest.mark.parametrize("what", Irregularity)
def test_no_question_is_asked_twice_on_the_way(code: Code, what: Irregularity) -> None:
    def walk(given: dict[str, str]) -> None:
        found = rulings(code, what, given)
        if found.question is None:
            assert found.choices
            assert found.law
            assert [fact.value for fact, _ in found.facts] == list(given)
            return
        assert found.question.fact.value not in given
        assert not found.choices
        for answer in found.question.answers:
            walk({**given, found.question.fact.value: answer.value})

    walk({})


@pytest.mark.parametrize("code", EVERY_CODE, ids=lambda code: code.id)
@pytest.mark.parametrize("what", Irregularity)
def test_a_question_is_asked_only_where_its_answers_decide(code: Code, what: Irregularity) -> None:
    def differs(node: Node) -> None:
        if isinstance(node, Ask):
            below = [branch for _answer, branch in node.branches]
            assert any(branch != below[0] for branch in below[1:])
            for branch in below:
                differs(branch)

    differs(tree_of(code, what))


def test_every_fact_is_asked_somewhere() -> None:
    found = {
        fact
        for code in CODES.values()
        for what in Irregularity
        for fact in facts(tree_of(code, what))
    }
    assert found == set(Fact)


def test_every_consequence_comes_of_something() -> None:
    found = {
        one
        for code in CODES.values()
        for what in Irregularity
        for decision in decisions(tree_of(code, what))
        for way in decision.ways
        for one in way.consequences
    }
    assert found == set(Consequence)


def test_the_facts_may_come_in_any_order() -> None:
    given = {"more_or_fewer": "more", "elder_done": "nothing", "whose_hand": "non_dealer"}
    found = rulings(LONDON, I.WRONG_NUMBER, {**given, "trump_turned": "yes"})
    assert [fact.value for fact, _ in found.facts] == [
        "trump_turned",
        "whose_hand",
        "elder_done",
        "more_or_fewer",
    ]


def test_while_there_is_a_question_the_laws_that_may_follow_are_named() -> None:
    assert rulings(LONDON, I.WRONG_NUMBER, {"trump_turned": "no"}).law == "law 9"
    found = rulings(LONDON, I.WRONG_NUMBER, {"trump_turned": "yes", "whose_hand": "non_dealer"})
    assert found.law == "law 15, law 16, law 30, law 20"


@pytest.mark.parametrize(
    ("what", "given", "code", "params"),
    [
        ("spilt_wine", {}, RefusalCode.IRREGULARITY_UNKNOWN, {}),
        (
            "false_king",
            {"led_since": "yes"},
            RefusalCode.FACT_UNKNOWN,
            {"fact": "led_since", "answer": "yes"},
        ),
        (
            "revoke",
            {"led_since": "perhaps"},
            RefusalCode.FACT_ANSWER_UNKNOWN,
            {"fact": "led_since", "answer": "perhaps"},
        ),
        (
            "false_king",
            {"error_declared": "yes", "adversary_held_king": "no"},
            RefusalCode.FACTS_CONTRADICT,
            {"fact": "adversary_held_king"},
        ),
        (
            "wrong_number",
            {"trump_turned": "no", "whose_hand": "dealer"},
            RefusalCode.FACTS_CONTRADICT,
            {"fact": "whose_hand"},
        ),
    ],
)
def test_facts_that_are_refused(
    what: str, given: dict[str, str], code: RefusalCode, params: dict[str, str]
) -> None:
    found = ruling_or_refusal(LONDON, what, given)
    assert isinstance(found, Refusal)
    assert found
    assert (found.code, found.params, found.field) == (code, params, "rulings")
    assert found.law
    with pytest.raises(RefusalError) as caught:
        rulings(LONDON, what, given)
    assert caught.value.refusal == found


def test_facts_that_are_not_refused() -> None:
    assert not isinstance(ruling_or_refusal(LONDON, "revoke", {"led_since": "yes"}), Refusal)


def test_a_ruling_is_taken_with_its_law_and_its_facts() -> None:
    found = take(I.FALSE_KING, "play_again", ALICE, adversary_held_king="no", error_declared="no")
    assert found.law == "law 25"
    assert [(fact.value, answer.value) for fact, answer in found.facts] == [
        ("error_declared", "no"),
        ("adversary_held_king", "no"),
    ]
    assert applied_refusal(LONDON, found) is None
    assert hash(found)


@pytest.mark.parametrize(
    ("what", "choice", "offender", "given", "code"),
    [
        (I.REVOKE, "play_again", ALICE, {}, RefusalCode.FACT_MISSING),
        (I.REVOKE, "fresh_deal", ALICE, {"led_since": "yes"}, RefusalCode.CHOICE_NOT_OPEN),
        (I.REVOKE, "play_again", None, {"led_since": "yes"}, RefusalCode.OFFENDER_MISSING),
        (I.PACK_INCORRECT, "fresh_deal", BOB, {}, RefusalCode.OFFENDER_CONTRADICTS),
        (I.REVOKE, "play_again", ALICE, {"mixed": "no"}, RefusalCode.FACT_UNKNOWN),
    ],
)
def test_rulings_that_cannot_be_taken(
    what: Irregularity,
    choice: str,
    offender: Seat | None,
    given: dict[str, str],
    code: RefusalCode,
) -> None:
    with pytest.raises(RefusalError) as caught:
        take(what, choice, offender, **given)
    assert caught.value.refusal.code == code


def test_who_it_is_that_may_choose() -> None:
    found = [entitled_seat(one, BOB, BOB) for one in Entitled]
    assert found == [ALICE, BOB, ALICE, BOB, None]
    assert [entitled_seat(one, None, None) for one in Entitled] == [None] * 5


@pytest.mark.parametrize("code", EVERY_CODE, ids=lambda code: code.id)
def test_whoever_may_choose_can_be_told(code: Code) -> None:
    """Where it is the player concerned, or his adversary, it is told whose doing it was."""
    for what in Irregularity:
        for decision in decisions(tree_of(code, what)):
            if decision.entitled in (Entitled.OFFENDER, Entitled.ADVERSARY):
                assert CULPRITS[what] is Culprit.EITHER
            if decision.entitled is not Entitled.NOBODY:
                assert decision.ways
            else:
                assert len(decision.ways) == 1


def test_a_consequence_that_falls_on_a_player_has_a_culprit() -> None:
    own = {Consequence.ONE_LESS, Consequence.KING_HELD_NOT_MARKED, Consequence.HAND_ABANDONED}
    for code in EVERY_CODE:
        for what in Irregularity:
            for decision in decisions(tree_of(code, what)):
                if any(own & {*way.consequences} for way in decision.ways):
                    assert CULPRITS[what] is Culprit.EITHER


def test_every_irregularity_says_whose_doing_it_can_be() -> None:
    assert set(CULPRITS) == set(Irregularity)
    assert CULPRITS[I.FALSE_KING] is Culprit.EITHER
    assert CULPRITS[I.ELDER_ASKED_TOO_FEW] is Culprit.NON_DEALER
    assert CULPRITS[I.TURNED_SEVERAL] is Culprit.DEALER
    assert CULPRITS[I.PACK_INCORRECT] is Culprit.NOBODY


def test_only_the_britannica_and_the_options_have_other_trees() -> None:
    for code in (LONDON, MODERN):
        assert all(tree_of(code, what) is TREES[what] for what in TREES)
    household = [what.value for what in TREES if tree_of(HOUSEHOLD, what) is not TREES[what]]
    assert household == [
        "exposed_in_cut_to_dealer",
        "wrong_order",
        "turned_several",
        "faced_card_in_deal",
        "exposed_in_deal",
        "dealt_out_of_turn",
        "dealt_other_pack",
        "wrong_number",
        "faced_card_in_stock",
        "led_out_of_turn",
        "mark_omitted",
        "overscored",
    ]
    others = [what.value for what in TREES if tree_of(BRITANNICA, what) is not TREES[what]]
    assert others == [
        "king_turned_unmarked",
        "exposed_in_giving",
        "turned_after_giving",
        "stock_short",
        "card_taken_back",
        "other_suit_named",
        "revoke",
    ]
