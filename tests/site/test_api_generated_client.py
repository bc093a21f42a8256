"""A season run by a client that openapi-python-client makes of the schema."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from importlib import import_module
from io import BytesIO
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.clubhouse import open_house
from tests.support.elsewhere import django_on
from tests.support.generated import PACKAGE, Generated, generated, said
from tests.support.served import served

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = ("Dora", "Émile", "Fanny", "Gus")


def test_the_generator_has_nothing_to_complain_of() -> None:
    assert "WARNING" not in said(), said()
    assert "Warning" not in said(), said()


@pytest.mark.parametrize("operation", ["tournaments_report", "tournaments_report_preview"])
def test_a_report_is_sent_as_json_or_as_the_file_it_is(operation: str) -> None:
    with generated():
        module = import_module(f"{PACKAGE}.api.tournaments.{operation}")
        content = BytesIO("012 Écarté".encode("latin-1"))
        file = import_module(f"{PACKAGE}.types").File(payload=content)
        form = import_module(f"{PACKAGE}.models").ReportInRequest(content="012 Cup")
        raw, json = (
            module._get_kwargs(1, body=body, idempotency_key="one") for body in (file, form)
        )
    assert raw["content"] is content
    assert raw["headers"]["Content-Type"] == "text/plain"
    assert json["json"] == {"content": "012 Cup"}
    assert json["headers"]["Content-Type"] == "application/json"


@pytest.fixture
def club(sqlite_url: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Generated]:
    with django_on(sqlite_url, django_db_blocker):
        token = open_house().secret("committee")
    with generated(), served(database_url=sqlite_url) as site:
        yield Generated(site.url, token)
        assert "Traceback" not in site.log


def written(club: Generated, area: str, operation: str, *path: object, body: Any) -> Any:
    """As the model that the operation answers with when it is done."""
    answer = club.call(area, operation, *path, body=body, idempotency_key=uuid4().hex)
    assert answer.status_code in (200, 201), answer.content
    assert not isinstance(answer.parsed, club.model("Problem"))
    return answer.parsed


def test_a_season_from_its_opening_to_its_table(club: Generated) -> None:
    model = club.model
    season = _opened(club)
    players = [
        written(
            club, "clubs", "clubs_players_create", "cercle", body=model("PlayerInRequest")(name)
        )
        for name in NAMES
    ]
    assert [one.name for one in players] == list(NAMES)
    assert isinstance(players[0].added_at, datetime)
    assert players[0].left_on is None

    won = Counter[int]()
    for number, (one, other) in enumerate(combinations(players, 2)):
        match = _started(club, season.id, one.id, other.id)
        is_first = number % 3 != 0
        over = _played(club, match, is_first)
        assert over.over
        assert over.winner == model("SeatEnum")("a" if is_first else "b")
        won[one.id if is_first else other.id] += 1

    table = club.call("seasons", "seasons_standings_get", season.id).parsed
    assert isinstance(table, model("StandingsOut"))
    assert {line.player.id: line.points for line in table.results} == {
        one.id: 2 * won[one.id] for one in players
    }
    ranks = [line.rank for line in table.results]
    assert ranks == sorted(ranks)
    assert [line.points for line in table.results] == sorted(
        (2 * won[one.id] for one in players), reverse=True
    )
    _read_as_programs_do(club, season.id)


def _opened(club: Generated) -> Any:
    model = club.model
    terms = model("TermsInRequest")(format_=model("FormatEnum")("one_game"))
    body = model("SeasonInRequest")(
        league="League of Four",
        name="Autumn",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 12, 31),
        terms=terms,
    )
    season = written(club, "clubs", "clubs_seasons_create", "cercle", body=body)
    assert isinstance(season, model("SeasonOut"))
    assert (season.starts_on, season.points_win) == (date(2026, 9, 1), 2)
    return season


def _started(club: Generated, season: int, one: int, other: int) -> Any:
    body = club.model("MatchInRequest")(player_a=one, player_b=other, event=season)
    match = written(club, "clubs", "clubs_matches_create", "cercle", body=body)
    assert (match.version, match.over, match.winner) == (0, False, None)
    return match


def _played(club: Generated, match: Any, is_first: bool) -> Any:
    """One hand by its facts, and then the game by its score: five for who wins."""
    model = club.model
    tricks = model("PairInRequest")(a=3, b=2)
    stood, dealer = model("OpeningEnum")("stood"), model("SeatEnum")("b")
    hand = model("HandInRequest")(
        version=match.version, dealer=dealer, opening=stood, tricks=tricks
    )
    entered = written(club, "matches", "matches_hands_create", match.id, body=hand)
    assert [(mark.seat.value, mark.points) for mark in entered.marks] == [("a", 1)]
    undo = model("UndoInRequest")(version=entered.match.version)
    entered = written(club, "matches", "matches_undo", match.id, body=undo)
    score = model("PairInRequest")(a=5, b=2) if is_first else model("PairInRequest")(a=4, b=5)
    game = model("GameInRequest")(version=entered.match.version, score=score)
    return written(club, "matches", "matches_games_create", match.id, body=game).match


def _read_as_programs_do(club: Generated, season: int) -> None:
    """Tags, pages and problems come out as the schema has them."""
    first = club.call("seasons", "seasons_standings_get", season)
    again = club.call(
        "seasons", "seasons_standings_get", season, if_none_match=first.headers["ETag"]
    )
    assert (again.status_code, again.parsed) == (304, None)

    seen, cursor = list[int](), dict[str, str]()
    while True:
        page = club.call("matches", "matches_list", event=season, page_size=4, **cursor).parsed
        seen += [one.id for one in page.results]
        if page.next_ is None:
            break
        cursor = {"cursor": page.next_.partition("cursor=")[2].partition("&")[0]}
    assert len(seen) == len(set(seen)) == 6

    stale = club.call(
        "matches",
        "matches_undo",
        seen[0],
        body=club.model("UndoInRequest")(version=0),
        idempotency_key=uuid4().hex,
    )
    assert stale.status_code == 409
    assert isinstance(stale.parsed, club.model("Problem"))
    assert stale.parsed.code == "stale_version"
    assert stale.parsed.current_version == 3
    assert [one.field for one in stale.parsed.errors] == ["version"]
