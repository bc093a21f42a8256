"""A match of a file made ready to be entered, or why it cannot be."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.engine.marks import record_refusal
from games.engine.match import apply, begin
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import HandEntry, RubberEntry
from games.evenings.models import Table
from games.matches.labels import engine
from games.matches.services.entries import rubber_placed
from games.matches.services.matches import MatchTerms
from games.sheets.csv_format.lines import NOW
from games.sheets.csv_format.sheets import (
    Frame,
    LineFault,
    PlayedLine,
    Ref,
    Sheet,
)

from .club_index import ClubIndex, UnknownName, terms_of_line

COLUMNS = {"kings": "king", "tricks": "tricks_a", "score": "score_a", "games": "score_a"}
TERMS = ("code", "options", "rules", "format", "games", "rubbers", "game_values", "rubber_bonus")


@dataclass(frozen=True, slots=True)
class Prepared:
    """`plays` each with its time; `state` is what they come to. `states_when`: the file says when
    it began. `new_players`: the names of players who have no id yet, by the ids that stand for
    them. `misplaced`: why it cannot be entered where the file says, if it is not recorded yet."""

    line: int
    player_ids: tuple[int, int]
    event_id: int | None
    table: Table | None
    table_name: str
    terms: MatchTerms
    first_dealer: str
    started_at: datetime
    plays: tuple[tuple[Play, datetime], ...]
    state: MatchState
    states_when: bool = False
    new_players: tuple[tuple[int, str], ...] = ()
    misplaced: tuple[LineFault, ...] = ()
    stopped: str = ""
    # Its evening was signed off with it, where the file is from.
    after_sign_off: bool = False

    @property
    def key(self) -> tuple[int, int, datetime]:
        return (*self.player_ids, self.started_at)

    @property
    def played(self) -> Iterator[Play]:
        return (play for play, _at in self.plays)


def prepare(sheet: Sheet, book: ClubIndex, now: datetime) -> Prepared | None:
    """None when something is wrong: `sheet.wrong` says what. `now` is for what has no time."""
    frame = sheet.frame
    if frame is None:
        return None
    if book.is_foreign(frame):
        frame = _without_ids(frame)
    players = _players(sheet, frame, book)
    misplaced: list[LineFault] = []
    event_id = _place(sheet, misplaced, "season", partial(book.season, frame), frame.season)
    table = _table(sheet, misplaced, frame, book)
    terms = _terms(sheet, frame, book, event_id)
    if terms is None:
        sheet.wrong += misplaced
        return None
    state, plays = _replayed(sheet, terms, frame.first_dealer)
    if frame.stopped and state.over:
        _refuse(sheet, "stopped", _("This match is finished: leave this empty."))
    times = _times(sheet.plays, frame.started_at or now)
    if sheet.wrong or players is None:
        sheet.wrong += misplaced
        return None
    started_at = frame.started_at or (times[0] if times else now)
    if event_id is not None and event_id < 0:
        new = next(season for season in book.new_seasons if season.pk == event_id)
        new.include(timezone.localdate(started_at))
    return Prepared(
        line=sheet.line,
        player_ids=players,
        event_id=event_id,
        table=table,
        table_name=table.name if table else frame.table,
        terms=terms,
        first_dealer=frame.first_dealer,
        started_at=started_at,
        plays=tuple(zip(plays, times, strict=True)),
        state=state,
        states_when=frame.started_at is not None or any(one.at for one in sheet.plays[:1]),
        new_players=tuple((pk, book.imagined[pk]) for pk in players if pk in book.imagined),
        misplaced=tuple(misplaced),
        stopped=frame.stopped,
        after_sign_off=table is not None and table.evening_id not in book.open_evenings,
    )


def _without_ids(frame: Frame) -> Frame:
    refs = ("evening", "season", "player_a", "player_b")
    return replace(frame, **{name: Ref(name=getattr(frame, name).name) for name in refs})  # type: ignore[arg-type]  # of fields by name


def _place(
    sheet: Sheet, misplaced: list[LineFault], column: str, find: Callable[[], int], wanted: object
) -> int | None:
    if not wanted:
        return None
    try:
        return find()
    except UnknownName as unknown:
        misplaced.append(LineFault(sheet.line, column, unknown.text))
        return None


def _refuse(sheet: Sheet, column: str, text: str) -> None:
    sheet.wrong.append(LineFault(sheet.line, column, text))


def _id_or_fault(sheet: Sheet, column: str, find: Callable[[], int], wanted: object) -> int | None:
    if not wanted:
        return None
    try:
        return find()
    except UnknownName as unknown:
        _refuse(sheet, column, unknown.text)
        return None


def _players(sheet: Sheet, frame: Frame, book: ClubIndex) -> tuple[int, int] | None:
    a = _id_or_fault(sheet, "player_a", lambda: book.player(frame.player_a), frame.player_a)
    b = _id_or_fault(sheet, "player_b", lambda: book.player(frame.player_b), frame.player_b)
    if a is None or b is None:
        return None
    if a == b:
        text = _("Choose two different players.")
        _refuse(sheet, "player_b", text)
        return None
    return a, b


def _table(sheet: Sheet, misplaced: list[LineFault], frame: Frame, book: ClubIndex) -> Table | None:
    evening = _place(sheet, misplaced, "evening", partial(book.evening, frame), frame.evening)
    if evening is None:
        return None
    try:
        return book.table(evening, frame)
    except UnknownName as unknown:
        misplaced.append(LineFault(sheet.line, "table", unknown.text))
        return None


def _terms(sheet: Sheet, frame: Frame, book: ClubIndex, event_id: int | None) -> MatchTerms | None:
    """The season's own, which a line may say again but not otherwise; or those of the line."""
    if event_id is not None:
        event = book.events[event_id]
        own = MatchTerms(**{name: getattr(event, name) for name in TERMS})
        for name, value in _stated_terms(frame).items():
            if value != getattr(own, name):
                text = _("The season is played differently. Leave this empty, or correct it.")
                _refuse(sheet, name, text)
        return own
    terms = terms_of_line(frame, book)
    try:
        terms.check()
    except Invalid as fault:
        for name, why in fault.errors.items():
            _refuse(sheet, name if name in TERMS else "", str(why))
        return None
    return terms


