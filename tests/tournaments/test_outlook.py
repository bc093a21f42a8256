"""What may still become of a tournament: by hand for coins, by page and API."""

from random import Random
from typing import Any

import pytest

from ecarte_club.clubs.permissions import Person
from scoring.ratings.models import Rating
from scoring.tables.prospects import Prospect, prospect_before_draw
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.outlook import WhyNot, outlook_of, paired, prospects_in
from scoring.tournaments.selectors.progress import is_open, progress_of
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.selectors.tree_outlook import TreeChances
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.rated import after
from tests.support.tourneys import (
    begin,
    draw,
    fresh,
    open_in,
    opened,
    play_round,
    players,
    publish,
    win,
    withdraw,
)

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def reading(house: House, cup: Tournament) -> Reading:
    by: Person = house.person("ann")
    return reading_of(Tournament.objects.select_related("event__club").get(pk=cup.pk), by)


def drawn(house: House, kind: Kind, number: int, **plan: int) -> tuple[Tournament, list[int]]:
    """With the first rounds published."""
    entrants = players(house, number)
    cup = opened(house, entrants, kind=kind, **plan)
    publish(house, cup, draw(house, cup).number)
    return fresh(cup), entrants


def tree_of(house: House, cup: Tournament) -> TreeChances:
    found = outlook_of(reading(house, cup)).tree
    assert found is not None
    return found


def about(found: TreeChances, player: int) -> object:
    return pytest.approx(found.percent(player), abs=found.error)


def certain(house: House, player: int, strength: float) -> None:
    """A strength in log-odds that is known for sure."""
    given: dict[str, Any] = {
        "strength": round(strength * 10**6),
        "doubt": 1,
        "low": 0,
        "matches": 9,
        "games": 9,
    }
    given |= {"last_at": after(4000), "last_match": 1}
    defaults = {**given, "club": house.club}
    Rating.objects.update_or_create(player_id=player, defaults=defaults)


def test_a_knock_out_of_coins(house: House) -> None:
    """Of four each wins with ¼; who has won the first match is in the final, and wins with ½."""
    cup, (a, b, c, d) = drawn(house, Kind.KNOCKOUT, 4)
    found = tree_of(house, cup)
    for player in (a, b, c, d):
        assert about(found, player) == (100, 50, 25)
    # The first of the draw meets the last.
    one = next(row for row in progress_of(cup).of_round(1) if a in (row.home_id, row.away_id))
    win(house, begin(house, one), a)
    found = tree_of(house, fresh(cup))
    assert about(found, a) == (100, 100, 50)
    assert found.percent(d) == (100, 0, 0)
    assert about(found, b) == (100, 50, 25)


def test_ratings_decide_and_who_withdrew_loses(house: House) -> None:
    cup, (a, b, c, d) = drawn(house, Kind.KNOCKOUT, 4)
    for player, strength in ((a, 0), (b, 9), (c, 0), (d, 0)):
        certain(house, player, strength)
    assert about(tree_of(house, cup), b) == (100, 100, 100)
    withdraw(house, cup, b)
    found = tree_of(house, fresh(cup))
    assert found.percent(b)[1:] == (0, 0)
    assert about(found, c) == (100, 100, 50)


def test_a_bye_is_no_match(house: House) -> None:
    """Of three the first goes to the final: ½, and ¼ for each of the others."""
    cup, (a, b, c) = drawn(house, Kind.KNOCKOUT, 3)
    found = tree_of(house, cup)
    assert about(found, a) == (100, 100, 50)
    assert about(found, b) == (100, 50, 25)
    assert about(found, c) == (100, 50, 25)


def test_groups_and_the_knock_out_behind_them(house: House) -> None:
    """Two groups of two, of which the first goes on: ½ to the final, ¼ to win it."""
    cup, entrants = drawn(house, Kind.GROUPS, 4, groups=2, first=1)
    found = outlook_of(reading(house, cup))
    assert [table.group for table, _chances in found.tables] == [1, 2]
    for table, chances in found.tables:
        for player in table.whole.entrants:
            assert chances.percent(player) == pytest.approx((50, 50), abs=chances.error)
    assert found.tree is not None
    for player in entrants:
        assert about(found.tree, player) == (50, 25)
    for one in progress_of(cup).fixtures:
        if is_open(one):
            win(house, begin(house, one), one.home_id)
    publish(house, cup, draw(house, cup).number)
    found = outlook_of(reading(house, fresh(cup)))
    assert found.tables == ()
    assert found.tree is not None
    assert sorted(found.tree.percent(one)[0] for one in found.tree.reached) == [100, 100]


def test_a_round_robin_is_as_a_season(house: House) -> None:
    """Of three, a has won against b: the others have still to meet c, who needs both."""
    cup, (a, b, c) = drawn(house, Kind.ROUND_ROBIN, 3)
    rows = progress_of(cup).fixtures
    one = next(row for row in rows if {row.home_id, row.away_id} == {a, b})
    win(house, begin(house, one), a)
    now = reading(house, fresh(cup))
    ((table, chances),) = outlook_of(now).tables
    found = prospects_in(now.progress, table, c)
    assert found is not None
    assert (found.prospect, found.wins, found.is_exact) == (Prospect.OWN_HANDS, 2, True)
    # Both won: ¼; both lost: the third place, as b then has two points.
    assert chances.percent(c)[0] == pytest.approx(50, abs=25 + chances.error)
    assert sum(chances.percent(c)) == pytest.approx(100)
    level = chances.percent(c)[0] + chances.percent(c)[1] + chances.percent(c)[2]
    assert level == pytest.approx(100)


