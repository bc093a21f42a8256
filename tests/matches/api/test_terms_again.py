"""Terms that were read are sent again, as whoever plays another match like the last one does."""

from collections.abc import Mapping
from typing import Any

import pytest

from ecarte_club.clubs.models import Club, HouseRules
from ecarte_club.clubs.services.clubs import rules_make, rules_retire
from games.matches.models import Match
from tests.support.clubhouse import Api, House, problem, read
from tests.support.nights import evening

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# The London laws but for one thing, which the Britannica has otherwise.
LOST = {"lost_vole": "two_whatever_the_tricks"}
CONTESTS: list[Mapping[str, Any]] = [
    {"code": "london", "format": "one_game"},
    {"code": "modern", "format": "games", "games": 4},
    {"code": "london", "format": "rubber", "games": 3, "game_values": True, "rubber_bonus": 2},
    {"format": "rubber", "games": 5},
    {"rules": "Ours", "format": "one_game"},
    {"rules": "Ours", "format": "rubber", "games": 3},
]


@pytest.fixture
def ours(house: House) -> HouseRules:
    return make(house)


def make(house: House, name: str = "Ours", options: Mapping[str, str] = LOST) -> HouseRules:
    return rules_make(by=house.person("committee"), name=name, base="london", options=options)


def retire(house: House, rules: HouseRules) -> None:
    version = Club.objects.get(pk=house.club.pk).version
    rules_retire(by=house.person("committee"), rules=rules, version=version)


def starts(house: House, terms: object, **more: object) -> dict[str, object]:
    ann, bob = house.players["ann"].pk, house.players["bob"].pk
    return {"player_a": ann, "player_b": bob, "terms": terms, **more}


def begins(house: House, terms: object, **more: object) -> Any:
    """The terms of the match that was started on these, and was then over."""
    body = starts(house, terms, **more)
    match = read(house.api("scorer").post("clubs/cercle/matches", body), 201)
    Match.objects.filter(pk=match["id"]).update(over=True)
    return match["terms"]


def refused(house: House, terms: Mapping[str, Any], field: str, code: str = "") -> str:
    """What is told at the field; nothing may have begun."""
    before = Match.objects.count()
    answer = house.api("scorer").post("clubs/cercle/matches", starts(house, terms))
    found = problem(answer, answer.status_code, code, f"terms.{field}")
    assert answer.status_code == 422
    assert Match.objects.count() == before
    return next(str(one["detail"]) for one in found["errors"] if one["field"] == f"terms.{field}")


@pytest.mark.parametrize("first", CONTESTS, ids=str)
@pytest.mark.parametrize("usual", ["printed", "club rules"])
def test_read_and_sent_they_are_the_same(
    first: Mapping[str, Any], usual: str, house: House, ours: HouseRules
) -> None:
    """Whatever the club has come to play by meanwhile."""
    was = begins(house, first)
    Club.objects.update(code="britannica", rules=ours if usual == "club rules" else None)
    assert begins(house, was) == was
    league = {"league": "L", "name": "S", "starts_on": "2026-09-01", "ends_on": "2027-06-30"}
    api = house.api("committee")
    season = read(api.post("clubs/cercle/seasons", {**league, "terms": was}), 201)
    assert season["terms"] == was
    again = {**league, "name": "T", "terms": season["terms"]}
    assert read(api.post("clubs/cercle/seasons", again), 201)["terms"] == was


def test_a_round_of_an_evening_takes_them_too(house: House, ours: HouseRules) -> None:
    was = begins(house, {"rules": "Ours", "format": "one_game"})
    night = evening(house)
    pair = {
        "table": night.tables.earliest("pk").pk,
        "player_a": house.players["ann"].pk,
        "player_b": house.players["bob"].pk,
    }
    sent = {"matches": [pair], "terms": was}
    read(house.api("director").post(f"evenings/{night.pk}/matches", sent), 201)
    match = Match.objects.latest("pk")
    assert (match.rules, match.options, match.code) == ("Ours", ours.options, "london")


def test_rules_are_found_by_name_alone(house: House, ours: HouseRules) -> None:
    found = begins(house, {"rules": "Ours", "format": "one_game"})
    assert (found["code"], found["rules"], found["options"]) == ("london", "Ours", LOST)


