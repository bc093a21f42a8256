"""Where pages lead: the navigation of a club, and the one place for programs."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from ecarte_club.clubs.views.home import ADDRESSES
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, open_house

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

PUBLIC = [
    "",
    "evenings/",
    "matches/",
    "seasons/",
    "online/",
    "tournaments/",
    "calendar/",
    "ratings/",
]
CLUBS_OWN = [*PUBLIC, "accounts/", "players/"]
LINK = re.compile(r'<a href="/clubs/cercle/([^"]*)"( aria-current="page")?>')


def main_links(text: str) -> list[tuple[str, bool]]:
    nav = text[text.index('<nav class="site-nav"') : text.index("</nav>")]
    return [(path, bool(current)) for path, current in LINK.findall(nav)]


@pytest.mark.parametrize(
    ("who", "paths"),
    [("", PUBLIC), ("ann", CLUBS_OWN), ("director", [*CLUBS_OWN, "committee/"])],
)
def test_the_navigation_leads_to_every_page_of_the_club(
    house: House, who: str, paths: list[str]
) -> None:
    assert [path for path, _current in main_links(page(Browser(house, who).get("")))] == paths


@pytest.mark.parametrize("path", [*CLUBS_OWN, "committee/"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_page_marks_itself_and_no_other(house: House, path: str, language: str) -> None:
    text = page(Browser(house, "director").get(path, **{"Accept-Language": language}))
    assert [link for link, current in main_links(text) if current] == [path]


def test_one_club_is_the_home_page(house: House) -> None:
    """Of a member, or of a site that has no other."""
    assert goes(Browser(house).get("/")) == "/clubs/cercle/"
    open_house("roi")
    assert "Roi" in page(Browser(house).get("/"))
    assert goes(Browser(house, "ann").get("/")) == "/clubs/cercle/"
    assert "Roi" in page(Browser(house, "ann").get("/clubs/"))


def test_addresses_of_the_api_stand_on_the_page_for_developers_alone() -> None:
    """A calendar, a spreadsheet and a report for FIDE are for people."""
    link = re.compile(r'href="(/api/v1/[^"]*)"')
    for template in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        for address in link.findall(template.read_text(encoding="utf-8")):
            assert re.search(r"\.(csv|ics|trf)\b", address), (template, address)


@pytest.mark.slow
def test_the_page_for_developers_names_addresses_that_exist(db: None) -> None:
    paths = SchemaGenerator().get_schema(public=True)["paths"]
    text = page(Client().get("/api/"))
    bare = {re.sub(r"{\w+}", "{}", path) for path, methods in paths.items() if "get" in methods}
    for _label, address in ADDRESSES:
        assert re.sub(r"{\w+}", "{}", address) in bare, address
        assert f"<code>{address}</code>" in text
