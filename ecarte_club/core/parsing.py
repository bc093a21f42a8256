import re

DIGITS_MOST = 18


def whole(value: str) -> int | None:
    """The number, if these are digits and a database can hold it."""
    digits = value.isascii() and value.isdigit() and len(value) <= DIGITS_MOST
    return int(value) if digits else None


def replaced(text: str, word: str, instead: str) -> str:
    """`instead` wherever `word` stands for itself, and not within another."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _found: instead, text)