@pytest.mark.parametrize(
    ("said", "field", "told"),
    [
        ({"rules": "Ours", "code": "modern"}, "code", "already have one"),
        ({"rules": "Ours", "options": {}}, "options", "Ours"),
        ({"rules": "Ours", "options": {"lost_vole": "counts_three"}}, "options", "Ours"),
        ({"rules": "Ours", "options": {**LOST, "trumps": "yes"}}, "options", "Ours"),
        ({"code": "london", "rules": "", "options": LOST}, "options", "Only club rules"),
        ({"code": "london", "options": LOST}, "options", "Only club rules"),
        ({"options": LOST}, "options", "Only club rules"),
        ({"rules": "Theirs"}, "rules", "not retired"),
        ({"rules": "ours"}, "rules", "not retired"),
    ],
    ids=str,
)
def test_what_does_not_belong_together_is_refused_by_its_name(
    said: Mapping[str, Any], field: str, told: str, house: House, ours: HouseRules
) -> None:
    assert told in refused(house, {**said, "format": "one_game"}, field)


WRONG: Mapping[str, list[object]] = {
    "rules": [5, True, [], {}, None, "x" * 81, "x\x00"],
    "options": ["x", 5, [], None],
    "options.lost_vole": [5, True, [], None, "x" * 81],
}


@pytest.mark.parametrize(
    ("field", "wrong"), [(field, wrong) for field in WRONG for wrong in WRONG[field]], ids=str
)
def test_what_a_field_cannot_hold(
    field: str, wrong: object, house: House, ours: HouseRules
) -> None:
    outer, _dot, inner = field.partition(".")
    refused(house, {"format": "one_game", outer: {inner: wrong} if inner else wrong}, field)


def test_an_id_and_what_is_read_must_be_of_the_same_rules(house: House, ours: HouseRules) -> None:
    other = make(house, "Second", {"game_value": "single"})
    was = begins(house, {"house_rules": ours.pk, "format": "one_game"})
    assert begins(house, {**was, "house_rules": ours.pk}) == was
    assert "Second" in refused(house, {**was, "house_rules": other.pk}, "rules", "invalid_terms")


def test_without_a_code_the_clubs_own_rules_are_not_left_aside_silently(
    house: House, ours: HouseRules
) -> None:
    Club.objects.update(rules=ours)
    said = refused(house, {"rules": "", "format": "one_game"}, "rules", "invalid_terms")
    assert "Ours" in said
    assert begins(house, {"rules": "", "code": "london", "format": "one_game"})["rules"] == ""


def test_retired_rules_begin_nothing_new(house: House, ours: HouseRules) -> None:
    was = begins(house, {"rules": "Ours", "format": "one_game"})
    retire(house, ours)
    refused(house, was, "rules", "unknown_rules")
    # The name is free again; other rules that have it are not those that were read.
    make(house, "Ours", {"game_value": "single"})
    refused(house, was, "options", "invalid_terms")


def test_within_its_season_a_match_is_played_on_though_the_rules_are_retired(
    house: House, ours: HouseRules
) -> None:
    body = {
        "league": "L",
        "name": "S",
        "starts_on": "2026-09-01",
        "ends_on": "2027-06-30",
        "terms": {"rules": "Ours", "format": "one_game"},
    }
    season = read(house.api("committee").post("clubs/cercle/seasons", body), 201)
    retire(house, ours)
    make(house, "Ours", {"game_value": "single"})
    assert begins(house, season["terms"], event=season["id"]) == season["terms"]
    other = {**season["terms"], "options": {"game_value": "single"}}
    answer = house.api("scorer").post(
        "clubs/cercle/matches", starts(house, other, event=season["id"])
    )
    problem(answer, 422, "terms_fixed", "event")


def test_rules_of_another_club_are_not_found_by_name(
    house: House, neighbour: House, ours: HouseRules
) -> None:
    make(neighbour, "Theirs")
    refused(house, {"rules": "Theirs", "format": "one_game"}, "rules", "unknown_rules")


def test_what_strangers_read_can_be_sent_by_who_may_start(house: House) -> None:
    season = house.season()
    seen = read(Api().get(f"seasons/{season.pk}"))["terms"]
    assert begins(house, seen) == seen
