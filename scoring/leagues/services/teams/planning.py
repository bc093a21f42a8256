"""The meetings of a season of teams, and one of them to another day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.outbox import Kind
from games.matches.models import Match
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import fixtures_planned_message, team_meeting_message
from scoring.leagues.models import Fixture, Meeting, Round, Season, Team
from scoring.leagues.plans import Plan, plan_of
from scoring.leagues.rules.postponing import postpone
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.selectors.plan_preview import ForeseenRound, rounds_foreseen
from scoring.leagues.services.planning.diary import dated_of
from scoring.leagues.services.planning.locking import reason_of, season_held

from .locking import check_of_teams, check_untouched, meeting_held


def team_plan_of(season: Season) -> Plan:
    """By which its meetings were made, or would be: all its teams in the order of their entry."""
    met = Meeting.objects.filter(season=season)
    known = Team.objects.filter(season=season).order_by("place")
    ids = [pk for pair in met.values_list("home", "away") for pk in pair if pk]
    order = tuple(known.filter(pk__in=ids).values_list("pk", flat=True)) if ids else ()
    return replace(plan_of(season), entrants=order or tuple(known.values_list("pk", flat=True)))


def meetings_foreseen(*, by: Person, season: Season, plan: Plan) -> Sequence[ForeseenRound]:
    """What meetings_plan would make; the entrants of `plan` are teams. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    check_of_teams(season)
    _check_unbegun(season)
    return rounds_foreseen(plan, season.ends_on, _names(season, plan.entrants))


@transaction.atomic(savepoint=False)
def meetings_plan(*, by: Person, season: Season, plan: Plan, version: int) -> Season:
    """Its rounds and meetings; those it had, of which nothing was begun, go with their line-ups.

    Raises: Denied; Stale; Invalid, naming the field, when it cannot be so or something was begun.
    """
    moved = season_held(by, season, version)
    check_of_teams(moved)
    _check_unbegun(moved)
    rounds = rounds_foreseen(plan, moved.ends_on, _names(moved, plan.entrants))
    Meeting.objects.filter(season=moved).delete()
    Round.objects.filter(event=moved.pk).delete()
    _make(moved, rounds)
    moved.plan = plan.kept()
    moved.save(update_fields=["plan"])
    log_act(by, "meetings_plan", kind="season", about=moved.pk, rounds=len(rounds))
    fixtures_planned_message(moved)
    return moved


def _make(season: Season, rounds: Sequence[ForeseenRound]) -> None:
    now = timezone.now()
    made = Round.objects.bulk_create(
        Round(event_id=season.pk, number=one.number, day=one.day, drawn_at=now, published_at=now)
        for one in rounds
    )
    Meeting.objects.bulk_create(
        Meeting(
            season=season,
            round=row,
            number=meeting.number,
            home_id=meeting.home,
            away_id=meeting.away,
            day=meeting.day,
            award=Fixture.Award.BYE if meeting.away is None else "",
        )
        for row, one in zip(made, rounds, strict=True)
        for meeting in one.fixtures
    )


def _names(season: Season, ids: Iterable[int]) -> Mapping[int, str]:
    """Raises: Invalid for what is no team of the season."""
    wanted = set(ids)
    found = dict(Team.objects.filter(season=season, pk__in=wanted).values_list("pk", "name"))
    if found.keys() != wanted:
        text = _("Must be teams of this season.")
        raise Invalid("unknown_team", text, errors={"entrants": text})
    return found


def _check_unbegun(season: Season) -> None:
    settled = Meeting.objects.filter(season=season).exclude(award__in=("", Fixture.Award.BYE))
    if Match.objects.filter(event=season.pk, annulled_at=None).exists():
        text = _("Matches have started. The calendar must be made before the first match.")
    elif settled.exists():
        text = _("Some meetings were decided without play. Withdraw those decisions first.")
    else:
        return
    raise Invalid("season_begun", text, errors={"season": text})


def meeting_postponed(*, by: Person, meeting: Meeting, day: date) -> None:
    """Whether it can be on that day. Raises: as meeting_postpone."""
    require(by, Act.RUN_SEASON)
    found = Meeting.objects.select_related("round", "season").get(pk=meeting.pk)
    _check(found.season, found, day)


@transaction.atomic(savepoint=False)
def meeting_postpone(
    *, by: Person, meeting: Meeting, day: date, reason: str, version: int
) -> Meeting:
    """It may also be put forward. Line-ups stay.

    Raises: Denied; Stale; Invalid, naming the field, when it is begun, decided or cannot be then.
    """
    season, found = meeting_held(by, meeting, version)
    told = reason_of(reason)
    _check(season, found, day)
    found.moved_from = found.moved_from or found.day
    found.day, found.reason = day, told
    if found.moved_from == day:
        found.moved_from = None
    found.save(update_fields=["moved_from", "day", "reason", "version"])
    log_act(by, "meeting_postpone", kind="meeting", about=found.pk, on=day.isoformat())
    team_meeting_message(Kind.FIXTURE_MOVED, season, found)
    return found


def _check(season: Season, meeting: Meeting, day: date) -> None:
    """A bye is refused by the rules themselves."""
    if meeting.award != Fixture.Award.BYE:
        check_untouched(meeting)
    rows = Meeting.objects.filter(season=season).exclude(award=Fixture.Award.VOID)
    dated = postpone(
        dated_of(meeting),
        day,
        calendar=[dated_of(one) for one in rows.select_related("round")],
        season=plan_of(season).days(season.ends_on),
        today=timezone.localdate(),
    )
    if isinstance(dated, Refusal):
        pair = [pk for pk in (meeting.home_id, meeting.away_id) if pk]
        raise refused(dated, _names(season, pair), field="day")
