"""House rules: a code made from one of the four, each option with its source."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import club_rules
from games.engine.codes import (
    AGREEMENT,
    CODES,
    EB,
    ENQUIRE,
    MODERN,
    Abandoned,
    Code,
    GameValue,
    LostVole,
    Rule,
)
from games.engine.facts import Mark
from games.engine.marks import marks
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.terms import Format, FormatKind, Terms, terms_refusal

from .people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, REFUSED, STOOD, hand
from .test_codes import TABLE
from .test_matrix import as_record, every_hand

codes = st.sampled_from(list(CODES.values()))
TEXTS = {name: [choice.text for choice in club_rules.choices(name)] for name in club_rules.OPTIONS}
any_changes = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(texts) for name, texts in TEXTS.items()}
)


def changes_from(other: Code) -> dict[str, str]:
    """All options of another code, as texts."""
    return {name: club_rules.text(option.value) for name, option in other.options().items()}


def refused(base: Code, changes: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(RefusalError) as found:
        club_rules.code_with(base, changes)
    return found.value.refusal.code, found.value.refusal.field


def test_every_option_of_a_code_can_be_chosen_and_no_other() -> None:
    assert set(club_rules.OPTIONS) == set(TABLE)
    for name, values in TABLE.items():
        assert set(values) <= {choice.value for choice in club_rules.choices(name)}


def test_the_only_choice_that_no_code_has() -> None:
    alone = [
        (name, choice.text)
        for name in club_rules.OPTIONS
        for choice in club_rules.choices(name)
        if choice.source == AGREEMENT
    ]
    assert alone == [("proposer_takes_one", "no"), ("king_held_until", "first_card")]


@pytest.mark.parametrize(
    ("option", "value", "source"),
    [
        ("king_held_until", "first_card_or_king_answered", "law 23, law 24"),
        ("king_held_until", "opening_lead", MODERN),
        ("false_king", "one_less_unless_adversary_holds", "law 25"),
        ("false_king", "one_less", EB),
        ("abandoned", "remaining_tricks", EB),
        ("abandoned", "point_or_vole", "law 42"),
        ("game_value", "by_agreement", "law 46"),
        ("game_value", "single", f"{EB}, {MODERN}, {ENQUIRE}"),
        ("proposals", "as_often_as_he_pleases", f"law 26, {EB}"),
        ("propose_after_dealer_took_none", "does_not_arise", ENQUIRE),
        ("gallery_may_point", "yes", EB),
        ("cut_for_deal", "at_each_rubber", ENQUIRE),
    ],
)
def test_each_changed_option_has_the_source_of_the_codes_that_have_it(
    option: str, value: str, source: str
) -> None:
    assert [one.source for one in club_rules.choices(option) if one.text == value] == [source]


def test_london_with_the_tricks_of_the_britannica() -> None:
    made = club_rules.code_with(LONDON, {"abandoned": "remaining_tricks"})
    assert (made.abandoned.value, made.abandoned.source) == (Abandoned.REMAINING_TRICKS, EB)
    assert made.source(Rule.ABANDONED) == EB
    assert made.source(Rule.POINT) == "law 48"
    assert LONDON.abandoned.value is Abandoned.POINT_OR_VOLE


def test_a_vole_lost_by_who_stood_cites_the_option() -> None:
    """Law 49 leaves the vole to itself: where the club does not, it is not law 49 that says so."""
    made = club_rules.code_with(LONDON, {"lost_vole": "two_whatever_the_tricks"})
    three = f"{EB}, {MODERN}, {ENQUIRE}"
    assert marks(made, hand(ALICE, STOOD, (5, 0))) == (
        Mark(
            ALICE, 2, marks(LONDON, hand(ALICE, STOOD, (5, 0)))[0].kind, Rule.STOOD_AND_LOST, three
        ),
    )
    (lost,) = marks(made, hand(ALICE, REFUSED, (0, 2), abandoned_by=ALICE))
    assert (lost.rule, lost.law) == (Rule.REFUSED_AND_LOST, f"law 42, {three}")
    (point,) = marks(made, hand(ALICE, STOOD, (3, 2)))
    assert (point.rule, point.law) == (Rule.STOOD_AND_LOST, "law 49")


def test_a_vole_left_to_itself_is_a_vole_by_the_codes_own_words() -> None:
    made = club_rules.code_with(BRITANNICA, {"lost_vole": "vole_unaffected"})
    assert made.lost_vole.source == "law 49"
    (vole,) = marks(made, hand(ALICE, STOOD, (5, 0)))
    assert (vole.points, vole.rule, vole.law) == (2, Rule.VOLE, EB)


def test_treble_and_double_where_the_house_counts_them() -> None:
    game = Format(FormatKind.ONE_GAME, 1)
    assert terms_refusal(Terms(BRITANNICA, game, game_values=True)) is not None
    made = club_rules.code_with(BRITANNICA, {"game_value": "by_agreement"})
    assert terms_refusal(Terms(made, game, game_values=True)) is None
    assert made.game_value.value is GameValue.BY_AGREEMENT
    single = club_rules.code_with(LONDON, {"game_value": "single"})
    found = terms_refusal(Terms(single, game, game_values=True))
    assert found is not None
    assert found.law == f"{EB}, {MODERN}, {ENQUIRE}"


# What the texts leave to decide once the dealer took none, by how often one may propose.
AFTER_NONE = {
    "as_often_as_he_pleases": {"yes", "no"},
    "while_dealer_exchanges": {"no"},
    "one_second_by_agreement": {"does_not_arise"},
}


@pytest.mark.parametrize("base", CODES.values(), ids=CODES)
def test_every_pair_of_proposals_and_what_follows(base: Code) -> None:
    field = "propose_after_dealer_took_none"
    for proposals, after in product(AFTER_NONE, ("yes", "no", "does_not_arise")):
        changes = {"proposals": proposals, field: after}
        if after in AFTER_NONE[proposals]:
            made = club_rules.code_with(base, changes)
            assert (club_rules.text(made.proposals.value), changes[field]) == (proposals, after)
        else:
            assert refused(base, changes) == (RefusalCode.PROPOSALS_CONTRADICT, field)


def test_one_of_the_two_alone_is_held_against_the_code() -> None:
    for base, proposals in (
        (LONDON, "one_second_by_agreement"),
        (HOUSEHOLD, "while_dealer_exchanges"),
    ):
        assert refused(base, {"proposals": proposals})[0] == RefusalCode.PROPOSALS_CONTRADICT
    found = club_rules.options_refusal(LONDON, {"proposals": "one_second_by_agreement"})
    assert found is not None
    assert found.law == ENQUIRE


@pytest.mark.parametrize("name", ["id", "written", "source", "", "Proposals", "trumps"])
def test_an_option_that_no_code_has(name: str) -> None:
    assert refused(LONDON, {name: "yes"}) == (RefusalCode.OPTION_UNKNOWN, name)


@pytest.mark.parametrize("name", club_rules.OPTIONS)
@pytest.mark.parametrize("value", ["", "YES", "maybe", "none", None, True, 1, [], {}])
def test_a_value_that_an_option_cannot_have(name: str, value: Any) -> None:
    if isinstance(value, list | dict):
        value = str(value)
    assert refused(LONDON, {name: value}) == (RefusalCode.OPTION_VALUE_UNKNOWN, name)


def test_values_of_another_option() -> None:
    found = refused(LONDON, {"abandoned": "single"})
    assert found == (RefusalCode.OPTION_VALUE_UNKNOWN, "abandoned")


# --- properties ---


@given(codes)
def test_a_code_is_itself_without_changes(base: Code) -> None:
    assert club_rules.code_with(base, {}) == base
    assert club_rules.code_with(base, changes_from(base)) == base


@given(codes, codes)
def test_any_code_can_be_played_from_any_other(base: Code, other: Code) -> None:
    """Every option of it: what no option carries stays where it was taken from."""
    made = club_rules.code_with(base, changes_from(other))
    assert {name: option.value for name, option in made.options().items()} == {
        name: option.value for name, option in other.options().items()
    }
    assert (made.id, made.written) == (base.id, base.written)


@given(codes, any_changes)
def test_what_is_changed_is_changed_and_nothing_else(base: Code, changes: dict[str, str]) -> None:
    if club_rules.options_refusal(base, changes):
        return
    made = club_rules.code_with(base, changes)
    for name, option in made.options().items():
        if name in changes:
            assert club_rules.text(option.value) == changes[name]
        else:
            assert option == base.options()[name]
        assert option.source
    assert club_rules.code_with(base, club_rules.differences(base, changes)) == made


@given(codes, any_changes, any_changes)
def test_changes_made_twice_are_made_once(
    base: Code, first: dict[str, str], second: dict[str, str]
) -> None:
    """A copy of a copy is a code like any other, whatever the way to it."""
    both = {**first, **second}
    if club_rules.options_refusal(base, first) or club_rules.options_refusal(base, both):
        return
    twice = club_rules.code_with(club_rules.code_with(base, first), second)
    values = {
        name: option.value for name, option in club_rules.code_with(base, both).options().items()
    }
    assert {name: option.value for name, option in twice.options().items()} == values


@given(codes, any_changes)
def test_every_hand_scores_the_same_points(base: Code, changes: dict[str, str]) -> None:
    """No option of these changes how many points a hand of facts is worth, only what is cited."""
    if club_rules.options_refusal(base, changes):
        return
    made = club_rules.code_with(base, changes)
    for facts in list(every_hand())[::7]:
        record = as_record(*facts)
        ours = [(one.seat, one.points, one.kind) for one in marks(made, record)]
        assert ours == [(one.seat, one.points, one.kind) for one in marks(base, record)]


def test_texts_are_told_apart() -> None:
    for name in club_rules.OPTIONS:
        texts = [choice.text for choice in club_rules.choices(name)]
        assert len(set(texts)) == len(texts) >= 2
    assert club_rules.text(LostVole.VOLE_UNAFFECTED) == "vole_unaffected"
    assert BOB is not ALICE
