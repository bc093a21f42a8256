"""Ratings on the pages of matches and players: effects of a correction, and the player's fact."""

from collections.abc import Mapping
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from games.matches.changes import PlayerFact
from games.matches.models import Match
from games.matches.selectors.effects import Figure
from scoring.ratings.models import RatingBook
from scoring.ratings.rules.skill import per_mille
from scoring.ratings.services.catching_up import in_order, known_before
from scoring.ratings.services.facts import Estimate, ended, learn, since

from .figures import hundredth
from .history import rating_of

MOST: Final = 500
"""Matches of the club since then. Nobody waits for more: the task computes them."""


def rating_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of the players of the match, and of everybody who has met them since."""
    found = learnt_again(match)
    names = dict(Player.objects.filter(pk__in=found).order_by().values_list("pk", "name"))
    return [_figure(match, pk, names[pk], one) for pk, one in found.items()]


def learnt_again(match: Match) -> Mapping[int, Estimate]:
    """By player, after all later matches; empty while older results are being counted, or after
    too many matches."""
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
        known |= {point.player_id: Estimate.of(point) for point in pair}
    return {pk: one for pk, one in known.items() if one.matches}


def _figure(match: Match, player: int, name: str, known: Estimate) -> Figure:
    rating = hundredth(per_mille(known.skill.strength))
    shown = str(number_format(rating, 1))
    about = (match.pk, player)
    words = (_("Ratings"), name, _("games out of a hundred"))
    return Figure("rating", *about, "rating", *words, f"{rating:.1f}", shown)


def rating_fact(*, player: Player, **_signal: Any) -> PlayerFact | None:
    rated = rating_of(player)
    if rated is None:
        return None
    figures = rated.figures
    between = {"low": _text(figures.low), "high": _text(figures.high)}
    note = (
        _("provisional, %(low)s to %(high)s") if figures.provisional else _("%(low)s to %(high)s")
    )
    text = _("%(rating)s games out of a hundred") % {"rating": _text(figures.rating)}
    address = reverse("player_rating", args=(player.club.slug, player.pk))
    return PlayerFact(_("Rating"), text, note % between, address)


def _text(value: Any) -> str:
    return str(number_format(value, 1))
