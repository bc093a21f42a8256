"""Ratings when two players are one, and what is kept of who is made anonymous."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from scoring.ratings.models import Rating, RatingPoint

from .books import book_moved, stale_from


def ratings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """His results are the other's from now on, and everything since the first is learnt again."""
    book = book_moved(kept.club_id)
    his = RatingPoint.objects.filter(player=gone)
    first = his.order_by("ended_at", "match_id").first()
    if first is not None:
        RatingPoint.objects.filter(adversary=gone).update(adversary=kept)
        his.update(player=kept)
        stale_from(book, (first.ended_at, first.match_id))
    Rating.objects.filter(player=gone).delete()
    return MergeEffects()


def rating_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    points = RatingPoint.objects.filter(player=player).count()
    yield StoredData(_("Rating history, kept under the number"), points)
