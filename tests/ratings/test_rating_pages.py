"""The list of ratings and a player's own page, told as people see them."""

import csv
import io
import re
from decimal import Decimal

import pytest
from django.test import Client

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.services.members import player_change
from scoring.ratings.models import Rating, RatingBook
from scoring.ratings.rules.skill import USUAL, Skill, lower, meet, per_mille, span
from tests.site.pages import tight
from tests.support.clubhouse import House, open_house
from tests.support.rated import add_players, after, brought, rubber

pytestmark = [pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture
def club(house: House) -> House:
    """Ann has beaten Bob twice, and Cyd once."""
    add_players(house, "dan")
    brought(house)
    rubber(house, "ann", "bob", (2, 0), after(0))
    rubber(house, "ann", "cyd", (2, 1), after(7))
    rubber(house, "bob", "ann", (0, 2), after(14))
    return house


def _browser(house: House, who: str) -> Client:
    browser = Client()
    browser.force_login(house.users[who])
    return browser


def _names(text: str) -> list[str]:
    return re.findall(r'class="(?:row-link )?name"[^>]*>([^<]+)<', text)


def test_the_best_stands_first_with_how_sure_it_is(club: House) -> None:
    text = _read(_browser(club, "bob"), "ratings/", club)
    assert _names(text) == ["Ann", "Cyd", "Bob"]
    assert text.count("Provisional</span>") == 3
    day = [after(days).toordinal() for days in (0, 7, 14)]
    ann, bob = meet(USUAL.newcomer, USUAL.newcomer, (2, 0), day[0])
    ann, _cyd = meet(ann, USUAL.newcomer, (2, 1), day[1])
    bob, ann = meet(bob, ann, (0, 2), day[2])
    for skill in (ann, bob):
        assert f'decides">{span(skill)[0] / 10:.1f}<' in text
        assert f'"num">{per_mille(skill.strength) / 10:.1f}<' in text


def test_few_lucky_games_do_not_outrank_many_good_ones(club: House) -> None:
    """Ann wins 57 of 100, surely 54; Bob would win 59, if it were not for luck surely 51."""
    rating = {"ann": (300_000, 60_000), "bob": (350_000, 155_000), "cyd": (0, 60_000)}
    for name, (strength, doubt) in rating.items():
        low = lower(Skill(strength, doubt, 0))
        Rating.objects.filter(pk=club.players[name].pk).update(
            strength=strength, doubt=doubt, low=low
        )
    browser = _browser(club, "bob")
    assert _names(_read(browser, "ratings/", club)) == ["Ann", "Bob", "Cyd"]
    assert _names(_read(browser, "ratings/?sort=-rating", club)) == ["Bob", "Ann", "Cyd"]


@pytest.mark.parametrize(
    ("scale", "sentence"),
    [
        # 1 / (1 + e^0.16) = 0.4601; 1 / (1 + e^0.1) = 0.4750.
        (
            (160_000, 12_800, 0),
            "As in most clubs, two of three are taken to have a rating between 46.0 and 54.0.",
        ),
        (
            (100_000, 8_000, 16_000),
            "how far its players lie apart: two of three have a rating between 47.5 and 52.5.",
        ),
    ],
)
def test_the_page_says_how_far_players_lie_apart(
    club: House, scale: tuple[int, int, int], sentence: str
) -> None:
    spread, drift, middle = scale
    RatingBook.objects.filter(pk=club.club.pk).update(spread=spread, drift=drift, middle=middle)
    assert sentence in _read(Client(), "ratings/", club)


def _read(browser: Client, path: str, house: House, status: int = 200) -> str:
    answer = browser.get(f"/clubs/{house.club.slug}/{path}")
    assert answer.status_code == status
    return answer.content.decode()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("?sort=rating", ["Bob", "Cyd", "Ann"]),
        ("?sort=low", ["Bob", "Cyd", "Ann"]),
        ("?sort=name", ["Ann", "Bob", "Cyd"]),
        ("?sort=-name", ["Cyd", "Bob", "Ann"]),
        ("?sort=-matches", ["Ann", "Bob", "Cyd"]),
        ("?sort=last", ["Cyd", "Ann", "Bob"]),
        # Bob’s first games were a fortnight before: of them alone no more is known than of nobody.
        ("?sort=sure", ["Ann", "Cyd", "Bob"]),
        ("?name=an", ["Ann"]),
        ("?sure=yes", []),
        ("?sure=no", ["Ann", "Cyd", "Bob"]),
        ("?sort=bent", ["Ann", "Cyd", "Bob"]),
    ],
)
def test_found_and_sorted(club: House, query: str, names: list[str]) -> None:
    assert _names(_read(_browser(club, "ann"), f"ratings/{query}", club)) == names


