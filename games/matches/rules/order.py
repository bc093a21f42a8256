"""The order of play, folded from the acts of a match: what stands, and in which game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """The entry of this number, and the game that it belongs to."""

    number: int
    game: int


Order = tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """The entry of this number. `game`: as it was entered, None where nothing is played.

    `supersedes`, `undoes`: numbers of earlier acts. `order`: what the match consists of from this
    act on, where it changes more than its own place.
    """

    number: int
    game: int | None
    supersedes: int | None = None
    undoes: int | None = None
    order: Order | None = None


def standing(acts: Sequence[Act]) -> Order:
    """What stands after all of them, in the order of play."""
    *_earlier, order = (), *(after for _act, _before, after in _steps(acts))
    return order


def changed_by(acts: Sequence[Act]) -> Mapping[int, int]:
    """The number of the latest act that changed each game, by the number of the game."""
    latest: dict[int, int] = {}
    for act, before, after in _steps(acts):
        latest |= dict.fromkeys(_changed_games(act, before, after), act.number)
    return latest


def _steps(acts: Sequence[Act]) -> Iterator[tuple[Act, Order, Order]]:
    """Each act with what stood before it and what stands after it."""
    by_number = {act.number: act for act in acts}
    undone = {act.undoes for act in acts}
    before_undone: dict[int, Order] = {}
    restored: dict[int, int] = {}
    before: Order = ()
    for act in acts:
        if act.number in undone:
            before_undone[act.number] = before
        if act.undoes is None:
            after = _after(act, before)
        else:
            if old := by_number[act.undoes].supersedes:
                restored[old] = act.number
            after = _restored(before_undone[act.undoes], restored)
        yield act, before, after
        before = after


def _after(act: Act, before: Order) -> Order:
    if act.order is not None:
        return act.order
    if act.game is None:
        return tuple(placed for placed in before if placed.number != act.supersedes)
    if act.supersedes is None:
        return (*before, Placed(act.number, act.game))
    return _with(before, act.supersedes, act.number)


def _with(order: Order, old: int | None, number: int) -> Order:
    """`number` in the place and the game of `old`, if that is in the order."""
    return tuple(Placed(number, one.game) if one.number == old else one for one in order)


def _restored(order: Order, by_old: Mapping[int, int]) -> Order:
    """`by_old`: the undo that each entry stands again with, also where that was superseded too."""
    return tuple(Placed(_latest(one.number, by_old), one.game) for one in order)


def _latest(number: int, by_old: Mapping[int, int]) -> int:
    while number in by_old:
        number = by_old[number]
    return number


def _changed_games(act: Act, before: Order, after: Order) -> Iterable[int]:
    if act.order is None and act.undoes is None:
        if act.supersedes is None:
            return () if act.game is None else (act.game,)
        return [one.game for one in before if one.number == act.supersedes]
    old, new = _by_game(before), _by_game(after)
    return [game for game in {**old, **new} if old.get(game) != new.get(game)]


def _by_game(order: Order) -> dict[int, list[int]]:
    games: dict[int, list[int]] = {}
    for placed in order:
        games.setdefault(placed.game, []).append(placed.number)
    return games
