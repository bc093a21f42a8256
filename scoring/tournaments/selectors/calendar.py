"""Rounds of tournaments in calendars: on the day on which they were published."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from games.matches.models import Event
from scoring.leagues.models import Fixture, Round
from scoring.leagues.selectors.fixtures import Line, lines, with_related
from scoring.tournaments.models import PoolMember

from .reading import tournaments_of


@dataclass(frozen=True, slots=True)
class RoundLine:
    """`line`: of one player, their own pairing; None where they are in a pool."""

    round: Round
    line: Line | None = None


@dataclass(frozen=True, slots=True)
class RoundSpan:
    """Rounds of a tournament that were published on one day."""

    event: Event
    first: int
    last: int


def rounds_between(actor: Actor, club: Club, first: date, last: date) -> list[Round]:
    """Of the tournaments of the club that the actor may see, day by day."""
    seen = tournaments_of(club, actor).order_by().values_list("pk", flat=True)
    found = Round.objects.filter(
        event__in=list(seen), published_at__isnull=False, day__range=(first, last)
    )
    return list(found.select_related("event__club").order_by("day", "event_id", "number"))


def round_lines(
    found: Sequence[Round], person: Person, player: int | None = None
) -> list[RoundLine]:
    """Of `player` those in which they meet somebody, with the names that `person` may know."""
    if player is None:
        return [RoundLine(one) for one in found]
    own, pooled = _own(found, person, player), _pooled(found, player)
    return [
        RoundLine(one, line)
        for one in found
        for line in (own.get(one.pk, ()) or ([None] if one.pk in pooled else []))
    ]


def _own(found: Sequence[Round], person: Person, player: int) -> dict[int, list[Line | None]]:
    own_fixtures = Fixture.objects.filter(Q(home=player) | Q(away=player), round__in=found)
    rows = (
        with_related(own_fixtures)
        .exclude(away=None)
        .exclude(award=Fixture.Award.VOID)
        .order_by("number")
    )
    own: dict[int, list[Line | None]] = {}
    for line in lines(rows, person):
        own.setdefault(line.fixture.round_id, []).append(line)
    return own


def _pooled(found: Sequence[Round], player: int) -> set[int]:
    """A player alone in a pool has a bye."""
    others = PoolMember.objects.filter(pool=OuterRef("pool")).exclude(player=player)
    rows = PoolMember.objects.filter(Exists(others), player=player, pool__round__in=found)
    return set(rows.values_list("pool__round", flat=True))


def spans(found: Sequence[Round]) -> Iterator[tuple[date | None, RoundSpan]]:
    """By their days. What is published at once has its numbers in a row."""
    for (day, _event), some in groupby(found, key=lambda one: (one.day, one.event_id)):
        rounds = list(some)
        yield day, RoundSpan(rounds[0].event, rounds[0].number, rounds[-1].number)
