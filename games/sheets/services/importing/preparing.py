"""A match of a file made ready to be entered, or why it cannot be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.engine.marks import record_refusal
from games.engine.match import apply, begin
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import FormatKind, HandEntry, RubberEntry
from games.evenings.models import Table
from games.matches.labels import engine
from games.matches.services.entries import rubber_placed
from games.matches.services.matches import MatchTerms
from games.sheets.csv_format.frames import Frame
from games.sheets.csv_format.lines import NOW
from games.sheets.csv_format.sheets import Played, Sheet, Wrong

from .book import Book, Unknown

USUAL_GAMES = {FormatKind.ONE_GAME: 1, FormatKind.GAMES: 5, FormatKind.RUBBER: 3}
COLUMNS = {"kings": "king", "tricks": "tricks_a", "score": "score_a", "games": "score_a"}
TERMS = ("code", "options", "rules", "format", "games", "rubbers", "game_values", "rubber_bonus")


@dataclass(frozen=True, slots=True)
class Prepared:
    """`plays` each with its time; `state` is what they come to."""

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


def prepared(sheet: Sheet, book: Book, now: datetime) -> Prepared | None:
    """None when something is wrong: `sheet.wrong` says what. `now` is for what has no time."""
    frame = sheet.frame
    if frame is None:
        return None
    players = _players(sheet, frame, book)
    event_id = _found(sheet, "season", lambda: book.seasons.id_of(frame.season), frame.season)
    table = _table(sheet, frame, book)
    terms = _terms(sheet, frame, book, event_id)
    if terms is None:
        return None
    state, plays = _replayed(sheet, terms, frame.first_dealer)
    times = _times(sheet.plays, frame.started_at or now)
    if sheet.wrong or players is None:
        return None
    return Prepared(
        line=sheet.line,
        player_ids=players,
        event_id=event_id,
        table=table,
        table_name=table.name if table else frame.table,
        terms=terms,
        first_dealer=frame.first_dealer,
        started_at=frame.started_at or (times[0] if times else now),
        plays=tuple(zip(plays, times, strict=True)),
        state=state,
    )


def _refuse(sheet: Sheet, column: str, text: str) -> None:
    sheet.wrong.append(Wrong(sheet.line, column, text))


def _found(sheet: Sheet, column: str, find: Callable[[], int], wanted: object) -> int | None:
    if not wanted:
        return None
    try:
        return find()
    except Unknown as unknown:
        _refuse(sheet, column, unknown.text)
        return None


def _players(sheet: Sheet, frame: Frame, book: Book) -> tuple[int, int] | None:
    a = _found(sheet, "player_a", lambda: book.player(frame.player_a), frame.player_a)
    b = _found(sheet, "player_b", lambda: book.player(frame.player_b), frame.player_b)
    if a is None or b is None:
        return None
    if a == b:
        text = _("Choose two different players.")
        _refuse(sheet, "player_b", text)
        return None
    return a, b


def _table(sheet: Sheet, frame: Frame, book: Book) -> Table | None:
    evening = _found(sheet, "evening", lambda: book.evenings.id_of(frame.evening), frame.evening)
    if evening is None:
        return None
    try:
        return book.table(evening, frame.table)
    except Unknown as unknown:
        _refuse(sheet, "table", unknown.text)
        return None


def _terms(sheet: Sheet, frame: Frame, book: Book, event_id: int | None) -> MatchTerms | None:
    """The season's own, which a line may say again but not otherwise; or those of the line."""
    if frame.season and event_id is None:
        return None
    if event_id is not None:
        event = book.events[event_id]
        own = MatchTerms(**{name: getattr(event, name) for name in TERMS})
        for name, said in _said(frame).items():
            if said != getattr(own, name):
                text = _("The season is played differently. Leave this empty, or correct it.")
                _refuse(sheet, name, text)
        return own
    terms = _own_terms(frame, book)
    try:
        terms.check()
    except Invalid as fault:
        for name, why in fault.errors.items():
            _refuse(sheet, name if name in TERMS else "", str(why))
        return None
    return terms


def _said(frame: Frame) -> dict[str, object]:
    """Beside a code, no options and no house rules are a statement too."""
    said: dict[str, object] = {name: getattr(frame, name) for name in TERMS}
    said["options"] = dict(frame.options)
    stated = ("options", "rules") if frame.code else ()
    return {
        name: value for name, value in said.items() if name in stated or value not in (None, "", {})
    }


def _own_terms(frame: Frame, book: Book) -> MatchTerms:
    """A line without a code is played by the rules of the club."""
    kind = FormatKind(frame.format or FormatKind.RUBBER)
    usual = book.rules
    named = bool(frame.code)
    return MatchTerms(
        code=frame.code or usual.code,
        options=dict(frame.options) if named else dict(usual.options),
        rules=frame.rules if named else usual.name,
        format=kind.value,
        games=frame.games if frame.games is not None else USUAL_GAMES[kind],
        rubbers=frame.rubbers if frame.rubbers is not None else 1,
        game_values=bool(frame.game_values),
        rubber_bonus=frame.rubber_bonus or 0,
    )


def _replayed(sheet: Sheet, terms: MatchTerms, first_dealer: str) -> tuple[MatchState, list[Play]]:
    """What is played after a line that cannot be, is still looked at for itself."""
    state = begin(terms.engine(), Seat(first_dealer) if first_dealer else None)
    plays: list[Play] = []
    for place, played in enumerate(sheet.plays):
        if played.play is None:
            _look_at(sheet, sheet.plays[place + 1 :], state)
            break
        play = placed(played.play, state)
        try:
            state, _events = apply(state, play)
        except RefusalError as error:
            _refuse_play(sheet, played, error.refusal)
            _look_at(sheet, sheet.plays[place + 1 :], state)
            break
        plays.append(play)
    return state, plays


def placed(play: Play, state: MatchState) -> Play:
    """In the game now being played, unless it says in which."""
    if isinstance(play, RubberEntry):
        return rubber_placed(play, state) if play.game == NOW else play
    if play.game != NOW:
        return play
    return replace(play, game=state.game)


def _look_at(sheet: Sheet, rest: Sequence[Played], state: MatchState) -> None:
    for played in rest:
        if isinstance(played.play, HandEntry):
            refused = record_refusal(state.terms.code, played.play.record)
            if refused and refused.code != RefusalCode.DEALER_UNKNOWN:
                _refuse_play(sheet, played, refused)


def _refuse_play(sheet: Sheet, played: Played, refused: Refusal) -> None:
    column = COLUMNS.get(refused.field, refused.field)
    sheet.wrong.append(Wrong(played.line, column, engine.refusal(refused)))


def _times(plays: Sequence[Played], started: datetime) -> list[datetime]:
    """A line without a time has that of the line before it."""
    times: list[datetime] = []
    for played in plays:
        times.append(played.at or (times[-1] if times else started))
    return times
