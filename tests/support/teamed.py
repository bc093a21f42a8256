"""Seasons of teams, for tests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date, timedelta
from typing import Any, TypeVar

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Board, Meeting, Season, Team
from scoring.leagues.selectors.plans import Plan
from scoring.leagues.services.planning import season_plan
from scoring.leagues.services.seasons import SeasonPlan, TeamTerms, season_open
from scoring.leagues.services.teams import lineup_give, team_add

from .clubhouse import ONE_GAME, House, open_house, read
from .clubrooms import undone
from .planned import members

T = TypeVar("T")
STARTS, FIRST = date(2026, 9, 1), date(2026, 11, 12)


def built_once(build: Callable[[House], T]) -> tuple[Any, Any, Any, Any]:
    """Fixtures of a module, to be named there `_built`, `built`, `house` and as `build` calls what
    it gives: a club that is built for all its tests, each of which takes back what it does."""

    @pytest.fixture(scope="module")
    def _built(
        django_db_setup: None, django_db_blocker: DjangoDbBlocker
    ) -> Iterator[tuple[House, T]]:
        with django_db_blocker.unblock(), transaction.atomic():
            house = open_house()
            for who in ("scorer", "director"):
                house.api(who)
            yield house, build(house)
            transaction.set_rollback(True)

    @pytest.fixture
    def built(_built: tuple[House, T]) -> Iterator[tuple[House, T]]:
        with undone("what was built once"):
            yield deepcopy(_built)

    @pytest.fixture
    def house(built: tuple[House, T]) -> House:
        return built[0]

    @pytest.fixture
    def thing(built: tuple[House, T]) -> T:
        return built[1]

    return _built, built, house, thing


def teamed(
    house: House, name: str = "Teams", *, boards: int = 2, public: bool = True, **more: Any
) -> Season:
    """Without teams yet; it goes on for long. `more`: of its TeamTerms."""
    ends = timezone.localdate() + timedelta(days=400)
    terms = TeamTerms(boards, **more)
    plan = SeasonPlan(name, STARTS, ends, ONE_GAME, public=public, teams=terms)
    return season_open(by=house.person("committee"), league="League of teams", plan=plan)


def entered(house: House, season: Season, name: str, players: Sequence[Player]) -> Team:
    """The first of the players is the captain."""
    season.refresh_from_db()
    ids = [one.pk for one in players]
    asked: dict[str, Any] = {"players": ids, "captain": ids[0], "version": season.version}
    return team_add(by=house.person("director"), season=season, name=name, **asked)


def people(house: House, names: str) -> dict[str, Player]:
    """Members of these names, with commas between them; who is there already is found."""
    by, known = house.person("director"), members(house)
    return {
        name: known.get(name) or player_add(by=by, name=name)
        for name in (one.strip() for one in names.split(","))
    }


def teams(house: House, season: Season, lists: Mapping[str, str]) -> dict[str, Team]:
    """By their names, each with its players, who are new to the club unless it knows them."""
    return {
        name: entered(house, season, name, list(people(house, names).values()))
        for name, names in lists.items()
    }


def planned(house: House, season: Season, **more: Any) -> dict[tuple[str, str], Meeting]:
    """The meetings of all its teams made; by the names of the two, a bye has no second."""
    season.refresh_from_db()
    order = season.teams.order_by("place").values_list("pk", flat=True)
    plan = Plan(tuple(order), **{"first": FIRST, **more})
    asked: dict[str, Any] = {"plan": plan, "version": season.version}
    season_plan(by=house.person("director"), season=season, **asked)
    season.refresh_from_db()
    return meetings(season)


def meetings(season: Season) -> dict[tuple[str, str], Meeting]:
    """The earliest of each pair, in the order of who is at home."""
    found: dict[tuple[str, str], Meeting] = {}
    rows = Meeting.objects.filter(season=season).select_related("round", "home", "away")
    for one in rows.order_by("round__number", "number"):
        found.setdefault((one.home.name, one.away.name if one.away else ""), one)
    return found


def line_up(house: House, meeting: Meeting, team: str, names: str, who: str = "director") -> None:
    """`names` from board 1, with commas between them; empty: nobody."""
    meeting.refresh_from_db()
    side = meeting.home if meeting.home.name == team else meeting.away
    assert side is not None
    listed = [one.strip() for one in names.split(",")]
    ids = dict(house.club.players.values_list("name", "pk"))
    players = [ids[one] if one else None for one in listed]
    asked: dict[str, Any] = {"team": side.pk, "players": players, "version": meeting.version}
    lineup_give(by=house.person(who), meeting=meeting, **asked)


def lined_up(house: House, meeting: Meeting, home: str, away: str) -> list[Board]:
    """Both line-ups given; the boards."""
    for side, names in ((meeting.home, home), (meeting.away, away)):
        assert side is not None
        line_up(house, meeting, side.name, names)
    return list(meeting.boards.select_related("home", "away").order_by("number"))


def begun(house: House, board: Board) -> Match:
    """Its match, begun without an evening; who is at home as the first player."""
    by, season = house.person("scorer"), board.meeting.season_id
    home, away = board.home_id or 0, board.away_id or 0
    return match_start(by=by, event_id=season, player_a=home, player_b=away)


def played(house: House, board: Board, score: tuple[int, int] = (5, 3)) -> Match:
    """Its match, of one game that ended so."""
    match = begun(house, board)
    house.api("scorer").enter(
        match.pk, {"score": dict(zip("ab", score, strict=True))}, kind="games"
    )
    return match


def corrected(house: House, match: Match, score: tuple[int, int]) -> None:
    """Its one game, to another score."""
    match.refresh_from_db()
    entry = match.entries.filter(superseded_by=None).exclude(kind="void").latest("number")
    body = {"game": {"score": dict(zip("ab", score, strict=True))}, "reason": "misread"}
    address = f"matches/{match.pk}/entries/{entry.number}/corrections"
    read(house.api("director").post(address, {**body, "version": match.version}), 201)


def staged(house: House, *, public: bool = True) -> dict[str, int]:
    """Two teams that meet at a board, Ann the captain of one; the ids by which a scene names
    them."""
    season = teamed(house, public=public)
    made = teams(house, season, {"Blues": "T. Two, T. Three", "Reds": "Ann, T. One"})
    meeting = planned(house, season)["Blues", "Reds"]
    (board,) = lined_up(house, meeting, "T. Two", "T. One")
    ids = {"teamed": season.pk, "team": made["Reds"].pk}
    return {**ids, "meeting": meeting.pk, "board": board.pk}
