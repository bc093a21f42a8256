"""Messages of seasons for other programs: ids, versions, days and figures; no names."""

from ecarte_club.core.outbox import Kind, write_message

from .models import Board, Fixture, Meeting, Season
from .selectors.competitors import competitors_of, sides_of

Ids = dict[str, object]


def season_opened_message(season: Season) -> None:
    days: Ids = {"starts_on": season.starts_on.isoformat(), "ends_on": season.ends_on.isoformat()}
    _write(Kind.SEASON_OPENED, season, {"season": season.pk, "league": season.league_id}, days)


def standings_changed_message(season: Season) -> None:
    _write(Kind.STANDINGS_CHANGED, season, {"season": season.pk, "league": season.league_id})


def calendar_message(season: Season, competitor: int | None = None) -> None:
    """Fixtures or meetings are made; of one `competitor` who comes late."""
    ids: Ids = {} if competitor is None else {competitors_of(season).kind: competitor}
    _write(Kind.FIXTURES_PLANNED, season, ids)


def competitor_message(kind: Kind, season: Season, competitor: int, fixtures: list[int]) -> None:
    """Who withdraws or returns; `fixtures`: those that are decided by it, or open again."""
    competitors = competitors_of(season)
    _write(kind, season, {competitors.kind: competitor, f"{competitors.fixture_kind}s": fixtures})


def fixture_message(
    kind: Kind, season: Season, fixture: Fixture | Meeting, board: Board | None = None
) -> None:
    """Of a fixture or a meeting, or of one `board` of a meeting."""
    figures: Ids = {
        "version": fixture.version,
        "day": fixture.day.isoformat() if fixture.day else None,
        "sitting": fixture.sitting,
        "award": (board or fixture).award or None,
    }
    competitors = competitors_of(season)
    ids: Ids = {
        competitors.fixture_kind: fixture.pk,
        f"{competitors.kind}s": sides_of(fixture),
        **({"board": board.number} if board else {}),
    }
    _write(kind, season, ids, figures)


def _write(
    kind: Kind,
    season: Season,
    ids: Ids,
    figures: Ids | None = None,
) -> None:
    """Without figures, the season's version."""
    figures = figures or {"version": season.version}
    write_message(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)
