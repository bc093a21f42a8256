"""Lists inside sentences, in the reader's language: "a, b and c"."""

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import pgettext


def and_list(parts: Iterable[object]) -> str:
    # Translators: the word before the last part of a list, as in “Ann, Ben and Carl”.
    return get_text_list([str(part) for part in parts], pgettext("list", "and"))


def or_list(parts: Iterable[object]) -> str:
    # Translators: the word before the last part of a list, as in “Ann, Ben or Carl”.
    return get_text_list([str(part) for part in parts], pgettext("list", "or"))
