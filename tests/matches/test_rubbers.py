"""The best of three rubbers between Ann and Bob, told by hand: on the pad, by a program, in the
table, in letters and lists, on the score sheet and in the notation."""

import csv
import io
import re
from typing import Any

import pytest

from ecarte_club.clubs.models import Club
from games.engine.records import HandRecord, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, RubberEntry, Score
from games.matches.models import Entry, Match
from games.matches.selectors.notation import match_notation
from games.matches.selectors.reading import read as reading_of
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms, match_start
from games.sheets.csv_format.export import parts
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

BEST_OF_THREE = MatchTerms(rubbers=3)
AT_HOME = MatchTerms(code="household", games=1, rubbers=3)


def games(house: House, match: Match, winners: str) -> Match:
    """`winners`: "aab", each game 5–2."""
    for one in winners:
        score = Score(5, 2) if one == "a" else Score(2, 5)
        entered(house, match, GameEntry(1, score))
    return match


def entered(house: House, match: Match, what: Play) -> Match:
    return play_record(
        by=house.person("scorer"), match=match, what=what, version=match.version
    ).match


@pytest.fixture
def match(house: House) -> Match:
    return house.match(terms=BEST_OF_THREE)


@pytest.fixture
def scorer(house: House) -> Browser:
    return Browser(house, "scorer")


def test_the_pad_says_which_rubber_and_which_game(
    house: House, match: Match, scorer: Browser
) -> None:
    address = f"matches/{match.pk}/pad/"
    text = page(scorer.get(address))
    assert "Rubber 1, game 1, hand 1" in text
    assert "Enter this rubber by its score" in text
    games(house, match, "a")
    assert "Enter this rubber by its score" not in page(scorer.get(address))
    games(house, match, "a")
    text = page(scorer.get(address))
    assert "Ann has won the game and the rubber." in text
    assert "Rubber 2, game 1, hand 1" in text
    assert "Enter this rubber by its score" in text
    games(house, match, "bba")
    assert "Ann has won the game." in page(scorer.get(address))
    games(house, match, "a")
    text = page(scorer.get(address))
    assert "Ann has won the match." in text
    match.refresh_from_db()
    assert (match.rubbers_a, match.rubbers_b, match.games_a, match.games_b) == (2, 1, 4, 2)
    sheets = page(scorer.get(f"matches/{match.pk}/"))
    for heading in ("Rubber 1, game 2", "Rubber 3, game 1"):
        assert heading in sheets
    assert "Best of 3 rubbers, each the best of 3 games." in sheets


def test_a_rubber_is_entered_by_its_score_and_corrected_in_its_place(
    house: House, match: Match, scorer: Browser
) -> None:
    sent = {**scorer.pad(match), "rubber": "2-1"}
    address = scorer.address(f"matches/{match.pk}/pad/rubber/")
    goes(scorer.client.post(address, sent))
    games(house, Match.objects.get(pk=match.pk), "bb")
    api = house.api("director")
    found = read(api.get(f"matches/{match.pk}"))
    assert found["terms"]["rubbers"] == 3
    assert (found["rubbers"], found["games"], found["over"]) == (
        {"a": 1, "b": 1},
        {"a": 2, "b": 3},
        False,
    )
    assert found["rubber_list"] == [
        {"first_game": 1, "games": {"a": 2, "b": 1}, "winner": "a", "points": 1},
        {"first_game": 4, "games": {"a": 0, "b": 2}, "winner": "b", "points": 2},
    ]
    text = page(scorer.get(f"matches/{match.pk}/"))
    assert "Rubber 1, score only" in text
    assert "Won by Ann, 2–1" in text
    body: dict[str, Any] = {"rubber": {"games": {"a": 0, "b": 2}}, "reason": "read wrongly"}
    path = f"matches/{match.pk}/entries/1/corrections"
    told = read(api.post(path, {**body, "version": found["version"]}), 201)["match"]
    assert (told["over"], told["winner"], told["rubber_points"]) == (True, "b", 4)
    assert Entry.objects.get(match=match, number=4).data == {
        "kind": "rubber",
        "games_a": 0,
        "games_b": 2,
        "game": 1,
    }


