"""The ratings of a club as one thing: moved first, and so locked, by whoever changes any."""

from functools import partial

from django.db.models import F

from ecarte_club.core.tasks import enqueue, once_after_commit
from games.matches.models import Match
from scoring.ratings.models import Rating, RatingBook, RatingPoint

from .facts import Key


def book_moved(club_id: int) -> RatingBook:
    """At its next version; made when there is none, and then everything is still to be taken."""
    book_move(club_id)
    return RatingBook.objects.get(pk=club_id)


def book_move(club_id: int, first: int | None = None) -> None:
    """Without reading it. `first`: the match whose result is told just now; if it is the only one
    of a club that has no book, nothing older is to be taken."""
    mine = RatingBook.objects.filter(pk=club_id)
    if not mine.update(version=F("version") + 1):
        older = Match.objects.filter(club=club_id, over=True).exclude(pk=first or 0)
        made = RatingBook(club_id=club_id, taken_to=0 if older.exists() else None)
        RatingBook.objects.bulk_create([made], ignore_conflicts=True)
        mine.update(version=F("version") + 1)


def stale_from(book: RatingBook, key: Key) -> None:
    """What was learnt since is to be computed again, after the commit."""
    if book.taken_to is None:
        old = key if book.stale_at is None else (book.stale_at, book.stale_match or 0)
        book.stale_at, book.stale_match = min(key, old)
        book.save(update_fields=["stale_at", "stale_match"])
    _bring_after_commit(book.pk)


def _bring_after_commit(club_id: int) -> None:
    """Once a transaction, however many results it changes."""
    bring = partial(enqueue, "scoring.ratings.tasks.bring_ratings", club_id)
    once_after_commit(f"ratings:{club_id}", bring)


RATED = ("strength", "doubt", "matches", "games", "last_at", "last_match")


def rating_after(point: RatingPoint) -> Rating:
    """Not saved: what is kept of a player whose newest point this is."""
    return Rating(
        player_id=point.player_id,
        club_id=point.club_id,
        strength=point.strength,
        doubt=point.doubt,
        matches=point.matches,
        games=point.games,
        last_at=point.ended_at,
        last_match=point.match_id,
    )


def ratings_write(points: list[RatingPoint]) -> None:
    """Of these players, by the newest point of each."""
    Rating.objects.bulk_create(
        [rating_after(point) for point in points],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=RATED,
    )
