"""One act at a time: the season is moved on first, and read after."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from scoring.leagues.models import Board, Meeting, Season, Team
from scoring.leagues.services.standings import season_moved


def team_held(by: Person, team: Team, version: int) -> tuple[Season, Team]:
    """It, at its next version, and its season. Raises: Denied; Absent; Stale, of the team."""
    require(by, Act.RUN_SEASON)
    season = season_moved(team.season_id)
    if season is None or season.league.club_id != by.club_id:
        raise Absent
    found = Team.objects.filter(pk=team.pk).first()
    if found is None:
        raise Absent
    if found.version != version:
        raise Stale(sent=version, current=found.version)
    found.version += 1
    return season, found


def check_of_teams(season: Season) -> None:
    """Raises: Invalid where single players play it."""
    if not season.boards:
        text = _("This season is for individual players.")
        raise Invalid("not_of_teams", text, errors={"season": text})


def names_of(ids: Iterable[int]) -> Mapping[int, str]:
    return dict(Team.objects.filter(pk__in=set(ids)).values_list("pk", "name"))


def check_team(season: Season, team: int) -> None:
    """Raises: Invalid for what is no team of the season."""
    if not Team.objects.filter(season=season, pk=team).exists():
        text = _("Must be a team of this season.")
        raise Invalid("unknown_team", text, errors={"team": text})


def meeting_held(by: Person, meeting: Meeting, version: int) -> tuple[Season, Meeting]:
    """It, at its next version, and its season. Raises: Denied; Absent; Stale, of the meeting."""
    require(by, Act.RUN_SEASON)
    return meeting_moved(by, meeting, version)


def meeting_moved(by: Person, meeting: Meeting, version: int) -> tuple[Season, Meeting]:
    """The same, whoever may. Raises: Absent; Stale, of the meeting."""
    season = season_moved(meeting.season_id)
    if season is None or season.league.club_id != by.club_id:
        raise Absent
    rows = Meeting.objects.select_related("round", "home", "away")
    found = rows.filter(pk=meeting.pk).first()
    if found is None:
        raise Absent
    if found.version != version:
        raise Stale(sent=version, current=found.version)
    found.version += 1
    return season, found


def check_untouched(meeting: Meeting) -> None:
    """Raises: Invalid, with why it can neither be moved nor awarded nor lined up anew."""
    touched = Board.objects.filter(meeting=meeting)
    if touched.exclude(match=None).exists() or touched.exclude(award="").exists():
        text = _("This meeting has started. Correct the results at its boards.")
    elif meeting.away_id is None:
        text = _("A bye is not played.")
    elif meeting.award:
        text = _("It was decided without play. Withdraw that decision first.")
    else:
        return
    raise Invalid("meeting_decided", text, errors={"meeting": text})
