"""What a correction would make of the ratings: learnt again from its match on, and not kept."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from games.matches.selectors.effects import Figure

from .models import RatingBook
from .rules import per_mille
from .selectors.figures import hundredth
from .services.catching_up import in_order, known_before
from .services.facts import ended, since
from .services.learning import Known, learn

MOST: Final = 500
"""Matches of the club since then. For more nobody is let wait: the task will bring them."""


def rating_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of everybody whom it may reach: who played it, and who has met them since."""
    found = learnt_again(match)
    names = dict(Player.objects.filter(pk__in=found).order_by().values_list("pk", "name"))
    return [_figure(match, pk, names[pk], one) for pk, one in found.items()]


def learnt_again(match: Match) -> Mapping[int, Known]:
    """By player, with all that was played since; empty where older results are still to be taken
    in, or too much was played."""
    at = Match.objects.filter(pk=match.pk).annotate(ended=ended()).values_list("ended", flat=True)
    key = (at.get(), match.pk)
    book = RatingBook.objects.filter(pk=match.club_id).first()
    if book is None or book.taken_to is not None:
        return {}
    if book.stale_at is not None and (book.stale_at, book.stale_match or 0) < key:
        return {}
    points = list(in_order(match.club_id).filter(since(key))[: 2 * MOST + 1])
    if len(points) > 2 * MOST:
        return {}
    known = known_before({*match.player_ids, *(one.player_id for one in points)}, key)
    for pair in zip(points[::2], points[1::2], strict=True):
        learn(pair, (known[pair[0].player_id], known[pair[1].player_id]))
        known |= {point.player_id: Known.of(point) for point in pair}
    return {pk: one for pk, one in known.items() if one.matches}


def _figure(match: Match, player: int, name: str, known: Known) -> Figure:
    rating = hundredth(per_mille(known.skill.strength))
    shown = str(number_format(rating, 1))
    about = (match.pk, player)
    words = (_("Ratings"), name, _("games out of a hundred"))
    return Figure("rating", *about, "rating", *words, f"{rating:.1f}", shown)
