"""Round robins and groups that are drawn by the task, when the time has come."""

from itertools import combinations

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from games.matches.models import Match
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.tasks import draw_rounds
from tests.support.clubhouse import House
from tests.support.tourneys import (
    award,
    draw,
    due,
    fresh,
    meetings,
    opened,
    pairs,
    players,
    publish,
)

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# By the numbers in the order of seeds: two groups of four as the snake makes them.
GROUPS = ((1, 4, 5, 8), (2, 3, 6, 7))
KINDS = pytest.mark.parametrize("kind", ["round_robin", "groups"])


def _whole(cup: Tournament) -> list[tuple[object, ...]]:
    return [
        (one.round.number, one.number, one.home_id, one.away_id, one.table, one.why)
        for one in progress_of(cup).fixtures
    ]


def _met(kind: str, ids: list[int]) -> set[frozenset[int]]:
    together = [ids] if kind == "round_robin" else [[ids[n - 1] for n in one] for one in GROUPS]
    return {frozenset(pair) for some in together for pair in combinations(some, 2)}


@KINDS
@pytest.mark.parametrize("publishes", [True, False])
def test_all_rounds_are_drawn_at_once_as_by_a_director(
    house: House, kind: str, publishes: bool
) -> None:
    """From the same seed the same, whoever draws."""
    ids = players(house, 8)
    by_hand, cup = (opened(house, ids, kind=kind) for _each in range(2))
    draw(house, by_hand)
    due(house, cup, publish=publishes)
    assert draw_rounds() == 1
    assert draw_rounds() == 0
    assert _whole(fresh(cup)) == _whole(by_hand)
    assert len(meetings(cup)) == len(_met(kind, ids))
    assert set(meetings(cup)) == _met(kind, ids)
    now = progress_of(fresh(cup))
    assert {one.published_at is not None for one in now.rounds} == {publishes}
    assert now.scheduled is None
    done = AuditLogEntry.objects.filter(about=cup.pk, by=None).order_by("pk")
    assert [one.act for one in done] == ["round_draw", "round_publish"][: 1 + publishes]


@KINDS
def test_it_is_not_drawn_again_when_somebody_was_before(house: House, kind: str) -> None:
    cup = opened(house, players(house, 8), kind=kind)
    due(house, cup, publish=True)
    publish(house, cup, draw(house, cup, "another").number)
    whole = _whole(cup)
    assert draw_rounds() == 0
    assert _whole(fresh(cup)) == whole


@KINDS
def test_what_cannot_be_drawn_waits_for_the_director(house: House, kind: str) -> None:
    cup = opened(house, players(house, 1), kind=kind)
    due(house, cup, publish=True)
    assert draw_rounds() == 0
    assert progress_of(fresh(cup)).scheduled is None
    assert not progress_of(fresh(cup)).fixtures
    assert AuditLogEntry.objects.filter(act="round_not_drawn", about=cup.pk).count() == 1
    assert draw_rounds() == 0


def test_the_tree_waits_for_the_last_result_of_the_groups(house: House) -> None:
    """Who comes first wins each time: so 1 and 4 go on from the one, 2 and 3 from the other."""
    ids = players(house, 8)
    cup = opened(house, ids, kind="groups")
    publish(house, cup, draw(house, cup).number)
    due(house, cup, publish=True)
    open_ = [one for one in progress_of(cup).fixtures if not one.award]
    for fixture in open_:
        version = fresh(cup).version
        assert draw_rounds() == 0
        assert fresh(cup).version == version, "Waiting changes nothing."
        _won_by_the_first(house, cup, fixture)
    assert draw_rounds() == 1
    now = progress_of(fresh(cup))
    assert now.has_tree
    assert now.last_published == 4
    semi_finals = [{*pair} for pair in pairs(cup, 4)]
    assert len(semi_finals) == 2
    first, second = ({ids[n - 1] for n in one} for one in ((1, 4), (2, 3)))
    assert semi_finals[0] | semi_finals[1] == first | second
    for pair in semi_finals:
        assert len(pair & first) == len(pair & second) == 1, "Nobody meets his own group again."
    assert not Match.objects.filter(event=cup.pk).exists()


def _won_by_the_first(house: House, cup: Tournament, fixture: Fixture) -> None:
    assert fixture.away_id is not None
    award(house, cup, fixture.pk, "home" if fixture.home_id < fixture.away_id else "away")
