"""What ratings are made of: the games of each match that is over, in the order of their end."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ecarte_club.clubs.models import Player
from games.matches.models import Entry, Match
from games.matches.selectors.logs import ACTS
from scoring.ratings.models import Rating, RatingPoint
from scoring.ratings.rules.skill import Scale, Skill, lower, meet
from scoring.ratings.rules.spread import MOST, Result

FACTS: Final = ("adversary", "ended_at", "won", "lost")
LEARNT = ("strength_before", "doubt_before", "strength", "doubt", "matches", "games")
RATED = ("strength", "doubt", "low", "matches", "games", "last_at", "last_match")
Key = tuple[datetime, int]


class Fact(NamedTuple):
    """`games`: won by the first and by the second of the `players`, ids."""

    club: int
    match: int
    ended_at: datetime
    players: tuple[int, int]
    games: tuple[int, int]

    @property
    def key(self) -> Key:
        """By it results are in order: when the match ended, then its id."""
        return self.ended_at, self.match

    @property
    def result(self) -> Result:
        """As of the player with the lower number, as `latest_results` has it."""
        (a, b), (won, lost), day = self.players, self.games, self.ended_at.toordinal()
        return Result(day, (a, b), (won, lost)) if a < b else Result(day, (b, a), (lost, won))


BETWEEN_PEOPLE = Q(player_a__robot="", player_b__robot="")
COUNTED = BETWEEN_PEOPLE | Q(started_at__gte=F("club__robots_rated_since"))
"""Matches that count in ratings, as `Match.is_rated` says of one."""


def facts(matches: QuerySet[Match]) -> Iterator[Fact]:
    """Of those of `matches` that are over and count; one query.

    By their rows as they are now: who plays may have become another while an entry waited.
    """
    rows = matches.filter(COUNTED, over=True).annotate(ended=ended())
    columns = ("player_a_id", "player_b_id", "games_a", "games_b")
    for club, match, at, a, b, won, lost in rows.values_list("club_id", "pk", "ended", *columns):
        yield Fact(club, match, at, (a, b), (won, lost))


def ended() -> Coalesce:
    """Annotation of a match: when its last play was first entered, and not inserted later.

    Not asked as "supersedes nothing", which is so of nearly every entry there is, and for which
    SQLite would look through them all by that index.
    """
    new = Entry.objects.annotate(old=Coalesce("supersedes_id", 0)).filter(old=0)
    plays = new.filter(order__isnull=True).exclude(kind__in=ACTS)
    last = plays.filter(match=OuterRef("pk")).order_by("-number")
    return Coalesce(Subquery(last.values("at")[:1]), F("started_at"))


def points_of(fact: Fact) -> tuple[RatingPoint, RatingPoint]:
    """Both sides, not saved and with nothing learnt."""
    a, b = (
        RatingPoint(
            club_id=fact.club,
            match_id=fact.match,
            player_id=own,
            adversary_id=other,
            ended_at=fact.ended_at,
            won=won,
            lost=lost,
        )
        for own, other, won, lost in (
            (*fact.players, *fact.games),
            (*fact.players[::-1], *fact.games[::-1]),
        )
    )
    return a, b


def since(key: Key) -> Q:
    """Points from this one on. The day by itself, so that an index is entered there."""
    return Q(ended_at__gte=key[0]) & ~Q(ended_at=key[0], match__lt=key[1])


def until(key: Key) -> Q:
    """Points before this one."""
    return Q(ended_at__lte=key[0]) & ~Q(ended_at=key[0], match__gte=key[1])


class Estimate(NamedTuple):
    """Of a player before a match; `matches` and `games` played so far."""

    skill: Skill
    matches: int = 0
    games: int = 0

    @classmethod
    def of(cls, row: RatingPoint | Rating) -> "Estimate":
        return cls(row.skill, row.matches, row.games)


def learn(
    pair: tuple[RatingPoint, RatingPoint], before: tuple[Estimate, Estimate], scale: Scale
) -> None:
    """Compute both points of a match from the estimates before it."""
    first = pair[0]
    skills = meet(before[0].skill, before[1].skill, (first.won, first.lost), first.day, scale)
    for point, estimate, skill in zip(pair, before, skills, strict=True):
        point.strength_before, point.doubt_before = estimate.skill.strength, estimate.skill.doubt
        point.strength, point.doubt = skill.strength, skill.doubt
        point.matches = estimate.matches + 1
        point.games = estimate.games + first.won + first.lost


def rating_after(point: RatingPoint, scale: Scale) -> Rating:
    """Not saved: what is kept of a player whose newest point this is."""
    return Rating(
        player_id=point.player_id,
        club_id=point.club_id,
        strength=point.strength,
        doubt=point.doubt,
        low=lower(point.skill, scale),
        matches=point.matches,
        games=point.games,
        last_at=point.ended_at,
        last_match=point.match_id,
    )


def in_order(club_id: int) -> QuerySet[RatingPoint]:
    """The points of a club, both sides of a match together."""
    return RatingPoint.objects.filter(club=club_id).order_by("ended_at", "match_id", "pk")


def latest_results(club_id: int) -> list[tuple[Key, Result]]:
    """As many as a scale is learnt from, in order."""
    points = RatingPoint.objects.filter(club=club_id, player__lt=F("adversary"))
    rows = points.order_by("-ended_at", "-match_id").values_list(
        "ended_at", "match_id", "player_id", "adversary_id", "won", "lost"
    )
    return [
        ((at, match), Result(at.toordinal(), (a, b), (won, lost)))
        for at, match, a, b, won, lost in reversed(rows[:MOST])
    ]


def estimates_before(players: Iterable[int], key: Key, scale: Scale) -> dict[int, Estimate]:
    """What was known of each before the result of this key."""
    before = {pk: Estimate.of(point) for pk, point in latest_points(players, until(key)).items()}
    return {pk: before.get(pk, Estimate(scale.newcomer)) for pk in players}


def latest_points(players: Iterable[int], which: Q) -> dict[int, RatingPoint]:
    """The newest point of each of these players who has one of `which`."""
    newest = RatingPoint.objects.filter(which, player=OuterRef("pk"))
    ids = (
        Player.objects.filter(pk__in=list(players))
        .annotate(newest=Subquery(newest.order_by("-ended_at", "-match_id").values("pk")[:1]))
        .values_list("newest", flat=True)
    )
    found = RatingPoint.objects.filter(pk__in=[pk for pk in ids if pk is not None])
    return {point.player_id: point for point in found}
