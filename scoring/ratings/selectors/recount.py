"""Ratings computed again: from nothing but the record, and after a correction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from games.matches.changes import PlayerFact
from games.matches.models import Match
from games.matches.selectors.effects import Figure
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.rules.skill import Scale, per_mille
from scoring.ratings.rules.spread import MOST as LEARNT_MOST
from scoring.ratings.rules.spread import learnt_scale

from .facts import (
    FACTS,
    LEARNT,
    RATED,
    Estimate,
    Fact,
    ended,
    estimates_before,
    facts,
    in_order,
    learn,
    points_of,
    rating_after,
    since,
)
from .listing import book_of, hundredth, rating_of

COLUMNS = tuple("adversary_id" if name == "adversary" else name for name in FACTS) + LEARNT
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of a player, after `match` or, with None, of the rating as it stands now; without
    a player, of the club's scale.

    None for a figure: it is not there.
    """

    club: int
    player: int | None
    match: int | None
    field: str
    kept: object
    counted: object


class RatingsBusy(Exception):
    """Results came in during every attempt, or wait to be taken in."""

    def __init__(self, club: int) -> None:
        super().__init__(f"The ratings of club {club} were never at rest while they were counted")


Points = dict[tuple[int, int], RatingPoint]


def recount(club_id: int) -> list[Difference]:
    """Read only. Raises: RatingsBusy."""
    for _attempt in range(ATTEMPTS):
        book = RatingBook.objects.filter(pk=club_id).first()
        if book is None or not book.is_up_to_date:
            break
        kept = {(one.match_id, one.player_id): one for one in _kept(club_id)}
        ratings = {one.pk: one for one in Rating.objects.filter(club=club_id)}
        found = _in_order(club_id)
        scale = _scale_of(found, book)
        counted = counted_from_nothing(found, scale)
        if RatingBook.objects.filter(pk=club_id, version=book.version).exists():
            return [
                *_scale(book, scale),
                *_points(club_id, kept, counted),
                *_ratings(club_id, ratings, counted, scale),
            ]
    raise RatingsBusy(club_id)


def _kept(club_id: int) -> list[RatingPoint]:
    return list(RatingPoint.objects.filter(club=club_id).order_by())


def _scale_of(found: list[Fact], book: RatingBook) -> Scale:
    """From the results until that which was the last when it was learnt."""
    if book.scale_at is None:
        return learnt_scale([])
    until = (book.scale_at, book.scale_match or 0)
    return learnt_scale([fact.result for fact in found if fact.key <= until][-LEARNT_MOST:])


def counted_from_nothing(found: list[Fact], scale: Scale) -> Points:
    """By match and player; `found` in the order of results."""
    known: dict[int, Estimate] = {}
    points: Points = {}
    newcomer = Estimate(scale.newcomer)
    for fact in found:
        pair = points_of(fact)
        a, b = (known.get(player, newcomer) for player in fact.players)
        learn(pair, (a, b), scale)
        for point in pair:
            known[point.player_id] = Estimate.of(point)
            points[point.match_id, point.player_id] = point
    return points


def _in_order(club_id: int) -> list[Fact]:
    return sorted(facts(Match.objects.filter(club=club_id)), key=lambda fact: fact.key)


def _scale(book: RatingBook, scale: Scale) -> list[Difference]:
    return [
        Difference(book.pk, None, None, name, old, new)
        for name, old, new in _figures(Scale._fields, book.scale, scale)
    ]


def _points(club_id: int, kept: Points, counted: Points) -> list[Difference]:
    return [
        Difference(club_id, player, match, name, old, new)
        for match, player in sorted(kept.keys() | counted.keys())
        for name, old, new in _figures(
            COLUMNS, kept.get((match, player)), counted.get((match, player))
        )
    ]


def _ratings(
    club_id: int, kept: dict[int, Rating], counted: Points, scale: Scale
) -> list[Difference]:
    newest = {point.player_id: rating_after(point, scale) for point in counted.values()}
    return [
        Difference(club_id, player, None, name, old, new)
        for player in sorted(kept.keys() | newest.keys())
        for name, old, new in _figures(RATED, kept.get(player), newest.get(player))
    ]


def _figures(
    names: tuple[str, ...], kept: object | None, counted: object | None
) -> list[tuple[str, object, object]]:
    """Those that differ; what is not there at all differs in each."""
    pairs = ((name, getattr(kept, name, None), getattr(counted, name, None)) for name in names)
    return [found for found in pairs if found[1] != found[2]]


MOST: Final = 500
"""Matches of the club since then. Nobody waits for more: the task computes them."""


def rating_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of the players of the match, and of everybody who has met them since."""
    found = learnt_again(match)
    names = dict(Player.objects.filter(pk__in=found).order_by().values_list("pk", "name"))
    return [_figure(match, pk, names[pk], one) for pk, one in found.items()]


def learnt_again(match: Match) -> Mapping[int, Estimate]:
    """By player, after all later matches, with the scale as it is; empty while older results are
    being counted, or after too many matches."""
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
    players = {*match.player_ids, *(one.player_id for one in points)}
    known = estimates_before(players, key, book.scale)
    for pair in zip(points[::2], points[1::2], strict=True):
        learn(pair, (known[pair[0].player_id], known[pair[1].player_id]), book.scale)
        known |= {point.player_id: Estimate.of(point) for point in pair}
    return {pk: one for pk, one in known.items() if one.matches}


def _figure(match: Match, player: int, name: str, known: Estimate) -> Figure:
    rating = hundredth(per_mille(known.skill.strength))
    shown = str(number_format(rating, 1))
    about = (match.pk, player)
    words = (_("Ratings"), name, _("games out of a hundred"))
    return Figure("rating", *about, "rating", *words, f"{rating:.1f}", shown)


def rating_fact(*, player: Player, **_signal: Any) -> PlayerFact | None:
    rated = rating_of(player, book_of(player.club).scale)
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
