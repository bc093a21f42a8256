"""Messages of tournaments for other programs: ids, versions and figures; no names."""

from ecarte_club.core.outbox import Kind, write_message
from scoring.leagues.messages import Ids
from scoring.leagues.models import Fixture, Round
from scoring.leagues.selectors.competitors import sides_of
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.selectors.pool_states import players


def round_published_message(tournament: Tournament, row: Round) -> None:
    at = row.published_at
    figures: Ids = {"round": row.number, "published_at": at.isoformat() if at else None}
    _tournament(Kind.ROUND_PUBLISHED, tournament, figures=figures)


def round_changed_message(tournament: Tournament, number: int) -> None:
    _tournament(Kind.ROUND_CHANGED, tournament, figures={"round": number})


def round_taken_back_message(tournament: Tournament, number: int) -> None:
    _tournament(Kind.ROUND_TAKEN_BACK, tournament, figures={"round": number})


def tournament_state_message(tournament: Tournament, was: str) -> None:
    """`was`: its state before; nothing is told where neither is its end."""
    if tournament.state == Tournament.State.OVER:
        _tournament(Kind.TOURNAMENT_OVER, tournament)
    elif was == Tournament.State.OVER:
        _tournament(Kind.TOURNAMENT_REOPENED, tournament)


def meeting_award_message(tournament: Tournament, fixture: Fixture) -> None:
    """Decided without play, or that taken back."""
    kind = Kind.FIXTURE_AWARDED if fixture.award else Kind.FIXTURE_AWARD_BACK
    figures: Ids = {
        "award": fixture.award or None,
        "round": fixture.round.number,
        "sitting": fixture.sitting,
    }
    ids: Ids = {"fixture": fixture.pk, "players": sides_of(fixture)}
    _tournament(kind, tournament, ids, figures)


def pool_award_message(tournament: Tournament, pool: Pool) -> None:
    kind = Kind.FIXTURE_AWARDED if pool.how else Kind.FIXTURE_AWARD_BACK
    round_ = pool.round.number
    figures: Ids = {"award": pool.how or None, "winner": pool.winner_id, "round": round_}
    _tournament(kind, tournament, {"pool": pool.pk, "players": list(players(pool))}, figures)


def player_withdrawn_message(tournament: Tournament, player: int) -> None:
    _tournament(Kind.ENTRANT_LEFT, tournament, {"player": player})


def player_back_message(tournament: Tournament, player: int) -> None:
    _tournament(Kind.ENTRANT_BACK, tournament, {"player": player})


def _tournament(
    kind: Kind, tournament: Tournament, ids: Ids | None = None, figures: Ids | None = None
) -> None:
    write_message(
        kind,
        club=tournament.event.club_id,
        event=tournament.pk,
        ids={"tournament": tournament.pk, **(ids or {})},
        figures={"version": tournament.version, **(figures or {})},
    )
