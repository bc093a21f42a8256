"""What is to be played where everybody meets everybody, as it stands."""

from scoring.leagues.models import Fixture
from scoring.tournaments.rules import round_robin
from scoring.tournaments.rules.record import Record

from . import bracket, going, grouped
from .course import Course


def state(course: Course) -> round_robin.State:
    terms = round_robin.Terms(course.tournament.stage.double, may_draw=True)
    groups = grouped.drawn(course.tournament, course.of_round(1))
    return round_robin.State(terms, groups, record(course))


def goers(course: Course) -> frozenset[int]:
    """Who goes on, once the groups are over."""
    return frozenset(bracket.order(course)) if course.has_tree else going.who_goes_on(course)


def record(course: Course) -> Record:
    """Who withdrew when the groups were over has left nothing of them unplayed."""
    gone = (one for one in course.entrants if (one.left_round or 0) <= course.group_rounds)
    return bracket.recorded([(grouped.slot_of(one), one) for one in rows(course)], gone)


def rows(course: Course) -> list[Fixture]:
    """Between two."""
    here = (one for one in course.fixtures if one.round.number <= course.group_rounds)
    return [one for one in here if one.away_id is not None]
