"""Who can be paired at an evening and where: nobody who is in a pool, a chouette or a round of a
tournament, and at no table where one is played."""

import re
from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.evenings.services.evenings import player_arrive
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.rules.events import Closed, Left
from scoring.contests.services.events import event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from scoring.leagues.selectors.pairings import proposal
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import Seated, round_start
from tests.site.pages import Browser, page
from tests.support import pooling
from tests.support.clubhouse import House, read
from tests.support.tourneys import award, begin, draw, opened, publish, win

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
NAMES = ("Alice", "Bob D.", "Chloé", "David", "Emma")


@pytest.fixture
def people(house: House, night: Evening) -> dict[str, int]:
    """All five are here."""
    made = {name: Player.objects.create(club=house.club, name=name).pk for name in NAMES}
    for pk in made.values():
        player_arrive(by=house.person("director"), evening=night, player_id=pk)
    return made


def cul_leve(house: House, night: Evening, players: list[int]) -> Contest:
    """At the first table: two sit, the others wait."""
    terms, table = MatchTerms("london", "one_game", 1), night.tables.all()[0].pk
    plan = Plan("cul_leve", table, terms, agreed={"stake": 1}, players=players)
    return contest_open(by=house.person("director"), evening=night, plan=plan)


def free(night: Evening) -> list[str]:
    return [guest.player.name for guest in evening_now(night).free]


def free_tables(night: Evening) -> list[str]:
    return [place.table.name for place in evening_now(night).free_places]


