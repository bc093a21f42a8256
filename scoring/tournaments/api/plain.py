"""A tournament as data, for programs."""

from typing import Any

from games.matches.selectors.reading import terms_plain
from scoring.leagues.models import Fixture, Round
from scoring.tables.table import Line
from scoring.tournaments.labels import reasons
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors import going, meetings, pool_board
from scoring.tournaments.selectors.reading import Seen


def tournament_plain(one: Tournament) -> dict[str, Any]:
    event, scheme = one.event, one.points
    return {
        "id": one.pk,
        "name": event.name,
        "club": event.club.slug,
        "public": event.public,
        "kind": one.kind,
        "state": one.state,
        "rounds": one.plan.get("rounds", 0),
        "seed": one.seed,
        "seeds": one.plan.get("seeds"),
        "groups": one.plan.get("groups"),
        "first": one.plan.get("first"),
        "best": one.plan.get("best"),
        "double": bool(one.plan.get("double")),
        "size": one.plan.get("size"),
        "stake": one.plan.get("stake"),
        "paying": one.plan.get("paying"),
        "third_place": bool(one.plan.get("third_place")),
        "consolation": bool(one.plan.get("consolation")),
        "by_lot": bool(one.plan.get("by_lot")),
        "second_meetings": bool(one.plan.get("second_meetings")),
        "vary_tables": bool(one.plan.get("vary_tables", True)),
        "terms": terms_plain(event),
        "points_win": scheme.win,
        "points_draw": scheme.draw,
        "points_loss": scheme.loss,
        "points_bye": scheme.bye,
        "points_half_bye": scheme.half_bye,
        "tie_breaks": one.tie_breaks,
        "version": one.version,
    }


def whole(found: Seen) -> dict[str, Any]:
    """With who takes part, and how far it is."""
    now = found.course
    tournament = now.tournament
    return tournament_plain(tournament) | {
        "rounds_published": now.last_published,
        "undecided": now.undecided,
        "draws_at": now.scheduled.draws_at if now.scheduled else None,
        "entrants": [
            {
                "player": named(found, one.player_id),
                "place": one.place,
                "joined_round": one.joined_round,
                "left_round": one.left_round,
                "rounds_off": [off.number for off in offs if off.player_id == one.player_id],
            }
            for offs in [list(tournament.rounds_off.all())]
            for one in now.entrants
        ],
        "kept_apart": [
            [named(found, pair.one_id), named(found, pair.other_id)]
            for pair in tournament.kept_apart.all()
        ]
        if found.runs
        else [],
    }


def named(found: Seen, pk: int) -> dict[str, Any]:
    return {"id": pk, "name": found.names[pk]}


def round_plain(found: Seen, one: Round) -> dict[str, Any]:
    fixtures = found.fixtures(one.number)
    return {
        "tournament": one.event_id,
        "number": one.number,
        "seed": one.seed,
        "drawn_at": one.drawn_at,
        "published_at": one.published_at,
        "version": found.course.tournament.version,
        "pairings": [fixture_plain(found, each) for each in fixtures],
        "pools": pool_board.of_round(found, one.number),
    }


def fixture_plain(found: Seen, one: Fixture) -> dict[str, Any]:
    match = one.match
    winner = None
    if match is not None and match.over and match.winner:
        winner = match.player_a_id if match.winner == "a" else match.player_b_id
    said = reasons.reasons(one.why, found.names)
    return {
        "id": one.pk,
        "number": one.number,
        "group": found.course.group_of(one),
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


def standings_plain(found: Seen, until_round: int | None) -> dict[str, Any]:
    now = found.course
    on = None
    if now.tournament.kind == Kind.GROUPS:
        published = now.last_published > 0
        tables = [*enumerate(going.tables(now, until_round), 1)] if published else []
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


def line_plain(found: Seen, line: Line, group: int, on: frozenset[int] | None) -> dict[str, Any]:
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
