"""Standings as bytes: pages that meet at their ends, a table for spreadsheets, and the shelf."""

import csv
import io
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.core.etags import VersionCache
from scoring.leagues.models import Standing
from scoring.leagues.renderers import COLUMNS, CSV, JSON, csv_table, json_page, printed_page
from scoring.leagues.selectors.seasons import Edition, Table
from scoring.leagues.selectors.standings import Line
from scoring.tables.criteria import USUAL, Criterion
from scoring.tables.results import SHARE_FIELDS, Share
from tests.support.clubhouse import Api, House, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def made(*names: str, first: Share | None = None) -> Table:
    """One after the other in the order given; the first with `first` for his figures."""
    lines = [Line(n, 10 + n, name, Share(played=n, lost=n)) for n, name in enumerate(names, 1)]
    if first:
        lines[0] = Line(1, 11, names[0], first)
    return Table(7, 3, USUAL, tuple(lines))


def paged(found: Table, page: int, size: int) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json_page(found, page, size, here(page, size)))
    return answer


def here(page: int, size: int) -> str:
    return f"https://club.example/api/v1/seasons/7/standings?page={page}&page_size={size}"


def rows(found: Table) -> list[dict[str, str]]:
    text = csv_table(found).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def names_of(answer: dict[str, Any]) -> str:
    return "".join(line["player"]["name"] for line in answer["results"])


# Seven players, three to a page: (page, its players, page before, page after).
@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("page", "players", "before", "after"),
    [(1, "ABC", 0, 2), (2, "DEF", 1, 3), (3, "G", 2, 0), (4, "", 3, 0), (99, "", 3, 0)],
)
def test_pages_at_the_ends(page: int, players: str, before: int, after: int) -> None:
    answer = paged(made(*"ABCDEFG"), page, 3)
    assert (names_of(answer), answer["count"]) == (players, 7)
    assert answer["previous"] == (here(before, 3) if before else None)
    assert answer["next"] == (here(after, 3) if after else None)
    links = [f'<{here(after, 3)}>; rel="next"'] * bool(after)
    links += [f'<{here(before, 3)}>; rel="prev"'] * bool(before)
    assert printed_page(made(*"ABCDEFG"), page, 3, here(page, 3)).links == ", ".join(links)


def test_a_full_last_page_is_the_last() -> None:
    assert paged(made(*"ABCDEF"), 2, 3)["next"] is None
    assert paged(made(), 1, 3) == {
        "season": 7,
        "version": 3,
        "tie_breaks": ["won", "games_difference", "rubber_points", "voles"],
        "count": 0,
        "next": None,
        "previous": None,
        "results": [],
    }


@given(st.integers(0, 12), st.integers(1, 5))
def test_links_lead_through_all_pages_and_back(players: int, size: int) -> None:
    found = made(*(f"{n}." for n in range(players)))
    there, back = [paged(found, 1, size)], [paged(found, 50, size)]
    for walk, link in ((there, "next"), (back, "previous")):
        while walk[-1][link]:
            (at,) = parse_qs(urlsplit(walk[-1][link]).query)["page"]
            walk.append(paged(found, int(at), size))
    assert back[1:] == there[::-1] or (players == 0 and back[1:] == there)
    assert "".join(map(names_of, there)) == "".join(f"{n}." for n in range(players))


def test_links_are_whole_addresses_and_keep_what_was_asked(house: House) -> None:
    season = house.season()
    people = [Player(club=house.club, name=f"P{n}") for n in range(4)]
    for player in Player.objects.bulk_create(people):
        Standing.objects.create(season=season, player=player)
    path = f"/api/v1/seasons/{season.pk}/standings"
    asked = f"{path}?page_size=3&fields=player"
    hosts = ("localhost", "127.0.0.1")
    for _once_more in hosts:  # from the shelf: not the address that another was given
        told = [read(Client().get(asked, headers={"host": host}))["next"] for host in hosts]
        assert told == [f"http://{host}{path}?fields=player&page=2&page_size=3" for host in hosts]
    first = read(Client().get(asked, headers={"host": "localhost"}))
    second = read(Client().get(first["next"], headers={"host": "localhost"}))
    assert names_of(first) + names_of(second) == "P0P1P2P3"
    assert second["results"] == [{"player": {"id": people[3].pk, "name": "P3"}}]
    assert read(Client().get(second["previous"], headers={"host": "localhost"})) == first


@pytest.mark.parametrize("page", ["0", "-1", "+1", "1.0", "１", "1e1", " 1", "1000001", "9" * 40])
def test_no_such_page(house: House, page: str) -> None:
    season = house.season()
    answer = Client().get(f"/api/v1/seasons/{season.pk}/standings", {"page": page})
    assert answer.status_code == 422


