"""What must happen to finish first, and simulated chances: by page and API."""

import re
from collections import Counter
from itertools import product
from random import Random

import pytest

from ecarte_club.clubs.models import Club, Player
from games.engine.terms import Format, FormatKind
from scoring.leagues.models import Season
from scoring.leagues.selectors import outlook
from scoring.leagues.selectors.standings import season_table_now
from scoring.leagues.services.planning import entrants_enter
from scoring.ratings.models import Rating
from scoring.tables.criteria import Criterion
from scoring.tables.prospects import Prospect
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.fixed import entered, planned, played
from tests.support.rated import after
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def one_played(house: House) -> Season:
    """Ann has beaten Bob; Bob–Cyd and Cyd–Ann are to be played, each one game."""
    made = house.season()
    ann, bob, cyd = (house.players[name] for name in ("ann", "bob", "cyd"))
    entered(made, (ann, bob, cyd))
    fixtures = planned(made, [[(ann, bob)], [(bob, cyd)], [(cyd, ann)]])
    played(house, fixtures[0], 1, 0)
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(one_played)


def _text(house: House, season: Season, query: str = "") -> str:
    return tight(page(Browser(house, "ann").get(f"seasons/{season.pk}/outlook/{query}")))


def test_who_reads_it_sees_what_they_have_to_do(house: House, season: Season) -> None:
    """Ann has 2 points. With another win she has 4, and nobody else can have more than 2."""
    text = _text(house, season)
    assert "Ann finishes first by winning the last match left, whatever others do." in text


def test_a_rival_who_must_not_win(house: House, season: Season) -> None:
    """Bob comes to 2, as Ann has: level at best, and only if she loses, when Cyd has 2 as well."""
    bob, cyd = (house.players[name].pk for name in ("bob", "cyd"))
    text = _text(house, season, f"?player={bob}")
    assert "Bob can finish first only by the tie-break, level on points" in text
    assert "Ann wins no point in the matches left against others (1)" in text
    # Cyd comes to 4 by two wins, and Ann then has 2.
    text = _text(house, season, f"?player={cyd}")
    assert "Cyd finishes first by winning all 2 matches left, whatever others do." in text


def test_programs_read_the_same(house: House, season: Season) -> None:
    bob, ann = house.players["bob"].pk, house.players["ann"].pk
    found = read(house.api("ann").get(f"seasons/{season.pk}/outlook?player={bob}"))
    assert found["prospects"] == {
        "prospect": "level",
        "fixtures": 1,
        "wins": None,
        "limits": [{"player": {"id": ann, "name": "Ann"}, "points": 0, "fixtures": 1}],
        "is_exact": True,
    }
    assert [one["player"]["name"] for one in found["chances"]["results"]] == ["Ann", "Cyd", "Bob"]
    none = read(house.api("ann").get(f"seasons/{season.pk}/outlook"))
    assert none["prospects"] is None
    answer = house.api("ann").get(f"seasons/{season.pk}/outlook?player=99999")
    problem(answer, 422, "invalid", "player")


def _naive(ann_wins: float, bob_wins: float) -> dict[str, list[float]]:
    """By every outcome of the two matches against Cyd; equal points share the better place."""
    chances = {name: [0.0, 0.0, 0.0] for name in ("ann", "bob", "cyd")}
    for ann, bob in product([True, False], repeat=2):
        points = {"ann": 2 + 2 * ann, "bob": 2 * bob, "cyd": 2 * (not ann) + 2 * (not bob)}
        weight = (ann_wins if ann else 1 - ann_wins) * (bob_wins if bob else 1 - bob_wins)
        for name, own in points.items():
            chances[name][sum(other > own for other in points.values())] += 100 * weight
    return chances


def _check(house: House, season: Season, expected: dict[str, list[float]]) -> None:
    found = outlook.chances(season_table_now(season.pk), season.event)
    assert found is not None
    assert (found.runs, found.error) == (2000, 3)
    for name, places in expected.items():
        percents = found.percent(house.players[name].pk)
        assert percents == pytest.approx(places, abs=found.error)
        assert sum(percents) == pytest.approx(100)


def test_chances_of_equal_players_are_those_of_coins(house: House, season: Season) -> None:
    """Cyd is first by two wins, one case of four; all have two points in another."""
    expected = _naive(0.5, 0.5)
    assert expected["cyd"] == [50, 25, 25]
    _check(house, season, expected)


def test_the_ratings_decide_the_chances(house: House, season: Season) -> None:
    """Cyd wins 12 games of 13 against the others: 1 / (1 + e^-2.5) = 0.9241."""
    for name, strength in (("ann", 0), ("bob", 0), ("cyd", 2_500_000)):
        player = house.players[name]
        Rating.objects.update_or_create(
            player=player,
            club=house.club,
            defaults={
                "strength": strength,
                "doubt": 1,
                "low": strength,
                "matches": 9,
                "games": 9,
                "last_at": after(4000),
                "last_match": 1,
            },
        )
    _check(house, season, _naive(0.0759, 0.0759))


