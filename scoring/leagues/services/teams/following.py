"""Boards follow the matches: whoever begins a match against his adversary of a board plays it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.changes import EnteredMatch
from games.matches.models import Match
from scoring.leagues.models import Board, Meeting, Team
from scoring.leagues.selectors.teams.due import open_boards
from scoring.leagues.services.planning.following import check_again, linkable
from scoring.leagues.services.standings import season_moved


def board_follow(*, match: Match, **_signal: Any) -> None:
    """The earliest board of the two that is open; a match beyond these is of no meeting."""
    if match.event_id is not None:
        _link(match.event_id, match.pk, match.player_ids)


def boards_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """In the order in which they were entered."""
    rows = open_boards().filter(meeting__season__in={one.event_id for one in entered})
    found = rows.values_list("meeting__season", "home", "away")
    for event, match, pair in linkable(entered, found):
        _link(event, match, pair)


def _link(event_id: int, match_id: int, pair: tuple[int, int]) -> None:
    if not _open(event_id, pair).exists():
        return
    # Two matches of the same two may begin at once: each has its board, one after the other.
    season_moved(event_id)
    found = _open(event_id, pair).order_by("meeting__round__number", "number").first()
    if found is not None:
        _set(found, match_id)


def board_let_go(match: Match) -> None:
    """Of a match that is annulled, within the season's lock: to be played again.

    Raises: Invalid where a team has left.
    """
    found = Board.objects.select_related("meeting").filter(match=match.pk).first()
    if found is not None:
        check_both_play(found.meeting, "version")
        found.match = None
        found.save(update_fields=["match"])
        _touched(found)


def board_again(match: Match) -> None:
    """Of a match that counts again. Raises: Invalid where no board of the two is open."""
    board_follow(match=match)
    a, b = match.player_ids
    paired = Q(home=a, away=b) | Q(home=b, away=a)
    check_again(Board.objects.filter(paired, meeting__season=match.event_id), match)


def check_both_play(meeting: Meeting, field: str) -> None:
    """What is not played since a team left would never be."""
    pair = (meeting.home_id, meeting.away_id)
    if Team.objects.filter(pk__in=pair, left_round__isnull=False).exists():
        text = _("One of the two has withdrawn from the season. Undo that withdrawal first.")
        raise Invalid("entrant_left", text, errors={field: text})


def _open(event_id: int, pair: tuple[int, int]) -> QuerySet[Board]:
    a, b = pair
    paired = Q(home=a, away=b) | Q(home=b, away=a)
    return open_boards().filter(paired, meeting__season=event_id)


def board_link(board: Board, match: Match) -> None:
    """This one and no other of the two; what it has been following by itself is open again.

    Raises: Invalid when the board has become another since it was read.
    """
    if Board.objects.filter(pk=board.pk, match=match).exists():
        return
    season_moved(board.meeting.season_id)
    for other in Board.objects.filter(match=match).exclude(pk=board.pk):
        Board.objects.filter(pk=other.pk).update(match=None)
        _touched(other)
    if not _set(board, match.pk):
        text = _(
            "The line-up of this board has changed since you opened this page. "
            "Check it and try again."
        )
        raise Invalid("board_changed", text, errors={"boards": text})


def _set(board: Board, match_id: int) -> bool:
    """False where somebody else plays there now, or it is decided."""
    rows = Board.objects.filter(pk=board.pk, home=board.home_id, away=board.away_id)
    if not rows.filter(match=None, award="", meeting__award="").update(match=match_id):
        return False
    _touched(board)
    return True


def _touched(board: Board) -> None:
    Meeting.objects.filter(pk=board.meeting_id).update(version=F("version") + 1)
