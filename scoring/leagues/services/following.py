"""Fixtures and boards follow the matches: who starts a match of their season plays what is open
between the two, the earliest first. What a match is played for is called its slot here."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match
from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.selectors.fixtures import open_boards, open_fixtures

from .decisions import check_both_play
from .planning import free_table
from .standings import season_moved, standing_enter, standing_leave

Slot = Fixture | Board
Pair = tuple[int, int]


def fixture_follow(*, match: Match, **_signal: Any) -> None:
    """A match beyond the open fixtures and boards of the two is played for none."""
    if match.event_id is not None:
        _follow(match.event_id, match.pk, match.player_ids)


def fixtures_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """In the order in which the matches were entered."""
    events = {one.event_id for one in entered}
    fixtures = open_fixtures().filter(event__in=events)
    boards = open_boards().filter(meeting__season__in=events)
    pairs = (
        *fixtures.values_list("event", "home", "away"),
        *boards.values_list("meeting__season", "home", "away"),
    )
    for event_id, match_id, pair in _with_slots(entered, pairs):
        _follow(event_id, match_id, pair)


def _with_slots(
    entered: Sequence[EnteredMatch], rows: Iterable[Sequence[int | None]]
) -> Iterator[tuple[int, int, Pair]]:
    """Event, match and the two players, where something is open between them. `rows`: event and
    pair of each slot, read once: an import may bring thousands of matches that nobody planned."""
    pairs = {(event, frozenset(pair)) for event, *pair in rows}
    for one in sorted(entered, key=lambda one: (one.event_id or 0, one.match_id)):
        if one.event_id is not None and (one.event_id, frozenset(one.player_ids)) in pairs:
            yield one.event_id, one.match_id, one.player_ids


def _follow(event_id: int, match_id: int, pair: Pair) -> None:
    if not any(rows.exists() for rows in _open_slots(event_id, pair)):
        return
    # Two matches of the same two may start at once: each takes its own, one after the other.
    season_moved(event_id)
    for rows in _open_slots(event_id, pair):
        slot = rows.first()
        if slot is not None:
            _set(slot, match_id)


def _open_slots(event_id: int, pair: Pair) -> tuple[QuerySet[Fixture], QuerySet[Board]]:
    """One of the two is empty: a season is of players or of teams."""
    fixtures = open_fixtures().filter(_between(pair), event=event_id)
    boards = open_boards().filter(_between(pair), meeting__season=event_id)
    return (
        fixtures.order_by("round__number", "number"),
        boards.order_by("meeting__round__number", "number"),
    )


def _between(pair: Pair) -> Q:
    a, b = pair
    return Q(home=a, away=b) | Q(home=b, away=a)


def fixture_link(slot: Slot, match: Match) -> None:
    """This one and no other of the two; what the match followed by itself is open again.

    Raises: Invalid when the players of a board have changed since it was read.
    """
    if type(slot).objects.filter(pk=slot.pk, match=match).exists():
        return
    season_moved(slot.event_id if isinstance(slot, Fixture) else slot.meeting.season_id)
    for other in type(slot).objects.filter(match=match).exclude(pk=slot.pk):
        type(slot).objects.filter(pk=other.pk).update(match=None)
        _bump_version(other)
    if not _set(slot, match.pk) and isinstance(slot, Board):
        text = _(
            "The line-up of this board has changed since you opened this page. "
            "Check it and try again."
        )
        raise Invalid("board_changed", text, errors={"boards": text})


def _set(slot: Slot, match_id: int) -> bool:
    """False where others play there now, or it was begun or decided."""
    if isinstance(slot, Fixture):
        rows: QuerySet[Any] = Fixture.objects.filter(pk=slot.pk)
    else:
        rows = Board.objects.filter(pk=slot.pk, home=slot.home_id, away=slot.away_id)
        rows = rows.filter(meeting__award="")
    if not rows.filter(match=None, award="").update(match=match_id):
        return False
    _bump_version(slot)
    return True


def _bump_version(slot: Slot) -> None:
    if isinstance(slot, Fixture):
        Fixture.objects.filter(pk=slot.pk).update(version=F("version") + 1)
    else:
        Meeting.objects.filter(pk=slot.meeting_id).update(version=F("version") + 1)


def annulment_follow(*, match: Match, entry: Entry | None = None, **_signal: Any) -> None:
    """What an annulled match was played for is open again, and is its own again when the match is
    restored; before the standings follow the match.

    Raises: Invalid when something else rests on the match, or what it was played for was decided
    since.
    """
    if match.event_id is None or entry is None or not (entry.annuls or entry.reinstates):
        return
    season = season_moved(match.event_id)
    if season is None:
        return
    if entry.annuls:
        _let_go(season, match)
        standing_leave(season, match)
    else:
        standing_enter(match=match)
        fixture_follow(match=match)
        _check_followed(match)


def _let_go(season: Season, match: Match) -> None:
    """To be played again, at another table if another fixture has its own since.

    Raises: Invalid where one of the two has withdrawn, so that nobody could play it.
    """
    fixture = Fixture.objects.filter(match=match.pk).first()
    board = Board.objects.select_related("meeting").filter(match=match.pk).first()
    if fixture is not None:
        check_both_play(season, fixture, "version")
        fixture.match = None
        fixture.table = fixture.table and free_table(season, fixture)
        fixture.save(update_fields=["match", "table"])
        _bump_version(fixture)
    if board is not None:
        check_both_play(season, board.meeting, "version")
        board.match = None
        board.save(update_fields=["match"])
        _bump_version(board)


def _check_followed(match: Match) -> None:
    """Raises: Invalid where the two were to play each other, and the match is none of that."""
    between = _between(match.player_ids)
    fixtures = Fixture.objects.filter(between, event=match.event_id)
    boards = Board.objects.filter(between, meeting__season=match.event_id)
    for rows in (fixtures, boards):
        check_again(rows, match)


def check_again(planned: QuerySet[Any], match: Match) -> None:
    """`planned`: all that the two were to play. Raises: Invalid where the match is none of it."""
    if planned.exists() and not planned.filter(match=match.pk).exists():
        text = _(
            "The fixture, board or tournament match that it was played for has "
            "since been started or decided."
        )
        raise Invalid("decided_since", text, errors={"version": text})
