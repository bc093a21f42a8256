"""What is decided without play, and taken back."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Fixture
from scoring.tournaments.messages import meeting_award_back_message, meeting_awarded_message
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors.berger import ALL_MEET
from scoring.tournaments.selectors.stage_states import is_awarded

from .derived import qualifiers_follow, walkovers_write
from .locking import (
    draft_drop,
    last_published,
    rounds_of_groups,
    state_settle,
    tournament_lock_for,
)

Award = Fixture.Award
AWARDS = (Award.HOME, Award.AWAY, Award.BOTH_ABSENT)
REASON_MOST = 200


@transaction.atomic(savepoint=False)
def meeting_award(
    *, by: Person, tournament: Tournament, fixture: int, award: str, reason: str
) -> Fixture:
    """`award`: one of AWARDS. A fixture whose match has begun is not awarded.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    row = _fixture(found, fixture)
    errors = {}
    if award not in AWARDS:
        errors["award"] = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(AWARDS)}
    if not 1 <= len(reason.strip()) <= REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        errors["reason"] = text
    if errors:
        raise Invalid("invalid_award", _("The result was not saved."), errors=errors)
    if row.award or row.away_id is None or row.match_id is not None:
        text = _("This match is already decided or in play. Correct the result in the match.")
        raise Invalid("fixture_decided", text, errors={"fixture": text})
    row.award, row.reason = award, reason.strip()
    row.save(update_fields=["award", "reason"])
    meeting_awarded_message(found, row)
    state_settle(found)
    log_act(by, "tournament_award", kind="tournament", about=found.pk, fixture=row.pk, award=award)
    return row


@transaction.atomic(savepoint=False)
def meeting_award_back(*, by: Person, tournament: Tournament, fixture: int) -> Fixture:
    """To be played again. Raises: Denied; Invalid when nothing was awarded, or a later round is
    published."""
    found = tournament_lock_for(by, tournament)
    row = _fixture(found, fixture)
    if row.award not in AWARDS or not is_awarded(row):
        text = _("There is no decision to withdraw here.")
        raise Invalid("not_awarded", text, errors={"fixture": text})
    last = last_published(found)
    is_swiss = found.kind == Kind.SWISS
    if is_swiss and last is not None and last.number != row.round.number:
        text = _("The next round is published, so this decision can no longer be withdrawn.")
        raise Invalid("next_begun", text, errors={"fixture": text})
    row.award = row.reason = ""
    row.save(update_fields=["award", "reason"])
    meeting_award_back_message(found, row)
    draft_drop(found)
    if found.kind in ALL_MEET:
        walkovers_write(found)
    if row.round.number <= rounds_of_groups(found):
        qualifiers_follow(found)
    state_settle(found)
    log_act(by, "tournament_award_back", kind="tournament", about=found.pk, fixture=row.pk)
    return row


def _fixture(found: Tournament, pk: int) -> Fixture:
    """Of a round that is published."""
    rows = found.event.fixtures.filter(pk=pk, round__published_at__isnull=False)
    row = rows.select_related("round").first()
    if row is None:
        text = _("Must be a match of this tournament.")
        raise Invalid("no_such_fixture", text, errors={"fixture": text})
    return row
