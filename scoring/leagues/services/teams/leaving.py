"""Which team leaves, and what is taken back of it: by the rules for single players."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.messages import team_back_message, team_left_message
from scoring.leagues.models import Board, Fixture, Meeting, Season, Team
from scoring.leagues.selectors.fixture_states import State
from scoring.leagues.services.planning import leaving
from scoring.leagues.services.planning.leaving import Leaving, Returning
from scoring.leagues.services.planning.locking import reason_of, season_held

from .diary import diary_of, states_of, to_play
from .locking import check_of_teams, check_team, names_of

FIELD = "team"
TeamLeaving = Leaving[Team, Meeting]
TeamReturning = Returning[Team, Meeting]


def team_withdrawal_foreseen(*, by: Person, season: Season, team: int) -> TeamLeaving:
    """What team_withdraw would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _leaving(season, team)


@transaction.atomic(savepoint=False)
def team_withdraw(
    *, by: Person, season: Season, team: int, reason: str, version: int
) -> TeamLeaving:
    """What its players have done at its boards stays theirs.

    Raises: Denied; Stale, of the season; Invalid, naming the field, when it meets nobody, has left
    or is in a meeting just now.
    """
    moved = season_held(by, season, version)
    told = reason_of(reason)
    found = _leaving(moved, team)
    byes = Meeting.objects.filter(season=moved, home=team, award=Fixture.Award.BYE)
    marks = {"meeting": _last_meeting(moved), "match": leaving.last_match(moved)}
    leaving.leave(found, team, byes, told, marks)
    _moved(team)
    log_act(by, "team_withdraw", kind="team", about=team, struck=found.struck)
    team_left_message(moved, team, [one.pk for one in found.rest])
    return found


def _leaving(season: Season, team: int) -> TeamLeaving:
    check_of_teams(season)
    check_team(season, team)
    entered = Team.objects.get(pk=team)
    if entered.left_round is not None:
        text = _("This team has already withdrawn from the season.")
        raise Invalid("not_an_entrant", text, errors={FIELD: text})
    diary = diary_of(season)
    if any(team in one.entrants for one in diary.of(State.IN_PLAY)):
        text = _("This team is playing a meeting. Wait until it ends.")
        raise Invalid("in_play", text, errors={FIELD: text})
    return leaving.leaving(entered, team, diary, names_of([team]), FIELD)


def _last_meeting(season: Season) -> int:
    last = Meeting.objects.filter(season=season).aggregate(last=Max("pk"))["last"]
    return int(last or 0)


def _moved(team: int) -> None:
    Team.objects.filter(pk=team).update(version=F("version") + 1)


def team_return_foreseen(*, by: Person, season: Season, team: int) -> TeamReturning:
    """What team_return would come to. Raises: as it does."""
    require(by, Act.RUN_SEASON)
    return _returning(season, team)


@transaction.atomic(savepoint=False)
def team_return(*, by: Person, season: Season, team: int, version: int) -> TeamReturning:
    """As if it had never left.

    Raises: Denied; Stale, of the season; Invalid, naming the field, when it has not left, or
    something that was made since would be otherwise.
    """
    moved = season_held(by, season, version)
    found = _returning(moved, team)
    for meeting in found.rest:
        leaving.open_again(found, meeting)
        meeting.save(update_fields=["award", "reason", "version"])
    for board, match in found.matches.items():
        Board.objects.filter(pk=board).update(match=match)
    byes = leaving.byes_again(found)
    Meeting.objects.bulk_create(Meeting(**kept, season=moved, home_id=team) for kept in byes)
    leaving.returned(found)
    _moved(team)
    log_act(by, "team_return", kind="team", about=team)
    team_back_message(moved, team, [one.pk for one in found.rest])
    return found


def _returning(season: Season, team: int) -> TeamReturning:
    check_of_teams(season)
    check_team(season, team)
    entered = leaving.gone(Team.objects.get(pk=team), FIELD)
    kept = entered.before_left
    met = Meeting.objects.filter(season=season, away__isnull=False)
    met = met.select_related("round", "home", "away").order_by("round__number", "number")
    rows = list(met.filter(Q(home=team) | Q(away=team)))
    rest = leaving.rest_of(entered, rows)
    left = Team.objects.filter(season=season, left_round__isnull=False).exclude(pk=team)
    others = [leaving.other_of(one, team) for one in rest]
    leaving.check_still_here(dict(left.values_list("pk", "name")), others, FIELD)
    leaving.check_nobody_came(_came(season, kept["meeting"]), FIELD)
    matches = _begun_since(season, rest, kept["match"])
    begun = set(Board.objects.filter(pk__in=matches).values_list("meeting", flat=True))
    unbegun = [one for one in rest if one.pk not in begun]
    there = to_play(season).filter(day__in=[one.day for one in unbegun])
    leaving.check_days(team, unbegun, there, names_of, FIELD)
    return leaving.returning(entered, rows, states_of(season, rows), matches)


def _came(season: Season, meeting: int) -> list[str]:
    """Which teams have their meetings since that one."""
    since = Meeting.objects.filter(season=season, pk__gt=meeting)
    pairs = since.values_list("home", "away")
    before = Meeting.objects.filter(season=season, pk__lte=meeting).values_list("home", "away")
    known = {pk for pair in before for pk in pair}
    return list(names_of({pk for pair in pairs for pk in pair if pk} - known).values())


def _begun_since(season: Season, rest: Sequence[Meeting], match: int) -> Mapping[int, Match]:
    """Each would have played the earliest board of the two that was open."""
    waiting = Board.objects.filter(meeting__in=rest, match=None, award="").exclude(home=None)
    waiting = waiting.exclude(away=None).order_by("meeting__round__number", "number")
    ready = [one for one in waiting.select_related("meeting") if one.meeting.is_lined_up]
    counting = Match.objects.filter(event=season.pk, annulled_at=None)
    since = counting.filter(pk__gt=match, board=None).order_by("pk")
    found: dict[int, Match] = {}
    for one in since:
        open_ = [
            board
            for board in ready
            if board.pk not in found and {board.home_id, board.away_id} == {*one.player_ids}
        ]
        if open_:
            found[open_[0].pk] = one
    return found
