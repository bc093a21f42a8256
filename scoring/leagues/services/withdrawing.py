"""Who withdraws from a season, and who comes back into it: players and teams alike.

What a withdrawal changes is stored with the entrant or the team, as it was (`before_left`), so that
it can be undone as if it had never been; what was made since, and would be otherwise, forbids that.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.outbox import Kind
from games.matches.models import Match
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.messages import competitor_message
from scoring.leagues.models import Board, Entrant, Fixture, Meeting, Season, Team
from scoring.leagues.rules.changes import withdrawal
from scoring.leagues.rules.refusals import Refusal, Why
from scoring.leagues.selectors.competitors import Competitors, competitors_of, sides_of
from scoring.leagues.selectors.fixtures import State

from .planning import free_table
from .seasons import checked_reason, season_lock

Award = Fixture.Award
LAST_ROUND = 2**15 - 1
BYE_COLUMNS = ("pk", "round_id", "number", "day", "sitting", "version")
SETTLED = (State.PLAYED, State.WALK_OVER, State.BOTH_ABSENT)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """`struck`: what they have played no longer counts, and the rest is not played. Else what they
    have played stands, and the others win the rest by walkover."""

    entrant: Entrant | Team
    struck: bool
    played: int
    of: int
    rest: tuple[Any, ...]
    settled: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """`rest`: fixtures that are open again; `byes`: in how many rounds there is a bye again.
    `settled`: what was played before, which counts again where `struck`. `matches`: those begun
    since, by the id of the fixture, or of the board, that each plays."""

    entrant: Entrant | Team
    struck: bool
    rest: tuple[Any, ...]
    settled: tuple[Any, ...]
    byes: int
    matches: Mapping[int, Match]
    begun: frozenset[int]
    """The ids of those of `rest` in which matches were begun since."""


def withdrawal_preview(*, by: Person, season: Season, competitor: int) -> Withdrawal:
    """What competitor_withdraw would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _withdrawal(competitors_of(season), competitor)


@transaction.atomic(savepoint=False)
def competitor_withdraw(
    *, by: Person, season: Season, competitor: int, reason: str, version: int
) -> Withdrawal:
    """What a team's players have done at its boards stays theirs.

    Raises: Denied; Stale, of the season; Invalid, naming the field, also for those who play just
    now.
    """
    season = season_lock(by, season, version)
    competitors, reason = competitors_of(season), checked_reason(reason)
    result = _withdrawal(competitors, competitor)
    _withdraw(competitors, competitor, result, reason)
    _log(by, competitors, "withdraw", competitor, struck=result.struck)
    rows = [row.pk for row in result.rest]
    competitor_message(Kind.ENTRANT_LEFT, season, competitor, rows)
    return result


def _withdrawal(competitors: Competitors, competitor: int) -> Withdrawal:
    entrant, field = competitors.find(competitor), competitors.kind
    if entrant is None or entrant.left_round is not None:
        raise Invalid("not_an_entrant", competitors.not_entered, field=field)
    diary = competitors.diary()
    if any(competitor in fixture.entrants for fixture in diary.of(State.IN_PLAY, State.UNFINISHED)):
        raise Invalid("in_play", competitors.in_play, field=field)
    result = withdrawal(
        competitor,
        list(diary.rows),
        played=diary.of(State.PLAYED),
        awarded=diary.of(State.WALK_OVER, State.BOTH_ABSENT),
    )
    if isinstance(result, Refusal):
        raise refused(result, competitors.names([competitor]), field=field)
    rest = [*result.void, *(one.fixture for one in result.walk_overs)]
    settled = [*result.struck, *result.stands]
    return Withdrawal(
        entrant=entrant,
        struck=bool(result.struck or result.void),
        played=result.played,
        of=result.of,
        rest=tuple(diary.rows[fixture] for fixture in rest),
        settled=tuple(diary.rows[fixture] for fixture in settled),
    )


