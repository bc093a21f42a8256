"""What is stored of a pool tournament and what the rules say of it are one, whatever happens."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from scoring.contests.models import Contest
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.selectors.courses import read
from scoring.contests.services.entries import append_events, lock_course
from scoring.contests.services.events import contest_undo
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import DrawTakenBack, RoundDrawn, State, Terms
from scoring.tournaments.rules.stages import (
    Begun,
    CameBack,
    Slot,
    TakenBack,
    WalkedOver,
    Withdrew,
    Won,
)
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import entrant_back
from scoring.tournaments.services.pools import pool_award_back
from scoring.tournaments.services.rounds import round_take_back
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.pooling import award, closes, evening, go, leaves, rows, seat
from tests.support.tourneys import fresh, opened, players, withdraw

pytestmark = pytest.mark.slow


class Evenings:
    """The same done twice: by events of the rules, and by the acts of the site."""

    def __init__(self, house: House, number: int, seeds: int | None) -> None:
        self.house, self.ids = house, players(house, number)
        self.cup: Tournament = opened(house, self.ids, kind="pools", seeds=seeds)
        terms = Terms(seeds=number if seeds is None else min(seeds, number))
        self.state: State = pools.begin(terms, self.ids)
        self.night: Evening = evening(house)

    def does(self, events: list[Any], act: Callable[[], object]) -> None:
        """Both, or neither."""
        wanted = self.state
        for event in events:
            if pools.refusal(wanted, event) is not None:
                before = self.stored()
                with pytest.raises(Invalid), transaction.atomic():
                    act()
                assert self.stored() == before
                return
            wanted = pools.apply(wanted, event)
        act()
        self.state = wanted

    def stored(self) -> State:
        return progress_of(self.cup).pool_state

    def row(self, slot: Slot) -> Pool:
        return next(one for one in rows(self.cup, slot.round) if one.number == slot.number)

    def contest(self, slot: Slot) -> Contest | None:
        return self.row(slot).contest

    def in_play(self, slot: Slot) -> bool:
        return pool_states.is_in_play(self.row(slot))

    # what may happen

    def draws(self, seed: str) -> None:
        self.does([RoundDrawn(seed)], lambda: go(self.house, self.cup, seed))

    def takes_draw_back(self) -> None:
        number = len(self.state.rounds)
        by, version = self.house.person("director"), fresh(self.cup).version
        self.does(
            [DrawTakenBack()],
            lambda: round_take_back(by=by, tournament=self.cup, number=number, version=version),
        )

    def begins(self, slot: Slot) -> None:
        self.does([Begun(slot)], lambda: seat(self.house, self.cup, [self.row(slot)], self.night))

    def gives_up(self, slot: Slot) -> None:
        contest = self.contest(slot)
        if contest is not None and self.in_play(slot):
            self.does([TakenBack(slot)], lambda: closes(self.house, contest))

    def wins(self, slot: Slot, winner: int) -> None:
        contest = self.contest(slot)
        if contest is not None and self.in_play(slot) and winner not in self.state.record.withdrawn:
            self.does([Won(slot, winner)], lambda: self._won_by(contest, winner))

    def _won_by(self, contest: Contest, winner: int) -> None:
        """He loses no game; the others are won by who has just sat down."""
        by = self.house.person("scorer")
        found = lock_course(contest)
        while not found.state.contest.over:
            now = found.state.contest
            first = winner if winner in now.playing else now.playing[1]
            # The deal of a game that was undone stands.
            deal = () if now.dealt else (Dealt(),)
            found = append_events(by, found, *deal, GameWon(first)).course

    def unwins(self, slot: Slot) -> None:
        """The last game is undone, and may be told anew."""
        contest = self.contest(slot)
        if contest is None or self.row(slot).how != "played":
            return

        def undo() -> None:
            contest.refresh_from_db()
            contest_undo(by=self.house.person("scorer"), contest=contest, version=contest.version)

        self.does([TakenBack(slot)], undo)

    def awards(self, slot: Slot, winner: int | None) -> None:
        if not self.in_play(slot):
            self.does(
                [WalkedOver(slot, winner)],
                lambda: award(self.house, self.cup, self.row(slot), winner),
            )

    def awards_back(self, slot: Slot) -> None:
        if self.row(slot).how in pool_states.AWARDED:
            by, pk = self.house.person("director"), self.row(slot).pk
            self.does(
                [TakenBack(slot)],
                lambda: pool_award_back(by=by, tournament=self.cup, pool=pk),
            )

    def goes(self, player: int) -> None:
        """From the table where he sits in a pool, else by the director."""
        playing = [one for one in pools.due(self.state) if player in one.entrants]
        contest = self.contest(playing[0].slot) if playing else None
        if contest is None or contest.over:
            self.does([Withdrew(player)], lambda: withdraw(self.house, self.cup, player))
            return
        now = read(contest).state.contest
        if player not in {*now.playing, *now.waiting} or (now.dealt and player in now.playing):
            return
        alone = len({*now.playing, *now.waiting}) == 2
        slot = playing[0].slot
        # One alone is left: the contest is closed.
        events = [Withdrew(player), *([TakenBack(slot)] if alone else [])]
        self.does(events, lambda: leaves(self.house, contest, player))

    def comes_back(self, player: int) -> None:
        here = [one.slot for one in pools.fixtures(self.state) if player in one.entrants]
        if not any(self.in_play(slot) for slot in here if self._is_pool(slot)):
            by = self.house.person("director")
            self.does(
                [CameBack(player)],
                lambda: entrant_back(by=by, tournament=self.cup, player=player),
            )

    def _is_pool(self, slot: Slot) -> bool:
        return any(one.number == slot.number for one in rows(self.cup, slot.round))


def _step(data: st.DataObject, two: Evenings, number: int) -> None:
    drawn = [one for one in pools.fixtures(two.state) if None not in one.sides]
    due = pools.due(two.state)
    is_over = bool(drawn) and pools.is_over(two.state)
    if not drawn or (not due and not is_over and data.draw(st.integers(0, 2))):
        two.draws(f"seed {number}")
        return
    slots = st.sampled_from([one.slot for one in (due or drawn[-2:])])
    kinds = ["begins", "wins", "wins", "awards", "goes", "back", "other"]
    what = data.draw(st.sampled_from(kinds if due else ["other", "other", "back", "goes"]))
    slot = data.draw(slots)
    members = two.row(slot)
    player = data.draw(st.sampled_from(pool_states.players(members)))
    match what:
        case "begins":
            two.begins(slot)
        case "wins":
            if two.contest(slot) is None:
                two.begins(slot)
            two.wins(slot, player)
        case "awards":
            two.awards(slot, data.draw(st.sampled_from([player, None])))
        case "goes":
            two.goes(data.draw(st.sampled_from(two.ids)))
        case "back":
            two.comes_back(data.draw(st.sampled_from(two.state.record.withdrawn or two.ids)))
        case _:
            last = drawn[-1].slot
            undoing: list[Callable[[], None]] = [
                two.takes_draw_back,
                lambda: two.gives_up(slot),
                lambda: two.unwins(last),
                lambda: two.awards_back(last),
            ]
            data.draw(st.sampled_from(undoing))()


@pytest.mark.any_database
@settings(
    max_examples=examples(3, thorough=10),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_by_events_and_as_it_is_stored_it_is_one_state(house: House, data: st.DataObject) -> None:
    with undone("a pool tournament at random"):
        number = data.draw(st.integers(3, 9))
        two = Evenings(house, number, data.draw(st.sampled_from([None, 0, 2])))
        for step in range(data.draw(st.integers(4, 12))):
            _step(data, two, step)
            assert two.stored() == two.state
            is_over = bool(two.state.rounds) and pools.is_over(two.state)
            assert (fresh(two.cup).state == "over") == is_over
