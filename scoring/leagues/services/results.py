"""The result of a fixture or board that was played without the site, entered afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.core.exceptions import Absent, Invalid, get_or_absent
from games.engine.match import apply, begin
from games.engine.refusals import RefusalError
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, RubberEntry, Score, Terms
from games.matches.labels import engine
from games.matches.models import Match
from games.matches.selectors.reading import terms
from games.matches.services.entries import rubber_placed
from games.matches.services.matches import match_enter_at_once
from scoring.leagues.models import Board, Fixture, Season

from .decisions import check_undecided
from .starting import Slot, fixture_link

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayedResult:
    """In the order of play, home's first: the score of each game, or the games won in each rubber.
    A match of games alone is one rubber."""

    games: tuple[Pair, ...] = ()
    rubbers: tuple[Pair, ...] = ()

    @property
    def field(self) -> str:
        return "games" if self.games else "rubbers"

    def plays(self) -> Iterator[Play]:
        for home, away in self.games:
            yield GameEntry(1, Score(home, away))
        for home, away in self.rubbers:
            yield RubberEntry(home, away)


@transaction.atomic(savepoint=False)
def result_enter(*, by: Person, slot: Slot, result: PlayedResult, played_on: date) -> Match:
    """Without a hand; the match is of no evening. Its own undo, and annulling it, take it back.

    Raises: Absent; Denied; Invalid, naming the field, for a day or a result that cannot be, and
    when the fixture or board is not open.
    """
    slot = get_or_absent(_rows(slot), slot.pk)
    season = _season_of(slot)
    if season.event.club_id != by.club_id:
        raise Absent
    own = by.user_id is not None and by.player_id in (slot.home_id, slot.away_id)
    require_own_or_any(by, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)
    _check_open(slot)
    _check_day(season, played_on)
    at = _time_of(played_on)
    plays = [(play, at) for play in checked_plays(terms(season.event), result)]
    try:
        match = match_enter_at_once(
            by=by,
            plays=plays,
            player_a=slot.home_id or 0,
            player_b=slot.away_id or 0,
            event_id=season.pk,
            fixture_id=slot.pk if isinstance(slot, Fixture) else None,
        )
    except Invalid as fault:
        raise _taken() if fault.code == "fixture_not_open" else fault from fault
    fixture_link(slot, match)
    if not type(slot).objects.filter(pk=slot.pk, match=match).exists():
        raise _taken()
    return match


def _rows(slot: Slot) -> QuerySet[Any]:
    if isinstance(slot, Board):
        return Board.objects.select_related("meeting")
    return Fixture.objects.select_related("match__evening_table__evening")


def _season_of(slot: Slot) -> Season:
    seasons = Season.objects.select_related("event")
    return seasons.get(pk=slot.event_id if isinstance(slot, Fixture) else slot.meeting.season_id)


def _check_open(slot: Slot) -> None:
    if isinstance(slot, Fixture):
        check_undecided(slot)
        return
    meeting = slot.meeting
    if meeting.award or not meeting.is_lined_up or None in (slot.home_id, slot.away_id):
        text = _("Both line-ups must be entered, with a player on each side of this board.")
        raise Invalid("not_lined_up", text, field="board")
    if slot.match_id is not None or slot.award:
        raise _taken()


def _taken() -> Invalid:
    text = _("This fixture or board has since been started or decided. Check its result.")
    return Invalid("decided_since", text, field="result")


def _check_day(season: Season, day: date) -> None:
    text = ""
    if day > timezone.localdate():
        text = _("%(day)s is still to come. Choose today or an earlier day.")
    elif day < season.starts_on:
        text = _("The season begins on %(first)s. Choose that day or a later one.")
    elif day > season.ends_on:
        text = _("The season ends on %(last)s. Choose that day or an earlier one.")
    if text:
        days = {"day": day, "first": season.starts_on, "last": season.ends_on}
        shown = {name: date_format(value, "DATE_FORMAT") for name, value in days.items()}
        raise Invalid("day_impossible", text % shown, field="played_on")


def _time_of(day: date) -> datetime:
    """Noon of a day that is over: nobody noted the hour."""
    now = timezone.now()
    noon = datetime.combine(day, time(12), tzinfo=timezone.get_current_timezone())
    return noon if day < timezone.localdate(now) else now


def checked_plays(agreed: Terms, result: PlayedResult) -> list[Play]:
    """As a match under these terms takes them. Raises: Invalid unless it is over with them."""
    if bool(result.games) == bool(result.rubbers):
        text = _("Enter the games won, or the score of each game.")
        raise Invalid("result_needed", text, field="games")
    state, plays = begin(agreed, None), list[Play]()
    for number, play in enumerate(result.plays()):
        if state.over:
            text = _("The match was over before this. Leave it out.")
            raise Invalid("match_over", text, field=f"{result.field}.{number}")
        if isinstance(play, GameEntry):
            what: Play = GameEntry(state.game, play.score)
        else:
            assert isinstance(play, RubberEntry)  # noqa: S101 - plays() makes no others
            what = rubber_placed(play, state)
        try:
            state = apply(state, what)[0]
        except RefusalError as error:
            fault = engine.refused(error.refusal)
            name = f"{result.field}.{number}"
            raise Invalid(fault.code, fault.detail, field=name, extra=fault.extra) from None
        plays.append(what)
    if not state.over:
        text = _("The match is not over with this result. Enter all of its games.")
        raise Invalid("result_unfinished", text, field=result.field)
    return plays


def games_won(agreed: Terms, games: Sequence[Pair]) -> Pair:
    """What the scores of these games come to, home's first. Raises: as checked_plays."""
    plays = checked_plays(agreed, PlayedResult(games=tuple(games)))
    won = [play.score.a > play.score.b for play in plays if isinstance(play, GameEntry)]
    return sum(won), len(won) - sum(won)
