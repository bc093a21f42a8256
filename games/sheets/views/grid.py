"""The keyboard grid: an evening's score sheets typed in, one match at a time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules, clubs
from ecarte_club.clubs.views.common import club_page, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.parsing import whole_number
from games.engine.match import begin
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import Score, Terms
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from games.matches.labels import engine
from games.matches.labels.hands import game_won_text
from games.matches.models import IN_PLAY, Event, Match
from games.matches.selectors import matches, reading
from games.matches.selectors.reading import terms as engine_terms
from games.matches.services.matches import MatchTerms
from games.sheets.labels import ROW_FAULTS
from games.sheets.rules.grid import ROWS_MORE, Unreadable, enter_row, padded
from games.sheets.services.entering import sheet_enter

FEW = 60
"""A club of at most so many players offers all of them; a larger one, those who came."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is typed in a row, and what it comes to: empty, while nothing is typed.

    `wrong` says why it is impossible; `ends` who won a game or the match by it.
    """

    number: int
    typed: str
    dealer: str = ""
    marks: tuple[str, ...] = ()
    score: Score | None = None
    ends: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class GridForm:
    """What was sent, unchecked. `match` is "id:version" of one that was begun."""

    match: str = ""
    table: str = ""
    player_a: str = ""
    player_b: str = ""
    season: str = ""
    dealer: str = ""

    @classmethod
    def of(cls, sent: QueryDict) -> "GridForm":
        return cls(**{name: sent.get(name, "") for name in cls.__slots__})

    @property
    def match_id(self) -> int | None:
        return whole_number(self.match.partition(":")[0])

    @property
    def version(self) -> int:
        return whole_number(self.match.partition(":")[2]) or 0


@login_required
@form_page
def grid(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`act`: save; more rows; anything else is a look at what the rows come to."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.ENTER_ANY)
    sent = request.POST if request.method == "POST" else request.GET
    sheet = Sheet(evening, person, GridForm.of(sent), sent.getlist("row"))
    fault: Fault | None = None
    if sent.get("act") == "save" and request.method == "POST":
        try:
            saved = pages.write(request, lambda: sheet.enter().pk).body
            return redirect(f"{reverse('grid', args=(slug, pk))}?done={saved}")
        except Fault as found:
            fault = found
    part = "grid_told" if request.headers.get("HX-Request") else "grid"
    more = ROWS_MORE if sent.get("act") == "more" else 0
    page = sheet.page(fault, more=more, key=request.POST.get("key") or pages.new_key())
    page["done"] = sheet.saved_match(request.GET.get("done", ""))
    status = fault.status if fault else 200
    return club_page(request, f"sheets/{part}.html", evening.club, person, status, **page)


class Sheet:
    """A match of the evening, begun or to be, with the rows that are typed for it."""

    def __init__(self, evening: Evening, person: Person, form: GridForm, typed: list[str]) -> None:
        self.evening, self.person, self.form = evening, person, form
        self.typed = padded(typed)
        self.begun = list(
            matches.matches().filter(IN_PLAY, evening_table__evening=evening).order_by("pk")
        )
        self.match = next((one for one in self.begun if one.pk == form.match_id), None)
        self.players = self._players()
        self.events = list(Event.objects.filter(club=evening.club, drawn=False))

    def _players(self) -> list[Player]:
        """First the players who came."""
        came = [one.player for one in self.evening.attendances.select_related("player")]
        rest = clubs.players(self.person).exclude(pk__in=[one.pk for one in came])
        few = list(rest[: FEW + 1])
        return [*came, *(few if len(few) <= FEW else [])]

    def state(self) -> MatchState:
        """Before the first row."""
        dealer = Seat(self.form.dealer) if self.form.dealer in list(Seat) else None
        if self.match is None:
            return begin(self.terms(), dealer)
        state = reading.read(self.match).state
        return state if state.lines or state.dealer else replace(state, dealer=dealer)

    def terms(self) -> Terms:
        event = self.event()
        return engine_terms(event) if event else self._usual().engine()

    def event(self) -> Event | None:
        number = whole_number(self.form.season)
        return next((one for one in self.events if one.pk == number), None)

    def _usual(self) -> MatchTerms:
        return MatchTerms.under(club_rules.of_club(self.evening.club))

    def names(self) -> engine.Names:
        if self.match is not None:
            return {Seat.A: self.match.player_a.name, Seat.B: self.match.player_b.name}
        players = {str(player.pk): player.name for player in self.players}
        return {
            Seat.A: players.get(self.form.player_a, _("First player")),
            Seat.B: players.get(self.form.player_b, _("Second player")),
        }

    def enter(self) -> Match:
        """Raises: Invalid, Stale, Denied."""
        rows, plays = rows_of(self.typed, self.state(), self.names())
        if wrong := next((row for row in rows if row.wrong), None):
            raise Invalid("row", wrong.wrong, field=f"row-{wrong.number}")
        if self.form.match and self.match is None:
            text = _("This match is over or belongs to another evening. Choose another.")
            raise Invalid("unknown_match", text, field="match")
        if self.match is not None:
            return sheet_enter(
                by=self.person, plays=plays, match=self.match, version=self.form.version
            )
        return sheet_enter(by=self.person, plays=plays, start=self._start())

    def _start(self) -> dict[str, Any]:
        form, event = self.form, self.event()
        wanted = {"table": form.table, "player_a": form.player_a, "player_b": form.player_b}
        ids = {name: whole_number(value) for name, value in wanted.items()}
        missing = {name: _("Choose one.") for name, value in ids.items() if value is None}
        here = self.evening.tables.filter(pk=ids["table"] or 0).exists()
        if not here:
            missing["table"] = _("Choose one.")
        if missing:
            raise Invalid("missing", _("Choose the table and both players."), errors=missing)
        return {
            "player_a": ids["player_a"],
            "player_b": ids["player_b"],
            "event_id": event.pk if event else None,
            "terms": None if event else self._usual(),
            "evening_table": ids["table"],
            "first_dealer": Seat(form.dealer) if form.dealer in list(Seat) else None,
        }

    def saved_match(self, pk: str) -> Match | None:
        """The match that was just saved."""
        number = whole_number(pk)
        if number is None:
            return None
        return matches.matches().filter(pk=number, evening_table__evening=self.evening).first()

    def page(self, fault: Fault | None, *, more: int, key: str) -> dict[str, Any]:
        rows, _plays = rows_of([*self.typed, *[""] * more], self.state(), self.names())
        return {
            "evening": self.evening,
            "title": evening_name(self.evening),
            "form": self.form,
            "rows": _with_errors(rows, fault),
            "fault": fault,
            "wrong": {name: str(text) for name, text in fault.errors.items()} if fault else {},
            "key": key,
            "match": self.match,
            "begun": self.begun,
            "tables": list(self.evening.tables.all()),
            "players": [(str(player.pk), player.name) for player in self.players],
            "events": [one for one in self.events if not one.of_teams],
            "of_teams": [one for one in self.events if one.of_teams],
            "tab": "evenings",
        }


def _with_errors(rows: Iterable[Row], fault: Fault | None) -> list[Row]:
    """Rows that the service refused show why, too."""
    errors = fault.errors if fault else {}
    return [
        replace(row, wrong=row.wrong or str(errors.get(f"row-{row.number}", ""))) for row in rows
    ]


def rows_of(
    typed: Iterable[str], state: MatchState, names: engine.Names
) -> tuple[list[Row], list[Play]]:
    """Each row with what it comes to, and the plays; rows after a wrong one are left out."""
    rows: list[Row] = []
    plays: list[Play] = []
    stopped = False
    for number, text in enumerate(typed, start=1):
        if not text or stopped:
            rows.append(Row(number, text))
            continue
        try:
            play, after = enter_row(text, state)
        except (Unreadable, RefusalError) as error:
            rows.append(Row(number, text, wrong=_fault_text(error)))
            stopped = True
            continue
        rows.append(_row(number, text, state, after, names))
        plays.append(play)
        state = after
    return rows, plays


def _fault_text(error: Unreadable | RefusalError) -> str:
    if isinstance(error, RefusalError):
        return engine.refusal(error.refusal)
    return str(ROW_FAULTS[error.fault])


def _row(number: int, text: str, before: MatchState, after: MatchState, names: engine.Names) -> Row:
    line = after.lines[-1]
    return Row(
        number=number,
        typed=text,
        dealer=names[line.dealer] if line.dealer else "",
        marks=tuple(engine.mark(mark, names) for mark in line.marks),
        score=line.score_after,
        ends=_ends(before, after, names),
    )


def _ends(before: MatchState, after: MatchState, names: Mapping[Seat, str]) -> str:
    if after.over:
        if after.winner is None:
            return _("The match is drawn.")
        return _("%(name)s has won the match.") % {"name": names[after.winner]}
    winner = after.lines[-1].score_after.winner
    return game_won_text(after, after.lines[-1], names[winner]) if winner else ""
