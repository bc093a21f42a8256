"""Ratings moved by what happens in matches.

The newest result of both its players is learnt at once, at a cost that knows nothing of others.
Any other change is noted, and what came after it is computed again by a task.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from games.engine.match import MatchState
from games.engine.seats import Seat
from games.models import Match
from games.signals import Entered
from scoring.models import Rating, RatingPoint

from .books import book_moved, ratings_write, stale_from
from .facts import Fact, facts, facts_write, points_of
from .learning import Known, learn

BATCH = 500


def rating_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> None:
    if _games(before) == _games(after):
        return
    book = book_moved(match.club_id)
    if not after.over:
        his = RatingPoint.objects.filter(match=match)
        for ended_at in his.values_list("ended_at", flat=True)[:1]:
            his.delete()
            stale_from(book, (ended_at, match.pk))
        return
    fact = next(facts(Match.objects.filter(pk=match.pk)))
    if before.over or not book.is_brought or not _is_learnt(fact):
        facts_write([fact])
        stale_from(book, fact.key)


def _games(state: MatchState) -> tuple[int, int] | None:
    """Nothing as long as the match goes on."""
    return (state.games_won(Seat.A), state.games_won(Seat.B)) if state.over else None


def _is_learnt(fact: Fact) -> bool:
    """Not when one of the two has a later result already."""
    ratings = {one.pk: one for one in Rating.objects.filter(player__in=fact.players)}
    if any((one.last_at, one.last_match) > fact.key for one in ratings.values()):
        return False
    pair = points_of(fact)
    a, b = (Known.of(ratings[pk]) if pk in ratings else Known() for pk in fact.players)
    learn(pair, (a, b))
    RatingPoint.objects.bulk_create(pair)
    ratings_write(list(pair))
    return True


def ratings_gather(*, entered: Sequence[Entered], **_signal: Any) -> None:
    """Many matches at once: they are noted, and learnt by the task."""
    ids = [one.match_id for one in entered if one.over]
    first: dict[int, Fact] = {}
    for batch in _batches(ids):
        found = list(facts(Match.objects.filter(pk__in=batch)))
        facts_write(found)
        for fact in found:
            first[fact.club] = min(first.get(fact.club, fact), fact, key=lambda one: one.key)
    for club_id in sorted(first):
        stale_from(book_moved(club_id), first[club_id].key)


def _batches(ids: Sequence[int]) -> Iterator[list[int]]:
    left = iter(ids)
    while batch := list(islice(left, BATCH)):
        yield batch
