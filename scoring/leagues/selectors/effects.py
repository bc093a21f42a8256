"""What pages of lower apps show of seasons: effects of a correction, fixtures, boards due."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.composed import Composed
from games.evenings.models import Evening
from games.matches.changes import DueMatches, DuePair, NextStep, PlayerFact
from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels
from scoring.leagues.models import Board, Fixture, Round, Season
from scoring.tables.results import SHARE_FIELDS

from . import team_standings
from .due import (
    boards_due,
    boards_due_on,
    fixture_of,
    fixtures_due,
    fixtures_due_on,
    next_fixture,
    next_meeting,
    open_fixtures,
    open_pairs,
    uncounted,
)
from .seasons import table


def season_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Rank, points and all the rest of everybody in the table: others may go up or down too."""
    if match.event is None or not Season.objects.filter(pk=match.event.pk).exists():
        return []
    said, name = labels(), match.event.name
    return [
        Figure("season", match.event.pk, line.player, figure, name, line.name, said[figure], value)
        for line in table(match.event.pk, named=True).lines
        for figure, value in (("rank", line.rank), *_shares(line.share))
    ]


def _shares(share: Any) -> list[tuple[str, int]]:
    order = ("points", *(name for name in SHARE_FIELDS if name != "points"))
    return [(name, getattr(share, name)) for name in order]


def team_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Rank, match points and board points of every team: others may go up or down too."""
    if match.event is None or not Board.objects.filter(match=match.pk).exists():
        return []
    season = match.event.pk
    event_table = team_standings.team_table_now(season)
    title = _("%(season)s, teams") % {"season": match.event.name}
    said = {
        "rank": labels()["rank"],
        "match_points": _("match points"),
        "board_points": _("board points"),
    }
    return [
        Figure("teams", season, line.player, name, title, line.name, said[name], value)
        for line in team_standings.team_lines(event_table, event_table.table)
        for name, value in (
            ("rank", line.rank),
            ("match_points", line.share.points),
            ("board_points", line.share.games_for),
        )
    ]


# Every page of a match of teams asks.
_board = Composed(
    lambda match: Board.objects.filter(match=match).select_related("meeting").order_by(), match=int
)


def next_step(*, match: Match, **_signal: Any) -> NextStep | None:
    """The fixture or board of the match; who sees a match sees its season's fixtures."""
    if match.event is None or match.event.drawn:
        return None
    club, season = match.club.slug, match.event_id
    if match.event.of_teams:
        board = _board.first(match=match.pk)
        if board is None:
            label = _("Counts for no meeting: the two had no board left in this season")
            return NextStep("", reverse("season_meetings", args=(club, season)), label, leads=False)
        address = reverse("meeting", args=(club, board.meeting_id))
        label = _("Board %(number)s of a meeting") % {"number": board.number}
        return NextStep("", address, label, leads=False)
    fixture = fixture_of(match)
    if fixture is not None:
        address = reverse("fixture", args=(club, fixture.pk))
        label = _("Fixture of round %(round)s") % {"round": fixture.round.number}
        return NextStep("", address, label, leads=False)
    if uncounted([match.pk]):
        label = _("Does not count: the two had no fixture left in this season")
        return NextStep("", reverse("season_fixtures", args=(club, season)), label, leads=False)
    return None


def fixture_fact(*, player: Player, **_signal: Any) -> PlayerFact | None:
    """The player's next fixture."""
    fixture = next_fixture(player)
    if fixture is None or fixture.away is None or fixture.day is None:
        return None
    other = fixture.away if fixture.home_id == player.pk else fixture.home
    address = reverse("fixture", args=(fixture.event.club.slug, fixture.pk))
    note = ", ".join([*_when(fixture.day, fixture.sitting), str(fixture.event)])
    return PlayerFact(_("Next fixture"), other.name, note, address, fixture.day)


def _when(day: date, sitting: int | None) -> list[str]:
    details = [date_format(day, "DATE_FORMAT")]
    if sitting:
        details.append(_("sitting %(number)s") % {"number": sitting})
    return details


def meeting_fact(*, player: Player, **_signal: Any) -> PlayerFact | None:
    """The next meeting of the player's team, and their board if it is known."""
    meeting = next_meeting(player)
    if meeting is None or meeting.away is None or meeting.day is None:
        return None
    is_home = meeting.home.members.filter(player=player).exists()
    details = [*_when(meeting.day, meeting.sitting), str(meeting.season)]
    boards = Board.objects.filter(Q(home=player) | Q(away=player), meeting=meeting)
    details += [_("board %(number)s") % {"number": board.number} for board in boards]
    address = reverse("meeting", args=(meeting.season.event.club.slug, meeting.pk))
    other = meeting.away if is_home else meeting.home
    return PlayerFact(_("Next meeting"), other.name, ", ".join(details), address, meeting.day)


def due_fixtures(*, evening: Evening, person: Person, **_signal: Any) -> DueMatches | None:
    """For people who may start them."""
    count = fixtures_due(evening).count() if person.may(Act.START_ANY) else 0
    address = reverse("evening_fixtures", args=(evening.club.slug, evening.pk))
    return DueMatches(count, address) if count else None


def due_boards(*, evening: Evening, person: Person, **_signal: Any) -> DueMatches | None:
    """For people who may start them."""
    count = boards_due(evening).count() if person.may(Act.START_ANY) else 0
    label = ngettext(
        "Start %(number)s board that is due", "Start %(number)s boards that are due", count
    )
    address = reverse("evening_boards", args=(evening.club.slug, evening.pk))
    return DueMatches(count, address, label % {"number": count}) if count else None


def due_fixture_pairs(
    *, club_id: int, day: date, player_ids: Collection[int], **_signal: Any
) -> list[DuePair]:
    of_them = Q(home__in=player_ids) | Q(away__in=player_ids)
    return [
        DuePair(one.event_id, one.home, one.away, _round_title(one.event.name, one.round), one.pk)
        for one in fixtures_due_on(club_id, day).filter(of_them)
        if one.away is not None
    ]


def pair_fixtures(
    *, event_id: int, player_ids: Collection[int], **_signal: Any
) -> list[tuple[int, str]]:
    """Those that are open between two players in a season."""
    rows = open_fixtures().filter(event=event_id, home__in=player_ids, away__in=player_ids)
    related = rows.select_related("round", "home", "away").order_by("round__number", "number")
    return [(one.pk, _fixture_title(one)) for one in related]


def _fixture_title(fixture: Fixture) -> str:
    if fixture.day is None:
        return _("Round %(round)s") % {"round": fixture.round.number}
    day = date_format(fixture.day, "DATE_FORMAT")
    return _("Round %(round)s, %(day)s") % {"round": fixture.round.number, "day": day}


def season_uncounted(*, match_ids: Collection[int], **_signal: Any) -> frozenset[int]:
    return uncounted(match_ids)


def season_fixtures_left(
    *, event_ids: Collection[int], **_signal: Any
) -> Mapping[int, Mapping[frozenset[int], int]]:
    return open_pairs(event_ids)


def due_board_pairs(
    *, club_id: int, day: date, player_ids: Collection[int], **_signal: Any
) -> list[DuePair]:
    of_them = Q(home__in=player_ids) | Q(away__in=player_ids)
    return [
        DuePair(
            one.meeting.season_id,
            one.home,
            one.away,
            _round_title(one.meeting.season.event.name, one.meeting.round),
        )
        for one in boards_due_on(club_id, day).filter(of_them)
        if one.home is not None and one.away is not None
    ]


def _round_title(season: str, row: Round) -> str:
    return _("%(season)s, round %(round)s") % {"season": season, "round": row.number}
