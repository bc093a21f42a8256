"""A second book beside the site's, kept by hand: four contests of an evening reckoned from the
printed rules alone, on plain dicts, without a line of the code that it is held against."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Sums = Counter[str]


@dataclass(slots=True)
class Night:
    """`told`: what the program says, by kind; `sums`: what each has at the end, and `levy` the box.

    `between`: what each has from each other at the end, where no pot stood between them.
    """

    told: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    sums: Sums = field(default_factory=Counter)
    lines: list[tuple[str, int]] = field(default_factory=list)

    def moves(self, who: str, amount: int) -> None:
        """As one line of his statement."""
        if amount:
            self.sums[who] += amount
            self.lines.append((who, amount))


def cul_leve(night: Night, names: list[str], stake: int, games: int, dice: Random) -> None:
    """Article 63: who loses gets up, and stands last; the loser gives the stake to the winner."""
    line = list(names)
    for _game in range(games):
        winner, loser = (line[0], line[1]) if dice.random() < 0.5 else (line[1], line[0])
        night.told.append(("game", (winner,)))
        night.moves(loser, -stake)
        night.moves(winner, stake)
        line = [winner, *line[2:], loser]


def match(night: Night, names: list[str], levy: int, games: int, dice: Random) -> None:
    """Article 64, even money: of the heavier side the last laid goes back; the winners have what
    is left of the others' after the levy, each in proportion, odd counters to the first laid."""
    one, other, *gallery = names
    for _game in range(games):
        laid: dict[str, dict[str, int]] = {"a": {}, "b": {}}
        for name in gallery:
            side, amount = dice.choice("ab"), dice.randint(1, 9)
            laid[side][name] = amount
            night.told.append(("bet", (name, side, amount)))
            night.moves(name, -amount)
        winner = dice.choice([one, other])
        night.told.append(("game", (winner,)))
        equal = min(sum(side.values()) for side in laid.values())
        won, lost = (laid["a"], laid["b"]) if winner == one else (laid["b"], laid["a"])
        covered = {name: part for side in (won, lost) for name, part in _cut(side, equal).items()}
        for name, amount in {**won, **lost}.items():
            night.moves(name, amount - covered[name])
        taken = equal * levy // 100
        night.sums["levy"] += taken
        mine = {name: covered[name] for name in won}
        for name, share in _shares(equal - taken, mine).items():
            night.moves(name, mine[name])
            night.moves(name, share)


def _cut(laid: dict[str, int], most: int) -> dict[str, int]:
    """To `most` in all, from the last on."""
    found = {}
    for name, amount in laid.items():
        found[name] = min(amount, most)
        most -= found[name]
    return found


def _shares(amount: int, parts: dict[str, int]) -> dict[str, int]:
    whole = sum(parts.values())
    if not whole:
        return {}
    found = {name: amount * part // whole for name, part in parts.items()}
    odd = amount - sum(found.values())
    for name in [name for name, part in parts.items() if part][:odd]:
        found[name] += 1
    return found


def pool(night: Night, names: list[str], stake: int, to_win: int, dice: Random) -> None:
    """Foster: each puts a stake in, each loser one more; who wins so many in a row has it all."""
    line, run, last, inside = list(names), 0, "", 0
    for name in names:
        night.moves(name, -stake)
        inside += stake
    night.told.append(("seated", tuple(names)))
    while run < to_win:
        winner, loser = (line[0], line[1]) if dice.random() < 0.5 else (line[1], line[0])
        night.told.append(("game", (winner,)))
        night.moves(loser, -stake)
        inside += stake
        run = run + 1 if winner == last else 1
        last, line = winner, [winner, *line[2:], loser]
    night.moves(last, inside)


def box(night: Night, names: list[str], stake: int, games: int, dice: Random) -> None:
    """The box against each of the team for the stake; a box that loses stands last, a captain
    who loses too."""
    line = list(names)
    for _game in range(games):
        head, captain, team = line[0], line[1], line[1:]
        wins = dice.random() < 0.5
        night.told.append(("game", (head if wins else captain,)))
        for name in team:
            night.moves(head, stake if wins else -stake)
            night.moves(name, -stake if wins else stake)
        line = [head, *line[2:], captain] if wins else [*line[1:], head]


def fewest(sums: Sums) -> int:
    """By trying every way to part those who owe or are owed into groups that are quits."""
    people = tuple(name for name, amount in sorted(sums.items()) if amount)
    return len(people) - _groups(people, sums)


def _groups(people: tuple[str, ...], sums: Sums) -> int:
    """Into how many at most."""
    if not people:
        return 0
    first, rest, most = people[0], people[1:], 0
    for count in range(len(rest) + 1):
        for others in combinations(rest, count):
            if sums[first] + sum(sums[name] for name in others):
                continue
            left = tuple(name for name in rest if name not in others)
            most = max(most, 1 + _groups(left, sums))
    return most
