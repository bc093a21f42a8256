"""Making the fixtures of a season."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.messages import fixtures_planned_message
from scoring.leagues.models import Entrant, Fixture, Round, Season
from scoring.leagues.plans import Plan
from scoring.leagues.selectors.plan_preview import ForeseenRound, rounds_foreseen

from .locking import known_names, players_held, season_held


def season_plan_foreseen(*, by: Person, season: Season, plan: Plan) -> Sequence[ForeseenRound]:
    """What season_plan would make. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    _check_single(season)
    _check_unbegun(season)
    return rounds_foreseen(plan, season.ends_on, known_names(by.club_id, plan.entrants))


@transaction.atomic(savepoint=False)
def season_plan(*, by: Person, season: Season, plan: Plan, version: int) -> Season:
    """Its entrants, rounds and fixtures; those it had, of which nothing was begun, go.

    Raises: Denied; Stale; Invalid, naming the field, when it cannot be so or something was begun.
    """
    require(by, Act.RUN_SEASON)
    names = players_held(by.club_id, plan.entrants, field="entrants")
    moved = season_held(by, season, version)
    _check_single(moved)
    _check_unbegun(moved)
    rounds = rounds_foreseen(plan, moved.ends_on, names)
    Fixture.objects.filter(event=moved.pk).delete()
    Round.objects.filter(event=moved.pk).delete()
    Entrant.objects.filter(event=moved.pk).delete()
    Entrant.objects.bulk_create(
        Entrant(event_id=moved.pk, player_id=player, place=place)
        for place, player in enumerate(plan.entrants, start=1)
    )
    _rounds_make(moved, rounds)
    moved.plan = plan.kept()
    moved.save(update_fields=["plan"])
    log_act(by, "season_plan", kind="season", about=moved.pk, rounds=len(rounds))
    fixtures_planned_message(moved)
    return moved


def _rounds_make(season: Season, rounds: Sequence[ForeseenRound]) -> None:
    now = timezone.now()
    made = Round.objects.bulk_create(
        Round(event_id=season.pk, number=one.number, day=one.day, drawn_at=now, published_at=now)
        for one in rounds
    )
    Fixture.objects.bulk_create(
        Fixture(
            event_id=season.pk,
            round=row,
            number=fixture.number,
            home_id=fixture.home,
            away_id=fixture.away,
            table=fixture.table,
            day=fixture.day,
            award=Fixture.Award.BYE if fixture.away is None else "",
        )
        for row, one in zip(made, rounds, strict=True)
        for fixture in one.fixtures
    )


def _check_single(season: Season) -> None:
    if season.boards:
        text = _("This season is for teams. Make their meetings instead.")
        raise Invalid("of_teams", text, errors={"season": text})


def _check_unbegun(season: Season) -> None:
    fixtures = Fixture.objects.filter(event=season.pk)
    if Match.objects.filter(event=season.pk, annulled_at=None).exists():
        text = _("Matches have started. The calendar must be made before the first match.")
    elif fixtures.exclude(award__in=("", Fixture.Award.BYE)).exists():
        text = _("Some fixtures were decided without play. Withdraw those decisions first.")
    else:
        return
    raise Invalid("season_begun", text, errors={"season": text})