def test_a_swiss_before_its_last_draw(house: House) -> None:
    """Four of equal strength, two rounds of which one is played: the winners meet, and so do the
    losers, so that each winner is first with ½, and no loser is."""
    cup, _entrants = drawn(house, Kind.SWISS, 4, rounds=2)
    rows = open_in(progress_of(cup), 1)
    winners = [row.home_id for row in rows]
    for row in rows:
        win(house, begin(house, row), row.home_id)
    now = reading(house, fresh(cup))
    ((table, chances),) = outlook_of(now).tables
    for player in table.whole.entrants:
        first = 50 if player in winners else 0
        assert chances.percent(player)[0] == pytest.approx(first, abs=chances.error if first else 0)
    won = prospects_in(now.progress, table, winners[0])
    assert won is not None
    assert (won.prospect, won.is_exact) == (Prospect.OPEN, False)


def test_before_a_draw_only_bounds_are_certain() -> None:
    """5 points and one round to come: 3 come to 5 at best, 2 to 4."""
    standing, left = {1: 5, 2: 3, 3: 2}, dict.fromkeys((1, 2, 3), 1)
    assert prospect_before_draw(1, standing, left, 2) is Prospect.OPEN
    assert prospect_before_draw(2, standing, left, 2) is Prospect.OPEN
    assert prospect_before_draw(3, standing, left, 2) is Prospect.OUT
    assert prospect_before_draw(1, {**standing, 2: 2}, left, 2) is Prospect.CERTAIN
    assert prospect_before_draw(1, {**standing, 1: 3}, {**left, 2: 0}, 2) is Prospect.OPEN


def test_the_simple_pairing_pairs_everybody_once_and_nobody_again() -> None:
    random = Random(7)
    for _case in range(200):
        points = {player: random.randrange(3) for player in range(8)}
        order = sorted(points, key=lambda one: -points[one])
        met = {frozenset((one, (one + 4) % 8)) for one in range(4)}
        pairs = list(paired(order, points, set(met)))
        assert sorted(one for pair in pairs for one in pair) == list(range(8))
        again = sum(frozenset(pair) in met for pair in pairs)
        # Only the last two can have met.
        assert again <= 1
    assert list(paired([1, 2, 3, 4], dict.fromkeys((1, 2, 3, 4), 0), set())) == [(1, 3), (2, 4)]


def test_by_page_and_programs(house: House) -> None:
    cup, (a, b, _c, _d) = drawn(house, Kind.KNOCKOUT, 4)
    path = f"tournaments/{cup.pk}"
    text = page(Browser(house).get(f"{path}/outlook/"))
    assert "Chances of each round of the knock-out" in text
    assert "Semi-finals" in text
    answer = Api().get(f"{path}/outlook")
    found = read(answer)
    assert (found["why_not"], found["tables"], found["prospects"]) == (None, [], None)
    ids = {one["player"]["id"] for one in found["knock_out"]["results"]}
    assert {a, b} < ids
    again = Api().get(f"{path}/outlook", **{"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert "Outlook" in page(Browser(house).get(f"{path}/"))
    swiss, (one, *_others) = drawn(house, Kind.SWISS, 4, rounds=2)
    path = f"tournaments/{swiss.pk}/outlook"
    found = read(Api().get(f"{path}?player={one}"))
    assert found["prospects"]["prospect"] == "open"
    text = page(Browser(house).get(f"{path}/?player={one}"))
    assert "can still reach the most points" in text
    assert "paired by a simpler rule" in text
    problem(Api().get(f"{path}?player=x"), 422)


def test_where_there_is_none_the_page_says_why(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = opened(house, players(house, 4), kind=Kind.SWISS, rounds=1)
    assert outlook_of(reading(house, waits)).why_not is WhyNot.NOT_DRAWN
    assert "Nothing is drawn yet." in page(Browser(house).get(f"tournaments/{waits.pk}/outlook/"))
    pools = opened(house, players(house, 6), kind=Kind.POOLS)
    assert read(Api().get(f"tournaments/{pools.pk}/outlook"))["why_not"] == "pools"
    assert "has no outlook" in page(Browser(house).get(f"tournaments/{pools.pk}/outlook/"))
    monkeypatch.setattr("scoring.tournaments.selectors.outlook.PLAYERS_MOST", 3)
    many, _entrants = drawn(house, Kind.SWISS, 4, rounds=2)
    text = page(Browser(house).get(f"tournaments/{many.pk}/outlook/"))
    assert "There are too many players" in text
    tree, _entrants = drawn(house, Kind.KNOCKOUT, 4)
    assert outlook_of(reading(house, tree)).why_not is None
    over = opened(house, players(house, 2), kind=Kind.SWISS, rounds=1)
    play_round(house, over, 1)
    assert "nothing is left" in page(Browser(house).get(f"tournaments/{over.pk}/outlook/"))
