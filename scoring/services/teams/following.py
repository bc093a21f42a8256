"""Boards follow the matches: whoever begins a match against his adversary of a board plays it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q, QuerySet

from games.models import Match
from games.signals import Entered
from scoring.models import Board, Meeting
from scoring.services.standings import season_moved
from scoring.teams.due import open_boards


def board_follow(*, match: Match, **_signal: Any) -> None:
    """The earliest board of the two that is open; a match beyond these is of no meeting."""
    if match.event_id is not None:
        _link(match.event_id, match.pk, match.player_ids)


def boards_gather(*, entered: Sequence[Entered], **_signal: Any) -> None:
    """In the order in which they were entered."""
    for one in sorted(entered, key=lambda one: (one.event_id or 0, one.match_id)):
        if one.event_id is not None:
            _link(one.event_id, one.match_id, one.player_ids)


def _link(event_id: int, match_id: int, pair: tuple[int, int]) -> None:
    if not _open(event_id, pair).exists():
        return
    # Two matches of the same two may begin at once: each has its board, one after the other.
    season_moved(event_id)
    found = _open(event_id, pair).order_by("meeting__round__number", "number").first()
    if found is not None:
        _set(found, match_id)


def _open(event_id: int, pair: tuple[int, int]) -> QuerySet[Board]:
    a, b = pair
    paired = Q(home=a, away=b) | Q(home=b, away=a)
    return open_boards().filter(paired, meeting__season=event_id)


def board_link(board: Board, match: Match) -> None:
    """This one and no other of the two; what it has been following by itself is open again."""
    if Board.objects.filter(pk=board.pk, match=match).exists():
        return
    season_moved(board.meeting.season_id)
    for other in Board.objects.filter(match=match).exclude(pk=board.pk):
        Board.objects.filter(pk=other.pk).update(match=None)
        _touched(other)
    _set(board, match.pk)


def _set(board: Board, match_id: int) -> None:
    Board.objects.filter(pk=board.pk, match=None, award="").update(match=match_id)
    _touched(board)


def _touched(board: Board) -> None:
    Meeting.objects.filter(pk=board.meeting_id).update(version=F("version") + 1)
