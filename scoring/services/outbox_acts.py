"""What the acts of these rooms tell programs: each by the service that does it, once.

Fixtures, rounds, contests and settlements by their ids, with versions and times.
"""

from collections.abc import Iterable

from scoring.models import (
    Board,
    Contest,
    Fixture,
    Meeting,
    Payment,
    Pool,
    Round,
    Season,
    Settlement,
    Tournament,
)
from scoring.outbox.kinds import Kind

from .outbox import tell

Ids = dict[str, object]


def fixtures_planned_told(season: Season, player: int | None = None) -> None:
    """`player`: who comes late, whose fixtures they are."""
    ids: Ids = {} if player is None else {"player": player}
    _season(Kind.FIXTURES_PLANNED, season, ids)


def meetings_added_told(season: Season, team: int) -> None:
    """Those of a team that comes late."""
    _season(Kind.FIXTURES_PLANNED, season, {"team": team})


def fixture_moved_told(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_MOVED, season, fixture)


def fixture_awarded_told(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_AWARDED, season, fixture)


def fixture_award_back_told(season: Season, fixture: Fixture) -> None:
    _fixture(Kind.FIXTURE_AWARD_BACK, season, fixture)


def _fixture(kind: Kind, season: Season, fixture: Fixture) -> None:
    figures: Ids = {
        "version": fixture.version,
        "day": fixture.day.isoformat() if fixture.day else None,
        "award": fixture.award or None,
    }
    ids: Ids = {"fixture": fixture.pk, "players": _players(fixture)}
    tell(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def _players(fixture: Fixture) -> list[int]:
    return [pk for pk in (fixture.home_id, fixture.away_id) if pk is not None]


def team_meeting_told(
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
    tell(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def entrant_left_told(season: Season, player: int, fixtures: Iterable[int]) -> None:
    """`fixtures`: those that are decided by it."""
    _season(Kind.ENTRANT_LEFT, season, {"player": player, "fixtures": list(fixtures)})


def entrant_back_told(season: Season, player: int, fixtures: Iterable[int]) -> None:
    """`fixtures`: those that are open again."""
    _season(Kind.ENTRANT_BACK, season, {"player": player, "fixtures": list(fixtures)})


def team_left_told(season: Season, team: int, meetings: Iterable[int]) -> None:
    """`meetings`: those that are decided by it."""
    _season(Kind.ENTRANT_LEFT, season, {"team": team, "meetings": list(meetings)})


def team_back_told(season: Season, team: int, meetings: Iterable[int]) -> None:
    """`meetings`: those that are open again."""
    _season(Kind.ENTRANT_BACK, season, {"team": team, "meetings": list(meetings)})


def _season(kind: Kind, season: Season, ids: Ids) -> None:
    figures: Ids = {"version": season.version}
    tell(kind, club=season.league.club_id, event=season.pk, ids=ids, figures=figures)


def round_published_told(tournament: Tournament, row: Round) -> None:
    at = row.published_at
    figures: Ids = {"round": row.number, "published_at": at.isoformat() if at else None}
    _tournament(Kind.ROUND_PUBLISHED, tournament, figures=figures)


def round_taken_back_told(tournament: Tournament, number: int) -> None:
    _tournament(Kind.ROUND_TAKEN_BACK, tournament, figures={"round": number})


def tournament_state_told(tournament: Tournament, was: str) -> None:
    """`was`: its state before; nothing is told where neither is its end."""
    if tournament.state == Tournament.State.OVER:
        _tournament(Kind.TOURNAMENT_OVER, tournament)
    elif was == Tournament.State.OVER:
        _tournament(Kind.TOURNAMENT_REOPENED, tournament)


def meeting_awarded_told(tournament: Tournament, fixture: Fixture) -> None:
    _meeting(Kind.FIXTURE_AWARDED, tournament, fixture)


def meeting_award_back_told(tournament: Tournament, fixture: Fixture) -> None:
    _meeting(Kind.FIXTURE_AWARD_BACK, tournament, fixture)


def _meeting(kind: Kind, tournament: Tournament, fixture: Fixture) -> None:
    figures: Ids = {"award": fixture.award or None, "round": fixture.round.number}
    ids: Ids = {"fixture": fixture.pk, "players": _players(fixture)}
    _tournament(kind, tournament, ids, figures)


def pool_awarded_told(tournament: Tournament, pool: Pool, players: Iterable[int]) -> None:
    _pool(Kind.FIXTURE_AWARDED, tournament, pool, players)


def pool_award_back_told(tournament: Tournament, pool: Pool, players: Iterable[int]) -> None:
    _pool(Kind.FIXTURE_AWARD_BACK, tournament, pool, players)


def _pool(kind: Kind, tournament: Tournament, pool: Pool, players: Iterable[int]) -> None:
    figures: Ids = {
        "award": pool.how or None,
        "winner": pool.winner_id,
        "round": pool.round.number,
    }
    ids: Ids = {"pool": pool.pk, "players": list(players)}
    _tournament(kind, tournament, ids, figures)


def player_withdrawn_told(tournament: Tournament, player: int) -> None:
    _tournament(Kind.ENTRANT_LEFT, tournament, {"player": player})


def player_back_told(tournament: Tournament, player: int) -> None:
    _tournament(Kind.ENTRANT_BACK, tournament, {"player": player})


def _tournament(
    kind: Kind, tournament: Tournament, ids: Ids | None = None, figures: Ids | None = None
) -> None:
    tell(
        kind,
        club=tournament.event.club_id,
        event=tournament.pk,
        ids={"tournament": tournament.pk, **(ids or {})},
        figures={"version": tournament.version, **(figures or {})},
    )


def contest_opened_told(contest: Contest, tournament: int | None) -> None:
    """`tournament`: whose pool it is to be."""
    _contest(Kind.CONTEST_OPENED, contest, tournament)


def contest_over_told(contest: Contest, was: bool) -> None:
    """`was`: whether it was over before; nothing is told where that stays."""
    if contest.over != was:
        kind = Kind.CONTEST_CLOSED if contest.over else Kind.CONTEST_REOPENED
        _contest(kind, contest, contest.tournament_id)


def _contest(kind: Kind, contest: Contest, tournament: int | None) -> None:
    ids: Ids = {"contest": contest.pk, "evening": contest.evening_id, "tournament": tournament}
    figures: Ids = {"kind": contest.kind, "version": contest.version}
    tell(kind, club=contest.club_id, ids=ids, figures=figures)


def settlement_made_told(settlement: Settlement, evenings: Iterable[int]) -> None:
    ids: Ids = {"settlement": settlement.pk, "evenings": list(evenings)}
    figures: Ids = {
        "starts_on": settlement.starts_on.isoformat(),
        "ends_on": settlement.ends_on.isoformat(),
        "settled_at": settlement.settled_at.isoformat(),
    }
    tell(Kind.SETTLEMENT_MADE, club=settlement.club_id, ids=ids, figures=figures)


def payment_told(club: int, payment: Payment) -> None:
    """As it is now: made, or not."""
    at = payment.made_at
    kind = Kind.PAYMENT_NOT_MADE if at is None else Kind.PAYMENT_MADE
    ids: Ids = {"settlement": payment.settlement_id, "payment": payment.pk}
    tell(kind, club=club, ids=ids, figures={"made_at": at.isoformat() if at else None})
