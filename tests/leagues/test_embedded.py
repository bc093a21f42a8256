"""A table within other people's pages: framed anywhere, a stranger to everybody, and newest."""

import json
import re

import pytest
from django.test import Client

from ecarte_club.clubs.models import NameVisibility
from games.matches.services.matches import MatchTerms
from scoring.leagues.labels.standings import name_of
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def won_once(house: House) -> Season:
    made = house.season()
    house.api("scorer").enter(house.match(made).pk, {"games": {"a": 1, "b": 0}}, kind="rubber")
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(won_once)


def test_any_page_may_frame_it_and_no_other_page_may_be(house: House, season: Season) -> None:
    answer = Client().get(f"/embed/seasons/{season.pk}/")
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    other = Client().get(f"/clubs/{house.club.slug}/seasons/{season.pk}/")
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert other["X-Frame-Options"] == "DENY"


def test_it_is_one_table_with_heads_and_no_style_of_its_own(season: Season) -> None:
    text = page(Client().get(f"/embed/seasons/{season.pk}/"))
    assert text.count("<table>") == text.count("<h1>") == 1
    assert text.count('scope="row"') == 2
    assert "style=" not in text
    assert text.index("Ann") < text.index("Bob")


def test_it_says_what_decides_between_equal_points(house: House) -> None:
    """Ann and Bob have won a rubber each: Ann by two games to none, Bob by two to one."""
    season = house.season(terms=MatchTerms(format="rubber", games=3))
    for won in ({"a": 2, "b": 0}, {"a": 1, "b": 2}):
        house.api("scorer").enter(house.match(season).pk, {"games": won}, kind="rubber")
    lines = seasons.table(season.pk, named=True).lines
    assert [line.name for line in lines] == ["Ann", "Bob"]
    assert lines[0].share.points == lines[1].share.points
    criterion = lines[0].decided_by
    assert criterion is not None
    text = page(Client().get(f"/embed/seasons/{season.pk}/"))
    assert len(re.findall(rf"<small>\S+ {name_of(criterion)}</small>", text)) == len(lines)


def test_it_knows_nobody(house: House, season: Season) -> None:
    """Also to who signed in: what he sees there, others who look over his shoulder see too."""
    house.club.names_shown = NameVisibility.INITIALS
    house.club.save()
    told = [page(Browser(house, who).get(f"/embed/seasons/{season.pk}/")) for who in ("", "ann")]
    assert told[0] == told[1]
    assert "Ann" not in told[0]
    assert "A." in told[0]


def test_themes_colours_lines_and_languages(season: Season) -> None:
    path = f"/embed/seasons/{season.pk}/"
    dark = page(Client().get(f"{path}?theme=dark&accent=1A523C&lines=1&lang=fr"))
    assert '<html lang="fr" data-theme="dark">' in dark
    assert "/embed/accent/1a523c.css" in dark
    assert dark.count('scope="row"') == 1
    usual = page(Client().get(f"{path}?theme=x&accent=red&lines=0&lang=xx"))
    assert '<html lang="en">' in usual
    assert "accent" not in usual


def test_a_colour_is_a_style_sheet(db: None) -> None:
    answer = Client().get("/embed/accent/1a523c.css")
    assert answer["Content-Type"] == "text/css"
    assert answer.content == b":root { --accent: #1a523c; }\n"
    assert Client().get("/embed/accent/red.css").status_code == 404


def test_the_script_has_an_address_that_stays(house: House, season: Season) -> None:
    told = page(Browser(house).get(f"seasons/{season.pk}/embed/"))
    (address,) = re.findall(r'script src="[^"]*?(/embed/[^"]+)"', told)
    answer = Client().get(address)
    assert answer.status_code == 302
    assert re.fullmatch(r"/static/js/embed(\.[0-9a-f]+)?\.js", answer["Location"])
    assert not answer.cookies


def test_what_is_known_is_not_sent_again(house: House, season: Season) -> None:
    path = f"/embed/seasons/{season.pk}/"
    tag = Client().get(path)["ETag"]
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 304
    french = Client().get(f"{path}?lang=fr", headers={"If-None-Match": tag})
    assert french.status_code == 200
    house.api("scorer").enter(house.match(season).pk, {"games": {"a": 0, "b": 1}}, kind="rubber")
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("hidden", ["season", "club"])
def test_what_is_not_public_is_not_there(house: House, season: Season, hidden: str) -> None:
    thing = season.event if hidden == "season" else house.club
    thing.public = False
    thing.save()
    for who in ("", "ann"):
        answer = Browser(house, who).get(f"/embed/seasons/{season.pk}/")
        assert (answer.status_code, b"Ann" in answer.content) == (404, False)
    told = page(Browser(house, "ann").get(f"seasons/{season.pk}/embed/"))
    assert "not public" in told


def test_the_page_that_shows_how_says_the_right_address(house: House, season: Season) -> None:
    text = page(Browser(house).get(f"seasons/{season.pk}/embed/"))
    (address,) = re.findall(r'iframe src="([^"]+)"', text)
    assert address.replace("&amp;", "&").endswith(
        f"/embed/seasons/{season.pk}/?theme=auto&lines=10"
    )
    assert f'data-season="{season.pk}"' in text


def test_ndjson_is_the_json_line_by_line(house: House, season: Season) -> None:
    api, path = Api(), f"seasons/{season.pk}/standings"
    answer = api.get(f"{path}.ndjson")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = answer.content.decode().splitlines()
    assert [json.loads(line) for line in lines] == read(api.get(path))["results"]
    again = api.get(f"{path}.ndjson", **{"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_links_of_a_table_as_it_was_keep_the_day(house: House, season: Season) -> None:
    path = f"seasons/{season.pk}/standings?page_size=1&as_of=2030-01-01"
    found = read(house.api("ann").get(path))
    assert "as_of=2030-01-01" in found["next"]
    assert read(Client().get(found["next"]))["results"][0]["player"]["name"] == "Bob"
