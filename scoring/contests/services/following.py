"""What a match at a contest's table says to the contest: who won the game, or that nobody did."""

from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Invalid
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.evenings.models import Evening
from games.matches.models import Entry, Match
from scoring.contests.labels import kinds
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.selectors.courses import Course, read

from .entries import append_events, current_course, entries_write
from .facts import changes_keeping_facts, changes_without


def contest_follow(
    *,
    match: Match,
    before: MatchState,
    after: MatchState,
    by: Person,
    entry: Entry | None = None,
    **_signal: Any,
) -> None:
    """Within the act that changed the match, whose evening it has locked.

    Raises: Invalid when a game was dealt since that hangs on this one, or the match is annulled, or
    is stopped while its contest runs.
    """
    if entry is not None and (entry.annuls or entry.stops):
        played_as = _contest_of(match)
        is_ending = played_as is not None and (entry.annuls or not played_as.over)
        if played_as is not None and is_ending and _is_game_of(played_as, match):
            text = str(kinds.GAME_OF[played_as.kind])
            raise Invalid("of_contest", text, field="version")
    if match.evening_table_id is None or (before.over, before.winner) == (after.over, after.winner):
        return
    contest = _contest_of(match)
    if contest is None:
        return
    course, reason = current_course(contest), _reason(match)
    won = _place_of_result(course, match)
    if not after.over:
        if won is not None:
            _take_back_result(by, course, won, reason)
    elif won is not None:
        following = changes_keeping_facts(course, {won: GameWon(_winner(match, after))})
        entries_write(by, course, following.changes, reason=reason, gave_way=following.gave_way)
    elif _is_in_play(course, match):
        append_events(by, course, GameWon(_winner(match, after)), match=match.pk)


def _is_game_of(contest: Contest, match: Match) -> bool:
    """Not of a match whose deal was taken back."""
    return any(one.entry.match == match.pk for one in read(contest).happened)


def _is_in_play(course: Course, match: Match) -> bool:
    """A game in play when its contest was closed counts for nothing, however it is played out."""
    dealt = course.dealt
    return dealt is not None and dealt.entry.match == match.pk and not course.state.over


def move_guard(*, match: Match, **_signal: Any) -> None:
    """Raises: Invalid for a game of a contest, which has its own table."""
    if (played_as := _contest_of(match)) is not None:
        text = str(kinds.TABLE_OF[played_as.kind])
        raise Invalid("of_contest", text, field="evening_table")


def _contest_of(match: Match) -> Contest | None:
    entry = _entry.first(match=match.pk)
    return entry.contest if entry else None


_entry = Composed(
    lambda match: (
        ContestEntry.objects.filter(match=match)
        .select_related("contest__evening")
        .order_by("contest", "number", "place")[:1]
    ),
    match=int,
)


def _place_of_result(course: Course, match: Match) -> int | None:
    """Where in the contest it says who won this match."""
    places = [
        one.place
        for one in course.happened
        if isinstance(one.event, GameWon) and one.entry.match == match.pk
    ]
    return places[0] if places else None


def _winner(match: Match, state: MatchState) -> int:
    return match.player_a_id if state.winner is Seat.A else match.player_b_id


def _reason(match: Match) -> str:
    """Of the entry that changed it, where that was a correction."""
    entry = match.entries.order_by("-number").first()
    return entry.reason if entry else ""


def _take_back_result(by: Person, course: Course, place: int, reason: str) -> None:
    since = [one for one in course.happened if one.place > place]
    if any(isinstance(one.event, Dealt) for one in since):
        text = _(
            "A later game depends on this result. Correct the winner, or undo the later game first."
        )
        raise Invalid("later_game_dealt", text, field="version")
    following = changes_without(course, place)
    entries_write(by, course, following.changes, reason=reason, gave_way=following.gave_way)


def sign_off_guard(*, evening: Evening, **_signal: Any) -> None:
    """Within the sign-off, which is rolled back. Raises: Invalid."""
    running = Contest.objects.filter(evening=evening, over=False).select_related("table")
    tables = [contest.table.name for contest in running]
    if not tables:
        return
    if len(tables) == 1:
        text = str(kinds.RUNS_AT[running[0].kind]) % {"table": tables[0]}
    else:
        # Translators: %(tables)s is a list of tables, such as "2, 4".
        text = _("Pools or chouettes are still running at tables %(tables)s. Close them first.") % {
            "tables": ", ".join(tables)
        }
    raise Invalid("contest_running", text, field="evening")


def merge_guard(*, gone: Player, **_signal: Any) -> MergeEffects:
    """A running contest knows a player by the id they joined under. Raises: Invalid."""
    for contest in Contest.objects.filter(club_id=gone.club_id, over=False):
        if any(getattr(one.event, "player", None) == gone.pk for one in read(contest).happened):
            text = str(kinds.PLAYER_IN[contest.kind]) % {"name": gone.name}
            raise Invalid("contest_running", text, field="gone")
    return MergeEffects()


def settle_guard(*, evenings: list[int], **_signal: Any) -> None:
    """Raises: Invalid while something is still played for at one of them."""
    running = Contest.objects.filter(evening__in=evenings, over=False).first()
    if running is not None:
        text = str(kinds.STILL_RUNS[running.kind])
        raise Invalid("contest_running", text, field="books")
