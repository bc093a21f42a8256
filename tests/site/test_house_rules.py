"""The Cercle makes rules of its own, plays by them, and drops them; what had begun goes on."""

import re
from dataclasses import replace
from typing import Any

import pytest

from ecarte_club.clubs import rulebook
from ecarte_club.clubs.models import Club, Deed, HouseRules
from ecarte_club.clubs.rule_words import OPTION_NAMES, VALUES, said
from ecarte_club.clubs.rulebook import Rules
from ecarte_club.clubs.services import rules_make, rules_retire
from ecarte_club.wire.faults import Denied, Invalid, Stale
from games import reading
from games.engine import house as house_engine
from games.engine.codes import CODES, EB, ENQUIRE, MODERN
from games.models import Match
from games.services import MatchTerms, match_start
from scoring.models import Season
from scoring.recount import recount
from tests.clubhouse import ONE_GAME, House, problem, read
from tests.everything import everything
from tests.site.pages import Browser, goes, page

# Alice stands and makes no trick of five: by London a vole, by the others the rule of the point.
VOLE_LOST = {"dealer": "b", "opening": "stood", "tricks": {"a": 0, "b": 5}}
LEFT = {
    "dealer": "b",
    "opening": "exchanged",
    "tricks": {"a": 1, "b": 0},
    "abandoned_by": "a",
}
OURS = {"lost_vole": "two_whatever_the_tricks", "abandoned": "remaining_tricks"}
# Real transactions, so that a refusal undoes what it must.
COMMITTED = pytest.mark.django_db(transaction=True)
THREE = f"{EB}, {MODERN}, {ENQUIRE}"


def ours(house: House, name: str = "Ours", **options: str) -> HouseRules:
    return rules_make(
        by=house.person("committee"), name=name, base="london", options={**OURS, **options}
    )


def club(house: House) -> Club:
    return Club.objects.get(pk=house.club.pk)


def retire(house: House, rules: HouseRules) -> HouseRules:
    return rules_retire(by=house.person("committee"), rules=rules, version=club(house).version)


def laws(house: House, match: Match) -> list[str]:
    hands = read(house.api("scorer").get(f"matches/{match.pk}/hands"))
    return [mark["law"] for hand in hands for mark in hand["marks"]]


def test_what_is_like_the_code_is_not_kept_as_a_difference(house: House) -> None:
    made = ours(
        house, "  Our   own ", game_value="by_agreement", proposals="as_often_as_he_pleases"
    )
    assert (made.name, made.base, made.options) == ("Our own", "london", OURS)
    assert made.made_by == house.users["committee"]
    deed = Deed.objects.get()
    assert (deed.act, deed.kind, deed.about) == ("rules_make", "rules", made.pk)


@COMMITTED
@pytest.mark.parametrize("field", ["base", "name", "options.abandoned", "options.trumps"])
def test_rules_that_cannot_be(field: str, house: House) -> None:
    ours(house, "Taken")
    given: dict[str, dict[str, Any]] = {
        "base": {"base": "hoyle"},
        "name": {"name": "Taken"},
        "options.abandoned": {"options": {"abandoned": "single"}},
        "options.trumps": {"options": {"trumps": "yes"}},
    }
    usual: dict[str, Any] = {"name": "Other", "base": "london", "options": {}}
    before = everything()
    with pytest.raises(Invalid) as found:
        rules_make(by=house.person("committee"), **{**usual, **given[field]})
    assert list(found.value.errors) == [field]
    if field == "options.abandoned":
        assert "point_or_vole, remaining_tricks" in str(found.value.errors[field])
    kept = everything()
    assert kept["HouseRules"] == before["HouseRules"]
    assert kept["Deed"] == before["Deed"]


@COMMITTED
@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_rules_have_a_name(name: str, house: House) -> None:
    with pytest.raises(Invalid):
        ours(house, name)


@COMMITTED
def test_one_proposal_leaves_nothing_to_propose_again(house: House) -> None:
    with pytest.raises(Invalid) as found:
        ours(house, proposals="one_second_by_agreement")
    ((field, text),) = found.value.errors.items()
    assert field == "options.propose_after_dealer_took_none"
    assert str(text).endswith("(Enquire Within)")


@COMMITTED
@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_only_the_committee_makes_and_retires(who: str, house: House) -> None:
    made = ours(house)
    with pytest.raises(Denied):
        rules_make(by=house.person(who), name="Mine", base="london", options={})
    with pytest.raises(Denied):
        rules_retire(by=house.person(who), rules=made, version=club(house).version)


