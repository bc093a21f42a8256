"""Why a place is what it is: on the page and by the API, in sentences and in figures."""

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import NameVisibility, Player
from scoring.leagues.models import Season
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.fixed import entered, planned, played
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def circle(house: House) -> Season:
    """Ann beat Bob, Bob beat Cyd, Cyd beat Ann: level but for what each beat the other by.

    Five games a match: Ann 5–0 Bob, Bob 3–2 Cyd, Cyd 3–2 Ann; so differences +4, −4, 0.
    """
    from games.matches.services.matches import MatchTerms

    made = house.season(terms=MatchTerms(format="games", games=5))
    ann, bob, cyd = (house.players[name] for name in ("ann", "bob", "cyd"))
    entered(made, (ann, bob, cyd))
    fixtures = planned(made, [[(ann, bob)], [(bob, cyd)], [(cyd, ann)]])
    for fixture, (a, b) in zip(fixtures, ((5, 0), (3, 2), (3, 2)), strict=True):
        played(house, fixture, a, b)
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(circle)


def test_what_parts_them_is_said_with_the_figures(house: House, season: Season) -> None:
    found = read(house.api("ann").get(f"seasons/{season.pk}/standings/{house.players['cyd'].pk}"))
    assert (found["rank"], found["points"]) == (2, 2)
    above, below = found["verdicts"]
    assert (above["player"]["name"], above["above"]) == ("Ann", True)
    assert (below["player"]["name"], below["above"]) == ("Bob", False)
    assert above["criterion"] == below["criterion"] == "games_difference"
    # All three were level until then: two points, one match won.
    assert [(one["player"]["name"], one["worth"]) for one in above["figures"]] == [
        ("Ann", [4]),
        ("Cyd", [0]),
        ("Bob", [-4]),
    ]
    assert above["passed"] == [
        {"criterion": "points", "worth": [2]},
        {"criterion": "won", "worth": [1]},
    ]
    assert above["sentences"] == [
        "Cyd and Ann are level: points 2, matches won 1.",
        "Ann ranks higher on games won minus lost: Ann +4, Cyd 0, Bob −4.",
        "All of these were level until then.",
    ]


def test_each_figure_is_the_sum_of_what_it_is_made_of(house: House, season: Season) -> None:
    for name in ("ann", "bob", "cyd"):
        path = f"seasons/{season.pk}/standings/{house.players[name].pk}"
        for figure in read(house.api("ann").get(path))["figures"]:
            total = sum(part["figure"] for part in figure["parts"] if not part["left_out"])
            assert total == figure["worth"][0], figure["criterion"]


def test_the_page_says_it_too_and_leads_on(house: House, season: Season) -> None:
    cyd = house.players["cyd"].pk
    text = page(Browser(house, "ann").get(f"seasons/{season.pk}/standings/{cyd}/"))
    assert "Cyd is at place 2, with 2 points." in text
    assert "Ann ranks higher on games won minus lost: Ann +4, Cyd 0, Bob −4." in text
    assert f"seasons/{season.pk}/standings/{house.players['ann'].pk}/" in text
    table = page(Browser(house, "ann").get(f"seasons/{season.pk}/"))
    assert f"seasons/{season.pk}/standings/{cyd}/" in table
    assert "games won minus lost" in table


def test_after_a_round_it_is_another_reason(house: House, season: Season) -> None:
    ann = house.players["ann"].pk
    found = read(house.api("ann").get(f"seasons/{season.pk}/standings/{ann}?after_round=1"))
    assert (found["rank"], found["points"]) == (1, 2)
    assert found["verdicts"][0]["criterion"] == "points"
    assert found["verdicts"][0]["sentences"] == ["Cyd ranks lower on points: Ann 2, Cyd 0."]


def test_who_shares_a_place_is_told_so(house: House) -> None:
    made = house.season()
    entered(made, [house.players["ann"], house.players["bob"]])
    found = read(house.api("ann").get(f"seasons/{made.pk}/standings/{house.players['ann'].pk}"))
    assert found["verdicts"][0]["criterion"] is None
    assert found["verdicts"][0]["sentences"][0] == "Ann and Bob share place 1."


def test_an_open_season_tells_days_instead_of_rounds(house: House) -> None:
    season = house.season()
    match = house.match(season)
    house.api("scorer").enter(match.pk, {"games": {"a": 1, "b": 0}}, kind="rubber")
    found = read(house.api("ann").get(f"seasons/{season.pk}/standings/{house.players['ann'].pk}"))
    (part,) = found["figures"][0]["parts"]
    assert part["round"] is None
    assert part["day"] == timezone.localdate(match.started_at).isoformat()


def test_strangers_read_what_they_may_of_names(house: House, season: Season) -> None:
    house.club.names_shown = NameVisibility.HIDDEN
    house.club.save()
    path = f"seasons/{season.pk}/standings/{house.players['cyd'].pk}"
    found = read(Api().get(path))
    assert "Ann" not in str(found)
    assert found["verdicts"][0]["player"]["name"] == f"Nº\u00a0{house.players['ann'].pk}"
    text = page(Browser(house).get(f"seasons/{season.pk}/standings/{house.players['cyd'].pk}/"))
    assert "Ann" not in text


def test_who_has_no_place_has_no_reason(house: House, season: Season) -> None:
    other = Player.objects.create(club=house.club, name="Else")
    problem(house.api("ann").get(f"seasons/{season.pk}/standings/{other.pk}"), 404)
    assert (
        Browser(house, "ann").get(f"seasons/{season.pk}/standings/{other.pk}/").status_code == 404
    )


@pytest.mark.parametrize(
    "query", ["as_of=yesterday", "after_round=0", "after_round=-1", "after_round=x"]
)
def test_a_time_that_is_none_is_refused(house: House, season: Season, query: str) -> None:
    field = query.partition("=")[0]
    problem(house.api("ann").get(f"seasons/{season.pk}/standings?{query}"), 422, field=field)