def test_leading_zeros_are_no_other_page(house: House) -> None:
    path = f"/api/v1/seasons/{house.season().pk}/standings"
    two = Client().get(path, {"page": "2"})
    assert Client().get(path, {"page": "00000000002"}).content == two.content
    assert Client().get(path, {"page_size": "0" * 12 + "501"}).status_code == 422


FIGURES = Share(*range(1, len(SHARE_FIELDS) + 1))


def test_every_figure_is_under_its_name() -> None:
    assert csv_table(made("Ann", first=FIGURES)).startswith(b"\xef\xbb\xbfrank,player_id,player,")
    (row,) = rows(made("Ann", first=FIGURES))
    assert " ".join(f"{name}={cell}" for name, cell in row.items()) == (
        "rank=1 player_id=11 player=Ann played=1 won=2 drawn=3 lost=4 games_for=5"
        " games_against=6 trebles=7 doubles=8 singles=9 value=10 value_against=11"
        " rubber_points=12 kings=13 voles=14 points=15 adjustment=0 decided_by=points"
    )


@given(st.lists(st.text(max_size=12), max_size=4))
def test_the_spreadsheet_says_what_the_json_says(names: list[str]) -> None:
    """Whatever the names are made of: quotes, commas, line ends, other scripts."""
    found = made(*names)
    lines = paged(found, 1, 500)["results"]
    flat = [{**line, "player_id": line["player"]["id"], **line["player"]} for line in lines]
    for row, line in zip(rows(found), flat, strict=True):
        assert row["player"].removeprefix("'") == line["name"].removeprefix("'")
        assert [row[name] for name in COLUMNS if name != "player"] == [
            str(line[name]) for name in COLUMNS if name != "player"
        ]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+33 1", "'+33 1"),
        ("-1+2", "'-1+2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"),
        ("＝1", "'＝1"),
        ('A "B", C\nD', 'A "B", C\nD'),
        ("Chloé =1", "Chloé =1"),
        ("’t Hooft", "’t Hooft"),
        ("Δ 王 ♠", "Δ 王 ♠"),
    ],
)
def test_names_in_a_spreadsheet(name: str, cell: str) -> None:
    """No formula comes of one; the JSON has the name itself."""
    assert rows(made(name))[0]["player"] == cell
    assert paged(made(name), 1, 1)["results"][0]["player"]["name"] == name


def test_negative_figures_are_numbers() -> None:
    (row,) = rows(made("Ann", first=Share(rubber_points=-3)))
    assert row["rubber_points"] == "-3"


def edition(version: int) -> Edition:
    return Edition(1, version, public=True)


def test_the_shelf_holds_so_many_and_no_more() -> None:
    shelf = VersionCache[bytes](most=3)
    for version in range(1, 6):
        shelf.put(edition(version), "csv", b"%d" % version)
    assert [shelf.get(edition(n), "csv") for n in range(1, 6)] == [None, None, b"3", b"4", b"5"]


def test_what_is_asked_for_stays_on_the_shelf() -> None:
    """However many odd pages a stranger asks for beside it."""
    shelf = VersionCache[bytes](most=3)
    shelf.put(edition(1), "json", b"usual")
    for n in range(10):
        shelf.put(edition(1), f"json-{n}", b"odd")
        assert shelf.get(edition(1), "json") == b"usual"
    assert shelf.get(edition(1), "json-0") is None


def test_the_shelf_confuses_nothing() -> None:
    shelf = VersionCache[bytes]()
    public, private = (Edition(1, 1, public=public) for public in (True, False))
    shelf.put(public, CSV.name, b"public")
    assert shelf.get(private, CSV.name) is None
    assert shelf.get(public, JSON.name) is None
    assert shelf.get(Edition(2, 1, public=True), CSV.name) is None
    shelf.put(public, CSV.name, b"newer")
    assert shelf.get(public, CSV.name) == b"newer"
    shelf.clear()
    assert shelf.get(public, CSV.name) is None


def test_tie_breaks_are_told_in_the_order_of_the_season() -> None:
    found = Table(7, 3, (Criterion.KINGS, Criterion.WON), ())
    assert paged(found, 1, 9)["tie_breaks"] == ["kings", "won"]


@pytest.mark.django_db
def test_the_pages_beside_are_in_a_header_too(house: House) -> None:
    """As of every list."""
    season = house.season()
    match = house.match(season)
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 2}}, kind="games")
    path = f"seasons/{season.pk}/standings"
    first = Api().get(f"{path}?page_size=1")
    assert first["Link"] == f'<{read(first)["next"]}>; rel="next"'
    again = Api().get(f"{path}?page_size=1")
    assert again["Link"] == first["Link"], "It lies on the shelf with the page."
    second = Api().client.get(read(first)["next"])
    assert second["Link"] == f'<{read(second)["previous"]}>; rel="prev"'
    assert "Link" not in Api().get(path)
    assert "Link" not in Api().get(f"{path}.csv")
