"""Who gets which page. Staff are committee, director and scorer; Ann and Bob play, Cyd looks on."""

from urllib.parse import unquote

import pytest

from tests.support.clubhouse import House

from .pages import HAND, Browser, goes, page

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

COMMITTEE = {"committee"}
DIRECTORS = {"committee", "director"}
STAFF = {"committee", "director", "scorer"}
PLAYERS = {"ann", "bob"}
CLUB = STAFF | PLAYERS | {"cyd"}
# What a page is for; all others of the club are told that they may not.
PAGES = {
    "players/": CLUB,
    "matches/new/": CLUB,
    "matches/{match}/": CLUB,
    "matches/{match}/pad/": STAFF | PLAYERS,
    "matches/{match}/entries/1/correct/": DIRECTORS,
    "seasons/new/": COMMITTEE,
}


@pytest.fixture
def paths(house: House) -> dict[str, str]:
    """Of a friendly match, which only the club may see, with one hand in it."""
    match = house.match()
    scorer = Browser(house, "scorer")
    goes(scorer.mark(match, {**scorer.pad(match), **HAND}))
    return {path: path.format(match=match.pk) for path in PAGES}


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("who", sorted(CLUB))
def test_people_of_the_club(house: House, paths: dict[str, str], path: str, who: str) -> None:
    answer = Browser(house, who).get(paths[path])
    text = page(answer, 200 if who in PAGES[path] else 403)
    assert who in PAGES[path] or "These roles do:" in text


@pytest.mark.parametrize("path", PAGES)
def test_others_are_not_told_that_there_is_anything(
    house: House, neighbour: House, paths: dict[str, str], path: str
) -> None:
    stranger = Browser(house, "")
    stranger.client.force_login(neighbour.users["committee"])
    assert "There is no page at this address" in page(stranger.get(paths[path]), 404)


@pytest.mark.parametrize("path", PAGES)
def test_signed_out_one_is_asked_to_sign_in_or_told_nothing(
    house: House, paths: dict[str, str], path: str
) -> None:
    answer = Browser(house).get(paths[path])
    if answer.status_code == 302:
        asked = f"/account/login/?next={Browser(house).address(paths[path])}"
        assert unquote(goes(answer)) == asked
    else:
        assert "sign in" in page(answer, 404)


@pytest.mark.parametrize("path", ["", "matches/", "players/", "matches/new/", "seasons/new/"])
def test_a_private_club_is_not_there_for_others(house: House, neighbour: House, path: str) -> None:
    outsider = Browser(neighbour)
    outsider.client.force_login(house.users["committee"])
    page(outsider.get(path), 404)
    assert Browser(neighbour).get(path).status_code in (302, 404)
    assert neighbour.club.name not in page(outsider.get("/clubs/"))
    page(Browser(neighbour, "committee").get(path))


def test_a_season_for_members_is_not_there_for_the_public(house: House) -> None:
    season = house.season(public=False)
    match = house.match(season)
    for path in (
        f"seasons/{season.pk}/",
        f"seasons/{season.pk}/standings/",
        f"matches/{match.pk}/",
    ):
        page(Browser(house).get(path), 404)
        page(Browser(house, "cyd").get(path))
    assert f"/seasons/{season.pk}/" not in page(Browser(house).get(""))
    assert f"/seasons/{season.pk}/" in page(Browser(house, "cyd").get(""))


def test_a_match_is_not_found_under_another_club(house: House, neighbour: House) -> None:
    match, season = house.match(house.season()), house.season()
    for path in (f"matches/{match.pk}/", f"matches/{match.pk}/now/", f"seasons/{season.pk}/"):
        page(Browser(house).get(path))
        page(Browser(house).get(f"/clubs/{neighbour.club.slug}/{path}"), 404)


@pytest.mark.parametrize(
    ("who", "status"),
    [("committee", 302), ("director", 302), ("scorer", 403), ("ann", 403), ("", 404)],
)
def test_who_adds_a_player(house: House, who: str, status: int) -> None:
    sent = {"key": "k", "name": "Dan"}
    assert Browser(house, who).post("players/", sent).status_code == status


def test_who_looks_on_cannot_mark(house: House) -> None:
    match = house.match(house.season())
    sent = {"key": "k", "version": "0", **HAND}
    page(Browser(house, "cyd").mark(match, sent), 403)
    match.refresh_from_db()
    assert match.version == 0


@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_corrections_are_offered_to_directors_alone(house: House, who: str) -> None:
    match = house.match()
    goes(Browser(house, who).mark(match, {"key": "k", "version": "0", **HAND}))
    path = f"matches/{match.pk}/"
    assert "/correct/" not in page(Browser(house, who).get(path))
    assert "/correct/" in page(Browser(house, "director").get(path))


def test_names_of_those_who_entered_are_for_the_club(house: House) -> None:
    match = house.match(house.season())
    goes(Browser(house, "scorer").mark(match, {"key": "k", "version": "0", **HAND}))
    name = house.users["scorer"].name
    assert name in page(Browser(house, "cyd").get(f"matches/{match.pk}/"))
    assert name not in page(Browser(house).get(f"matches/{match.pk}/"))
