"""A team that comes late gets its meetings: by the rules for single players."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import meetings_added_message
from scoring.leagues.models import Meeting, Round, Season, Team
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.rules.joining import Joined, joined
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.services.planning.diary import Diary
from scoring.leagues.services.planning.locking import season_held
from scoring.leagues.services.planning.people import round_for

from .diary import diary_of
from .locking import check_of_teams, check_team, names_of
from .planning import team_plan_of


def team_late_foreseen(*, by: Person, season: Season, team: int) -> Sequence[Dated]:
    """The meetings that team_late would make. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _joined(season, team, diary_of(season)).fixtures


@transaction.atomic(savepoint=False)
def team_late(*, by: Person, season: Season, team: int, version: int) -> Sequence[Dated]:
    """Which has entered since the meetings were made: against every team that is still there; what
    has its day stays.

    Raises: Denied; Stale, of the season; Invalid, naming the field, when it meets others already
    or no day is left.
    """
    moved = season_held(by, season, version)
    diary = diary_of(moved)
    found = _joined(moved, team, diary)
    byes = [diary.rows[one.fixture].pk for one in found.byes]
    Meeting.objects.filter(pk__in=byes).delete()
    for dated in found.fixtures:
        _meeting_make(moved, dated)
    log_act(by, "team_late", kind="team", about=team, meetings=len(found.fixtures))
    meetings_added_message(moved, team)
    return found.fixtures


def _joined(season: Season, team: int, diary: Diary[Meeting]) -> Joined:
    check_of_teams(season)
    check_team(season, team)
    rounds = Round.objects.filter(event=season.pk).aggregate(last=Max("number"))["last"]
    if rounds is None:
        text = _("The meetings are not made yet. Include this team when you make them.")
        raise Invalid("not_planned", text, errors={"team": text})
    pairs = Meeting.objects.filter(season=season).values_list("home", "away")
    planned = {pk for pair in pairs for pk in pair if pk is not None}
    if team in planned:
        text = _("This team already has its meetings.")
        raise Invalid("entrant_twice", text, errors={"team": text})
    plan = team_plan_of(season)
    left = Team.objects.filter(season=season, left_round__isnull=False)
    gone = frozenset(left.values_list("pk", flat=True))
    found = joined(
        team,
        diary.dated,
        season=plan.days(season.ends_on),
        today=timezone.localdate(),
        double=plan.double,
        gone=gone,
        here=frozenset(planned) - gone,
        rounds=rounds,
    )
    if isinstance(found, Refusal):
        raise refused(found, names_of([team, *plan.entrants]), field="team")
    return found


def _meeting_make(season: Season, dated: Dated) -> None:
    round_ = round_for(season, dated)
    number = round_.meetings.aggregate(last=Max("number"))["last"] or 0
    Meeting.objects.create(
        season=season,
        round=round_,
        number=number + 1,
        home_id=dated.fixture.home,
        away_id=dated.fixture.away,
        day=dated.slot.day,
    )
