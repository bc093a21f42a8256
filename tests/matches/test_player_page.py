"""A player's page: his results, adversaries, form and games, counted a second way."""

import csv
import io
import re
from collections import Counter, defaultdict
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from ecarte_club.clubs.models import Player
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.selectors import player_record as selector
from games.matches.selectors.player_record import FORM, RecordFilters, player_record
from games.matches.selectors.reading import read as read_one
from games.matches.selectors.reading import read_many
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.depth import times
from tests.support.nights import evening, game, hand, played, rubber

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

GAMES_OF_FOUR = MatchTerms(format="games", games=4)


def season_of_rubbers(house: House, night: Evening, matches: int) -> dict[str, Counter[str]]:
    """Played at random; the answer says of Ann, for each adversary, what she did."""
    random, known = Random(1845), defaultdict[str, Counter[str]](Counter)
    seasons = [house.season(terms=MatchTerms()), house.season(terms=MatchTerms()), None]
    for number in range(matches):
        a, b = random.sample(["ann", "bob", "cyd"], 2)
        won_a, won_b = random.choice([(2, 0), (2, 1), (0, 2), (1, 2)])
        season = seasons[number % 3]
        played(house, night, a, b, [rubber(won_a, won_b)], season=season)
        if "ann" in (a, b):
            other = b if a == "ann" else a
            mine, theirs = (won_a, won_b) if a == "ann" else (won_b, won_a)
            for key in (other, f"season {season.pk if season else None}"):
                known[key].update(
                    {"won": mine == 2, "lost": theirs == 2, "for": mine, "against": theirs}
                )
    return known


@pytest.mark.slow
def test_sums_counted_a_second_way(house: House) -> None:
    known = season_of_rubbers(house, evening(house), times(18, thorough=40))
    record = player_record(house.players["ann"])
    assert {row.name.lower() for row, _sums in record.adversaries} == {"bob", "cyd"}
    for player, sums in record.adversaries:
        one = known[player.name.lower()]
        assert (sums.won, sums.lost, sums.games_for, sums.games_against) == (
            *(one["won"], one["lost"]),
            *(one["for"], one["against"]),
        )
    for event, sums in record.seasons:
        one = known[f"season {event.pk if event else None}"]
        assert (sums.won, sums.lost) == (one["won"], one["lost"])
    assert record.total.played == sum(
        known[name]["won"] + known[name]["lost"] for name in ("bob", "cyd")
    )
    played_most = [sums.played for _player, sums in record.adversaries]
    assert played_most == sorted(played_most, reverse=True)


def test_a_drawn_match_is_neither_won_nor_lost(house: House) -> None:
    night = evening(house)
    played(house, night, "ann", "bob", [rubber(2, 2)], terms=GAMES_OF_FOUR)
    played(house, night, "bob", "ann", [rubber(2, 0)])
    played(house, night, "ann", "bob")
    total = player_record(house.players["ann"]).total
    assert (total.won, total.drawn, total.lost, total.played) == (0, 1, 1, 2)
    form = player_record(house.players["bob"]).form
    assert [result.outcome for result in form] == [0, 1]


def test_kings_and_voles_in_a_hundred_hands(house: House) -> None:
    """Three hands with a king and two voles; matches without hands do not count in them."""
    night = evening(house)
    plays = [hand(5, king=Seat.A), hand(1), hand(5)]
    played(house, night, "ann", "bob", plays, terms=MatchTerms("london", "one_game", 1))
    played(house, night, "ann", "bob", [rubber(2, 0)])
    total = player_record(house.players["ann"]).total
    assert (total.hands, total.kings_rate, total.voles_rate) == (3, 33.3, 66.7)
    nothing = player_record(house.players["cyd"]).total
    assert (nothing.kings_rate, nothing.voles_rate) == (None, None)
    browser = Browser(house, "bob")
    path = f"players/{house.players['ann'].pk}/"
    assert "1, 33.3 in a hundred hands" in page(browser.get(path))
    with translation.override("fr"):
        browser.client.cookies["django_language"] = "fr"
        assert "33,3" in page(browser.get(path))


