"""Match points that the committee gives or takes, as those of players: each with its reason."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent
from scoring.leagues.models import Season, TeamAdjustment
from scoring.leagues.selectors.team_standings import team_table_now
from scoring.leagues.selectors.what_if import table_with_rulings
from scoring.tables.results import Adjustment
from scoring.tables.table import WhatIf

from .adjustments import checked, end, held


@transaction.atomic(savepoint=False)
def team_adjustment_give(
    *, by: Person, season: Season, team: int, points: int, reason: str, on: date | None = None
) -> TeamAdjustment:
    """`points` are taken where negative; `on`: from which day on, today where None.

    Raises: Denied; Absent, also where single players play; Invalid, naming the field.
    """
    found = held(by, season.pk)
    told = _checked(found, team, points, reason, on)
    made = TeamAdjustment.objects.create(
        season=found,
        team_id=team,
        points=points,
        reason=told,
        on=on or timezone.localdate(),
        by_id=by.user_id,
    )
    log_act(by, "team_adjustment_give", kind="team", about=team, points=points)
    return made


def team_adjustment_foreseen(
    *, by: Person, season: Season, team: int, points: int, reason: str, on: date | None = None
) -> WhatIf:
    """Which would stand where. Raises: as team_adjustment_give."""
    require(by, Act.RUN_SEASON)
    told = _checked(season, team, points, reason, on)
    one = Adjustment(team, points, told, on or timezone.localdate())
    return table_with_rulings(team_table_now(season.pk), rulings=(one,))


@transaction.atomic(savepoint=False)
def team_adjustment_end(
    *, by: Person, season: Season, adjustment: int, reason: str
) -> TeamAdjustment:
    """From now on it is as if it had never been; it stays in the list, with why.

    Raises: Denied; Absent; Invalid, naming the field.
    """
    found = held(by, season.pk)
    one = TeamAdjustment.objects.filter(pk=adjustment, season=found).first()
    if one is None:
        raise Absent
    end(one, by, reason)
    log_act(by, "team_adjustment_end", kind="team", about=one.team_id)
    return one


def _checked(season: Season, team: int, points: int, reason: str, on: date | None) -> str:
    """The reason, as it is kept; a team that was struck out has no line."""
    missing = team not in team_table_now(season.pk).table.places
    return checked(points, reason, on, missing="team" if missing else "")
