"""A match of a file made ready to be entered, or why it cannot be."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.sentences import or_list
from games.engine.marks import record_refusal
from games.engine.match import apply, begin
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import FormatKind, HandEntry, RubberEntry
from games.evenings.models import Evening, Table
from games.matches.labels import engine
from games.matches.models import Event
from games.matches.services.entries import rubber_placed
from games.matches.services.matches import USUAL_GAMES, MatchTerms
from games.sheets.csv_format.lines import NOW, shortened
from games.sheets.csv_format.sheets import Frame, LineFault, PlayedLine, Ref, Sheet

Text = str | Promise
IDS_SHOWN_MOST = 5


class UnknownName(Exception):
    """A name or an id that says nothing, or too much; `text` says what to do."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def normalised(name: str) -> str:
    """What tells names apart: neither upper and lower case, nor how they are spaced."""
    return " ".join(name.split()).casefold()


class Names:
    """Things by id and by name, however it is spaced, in upper or lower case."""

    def __init__(self, things: Iterable[tuple[int, str]], *, no_id: Text, no_name: Text) -> None:
        self._names: dict[int, str] = {}
        self._ids: dict[str, list[int]] = defaultdict(list)
        self._no_id, self._no_name = no_id, no_name
        for pk, name in things:
            self.add(pk, name)

    def add(self, pk: int, name: str) -> None:
        self._names[pk] = name
        self._ids[normalised(name)].append(pk)

    def id_of(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if ref.id is None:
            return self._by_name(ref.name)
        name = self._names.get(ref.id)
        if name is None:
            raise UnknownName(str(self._no_id) % {"id": ref.id})
        if ref.name and normalised(ref.name) != normalised(name):
            text = _(
                "The id %(id)s belongs to “%(name)s”, not to “%(other)s”. Correct one of the two."
            )
            raise UnknownName(text % {"id": ref.id, "name": name, "other": shortened(ref.name)})
        return ref.id

    def _by_name(self, name: str) -> int:
        pks = self._ids.get(normalised(name), [])
        if not pks:
            raise UnknownName(str(self._no_name) % {"name": shortened(name)})
        if len(pks) > 1:
            ids = ", ".join(str(pk) for pk in pks[:IDS_SHOWN_MOST])
            # Translators: %(ids)s is a list of numbers, such as “4, 17”.
            text = _("“%(name)s” is used more than once. Give the id too: one of %(ids)s.")
            raise UnknownName(text % {"name": shortened(name), "ids": ids})
        return pks[0]

    def knows(self, ref: Ref) -> bool:
        return ref.id is not None or normalised(ref.name) in self._ids


class ClubIndex:
    """One club's, as it is now. `add_players`: a name that nobody has is one of a new player, who
    is `imagined` by a number below 0 until entered; `new_players` are those of earlier steps.

    Players who left are in it too: old sheets name them.
    """

    def __init__(
        self, club: Club, *, add_players: bool = False, new_players: Iterable[str] = ()
    ) -> None:
        self.club = club
        self.rules = club_rules.of_club(club)
        self.imagined: dict[int, str] = {}
        self._add_players = add_players
        self.players = Names(
            Player.objects.filter(club=club, merged_into=None).values_list("pk", "name"),
            no_id=gettext_lazy("No player of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No player is called “%(name)s”. Correct the name, add the player, or "
                "let the import add new players."
            ),
        )
        self.events = {event.pk: event for event in Event.objects.filter(club=club, drawn=False)}
        self.seasons = Names(
            ((event.pk, event.name) for event in self.events.values()),
            no_id=gettext_lazy("No season of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "No season is called “%(name)s”. Correct the name, or open the season."
            ),
        )
        evenings = Evening.objects.filter(club=club)
        self.open_evenings = {evening.pk for evening in evenings if evening.is_open}
        self.evenings = Names(
            ((evening.pk, evening.held_on.isoformat()) for evening in evenings),
            no_id=gettext_lazy("No evening of this club has the id %(id)s."),
            no_name=gettext_lazy(
                "There is no evening on “%(name)s”. Write the date like 2026-11-19, "
                "open the evening, or leave the cell empty."
            ),
        )
        self.tables = {
            (table.evening_id, table.name.casefold()): table
            for table in Table.objects.filter(evening__in=self.open_evenings)
        }
        for name in new_players:
            self._imagine(name)

    def player(self, ref: Ref) -> int:
        """Raises: Unknown."""
        if self._add_players and not self.players.knows(ref):
            self._imagine(ref.name)
        return self.players.id_of(ref)

    @property
    def new_players(self) -> list[str]:
        return list(self.imagined.values())

    def _imagine(self, name: str) -> None:
        pk = -1 - len(self.imagined)
        self.imagined[pk] = name
        self.players.add(pk, name)

    def table(self, evening_id: int, name: str) -> Table:
        """Raises: Unknown."""
        if evening_id not in self.open_evenings:
            raise UnknownName(
                _(
                    "This evening is signed off. Leave evening and evening_id empty, or "
                    "correct them."
                )
            )
        table = self.tables.get((evening_id, name.casefold()))
        if table is None:
            names = [table.name for (of, _name), table in self.tables.items() if of == evening_id]
            text = _("Must be a table of the evening: %(names)s.")
            raise UnknownName(text % {"names": or_list(names) or "–"})
        return table


COLUMNS = {"kings": "king", "tricks": "tricks_a", "score": "score_a", "games": "score_a"}
TERMS = ("code", "options", "rules", "format", "games", "rubbers", "game_values", "rubber_bonus")


@dataclass(frozen=True, slots=True)
class Prepared:
    """`plays` each with its time; `state` is what they come to. `states_when`: the file says when
    it began. `new_players`: the names of players who have no id yet, by the ids that stand for
    them."""

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
    players = _players(sheet, frame, book)
    event_id = _id_or_fault(sheet, "season", lambda: book.seasons.id_of(frame.season), frame.season)
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
        states_when=frame.started_at is not None or any(one.at for one in sheet.plays[:1]),
        new_players=tuple((pk, book.imagined[pk]) for pk in players if pk in book.imagined),
    )


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


def _table(sheet: Sheet, frame: Frame, book: ClubIndex) -> Table | None:
    evening = _id_or_fault(
        sheet, "evening", lambda: book.evenings.id_of(frame.evening), frame.evening
    )
    if evening is None:
        return None
    try:
        return book.table(evening, frame.table)
    except UnknownName as unknown:
        _refuse(sheet, "table", unknown.text)
        return None


def _terms(sheet: Sheet, frame: Frame, book: ClubIndex, event_id: int | None) -> MatchTerms | None:
    """The season's own, which a line may say again but not otherwise; or those of the line."""
    if frame.season and event_id is None:
        return None
    if event_id is not None:
        event = book.events[event_id]
        own = MatchTerms(**{name: getattr(event, name) for name in TERMS})
        for name, value in _stated_terms(frame).items():
            if value != getattr(own, name):
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


def _own_terms(frame: Frame, book: ClubIndex) -> MatchTerms:
    """A line without a code is played by the rules of the club."""
    kind = FormatKind(frame.format or FormatKind.RUBBER)
    usual = book.rules
    has_code = bool(frame.code)
    return MatchTerms(
        code=frame.code or usual.code,
        options=dict(frame.options) if has_code else dict(usual.options),
        rules=frame.rules if has_code else usual.name,
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