def test_the_next_rubber_is_the_one_that_is_entered(house: House, match: Match) -> None:
    games(house, match, "a")
    api = house.api("scorer")
    sent = {"games": {"a": 2, "b": 0}, "version": match.version}
    problem(api.post(f"matches/{match.pk}/rubber", sent), 422, "rubber_has_entries", "games")
    games(house, match, "aaa")
    sent["version"] = match.version
    problem(api.post(f"matches/{match.pk}/rubber", sent), 422, "match_over")


def test_at_home_the_deal_is_cut_for_at_each_rubber(house: House, scorer: Browser) -> None:
    """Enquire Within: when the play is for rubbers it is usual to cut at the end of each."""
    ann, bob = house.players["ann"].pk, house.players["bob"].pk
    for terms, asks in ((AT_HOME, True), (MatchTerms(games=1, rubbers=3), False)):
        made = match_start(
            by=house.person("scorer"), player_a=ann, player_b=bob, terms=terms,
            first_dealer=Seat.A,
        )  # fmt: skip
        address = f"matches/{made.pk}/pad/"
        assert "Who deals" not in seen(scorer, address)
        for _hand in range(3):
            made = entered(house, made, HandEntry(1, HandRecord(tricks=Tricks(5, 0))))
        assert made.rubbers_a == 1
        assert ("Who deals" in seen(scorer, address)) == asks


def seen(scorer: Browser, address: str) -> str:
    """The page without the rows it keeps for later hands, for a pad without a network."""
    shown, kept = re.subn(
        r"<template.*?</template>", "", page(scorer.get(address)), flags=re.DOTALL
    )
    assert kept
    return shown


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"format": "rubber", "rubbers": 2}, "terms.rubbers"),
        ({"format": "rubber", "games": 9, "rubbers": 3}, "terms.rubbers"),
        ({"format": "games", "games": 4, "rubbers": 3}, "terms.rubbers"),
        ({"format": "one_game", "rubbers": 3}, "terms.rubbers"),
    ],
)
def test_terms_that_no_match_has(house: House, terms: dict[str, Any], field: str) -> None:
    two = {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}
    answer = house.api("scorer").post("clubs/cercle/matches", {**two, "terms": terms})
    problem(answer, 422, "invalid_terms", field)


def test_a_match_is_started_so_on_the_page(house: House, scorer: Browser) -> None:
    form = {
        "player_a": str(house.players["ann"].pk),
        "player_b": str(house.players["bob"].pk),
        "format": "rubber",
        "games": "3",
        "rubbers": "5",
        "code": "london",
        "first_dealer": "a",
    }
    goes(scorer.post("matches/new/", form | scorer.hidden("matches/new/")))
    made = Match.objects.get()
    assert (made.format, made.games, made.rubbers) == ("rubber", 3, 5)
    form |= {"format": "games", "games": "4", "seat_anyway": "on"}
    goes(scorer.post("matches/new/", form | scorer.hidden("matches/new/")))
    assert Match.objects.latest("pk").rubbers == 1
    form |= {"format": "rubber", "games": "3", "rubbers": "9"}
    text = page(scorer.post("matches/new/", form | scorer.hidden("matches/new/")), 422)
    assert "Too many: a match may have at most 25 games." in text


def test_the_table_counts_the_match_its_games_and_the_points_of_its_rubbers(house: House) -> None:
    """Ann 2–0, Bob 2–1, Ann 2–0: a match won, five games to two, rubber points 2 - 1 + 2."""
    season = house.season(terms=BEST_OF_THREE)
    match = games(house, house.match(season), "aa" + "abb")
    api = house.api("ann")
    before = read(api.get(f"seasons/{season.pk}/standings"))["results"]
    assert all(one["played"] == 0 for one in before)
    games(house, match, "aa")
    ann, bob = read(api.get(f"seasons/{season.pk}/standings"))["results"]
    for line, figures in ((ann, (2, 1, 5, 2, 3)), (bob, (0, 0, 2, 5, -3))):
        names = ("points", "won", "games_for", "games_against", "rubber_points")
        assert tuple(line[name] for name in names) == figures
    recount(Season.objects.get(pk=season.pk))
    assert read(api.get(f"seasons/{season.pk}/standings"))["results"] == [ann, bob]


