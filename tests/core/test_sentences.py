"""Lists inside sentences know the language they are read in."""

import pytest
from django.utils.translation import override

from ecarte_club.core.sentences import and_list, or_list


@pytest.mark.parametrize(
    ("parts", "both", "either"),
    [
        ([], "", ""),
        (["Ann"], "Ann", "Ann"),
        (["Ann", "Ben"], "Ann and Ben", "Ann or Ben"),
        (["Ann", "Ben", "Carl"], "Ann, Ben and Carl", "Ann, Ben or Carl"),
    ],
)
def test_a_list_has_its_word_before_the_last_part(parts: list[str], both: str, either: str) -> None:
    assert (and_list(parts), or_list(parts)) == (both, either)


def test_a_list_in_french() -> None:
    with override("fr"):
        assert and_list(["Ann", "Ben", "Carl"]) == "Ann, Ben et Carl"
        assert or_list(iter(["Ann", "Ben"])) == "Ann ou Ben"
