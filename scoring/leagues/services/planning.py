"""The calendar of a season: made before the first match, and extended for who joins late."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import calendar_message
from scoring.leagues.models import Entrant, Fixture, Round, Season
from scoring.leagues.rules.changes import Joined, joined
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.selectors.competitors import (
    Competitors,
    Diary,
    competitors_of,
    last,
    ratings_on_entry,
)
from scoring.leagues.selectors.plans import Plan, PlannedRound, plan_of, planned_rounds

from .seasons import season_lock


def season_plan_preview(*, by: Person, season: Season, plan: Plan) -> Sequence[PlannedRound]:
    """What season_plan would make. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    competitors = competitors_of(season)
    _check_not_begun(competitors)
    return planned_rounds(plan, season, competitors.checked_names(plan.entrants))


@transaction.atomic(savepoint=False)
def season_plan(*, by: Person, season: Season, plan: Plan, version: int) -> Season:
    """Its entrants, rounds and fixtures, or its rounds and meetings; those it had, with line-ups,
    are deleted.

    Raises: Denied; Stale; Invalid, naming the field, also when something was begun.
    """
    require(by, Act.RUN_SEASON)
    competitors_of(season).lock(plan.entrants, "entrants")
    season = season_lock(by, season, version)
    competitors = competitors_of(season)
    _check_not_begun(competitors)
    names = competitors.checked_names(plan.entrants)
    rounds = planned_rounds(plan, season, names)
    competitors.fixtures.delete()
    Round.objects.filter(event=season.pk).delete()
    if not season.boards:
        Entrant.objects.filter(event=season.pk).delete()
        entrants_enter(season, plan.entrants)
    _rounds_make(competitors, rounds)
    season.plan = plan.stored()
    season.save(update_fields=["plan"])
    act = "meetings_plan" if season.boards else "season_plan"
    log_act(by, act, kind="season", about=season.pk, rounds=len(rounds))
    calendar_message(season)
    return season


def entrants_enter(season: Season, players: Sequence[int]) -> None:
    """Players in the order of their places."""
    ratings = ratings_on_entry(season.event.club, players)
    Entrant.objects.bulk_create(
        Entrant(event_id=season.pk, player_id=player, place=place, rating=ratings[player])
        for place, player in enumerate(players, start=1)
    )


def _rounds_make(competitors: Competitors, rounds: Sequence[PlannedRound]) -> None:
    now, season = timezone.now(), competitors.season
    rows = Round.objects.bulk_create(
        Round(event_id=season.pk, number=one.number, day=one.day, drawn_at=now, published_at=now)
        for one in rounds
    )
    competitors.fixtures.bulk_create(
        competitors.new_fixture(
            round=row,
            number=fixture.number,
            home_id=fixture.home,
            away_id=fixture.away,
            table=fixture.table,
            day=fixture.day,
            sitting=fixture.sitting,
            award=Fixture.Award.BYE if fixture.away is None else "",
        )
        for row, planned in zip(rows, rounds, strict=True)
        for fixture in planned.fixtures
    )


def _check_not_begun(competitors: Competitors) -> None:
    decided = competitors.fixtures.exclude(award__in=("", Fixture.Award.BYE))
    if Match.objects.filter(event=competitors.season.pk, annulled_at=None).exists():
        text = competitors.has_begun
    elif decided.exists():
        text = competitors.has_decisions
    else:
        return
    raise Invalid("season_begun", text, field="season")


def joining_preview(*, by: Person, season: Season, competitor: int) -> Sequence[Dated]:
    """The fixtures that competitor_join would make. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    competitors = competitors_of(season)
    competitors.checked_names([competitor], competitors.kind)
    return _joined(competitors, competitor, competitors.diary()).fixtures


@transaction.atomic(savepoint=False)
def competitor_join(
    *, by: Person, season: Season, competitor: int, version: int
) -> Sequence[Dated]:
    """A player who comes late enters; a team that entered late gets its meetings. Either plays
    everybody who is still there; fixtures that have a day keep it.

    Raises: Denied; Stale, of the season; Invalid, naming the field, when they take part already or
    no day is left.
    """
    require(by, Act.RUN_SEASON)
    competitors_of(season).lock([competitor], competitors_of(season).kind)
    season = season_lock(by, season, version)
    competitors = competitors_of(season)
    competitors.checked_names([competitor], competitors.kind)
    diary = competitors.diary()
    added = _joined(competitors, competitor, diary)
    replaced_byes = [diary.rows[bye.fixture].pk for bye in added.byes]
    competitors.fixtures.filter(pk__in=replaced_byes).delete()
    for dated in added.fixtures:
        _fixture_make(competitors, dated)
    if season.boards:
        log_act(by, "team_late", kind="team", about=competitor, meetings=len(added.fixtures))
    else:
        Entrant.objects.create(
            event_id=season.pk,
            player_id=competitor,
            place=last(competitors.entered, "place") + 1,
            joined_round=min(dated.fixture.round for dated in added.fixtures),
            rating=ratings_on_entry(season.event.club, [competitor])[competitor],
        )
        log_act(by, "entrant_join", kind="season", about=season.pk, player=competitor)
    calendar_message(season, competitor)
    return added.fixtures


def _joined(competitors: Competitors, competitor: int, diary: Diary) -> Joined:
    season, field = competitors.season, competitors.kind
    rounds = last(Round.objects.filter(event=season.pk), "number")
    planned = competitors.planned()
    if not rounds or competitor in planned:
        code = "entrant_twice" if rounds else "not_planned"
        text = competitors.entered_twice if rounds else competitors.not_planned
        raise Invalid(code, text, field=field)
    plan = plan_of(season)
    gone = frozenset(pk for pk, left_round in planned.items() if left_round is not None)
    result = joined(
        competitor,
        diary.dated,
        season=plan.days(season),
        today=timezone.localdate(),
        double=plan.double,
        gone=gone,
        here=frozenset(planned) - gone,
        rounds=rounds,
    )
    if isinstance(result, Refusal):
        raise refused(result, competitors.names([competitor, *plan.entrants]), field=field)
    return result


def _fixture_make(competitors: Competitors, dated: Dated) -> None:
    """In its round, which is made where there is none."""
    (planned, slot, _moved), season, now = dated, competitors.season, timezone.now()
    plan = plan_of(season)
    round_, _made = Round.objects.get_or_create(
        event_id=season.pk,
        number=planned.round,
        defaults={"day": slot.day, "drawn_at": now, "published_at": now},
    )
    number = last(competitors.fixtures.filter(round=round_), "number") + 1
    fixture = competitors.new_fixture(
        round=round_,
        number=number,
        home_id=planned.home,
        away_id=planned.away,
        day=slot.day,
        sitting=plan.sitting_of(slot),
    )
    if isinstance(fixture, Fixture):
        fixture.table = _first_free(season, fixture, plan.tables)
    fixture.save()


def free_table(season: Season, fixture: Fixture) -> str:
    """At its sitting: its own where that is free, or the first that is; none when all are taken."""
    return _first_free(season, fixture, (fixture.table, *plan_of(season).tables))


def _first_free(season: Season, fixture: Fixture, tables: Sequence[str]) -> str:
    others = Fixture.objects.filter(event=season.pk, day=fixture.day, award="")
    others = others.filter(sitting=fixture.sitting)
    taken = set(others.exclude(pk=fixture.pk).values_list("table", flat=True))
    return next((table for table in tables if table not in taken), "")
