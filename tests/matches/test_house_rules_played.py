"""The Cercle plays by rules of its own; what had begun goes on when they are dropped."""

import re
from dataclasses import replace
from typing import Any

import pytest

from ecarte_club.clubs.models import Club, HouseRules
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services.clubs import rules_make
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import EB, ENQUIRE, MODERN
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_start
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.clubs.house_rules import OURS, ours, retire
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import ONE_GAME, House, problem, read

# Alice stands and makes no trick of five: by London a vole, by the others the rule of the point.

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

VOLE_LOST = {"dealer": "b", "opening": "stood", "tricks": {"a": 0, "b": 5}}
LEFT = {
    "dealer": "b",
    "opening": "exchanged",
    "tricks": {"a": 1, "b": 0},
    "abandoned_by": "a",
}
THREE = f"{EB}, {MODERN}, {ENQUIRE}"


def laws(house: House, match: Match) -> list[str]:
    hands = read(house.api("scorer").get(f"matches/{match.pk}/hands"))
    return [mark["law"] for hand in hands for mark in hand["marks"]]


# --- what a contest copies ---


def test_a_match_keeps_the_rules_under_which_it_began(house: House) -> None:
    """Retired in mid-match, and others made of their name: its marks stay, and the next too."""
    made = ours(house)
    terms = MatchTerms.under(club_rules.of_house(made), format="games", games=3)
    match, printed = house.match(terms=terms), house.match(terms=replace(ONE_GAME))
    for one in (match, printed):
        house.api("scorer").enter(one.pk, VOLE_LOST)
    assert laws(house, match) == [THREE]
    assert laws(house, printed) == ["law 48"]
    before = laws(house, match)
    retire(house, made)
    rules_make(
        by=house.person("committee"),
        name="Ours",
        base="modern",
        options={"lost_vole": "vole_unaffected"},
    )
    HouseRules.objects.filter(pk=made.pk).update(options={}, name="Spoilt")
    assert laws(house, match) == before
    house.api("scorer").enter(match.pk, LEFT)
    assert laws(house, match) == [*before, EB]
    kept = read(house.api("scorer").get(f"matches/{match.pk}"))["terms"]
    assert (kept["code"], kept["rules"], kept["options"]) == ("london", "Ours", OURS)


def test_a_season_keeps_them_and_its_matches_have_them(house: House) -> None:
    terms = MatchTerms.under(club_rules.of_house(ours(house)), format="one_game", games=1)
    season = house.season(terms=terms)
    first = house.match(season)
    house.api("scorer").enter(first.pk, VOLE_LOST)
    for rules in club_rules.live(house.club.pk):
        retire(house, rules)
    second = house.match(season)
    house.api("scorer").enter(second.pk, VOLE_LOST)
    assert laws(house, first) == laws(house, second) == [THREE]
    assert second.options == OURS
    shown = read(house.api("ann").get(f"seasons/{season.pk}"))["terms"]
    assert (shown["rules"], shown["options"]) == ("Ours", OURS)


def test_standings_are_counted_under_the_copy(house: House) -> None:
    """Treble and double, which the Britannica does not have and these rules do."""
    made = rules_make(
        by=house.person("committee"),
        name="Dear",
        base="britannica",
        options={"game_value": "by_agreement"},
    )
    terms = MatchTerms.under(
        club_rules.of_house(made), format="one_game", games=1, game_values=True
    )
    season = house.season(terms=terms)
    match = house.match(season)
    retire(house, made)
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 0}}, kind="games")
    standing = season.standings.get(player=house.players["ann"])
    assert (standing.trebles, standing.value) == (1, 3)
    assert recount(Season.objects.get(pk=season.pk)) == []


def test_game_values_need_rules_that_have_them(house: House) -> None:
    made = ours(house, game_value="single")
    terms = MatchTerms.under(club_rules.of_house(made), game_values=True)
    with pytest.raises(Invalid) as found:
        terms.check()
    assert list(found.value.errors) == ["game_values"]
    assert "Enquire Within" in str(found.value.errors["game_values"])


def test_options_that_no_code_has_begin_nothing(house: House) -> None:
    for options in ({"trumps": "yes"}, {"abandoned": "single"}):
        with pytest.raises(Invalid) as found:
            MatchTerms(options=options).check()
        assert list(found.value.errors) == ["options"]


# --- by the API and the page ---