def test_who_left_stands_among_all(club: House) -> None:
    ann = Player.objects.get(pk=club.players["ann"].pk)
    player_change(
        by=club.person("director"),
        player=ann,
        name="Ann",
        left_on=after(20).date(),
        version=ann.version,
    )
    browser = _browser(club, "bob")
    assert _names(_read(browser, "ratings/", club)) == ["Cyd", "Bob"]
    assert _names(_read(browser, "ratings/?status=all", club)) == ["Ann", "Cyd", "Bob"]


def test_strangers_see_what_the_club_and_the_player_choose(club: House) -> None:
    Club.objects.filter(pk=club.club.pk).update(names_shown="initials")
    Player.objects.filter(pk=club.players["bob"].pk).update(name_shown="hidden")
    text = _read(Client(), "ratings/", club)
    bob = club.players["bob"].pk
    assert _names(text) == ["A.", "C.", f"Nº\u00a0{bob}"]
    assert "Ann" not in text
    assert "sort=name" not in text
    assert "rating/" not in text
    # Neither an order nor a search tells them more.
    for query in ("?sort=name", "?name=Bob"):
        assert _names(_read(Client(), f"ratings/{query}", club)) == _names(text)
    assert "Bob" not in _read(Client(), "ratings/export.csv", club)
    path = f"/clubs/{club.club.slug}/players/{bob}/rating/"
    assert Client().get(path).status_code == 404


def test_the_table_for_spreadsheets_has_the_same(club: House) -> None:
    text = _read(_browser(club, "ann"), "ratings/export.csv?name=ann", club)
    (row,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    assert (row["player"], row["matches"], row["games"], row["provisional"]) == (
        "Ann",
        "3",
        "7",
        "1",
    )
    assert Decimal(row["low"]) < Decimal(row["rating"]) < Decimal(row["high"])


def test_a_players_own_page_says_how_it_came_about(club: House) -> None:
    ann = club.players["ann"].pk
    text = tight(_read(_browser(club, "bob"), f"players/{ann}/rating/", club))
    rows = re.findall(r'<td class="name">(\w+)</td><td class="num">(\d–\d)</td>', text)
    assert rows == [("Bob", "2–0"), ("Cyd", "2–1"), ("Bob", "2–0")]
    changes = [Decimal(one.replace("−", "-")) for one in re.findall(r'">([+−][\d.]+)</td>', text)]
    figures = [Decimal(one) for one in re.findall(r'decides">([\d.]+)<', text)]
    assert figures[0] == 50 + sum(changes)
    # Of the page and of the phone.
    assert len(re.findall("rating-dot", text)) == 2 * 4
    assert "It starts at 50.0 and ends at" in text
    assert "Provisional: it rests on only 7 games." in text


def test_the_players_page_leads_there(club: House) -> None:
    ann = club.players["ann"].pk
    text = _read(_browser(club, "bob"), f"players/{ann}/", club)
    assert f"/clubs/{club.club.slug}/players/{ann}/rating/" in text
    assert re.search("5\\d\\.\\d games out of a hundred", text)
    assert "provisional, " in text


def test_who_has_played_nothing_out_has_none(club: House) -> None:
    dan = club.players["dan"].pk
    browser = _browser(club, "bob")
    assert "It appears after the first finished match." in _read(
        browser, f"players/{dan}/rating/", club
    )
    assert "games out of a hundred" not in _read(browser, f"players/{dan}/", club)


def test_what_is_being_taken_in_is_said(club: House) -> None:
    said = "New results are being counted"
    browser = _browser(club, "bob")
    assert said not in _read(browser, "ratings/", club)
    RatingBook.objects.filter(pk=club.club.pk).update(stale_at=after(0), stale_match=1)
    assert said in _read(browser, "ratings/", club)
    assert said in _read(browser, f"players/{club.players['ann'].pk}/rating/", club)


def test_who_turned_out_to_be_another_is_led_to_him(club: House) -> None:
    ann, dan = club.players["ann"], club.players["dan"]
    Player.objects.filter(pk=dan.pk).update(merged_into=ann)
    answer = _browser(club, "bob").get(f"/clubs/{club.club.slug}/players/{dan.pk}/rating/")
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"/players/{ann.pk}/rating/")


def test_an_empty_club_says_what_will_stand_there(club: House) -> None:
    other = open_house("neuf")
    text = _read(Client(), "ratings/", other)
    assert "No ratings yet. They appear after the first finished match." in text
    assert "New results are being counted" not in text


def test_a_sure_rating_is_not_called_provisional(club: House) -> None:
    sure = Skill(300_000, 140_000, 0)
    Rating.objects.filter(pk=club.players["ann"].pk).update(
        strength=sure.strength, doubt=sure.doubt
    )
    browser = _browser(club, "bob")
    assert _names(_read(browser, "ratings/?sure=yes", club)) == ["Ann"]
    text = _read(browser, f"players/{club.players['ann'].pk}/rating/", club)
    assert "Provisional" not in text
    assert "57.4" in text