def _stated_terms(frame: Frame) -> dict[str, object]:
    """Beside a code, no options and no house rules are a statement too."""
    terms: dict[str, object] = {name: getattr(frame, name) for name in TERMS}
    terms["options"] = dict(frame.options)
    always = ("options", "rules") if frame.code else ()
    return {
        name: value
        for name, value in terms.items()
        if name in always or value not in (None, "", {})
    }


def _replayed(sheet: Sheet, terms: MatchTerms, first_dealer: str) -> tuple[MatchState, list[Play]]:
    """What is played after a line that cannot be, is still looked at for itself."""
    state = begin(terms.engine(), Seat(first_dealer) if first_dealer else None)
    plays: list[Play] = []
    for place, played in enumerate(sheet.plays):
        if played.play is None:
            _check_rest(sheet, sheet.plays[place + 1 :], state)
            break
        play = with_game(played.play, state)
        try:
            state, _events = apply(state, play)
        except RefusalError as error:
            _refuse_play(sheet, played, error.refusal)
            _check_rest(sheet, sheet.plays[place + 1 :], state)
            break
        plays.append(play)
    return state, plays


def with_game(play: Play, state: MatchState) -> Play:
    """In the game now being played, unless it says in which."""
    if isinstance(play, RubberEntry):
        return rubber_placed(play, state) if play.game == NOW else play
    if play.game != NOW:
        return play
    return replace(play, game=state.game)


def _check_rest(sheet: Sheet, rest: Sequence[PlayedLine], state: MatchState) -> None:
    for played in rest:
        if isinstance(played.play, HandEntry):
            refused = record_refusal(state.terms.code, played.play.record)
            if refused and refused.code != RefusalCode.DEALER_UNKNOWN:
                _refuse_play(sheet, played, refused)


def _refuse_play(sheet: Sheet, played: PlayedLine, refused: Refusal) -> None:
    column = COLUMNS.get(refused.field, refused.field)
    sheet.wrong.append(LineFault(played.line, column, engine.refusal(refused)))


def _times(plays: Sequence[PlayedLine], started: datetime) -> list[datetime]:
    """A line without a time has that of the line before it."""
    times: list[datetime] = []
    for played in plays:
        times.append(played.at or (times[-1] if times else started))
    return times
