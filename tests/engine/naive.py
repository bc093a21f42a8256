"""A second scoring of a hand, written from the texts alone and sharing nothing with the engine.

Seats are "a" and "b"; a mark is (seat, points, what for).
"""

from itertools import permutations

NaiveMark = tuple[str, int, str]
KINGS = (None, ("a", "turned"), ("b", "turned"), ("a", "held"), ("b", "held"))
LATE_KINGS = (("a", "turned_late"), ("b", "turned_late"))
OPENINGS = ("stood", "refused", "exchanged")
PLAYED_OUT = tuple((a, 5 - a) for a in range(6))
MADE_SO_FAR = tuple((a, b) for a in range(6) for b in range(6 - a))


def naive_marks(
    code: str,
    dealer: str,
    opening: str,
    king: tuple[str, str] | None,
    tricks: tuple[int, int],
    abandoned_by: str | None = None,
) -> list[NaiveMark]:
    if king is None:
        return [naive_tricks(code, dealer, opening, tricks, abandoned_by)]
    for_king = (king[0], 1, "king_" + king[1].removesuffix("_late"))
    for_tricks = naive_tricks(code, dealer, opening, tricks, abandoned_by)
    return [for_tricks, for_king] if king[1].endswith("_late") else [for_king, for_tricks]


def naive_tricks(
    code: str, dealer: str, opening: str, tricks: tuple[int, int], abandoned_by: str | None
) -> NaiveMark:
    count = {"a": tricks[0], "b": tricks[1]}
    non_dealer = {"a": "b", "b": "a"}[dealer]
    if abandoned_by is not None and code in ("britannica", "modern"):
        # "adversary is deemed to win remaining tricks, and scores accordingly"
        adversary = {"a": "b", "b": "a"}[abandoned_by]
        count[adversary] += 5 - count["a"] - count["b"]
    elif abandoned_by is not None and count[abandoned_by] < 3:
        adversary = {"a": "b", "b": "a"}[abandoned_by]
        if count[abandoned_by] == 0:
            # "his adversary is entitled to mark the vole"
            return (adversary, 2, "vole")
        # "his adversary is entitled to mark the point", and by law 49 two for it
        failed = (opening, abandoned_by) in (("stood", non_dealer), ("refused", dealer))
        return (adversary, 2 if failed else 1, "point")
    if count[dealer] >= 3:
        winner, lost_after = dealer, "stood"
    else:
        winner, lost_after = non_dealer, "refused"
    if count[winner] == 5:
        return (winner, 2, "vole")
    return (winner, 2 if opening == lost_after else 1, "point")


def naive_hands(
    code: str,
    dealer: str | None = None,
    opening: str | None = None,
    king: tuple[str, str] | None = None,
    tricks: tuple[int, int] | None = None,
) -> list[list[NaiveMark]]:
    """The marks of every hand that these facts leave open; no king here is "any or none"."""
    return [
        naive_marks(code, who, how, which, made)
        for who in ("a", "b")
        if dealer in (None, who)
        for how in OPENINGS
        if opening in (None, how)
        for which in KINGS
        if king in (None, which) and which != ({"a": "b", "b": "a"}[who], "turned")
        for made in PLAYED_OUT
        if tricks in (None, made)
    ]


def stands_for(noted: list[tuple[str, int, str | None]], made: list[NaiveMark]) -> bool:
    """Whether the notes are of these marks; one without a kind may be all that a player made."""
    if len(noted) == len(made):
        return any(
            all(
                note[:2] == mark[:2] and note[2] in (None, mark[2])
                for note, mark in zip(order, made, strict=True)
            )
            for order in permutations(noted)
        )
    if len(noted) != 1 or len({mark[0] for mark in made}) != 1:
        return False
    return noted[0] == (made[0][0], sum(mark[1] for mark in made), None)