def _withdraw(competitors: Competitors, competitor: int, result: Withdrawal, reason: str) -> None:
    entrant, season = result.entrant, competitors.season
    left_round = min((row.round.number for row in result.rest), default=LAST_ROUND)
    byes = competitors.fixtures.filter(home=competitor, award=Award.BYE)
    byes = byes.filter(round__number__gte=left_round)
    newest = Match.objects.filter(event=season.pk).aggregate(last=Max("pk"))["last"]
    entrant.before_left = {
        "reasons": {str(row.pk): row.reason for row in result.rest},
        "byes": [_stored_bye(bye) for bye in byes],
        "match": int(newest or 0),
        **competitors.marks(),
    }
    for row in result.rest:
        won = Award.AWAY if row.home_id == competitor else Award.HOME
        row.award = Award.VOID if result.struck else won
        row.reason = reason
        row.version += 1
        row.save(update_fields=["award", "reason", "version"])
    byes.delete()
    entrant.left_round, entrant.struck = left_round, result.struck
    _entrant_save(entrant)


def _stored_bye(bye: Fixture | Meeting) -> dict[str, Any]:
    stored = {name: getattr(bye, name) for name in BYE_COLUMNS}
    table = {"table": bye.table} if isinstance(bye, Fixture) else {}
    return {**stored, **table, "day": bye.day.isoformat() if bye.day else None}


def _entrant_save(entrant: Entrant | Team) -> None:
    entrant.save(update_fields=["left_round", "struck", "before_left"])
    if isinstance(entrant, Team):
        Team.objects.filter(pk=entrant.pk).update(version=F("version") + 1)