def test_everybody_sees_the_same_until_something_changes(house: House, season: Season) -> None:
    table = season_table_now(season.pk)
    first = outlook.chances(table, season.event)
    outlook.played_out.clear()
    assert outlook.chances(table, season.event) == first
    assert outlook.chances(table, season.event) is outlook.chances(table, season.event)


def test_nothing_is_left_to_foresee(house: House) -> None:
    made = house.season()
    text = _text(house, made)
    assert "No fixtures are left to play." in text
    found = read(house.api("ann").get(f"seasons/{made.pk}/outlook"))
    assert (found["prospects"], found["chances"]) == (None, None)


def test_the_public_sees_the_names_it_may(house: House, season: Season) -> None:
    Club.objects.filter(pk=house.club.pk).update(names_shown="initials")
    Player.objects.filter(pk=house.players["bob"].pk).update(name_shown="hidden")
    text = page(Browser(house).get(f"seasons/{season.pk}/outlook/"))
    assert not re.search(r"\b(Ann|Bob|Cyd)\b", text)
    found = read(Api().get(f"seasons/{season.pk}/outlook?player={house.players['ann'].pk}"))
    assert found["chances"]["results"][0]["player"]["name"] == "A."


@pytest.mark.parametrize(
    ("form", "chance", "expected"),
    [
        # Two of three: p² (3 - 2p) = 0.648.
        (Format(FormatKind.RUBBER, 3), 0.6, 0.648),
        # Of four games three or more: 4 p³ (1 - p) + p⁴ = 0.3456 + 0.1296.
        (Format(FormatKind.GAMES, 4), 0.6, 0.4752),
        # Best of three rubbers, each won with 0.648: 0.648² (3 - 2 · 0.648) = 0.7155.
        (Format(FormatKind.RUBBER, 3, 3), 0.6, 0.648**2 * (3 - 2 * 0.648)),
        (Format(FormatKind.ONE_GAME, 1), 0.6, 0.6),
    ],
)
def test_a_match_is_played_by_its_terms(form: Format, chance: float, expected: float) -> None:
    random, runs = Random(5), 4000
    results = [outlook.match_result(random, form, chance) for _run in range(runs)]
    won = sum(a > b for a, b in results) / runs
    assert won == pytest.approx(expected, abs=0.025)
    if form.kind is not FormatKind.GAMES:
        to_win = form.to_win if form.rubbers == 1 else form.rubbers_to_win
        assert {max(one) for one in results} == {to_win}
    assert Counter(sum(one) for one in results).keys() <= {1, 2, 3, 4}


def test_bonus_points_are_counted_at_their_most(house: House, season: Season) -> None:
    """A bonus of 3 for each game: Cyd comes to 10 by two wins, Ann to 7 with hers and without one
    perhaps to no more than her 2."""
    season.points_else = {"game_bonus": 3}
    season.save(update_fields=["points_else"])
    table = season_table_now(season.pk)
    assert outlook.points_of_match(table, season.event).bonus == 3
    found = outlook.prospects(table, season.event, house.players["ann"].pk)
    assert found is not None
    assert (found.prospect, found.is_exact) == (Prospect.WITH_OTHERS, False)
    text = _text(house, season, f"?player={house.players['ann'].pk}")
    assert "This is a bound" in text


def test_a_rating_is_that_of_the_day_of_entering(house: House) -> None:
    """Later results change no average of opponents, so that standings stay what they were."""
    ann, bob, cyd = (house.players[name] for name in ("ann", "bob", "cyd"))
    rating = {"low": 0, "matches": 9, "games": 9, "last_at": after(4000), "last_match": 1}
    Rating.objects.all().delete()
    Rating.objects.create(player=bob, club=house.club, strength=405_465, doubt=1, **rating)
    made = house.season()
    entrants_enter(made, [ann.pk, bob.pk, cyd.pk])
    # 1 / (1 + e^-0.405465) = 0.6.
    assert dict(made.event.entrants.values_list("player", "rating")) == {
        ann.pk: 500,
        bob.pk: 600,
        cyd.pk: 500,
    }
    found = read(house.api("ann").get(f"seasons/{made.pk}/entrants"))
    rows = found if isinstance(found, list) else found["results"]
    assert [one["rating"] for one in rows] == [50.0, 60.0, 50.0]
    Rating.objects.filter(player=bob).update(strength=-405_465)
    Season.objects.filter(pk=made.pk).update(tie_breaks=["average_rating"])
    fixtures = planned(made, [[(ann, bob)]])
    played(house, fixtures[0], 1, 0)
    line = season_table_now(made.pk).table.line(ann.pk)
    assert line.figures[Criterion.AVERAGE_RATING] == (60,)
