"""A second reckoning of what players did, from what was entered and nothing else.

Matches are plain values here: a hand is (dealer, opening, king, tricks), as tests/engine/naive.py
scores it; a game (its score,); a rubber (the games won,). Nothing of the site is asked but to
write them in its own form.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Score
from tests.engine.naive import KINGS, OPENINGS, naive_marks

OTHER = {"a": "b", "b": "a"}
FORMATS = (("one_game", 1), ("games", 2), ("games", 3), ("rubber", 3), ("rubber", 5))
FIGURES = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")
Figures = Counter[str]
Hand = tuple[str, str, tuple[str, str] | None, tuple[int, int]]


@dataclass(slots=True)
class Sheet:
    """A match between `a` and `b`; `season` is a number, or None."""

    a: str
    b: str
    form: tuple[str, int]
    season: int | None = None
    items: list[tuple[Any, ...]] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    score: Counter[str] = field(default_factory=Counter)
    game: int = 1
    counts: Figures = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        kind, number = self.form
        if kind == "rubber":
            return max(self.games["a"], self.games["b"]) > number // 2
        return self.games.total() == number

    @property
    def winner(self) -> str:
        if not self.over or self.games["a"] == self.games["b"]:
            return ""
        return "a" if self.games["a"] > self.games["b"] else "b"

    def hand(
        self, dealer: str, opening: str, king: tuple[str, str] | None, tricks: tuple[int, int]
    ) -> None:
        self.items.append((self.game, dealer, opening, king, tricks))
        self.counts["hands"] += 1
        for seat, points, kind in naive_marks("london", dealer, opening, king, tricks):
            if self.score["a"] < 5 and self.score["b"] < 5:
                self.score[seat] += points
                self.counts[f"kings_{seat}"] += kind.startswith("king")
                self.counts[f"voles_{seat}"] += kind == "vole"
        for seat in OTHER:
            if self.score[seat] >= 5:
                self._won(seat)

    def gains(self, hand: Hand) -> dict[str, int]:
        """What a hand would add to the score that it finds: nobody passes five."""
        score = {seat: self.score[seat] for seat in OTHER}
        for seat, points, _kind in naive_marks("london", *hand):
            if max(score.values()) < 5:
                score[seat] = min(5, score[seat] + points)
        return {seat: score[seat] - self.score[seat] for seat in OTHER}

    def by_score(self, winner: str, loser_has: int) -> None:
        score = (5, loser_has) if winner == "a" else (loser_has, 5)
        self.items.append((self.game, score))
        self._won(winner)

    def by_games(self, a: int, b: int) -> None:
        self.items.append(((a, b),))
        self.games.update({"a": a, "b": b})

    def _won(self, seat: str) -> None:
        self.games[seat] += 1
        self.score.clear()
        self.game += not self.over

    def plays(self) -> list[Entry]:
        return [_entry(item) for item in self.items]

    def seen_by(self, name: str) -> Figures:
        """What it counts for a player; nothing until it is over."""
        if not self.over or name not in (self.a, self.b):
            return Counter()
        own = "a" if name == self.a else "b"
        other = OTHER[own]
        return Counter(
            won=self.winner == own,
            drawn=not self.winner,
            lost=self.winner == other,
            games_for=self.games[own],
            games_against=self.games[other],
            kings=self.counts[f"kings_{own}"],
            voles=self.counts[f"voles_{own}"],
            hands=self.counts["hands"],
        )


def _entry(item: tuple[Any, ...]) -> Entry:
    if len(item) == 1:
        return RubberEntry(*item[0])
    if len(item) == 2:
        return GameEntry(item[0], Score(*item[1]))
    game, dealer, opening, king, tricks = item
    kings = (King(Seat(king[0]), KingHow(king[1])),) if king else ()
    return HandEntry(game, HandRecord(Seat(dealer), Opening(opening), kings, Tricks(*tricks)))


def total(sheets: list[Sheet], name: str) -> Figures:
    return sum((sheet.seen_by(name) for sheet in sheets), Counter[str]())


def some_sheet(random: Random, names: list[str], seasons: int = 0) -> Sheet:
    """As it might be at a table: by hands, by games or by its result; some are not finished."""
    a, b = random.sample(names, 2)
    season = random.randrange(seasons + 1)
    sheet = Sheet(a, b, random.choice(FORMATS), season - 1 if season else None)
    if random.random() < 0.2:
        _by_result(random, sheet)
        return sheet
    for _line in range(random.choice([0, 4, 60, 60, 60])):
        if sheet.over:
            break
        if not sheet.score.total() and random.random() < 0.3:
            sheet.by_score(random.choice("ab"), random.randrange(5))
        else:
            sheet.hand(*some_hand(random, random.choice("ab")))
    return sheet


def _by_result(random: Random, sheet: Sheet) -> None:
    kind, number = sheet.form
    if kind == "rubber":
        most, least = number // 2 + 1, random.randrange(number // 2 + 1)
        sheet.by_games(*random.choice([(most, least), (least, most)]))
    else:
        won = random.randrange(number + 1)
        sheet.by_games(won, number - won)


def some_hand(random: Random, dealer: str) -> Hand:
    kings = [king for king in KINGS if king != (OTHER[dealer], "turned")]
    tricks = random.randrange(6)
    return dealer, random.choice(OPENINGS), random.choice(kings), (tricks, 5 - tricks)
