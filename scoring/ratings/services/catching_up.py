"""Ratings brought up to the record, a bounded step at a time and each in its own transaction.

Whoever enters a result waits for one step at most; a task that is killed is taken up where it was.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from ecarte_club.clubs.models import Club, Player
from games.matches.models import Match
from scoring.ratings.models import Rating, RatingBook, RatingPoint

from .books import book_moved, ratings_write
from .facts import Estimate, Key, facts, facts_write, learn, since, until

STEP = 500
LEARNT = ("strength_before", "doubt_before", "strength", "doubt", "matches", "games")


def ratings_bring(club_id: int) -> None:
    """Until every result of the club is in its ratings."""
    book = RatingBook.objects.filter(pk=club_id).first()
    while book is None or not book.is_brought:
        book = _step(club_id)


def ratings_bring_all() -> None:
    """Also those of clubs that have results and no ratings yet."""
    played = Match.objects.filter(club=OuterRef("pk"), over=True)
    to_bring = Q(rating_book__stale_at__isnull=False) | Q(rating_book__taken_to__isnull=False)
    never = Q(Exists(played), rating_book=None)
    for club_id in list(Club.objects.filter(to_bring | never).values_list("pk", flat=True)):
        ratings_bring(club_id)


@transaction.atomic(savepoint=False)
def _step(club_id: int) -> RatingBook:
    book = book_moved(club_id)
    if book.taken_to is not None:
        _take(book, book.taken_to)
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
    book.save(update_fields=["taken_to", "stale_at", "stale_match"])


def _go_on(book: RatingBook, point: RatingPoint | None) -> None:
    book.stale_at = point.ended_at if point else None
    book.stale_match = point.match_id if point else None


def in_order(club_id: int) -> QuerySet[RatingPoint]:
    """The points of a club, both sides of a match together."""
    return RatingPoint.objects.filter(club=club_id).order_by("ended_at", "match_id", "pk")


def _learn(book: RatingBook, key: Key) -> None:
    """Some matches more, both sides of each. `after`: the first that is left for later."""
    points = list(in_order(book.pk).filter(since(key))[: 2 * STEP + 1])
    after = points.pop() if len(points) > 2 * STEP else None
    known = known_before({point.player_id for point in points}, key)
    changed = []
    for pair in zip(points[::2], points[1::2], strict=True):
        was = [_learnt(point) for point in pair]
        learn(pair, (known[pair[0].player_id], known[pair[1].player_id]))
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


def known_before(players: Iterable[int], key: Key) -> dict[int, Estimate]:
    """What was known of each before the result of this key."""
    before = {pk: Estimate.of(point) for pk, point in _last(players, until(key)).items()}
    return {pk: before.get(pk, Estimate()) for pk in players}


def _last(players: Iterable[int], which: Q) -> dict[int, RatingPoint]:
    """The newest point of each of these players who has one of `which`."""
    newest = RatingPoint.objects.filter(which, player=OuterRef("pk"))
    ids = (
        Player.objects.filter(pk__in=list(players))
        .annotate(newest=Subquery(newest.order_by("-ended_at", "-match_id").values("pk")[:1]))
        .values_list("newest", flat=True)
    )
    found = RatingPoint.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    return {point.player_id: point for point in found}


def _tell(book: RatingBook, known: Iterable[int], key: Key, after: RatingPoint | None) -> None:
    """The newest of all who played since, and of who has it from a result that is no more."""
    held = Rating.objects.filter(club=book.pk).filter(
        Q(last_at__gt=key[0]) | Q(last_at=key[0], last_match__gte=key[1])
    )
    if after is not None:
        held = held.filter(last_at__lte=after.ended_at)
    players = {*known, *held.values_list("pk", flat=True)}
    newest = _last(players, Q())
    ratings_write(list(newest.values()))
    Rating.objects.filter(pk__in=players - newest.keys()).delete()
