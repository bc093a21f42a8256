"""What the record says of a player in a list: how many matches, and which was the last."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.matches.models import Match

SEATS = ("player_a", "player_b")


def figures() -> Mapping[str, Any]:
    """Annotations of a player; each reads his own part of an index and nothing else."""
    last = Greatest(*(Coalesce(Subquery(_last(seat).values("pk")[:1]), 0) for seat in SEATS))
    counts = [Coalesce(Subquery(_count(seat)), 0) for seat in SEATS]
    return {
        "matches": counts[0] + counts[1],
        "last_match": last,
        "last_played": Subquery(
            Match.objects.filter(pk=OuterRef("last_match")).values("started_at")[:1]
        ),
    }


def _last(seat: str) -> Any:
    return _mine(seat).order_by("-pk")


def _count(seat: str) -> Any:
    mine = _mine(seat).order_by().values(seat)
    return mine.annotate(number=Count("*")).values("number")


def _mine(seat: str) -> Any:
    return Match.objects.filter(annulled_at=None, **{seat: OuterRef("pk")})
