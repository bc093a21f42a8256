"""Ratings updated by results, and when two players are merged.

The newest result of both its players is counted at once, at a cost independent of all others. Any
other change is noted, and what came after it is computed again by a task.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.matches.changes import EnteredMatch
from games.matches.models import Match
from scoring.ratings.models import Rating, RatingBook, RatingPoint

from .books import book_move, book_moved, ratings_write, stale_from
from .facts import Estimate, Fact, ended, facts, facts_write, learn, points_of

BATCH = 500


def rating_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> None:
    if _games(before) == _games(after):
        return
    book_move(match.club_id, match.pk)
    now = _read(match.pk)
    if not after.over:
        RatingPoint.objects.filter(match=match).delete()
        stale_from(now.book, now.fact.key)
    elif before.over or not now.book.is_brought or not _is_learnt(now):
        facts_write([now.fact])
        stale_from(now.book, now.fact.key)


class _Now(NamedTuple):
    """A result with all that it may be learnt from; `ratings` of both, None where there is none."""

    fact: Fact
    book: RatingBook
    ratings: tuple[Rating | None, Rating | None]


def _read(match_id: int) -> _Now:
    """One query, after the lock: the players may have become others while the entry waited."""
    related = ("club__rating_book", "player_a__rating", "player_b__rating")
    match: Any = Match.objects.select_related(*related).annotate(ended=ended()).get(pk=match_id)
    games = (match.games_a, match.games_b)
    fact = Fact(match.club_id, match.pk, match.ended, match.player_ids, games)
    a, b = (getattr(player, "rating", None) for player in (match.player_a, match.player_b))
    return _Now(fact, match.club.rating_book, (a, b))


def _games(state: MatchState) -> tuple[int, int] | None:
    """Nothing as long as the match goes on."""
    return (state.games_won(Seat.A), state.games_won(Seat.B)) if state.over else None


def _is_learnt(now: _Now) -> bool:
    """Not when one of the two has a later result already."""
    if any(one and (one.last_at, one.last_match) > now.fact.key for one in now.ratings):
        return False
    pair = points_of(now.fact)
    a, b = (Estimate.of(one) if one else Estimate() for one in now.ratings)
    learn(pair, (a, b))
    RatingPoint.objects.bulk_create(pair)
    ratings_write(list(pair))
    return True


def ratings_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
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


def ratings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """The results pass to the other player, and everything since the first is computed again."""
    book = book_moved(kept.club_id)
    points = RatingPoint.objects.filter(player=gone)
    first = points.order_by("ended_at", "match_id").first()
    if first is not None:
        RatingPoint.objects.filter(adversary=gone).update(adversary=kept)
        points.update(player=kept)
        stale_from(book, (first.ended_at, first.match_id))
    Rating.objects.filter(player=gone).delete()
    return MergeEffects()


def rating_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    points = RatingPoint.objects.filter(player=player).count()
    yield StoredData(_("Rating history, kept under the number"), points)
