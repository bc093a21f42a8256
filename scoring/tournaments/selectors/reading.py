"""Which tournaments somebody may see and how far, and their rounds in calendars."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from django.db.models import Exists, OuterRef, Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import own_club_ids, person
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.matches.models import Event
from scoring.leagues.models import Entrant, Fixture, Round
from scoring.leagues.selectors.fixtures import Line, lines, with_related
from scoring.tournaments.models import FixedPair, PairingChange, PoolMember, Tournament

from .progress import Progress, progress_of

LISTED_MOST = 500
"""In one answer to a program; longer lists have pages of their own."""


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    found = Tournament.objects.select_related("event__club")
    public = Q(event__public=True, event__club__public=True)
    if not actor.reads_own:
        return found.filter(public)
    return found.filter(public | Q(event__club__in=list(own_club_ids(actor))))


def tournaments_of(club: Club, actor: Actor) -> QuerySet[Tournament]:
    return visible_tournaments(actor).filter(event__club=club)


_tournament = Composed(
    lambda pk: Tournament.objects.select_related("event__club").filter(pk=pk).order_by(), pk=int
)


def tournament_for(actor: Actor, pk: int) -> tuple[Tournament, Person]:
    """Raises: Absent when there is none, or it is not public and not of the actor's club."""
    found = _tournament.get(pk=pk)
    somebody = person(actor, found.event.club_id)
    public = found.event.public and found.event.club.public
    require(somebody, Act.SEE_PUBLIC if public else Act.SEE_CLUB)
    return found, somebody


@dataclass(frozen=True, slots=True)
class Named:
    """A player, with the name that the reader may know."""

    id: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Query:
    """A page of a long list, or of those in it who are called so."""

    page: str = ""
    name: str = ""

    def finds(self, name: str) -> bool:
        return not self.name or sort_key(self.name) in sort_key(name)


ALL = Query()


@dataclass(frozen=True, slots=True)
class Entered:
    player: Named
    place: int
    joined_round: int
    left_round: int | None
    rounds_off: list[int]
    games_of_a_hundred: Decimal


@dataclass(frozen=True, slots=True)
class ByHand:
    """Two whom the director paired, or who exchanged places. `other`: None where `one` has the
    bye."""

    one: Named
    other: Named | None
    reason: str
    round: int


def _entered(found: Tournament, rows: Sequence[Entrant], names: Mapping[int, str]) -> list[Entered]:
    offs: dict[int, list[int]] = {}
    for player, number in found.rounds_off.values_list("player_id", "number"):
        offs.setdefault(player, []).append(number)
    return [
        Entered(
            Named(one.player_id, names[one.player_id]),
            one.place,
            one.joined_round,
            one.left_round,
            offs.get(one.player_id, []),
            one.games_of_a_hundred,
        )
        for one in rows
    ]


def entrants_among(found: Tournament, person: Person, rows: Sequence[Entrant]) -> list[Entered]:
    """A few of them: the others are not read."""
    club = found.event.club
    names = {one.player_id: player_names.visible_name(one.player, club, person) for one in rows}
    return _entered(found, rows, names)


@dataclass(frozen=True)
class Reading:
    """A tournament as one person may see it: `names` by player, and drafts only where `runs`."""

    progress: Progress
    names: dict[int, str]
    runs: bool

    def named(self, player: int) -> Named:
        return Named(player, self.names[player])

    @property
    def entrants(self) -> list[Entered]:
        """The first, as far as an answer lists them; for all there is `entrants_among`."""
        return _entered(self.progress.tournament, self.progress.entrants[:LISTED_MOST], self.names)

    @property
    def entrants_count(self) -> int:
        return len(self.progress.entrants)

    @property
    def kept_apart(self) -> list[list[Named]]:
        """For directors alone."""
        pairs = self.progress.tournament.kept_apart.all() if self.runs else ()
        return [[self.named(pair.one_id), self.named(pair.other_id)] for pair in pairs]

    @property
    def fixed_pairs(self) -> list[ByHand]:
        """Of the next round, for directors alone."""
        number = self.progress.last_published + 1
        rows = self.progress.tournament.fixed_pairs.filter(number=number)
        return self.by_hand(rows if self.runs else (), number)

    def by_hand(self, rows: Iterable[FixedPair | PairingChange], number: int) -> list[ByHand]:
        return [
            ByHand(
                self.named(one.one_id),
                self.named(one.other_id) if one.other_id else None,
                one.reason,
                number,
            )
            for one in rows
        ]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Those with pairings that the reader may see."""
        return tuple(
            one
            for one in self.progress.rounds
            if one.published_at is not None or (self.runs and one.drawn_at is not None)
        )

    def round(self, number: int) -> Round:
        """Raises: Absent."""
        found = next((one for one in self.rounds if one.number == number), None)
        if found is None:
            raise Absent
        return found

    def fixtures(self, number: int) -> tuple[Fixture, ...]:
        return self.progress.of_round(number)


def reading_of(found: Tournament, somebody: Person) -> Reading:
    now = progress_of(found)
    players = [one.player for one in now.entrants]
    known = {one.pk for one in players}
    strangers = {
        pk
        for one in now.fixtures
        for pk in (one.home_id, one.away_id)
        if pk is not None and pk not in known
    }
    players += list(Player.objects.filter(pk__in=strangers))
    club = found.event.club
    names = {one.pk: player_names.visible_name(one, club, somebody) for one in players}
    return Reading(now, names, somebody.may(Act.RUN_SEASON))


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
