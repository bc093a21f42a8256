"""Teams as plain data."""

from typing import Any

from scoring.models import Team
from scoring.planning_api.plain import named
from scoring.teams.reading import Member, members

Plain = dict[str, Any]
FIGURES = ("played", "won", "drawn", "lost", "games_for", "games_against", "points")


def team(one: Team) -> Plain:
    """As `listing.shown` gives it."""
    return {
        "id": one.pk,
        "season": one.season_id,
        "name": one.name,
        "place": one.place,
        "captain": named(one.captain) if one.captain else None,
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
