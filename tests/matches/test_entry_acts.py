"""What can be done with an entry is written once for a language, and then for any number."""

import re

import pytest
from django.utils import translation

from games.matches.templatetags.matches import entry_acts

WORDS = {("en", True): "hand", ("en", False): "entry", ("fr", True): "coup", ("fr", False): "ligne"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("match", "entry", "hand"), [(12, 3, 2), (3, 12, None), (12, 4, 3)])
def test_links_and_words_have_the_numbers_of_their_own_entry(
    language: str, match: int, entry: int, hand: int | None
) -> None:
    with translation.override(language):
        text = entry_acts("a-club", match, entry, hand)
    links = re.findall(r'href="/clubs/a-club/matches/(\d+)/\D+(\d+)/', text)
    assert links == [(str(match), str(entry))] * 4
    words = " ".join(re.sub("<[^>]+>", "", text).split())
    assert f"{WORDS[language, hand is not None]} {hand or entry} " in words
