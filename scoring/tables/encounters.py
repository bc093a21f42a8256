"""Direct encounter: FIDE's C.07, article 6, and for teams 13.3."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from .counted import Counted
from .criteria import AnyCriterion
from .figures import DirectEncounter, Key, Number, Worth, exact
from .ranking import Ranking, Split, by_worth, level, sides_among


class Encounter(NamedTuple):
    """`points` against the others of the tied, on average where two met several times (6.1.2).
    `most`: with every meeting won that is missing; the same as `points` where none is."""

    points: Number
    most: Number


def encounter_worths(
    counted: Counted, criterion: AnyCriterion, tied: Sequence[int]
) -> dict[int, Worth] | None:
    """Of each, its encounters by each thing that counts, one after the other; None if no two of
    the tied have met."""
    if not any(any(sides_among(counted, entrant, tied)) for entrant in tied):
        return None
    by_key = [_encounters(counted, key, tied) for key in _keys(criterion)]
    return {entrant: tuple(chain(*(one[entrant] for one in by_key))) for entrant in tied}


def by_encounters(counted: Counted, criterion: AnyCriterion, tied: Sequence[int]) -> Ranking:
    """Where all have met, in the order of their points among themselves. Else only those are
    separated who come first whatever the missing meetings bring. What stays level is compared
    again by itself."""
    for key in _keys(criterion):
        ranking = _separated(criterion, _encounters(counted, key, tied), tied)
        if len(ranking.blocks) > 1:
            return ranking.refined(partial(by_encounters, counted, criterion))
    return level(tied)


def _keys(criterion: AnyCriterion) -> tuple[Key, ...]:
    figure = criterion.row.figure
    return figure.of if isinstance(figure, DirectEncounter) else ()


def _encounters(counted: Counted, key: Key, tied: Sequence[int]) -> Mapping[int, Encounter]:
    best = _most_of_a_meeting(counted, key)
    return {entrant: _encounter(counted, key, entrant, tied, best) for entrant in tied}


def _encounter(
    counted: Counted, key: Key, entrant: int, tied: Sequence[int], best: int
) -> Encounter:
    against: dict[int, list[int]] = {}
    for side in sides_among(counted, entrant, tied):
        if side.opponent is not None:
            against.setdefault(side.opponent, []).append(key(side.share))
    points: Number = sum(exact(sum(own), len(own)) for own in against.values())
    missing = len(tied) - 1 - len(against)
    return Encounter(exact(points), exact(points + missing * best))


def _most_of_a_meeting(counted: Counted, key: Key) -> int:
    """With bonuses a meeting may have brought more than a win."""
    brought = (
        key(share)
        for meeting in counted.meetings
        for share in (meeting.home_share, meeting.away_share)
    )
    return max(counted.scheme.win, *brought) if counted.meetings else counted.scheme.win


def _separated(
    criterion: AnyCriterion, encounters: Mapping[int, Encounter], tied: Sequence[int]
) -> Ranking:
    if all(one.points == one.most for one in encounters.values()):
        points = {entrant: (one.points,) for entrant, one in encounters.items()}
        return by_worth(criterion, points, tied)
    left = sorted(tied, key=encounters.__getitem__, reverse=True)
    split = Split(criterion, tuple(left))
    blocks: list[list[int]] = []
    while len(left) > 1 and encounters[left[0]].points > max(
        encounters[other].most for other in left[1:]
    ):
        blocks.append([left.pop(0)])
    # The order in which they came, as of all who stay level.
    blocks.append([entrant for entrant in tied if entrant in left])
    return Ranking(blocks, [*[split] * (len(blocks) - 1), None])