@COMMITTED
def test_a_name_is_free_again_once_its_rules_are_retired(house: House) -> None:
    first = ours(house)
    with pytest.raises(Invalid):
        ours(house)
    retire(house, first)
    second = ours(house)
    assert list(rulebook.live(house.club.pk)) == [second]
    with pytest.raises(Invalid):
        rulebook.chosen(house.club.pk, first.pk)


@COMMITTED
def test_retiring_is_done_once_on_what_was_seen(house: House) -> None:
    made, seen = ours(house), club(house).version
    ours(house, "Another")
    with pytest.raises(Stale):
        rules_retire(by=house.person("committee"), rules=made, version=seen)
    retire(house, made)
    with pytest.raises(Invalid) as found:
        retire(house, made)
    assert found.value.code == "rules_retired"


@COMMITTED
def test_rules_that_the_club_plays_by_are_not_retired(house: House) -> None:
    made = ours(house)
    Club.objects.filter(pk=house.club.pk).update(rules=made)
    with pytest.raises(Invalid) as found:
        retire(house, made)
    assert found.value.code == "rules_in_force"


# --- what a contest copies ---


def test_a_match_keeps_the_rules_under_which_it_began(house: House) -> None:
    """Retired in mid-match, and others made of their name: its marks stay, and the next too."""
    made = ours(house)
    terms = MatchTerms.under(rulebook.of_house(made), format="games", games=3)
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
    terms = MatchTerms.under(rulebook.of_house(ours(house)), format="one_game", games=1)
    season = house.season(terms=terms)
    first = house.match(season)
    house.api("scorer").enter(first.pk, VOLE_LOST)
    for rules in rulebook.live(house.club.pk):
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
    terms = MatchTerms.under(rulebook.of_house(made), format="one_game", games=1, game_values=True)
    season = house.season(terms=terms)
    match = house.match(season)
    retire(house, made)
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 0}}, kind="games")
    standing = season.standings.get(player=house.players["ann"])
    assert (standing.trebles, standing.value) == (1, 3)
    assert recount(Season.objects.get(pk=season.pk)) == []


def test_game_values_need_rules_that_have_them(house: House) -> None:
    made = ours(house, game_value="single")
    terms = MatchTerms.under(rulebook.of_house(made), game_values=True)
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
    body = start(house, {})
    assert read(api.post(path, body), 201)["terms"]["rules"] == "Ours"
    assert read(api.post(path, {**body, "terms": None}), 201)["terms"]["rules"] == "Ours"
    printed = start(house, {"code": "modern"})
    assert read(api.post(path, printed), 201)["terms"] | {"format": ""} == {
        "code": "modern",
        "rules": "",
        "options": {},
        "format": "",
        "games": 1,
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
    assert "House rules: Ours." in page(browser.get(f"matches/{match.pk}/"))


def test_retired_rules_are_not_offered(house: House) -> None:
    made = ours(house)
    retire(house, made)
    browser = Browser(house, "scorer")
    assert "Ours" not in page(browser.get("matches/new/"))
    sent = {**friendly(house, f"house-{made.pk}"), **browser.hidden("matches/new/")}
    page(browser.post("matches/new/", sent), 422)
    assert not Match.objects.exists()


# --- in words ---


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_value_of_every_option_has_words(language: str) -> None:
    assert set(OPTION_NAMES) == set(VALUES) == set(house_engine.OPTIONS)
    for name in house_engine.OPTIONS:
        assert set(VALUES[name]) == {choice.text for choice in house_engine.choices(name)}


@pytest.mark.parametrize("base", CODES.values(), ids=CODES)
def test_a_printed_code_is_said_whole(base: Any) -> None:
    lines = said(base)
    assert [line.name for line in lines] == list(house_engine.OPTIONS)
    assert not any(line.changed for line in lines)
    assert all(line.source and str(line.answer).endswith(".") for line in lines)


def test_what_was_changed_is_marked(house: House) -> None:
    rules = rulebook.of_house(ours(house))
    lines = said(rulebook.code(rules.code, rules.options), CODES["london"])
    assert {line.name for line in lines if line.changed} == set(OURS)
    assert {line.source for line in lines if line.name == "abandoned"} == {"Britannica 1911"}


def test_the_rules_of_a_club_without_any_are_its_code(house: House) -> None:
    assert rulebook.of_club(house.club) == Rules("london")
    assert reading.terms_plain(Match(code="london", format="rubber", games=3))["rules"] == ""
