"""`manage.py ecarte odds`: what it prints, the same as data, and what it says of wrong cards."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.cards import SUITS, cards
from games.engine.exact.counting import Question, count
from games.engine.exact.solving import Fault
from games.matches.management.commands.ecarte import PARTS
from games.matches.management.ecarte import odds

pytestmark = pytest.mark.slow

HAND = "7H KC QC JC 7S"
PRINTED = [
    ("H", "7H KC QC JC 7S", "KC", 44_724),
    ("H", "7H 8H KS 7S 7D", "KS", 46_039),
    ("C", "7C 8C 8D 9D QS", "9D", 44_169),
    ("C", "7C 8C KH JS 7D", "KH", 44_459),
    ("H", "7H 8H KS AD 9C", "KS", 44_034),
    ("D", "7D 8D 8S QH QC", "8S", 44_766),
]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    def say(*arguments: str) -> str:
        call_command("ecarte", "odds", *arguments)
        return capsys.readouterr().out

    return say


@pytest.mark.parametrize(("trump", "hand", "lead", "wins"), PRINTED)
def test_the_printed_counts(said: Any, trump: str, hand: str, lead: str, wins: int) -> None:
    expected = f"{wins} of 65780\n"
    assert said(hand, "--trump", trump) == expected
    assert said(hand, "--trump", trump, "--lead", lead) == expected
    low = next(rank + trump for rank in "9TA" if rank + trump not in hand)
    assert said(hand, "--trump", trump, "--turned", low) == expected


def test_a_worse_lead_wins_less_often(said: Any) -> None:
    assert said(HAND, "--trump", "H", "--lead", "7S") == "20364 of 65780\n"


def test_small_letters_and_commas_are_read(said: Any) -> None:
    assert said("7h,kc qc, jc 7s", "--trump", "h", "--turned", "9h") == "44724 of 65780\n"


def test_the_same_as_data(said: Any) -> None:
    found = json.loads(said(HAND, "--trump", "H", "--json"))
    assert found["hand"] == HAND.split()
    assert (found["trump"], found["turned"], found["lead"]) == ("H", "8H", None)
    assert (found["out"], found["held"]) == ([], [])
    assert (found["hands"], found["point"]) == (65_780, 44_724)
    assert sum(found["tricks"]) == 65_780
    assert (sum(found["tricks"][3:]), found["tricks"][5], found["tricks"][0]) == (
        found["point"],
        found["vole"],
        found["vole_lost"],
    )
    assert sum(found["trumps"][2:]) == 21_206
    assert found["best_leads"]["point"] == ["JC", "QC", "KC"]
    assert found["leads"].keys() == set(HAND.split())
    assert found["leads"]["7S"]["point"] == 20_364


def test_the_data_of_one_lead_are_those_of_that_lead(said: Any) -> None:
    found = json.loads(said(HAND, "--trump", "H", "--lead", "7S", "--json"))
    assert found["lead"] == "7S"
    assert {key: found[key] for key in found["leads"]["7S"]} == found["leads"]["7S"]
    documented = odds.PARSER["epilog"].replace(",", " ").split()
    assert found.keys() <= set(documented)


def test_discards_and_a_king_that_was_announced(said: Any) -> None:
    """They are counted as the engine counts them, and named as they were given."""
    given = ("--trump", "H", "--out", "8D 9D", "--held", "KH")
    found = json.loads(said(HAND, *given, "--json"))
    question = Question(
        hand=cards(HAND), trump=SUITS.index("H"), out=cards("8H 8D 9D"), holds=cards("KH")
    )
    assert (found["out"], found["held"]) == (["8D", "9D"], ["KH"])
    assert (found["hands"], found["point"]) == (
        count(question).hands,
        count(question).best.point,
    )
    assert said(HAND, *given) == f"{found['point']} of {found['hands']}\n"


def test_the_lowest_trump_not_named_is_taken_to_be_turned(said: Any) -> None:
    for more, turned in ((), "8H"), (("--out", "8H"), "9H"), (("--held", "8H 9H"), "TH"):
        assert json.loads(said(HAND, "--trump", "H", "--json", *more))["turned"] == turned


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("7H KC QC JC 1S", "--trump", "H"), "There is no card '1S'. A card is its rank"),
        (("7H KC QC JC 10S", "--trump", "H"), "such as TH for the ten of hearts"),
        (("7H KC QC JC KC", "--trump", "H"), "KC is given twice. Give each card once"),
        (("7H KC 7H JC KC", "--trump", "H"), "KC 7H are given twice"),
        (("7H KC QC JC", "--trump", "H"), "The hand has 4 cards. Give five, such as"),
        (("7H KC QC JC 7S 8S", "--trump", "H"), "The hand has 6 cards"),
        (("", "--trump", "H"), "The hand has 0 cards"),
        ((HAND, "--trump", "X"), "There is no suit 'X'. The suits are C D H S"),
        ((HAND, "--trump", ""), "There is no suit ''"),
        ((HAND, "--trump", "HS"), "There is no suit 'HS'"),
        ((HAND, "--trump", "H", "--turned", "9C"), "9C is not a trump. Give --trump C"),
        ((HAND, "--trump", "H", "--turned", "7H"), "7H is given twice"),
        ((HAND, "--trump", "H", "--out", "KC"), "KC is given twice"),
        ((HAND, "--trump", "H", "--lead", "9C"), "9C is not in the hand. Lead one of 7H KC"),
        ((HAND, "--trump", "H", "--lead", "x"), "There is no card 'x'"),
        ((HAND, "--trump", "H", "--held", "7D 8D 9D TD AD JD"), "more than five cards"),
        (
            (HAND, "--trump", "H", "--out", "8H 9H TH AH", "--held", "JH QH KH"),
            "No trump is left to be the turn-up",
        ),
        (
            (
                HAND,
                "--trump",
                "H",
                "--out",
                "9H TH 7C 8C 9C TC AC "
                + " ".join(
                    f"{rank}{suit}" for suit in "DS" for rank in "789TAJQK" if rank + suit != "7S"
                ),
            ),
            "Too few cards are left",
        ),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    arguments: tuple[str, ...], told: str, said: Any
) -> None:
    with pytest.raises(CommandError) as caught:
        said(*arguments)
    assert told in str(caught.value)


def test_every_fault_a_question_can_have_is_worded() -> None:
    of_positions = {Fault.HANDS_UNEQUAL, Fault.TRICKS_IMPOSSIBLE}
    assert set(odds._WORDS) == set(Fault) - of_positions


@pytest.mark.parametrize("arguments", [(), ("odds",), ("odds", HAND), ("whist", HAND)])
def test_a_part_that_is_missing_or_unknown_is_refused(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        call_command("ecarte", *arguments)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_tells_how_it_is_asked(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("ecarte", part, "--help")
    assert PARTS[part].HELP in " ".join(capsys.readouterr().out.split())


def test_help_says_which_card_is_taken_to_be_turned(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("ecarte", "odds", "--help")
    assert "the lowest trump" in " ".join(capsys.readouterr().out.split())
