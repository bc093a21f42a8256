"""The table of the teams where programs, other pages and those who watch it read it."""

import json
import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from scoring.leagues.models import Board, Meeting
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.decisions import board_award
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import Api, House, read
from tests.support.clubrooms import undone
from tests.support.planned import season_of
from tests.support.teamed import built_once, lined_up, planned, played, teamed, teams

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def two_teams(house: House) -> list[Board]:
    """Two teams at two boards, the first board won by the team away."""
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob, Emil"})
    meeting = planned(house, season)["Reds", "Blues"]
    boards = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    played(house, boards[0], (2, 5))
    return boards


_built, built, house, boards = built_once(two_teams)


def test_lines_are_those_of_the_table_now_and_as_it_was(house: House, boards: list[Board]) -> None:
    season = boards[0].meeting.season
    played(house, boards[1], (1, 5))
    address = f"seasons/{season.pk}/teams/standings"
    for asked in ("", "?as_of=2026-09-01"):
        answer = Api().get(f"{address}.ndjson{asked}")
        assert answer["Content-Type"] == "application/x-ndjson"
        lines = [json.loads(line) for line in answer.content.decode().splitlines()]
        assert lines == read(Api().get(f"{address}{asked}"))["results"]
        points = {one["team"]["name"]: one["match_points"] for one in lines}
        assert points == {"Blues": 0 if asked else 2, "Reds": 0}
    tag = Api().get(f"{address}.ndjson")["ETag"]
    again = Api().get(f"{address}.ndjson", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_another_page_may_show_the_teams(house: House, boards: list[Board]) -> None:
    season = boards[0].meeting.season
    shown = page(Browser(house).get(f"seasons/{season.pk}/embed/"))
    (frame,) = re.findall(r'iframe src="[^"]*?(/embed/[^"]+)"', unescape(shown))
    frame = frame.replace("&amp;", "&")
    assert frame == f"/embed/seasons/{season.pk}/?table=teams&theme=auto&lines=10"
    assert 'data-table="teams"' in unescape(shown)

    def lines() -> list[list[str]]:
        text = tight(page(Client().get(frame)))
        assert text.count("<table>") == text.count("<h1>") == text.count("<caption>") == 1
        assert "style=" not in text
        return [re.findall(r">([^<>]+)</t[hd]>", row) for row in text.split("<tr")[1:]]

    heads, *rows = lines()
    assert heads == ["Rank", "Team", "Match points", "Played", "Won"]
    assert sorted(row[1] for row in rows) == ["Blues", "Reds"]
    answer = Client().get(frame)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert not answer.cookies
    kept = {"If-None-Match": answer["ETag"]}
    assert Client().get(frame, headers=kept).status_code == 304
    players = frame.replace("table=teams", "table=players")
    assert Client().get(players, headers=kept).status_code == 200, "Another table."
    assert ">Ann</th>" in page(Client().get(players))
    played(house, boards[1], (1, 5))
    assert Client().get(frame, headers=kept).status_code == 200
    assert lines()[1:] == [["1", "Blues", "2", "1", "1"], ["2", "Reds", "0", "1", "0"]]
    dark = page(Client().get(f"{frame}&theme=dark&lang=fr"))
    assert '<html lang="fr" data-theme="dark">' in dark


def test_where_single_players_play_no_teams_are_shown(house: House) -> None:
    season = house.season()
    assert Client().get(f"/embed/seasons/{season.pk}/?table=teams").status_code == 404
    assert "table=teams" not in page(Browser(house).get(f"seasons/{season.pk}/embed/"))
    assert Api().get(f"seasons/{season.pk}/teams/standings.ndjson").status_code == 404


def test_who_watches_the_page_is_brought_the_table_when_it_moves(
    house: House, boards: list[Board]
) -> None:
    season = boards[0].meeting.season
    ann = Browser(house, "ann")
    text = page(ann.get(f"seasons/{season.pk}/"))
    (ticket,) = re.findall(r'data-live="(season:\d+:[^"]+)"', text)
    assert ticket.startswith(f"season:{season.pk}:")
    (fragment,) = re.findall(r'hx-get="([^"]+)" hx-trigger="live"', text)
    same = ann.get(fragment)
    assert same.status_code == 204
    assert same["Live-Ticket"].startswith(f"season:{season.pk}:")
    played(house, boards[1], (1, 5))
    moved = page(ann.get(fragment))
    assert moved.lstrip().startswith('<div id="standings"')
    assert "<html" not in moved
    assert moved.index(">Blues</a>") < moved.index(">Reds</a>")
    assert fragment not in moved, "It asks for the next version."
    (again,) = re.findall(r'hx-get="([^"]+)" hx-trigger="live"', moved)
    assert ann.get(again).status_code == 204
    then = page(ann.get(f"seasons/{season.pk}/?on=2026-09-01"))
    assert "data-live" not in then, "What was does not move."


def test_a_meeting_counts_from_the_day_of_its_last_board(house: House, boards: list[Board]) -> None:
    """It was to be three weeks ago; who is there wins by line-ups alone where nobody plays."""
    season = boards[0].meeting.season
    today = timezone.localdate()
    due = today - timedelta(weeks=3)
    meeting = boards[0].meeting
    Meeting.objects.filter(pk=meeting.pk).update(day=due)
    address = f"seasons/{season.pk}/teams/standings"

    def won(day: date) -> int:
        """Match points of the winner as of then."""
        return int(read(Api().get(f"{address}?as_of={day}"))["results"][0]["match_points"])

    with undone("both boards played"):
        played(house, boards[1], (1, 5))
        assert [won(day) for day in (due, today - timedelta(days=1), today)] == [0, 0, 2]
        text = page(Browser(house).get(f"seasons/{season.pk}/?on={today}"))
        assert f"export.csv?on={today}" in text
    board_award(
        by=house.person("director"),
        board=boards[1],
        award="away",
        reason="Ill.",
        version=Meeting.objects.get(pk=meeting.pk).version,
    )
    assert [won(day) for day in (due, today)] == [0, 2]
    Board.objects.filter(pk=boards[0].pk).update(match=None, award="away", reason="Ill.")
    standing.team_tables.clear()
    assert [won(day) for day in (due - timedelta(days=1), due)] == [0, 2]


def test_a_season_of_teams_opens_on_the_table_of_its_teams(
    house: House, boards: list[Board]
) -> None:
    season = boards[0].meeting.season
    browser = Browser(house, "director")
    text = page(browser.get(f"seasons/{season.pk}/"))
    assert re.search(r'<th scope="row">\s*<a[^>]*>Reds</a>', text)
    assert f"<h1>{season}" in " ".join(text.split()).replace("> ", ">")
    assert "Enter results" in text
    old = browser.get(f"seasons/{season.pk}/teams/standings/?on=2026-09-01")
    assert goes(old) == f"/clubs/cercle/seasons/{season.pk}/?on=2026-09-01"
    players = page(browser.get(f"seasons/{season.pk}/players/"))
    assert "Player standings" in players
    assert not re.search(r'<th scope="row">\s*<a[^>]*>Reds</a>', players)
    for link in (f"seasons/{season.pk}/players/", f"seasons/{season.pk}/meetings/"):
        assert f'href="/clubs/cercle/{link}"' in text
    then = page(browser.get(f"seasons/{season.pk}/players/?on=2026-09-01"))
    assert f'href="/clubs/cercle/seasons/{season.pk}/players/">Current standings' in then


def test_player_standings_of_a_season_of_players_are_its_own_page(house: House) -> None:
    single = season_of(house)
    answer = Browser(house).get(f"seasons/{single.pk}/players/")
    assert goes(answer) == f"/clubs/cercle/seasons/{single.pk}/"
