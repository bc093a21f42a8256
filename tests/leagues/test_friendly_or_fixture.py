"""What a match is played for when it is started: a friendly one, unless the two have a fixture due
and play it, or somebody chooses a season."""

import re
from datetime import date

import pytest

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from games.evenings.services.evenings import player_arrive
from games.matches.models import Match
from scoring.leagues.models import Fixture, Season, Standing
from tests.evenings.test_round_page import form
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, read
from tests.support.planned import plan, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FRIENDLY = {"event": "", "format": "one_game", "games": "1", "code": "london"}
NAMES = ("Alice", "Robert", "Chloé")


@pytest.fixture
def people(house: House) -> dict[str, Player]:
    return {name: Player.objects.create(club=house.club, name=name) for name in NAMES}


@pytest.fixture
def season(house: House, people: dict[str, Player]) -> Season:
    """Alice and Robert have one fixture, since 12 November; Chloé is not in it."""
    season = season_of(house)
    plan(house, season, [people["Alice"], people["Robert"]])
    return season


def fixture_of(season: Season) -> Fixture:
    return Fixture.objects.get(event=season.pk)


def come(house: House, night: Evening, people: dict[str, Player]) -> None:
    for player in people.values():
        player_arrive(by=house.person("director"), evening=night, player_id=player.pk)


def pair(people: dict[str, Player], a: str, b: str) -> dict[str, str]:
    return {"player_a": str(people[a].pk), "player_b": str(people[b].pk)}


def start_page(night: Evening) -> str:
    return f"evenings/{night.pk}/tables/{night.tables.all()[0].pk}/start/"


def chosen_event(text: str) -> str:
    select = text.split('name="event"')[1].split("</select>")[0]
    found: list[str] = re.findall(r'<option value="(\d*)" selected', select)
    return found[0] if found else re.findall(r'<option value="(\d*)"', select)[0]


