"""Teams as plain data."""

from typing import Any

from scoring.leagues.api.fixture_plain import named
from scoring.leagues.models import Board, Team
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.meetings import BoardLine, Line
from scoring.leagues.selectors.teams import Member, members

Plain = dict[str, Any]
FIGURES = ("played", "won", "drawn", "lost", "games_for", "games_against", "points")


def team(one: Team) -> Plain:
    """As `listing.read_teams` gives it."""
    return {
        "id": one.pk,
        "season": one.season_id,
        "name": one.name,
        "place": one.place,
        "captain": named(one.captain) if one.captain else None,
        "left_round": one.left_round,
        "struck": one.struck,
        "players": sum(who.left_on is None for who in one.members.all()),
        "version": one.version,
    }


def whole(one: Team) -> Plain:
    return {**team(one), "members": [member(who) for who in members(one)]}


def member(found: Member) -> Plain:
    return {
        "player": named(found.one.player),
        "captain": found.is_captain,
        "joined_on": found.one.joined_on,
        "left_on": found.one.left_on,
        **{name: getattr(found.share, name) for name in FIGURES},
    }


def meeting(line: Line) -> Plain:
    one = line.meeting
    return {
        "id": one.pk,
        "season": one.season_id,
        "round": one.round.number,
        "number": one.number,
        "day": one.day,
        "postponed_from": one.moved_from,
        "home": team_named(one.home),
        "away": team_named(one.away) if one.away else None,
        "state": line.state,
        "board_points": line.points._asdict() if line.points else None,
        "winner": line.winner,
        "award": one.award,
        "reason": one.reason,
        "lined_up": {
            "home": one.home_given_at is not None,
            "away": one.away_given_at is not None,
        },
        "boards": [board(told) for told in line.boards],
        "version": one.version,
    }


def board(told: BoardLine) -> Plain:
    one = told.board
    games = {"home": told.games[0], "away": told.games[1]} if told.games else None
    return {
        "id": one.pk,
        "number": one.number,
        "home": named(one.home) if one.home else None,
        "away": named(one.away) if one.away else None,
        "state": told.state,
        "games": games,
        "points": told.points._asdict() if told.points else None,
        "winner": told.winner,
        "match": one.match_id,
        "award": one.award,
        "reason": one.reason,
    }


def due(one: Board) -> Plain:
    meeting = one.meeting
    more = {"meeting": meeting.pk, "season": meeting.season_id, "day": meeting.day}
    return {**board(BoardLine(one, State.TO_PLAY)), **more}


def team_named(one: Team) -> Plain:
    return {"id": one.pk, "name": one.name}
