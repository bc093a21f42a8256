"""The four codes of laws, against their texts."""

import re
from dataclasses import replace
from itertools import product

import pytest

from games.engine.codes import (
    AGREEMENT,
    CODES,
    DEFAULT_CODE,
    EB,
    ENQUIRE,
    FOSTER,
    MODERN,
    Abandoned,
    Code,
    CutForDeal,
    ExposedInCutting,
    FalseKing,
    GameValue,
    HighestCut,
    KingUntil,
    LoserGoesOut,
    LostVole,
    Option,
    Proposals,
    Rule,
    ScoreAmended,
    WrongDeal,
)
from games.engine.facts import MARK_RULES
from games.engine.marks import marks
from games.engine.records import HandRecord
from games.engine.seats import Seat

from .people import ALICE, BRITANNICA, HOUSEHOLD, LONDON, POINT, REFUSED, STOOD, hand, only
from .test_matrix import as_record, every_hand

CITATION = re.compile(r"law ([1-9]|[1-4][0-9]|5[01])")
WORKS = {EB, MODERN, ENQUIRE, FOSTER, AGREEMENT}

TABLE = {
    "proposals": (
        Proposals.AS_OFTEN_AS_HE_PLEASES,
        Proposals.AS_OFTEN_AS_HE_PLEASES,
        Proposals.WHILE_DEALER_EXCHANGES,
        Proposals.ONE_SECOND_BY_AGREEMENT,
    ),
    "propose_after_dealer_took_none": (True, True, False, None),
    "proposer_takes_one": (True, True, True, True),
    "king_held_until": (
        KingUntil.FIRST_CARD_OR_KING_ANSWERED,
        KingUntil.FIRST_CARD_KING_INCLUDED,
        KingUntil.OPENING_LEAD,
        KingUntil.FIRST_CARD_OR_KING_LED,
    ),
    "false_king": (
        FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS,
        FalseKing.ONE_LESS,
        FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS,
        FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS,
    ),
    "wrong_deal": (
        WrongDeal.AS_EACH_LAW_SAYS,
        WrongDeal.AS_EACH_LAW_SAYS,
        WrongDeal.AS_EACH_LAW_SAYS,
        WrongDeal.NEW_DEAL,
    ),
    "exposed_in_cutting": (
        ExposedInCutting.NEW_CUT,
        ExposedInCutting.NEW_CUT,
        ExposedInCutting.NEW_CUT,
        ExposedInCutting.NEW_DEAL,
    ),
    "score_amended": (
        ScoreAmended.TRUMP_TURNED_OR_DURING_GAME,
        ScoreAmended.TRUMP_TURNED_OR_DURING_GAME,
        ScoreAmended.TRUMP_TURNED_OR_DURING_GAME,
        ScoreAmended.NEXT_DEAL,
    ),
    "abandoned": (
        Abandoned.POINT_OR_VOLE,
        Abandoned.REMAINING_TRICKS,
        Abandoned.REMAINING_TRICKS,
        Abandoned.POINT_OR_VOLE,
    ),
    "lost_vole": (
        LostVole.VOLE_UNAFFECTED,
        LostVole.TWO_WHATEVER_THE_TRICKS,
        LostVole.TWO_WHATEVER_THE_TRICKS,
        LostVole.TWO_WHATEVER_THE_TRICKS,
    ),
    "gallery_may_point": (False, True, False, False),
    "loser_goes_out": (
        LoserGoesOut.NO,
        LoserGoesOut.UNLESS_CHOUETTE,
        LoserGoesOut.NO,
        LoserGoesOut.NO,
    ),
    "game_value": (
        GameValue.BY_AGREEMENT,
        GameValue.SINGLE,
        GameValue.SINGLE,
        GameValue.SINGLE,
    ),
    "cut_for_deal": (
        CutForDeal.AT_THE_START,
        CutForDeal.AT_THE_START,
        CutForDeal.AT_THE_START,
        CutForDeal.AT_EACH_RUBBER,
    ),
    "highest_cut": (
        HighestCut.DEALS,
        HighestCut.CHOOSES,
        HighestCut.DEALS,
        HighestCut.DEALS,
    ),
}


def test_the_default_code_is_that_of_the_london_clubs() -> None:
    assert DEFAULT_CODE == "london"
    assert list(CODES) == ["london", "britannica", "modern", "household"]
    assert all(code.id == name for name, code in CODES.items())


@pytest.mark.parametrize("name", TABLE)
def test_each_option_has_the_value_of_its_source(name: str) -> None:
    values = tuple(code.options()[name].value for code in CODES.values())
    assert values == TABLE[name]


def test_the_table_has_every_option() -> None:
    for code in CODES.values():
        assert set(code.options()) == set(TABLE)


def cited_by(code: Code) -> set[str]:
    sources = [option.source for option in code.options().values()]
    sources += [code.source(rule) for rule in Rule]
    return {one for source in sources for one in source.split(", ")}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_every_option_and_every_rule_has_its_source(code: Code) -> None:
    assert all(one in WORKS or CITATION.fullmatch(one) for one in cited_by(code))


def test_citations_joined_name_each_source_once() -> None:
    assert LONDON.source(Rule.KING_HELD, Rule.POINT, Rule.KING_TURNED) == "law 47, law 48"
    assert CODES["modern"].source(Rule.ABANDONED, Rule.STOOD_AND_LOST) == "EB 1911, modern rules"


def test_house_rules_are_made_from_a_code() -> None:
    house = replace(LONDON, id="ours", abandoned=Option(Abandoned.REMAINING_TRICKS, EB))
    record = hand(ALICE, STOOD, (1, 0), abandoned_by=ALICE)
    assert house.source(Rule.ABANDONED) == EB
    assert [mark.law for mark in marks(house, record)] == [EB]
    assert LONDON.source(Rule.ABANDONED) == "law 42"


@pytest.mark.parametrize("code", [BRITANNICA, CODES["modern"], HOUSEHOLD], ids=lambda code: code.id)
def test_outside_london_two_are_marked_whatever_the_tricks(code: Code) -> None:
    """`marks` of a vole lost by who stood or refused: still a vole, by the other rule."""
    stood, refused = hand(ALICE, STOOD, (5, 0)), hand(ALICE, REFUSED, (0, 5))
    assert [(one.points, one.kind, one.rule) for one in marks(code, stood)] == [
        (2, "vole", Rule.STOOD_AND_LOST)
    ]
    assert [(one.points, one.kind, one.rule) for one in marks(code, refused)] == [
        (2, "vole", Rule.REFUSED_AND_LOST)
    ]
    assert marks(LONDON, stood)[0].rule is Rule.VOLE


@pytest.mark.parametrize("code", [BRITANNICA, CODES["modern"]], ids=lambda code: code.id)
def test_the_remaining_tricks_go_to_the_adversary(code: Code) -> None:
    for made, points, kind in (((0, 3), 2, "vole"), ((2, 1), 1, "point")):
        (mark,) = marks(code, hand(ALICE, STOOD, made, abandoned_by=ALICE))
        assert (mark.seat, mark.points, mark.kind) == (Seat.B, points, kind)
        assert (mark.rule, mark.law) == (Rule.ABANDONED, EB)


def test_the_rules_of_marks_are_those_that_marks_have() -> None:
    records: list[HandRecord] = [as_record(*facts) for facts in every_hand()]
    records += [only((ALICE, 3)), only((ALICE, 2, POINT))]
    found = {
        mark.rule
        for code, record in product(CODES.values(), records)
        for mark in marks(code, record)
    }
    assert found == MARK_RULES