def test_a_walk_in_enters_no_season_unasked(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    text = page(director.get(start_page(night)))
    assert chosen_event(text) == ""
    sent = {"key": "a", **pair(people, "Alice", "Chloé"), **FRIENDLY}
    goes(director.post(start_page(night), sent))
    assert Match.objects.get().event is None
    assert not Standing.objects.filter(season=season, player=people["Chloé"]).exists()
    assert chosen_event(page(director.get("matches/new/"))) == ""


def test_two_with_a_fixture_due_are_asked_once(
    night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    sent = {"key": "a", **pair(people, "Robert", "Alice"), **FRIENDLY}
    text = page(director.post(start_page(night), sent), 422)
    assert "Alice and Robert have a fixture due: Planned, round 1." in text
    assert chosen_event(text) == str(season.pk)
    assert not Match.objects.exists()
    again = {**sent, "key": "b", "event": str(season.pk), "offered": str(season.pk)}
    goes(director.post(start_page(night), again))
    match = Match.objects.get()
    assert match.event_id == season.pk
    assert fixture_of(season).match == match


def test_two_with_a_fixture_due_may_play_a_friendly_match(
    night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    sent = {"key": "a", **pair(people, "Alice", "Robert"), **FRIENDLY}
    goes(director.post(start_page(night), {**sent, "offered": str(season.pk)}))
    assert Match.objects.get().event is None
    assert fixture_of(season).match is None


def test_fixtures_of_players_who_are_here_are_offered_first(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    assert "Fixtures due" not in page(director.get(start_page(night)))
    come(house, night, people)
    text = page(director.get(start_page(night)))
    section = text.split('aria-labelledby="due"')[1].split("</section>")[0]
    assert "Planned, round 1" in section
    (link,) = re.findall(r'href="([^"]+)"', section)
    assert text.index('aria-labelledby="due"') < text.index('name="player_a"')
    filled = page(director.get(start_page(night) + link))
    assert chosen_event(filled) == str(season.pk)
    for name in ("Alice", "Robert"):
        assert re.search(rf'<option value="{people[name].pk}" selected>', filled)


def test_a_member_finds_their_own_fixture_with_themselves_as_the_first_player(
    house: House,
) -> None:
    ann, cyd = house.players["ann"], house.players["cyd"]
    season = season_of(house)
    plan(house, season, [ann, cyd])
    for name, own, other in (("ann", ann, cyd), ("cyd", cyd, ann)):
        text = page(Browser(house, name).get("matches/new/"))
        section = text.split('aria-labelledby="due"')[1].split("</section>")[0]
        link = f"?player_a={own.pk}&player_b={other.pk}&event={season.pk}"
        assert link in section
        assert chosen_event(page(Browser(house, name).get(f"matches/new/{link}"))) == str(season.pk)


def test_pairings_are_friendly_but_for_the_fixture_that_is_due(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    """Alice and Robert are alone at first: their fixture is proposed as such."""
    for name in ("Alice", "Robert"):
        come(house, night, {name: people[name]})
    where = f"evenings/{night.pk}/pairings/"
    text = page(director.get(where))
    assert "Fixture due: Planned, round 1" in text
    sent = form(text)
    assert sent["due_0"] == "on"
    assert sent.get("event", "") == ""
    goes(director.post(where, sent))
    assert fixture_of(season).match == Match.objects.get()


def test_a_pairing_without_the_fixture_is_a_friendly_match(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    come(house, night, {name: people[name] for name in ("Alice", "Robert")})
    where = f"evenings/{night.pk}/pairings/"
    sent = form(page(director.get(where)))
    del sent["due_0"]
    goes(director.post(where, sent))
    assert Match.objects.get().event is None
    assert fixture_of(season).match is None


def test_whoever_chooses_a_season_for_the_round_is_not_asked(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    other = house.season()
    come(house, night, {name: people[name] for name in ("Alice", "Robert")})
    where = f"evenings/{night.pk}/pairings/"
    sent = form(page(director.get(where)))
    del sent["due_0"], sent["offered_0"]
    goes(director.post(where, {**sent, "event": str(other.pk)}))
    assert Match.objects.get().event_id == other.pk


def test_players_who_are_changed_bring_or_lose_the_fixture(
    house: House, night: Evening, people: dict[str, Player], season: Season, director: Browser
) -> None:
    """Each mistake is named at its row, and the row holds what was meant."""
    come(house, night, {name: people[name] for name in ("Alice", "Chloé")})
    where = f"evenings/{night.pk}/pairings/"
    sent = form(page(director.get(where)))
    assert "due_0" not in sent
    player_arrive(by=house.person("director"), evening=night, player_id=people["Robert"].pk)
    sent |= {"player_a_0": str(people["Alice"].pk), "player_b_0": str(people["Robert"].pk)}
    text = page(director.post(where, sent), 422)
    assert "These two have a fixture due: Planned, round 1." in text
    asked = form(text)
    assert asked["due_0"] == "on"
    asked["player_b_0"] = str(people["Chloé"].pk)
    text = page(director.post(where, asked), 422)
    assert "No fixture is due between these two." in text
    goes(director.post(where, form(text)))
    assert Match.objects.get().event is None


def test_programs_read_the_fixture_and_send_its_season(
    house: House, night: Evening, people: dict[str, Player], season: Season
) -> None:
    come(house, night, {name: people[name] for name in ("Alice", "Robert")})
    api = house.api("director")
    (pair_,) = read(api.get(f"evenings/{night.pk}/pairings"))["pairs"]
    due = {"event": season.pk, "id": fixture_of(season).pk, "title": "Planned, round 1"}
    assert pair_["fixture"] == due
    body = {
        "table": pair_["table"]["id"],
        "player_a": pair_["player_a"]["id"],
        "player_b": pair_["player_b"]["id"],
    }
    started = {**body, "event": pair_["fixture"]["event"]}
    read(api.post(f"evenings/{night.pk}/matches", {"matches": [started]}), 201)
    assert fixture_of(season).match == Match.objects.get()


def test_programs_that_send_no_season_start_friendly_matches(
    house: House, night: Evening, people: dict[str, Player], season: Season
) -> None:
    table = night.tables.all()[0].pk
    body = {"table": table, "player_a": people["Alice"].pk, "player_b": people["Robert"].pk}
    read(house.api("director").post(f"evenings/{night.pk}/matches", {"matches": [body]}), 201)
    assert Match.objects.get().event is None


def test_a_fixture_of_a_later_day_is_not_due(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    season = season_of(house)
    plan(house, season, [people["Alice"], people["Robert"]], first=date(2026, 11, 21))
    sent = {"key": "a", **pair(people, "Alice", "Robert"), **FRIENDLY}
    goes(director.post(start_page(night), sent))
    assert Match.objects.get().event is None
