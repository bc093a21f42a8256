"""One fixture to another day."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import fixture_moved_message
from scoring.leagues.models import Fixture, Season
from scoring.leagues.plans import plan_of
from scoring.leagues.rules.postponing import postpone
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.selectors.fixture_states import State, state_of

from .awards import decided
from .diary import dated_of, diary_of
from .locking import fixture_held, names_of, reason_of
from .places import table_on


def postponed(*, by: Person, fixture: Fixture, day: date) -> str:
    """The table it would have on that day. Raises: as fixture_postpone."""
    require(by, Act.RUN_SEASON)
    season = Season.objects.select_related("league").get(pk=fixture.event_id)
    found = Fixture.objects.select_related("round", "match").get(pk=fixture.pk)
    _check(season, found, day)
    return table_on(season, found, day)


@transaction.atomic(savepoint=False)
def fixture_postpone(
    *, by: Person, fixture: Fixture, day: date, reason: str, version: int
) -> Fixture:
    """It may also be put forward. It keeps its table where that is free.

    Raises: Denied; Stale; Invalid, naming the field, when it is begun, decided or cannot be then.
    """
    season, found = fixture_held(by, fixture, version)
    told = reason_of(reason)
    _check(season, found, day)
    found.table = table_on(season, found, day)
    found.moved_from = found.moved_from or found.day
    found.day, found.reason = day, told
    if found.moved_from == day:
        found.moved_from = None
    found.save(update_fields=["table", "moved_from", "day", "reason", "version"])
    log_act(by, "fixture_postpone", kind="fixture", about=found.pk, on=day.isoformat())
    fixture_moved_message(season, found)
    return found


def _check(season: Season, fixture: Fixture, day: date) -> None:
    """A bye is refused by the rules themselves."""
    if fixture.award != Fixture.Award.BYE and state_of(fixture) is not State.TO_PLAY:
        raise decided(fixture)
    diary = diary_of(season)
    dated = postpone(
        dated_of(fixture),
        day,
        calendar=diary.dated,
        season=plan_of(season).days(season.ends_on),
        today=timezone.localdate(),
    )
    if isinstance(dated, Refusal):
        fault: Invalid = refused(dated, names_of(_both(fixture)), field="day")
        raise fault


def _both(fixture: Fixture) -> tuple[int, ...]:
    return (fixture.home_id,) if fixture.away_id is None else (fixture.home_id, fixture.away_id)
