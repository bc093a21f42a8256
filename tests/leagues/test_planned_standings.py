"""Tables of planned seasons: what is planned, awards, rulings, and who was struck out."""

from datetime import timedelta

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_rename
from scoring.leagues.models import Adjustment, Entrant, Fixture, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.seasons import When
from scoring.leagues.services import starting
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.fixed import FIRST, entered, moved, planned, played

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Table = list[tuple[int, str, int]]


@pytest.fixture
def four(house: House) -> list[Player]:
    dan = Player.objects.create(club=house.club, name="Dan")
    return [*(house.players[name] for name in ("ann", "bob", "cyd")), dan]


def table(season: Season, when: When = seasons.NOW) -> Table:
    """Rank, name and points of each line."""
    found = seasons.table(season.pk, named=True, when=when)
    return [(line.rank, line.name, line.share.points) for line in found.lines]


@pytest.fixture
def fixtures(house: House, four: list[Player]) -> list[Fixture]:
    """Three rounds of four: Ann-Bob and Cyd-Dan, Ann-Cyd and Bob-Dan, Ann-Dan and Bob-Cyd."""
    ann, bob, cyd, dan = four
    season = house.season()
    entered(season, four)
    pairs = [[(ann, bob), (cyd, dan)], [(ann, cyd), (bob, dan)], [(ann, dan), (bob, cyd)]]
    return planned(season, pairs)


def season_of(fixtures: list[Fixture]) -> Season:
    return Season.objects.get(pk=fixtures[0].event_id)


@pytest.mark.postgresql
def test_all_entrants_stand_in_it_before_anything_is_played(fixtures: list[Fixture]) -> None:
    assert table(season_of(fixtures)) == [
        (1, "Ann", 0),
        (1, "Bob", 0),
        (1, "Cyd", 0),
        (1, "Dan", 0),
    ]


def test_results_and_awards_make_it(house: House, fixtures: list[Fixture]) -> None:
    played(house, fixtures[0], 1, 0)
    Fixture.objects.filter(pk=fixtures[1].pk).update(award=Fixture.Award.AWAY, reason="ill")
    Fixture.objects.filter(pk=fixtures[2].pk).update(award=Fixture.Award.BOTH_ABSENT)
    Fixture.objects.filter(pk=fixtures[3].pk).update(award=Fixture.Award.VOID)
    order = [(1, "Ann", 2), (2, "Dan", 2), (3, "Cyd", 0), (4, "Bob", 0)]
    assert table(season_of(fixtures)) == order
    found = seasons.table(fixtures[0].event_id, named=True).lines
    # Ann was absent once, and so was Cyd, who also gave a walk-over.
    assert [line.share.played for line in found] == [2, 1, 2, 1]
    # By a walk-over no game is won.
    assert [line.share.games_for - line.share.games_against for line in found] == [1, 0, 0, -1]
    assert {line.decided_by for line in found} == {"games_difference"}


def test_a_match_that_is_not_planned_does_not_count(
    house: House, fixtures: list[Fixture], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann and Bob meet once by the plan, and then again in a score sheet that was imported."""
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
    season = season_of(fixtures)
    played(house, fixtures[0], 1, 0)
    order, again = table(season), house.match(season)
    house.api("scorer").enter(again.pk, {"games": {"a": 0, "b": 1}}, kind="rubber")
    assert Fixture.objects.filter(match=again).count() == 0
    assert table(season) == order
    note = "Does not count: the two had no fixture left in this season"
    assert note in page(Browser(house, "ann").get(f"matches/{again.pk}/"))
    api = house.api("ann")
    planned = Fixture.objects.get(pk=fixtures[0].pk).match_id
    counting = [read(api.get(f"matches/{pk}"))["counts"] for pk in (planned, again.pk)]
    assert counting == [True, False]
    assert note not in page(Browser(house, "ann").get(f"matches/{planned}/"))


def test_who_is_struck_out_has_no_place_and_gave_nothing(
    house: House, fixtures: list[Fixture]
) -> None:
    played(house, fixtures[0], 0, 1)
    played(house, fixtures[1], 1, 0)
    Entrant.objects.filter(player=fixtures[0].home_id).update(struck=True)
    assert table(season_of(fixtures)) == [(1, "Cyd", 2), (2, "Bob", 0), (3, "Dan", 0)]


def test_points_that_are_given_count_until_they_are_ended(
    house: House, fixtures: list[Fixture]
) -> None:
    season, bob = season_of(fixtures), house.players["bob"]
    given = Adjustment.objects.create(
        event=season.event, player=bob, points=-3, reason="late", on=FIRST
    )
    assert table(season)[-1] == (4, "Bob", -3)
    given.ended_at = season.event.created_at
    given.save()
    assert {points for _rank, _name, points in table(season)} == {0}


def test_an_unpublished_round_tells_nothing(house: House, fixtures: list[Fixture]) -> None:
    season = season_of(fixtures)
    season.event.rounds.update(published_at=None)
    Fixture.objects.filter(pk=fixtures[1].pk).update(award=Fixture.Award.HOME)
    assert {points for _rank, _name, points in table(season)} == {0}


def test_as_it_was_on_a_day_and_after_a_round(house: House, fixtures: list[Fixture]) -> None:
    """By awards, which have the days of their fixtures."""
    season = season_of(fixtures)
    for fixture in (fixtures[0], fixtures[2], fixtures[4]):
        Fixture.objects.filter(pk=fixture.pk).update(award=Fixture.Award.HOME)
    firsts = [table(season, When(after_round=number))[0] for number in (1, 2, 3)]
    assert firsts == [(1, "Ann", 2), (1, "Ann", 4), (1, "Ann", 6)]
    days = [
        FIRST - timedelta(days=1),
        FIRST,
        FIRST + timedelta(days=13),
        FIRST + timedelta(days=14),
    ]
    points = [
        next(points for _rank, name, points in table(season, When(as_of=day)) if name == "Ann")
        for day in days
    ]
    assert points == [0, 2, 4, 6]


def test_the_page_and_the_api_say_the_same(house: House, fixtures: list[Fixture]) -> None:
    season = season_of(fixtures)
    Fixture.objects.filter(pk=fixtures[0].pk).update(award=Fixture.Award.HOME)
    moved(season)
    found = read(house.api("ann").get(f"seasons/{season.pk}/standings"))
    first = found["results"][0]
    assert (first["rank"], first["player"]["name"], first["points"]) == (1, "Ann", 2)
    text = page(Browser(house, "ann").get(f"seasons/{season.pk}/"))
    assert text.index("Ann") < text.index("Dan")
    past = read(house.api("ann").get(f"seasons/{season.pk}/standings?as_of=2026-01-01"))
    assert {line["points"] for line in past["results"]} == {0}


def test_a_name_that_changes_reads_otherwise_before_anything_is_played(
    house: House, fixtures: list[Fixture]
) -> None:
    season, dan = season_of(fixtures), Player.objects.get(name="Dan")
    path = f"seasons/{season.pk}/standings"
    first = Api().get(path)
    player_rename(by=house.person("director"), player=dan, version=dan.version, name="Dana")
    again = Api().get(path, **{"If-None-Match": first["ETag"]})
    assert [line["player"]["name"] for line in read(again)["results"]][-1] == "Dana"