@pytest.mark.slow
def test_form_is_of_the_last_matches_in_their_order(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = times(8, thorough=FORM)
    monkeypatch.setattr(selector, "FORM", most)
    night, random, outcomes = evening(house), Random(5), []
    for _match in range(most + 7):
        first, won = random.random() < 0.5, random.random() < 0.5
        pair = ("ann", "bob") if first else ("bob", "ann")
        played(house, night, *pair, [rubber(2, 0) if won == first else rubber(0, 2)])
        outcomes.append(1 if won else -1)
    form = player_record(house.players["ann"]).form
    assert [result.outcome for result in form] == outcomes[-most:]


@pytest.mark.slow
def test_sifted_by_season_and_adversary(house: House) -> None:
    season_of_rubbers(house, evening(house), times(15, thorough=30))
    ann, bob = house.players["ann"], house.players["bob"]
    whole = player_record(ann)
    events = [event for event, _sums in whole.seasons if event is not None]
    parts = [
        player_record(ann, RecordFilters(season=event.pk, adversary=bob.pk)).total.played
        for event in events
    ]
    of_no_season = Match.objects.filter(event=None, player_a__in=[ann, bob]).filter(
        player_b__in=[ann, bob]
    )
    against_bob = next(sums for player, sums in whole.adversaries if player == bob)
    assert sum(parts) + of_no_season.count() == against_bob.played
    text = page(Browser(house, "ann").get(f"players/{ann.pk}/?adversary={bob.pk}"))
    assert f"{against_bob.won} won, 0 drawn, {against_bob.lost} lost" in text
    assert "Cyd against" not in text
    assert "No matches found." in page(
        Browser(house, "ann").get(f"players/{ann.pk}/?season={10**9}")
    )


def test_of_very_many_adversaries_those_met_most_are_named(house: House) -> None:
    night = evening(house)
    for number in range(4):
        name = f"guest {number}"
        house.players[name] = Player.objects.create(club=house.club, name=name.title())
        for _match in range(number + 1):
            played(house, night, "ann", name, [rubber(2, 0)])
    record = player_record(house.players["ann"], most=2)
    assert [(one.name, sums.played) for one, sums in record.adversaries] == [
        ("Guest 3", 4),
        ("Guest 2", 3),
    ]
    assert (record.more, record.total.played) == (2, 10)
    asked = RecordFilters(adversary=house.players["guest 0"].pk)
    assert "Guest 0" in [one.name for one in player_record(record.player, asked, most=2).met]


# --- the page ---


def test_his_games_with_every_mark_explained(house: House) -> None:
    night = evening(house)
    match = played(house, night, "ann", "bob", [hand(5, king=Seat.A), hand(2)])
    text = page(Browser(house, "cyd").get(f"players/{house.players['ann'].pk}/"))
    assert "Ann held the king and marks one" in re.sub(r"<[^>]+>", "", text)
    assert "Ann made the vole and marks two" in re.sub(r"<[^>]+>", "", text)
    assert f"/matches/{match.pk}/" in text
    assert "In play: Ann against Bob, " in text
    assert "/correct/" not in text


def test_headings_captions_and_the_picture_has_words(house: House) -> None:
    night = evening(house)
    played(house, night, "ann", "bob", [rubber(2, 0)])
    played(house, night, "ann", "bob", [rubber(0, 2)])
    text = page(Browser(house, "cyd").get(f"players/{house.players['ann'].pk}/"))
    assert re.findall(r"<h1>(.*?)</h1>", text) == ["Ann"]
    assert "Won: Ann against Bob, 2–0" in text
    assert "Lost: Ann against Bob, 0–2" in text
    assert re.search(r'role="img"\s+aria-labelledby="form-title form-desc"', text)
    assert "Matches won minus matches lost, last 2 matches</title>" in text
    assert "Now at 0; highest 1, lowest 0.</desc>" in text
    assert " style=" not in text
    for label in ("sums", "form", "duels", "seasons", "matches"):
        assert f'aria-labelledby="{label}"' in text
        assert f'id="{label}"' in text


def test_who_has_played_nothing_is_told_what_will_be_here(house: House) -> None:
    text = page(Browser(house, "ann").get(f"players/{house.players['cyd'].pk}/"))
    assert "No matches yet." in text
    assert "<svg" not in text


def test_a_player_merged_into_another_leads_to_him(house: House) -> None:
    ann, bob, cyd = (house.players[name] for name in ("ann", "bob", "cyd"))
    Player.objects.filter(pk=cyd.pk).update(merged_into=bob)
    Player.objects.filter(pk=bob.pk).update(merged_into=ann)
    answer = Browser(house, "ann").get(f"players/{cyd.pk}/")
    assert goes(answer) == f"/clubs/cercle/players/{ann.pk}/"
    assert read(house.api("ann").get(f"players/{cyd.pk}/record"))["player"]["id"] == ann.pk


def test_players_are_the_clubs_own_affair(house: House, neighbour: House) -> None:
    path = f"players/{house.players['ann'].pk}/"
    page(Browser(house).get(path), 404)
    theirs = f"/clubs/cercle/players/{neighbour.players['ann'].pk}/"
    page(Browser(house, "committee").get(theirs), 404)


def test_pages_of_his_games_hold_all_of_them_once(house: House) -> None:
    night = evening(house)
    made = [played(house, night, "ann", "bob", [rubber(2, 0)]).pk for _match in range(12)]
    found: list[int] = []
    for number in (1, 2, 3):
        path = f"players/{house.players['ann'].pk}/?page={number}"
        text = page(Browser(house, "ann").get(path)).partition('id="matches"')[2]
        found += [int(pk) for pk in re.findall(r'/matches/(\d+)/">Open the match', text)]
    assert found == made[::-1]


def test_many_readings_are_as_each_alone(house: House) -> None:
    night = evening(house)
    made = [
        played(house, night, "ann", "bob", [hand(4), hand(2, king=Seat.B)][:number])
        for number in (0, 1, 2)
    ]
    with CaptureQueriesContext(connection) as found:
        together = read_many(made)
    assert len(found) == 1
    assert [one.state for one in together] == [read_one(match).state for match in made]


# --- programs ---


def test_the_csv_has_every_match_as_he_sees_it(house: House) -> None:
    night = evening(house)
    played(house, night, "bob", "ann", [rubber(2, 1)])
    played(house, night, "ann", "cyd", [game(5, 0)])
    ann = house.players["ann"].pk
    for answer in (
        Browser(house, "cyd").get(f"players/{ann}/matches.csv"),
        house.api("cyd").get(f"players/{ann}/matches.csv", Accept="text/csv"),
    ):
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert [(row["adversary"], row["result"], row["games_for"]) for row in rows] == [
            ("Cyd", "in_play", "1"),
            ("Bob", "lost", "1"),
        ]
    only = Browser(house, "cyd").get(
        f"players/{ann}/matches.csv?adversary={house.players['bob'].pk}"
    )
    assert only.content.count(b"\r\n") == 2


def test_the_api_says_what_the_page_says(house: House) -> None:
    season_of_rubbers(house, evening(house), 12)
    ann, bob = house.players["ann"], house.players["bob"]
    record = player_record(ann)
    found = read(house.api("cyd").get(f"players/{ann.pk}/record"))
    assert found["total"]["won"] == record.total.won
    assert [one["player"]["id"] for one in found["adversaries"]] == [
        player.pk for player, _sums in record.adversaries
    ]
    assert [one["outcome"] for one in found["form"]] == [one.outcome for one in record.form]
    sifted = read(house.api("cyd").get(f"players/{ann.pk}/record?adversary={bob.pk}"))
    assert [one["player"]["name"] for one in sifted["adversaries"]] == ["Bob"]
    for field in ("season", "adversary"):
        problem(house.api("cyd").get(f"players/{ann.pk}/record?{field}=x"), 422, "invalid", field)


@pytest.mark.slow
def test_a_long_life_at_the_table_costs_no_more_queries(house: House) -> None:
    night, browser, counts = evening(house), Browser(house, "ann"), []
    path = f"players/{house.players['ann'].pk}/?adversary={house.players['bob'].pk}"
    # More than a page has, and thoroughly more than its picture.
    for matches in (6, times(12, thorough=60)):
        for _match in range(matches):
            played(house, night, "ann", "bob", [rubber(2, 0)])
        browser.get(path)
        with CaptureQueriesContext(connection) as found:
            page(browser.get(path))
        counts.append(len(found))
    assert counts[0] == counts[1]
    assert counts[0] <= 16
