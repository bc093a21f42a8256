"""The most tricks the leader can force, with all cards seen, in a pattern: trumps, three suits.

A pattern is the four words of a deal. The plain suits may change places, so each pattern is kept
once, in the order of its words; and there are few enough to keep each one that was ever met.
"""

from .words import BITS, EMPTY, SWAPPED, VOID, contests, spent

PATTERNS = 15_872
"""All there are of up to five cards in each hand; 2,868 of them of up to four."""

_kept: dict[int, int] = {EMPTY << 3 * BITS | EMPTY << 2 * BITS | EMPTY << BITS | EMPTY: 0}


def kept() -> int:
    """How many patterns are kept; never more than `PATTERNS`."""
    return len(_kept)


def most(tricks: int, trumps: int, a: int, b: int, c: int) -> int:
    """`tricks` are those left to play; the words are the leader's."""
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
        if a > b:
            a, b = b, a
    key = trumps << 3 * BITS | a << 2 * BITS | b << BITS | c
    found = _kept.get(key)
    if found is None:
        found = _kept[key] = max(map(max, filter(None, leads(tricks, trumps, a, b, c))))
    return found


def leads(tricks: int, trumps: int, a: int, b: int, c: int) -> tuple[list[int], ...]:
    """What each lead that differs is worth: by suit, and in a suit as in `words.kinds`."""
    return (
        _trump_leads(tricks, trumps, a, b, c),
        _plain_leads(tricks, trumps, a, b, c),
        _plain_leads(tricks, trumps, b, a, c),
        _plain_leads(tricks, trumps, c, a, b),
    )


def _trump_leads(tricks: int, trumps: int, a: int, b: int, c: int) -> list[int]:
    if trumps == EMPTY:
        return []
    left = tricks - 1
    if VOID[trumps]:
        return [1 + _discarding(left, trumps >> 1, a, b, c)]
    found = []
    for wins, leaves in contests(trumps):
        if wins:
            found.append(1 + min([most(left, word, a, b, c) for word in leaves]))
        else:
            x, y, z = SWAPPED[a], SWAPPED[b], SWAPPED[c]
            found.append(left - max([most(left, SWAPPED[word], x, y, z) for word in leaves]))
    return found


def _plain_leads(tricks: int, trumps: int, suit: int, b: int, c: int) -> list[int]:
    if suit == EMPTY:
        return []
    left = tricks - 1
    if VOID[suit]:
        return [_not_followed(left, trumps, suit >> 1, b, c)]
    found = []
    for wins, leaves in contests(suit):
        if wins:
            found.append(1 + min([most(left, trumps, word, b, c) for word in leaves]))
        else:
            t, y, z = SWAPPED[trumps], SWAPPED[b], SWAPPED[c]
            found.append(left - max([most(left, t, SWAPPED[word], y, z) for word in leaves]))
    return found


def _not_followed(left: int, trumps: int, a: int, b: int, c: int) -> int:
    """The follower, void of the plain suit led, must trump if he can."""
    trumped = spent(trumps)
    if not trumped:
        return 1 + _discarding(left, trumps, a, b, c)
    x, y, z = SWAPPED[a], SWAPPED[b], SWAPPED[c]
    return left - max([most(left, SWAPPED[word], x, y, z) for word in trumped])


def _discarding(left: int, trumps: int, a: int, b: int, c: int) -> int:
    """The follower can neither follow nor trump, and throws what card he likes."""
    return min(
        [most(left, trumps, word, b, c) for word in spent(a)]
        + [most(left, trumps, a, word, c) for word in spent(b)]
        + [most(left, trumps, a, b, word) for word in spent(c)]
    )
