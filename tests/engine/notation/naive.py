"""A second reader, of hands wholly known: written from docs/notation.md and the laws alone.

It knows nothing of the engine; seats are "a" and "b", cards their names.
"""

import re

from tests.engine.naive import naive_marks

ORDER = "789TAJQK"
Hand = tuple[str, list[tuple[str, int]], tuple[int, int]]
"""Who dealt, who marked how much, and the score after it."""


def headers(text: str) -> dict[str, str]:
    return dict(re.findall(r'^\[(\w+) "([^"\\]*)"\]$', text, re.MULTILINE))


def hands(text: str) -> list[Hand]:
    """Of a text of one game with no comments, in which every hand is over."""
    code = headers(text)["Code"]
    body = re.sub(r"^\[.*\]$", "", text, flags=re.MULTILINE)
    score = {"a": 0, "b": 0}
    found: list[Hand] = []
    for hand in body.split("deal:")[1:]:
        dealer, marks = judged(code, hand.split())
        for seat, points in marks:
            if 5 not in score.values():
                score[seat] = min(5, score[seat] + points)
        found.append((dealer, marks, (score["a"], score["b"])))
    return found


def judged(code: str, tokens: list[str]) -> tuple[str, list[tuple[str, int]]]:
    """Its marks in the order in which they are made."""
    dealer = tokens[0][0].lower()
    elder = "b" if dealer == "a" else "a"
    trump = next(token for token in tokens if token.startswith("up:"))[-1]
    words = [token.partition(":")[0] for token in tokens]
    king = "mark" if "mark" in words else "king" if "king" in words else ""
    announced = next((token[-1].lower() for token in tokens if token.startswith("king:")), "")
    marked_by = dealer if king == "mark" else announced
    tricks, turn = played(
        [one for one in tokens if re.fullmatch("[789TAJQK][CDHS]", one)], elder, trump
    )
    abandoned = next((one[-1].lower() for one in tokens if one.startswith("abandon:")), None)
    opening = "refused" if "refuse" in words else "stood"
    if "accept" in words or "accept_if_enough" in words:
        opening = "exchanged"
    over = abandoned is not None or tricks["a"] + tricks["b"] == 5
    assert abandoned in (None, turn), "it is he whose turn it is"
    if not over:
        return dealer, [(marked_by, 1)]
    found = naive_marks(
        code,
        dealer,
        opening,
        (marked_by, "turned" if king == "mark" else "held") if king else None,
        (tricks["a"], tricks["b"]),
        abandoned,
    )
    marks = [(seat, points) for seat, points, _kind in found]
    late = king == "mark" and words.index("mark") > max(
        place for place, word in enumerate(words) if word == "abandon" or word.startswith("/")
    )
    return dealer, [*marks[1:], marks[0]] if late else marks


def played(cards: list[str], elder: str, trump: str) -> tuple[dict[str, int], str]:
    """The tricks of each, and whose turn it is then."""
    tricks, leader = {"a": 0, "b": 0}, elder
    for led, answer in zip(cards[::2], cards[1::2], strict=False):
        other = "b" if leader == "a" else "a"
        if answer[1] == led[1]:
            leader = other if ORDER.index(answer[0]) > ORDER.index(led[0]) else leader
        elif answer[1] == trump:
            leader = other
        tricks[leader] += 1
    if len(cards) % 2:
        leader = "b" if leader == "a" else "a"
    return tricks, leader