def return_preview(*, by: Person, season: Season, competitor: int) -> Return:
    """What competitor_return would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _return(competitors_of(season), competitor)


@transaction.atomic(savepoint=False)
def competitor_return(*, by: Person, season: Season, competitor: int, version: int) -> Return:
    """As if they had never withdrawn.

    Raises: Denied; Stale, of the season; Invalid, naming the field, when there is no withdrawal, or
    something that was made since would be otherwise.
    """
    require(by, Act.RUN_SEASON)
    unlocked = competitors_of(season)
    _withdrawn(unlocked, competitor)
    unlocked.lock([competitor], unlocked.kind)
    season = season_lock(by, season, version)
    competitors = competitors_of(season)
    result = _return(competitors, competitor)
    for row in result.rest:
        _open_again(season, row, result)
    if season.boards:
        for board, match in result.matches.items():
            Board.objects.filter(pk=board).update(match=match)
    competitors.fixtures.bulk_create(
        competitors.new_fixture(
            **{**bye, "day": bye["day"] and date.fromisoformat(bye["day"])},
            home_id=competitor,
            award=Award.BYE,
        )
        for bye in result.entrant.before_left["byes"]
    )
    entrant = result.entrant
    entrant.left_round, entrant.struck, entrant.before_left = None, False, {}
    _entrant_save(entrant)
    _log(by, competitors, "return", competitor)
    rows = [row.pk for row in result.rest]
    competitor_message(Kind.ENTRANT_BACK, season, competitor, rows)
    return result


def _open_again(season: Season, row: Fixture | Meeting, result: Return) -> None:
    row.award, row.reason = "", result.entrant.before_left["reasons"][str(row.pk)]
    row.version += 1
    row.save(update_fields=["award", "reason", "version"])
    if isinstance(row, Fixture):
        row.match = result.matches.get(row.pk)
        if row.table and row.match is None:
            row.table = free_table(season, row)
        row.save(update_fields=["match", "table"])


def _withdrawn(competitors: Competitors, competitor: int) -> Any:
    """Raises: Invalid, naming the field, unless they have withdrawn and what changed is stored."""
    entrant, field = competitors.find(competitor), competitors.kind
    if entrant is None or entrant.left_round is None:
        text = _("There is no withdrawal from this season to undo.")
        raise Invalid("not_left", text, field=field)
    if not entrant.before_left:
        text = _("What this withdrawal changed was not kept, so it cannot be undone.")
        raise Invalid("not_kept", text, field=field)
    return entrant


def _return(competitors: Competitors, competitor: int) -> Return:
    entrant, field = _withdrawn(competitors, competitor), competitors.kind
    competitors.checked_names([competitor], field)
    before = entrant.before_left
    own = Q(home=competitor) | Q(away=competitor)
    fixtures = competitors.fixtures.filter(own, away__isnull=False)
    fixtures = fixtures.select_related("round", "home", "away", *competitors.related)
    rows = list(fixtures.order_by("round__number", "number"))
    rest = tuple(row for row in rows if str(row.pk) in before["reasons"])
    _check_others(competitors, competitor, rest, before)
    matches, begun = _begun_since(competitors, rest, before["match"])
    not_begun = [row for row in rest if row.pk not in begun]
    open_rows = competitors.open_fixtures.filter(day__in=[row.day for row in not_begun])
    check_days(competitors, competitor, not_begun, open_rows, field)
    state = competitors.states(rows)
    return Return(
        entrant=entrant,
        struck=entrant.struck,
        rest=rest,
        settled=tuple(row for row in rows if row not in rest and state(row) in SETTLED),
        byes=len(before["byes"]),
        matches=matches,
        begun=begun,
    )


def _check_others(
    competitors: Competitors, competitor: int, rest: Sequence[Any], before: Mapping[str, Any]
) -> None:
    """Others who withdrew later left fixtures undecided that they would have decided; others who
    came later have no fixture against this one."""
    left = {pk for pk, left_round in competitors.planned().items() if left_round is not None}
    since = left & {pk for row in rest for pk in sides_of(row) if pk != competitor}
    for name in competitors.names(since).values():
        text = _("%(name)s has withdrawn since. Undo that withdrawal first.") % {"name": name}
        raise Invalid("left_since", text, field=competitors.kind)
    for name in competitors.came_since(before):
        text = _(
            "%(name)s has joined since, and the two have no fixture, so this "
            "withdrawal can no longer be undone."
        )
        text %= {"name": name}
        raise Invalid("joined_since", text, field=competitors.kind)


def _begun_since(
    competitors: Competitors, rest: Sequence[Any], newest: int
) -> tuple[Mapping[int, Match], frozenset[int]]:
    """Matches by what each would have played, the earliest that was open to the two; and in which
    of `rest`. `newest`: the id of the last match before the withdrawal."""
    slots = competitors.slots(rest)
    matches: dict[int, Match] = {}
    begun: set[int] = set()
    rows = Match.objects.filter(event=competitors.season.pk, annulled_at=None, pk__gt=newest)
    players = {pk for slot in slots for pk in sides_of(slot)}
    rows = rows.filter(fixture=None, board=None, player_a__in=players, player_b__in=players)
    for match in rows.order_by("pk"):
        for slot in slots:
            if slot.pk not in matches and {*sides_of(slot)} == {*match.player_ids}:
                matches[slot.pk] = match
                begun.add(slot.meeting_id if isinstance(slot, Board) else slot.pk)
                break
    return matches, frozenset(begun)


def check_days(
    competitors: Competitors,
    competitor: int,
    rows: Iterable[Any],
    open_rows: QuerySet[Any],
    field: str,
) -> None:
    """Nobody plays twice at once: one of the others may have been given that sitting since.

    `open_rows`: what is to be played on the days of `rows`. Raises: Invalid, naming the field.
    """
    plays = {(pk, row.day, row.sitting) for row in open_rows for pk in sides_of(row)}
    for row in rows:
        other = next(pk for pk in sides_of(row) if pk != competitor)
        if row.day is not None and (other, row.day, row.sitting) in plays:
            refusal = Refusal(Why.PLAYS_ALREADY, {"entrant": other, "day": row.day})
            raise refused(refusal, competitors.names([other]), field=field)


def _log(
    by: Person, competitors: Competitors, verb: str, competitor: int, **detail: object
) -> None:
    act, season = f"{competitors.act_kind}_{verb}", competitors.season
    if season.boards:
        log_act(by, act, kind="team", about=competitor, **detail)
    else:
        log_act(by, act, kind="season", about=season.pk, player=competitor, **detail)