def test_what_if_is_asked_in_rubbers(house: House) -> None:
    season = house.season(terms=BEST_OF_THREE)
    games(house, house.match(season), "aaaa")
    pair = {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}
    api = house.api("ann")

    def tried(a: int, b: int) -> Any:
        body = {"results": [{**pair, "games": {"a": a, "b": b}}]}
        return api.post(f"seasons/{season.pk}/what-if", body)

    found = read(tried(1, 2))["results"]
    figures = {one["player"]["name"]: one["points"] for one in found}
    assert figures == {"Ann": 2, "Bob": 2}
    for a, b in ((1, 1), (2, 2), (3, 0), (0, 0)):
        problem(tried(a, b), 422, field="games")


def test_lists_give_rubbers(house: House, match: Match, scorer: Browser) -> None:
    games(house, match, "aabb")
    assert "Rubbers 1–1" in page(scorer.get(""))
    games(house, match, "bb")
    text = page(scorer.get("matches/"))
    assert "Bob beat Ann" in text
    assert "2–1" in text
    assert "4–2" not in text


def test_each_game_of_each_rubber_waits_for_the_opponent(
    house: House, match: Match, scorer: Browser
) -> None:
    Club.objects.update(confirms=True)
    entered(house, match, RubberEntry(2, 1))
    games(house, match, "b")
    text = page(Browser(house, "bob").get(f"matches/{match.pk}/"))
    assert "Rubber 1, score only, 2–1: not confirmed yet" in text
    assert "Rubber 2, game 1, 2–5: not confirmed yet" in text
    api = house.api("bob")
    read(api.post(f"matches/{match.pk}/games/1/confirm", {"number": 1}), 201)
    text = page(Browser(house, "bob").get(f"matches/{match.pk}/"))
    assert "Rubber 1, score only, 2–1" not in text


def test_a_correction_shows_what_becomes_of_the_rubbers(house: House, match: Match) -> None:
    games(house, match, "aab")
    api = house.api("director")
    body = {"game": {"score": {"a": 1, "b": 5}}, "reason": "read wrongly"}
    path = f"matches/{match.pk}/entries/1/corrections/preview"
    told = read(api.post(path, {**body, "version": match.version}))["changes"]
    found = {one["figure"]: (one["before"], one["after"]) for one in told if "figure" in one}
    assert found["rubbers"] == ("1–0", "0–1")


def test_the_sheet_and_the_notation_tell_all_of_it(house: House, match: Match) -> None:
    entered(house, match, RubberEntry(1, 2))
    games(house, match, "a")
    text = match_notation(reading_of(Match.objects.get(pk=match.pk)))
    for header in ('[Format "rubber 3"]', '[Rubbers "3"]', '[GamesWon "1: 1-2"]'):
        assert header in text
    content = b"".join(parts(Match.objects.all())).decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(content)))
    assert [(one["rubbers"], one["line"], one["game"]) for one in lines] == [
        ("3", "rubber", "1"),
        ("3", "game", "4"),
    ]


def test_the_gallery_bets_on_a_game_or_on_one_rubber(house: House) -> None:
    director = house.api("director")
    evening = read(
        director.post("clubs/cercle/evenings", {"held_on": "2026-11-19", "tables": ["1"]}), 201
    )
    table = evening["tables"][0]["id"]
    body = {"kind": "match", "table": table, "terms": {"format": "rubber", "rubbers": 3}}
    answer = director.post(f"evenings/{evening['id']}/contests", body)
    problem(answer, 422, "invalid_contest", "terms.rubbers")
