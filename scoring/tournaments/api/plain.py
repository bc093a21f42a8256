"""A tournament as data, for programs."""

from typing import Any

from scoring.leagues.models import Fixture, Round
from scoring.tables.table import Line
from scoring.tournaments.labels import reasons
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors import meetings, pool_board, qualification
from scoring.tournaments.selectors.reading import Reading


def named(found: Reading, pk: int) -> dict[str, Any]:
    return {"id": pk, "name": found.names[pk]}


def round_plain(found: Reading, one: Round) -> dict[str, Any]:
    fixtures = found.fixtures(one.number)
    return {
        "tournament": one.event_id,
        "number": one.number,
        "seed": one.seed,
        "drawn_at": one.drawn_at,
        "published_at": one.published_at,
        "version": found.progress.tournament.version,
        "pairings": [fixture_plain(found, each) for each in fixtures],
        "pools": pool_board.of_round(found, one.number),
    }


def fixture_plain(found: Reading, one: Fixture) -> dict[str, Any]:
    match = one.match
    winner = None
    if match is not None and match.over and match.winner:
        winner = match.player_a_id if match.winner == "a" else match.player_b_id
    said = reasons.reasons(one.why, found.names)
    return {
        "id": one.pk,
        "number": one.number,
        "group": found.progress.group_of(one),
        "table": one.table,
        "home": named(found, one.home_id),
        "away": named(found, one.away_id) if one.away_id else None,
        "match": one.match_id,
        "over": bool(one.award) or (match is not None and match.over),
        "winner": winner,
        "award": one.award,
        "reason": one.reason,
        "why": [
            {"code": code, "player": who, "figures": figures, "said": text}
            for (code, who, figures), text in zip(one.why, said, strict=True)
        ],
    }


def standings_plain(found: Reading, until_round: int | None) -> dict[str, Any]:
    now = found.progress
    on = None
    if now.tournament.kind == Kind.GROUPS:
        published = now.last_published > 0
        tables = [*enumerate(qualification.tables(now, until_round), 1)] if published else []
        is_told = published and until_round is None and not now.is_open_in_groups
        on = meetings.goers(now) if is_told else None
    elif now.is_pools:
        tables = []
    else:
        tables = [(0, now.standing if until_round is None else now.table(until_round))]
    return {
        "tournament": now.tournament.pk,
        "version": now.tournament.version,
        "tie_breaks": now.tournament.tie_breaks,
        "results": [
            line_plain(found, line, group, on) for group, table in tables for line in table.lines
        ],
    }


def line_plain(found: Reading, line: Line, group: int, on: frozenset[int] | None) -> dict[str, Any]:
    share = line.share
    return {
        "group": group or None,
        "goes_on": None if on is None else line.entrant in on,
        "rank": line.rank,
        "player": named(found, line.entrant),
        "points": line.points,
        "adjustment": line.adjustment,
        "played": share.played,
        "won": share.won,
        "drawn": share.drawn,
        "lost": share.lost,
        "games_for": share.games_for,
        "games_against": share.games_against,
        "figures": [
            {"criterion": str(one), "figures": list(worth)} for one, worth in line.figures.items()
        ],
    }
