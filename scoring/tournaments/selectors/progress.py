"""All that there is of a tournament, read at once, and what the pure rules make of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from ecarte_club.core.composed import Composed
from scoring.leagues.models import Adjustment as AdjustmentRow
from scoring.leagues.models import Entrant, Fixture, Result, Round
from scoring.leagues.selectors.manual_orders import orders_in_force
from scoring.tables import results as pure
from scoring.tables.counted import TableData, Unplayed
from scoring.tables.criteria import AnyCriterion, with_manual
from scoring.tables.results import SHARE_FIELDS, Adjustment, ManualOrder, Meeting, Share
from scoring.tables.table import Table, table_of
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import brackets
from scoring.tournaments.rules import pools as pool_rules
from scoring.tournaments.rules.plan import Kind, qualifier_count
from scoring.tournaments.rules.swiss.contenders import swiss_rounds

from . import pool_states
from .berger import ALL_MEET, group_of, group_rounds

Award = Fixture.Award
TREES = (Kind.KNOCKOUT, Kind.GROUPS)
# Drawn one after the other, each from what the last has come to.
IN_ROUNDS = (Kind.SWISS, Kind.POOLS)
ALONE: Mapping[str, pure.How] = {
    Award.BYE.value: pure.How.BYE,
    Award.HALF_BYE.value: pure.How.HALF_BYE,
    Award.ABSENT.value: pure.How.ABSENT,
}


@dataclass(frozen=True)
class Progress:
    """`fixtures` of all rounds, drafts too, with their round and match; so `pools`."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    fixtures: tuple[Fixture, ...]
    shares: Mapping[tuple[int, int], Share]
    adjustments: tuple[Adjustment, ...]
    pools: tuple[Pool, ...] = ()
    manual_orders: tuple[ManualOrder, ...] = ()

    @property
    def order(self) -> tuple[AnyCriterion, ...]:
        """Of its tables."""
        return with_manual(self.tournament.order, is_decided=bool(self.manual_orders))

    @property
    def is_pools(self) -> bool:
        return self.tournament.kind == Kind.POOLS

    @cached_property
    def pool_state(self) -> pool_rules.State:
        """Of a pool tournament, as everybody may see it."""
        return pool_states.state(self.tournament, self.entrants, self.rounds, self.pools)

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Of the rounds that are published, and decided."""
        published = (one for one in self.fixtures if one.round.published_at is not None)
        if self.has_groups:
            published = (one for one in published if one.round.number <= self.group_rounds)
        return tuple(found for one in published if (found := self._meeting(one)) is not None)

    def _meeting(self, one: Fixture) -> Meeting | None:
        scheme, number = self.tournament.points, one.round.number
        if one.award in ALONE:
            # Where everybody meets everybody, who waits is owed nothing.
            if self.has_groups:
                return None
            return pure.sat_out(scheme, number, one.home_id, ALONE[one.award], one.day)
        if one.away_id is None:
            return None
        pair = (one.home_id, one.away_id)
        match one.award:
            case Award.HOME:
                return pure.walkover(scheme, number, *pair, one.day)
            case Award.AWAY:
                return pure.walkover(scheme, number, *pair[::-1], one.day)
            case Award.BOTH_ABSENT:
                return pure.both_absent(scheme, number, *pair, one.day)
        found = [self.shares.get((one.match_id or 0, player)) for player in pair]
        if one.award or found[0] is None or found[1] is None:
            return None
        return pure.played(number, *pair, found[0], found[1], one.day)

    @cached_property
    def players(self) -> tuple[int, ...]:
        return tuple(one.player_id for one in self.entrants)

    def table(self, until_round: int | None = None, among: Collection[int] | None = None) -> Table:
        """`among`: of a group alone."""
        data = self.table_data(self.players if among is None else among)
        return table_of(replace(data, until_round=until_round), self.order)

    def table_data(self, among: Collection[int]) -> TableData:
        here = frozenset(among)
        return TableData(
            tuple(here),
            tuple(one for one in self.meetings if one.home in here),
            (
                *(one for one in self.adjustments if one.entrant in here),
                *(one for one in self.manual_orders if here.issuperset(one.entrants)),
            ),
            self.tournament.points,
            self.tournament.seed,
            Unplayed.PLANNED if self.has_groups else Unplayed.DRAWN_2026,
            ratings={one.player_id: one.rating for one in self.entrants},
        )

    @cached_property
    def standing(self) -> Table:
        return self.table()

    @property
    def has_groups(self) -> bool:
        """One of all, or several before a knock-out."""
        return self.tournament.kind in ALL_MEET

    @cached_property
    def all_meet(self) -> bool:
        """Now: everybody of a group meets everybody, until a tree is drawn."""
        return self.has_groups and not any(
            one.drawn_at and one.number > self.group_rounds for one in self.rounds
        )

    @property
    def has_tree(self) -> bool:
        """And it is published."""
        return self.tournament.kind in TREES and self.last_published > self.group_rounds

    @property
    def begins_at(self) -> int:
        """The first of the rounds that were drawn last, or are to be drawn next."""
        if self.tournament.kind in IN_ROUNDS:
            return self.last_published + (not self.last_published)
        return self.group_rounds + 1 if self.has_groups and not self.all_meet else 1

    @property
    def is_open_in_groups(self) -> bool:
        return not self.last_published or any(
            is_open(one) and one.round.number <= self.group_rounds for one in self.fixtures
        )

    @cached_property
    def group_rounds(self) -> int:
        """In which everybody meets everybody; 0 in a Swiss and in a knock-out."""
        return group_rounds(self.tournament, len(self.entrants))

    @cached_property
    def last_published(self) -> int:
        """0 before the first."""
        published = (one.number for one in self.rounds if one.published_at is not None)
        return max(published, default=0)

    @cached_property
    def rounds_planned(self) -> int:
        """Before the first round of a tournament that left it open, what is recommended."""
        if self.tournament.kind == Kind.KNOCKOUT:
            return brackets.rounds(len(self.entrants))
        if self.has_groups:
            stage = self.tournament.stage
            tree = brackets.rounds(qualifier_count(stage)) if stage.kind is Kind.GROUPS else 0
            return self.group_rounds + tree
        if self.is_pools:
            return self.last_published + pool_states.rounds_to_come(self.pool_state)
        return self.tournament.stage.rounds or swiss_rounds(len(self.entrants))

    @property
    def is_more_to_draw(self) -> bool:
        if self.draft is not None:
            return False
        if self.tournament.kind == Kind.GROUPS and self.last_published:
            return not self.has_tree
        if self.is_pools:
            return not self.last_published or not pool_rules.is_over(self.pool_state)
        if self.tournament.kind != Kind.SWISS:
            return not self.last_published
        return not self.last_published or self.last_published < self.rounds_planned

    @property
    def may_be_drawn(self) -> bool:
        return self.is_more_to_draw and not self.undecided and len(self.entrants) > 1

    @cached_property
    def draft(self) -> Round | None:
        """Drawn, and not published."""
        return next((one for one in self.rounds if one.drawn_at and not one.published_at), None)

    @cached_property
    def scheduled(self) -> Round | None:
        return next((one for one in self.rounds if one.draws_at and not one.drawn_at), None)

    @property
    def draws_at(self) -> datetime | None:
        return self.scheduled.draws_at if self.scheduled else None

    @cached_property
    def current(self) -> int:
        """The round to look at: of those published the first that is not over, or the last."""
        open_ = (one.round.number for one in self.fixtures if is_open(one))
        return min((self.last_published, *open_))

    @cached_property
    def unplayed(self) -> tuple[Fixture, ...]:
        """Published between two, not decided, and to count in a table."""
        return tuple(
            one
            for one in self.fixtures
            if is_open(one)
            and one.away_id is not None
            and one.round.published_at is not None
            and (not self.has_groups or one.round.number <= self.group_rounds)
        )

    def group_of(self, one: Fixture) -> int | None:
        return group_of(self.tournament, one, self.group_rounds)

    def of_round(self, number: int) -> tuple[Fixture, ...]:
        return tuple(one for one in self.fixtures if one.round.number == number)

    def open_to(self, player: int) -> tuple[Fixture, ...]:
        """What the player has still to play, in play or not, of all that is published."""
        return tuple(
            one
            for one in self.fixtures
            if player in (one.home_id, one.away_id) and is_open(one) and one.round.published_at
        )

    @cached_property
    def undecided(self) -> int:
        if self.is_pools:
            return len(pool_rules.due(self.pool_state))
        return sum(one.round.published_at is not None and is_open(one) for one in self.fixtures)


def is_open(one: Fixture) -> bool:
    """To be played, or in play."""
    return not one.award and not (one.match is not None and one.match.over)


def progress_of(tournament: Tournament, *, counted: bool = True) -> Progress:
    """`counted`: with what its tables count."""
    event = tournament.pk
    adjustments = _adjustments.rows(event=event) if counted else ()
    rounds = {one.pk: one for one in _rounds.rows(event=event)}
    # Thousands of fixtures share a few rounds; of one that is drawn just now there are none yet.
    rows = [row for row in _fixtures.rows(event=event) if row.round_id in rounds]
    for row in rows:
        row.round = rounds[row.round_id]
    return Progress(
        tournament,
        tuple(_entrants.rows(event=event)),
        tuple(rounds.values()),
        tuple(rows),
        _shares(event) if counted else {},
        tuple(Adjustment(one.player_id, one.points, one.reason, one.on) for one in adjustments),
        pool_states.rows(event) if tournament.kind == Kind.POOLS else (),
        tuple(orders_in_force(event)) if counted else (),
    )


def _shares(event: int) -> dict[tuple[int, int], Share]:
    """By match and player; of thousands, rows alone are quicker to read."""
    rows = _results.tuples(event=event)
    return {(match, player): Share._make(sums) for match, player, *sums in rows}


_entrants = Composed(
    lambda event: Entrant.objects.filter(event=event).select_related("player").order_by("place"),
    event=int,
)
_rounds = Composed(lambda event: Round.objects.filter(event=event).order_by("number"), event=int)
_fixtures = Composed(
    lambda event: (
        Fixture.objects.filter(event=event)
        .select_related("match__evening_table__evening")
        .order_by("round__number", "number")
    ),
    event=int,
)
_adjustments = Composed(
    lambda event: AdjustmentRow.objects.filter(event=event, ended_at=None), event=int
)
_results = Composed(
    lambda event: Result.objects.filter(event=event).values_list(
        "match_id", "player_id", *SHARE_FIELDS
    ),
    event=int,
)
