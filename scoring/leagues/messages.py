"""Messages of seasons for other programs: ids, versions, days and figures; no names."""

from collections.abc import Iterable

from ecarte_club.core.outbox import Kind, write_message

from .models import Board, Fixture, Meeting, Season

Ids = dict[str, object]


def season_opened_message(season: Season) -> None:
    figures: Ids = {
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
    }
    _of_season(Kind.SEASON_OPENED, season, figures)


def standings_changed_message(season: Season) -> None:
    _of_season(Kind.STANDINGS_CHANGED, season, {"version": season.version})


def _of_season(kind: Kind, season: Season, figures: Ids) -> None:
    ids: Ids = {"season": season.pk, "league": season.league_id}
    write_message(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def fixtures_planned_message(season: Season, player: int | None = None) -> None:
    """`player`: who comes late, whose fixtures they are."""
    ids: Ids = {} if player is None else {"player": player}
    _season(Kind.FIXTURES_PLANNED, season, ids)


def meetings_added_message(season: Season, team: int) -> None:
    """Those of a team that comes late."""
    _season(Kind.FIXTURES_PLANNED, season, {"team": team})


def fixture_moved_message(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_MOVED, season, fixture)


def fixture_awarded_message(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_AWARDED, season, fixture)


def fixture_award_back_message(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_AWARD_BACK, season, fixture)


def _fixture(kind: Kind, season: Season, fixture: Fixture) -> None:
    figures: Ids = {
        "version": fixture.version,
        "day": fixture.day.isoformat() if fixture.day else None,
        "award": fixture.award or None,
    }
    ids: Ids = {"fixture": fixture.pk, "players": players_of(fixture)}
    write_message(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def players_of(fixture: Fixture) -> list[int]:
    return [pk for pk in (fixture.home_id, fixture.away_id) if pk is not None]


def team_meeting_message(
    kind: Kind, season: Season, meeting: Meeting, board: Board | None = None
) -> None:
    """As of a fixture, with the ids of a meeting and of its teams; of one `board` of it alone."""
    award = board.award if board else meeting.award
    figures: Ids = {
        "version": meeting.version,
        "day": meeting.day.isoformat() if meeting.day else None,
        "award": award or None,
    }
    teams = [pk for pk in (meeting.home_id, meeting.away_id) if pk is not None]
    ids: Ids = {"meeting": meeting.pk, "teams": teams}
    ids |= {"board": board.number} if board else {}
    write_message(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def entrant_left_message(season: Season, player: int, fixtures: Iterable[int]) -> None:
    """`fixtures`: those that are decided by it."""
    _season(Kind.ENTRANT_LEFT, season, {"player": player, "fixtures": list(fixtures)})


def entrant_back_message(season: Season, player: int, fixtures: Iterable[int]) -> None:
    """`fixtures`: those that are open again."""
    _season(Kind.ENTRANT_BACK, season, {"player": player, "fixtures": list(fixtures)})


def team_left_message(season: Season, team: int, meetings: Iterable[int]) -> None:
    """`meetings`: those that are decided by it."""
    _season(Kind.ENTRANT_LEFT, season, {"team": team, "meetings": list(meetings)})


def team_back_message(season: Season, team: int, meetings: Iterable[int]) -> None:
    """`meetings`: those that are open again."""
    _season(Kind.ENTRANT_BACK, season, {"team": team, "meetings": list(meetings)})


def _season(kind: Kind, season: Season, ids: Ids) -> None:
    figures: Ids = {"version": season.version}
    write_message(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)
