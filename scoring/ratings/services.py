"""Ratings updated by results, by merges, and by a task that takes up what is still to be counted.

The newest result of both its players is counted at once, at a cost independent of all others. Any
other change is noted, and what came after it is computed again by a task, a bounded step at a time
and each in its own transaction: a task that is killed is taken up where it was. The same task
learns how far the players of the club lie apart, whenever the results have grown by a quarter or
one of those was changed from which it was learnt.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.core.composed import Composed
from ecarte_club.core.composed_writes import version_bump
from ecarte_club.core.tasks import enqueue, once_after_commit
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.matches.changes import EnteredMatch
from games.matches.models import Match

from .models import Rating, RatingBook, RatingPoint
from .rules.skill import Scale, lower
from .rules.spread import FEWEST, GROWTH, learnt_scale
from .selectors.facts import (
    BETWEEN_PEOPLE,
    COUNTED,
    FACTS,
    LEARNT,
    RATED,
    Estimate,
    Fact,
    Key,
    ended,
    estimates_before,
    facts,
    in_order,
    latest_points,
    latest_results,
    learn,
    points_of,
    rating_after,
    since,
)


def facts_write(found: Iterable[Fact]) -> None:
    """New points, or what they say of the match; what was learnt of it is for a task."""
    RatingPoint.objects.bulk_create(
        [point for fact in found for point in points_of(fact)],
        update_conflicts=True,
        unique_fields=["match", "player"],
        update_fields=FACTS,
        batch_size=1000,
    )


def locked_book(club_id: int) -> RatingBook:
    """At its next version; made when there is none, and then everything is still to be taken."""
    bump_book_version(club_id)
    return RatingBook.objects.get(pk=club_id)


def bump_book_version(club_id: int, first: int | None = None) -> None:
    """Without reading it. `first`: the match whose result is told just now; if it is the only one
    of a club that has no book, nothing older is to be taken."""
    if not _bump.run(pk=club_id):
        older = Match.objects.filter(COUNTED, club=club_id, over=True).exclude(pk=first or 0)
        made = RatingBook(club_id=club_id, taken_to=0 if older.exists() else None)
        RatingBook.objects.bulk_create([made], ignore_conflicts=True)
        _bump.run(pk=club_id)


_bump = version_bump(RatingBook)


def stale_from(book: RatingBook, key: Key) -> None:
    """What was learnt since is to be computed again, after the commit: once a transaction."""
    if book.taken_to is None:
        old = key if book.stale_at is None else (book.stale_at, book.stale_match or 0)
        book.stale_at, book.stale_match = min(key, old)
        if book.scale_at is not None and key <= (book.scale_at, book.scale_match or 0):
            book.learn_at = book.version
        book.save(update_fields=["stale_at", "stale_match", "learn_at"])
    bring_after_commit(book)


def bring_after_commit(book: RatingBook) -> None:
    bring = partial(enqueue, "scoring.ratings.tasks.bring_ratings", book.pk)
    once_after_commit(f"ratings:{book.pk}", bring)


def ratings_write(points: list[RatingPoint], scale: Scale) -> None:
    """Of these players, by the newest point of each."""
    Rating.objects.bulk_create(
        [rating_after(point, scale) for point in points],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=RATED,
    )


STEP = BATCH = 500


def ratings_synchronise(club_id: int) -> None:
    """Until every result of the club is in its ratings, and its scale is learnt from enough."""
    book = RatingBook.objects.filter(pk=club_id).first()
    while book is None or not book.is_up_to_date or book.is_scale_due:
        book = _step(club_id)


def clubs_behind() -> list[int]:
    """By id. Also those that have results and no ratings yet."""
    played = Match.objects.filter(COUNTED, club=OuterRef("pk"), over=True)
    # In one question both would be answered by reading the matches of all clubs.
    behind = RatingBook.objects.filter(
        Q(stale_at__isnull=False) | Q(taken_to__isnull=False) | Q(version__gte=F("learn_at"))
    )
    never = Club.objects.filter(Exists(played), rating_book=None)
    return sorted({*behind.values_list("pk", flat=True), *never.values_list("pk", flat=True)})


@transaction.atomic(savepoint=False)
def _step(club_id: int) -> RatingBook:
    book = locked_book(club_id)
    if book.taken_to is not None:
        _take(book, book.taken_to)
    elif book.is_scale_due:
        _learn_scale(book)
    elif book.stale_at is not None:
        _learn(book, (book.stale_at, book.stale_match or 0))
    return book


def _take(book: RatingBook, last: int) -> None:
    """Some more matches; when there are none, everything is to be learnt from the first on."""
    over = Match.objects.filter(club=book.pk, over=True, pk__gt=last).order_by("pk")
    ids = list(over.values_list("pk", flat=True)[:STEP])
    facts_write(facts(Match.objects.filter(pk__in=ids)))
    book.taken_to = ids[-1] if ids else None
    if not ids:
        _go_on(book, in_order(book.pk).first())
        book.learn_at = book.version
    book.save(update_fields=["taken_to", "stale_at", "stale_match", "learn_at"])


def _go_on(book: RatingBook, point: RatingPoint | None) -> None:
    book.stale_at = point.ended_at if point else None
    book.stale_match = point.match_id if point else None


def _learn_scale(book: RatingBook) -> None:
    """From all results. Where spread or drift change, so does all that was learnt with the old
    ones; otherwise the ranges alone."""
    latest = latest_results(book.pk)
    old, new = book.scale, learnt_scale([result for _key, result in latest])
    book.spread, book.drift, book.middle, book.widest = new
    book.scale_at, book.scale_match = latest[-1][0] if latest else (None, None)
    results = RatingPoint.objects.filter(club=book.pk).count() // 2
    book.learn_at = book.version + max(FEWEST, results // GROWTH)
    if new[:2] != old[:2]:
        _go_on(book, in_order(book.pk).first())
    elif new != old:
        _write_ranges(book)
    book.save()


def _write_ranges(book: RatingBook) -> None:
    ratings = list(Rating.objects.filter(club=book.pk))
    for rating in ratings:
        rating.low = lower(rating.skill, book.scale)
    Rating.objects.bulk_update(ratings, ["low"], batch_size=500)


def _learn(book: RatingBook, key: Key) -> None:
    """Some matches more, both sides of each. `after`: the first that is left for later."""
    points = list(in_order(book.pk).filter(since(key))[: 2 * STEP + 1])
    after = points.pop() if len(points) > 2 * STEP else None
    known = estimates_before({point.player_id for point in points}, key, book.scale)
    changed = []
    for pair in zip(points[::2], points[1::2], strict=True):
        was = [_learnt(point) for point in pair]
        learn(pair, (known[pair[0].player_id], known[pair[1].player_id]), book.scale)
        known |= {point.player_id: Estimate.of(point) for point in pair}
        changed += [point for point, old in zip(pair, was, strict=True) if _learnt(point) != old]
    RatingPoint.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=LEARNT,
        batch_size=1000,
    )
    _tell(book, known, key, after)
    _go_on(book, after)
    book.save(update_fields=["stale_at", "stale_match"])


def _learnt(point: RatingPoint) -> tuple[int, ...]:
    return tuple(getattr(point, name) for name in LEARNT)


def _tell(book: RatingBook, known: Iterable[int], key: Key, after: RatingPoint | None) -> None:
    """The newest of all who played since, and of who has it from a result that is no more."""
    held = Rating.objects.filter(club=book.pk).filter(
        Q(last_at__gt=key[0]) | Q(last_at=key[0], last_match__gte=key[1])
    )
    if after is not None:
        held = held.filter(last_at__lte=after.ended_at)
    players = {*known, *held.values_list("pk", flat=True)}
    newest = latest_points(players, Q())
    ratings_write(list(newest.values()), book.scale)
    Rating.objects.filter(pk__in=players - newest.keys()).delete()


# Of the two players, None where there is none yet.
Ratings = tuple[Rating | None, Rating | None]


def rating_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> None:
    if _games(before) == _games(after):
        return
    bump_book_version(match.club_id, match.pk)
    known = _read(match.pk)
    if known is None:
        return
    fact, book, ratings = known
    if not after.over:
        RatingPoint.objects.filter(match=match).delete()
        stale_from(book, fact.key)
    elif before.over or not book.is_up_to_date or not _learn_at_once(fact, ratings, book.scale):
        facts_write([fact])
        stale_from(book, fact.key)
    elif book.is_scale_due:
        bring_after_commit(book)


def _read(match_id: int) -> tuple[Fact, RatingBook, Ratings] | None:
    """One query, after the lock: the players may have become others while the entry waited. None
    where it counts in no rating."""
    match: Any = _match.get(pk=match_id)
    if not match.is_rated:
        return None
    games = (match.games_a, match.games_b)
    fact = Fact(match.club_id, match.pk, match.ended, match.player_ids, games)
    a, b = (getattr(player, "rating", None) for player in (match.player_a, match.player_b))
    return fact, match.club.rating_book, (a, b)


_match = Composed(
    lambda pk: (
        Match.objects.select_related("club__rating_book", "player_a__rating", "player_b__rating")
        .annotate(ended=ended())
        .filter(pk=pk)
        .order_by()
    ),
    pk=int,
)


def _games(state: MatchState) -> tuple[int, int] | None:
    """Nothing as long as the match goes on."""
    return (state.games_won(Seat.A), state.games_won(Seat.B)) if state.over else None


def _learn_at_once(fact: Fact, ratings: Ratings, scale: Scale) -> bool:
    """Not when one of the two has a later result already."""
    if any(one and (one.last_at, one.last_match) > fact.key for one in ratings):
        return False
    pair = points_of(fact)
    a, b = (Estimate.of(one) if one else Estimate(scale.newcomer) for one in ratings)
    learn(pair, (a, b), scale)
    RatingPoint.objects.bulk_create(pair)
    ratings_write(list(pair), scale)
    return True


def ratings_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """Many matches at once: they are noted, and learnt by the task."""
    ids = [one.match_id for one in entered if one.over]
    first: dict[int, Fact] = {}
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        found = list(facts(Match.objects.filter(pk__in=batch)))
        facts_write(found)
        for fact in found:
            first[fact.club] = min(first.get(fact.club, fact), fact, key=lambda one: one.key)
    for club_id in sorted(first):
        stale_from(locked_book(club_id), first[club_id].key)


def robot_results_drop(*, club: Club, **_change: Any) -> None:
    """What was learnt since the first of them is computed again."""
    book = locked_book(club.pk)
    with_robots = Match.objects.filter(club=club).exclude(BETWEEN_PEOPLE)
    points = RatingPoint.objects.filter(match__in=with_robots)
    first = points.order_by("ended_at", "match_id").first()
    if first is not None:
        points.delete()
        stale_from(book, (first.ended_at, first.match_id))


def ratings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """The results pass to the other player, and everything since the first is computed again."""
    book = locked_book(kept.club_id)
    points = RatingPoint.objects.filter(player=gone)
    first = points.order_by("ended_at", "match_id").first()
    if first is not None:
        RatingPoint.objects.filter(adversary=gone).update(adversary=kept)
        points.update(player=kept)
        stale_from(book, (first.ended_at, first.match_id))
    Rating.objects.filter(player=gone).delete()
    return MergeEffects()


def ratings_unmerge(*, kept: Player, gone: Player, moved: MovedRows, **_signal: Any) -> None:
    """The results go back, and everything since the first is computed again."""
    book, ids = locked_book(kept.club_id), moved.ids(Match)
    own = RatingPoint.objects.filter(match__in=ids)
    first = own.filter(player=kept).order_by("ended_at", "match_id").first()
    if first is not None:
        own.filter(player=kept).update(player=gone)
        own.filter(adversary=kept).update(adversary=gone)
        stale_from(book, (first.ended_at, first.match_id))


def rating_stored(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    points = RatingPoint.objects.filter(player=player).count()
    yield StoredData(_("Rating history, kept under the number"), points)
