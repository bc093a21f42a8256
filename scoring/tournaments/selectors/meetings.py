"""What is to be played where everybody meets everybody, as it stands."""

from scoring.leagues.models import Fixture
from scoring.tournaments.rules import round_robin
from scoring.tournaments.rules.record import Record

from . import berger, bracket, qualification
from .progress import Progress


def state(progress: Progress) -> round_robin.State:
    terms = round_robin.Terms(progress.tournament.stage.double, may_draw=True)
    groups = berger.drawn(progress.tournament, progress.of_round(1))
    return round_robin.State(terms, groups, record(progress))


def goers(progress: Progress) -> frozenset[int]:
    """Who goes on, once the groups are over."""
    return (
        frozenset(bracket.order(progress))
        if progress.has_tree
        else qualification.qualified(progress)
    )


def record(progress: Progress) -> Record:
    """Who withdrew when the groups were over has left nothing of them unplayed."""
    gone = (one for one in progress.entrants if (one.left_round or 0) <= progress.group_rounds)
    return bracket.recorded([(berger.slot_of(one), one) for one in rows(progress)], gone)


def rows(progress: Progress) -> list[Fixture]:
    """Between two."""
    here = (one for one in progress.fixtures if one.round.number <= progress.group_rounds)
    return [one for one in here if one.away_id is not None]
