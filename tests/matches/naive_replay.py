"""A hand read from its text word by word, with the cards moved by hand.

It knows nothing of the engine: a card is its two letters, a player is A or B, and the rules are
those of the books (laws 38, 42, 43, 47, 48 and 49).
"""

import re
from dataclasses import dataclass, field

RANKS = "789TAJQK"
OTHER = {"A": "B", "B": "A"}


@dataclass
class Picture:
    """What lies where after a word: `trick` as (player, card), `marked` by the word."""

    word: str
    who: str
    hands: dict[str, list[str]]
    thrown: dict[str, list[str]]
    stock: int
    trick: list[tuple[str, str]]
    won: dict[str, int]
    marked: list[tuple[str, int]]
    score: dict[str, int]


@dataclass
class Reader:
    score: dict[str, int]
    dealer: str = ""
    turned: str = ""
    stock: int = 32 - 5 - 5 - 1
    hands: dict[str, list[str]] = field(default_factory=dict)
    thrown: dict[str, list[str]] = field(default_factory=lambda: {"A": [], "B": []})
    last_thrown: list[str] = field(default_factory=list)
    trick: list[tuple[str, str]] = field(default_factory=list)
    won: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    said: list[str] = field(default_factory=list)
    turn: str = ""
    pictures: list[Picture] = field(default_factory=list)

    def word(self, word: str) -> None:
        if word.startswith("deal:"):
            self.dealer, self.turn = word[5], OTHER[word[5]]
        elif word[:2] in ("A:", "B:"):
            self.hands[word[0]] = word[2:].split(",")
        elif word.startswith("up:"):
            self.turned = word[3:]
            self.pictured("", self.dealer)
        elif word[:2] in ("A-", "B-", "A+", "B+"):
            self.exchanged(word[0], word[1], [one for one in word[2:].split(",") if one != "0"])
            self.pictured(word, word[0])
        elif re.fullmatch(f"[{RANKS}][CDHS]", word):
            self.played(word)
        elif not word.startswith(("/", "=", "stock:", "game:")):
            self.spoken(word)

    def exchanged(self, who: str, way: str, cards: list[str]) -> None:
        if way == "+":
            self.hands[who] = self.hands[who] + cards
            self.stock -= len(cards)
            return
        self.hands[who] = [one for one in self.hands[who] if one not in cards]
        self.thrown[who] = self.thrown[who] + cards
        if who != self.dealer:
            self.last_thrown = cards

    def spoken(self, word: str) -> None:
        what, _colon, named = word.partition(":")
        elder = OTHER[self.dealer]
        who = named or (elder if what in ("propose", "stand") else self.dealer)
        self.said.append(what)
        if what == "not_enough":  # law 38: he plays with the cards that he put aside
            self.hands[elder] = self.hands[elder] + self.last_thrown
            self.thrown[elder] = [x for x in self.thrown[elder] if x not in self.last_thrown]
        if what == "abandon":
            who = self.turn
            rest = 5 - sum(self.won.values())
            tricks = {**self.won, OTHER[who]: self.won[OTHER[who]] + rest}
            self.pictured(word, who, self.at_the_end(tricks))
            return
        self.pictured(word, who, [(who, 1)] if what in ("king", "mark") else [])

    def played(self, card: str) -> None:
        who = self.turn
        self.hands[who] = [one for one in self.hands[who] if one != card]
        self.trick = [(who, card)] if len(self.trick) != 1 else [*self.trick, (who, card)]
        self.turn = OTHER[who]
        if len(self.trick) == 2:
            self.turn = self.taker()
            self.won = {**self.won, self.turn: self.won[self.turn] + 1}
        is_last = sum(self.won.values()) == 5
        self.pictured(card, who, self.at_the_end(self.won) if is_last else [])

    def taker(self) -> str:
        (leader, led), (second, answer) = self.trick
        if led[1] == answer[1]:
            return second if RANKS.index(answer[0]) > RANKS.index(led[0]) else leader
        return second if answer[1] == self.turned[1] else leader

    def at_the_end(self, tricks: dict[str, int]) -> list[tuple[str, int]]:
        winner = "A" if tricks["A"] > tricks["B"] else "B"
        if tricks[winner] == 5:
            return [(winner, 2)]
        talk = [one for one in self.said if one not in ("mark", "king", "abandon")]
        stood, refused = talk[:1] == ["stand"], talk[:2] == ["propose", "refuse"]
        lost = (stood and winner == self.dealer) or (refused and winner != self.dealer)
        return [(winner, 2 if lost else 1)]

    def pictured(self, word: str, who: str, marked: list[tuple[str, int]] | None = None) -> None:
        for seat, points in marked or []:
            self.score = {**self.score, seat: self.score[seat] + points}
        self.pictures.append(
            Picture(
                word,
                who,
                dict(self.hands),
                dict(self.thrown),
                self.stock,
                self.trick,
                dict(self.won),
                marked or [],
                self.score,
            )
        )


def pictures(text: str, a: int = 0, b: int = 0) -> list[Picture]:
    """Of one hand whose cards are all known, from the deal on."""
    reader = Reader({"A": a, "B": b})
    for word in text.split():
        reader.word(word)
    return reader.pictures
