"""Pool tournaments for tests: pools are begun at tables, and won there."""

from collections.abc import Sequence
from datetime import date
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, table_add
from scoring.contests.models import Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import Closed, GameWon, Left
from scoring.contests.selectors.courses import read
from scoring.contests.services.corrections import contest_correct
from scoring.contests.services.events import event_tell, game_deal
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import entrant_back
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award

from .clubhouse import House
from .tourneys import draw, fresh, opened, players, publish

if TYPE_CHECKING:
    from .scene import Scene

_names = count(1)


def pools_of(house: House, number: int, **plan: Any) -> tuple[Tournament, list[int]]:
    """With its first round published, and its entrants by their seeding."""
    ids = players(house, number)
    cup = opened(house, ids, kind="pools", **plan)
    go(house, cup)
    return fresh(cup), ids


def go(house: House, cup: Tournament, seed: str = "") -> int:
    number = draw(house, cup, seed).number
    publish(house, cup, number)
    return number


def evening(house: House) -> Evening:
    by = house.person("director")
    return evening_open(by=by, held_on=date(2026, 11, 21), name=f"Pools {next(_names)}")


def rows(cup: Tournament, number: int) -> list[Pool]:
    """Of a round, without the byes."""
    return [
        one for one in pool_states.rows(cup.pk) if one.round.number == number and one.how != "bye"
    ]


def seat(
    house: House,
    cup: Tournament,
    drawn: Sequence[Pool],
    night: Evening,
    *,
    seat_anyway: bool = False,
) -> list[Contest]:
    """Each at a new table."""
    by = house.person("director")
    tables = [table_add(by=by, evening=night, name=f"T{next(_names)}") for _pool in drawn]
    pairs = zip(drawn, tables, strict=True)
    seated = [PoolSeat(one.pk, table.pk) for one, table in pairs]
    return pools_start(by=by, tournament=cup, evening=night, seated=seated, seat_anyway=seat_anyway)


def game(house: House, contest: Contest, winner: int) -> None:
    """Dealt, if it is not yet, and told at the table."""
    by = house.person("scorer")
    contest.refresh_from_db()
    if read(contest).dealt is None:
        game_deal(by=by, contest=contest, version=contest.version)
    event_tell(by=by, contest=contest, event=GameWon(winner))


def won_by(house: House, contest: Contest, winner: int) -> None:
    """He loses no game he plays, and whoever sits first wins the others."""
    while not read(contest).state.contest.over:
        seats = machine.seats(read(contest).state)
        assert seats is not None
        game(house, contest, winner if winner in seats else seats[0])
    contest.refresh_from_db()


def leaves(house: House, contest: Contest, player: int) -> None:
    event_tell(by=house.person("scorer"), contest=contest, event=Left(player))


def closes(house: House, contest: Contest) -> None:
    event_tell(by=house.person("scorer"), contest=contest, event=Closed())


def award(house: House, cup: Tournament, row: Pool, winner: int | None) -> None:
    pool_award(
        by=house.person("director"), tournament=cup, pool=row.pk, winner=winner, reason="ill"
    )


def best(house: House, cup: Tournament) -> None:
    """Whoever has the lowest id goes on, of those who are still in each pool that is due."""
    withdrawn = set(progress_of(cup).pool_state.record.withdrawn)
    for row in rows(cup, progress_of(cup).last_published):
        if not row.how:
            award(house, cup, row, min(set(pool_states.players(row)) - withdrawn))


def correct(house: House, contest: Contest, place: int, event: Any = None) -> None:
    contest.refresh_from_db()
    contest_correct(
        by=house.person("director"),
        contest=contest,
        changes=[(place, event)],
        reason="misheard",
        version=contest.version,
    )


def of_one_pool(house: House, number: int = 3) -> tuple[Tournament, list[int], Pool, Contest]:
    """The only pool of so many, at its table."""
    cup, ids = pools_of(house, number)
    (only,) = rows(cup, 1)
    (contest,) = seat(house, cup, [only], evening(house))
    return cup, ids, only, contest


def ranks(cup: Tournament) -> dict[int, tuple[int, int]]:
    found = pools.ranking(progress_of(cup).pool_state)
    return {one.entrant: (one.first, one.last) for one in found}


def comes_back(house: House, cup: Tournament, player: int) -> None:
    entrant_back(by=house.person("director"), tournament=cup, player=player)


def refuses(code: str, act: Any, *args: Any) -> Invalid:
    with pytest.raises(Invalid, match=code) as refused, transaction.atomic():
        act(*args)
    return refused.value


# In the scene that goes through everything.


def staged(house: House, *, public: bool) -> dict[str, int]:
    """Ids of one with Ann, Bob and Cyd, and of its only pool, which is to be played."""
    trio = [house.players[name].pk for name in ("ann", "bob", "cyd")]
    cup = opened(house, trio, kind="pools", public=public)
    go(house, cup)
    return {"pooled": cup.pk, "pool": rows(cup, 1)[0].pk}


def _other(here: "Scene") -> tuple[Tournament, Pool]:
    """Of three who play nowhere else."""
    cup, _ids = pools_of(here.house, 3)
    (only,) = rows(cup, 1)
    here.ids |= {"pooled": cup.pk, "pool": only.pk}
    return cup, only


def startable(here: "Scene") -> None:
    _other(here)


def awarded(here: "Scene") -> None:
    cup, only = _other(here)
    award(here.house, cup, only, min(pool_states.players(only)))
