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
    taker = known.get(out or 0)
    passed = [one for one in contenders if one.id == out]
    deals = [min(_deals(a, b), _deals(b, a)) for a, b in together]
    return (
        sum(a.met.count(b.id) for a, b in together),
        *((taker.byes, taker.points) if taker else (0, 0)),
        sum(
            running
            for (running, _balance), (a, b) in zip(deals, together, strict=True)
            if not (a.is_topscorer or b.is_topscorer)
        ),
        sum((a.points - b.points) ** 2 for a, b in together),
        sum(balance for _running, balance in deals),
        sum((a.floats[1] is Float.DOWN) + (b.floats[1] is Float.UP) for a, b in uneven)
        + sum(one.floats[1] is Float.DOWN for one in passed),
        sum((a.floats[0] is Float.DOWN) + (b.floats[0] is Float.UP) for a, b in uneven)
        + sum(one.floats[0] is Float.DOWN for one in passed),
        _lower(taker, contenders),
        sum(places),
        sum(_off_the_fold(a, b, groups) ** 2 for a, b in even) + sum(one**2 for one in places),
    )


def standing(one: Contender) -> tuple[int, int, int]:
    return -one.points, one.rank, one.id


def score_groups(contenders: Sequence[Contender]) -> dict[int, list[int]]:
    """Ids by points, each group in the order of rank."""
    groups: dict[int, list[int]] = {}
    for one in sorted(contenders, key=standing):
        groups.setdefault(one.points, []).append(one.id)
    return groups


def _lower(one: Contender | None, contenders: Sequence[Contender]) -> int:
    """Who has the bye passes it by, of those with as many byes and points or not."""
    if one is None:
        return 0
    same = [other for other in contenders if (other.byes, other.points) == (one.byes, one.points)]
    return sum((other.rank, other.id) > (one.rank, one.id) for other in same)


def _below(one: Contender, groups: dict[int, list[int]]) -> int:
    group = groups[one.points]
    return len(group[group.index(one.id) + 1 :])


def _above(one: Contender, groups: dict[int, list[int]]) -> int:
    return groups[one.points].index(one.id)


def _deals(first: Contender, second: Contender) -> tuple[int, int]:
    """Third times running; and what is out of balance."""
    running = [first.dealt_before, first.dealt_last] == [1, 1]
    waiting = [second.dealt_before, second.dealt_last] == [-1, -1]
    balance = (first.dealt_last == 1) + (second.dealt_last == -1)
    for after in (first.firsts + 1, second.firsts - 1):
        balance += {0: 0, 1: 0, 2: 4, 3: 16}.get(abs(after), 36)
    return running + waiting, balance


def _off_the_fold(one: Contender, other: Contender, groups: dict[int, list[int]]) -> int:
    group = groups[one.points]
    return group.index(other.id) - group.index(one.id) - len(group) // 2
