"""Forms and lists of the club's pages: what is wrong is said beside its field, nothing happens."""

import re

import pytest

from ecarte_club.clubs.models import Player, Token
from games.matches.models import Entry, Match
from scoring.leagues.models import Season
from tests.support.clubhouse import ONE_GAME, House

from .pages import HAND, HTMX, Browser, goes, page

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def start_form(house: House, **other: str) -> dict[str, str]:
    a, b = house.players["ann"].pk, house.players["bob"].pk
    friendly = {"event": "", "format": "rubber", "games": "3", "code": "london"}
    players = {"player_a": str(a), "player_b": str(b), "first_dealer": "a", "table": "4"}
    return {"key": "k", **players, **friendly, **other}


SEASON = {
    "key": "k",
    "league": "League",
    "name": "Season",
    "starts_on": "2026-09-01",
    "ends_on": "2027-06-30",
    "format": "rubber",
    "games": "3",
    "code": "london",
}


def test_a_match_is_begun_once_however_often_the_form_is_sent(house: House) -> None:
    scorer = Browser(house, "scorer")
    first = goes(scorer.post("matches/new/", start_form(house)))
    assert goes(scorer.post("matches/new/", start_form(house))) == first
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("player_a", "", "This field is required."),
        ("player_a", "999999", "Select a valid choice."),
        ("player_b", "x", "Select a valid choice."),
        ("first_dealer", "c", "Select a valid choice."),
        ("event", "77", "Select a valid choice."),
        ("format", "chess", "Select a valid choice."),
        ("format", "", "Required for a friendly match."),
        ("games", "4", "odd number"),
        ("games", "0", "greater than or equal to 1"),
        ("games", "1000", "less than or equal to"),
        ("games", "three", "Enter a whole number."),
        ("code", "house", "Select a valid choice."),
        ("table", "t" * 21, "at most 20 characters"),
    ],
)
def test_no_match_is_begun_of_a_bad_form(house: House, field: str, value: str, said: str) -> None:
    sent = start_form(house, **{field: value})
    text = page(Browser(house, "scorer").post("matches/new/", sent), 422)
    assert "The match was not started." in text
    assert said in text
    assert f'id="id_{field}' in text
    assert not Match.objects.exists()


def test_nobody_plays_himself(house: House) -> None:
    sent = start_form(house, player_b=str(house.players["ann"].pk))
    page(Browser(house, "scorer").post("matches/new/", sent), 422)


def test_a_member_begins_his_own_matches_alone(house: House) -> None:
    assert goes(Browser(house, "ann").post("matches/new/", start_form(house)))
    text = page(Browser(house, "cyd").post("matches/new/", start_form(house, key="l")), 422)
    assert "Select a valid choice." in text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("league", ""),
        ("league", "l" * 81),
        ("name", ""),
        ("starts_on", "2026-13-01"),
        ("starts_on", "soon"),
        ("ends_on", "2026-08-31"),
        ("games", "2"),
        ("code", "poker"),
        ("format", ""),
    ],
)
def test_no_season_is_opened_of_a_bad_form(house: House, field: str, value: str) -> None:
    text = page(Browser(house, "committee").post("seasons/new/", {**SEASON, field: value}), 422)
    assert "The season was not opened." in text
    assert not Season.objects.exists()


def test_a_season_is_opened_once(house: House) -> None:
    committee = Browser(house, "committee")
    first = goes(committee.post("seasons/new/", SEASON))
    assert goes(committee.post("seasons/new/", SEASON)) == first
    assert "once the first match starts" in page(committee.get(first))


@pytest.mark.parametrize("name", ["", " ", "n" * 81, "a\x00b"])
def test_a_player_needs_a_name(house: House, name: str) -> None:
    text = page(Browser(house, "director").post("players/", {"key": "k", "name": name}), 422)
    assert "The player was not added." in text
    assert Player.objects.filter(club=house.club).count() == 3


def test_players_are_found_by_a_part_of_their_name(house: House) -> None:
    cyd = Browser(house, "cyd")
    assert "Nobody here is called “zz”." in page(cyd.get("players/?name=zz"))
    found = page(cyd.get("players/?name=AN"))
    assert ">Ann</a>" in found
    assert ">Bob</a>" not in found
    page(cyd.get("players/?name=%00&page=x"))


def test_a_token_is_shown_once(house: House) -> None:
    browser = Browser(house, "ann")
    sent = {"key": "k", "name": "Sheet", "scopes": "read", "days": "30"}
    assert 'class="secret"' in page(browser.post("/account/tokens/", sent))
    text = page(browser.post("/account/tokens/", sent), 422)
    assert 'class="secret"' not in text
    assert "shown once" in text
    assert Token.objects.count() == 1
    goes(browser.post(f"/account/tokens/{Token.objects.get().pk}/revoke/", {}))
    assert "No tokens yet. Create one below." in page(browser.get("/account/tokens/"))


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("scopes", "all"), ("days", "99999"), ("key", "é")]
)
def test_no_token_is_made_of_a_bad_form(house: House, field: str, value: str) -> None:
    sent = {"key": "k", "name": "Sheet", "scopes": "read", "days": "30", field: value}
    page(Browser(house, "ann").post("/account/tokens/", sent), 422)
    assert not Token.objects.exists()


def test_nobody_revokes_the_token_of_another(house: House) -> None:
    house.secret("ann")
    path = f"/account/tokens/{Token.objects.get().pk}/revoke/"
    page(Browser(house, "bob").post(path, {}), 404)


def marked(house: House) -> tuple[Match, str]:
    match = house.match()
    scorer = Browser(house, "scorer")
    goes(scorer.mark(match, {**scorer.pad(match), **HAND}))
    return match, f"matches/{match.pk}/entries/1/correct/"