def test_players_and_the_table_of_a_cul_leve_are_not_free(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    """Chloé waits for her turn: she too is in it. Between two games no match is in play."""
    contest = cul_leve(house, night, [people[name] for name in NAMES[:3]])
    assert free(night) == ["David", "Emma"]
    assert free_tables(night) == ["Window"]
    (pair,) = proposal(evening_now(night)).pairs
    assert {pair.player_a.name, pair.player_b.name} == {"David", "Emma"}
    assert pair.table is not None
    assert pair.table.name == "Window"
    by = house.person("director")
    event_tell(by=by, contest=contest, event=Left(people["Chloé"]))
    assert free(night) == ["Chloé", "David", "Emma"]
    event_tell(by=by, contest=contest, event=Closed())
    assert free(night) == list(NAMES)
    assert free_tables(night) == ["1", "Window"]


def test_a_game_of_a_contest_is_no_second_engagement(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    contest = cul_leve(house, night, [people["Alice"], people["Bob D."]])
    game_deal(by=house.person("director"), contest=contest, version=contest.version)
    assert free(night) == ["Chloé", "David", "Emma"]
    assert free_tables(night) == ["Window"]


def test_the_table_of_a_contest_names_who_sits_there(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    """Once each: between games, and while they play one; who waits is on the contest's page."""
    contest = cul_leve(house, night, [people["Alice"], people["Bob D."], people["Chloé"]])
    for _turn in range(2):
        text = page(Browser(house, "director").get(f"evenings/{night.pk}/"))
        place = text.split('class="place-name"')[1].split('class="place-name"')[0]
        named = re.findall(r'class="[^"]*\bname\b[^"]*"[^>]*>([^<]+)<', place)
        assert [name.strip() for name in named] == ["Alice", "Bob D."]
        contest.refresh_from_db()
        if not Match.objects.exists():
            game_deal(by=house.person("director"), contest=contest, version=contest.version)


def test_pages_and_programs_say_the_same(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    cul_leve(house, night, [people[name] for name in NAMES[:3]])
    director = Browser(house, "director")
    assert "5 players here, 2 free." in page(director.get(f"evenings/{night.pk}/"))
    table = night.tables.all()[1].pk
    text = page(director.get(f"evenings/{night.pk}/tables/{table}/start/"))
    group = text.split('label="Here and free"')[1].split("</optgroup>")[0]
    assert [name for name in NAMES if f">{name}<" in group] == ["David", "Emma"]
    found = read(house.api("director").get(f"evenings/{night.pk}"))
    assert {one["player"]["name"]: (one["free"], one["engagement"]) for one in found["guests"]} == {
        "Alice": (False, "Cul-levé"),
        "Bob D.": (False, "Cul-levé"),
        "Chloé": (False, "Cul-levé"),
        "David": (True, None),
        "Emma": (True, None),
    }
    assert [(one["name"], one["free"], one["engagement"]) for one in found["tables"]] == [
        ("1", False, "Cul-levé"),
        ("Window", True, None),
    ]
    paired = read(house.api("director").get(f"evenings/{night.pk}/pairings"))["pairs"]
    assert [one["table"]["name"] for one in paired] == ["Window"]


def cup_of(house: House, people: dict[str, int]) -> Tournament:
    """Four play the first round of it."""
    cup = opened(house, [people[name] for name in NAMES[:4]], kind="swiss", rounds=2)
    draw(house, cup)
    publish(house, cup, 1)
    return cup


def test_players_of_a_round_in_play_are_not_free(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    """One match of two has begun tonight: the other two players wait for theirs, which nothing
    keeps from starting."""
    cup = cup_of(house, people)
    assert free(night) == list(NAMES)
    first, second = progress_of(cup).of_round(1)
    tables = [table.pk for table in night.tables.all()]
    start: dict[str, Any] = {"by": house.person("director"), "tournament": cup, "evening": night}
    api = house.api("director")
    (match,) = round_start(**start, seated=[Seated(first.pk, tables[0])])
    assert free(night) == ["Emma"]
    before = api.get(f"evenings/{night.pk}")
    titles = {one["engagement"] for one in read(before)["guests"] if not one["match"]}
    assert titles == {"Cup, round 1", None}
    win(house, match, match.player_a_id)
    assert len(free(night)) == 3
    (other,) = round_start(**start, seated=[Seated(second.pk, tables[1])])
    win(house, other, other.player_a_id)
    assert free(night) == list(NAMES)


def test_a_decision_without_play_frees_the_two(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    """It is no act of the evening, and whoever asks for the evening learns of it all the same."""
    cup = cup_of(house, people)
    first, second = progress_of(cup).of_round(1)
    start: dict[str, Any] = {"by": house.person("director"), "tournament": cup, "evening": night}
    round_start(**start, seated=[Seated(first.pk, night.tables.all()[0].pk)])
    api = house.api("director")
    before = api.get(f"evenings/{night.pk}")
    award(house, cup, second.pk)
    after = api.get(f"evenings/{night.pk}", **{"If-None-Match": before["ETag"]})
    assert sum(one["free"] for one in read(after)["guests"]) == 3


def test_a_match_of_the_round_away_from_the_tables_counts_too(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    cup = cup_of(house, people)
    first, second = progress_of(cup).of_round(1)
    start: dict[str, Any] = {"by": house.person("director"), "tournament": cup, "evening": night}
    round_start(**start, seated=[Seated(first.pk, night.tables.all()[0].pk)])
    match = begin(house, second)
    assert free(night) == ["Emma"]
    win(house, match, match.player_a_id)
    assert len(free(night)) == 3


def test_pools_of_a_round_that_wait_keep_their_players(house: House, night: Evening) -> None:
    cup, ids = pooling.pools_of(house, 8)
    for pk in ids:
        player_arrive(by=house.person("director"), evening=night, player_id=pk)
    rows = pooling.rows(cup, 1)
    drawn = {pk for row in rows for pk in row.members.values_list("player", flat=True)}
    assert len(rows) == 2
    assert len(evening_now(night).free) == 8
    pooling.seat(house, cup, rows[:1], night)
    assert {guest.player.pk for guest in evening_now(night).free} == set(ids) - drawn


def test_the_public_does_not_learn_of_a_private_tournament(
    house: House, night: Evening, people: dict[str, int]
) -> None:
    Evening.objects.update(public=True)
    cup = cup_of(house, people)
    type(cup.event).objects.update(public=False)
    first, _second = progress_of(cup).of_round(1)
    start: dict[str, Any] = {"by": house.person("director"), "tournament": cup, "evening": night}
    round_start(**start, seated=[Seated(first.pk, night.tables.all()[0].pk)])
    stranger = Browser(house)
    for where in (f"evenings/{night.pk}/", f"/api/v1/evenings/{night.pk}"):
        answer = stranger.get(where)
        assert answer.status_code == 200
        assert "Cup" not in answer.content.decode()
