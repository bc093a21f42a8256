"""Corrections of a match as on a sheet of paper: a second way, which knows nothing of the engine.

A hand gives one or two points to "A" or "B", as "A2"; games are five up.
"""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class NaiveSlot:
    number: int
    game: int
    made: str


@dataclass(slots=True)
class NaiveSums:
    """`games`: how many the match is of. `surplus`: the numbers of hands after their game."""

    games: int
    game: int = 1
    points: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    won: dict[str, int] = field(default_factory=lambda: {"A": 0, "B": 0})
    surplus: set[int] = field(default_factory=set)
    possible: bool = True

    @property
    def over(self) -> bool:
        return sum(self.won.values()) == self.games

    @property
    def over_up_to(self) -> int:
        """The last game that somebody has won."""
        return self.game if self.over else self.game - 1

    def add(self, slot: NaiveSlot) -> None:
        if slot.game > self.game:
            self.possible = False
        elif slot.game <= self.over_up_to:
            self.surplus.add(slot.number)
        else:
            who = slot.made[0]
            self.points[who] = min(5, self.points[who] + int(slot.made[1]))
            if self.points[who] == 5:
                self.won[who] += 1
                if not self.over:
                    self.game += 1
                    self.points = {"A": 0, "B": 0}


def naive_sums(slots: list[NaiveSlot], games: int) -> NaiveSums:
    sums = NaiveSums(games)
    for slot in slots:
        sums.add(slot)
    return sums


def naive_revised(
    slots: list[NaiveSlot], operation: str, at: int, number: int, made: str, later: str, games: int
) -> list[NaiveSlot] | None:
    """None where it is impossible."""
    before = at + (operation == "insert_after")
    rest = slots[before + (operation in ("replace", "remove")) :]
    done = slots[:before]
    anchor = done[-1] if done else None
    if operation != "remove":
        sums = naive_sums(done, games)
        if operation != "replace" and sums.over:
            return None
        game = slots[at].game if operation == "replace" else sums.game
        done = [*done, NaiveSlot(number, game, made)]
        anchor = done[-1] if operation == "replace" else anchor
    old_surplus = naive_sums(slots, games).surplus
    for slot in rest:
        sums = naive_sums(done, games)
        game = slot.game
        if later == "move":
            stays = slot.number in old_surplus and anchor and anchor.game <= sums.over_up_to
            game = anchor.game if stays and anchor else sums.game
        elif later == "surplus" and sums.over:
            game = min(game, sums.game)
        new = replace(slot, game=game)
        sums.add(new)
        newly_surplus = new.number in sums.surplus and new.number not in old_surplus
        if later == "remove" and (newly_surplus or not sums.possible):
            continue
        if not sums.possible:
            return None
        done, anchor = [*done, new], new
    return done
