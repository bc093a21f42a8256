"""Races about a pool of a tournament: it begins once, and is begun or awarded, never both."""

from inspect import unwrap
from threading import Barrier

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.evenings.services.evenings import table_add
from scoring.contests.models import Contest
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services import pool_starting
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award
from tests.leagues.api.test_races_seasons import club
from tests.support.arena import faults
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import at_once, django_on
from tests.support.pooling import evening, pools_of, rows
from tests.support.tourneys import fresh

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]


def _of_three(house: House) -> tuple[Tournament, Pool, list[tuple[Evening, int]]]:
    """Its only pool, and a table at each of two evenings."""
    cup, _ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    nights = [evening(house), evening(house)]
    by = house.person("director")
    return cup, only, [(one, table_add(by=by, evening=one, name="1").pk) for one in nights]


def test_of_two_directors_one_begins_the_pool(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Each at an evening of his own, so that no table and no evening keeps them apart."""
    with club(arena, django_db_blocker, "pools") as house:
        cup, only, places = _of_three(house)
        by = house.person("director")

        def begin(who: int) -> object:
            night, table = places[who]
            seated = [PoolSeat(only.pk, table)]
            return pools_start(by=by, tournament=cup, evening=night, seated=seated)

        found = at_once(2, begin)
        assert [type(fault) for fault in faults([*found])] == [Invalid]
        contest = Contest.objects.get(club=house.club)
        assert Pool.objects.get(pk=only.pk).contest_id == contest.pk
        assert set(contest.acceptances.values_list("player", flat=True)) == set(
            pool_states.players(only)
        )


def test_a_pool_is_begun_or_awarded(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    with club(arena, django_db_blocker, "awards") as house:
        cup, only, places = _of_three(house)
        by, winner = house.person("director"), pool_states.players(only)[0]
        night, table = places[0]

        def act(who: int) -> object:
            if who:
                return pool_award(by=by, tournament=cup, pool=only.pk, winner=winner, reason="late")
            seated = [PoolSeat(only.pk, table)]
            return pools_start(by=by, tournament=cup, evening=night, seated=seated)

        found = at_once(2, act)
        assert [type(fault) for fault in faults([*found])] == [Invalid]
        now = Pool.objects.get(pk=only.pk)
        assert (now.contest_id is None) == (now.how == "walkover")
        assert Contest.objects.filter(club=house.club).count() == (now.contest_id is not None)
        assert progress_of(fresh(cup)).undecided == (now.how == "")


def test_without_reading_it_again_it_begins_twice(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same race without the locks and the transaction: two contests play one pool."""
    both_have_opened = Barrier(2, timeout=30)
    both_have_read = Barrier(2, timeout=30)
    players_of = pool_starting._players_of

    def unmoved(pk: int) -> Tournament | None:
        both_have_opened.wait()
        return None

    def wanted(*asked: object) -> object:
        found = players_of(*asked)  # type: ignore[arg-type]
        both_have_read.wait()
        return found

    monkeypatch.setattr(pool_starting, "tournament_lock", unmoved)
    monkeypatch.setattr(pool_starting, "_players_of", wanted)
    monkeypatch.setattr(pool_starting, "_lock_players", lambda _ids: None)
    with django_on(database_url, django_db_blocker):
        house = open_house()
        cup, only, places = _of_three(house)
        by = house.person("director")
        act = unwrap(pools_start)

        def begin(who: int) -> object:
            night, table = places[who]
            seated = [PoolSeat(only.pk, table)]
            return act(by=by, tournament=cup, evening=night, seated=seated)

        assert faults([*at_once(2, begin)]) == []
        assert Contest.objects.filter(club=house.club, over=False).count() == 2
