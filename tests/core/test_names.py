"""Names: what nobody sees in them is refused, and those that look alike are noticed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core.names import alike_keys, cleaned_name, unseen_refusal

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    "letter",
    [
        *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e"),
        *("\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"),
        *("\u2066", "\u2067", "\u2068", "\u2069", "\u3164", "\u2800", "\x07", "\ue000", "\ufe01"),
    ],
)
def test_unseen_and_turning_characters_are_refused(letter: str) -> None:
    assert unseen_refusal(f"Ali{letter}ce").startswith(
        "There is an invisible character after “Ali”"
    )
    assert unseen_refusal(f"{letter}Alice").startswith("This begins with an invisible character")
    assert unseen_refusal(f"Alice{letter}")


@pytest.mark.parametrize(
    "name",
    [
        *("Alice Martin", "Chloé", "Jean-Paul d’Ormesson", "O'Brien", "José María", "Ægir Þór"),
        *(
            "Алиса",
            "愛麗絲",
            "Łukasz",
            "N’Golo",
            "Table 3 ♠",
            "1er étage (salon)",
            "עליזה",
            "Ὀδυσσεύς",
        ),
    ],
)
def test_names_that_people_have_are_taken(name: str) -> None:
    assert unseen_refusal(cleaned_name(name)) == ""


def test_blanks_and_the_way_a_suit_is_drawn_are_tidied() -> None:
    assert cleaned_name("  Alice \u00a0 Martin\t") == "Alice Martin"
    assert cleaned_name("Les As ♠\ufe0f") == "Les As ♠"
    assert cleaned_name("Chloe\u0301") == "Chloé"


@pytest.mark.parametrize(
    "other",
    [
        *("Alice Martin", "alice MARTIN", "Alice  Martin", "Alicé Martîn", "AliceMartin"),
        *("\u0410lice Martin", "Alice M\u0430rtin", "\uff21lice Martin", "Alice-Martin"),
        *("Martin, Alice", "Martin Alice", "A1ice Martin", "Al\u0456ce Martin", "AIice Martin"),
    ],
)
def test_look_alikes(other: str) -> None:
    assert alike_keys("Alice Martin") & alike_keys(other)


@pytest.mark.parametrize(
    "other", ["Alice Martine", "Alice", "Alain Martin", "Alice Marin", "Bob Martin", "Aline Martin"]
)
def test_other_people(other: str) -> None:
    assert not alike_keys("Alice Martin") & alike_keys(other)


def test_numbers_are_told_apart() -> None:
    assert not alike_keys("Table 1") & alike_keys("Table 10")
    assert not alike_keys("Player 0") & alike_keys("Player 1")
    assert not alike_keys("♠") & alike_keys("♥")


@given(st.text(min_size=1))
def test_accents_never_matter(name: str) -> None:
    accented = "".join(f"{letter}\u0301" if letter.isalpha() else letter for letter in name)
    assert alike_keys(name) == alike_keys(unicodedata.normalize("NFC", accented))
