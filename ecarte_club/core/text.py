import re


def replaced(text: str, word: str, instead: str) -> str:
    """`instead` wherever `word` stands for itself, and not within another."""
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _found: instead, text)
