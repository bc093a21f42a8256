"""The meetings of a season as the pure rooms know them, and how each stands."""

from collections.abc import Callable, Iterable

from django.db.models import QuerySet

from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.selectors.fixture_states import State
from scoring.leagues.selectors.teams.meetings import boards_of, line, results_of
from scoring.leagues.services.planning.diary import Diary, planned_of


def diary_of(season: Season) -> Diary[Meeting]:
    rows = Meeting.objects.filter(season=season, day__isnull=False)
    found = list(rows.exclude(award=Fixture.Award.VOID).select_related("round", "home", "away"))
    return Diary({planned_of(row): row for row in found}, states_of(season, found))


def states_of(season: Season, rows: Iterable[Meeting]) -> Callable[[Meeting], State]:
    """A few queries, however many they are. Where nobody played at any board, nothing was."""
    ids = [one.pk for one in rows]
    boards, results = boards_of(ids), results_of(ids)

    def state(row: Meeting) -> State:
        told = line(row, boards.get(row.pk, ()), results, season.team_scheme)
        if told.state is State.PLAYED and all(one.match is None for one in boards[row.pk]):
            return State.WALK_OVER
        return told.state

    return state


def to_play(season: Season) -> QuerySet[Meeting]:
    """Nothing of them was begun or decided."""
    touched = Board.objects.exclude(match=None, award="").filter(meeting__season=season)
    found = Meeting.objects.filter(season=season, award="", away__isnull=False)
    return found.exclude(pk__in=touched.values("meeting"))
