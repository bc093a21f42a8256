"""Looking something up in the laws, as it is typed at a table."""

import pytest
from django.utils import translation

from games.engine.codes import CODES
from games.engine.rulings.ids import Irregularity
from games.engine.rulings.laws import LAWS
from games.laws import selectors as law_book
from games.laws.selectors import folded, irregularities_matching, laws_about, matches_words
from games.matches.labels.rulings import IRREGULARITIES
from tests.support.every_ruling import every_way

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

EVERY = list(Irregularity)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ECARTE", True),
        ("écarté", True),
        ("partie", True),
        ("part", True),
        ("tie", False),
        ("cartes ecarte", True),
        ("partie elephant", False),
        ("", True),
    ],
)
def test_every_word_typed_is_found_whatever_its_accents_and_case(typed: str, found: bool) -> None:
    assert matches_words(typed, folded("La partie d’écarté", "cinq cartes")) is found


def test_a_number_is_found_whole() -> None:
    among = folded(42, "after 5 tricks")
    assert matches_words("42", among)
    assert matches_words("5", among)
    assert not matches_words("4", among)
    assert not matches_words("2", among)


def test_a_long_rule_is_searched_to_its_end() -> None:
    """The key of a name has 200 characters, a rule may have more."""
    assert matches_words("last", folded("word " * 100 + "last"))


def test_each_thing_is_found_by_its_own_words_and_by_its_laws() -> None:
    for one in EVERY:
        assert one in irregularities_matching(str(IRREGULARITIES[one]), EVERY)
        for number in laws_about(one):
            assert one in irregularities_matching(str(number), EVERY)


# What people say at a table, and what they mean by it.
WHAT_PEOPLE_SAY = [
    ("en", "revoke", Irregularity.REVOKE),
    ("en", "Revoked", Irregularity.REVOKE),
    ("en", "REVOKING", Irregularity.REVOKE),
    ("en", "I revoked", Irregularity.REVOKE),
    ("en", "renege", Irregularity.REVOKE),
    ("en", "reneged", Irregularity.REVOKE),
    ("en", "renounce", Irregularity.REVOKE),
    ("en", "renounces", Irregularity.REVOKE),
    ("en", "misdeal", Irregularity.WRONG_NUMBER),
    ("en", "misdeals", Irregularity.EXPOSED_IN_DEAL),
    ("en", "misdealt", Irregularity.WRONG_NUMBER),
    ("en", "exposed card", Irregularity.EXPOSED_IN_DEAL),
    ("en", "exposing cards", Irregularity.EXPOSED_IN_GIVING),
    ("en", "forgot king", Irregularity.KING_ANNOUNCED_LATE),
    ("en", "gave up", Irregularity.ABANDONED),
    ("en", "wrong score", Irregularity.OVERSCORED),
    ("fr", "renonce", Irregularity.REVOKE),
    ("fr", "renoncé", Irregularity.REVOKE),
    ("fr", "RENONCES", Irregularity.REVOKE),
    ("fr", "il a renoncé", Irregularity.REVOKE),
    ("fr", "sous-coupe", Irregularity.REVOKE),
    ("fr", "sous coupé", Irregularity.REVOKE),
    ("fr", "fausse donne", Irregularity.WRONG_NUMBER),
    ("fr", "fausses donnes", Irregularity.WRONG_NUMBER),
    ("fr", "maldonne", Irregularity.EXPOSED_IN_DEAL),
    ("fr", "carte exposee", Irregularity.EXPOSED_IN_DEAL),
    ("fr", "roi oublié", Irregularity.KING_TURNED_UNMARKED),
    ("fr", "abandon", Irregularity.ABANDONED),
    # A visitor's words, on a page of the other language.
    ("en", "sous-coupe", Irregularity.REVOKE),
    ("en", "fausse donne", Irregularity.WRONG_NUMBER),
    ("fr", "revoke", Irregularity.REVOKE),
    ("fr", "misdeal", Irregularity.WRONG_NUMBER),
]


@pytest.mark.parametrize(("language", "typed", "what"), WHAT_PEOPLE_SAY)
def test_faults_are_found_by_the_words_people_use(
    language: str, typed: str, what: Irregularity
) -> None:
    with translation.override(language):
        assert what in irregularities_matching(typed, EVERY)
        numbers = {law.number for law in law_book.laws(CODES["london"], typed)}
    assert numbers & set(laws_about(what))


@pytest.mark.parametrize(
    ("language", "typed", "wanted"),
    [
        ("en", "revoke", {Irregularity.REVOKE, Irregularity.CARD_TAKEN_BACK}),
        ("fr", "sous-coupe", {Irregularity.REVOKE}),
        ("en", "elephant", set()),
        ("fr", "revoke elephant", set()),
    ],
)
def test_nothing_else_is_found_by_them(
    language: str, typed: str, wanted: set[Irregularity]
) -> None:
    with translation.override(language):
        assert set(irregularities_matching(typed, EVERY)) == wanted


def test_endings_are_ignored_but_words_that_share_a_beginning_are_told_apart() -> None:
    with translation.override("en"):
        among = folded("The dealer exposed two cards")
        assert all(matches_words(typed, among) for typed in ("exposing", "exposes", "card"))
        assert not any(matches_words(typed, among) for typed in ("deals", "dealing", "cardinal"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_empty_search_proposes_words_that_find_something(language: str) -> None:
    with translation.override(language):
        examples = law_book.search_examples(EVERY, law_book.irregularity_words)
        assert len(examples) == 5
        assert all(irregularities_matching(word, EVERY) for word in examples)
        assert law_book.search_examples([], law_book.irregularity_words) == []


def test_what_is_not_offered_is_not_found() -> None:
    assert irregularities_matching("king", [Irregularity.REVOKE]) == []


@pytest.mark.parametrize("number", LAWS)
def test_each_law_is_found_by_its_number_and_alone(number: int) -> None:
    found = [one.number for one in law_book.laws(CODES["london"], str(number))]
    assert number in found
    # Laws 9 and 47 name others in their text; nobody minds finding those too.
    assert len(found) <= 3


@pytest.mark.parametrize("code", CODES)
def test_every_decision_stands_in_the_book_under_the_laws_it_cites(code: str) -> None:
    """Counted from the questions, not from the trees."""
    book = {one.number: one for one in law_book.laws(CODES[code])}
    for way in every_way(CODES[code]):
        for option in way.decided.choices:
            for law in option.law.split(", "):
                if law.startswith("law ") and way.what in LAWS[int(law[4:])].irregularities:
                    told = book[int(law[4:])].happenings
                    follows = next(one for one in told if one.irregularity == way.what).follows
                    facts = [tuple((a.fact, a.answer) for a in one.facts) for one in follows]
                    assert way.facts in facts


@pytest.mark.parametrize("code", CODES)
def test_what_a_code_has_is_not_told_of_another(code: str) -> None:
    for one in law_book.laws(CODES[code]):
        here = {(each.question, each.text) for each in one.here}
        assert all((each.question, each.text) not in here for each in one.elsewhere)
        assert all(code not in each.codes for each in one.elsewhere)


def test_every_option_of_a_code_is_told_of_a_law_or_beside_the_laws() -> None:
    named = {name for several in law_book.OPTIONS.values() for name in several}
    assert named | {*law_book.OF_NO_LAW} == {*CODES["london"].options()}
    assert not named & {*law_book.OF_NO_LAW}
