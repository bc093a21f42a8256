"""A TRF16 file brought into a Swiss: its entrants, rounds and results."""

from collections.abc import Iterator
from datetime import datetime, time

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.clubs import lock_club
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid
from games.engine.match import apply, begin
from games.engine.seats import Seat
from games.matches.selectors.reading import terms
from games.matches.services.matches import MatchTerms
from games.sheets.services.entering import matches_write
from games.sheets.services.preparing import Prepared
from scoring.leagues.models import Entrant, Fixture, Round
from scoring.leagues.selectors.competitors import ratings_on_entry
from scoring.leagues.services.results import checked_plays
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.contenders import swiss_rounds
from scoring.tournaments.rules.trf.report import Result
from scoring.tournaments.selectors.trf import DECIDED

from .import_plan import ImportPlan, import_plan, known_players, played_result
from .locking import draft_drop, state_settle, tournament_lock, tournament_lock_for
from .messages import round_published_message

CONTENT_MOST = 1_000_000
"""Characters."""
AWARDS = {results: award for award, results in DECIDED.items()}
ALONE = {
    Result.BYE: Fixture.Award.BYE,
    Result.FULL_BYE: Fixture.Award.BYE,
    Result.HALF_BYE: Fixture.Award.HALF_BYE,
}


def decoded(data: bytes) -> str:
    """Older programs write Latin-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def report_preview(*, by: Person, tournament: Tournament, content: str) -> ImportPlan:
    """What an import would bring, with what is wrong. Raises: Denied; Invalid where the tournament
    takes no file, or this is none."""
    require(by, Act.RUN_SEASON)
    _check_empty(tournament)
    plan = import_plan(tournament, content)
    if plan.faults and not plan.lines:
        raise _faulty(plan)
    return plan


@transaction.atomic(savepoint=False)
def report_import(*, by: Person, tournament: Tournament, content: str) -> Tournament:
    """All of the file, or nothing: players that the club has not are added to it.

    Raises: Denied; Invalid, with each fault and its line.
    """
    require(by, Act.RUN_SEASON)
    return report_write(by, tournament, report_plan(tournament, content))


def report_plan(tournament: Tournament, content: str) -> ImportPlan:
    """Raises: Invalid, with each fault and its line, or where the tournament takes no file."""
    plan = import_plan(tournament, content)
    if plan.faults:
        raise _faulty(plan)
    _check_empty(tournament)
    return plan


def report_write(by: Person, tournament: Tournament, plan: ImportPlan) -> Tournament:
    """Within a transaction. Raises: Invalid where something has changed since the plan."""
    players = _players(by, plan)
    found = tournament_lock_for(by, tournament)
    _check_empty(found)
    draft_drop(found)
    ratings = ratings_on_entry(found.event.club, list(players.values()))
    Entrant.objects.bulk_create(
        Entrant(
            event_id=found.pk,
            player_id=pk,
            place=place,
            joined_round=plan.joined[number],
            rating=ratings[pk],
        )
        for place, (number, pk) in enumerate(players.items(), 1)
    )
    rounds = _rounds(found, plan)
    Fixture.objects.bulk_create(_fixtures(found, plan, players, rounds))
    if plan.report.rounds_drawn and not found.stage.rounds:
        wanted = plan.report.rounds or swiss_rounds(len(players))
        found.plan = {**found.plan, "rounds": max(wanted, plan.report.rounds_drawn)}
        found.save(update_fields=["plan"])
    # Its follower settles the state of the tournament with all of them.
    if prepared := list(_prepared(found, plan, players, rounds)):
        matches_write(by, prepared)
    found = tournament_lock(found.pk) or found
    state_settle(found)
    log_act(
        by,
        "tournament_import",
        kind="tournament",
        about=found.pk,
        players=len(players),
        rounds=len(rounds),
        matches=len(prepared),
    )
    return found


def _check_empty(found: Tournament) -> None:
    text = ""
    if found.kind != Kind.SWISS:
        text = _("Only a Swiss can be imported. Open one for the file.")
    elif found.state != Tournament.State.ENTERING or found.event.entrants.exists():
        text = _("This tournament has entrants already. Open another for the file.")
    if text:
        raise Invalid("not_empty", text)


def _faulty(plan: ImportPlan) -> Invalid:
    faults = [{"line": one.line, "column": one.column, "text": one.text} for one in plan.faults]
    text = _("Nothing was imported: some lines of the file are wrong.")
    return Invalid("invalid_report", text, field="content", extra={"faults": faults})


def _players(by: Person, plan: ImportPlan) -> dict[int, int]:
    """Ids by number, in the order of the numbers; nobody is merged or renamed meanwhile."""
    ids = dict(plan.known)
    if plan.new_players:
        lock_club(by.club_id)
        if known_players(by.club_id, plan.report)[0] != plan.known:
            raise _changed()
    for one in plan.report.players:
        if one.number not in ids:
            ids[one.number] = player_add(by=by, name=one.name, confirm_name=True).pk
    rows = Player.objects.filter(pk__in=ids.values(), merged_into=None, anonymised_at=None)
    if len(rows.select_for_update(no_key=True).order_by("pk").values_list("pk")) < len(ids):
        raise _changed()
    return {number: ids[number] for number in sorted(ids)}


def _changed() -> Invalid:
    text = _("A player of the file has changed meanwhile. Import it again.")
    return Invalid("changed_meanwhile", text, field="content")


def _rounds(found: Tournament, plan: ImportPlan) -> dict[int, Round]:
    report, today, now = plan.report, timezone.localdate(), timezone.now()
    days = [*report.days, *[None] * report.rounds_drawn]
    rows = Round.objects.bulk_create(
        Round(
            event_id=found.pk,
            number=number,
            drawn_at=now,
            published_at=now,
            day=min(days[number - 1] or report.begins_on or today, today),
        )
        for number in range(1, report.rounds_drawn + 1)
    )
    for row in rows:
        round_published_message(found, row)
    return {row.number: row for row in rows}


def _fixtures(
    found: Tournament, plan: ImportPlan, players: dict[int, int], rounds: dict[int, Round]
) -> Iterator[Fixture]:
    """Boards in the order of the file, then the byes; nothing of late entrants before they came."""
    last = dict.fromkeys(rounds, 0)
    for one in sorted(plan.pairs, key=lambda each: (each.round, each.away is None)):
        if one.away is None and one.round < plan.joined[one.home]:
            continue
        last[one.round] += 1
        award = ""
        if one.away is None:
            award = ALONE.get(one.result, Fixture.Award.ABSENT)
        elif one.other is not None:
            award = AWARDS.get((one.result, one.other), "")
        yield Fixture(
            event_id=found.pk,
            round=rounds[one.round],
            number=last[one.round],
            home_id=players[one.home],
            away_id=players[one.away] if one.away is not None else None,
            day=rounds[one.round].day,
            award=award,
            reason=_("From the imported file") if award in DECIDED else "",
        )


def _prepared(
    found: Tournament, plan: ImportPlan, players: dict[int, int], rounds: dict[int, Round]
) -> Iterator[Prepared]:
    agreed, own = terms(found.event), MatchTerms.of(found.event)
    for one in plan.pairs:
        result = played_result(found, one)
        if result is None or one.away is None:
            continue
        at = _time_of(rounds[one.round])
        first = Seat.A if one.is_first_known else None
        state = begin(agreed, first)
        plays = checked_plays(agreed, result)
        for play in plays:
            state, _events = apply(state, play)
        yield Prepared(
            line=0,
            player_ids=(players[one.home], players[one.away]),
            event_id=found.pk,
            table=None,
            table_name="",
            terms=own,
            first_dealer=first.value if first else "",
            started_at=at,
            plays=tuple((play, at) for play in plays),
            state=state,
        )


def _time_of(row: Round) -> datetime:
    """Noon of a day that is over: nobody noted the hour."""
    now = timezone.now()
    if row.day is None or row.day >= timezone.localdate(now):
        return now
    return datetime.combine(row.day, time(12), tzinfo=timezone.get_current_timezone())