def start(house: House, terms: dict[str, Any]) -> dict[str, Any]:
    return {
        "player_a": house.players["ann"].pk,
        "player_b": house.players["bob"].pk,
        "terms": {"format": "one_game", **terms},
    }


def test_a_program_names_the_rules_by_their_id(house: House) -> None:
    made, api = ours(house), house.api("scorer")
    path = "clubs/cercle/matches"
    match = read(api.post(path, start(house, {"house_rules": made.pk})), 201)
    assert match["terms"]["rules"] == "Ours"
    both = {"house_rules": made.pk, "code": "modern"}
    problem(api.post(path, start(house, both)), 422, "invalid_terms", "terms.code")
    field = "terms.house_rules"
    retire(house, made)
    for pk in (made.pk, 10**9):
        answer = api.post(path, start(house, {"house_rules": pk}))
        problem(answer, 422, "unknown_rules", field)


def test_rules_of_another_club_are_not_there(house: House, neighbour: House) -> None:
    theirs = ours(neighbour)
    answer = house.api("scorer").post(
        "clubs/cercle/matches", start(house, {"house_rules": theirs.pk})
    )
    problem(answer, 422, "unknown_rules", "terms.house_rules")


def test_left_out_the_club_says_what_is_played(house: House) -> None:
    api, path = house.api("scorer"), "clubs/cercle/matches"
    Club.objects.filter(pk=house.club.pk).update(code="britannica")
    assert read(api.post(path, start(house, {})), 201)["terms"]["code"] == "britannica"
    Club.objects.filter(pk=house.club.pk).update(rules=ours(house))
    body = {**start(house, {}), "seat_anyway": True}
    assert read(api.post(path, body), 201)["terms"]["rules"] == "Ours"
    assert read(api.post(path, {**body, "terms": None}), 201)["terms"]["rules"] == "Ours"
    printed = {**start(house, {"code": "modern"}), "seat_anyway": True}
    assert read(api.post(path, printed), 201)["terms"] | {"format": ""} == {
        "code": "modern",
        "rules": "",
        "options": {},
        "format": "",
        "games": 1,
        "rubbers": 1,
        "game_values": False,
        "rubber_bonus": 0,
    }


def test_a_match_begun_without_a_word_is_played_by_the_clubs_rules(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(rules=ours(house))
    match = match_start(
        by=house.person("scorer"),
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
    )
    assert (match.rules, match.options, match.format) == ("Ours", OURS, "rubber")


def friendly(house: House, code: str) -> dict[str, str]:
    return {
        "player_a": str(house.players["ann"].pk),
        "player_b": str(house.players["bob"].pk),
        "event": "",
        "first_dealer": "a",
        "format": "rubber",
        "games": "3",
        "code": code,
    }


def test_a_person_chooses_them_among_the_codes(house: House) -> None:
    made = ours(house)
    Club.objects.filter(pk=house.club.pk).update(rules=made)
    browser = Browser(house, "scorer")
    text = page(browser.get("matches/new/"))
    assert re.search(rf'<option value="house-{made.pk}" selected>\s*Ours', text)
    sent = {**friendly(house, f"house-{made.pk}"), **browser.hidden("matches/new/")}
    match = Match.objects.get(pk=int(goes(browser.post("matches/new/", sent)).split("/")[4]))
    assert (match.code, match.rules, match.options) == ("london", "Ours", OURS)
    assert "Club rules: Ours." in page(browser.get(f"matches/{match.pk}/"))


def test_the_page_says_under_which_rules_the_highest_cut_chooses(house: House) -> None:
    """Britannica: "the highest having the choice"; and whatever rules of the club have it too."""
    hint = "Under these rules that player chooses who deals: {}. In écarté the king is highest"
    browser = Browser(house, "scorer")
    assert hint.format("Britannica 1911") in page(browser.get("matches/new/"))
    rules_make(
        by=house.person("committee"),
        name="Ours",
        base="london",
        options={"highest_cut": "chooses"},
    )
    assert hint.format("Ours and Britannica 1911") in page(browser.get("matches/new/"))


def test_retired_rules_are_not_offered(house: House) -> None:
    made = ours(house)
    retire(house, made)
    browser = Browser(house, "scorer")
    assert "Ours" not in page(browser.get("matches/new/"))
    sent = {**friendly(house, f"house-{made.pk}"), **browser.hidden("matches/new/")}
    page(browser.post("matches/new/", sent), 422)
    assert not Match.objects.exists()
