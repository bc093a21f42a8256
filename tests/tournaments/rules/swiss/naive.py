"""The rules of a Swiss round as a second person would write them down, and all rounds there are.

Nothing of `scoring.tournaments.rules.swiss` is used here but the values that go in.
"""

from collections.abc import Iterator, Sequence

from scoring.tournaments.rules.swiss.contenders import Contender, Float

Round = tuple[frozenset[frozenset[int]], int | None]
Badness = tuple[int, ...]


def all_rounds(ids: Sequence[int]) -> Iterator[Round]:
    """Every way to pair them, with every bye where the number is odd."""
    if len(ids) % 2:
        for out in ids:
            for pairs in _pairings([one for one in ids if one != out]):
                yield frozenset(pairs), out
    else:
        for pairs in _pairings(list(ids)):
            yield frozenset(pairs), None


def _pairings(ids: list[int]) -> Iterator[list[frozenset[int]]]:
    if not ids:
        yield []
        return
    first, *rest = ids
    for other in rest:
        for pairs in _pairings([one for one in rest if one != other]):
            yield [frozenset((first, other)), *pairs]


def legal(
    found: Round, contenders: Sequence[Contender], forbidden: frozenset[frozenset[int]], again: bool
) -> bool:
    met = {frozenset((one.id, other)) for one in contenders for other in one.met}
    return not found[0] & forbidden and (again or not found[0] & met)


def badness(found: Round, contenders: Sequence[Contender]) -> Badness:
    """In the order of docs/rules.md; the first figure counts most."""
    pairs, out = found
    known = {one.id: one for one in contenders}
    together = [sorted((known[pk] for pk in pair), key=standing) for pair in pairs]
    groups = score_groups([one for one in contenders if one.id != out])
    uneven = [(a, b) for a, b in together if a.points != b.points]
    even = [(a, b) for a, b in together if a.points == b.points]
    places = [_below(a, groups) + _above(b, groups) for a, b in uneven]
    return (
        sum(a.met.count(b.id) for a, b in together),
        *_bye(known.get(out or 0), contenders),
        sum((a.points - b.points) ** 2 for a, b in together),
        sum((a.floats[1] is Float.DOWN) + (b.floats[1] is Float.UP) for a, b in uneven),
        sum((a.floats[0] is Float.DOWN) + (b.floats[0] is Float.UP) for a, b in uneven),
        sum(_deals_beyond_two(a.firsts, b.firsts) for a, b in together),
        sum(places),
        sum(_off_the_fold(a, b, groups) ** 2 for a, b in even) + sum(one**2 for one in places),
        -sum(abs(a.firsts - b.firsts) for a, b in together),
    )


def standing(one: Contender) -> tuple[int, int, int]:
    return -one.points, one.rank, one.id


def score_groups(contenders: Sequence[Contender]) -> dict[int, list[int]]:
    """Ids by points, each group in the order of rank."""
    groups: dict[int, list[int]] = {}
    for one in sorted(contenders, key=standing):
        groups.setdefault(one.points, []).append(one.id)
    return groups


def _bye(one: Contender | None, contenders: Sequence[Contender]) -> Badness:
    """Byes had, points, and how many stand lower by rank."""
    if one is None:
        return 0, 0, 0
    ranks = [(other.rank, other.id) for other in contenders]
    return one.byes, one.points, sum(rank > (one.rank, one.id) for rank in ranks)


def _below(one: Contender, groups: dict[int, list[int]]) -> int:
    group = groups[one.points]
    return len(group[group.index(one.id) + 1 :])


def _above(one: Contender, groups: dict[int, list[int]]) -> int:
    return groups[one.points].index(one.id)


def _deals_beyond_two(one: int, other: int) -> int:
    ways = ((one + 1, other - 1), (one - 1, other + 1))
    # Who has dealt first less often deals first: the way that leaves the smaller squares.
    after = min(ways, key=lambda way: way[0] ** 2 + way[1] ** 2)
    return sum(abs(balance) > 2 for balance in after)


def _off_the_fold(one: Contender, other: Contender, groups: dict[int, list[int]]) -> int:
    group = groups[one.points]
    return group.index(other.id) - group.index(one.id) - len(group) // 2
