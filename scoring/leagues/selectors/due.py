"""What is still to be played: open, due at an evening, next for a player; and what counts."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import date

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.core.composed import Composed
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.leagues.models import Board, Entrant, Fixture, Meeting, TeamPlayer


def open_fixtures() -> QuerySet[Fixture]:
    """Of seasons: not begun, not decided."""
    return Fixture.objects.filter(
        event__season__isnull=False, match=None, award="", away__isnull=False
    )


# Every page of a match of a season or a tournament asks for it.
_fixture = Composed(
    lambda match: Fixture.objects.filter(match=match).select_related("round").order_by(), match=int
)


def fixture_of(match: Match) -> Fixture | None:
    return _fixture.first(match=match.pk)


def counts_for_nothing(match: Match) -> bool:
    """Of a season with entrants the fixtures count and nothing else, of teams their boards; in an
    open season every match."""
    event = match.event
    if event is None or event.drawn:
        return False
    if event.of_teams:
        return not Board.objects.filter(match=match.pk).exists()
    return bool(uncounted([match.pk]))


def uncounted(match_ids: Collection[int]) -> frozenset[int]:
    """Those that count for nobody in a season in which fixtures alone do."""
    if len(match_ids) == 1:
        (match,) = match_ids
        return frozenset(pk for (pk,) in _uncounted.tuples(match=match))
    return frozenset(_beyond_fixtures().filter(pk__in=match_ids).values_list("pk", flat=True))


def _beyond_fixtures() -> QuerySet[Match]:
    entrants = Entrant.objects.filter(event=OuterRef("event"), event__season__isnull=False)
    played = Fixture.objects.filter(match=OuterRef("pk"), award="")
    return Match.objects.filter(Exists(entrants), ~Exists(played))


# Every page of a match asks for the one.
_uncounted = Composed(
    lambda match: _beyond_fixtures().filter(pk=match).values_list("pk").order_by(), match=int
)


def open_pairs(event_ids: Collection[int]) -> Mapping[int, Mapping[frozenset[int], int]]:
    """Of seasons in which fixtures alone count: how many are open between each two."""
    entrants = Entrant.objects.filter(event__in=event_ids, event__season__isnull=False)
    found: dict[int, Counter[frozenset[int]]] = {
        event: Counter() for event in entrants.order_by().values_list("event", flat=True).distinct()
    }
    rows = open_fixtures().filter(event__in=found)
    for event, home, away in rows.values_list("event", "home", "away"):
        if away is not None:
            found[event][frozenset((home, away))] += 1
    return found


def fixtures_due(evening: Evening) -> QuerySet[Fixture]:
    return fixtures_due_on(evening.club_id, evening.held_on)


def fixtures_due_on(club_id: int, day: date) -> QuerySet[Fixture]:
    """Those of the day first, then what should have been played before, the latest first."""
    return (
        open_fixtures()
        .filter(event__club=club_id, day__lte=day)
        .select_related("event", "round", "home", "away")
        .order_by("-day", F("sitting").asc(nulls_first=True), "event_id", "round__number", "number")
    )


def next_fixture(player: Player) -> Fixture | None:
    """The first that the player is to play from today on."""
    own = open_fixtures().filter(Q(home=player) | Q(away=player), day__gte=timezone.localdate())
    related = own.select_related("event__club", "round", "home", "away")
    return related.order_by("day", "sitting", "round__number").first()


def open_boards() -> QuerySet[Board]:
    """Both line-ups name a player, and the board was not begun or decided."""
    return Board.objects.filter(
        match=None,
        award="",
        home__isnull=False,
        away__isnull=False,
        meeting__award="",
        meeting__home_given_at__isnull=False,
        meeting__away_given_at__isnull=False,
    )


def boards_due(evening: Evening) -> QuerySet[Board]:
    return boards_due_on(evening.club_id, evening.held_on)


def boards_due_on(club_id: int, day: date) -> QuerySet[Board]:
    """Those of the day first, then what should have been played before, the latest first."""
    return (
        open_boards()
        .filter(meeting__season__event__club=club_id, meeting__day__lte=day)
        .select_related("meeting__season__event", "meeting__round", "home", "away")
        .select_related("meeting__home", "meeting__away")
        .order_by(
            *("-meeting__day", F("meeting__sitting").asc(nulls_first=True)),
            *("meeting__season", "meeting", "number"),
        )
    )


def open_meetings() -> QuerySet[Meeting]:
    """Not begun, not decided."""
    begun = Board.objects.exclude(match=None, award="").filter(meeting=OuterRef("pk"))
    return Meeting.objects.filter(~Exists(begun), award="", away__isnull=False)


def next_meeting(player: Player) -> Meeting | None:
    """The first from today on of a team for which the player then plays; not begun, not decided."""
    of_the_day = Q(left_on=None) | Q(left_on__gt=OuterRef("day"))
    teams = TeamPlayer.objects.filter(of_the_day, player=player, joined_on__lte=OuterRef("day"))
    own = Exists(teams.filter(team=OuterRef("home"))) | Exists(teams.filter(team=OuterRef("away")))
    rows = open_meetings().filter(own)
    related = rows.select_related("season__event__club", "round", "home", "away")
    to_come = related.filter(day__gte=timezone.localdate())
    return to_come.order_by("day", "sitting", "round__number", "number").first()