def test_looking_at_a_correction_makes_none_and_sending_it_twice_makes_one(house: House) -> None:
    match, path = marked(house)
    director = Browser(house, "director")
    sent = {**director.hidden(path), **HAND, "tricks": "1-4", "reason": "The other way."}
    assert "What will change" in page(director.post(path, sent))
    assert Entry.objects.filter(match=match).count() == 1
    for _ in range(2):
        assert goes(director.post(path, {**sent, "do": "yes"})) == director.address(
            f"matches/{match.pk}/"
        )
    assert Entry.objects.filter(match=match).count() == 2
    # What was corrected is corrected no more.
    assert goes(director.get(path)) == director.address(f"matches/{match.pk}/")


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [("reason", "", 422), ("reason", "r" * 201, 422), ("version", "0", 409), ("version", "x", 409)],
)
def test_a_correction_that_cannot_be(house: House, field: str, value: str, status: int) -> None:
    match, path = marked(house)
    director = Browser(house, "director")
    sent = {**director.hidden(path), **HAND, "reason": "Why", "do": "yes", field: value}
    text = page(director.post(path, sent), status)
    assert "The correction was not saved." in text
    assert Entry.objects.filter(match=match).count() == 1


def test_what_was_taken_out_is_not_corrected(house: House) -> None:
    match, path = marked(house)
    director = Browser(house, "director")
    sent = {**director.hidden(path), "reason": "Never played", "do": "yes"}
    goes(director.post(path.replace("/correct/", "/remove/"), sent))
    taken_out = path.replace("/entries/1/", "/entries/2/")
    for more in ({}, {"do": "yes"}):
        again = {"key": f"k{len(more)}", "version": "2", **HAND, "reason": "Why", **more}
        assert goes(director.post(taken_out, again)) == director.address(f"matches/{match.pk}/")
    assert Entry.objects.filter(match=match).count() == 2


def test_an_entry_that_never_was(house: House) -> None:
    match, _path = marked(house)
    for number in (0, 2, 10**12):
        page(Browser(house, "director").get(f"matches/{match.pk}/entries/{number}/correct/"), 404)


def test_matches_come_in_pages_and_by_player_and_season(house: House) -> None:
    season = house.season()
    for _ in range(43):
        house.match(season)
    public = Browser(house)
    first, second = page(public.get("matches/")), page(public.get("matches/?page=2"))
    assert (first.count("Ann against Bob"), second.count("Ann against Bob")) == (40, 3)
    assert "Page 1 of 2" in first
    assert "page=2" in first
    # Whatever the address says, some page answers.
    for query in ("page=99", "page=x", "season=x&player=-1", "season=²", "player=" + "9" * 40):
        page(public.get(f"matches/?{query}"))
    ann = house.players["ann"].pk
    assert "Player: Ann." in page(public.get(f"matches/?player={ann}&season={season.pk}"))
    assert "No matches found." in page(public.get("matches/?season=999"))


def test_the_standings_lead_to_csv_and_json(house: House) -> None:
    season = house.season()
    house.match(season)
    browser, path = Browser(house), f"/api/v1/seasons/{season.pk}/standings"
    text = page(browser.get(f"seasons/{season.pk}/"))
    assert f'href="{path}.csv"' in text
    assert browser.get(f"{path}.csv")["Content-Type"].startswith("text/csv")
    # What programs read is on the page for developers alone.
    (guide,) = set(re.findall(r'href="(/api/)"', text))
    assert "<code>/api/v1/seasons/{id}/standings</code>" in page(browser.get(guide))
    assert browser.get(path)["Content-Type"].startswith("application/json")


def test_standings_come_anew_only_when_they_changed(house: House) -> None:
    season = house.season()
    match = house.match(season)
    season.refresh_from_db()
    browser = Browser(house)
    path = f"seasons/{season.pk}/standings/?have={season.version}"
    answer = browser.get(path, **HTMX)
    assert answer.status_code == 204
    assert answer["Live-Ticket"].startswith(f"season:{season.pk}:")
    scorer = Browser(house, "scorer")
    for tricks in ("5-0", "5-0", "4-1"):
        goes(scorer.mark(match, {**scorer.pad(match), **HAND, "tricks": tricks}))
    assert ">Ann</a>" in page(browser.get(path, **HTMX))


def test_the_language_is_switched_and_the_page_stays(house: House) -> None:
    browser = Browser(house)
    sent = {"language": "fr", "next": "/clubs/cercle/"}
    assert goes(browser.post("/i18n/setlang/", sent)) == "/clubs/cercle/"
    assert '<html lang="fr">' in page(browser.get(""))
    goes(browser.post("/i18n/setlang/", {**sent, "language": "en"}))
    assert '<html lang="en">' in page(browser.get(""))
    assert goes(browser.post("/i18n/setlang/", {**sent, "next": "https://else.example/"})) == "/"


@pytest.mark.parametrize("path", ["/nothing/", "/clubs/none/", "matches/999999/", "seasons/9/"])
def test_what_is_not_there_says_so(house: House, path: str) -> None:
    text = page(Browser(house).get(path), 404)
    assert "There is no page at this address" in text
    assert ">Clubs</a>" in text


def test_empty_pages_say_what_will_be_there(house: House) -> None:
    text = page(Browser(house).get(""))
    for said in ("No match in play.", "No seasons yet. Each one appears here"):
        assert said in text
    match = house.match(terms=ONE_GAME)
    watched = page(Browser(house, "cyd").get(f"matches/{match.pk}/"))
    assert "Each appears here with its marks and their laws." in watched
