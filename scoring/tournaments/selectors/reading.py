"""Which tournaments somebody may see, and how far."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import own_club_ids, person
from ecarte_club.core.exceptions import Absent
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import Tournament

from .progress import Progress, progress_of

ID_MOST = 2**63 - 1


def tournaments_seen(actor: Actor) -> QuerySet[Tournament]:
    found = Tournament.objects.select_related("event__club")
    public = Q(event__public=True, event__club__public=True)
    if not actor.reads_own:
        return found.filter(public)
    return found.filter(public | Q(event__club__in=list(own_club_ids(actor))))


def tournaments_of(club: Club, actor: Actor) -> QuerySet[Tournament]:
    return tournaments_seen(actor).filter(event__club=club)


def tournament_for(actor: Actor, pk: int) -> tuple[Tournament, Person]:
    """Raises: Absent when there is none, or it is not public and not of the actor's club."""
    if pk > ID_MOST:
        raise Absent
    found = Tournament.objects.select_related("event__club").filter(pk=pk).first()
    if found is None:
        raise Absent
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
class Entered:
    player: Named
    place: int
    joined_round: int
    left_round: int | None
    rounds_off: list[int]


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
        offs = list(self.progress.tournament.rounds_off.values_list("player_id", "number"))
        return [
            Entered(
                self.named(one.player_id),
                one.place,
                one.joined_round,
                one.left_round,
                [number for player, number in offs if player == one.player_id],
            )
            for one in self.progress.entrants
        ]

    @property
    def kept_apart(self) -> list[list[Named]]:
        """For directors alone."""
        pairs = self.progress.tournament.kept_apart.all() if self.runs else ()
        return [[self.named(pair.one_id), self.named(pair.other_id)] for pair in pairs]

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
    names = {one.pk: player_names.shown_name(one, club, somebody) for one in players}
    return Reading(now, names, somebody.may(Act.RUN_SEASON))
