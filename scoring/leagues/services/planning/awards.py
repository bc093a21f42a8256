"""What is decided without play, and taken back."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.messages import fixture_award_back_message, fixture_awarded_message
from scoring.leagues.models import Fixture
from scoring.leagues.selectors.due import to_play
from scoring.leagues.selectors.fixture_states import State, state_of

from .following import check_both_play
from .leaving import check_days
from .locking import fixture_held, names_of, reason_of
from .places import table_on

AWARDS = (
    Fixture.Award.HOME,
    Fixture.Award.AWAY,
    Fixture.Award.BOTH_ABSENT,
    Fixture.Award.VOID,
)


@transaction.atomic(savepoint=False)
def fixture_award(
    *, by: Person, fixture: Fixture, award: str, reason: str, version: int
) -> Fixture:
    """`award`: one of AWARDS. Raises: Denied; Stale; Invalid, naming the field."""
    season, found = fixture_held(by, fixture, version)
    told = reason_of(reason)
    if award not in AWARDS:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(AWARDS)}
        raise Invalid("invalid_award", text, errors={"award": text})
    if state_of(found) is not State.TO_PLAY:
        raise decided(found)
    found.award, found.reason = award, told
    found.save(update_fields=["award", "reason", "version"])
    log_act(by, "fixture_award", kind="fixture", about=found.pk, award=award)
    fixture_awarded_message(season, found)
    return found


@transaction.atomic(savepoint=False)
def fixture_award_back(*, by: Person, fixture: Fixture, version: int) -> Fixture:
    """It is to be played again, at another table where another has its own since.

    Raises: Denied; Stale; Invalid when nothing was awarded, or it cannot be played then.
    """
    season, found = fixture_held(by, fixture, version)
    if not found.award or found.away_id is None:
        text = _("There is no decision to withdraw here.")
        raise Invalid("not_awarded", text, errors={"award": text})
    check_both_play(found, "award")
    open_ = list(to_play().filter(event=season.pk, day=found.day))
    for who in (found.home_id, found.away_id):
        check_days(who, [found], open_, names_of, "award")
    award, found.award, found.reason = found.award, "", ""
    found.table = found.table and table_on(season, found, found.day)
    found.save(update_fields=["award", "reason", "table", "version"])
    log_act(by, "fixture_award_back", kind="fixture", about=found.pk, award=award)
    fixture_award_back_message(season, found)
    return found


def decided(fixture: Fixture) -> Invalid:
    """Why it can neither be moved nor awarded."""
    state = state_of(fixture)
    if state in (State.IN_PLAY, State.PLAYED):
        text = _("This fixture has started. Correct the result in its match.")
    elif state is State.BYE:
        text = _("A bye is not played.")
    else:
        text = _("It was decided without play. Withdraw that decision first.")
    return Invalid("fixture_decided", text, errors={"fixture": text})
