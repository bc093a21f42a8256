"""The ratings of a club computed from nothing but the record, and where those kept differ."""

from dataclasses import dataclass

from games.matches.models import Match
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.services.books import RATED, rating_after
from scoring.ratings.services.catching_up import LEARNT
from scoring.ratings.services.facts import FACTS, Estimate, Fact, facts, learn, points_of

COLUMNS = tuple("adversary_id" if name == "adversary" else name for name in FACTS) + LEARNT
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of a player, after `match` or, with None, of his rating as it stands now.

    None for a figure: it is not there.
    """

    club: int
    player: int
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
        if book is None or not book.is_brought:
            break
        kept = {(one.match_id, one.player_id): one for one in _kept(club_id)}
        ratings = {one.pk: one for one in Rating.objects.filter(club=club_id)}
        counted = counted_from_nothing(club_id)
        if RatingBook.objects.filter(pk=club_id, version=book.version).exists():
            return [*_points(club_id, kept, counted), *_ratings(club_id, ratings, counted)]
    raise RatingsBusy(club_id)


def _kept(club_id: int) -> list[RatingPoint]:
    return list(RatingPoint.objects.filter(club=club_id).order_by())


def counted_from_nothing(club_id: int) -> Points:
    """By match and player, in the order of results."""
    known: dict[int, Estimate] = {}
    points: Points = {}
    for fact in _in_order(club_id):
        pair = points_of(fact)
        learn(
            pair, (known.get(fact.players[0], Estimate()), known.get(fact.players[1], Estimate()))
        )
        for point in pair:
            known[point.player_id] = Estimate.of(point)
            points[point.match_id, point.player_id] = point
    return points


def _in_order(club_id: int) -> list[Fact]:
    return sorted(facts(Match.objects.filter(club=club_id)), key=lambda fact: fact.key)


def _points(club_id: int, kept: Points, counted: Points) -> list[Difference]:
    return [
        Difference(club_id, player, match, name, old, new)
        for match, player in sorted(kept.keys() | counted.keys())
        for name, old, new in _figures(
            COLUMNS, kept.get((match, player)), counted.get((match, player))
        )
    ]


def _ratings(club_id: int, kept: dict[int, Rating], counted: Points) -> list[Difference]:
    newest = {point.player_id: rating_after(point) for point in counted.values()}
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
