"""Tables with results, meetings or rulings that are only tried: nothing of it is saved."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.core.exceptions import Invalid
from games.engine.match import replay
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import Entry, Format, RubberEntry
from games.matches.labels import engine as game_words
from games.matches.models import Event
from games.matches.selectors.reading import terms
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints, met, reachable
from scoring.tables.results import Meeting, Ruling, Scheme, Share, played, share
from scoring.tables.table import WhatIf, compared, table_of, what_if

from .standings import EventTable


class TrialResult(NamedTuple):
    """Games won by the first and by the second of two players; rubbers where there are several."""

    first: int
    second: int
    games: tuple[int, int]


def table_with_results(
    event_table: EventTable, event: Event, results: Iterable[TrialResult]
) -> WhatIf:
    """Raises: Invalid, naming the field, for players without a place and impossible games."""
    meetings: list[Meeting] = []
    for first, second, games in results:
        check_two(event_table, first, second)
        shares = shares_by(event, event_table.data.scheme, games)
        round_ = next_round(event_table, (first, second), meetings)
        meetings.append(played(round_, first, second, *shares))
    return what_if(event_table.table, meetings)


def table_with_rulings(event_table: EventTable, rulings: Iterable[Ruling]) -> WhatIf:
    data = replace(event_table.data, rulings=(*event_table.data.rulings, *rulings))
    return compared(event_table.table, table_of(data, event_table.order))


def check_two(event_table: EventTable, first: int, second: int, *, of_teams: bool = False) -> None:
    fields = ("team_a", "team_b") if of_teams else ("player_a", "player_b")
    errors = {
        field: _("Must be in the standings of this season.")
        for field, entrant in zip(fields, (first, second), strict=True)
        if entrant not in event_table.table.places
    }
    if first == second:
        errors[fields[1]] = (
            _("Choose two different teams.") if of_teams else _("Choose two different players.")
        )
    if errors:
        raise Invalid("invalid_try", _("This result cannot be tried out."), errors=errors)


def shares_by(event: Event, scheme: Scheme, games: tuple[int, int]) -> tuple[Share, Share]:
    """As for a match of which only the games won are known."""
    agreed = terms(event)
    try:
        state = replay(agreed, None, _entries(agreed.format, *games))
    except RefusalError as error:
        text = game_words.refusal(error.refusal)
        raise Invalid(error.refusal.code, text, field="games") from error
    if not state.over:
        text = _("Enter a finished match: one player has won %(won)s of %(rubbers)s rubbers.") % {
            "rubbers": agreed.format.rubbers,
            "won": agreed.format.rubbers_to_win,
        }
        raise Invalid("games_impossible", text, field="games")
    return share(state, Seat.A, scheme), share(state, Seat.B, scheme)


def _entries(form: Format, a: int, b: int) -> list[Entry]:
    """Of several rubbers so many are won by each, in the fewest games, the match's winner last."""
    if form.rubbers == 1:
        return [RubberEntry(a, b)]
    to_win = form.to_win
    won, lost = ((to_win, 0), a), ((0, to_win), b)
    ends = [end for end, count in sorted((won, lost), key=itemgetter(1)) for _one in range(count)]
    return [RubberEntry(*end, game=1 + form.games * at) for at, end in enumerate(ends)]


def next_round(
    event_table: EventTable,
    pair: tuple[int, int],
    before: Sequence[Meeting],
    *,
    of_teams: bool = False,
) -> int:
    """That of their next fixture without a result; where none are planned, one after all others.

    Raises: Invalid for two who have met as often as was planned.
    """
    left = sorted(
        round_ for round_, *two in fixtures_left(event_table, before) if set(two) == set(pair)
    )
    if left:
        return left[0]
    if is_planned(event_table):
        text = (
            _("These two teams have no fixture left. Choose one of the open fixtures.")
            if of_teams
            else _("These two players have no fixture left. Choose one of the open fixtures.")
        )
        field = "team_b" if of_teams else "player_b"
        raise Invalid("invalid_try", _("This result cannot be tried out."), errors={field: text})
    return max((0, *event_table.rounds, *(meeting.round for meeting in before))) + 1


def is_planned(event_table: EventTable) -> bool:
    """Whether only fixtures count. An open season has the days of its matches for rounds."""
    return bool(event_table.open_fixtures or (event_table.rounds and not event_table.days))


def fixtures_left(
    event_table: EventTable, tried: Iterable[Meeting] = ()
) -> list[tuple[int, int, int]]:
    """Round and two with a place, of those without a result and not tried."""
    places = event_table.table.places
    taken = {(meeting.round, frozenset((meeting.home, meeting.away))) for meeting in tried}
    return [
        (round_, home, away)
        for round_, home, away in event_table.open_fixtures
        if home in places and away in places and (round_, frozenset((home, away))) not in taken
    ]


# No meeting comes to more board points.
POINTS_MOST = 9_999
Boards = Sequence[tuple[BoardPoints, Share, Share]]


class TrialMeeting(NamedTuple):
    """Of two teams, the first's first: the games won at each board, or the board points alone."""

    first: int
    second: int
    boards: tuple[tuple[int, int], ...] = ()
    points: BoardPoints = BoardPoints()


def table_with_meetings(
    event_table: EventTable, season: Season, results: Iterable[TrialMeeting]
) -> WhatIf:
    """By board points alone, a meeting adds nothing to the games of its teams.

    Raises: Invalid, naming the field, for teams without a place and impossible boards.
    """
    meetings: list[Meeting] = []
    for first, second, games, points in results:
        check_two(event_table, first, second, of_teams=True)
        boards = _by_games(season, games) if games else _by_points(season, points)
        round_ = next_round(event_table, (first, second), meetings, of_teams=True)
        meeting = met(round_, first, second, boards, season.team_scheme)
        meetings.append(meeting if games else meeting._replace(boards=()))
    return what_if(event_table.table, meetings)


def _by_games(season: Season, results: Sequence[tuple[int, int]]) -> Boards:
    if len(results) != season.boards:
        text = ngettext(
            "Say how its one board ended, or give the board points alone.",
            "Say how each of the %(boards)s boards ended, or give the board points alone.",
            season.boards,
        ) % {"boards": season.boards}
        raise _refused("boards_missing", "boards", text)
    pairs = [shares_by(season.event, season.team_scheme.board, games) for games in results]
    return [(BoardPoints(own.points, other.points), own, other) for own, other in pairs]


def _by_points(season: Season, points: BoardPoints) -> Boards:
    """Where there are bonuses, boards may come to nearly everything."""
    scheme = season.team_scheme
    possible = scheme.board.has_bonuses or points in reachable(
        season.boards, scheme, draws=terms(season.event).format.may_end_level
    )
    if not possible:
        text = ngettext(
            "With one board, a meeting cannot end %(home)s–%(away)s.",
            "With %(boards)s boards, a meeting cannot end %(home)s–%(away)s.",
            season.boards,
        )
        text %= {"boards": season.boards, **points._asdict()}
        raise _refused("board_points_impossible", "board_points", text)
    return [(points, Share(), Share())]


def _refused(code: str, field: str, text: str) -> Invalid:
    return Invalid(code, text, field=field)
