"""Results entered at an evening on one page: matches at its tables, fixtures and boards due."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import Actor, actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.terms import FormatKind
from games.evenings.live_state import evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of, kept_offline, with_outbox
from games.matches.labels.hands import game_heading
from games.matches.models import Match
from games.matches.selectors import matches as match_queries
from games.matches.selectors.reading import Reading, read, read_many, terms
from games.matches.services.entries import play_record
from games.matches.views.pad import may_enter_rubber, meanwhile
from games.matches.views.pad_form import GAME_SCORES, Chosen, rubber_scores
from scoring.leagues.models import Board, Fixture
from scoring.leagues.selectors import fixtures, meetings
from scoring.leagues.selectors.due import boards_due, fixtures_due
from scoring.leagues.services.results import result_enter

from .results import ResultForm, result_label

# Of fixtures, and of boards: those of the evening come first.
DUE_MOST: Final = 40
MATCH, FIXTURE, BOARD = "match", "fixture", "board"
SENT: Final = re.compile(rf"({MATCH}|{FIXTURE}|{BOARD})-(\d{{1,18}})-(?:result|rubbers)")


class ScoreField(forms.ChoiceField):
    """The match says what can be entered: a form that is sent again offers other scores by then."""

    def valid_value(self, value: Any) -> bool:
        return True


class ScoreForm(Form):
    """A match in play: a game or a rubber by its score, as its pad would take it now."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    result = ScoreField(label=gettext_lazy("Result"), required=False)

    def __init__(self, *args: Any, found: Reading, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = found.match
        self.fields["version"].initial = found.match.version
        self.choose("result", [("", _("Choose a result")), *score_groups(found)])

    @property
    def is_filled(self) -> bool:
        return bool(str(self.data.get(self.add_prefix("result"), "")).strip())

    def enter_score(self, by: Person) -> Match:
        given = self.cleaned_data
        result, version = given["result"], given.get("version") or 0
        return score_enter(by=by, match=self.match, result=result, version=version)


class DueForm(ResultForm):
    """A fixture or board, played on the day of the evening."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, day=None)
        del self.fields["played_on"]
        self.fields.pop("games", None)

    def enter_on(self, by: Person, day: date) -> Match:
        return result_enter(by=by, slot=self.slot, result=self.played(), played_on=day)


def score_enter(*, by: Person, match: Match, result: str, version: int) -> Match:
    """`result` as one of `score_groups`. Raises: Absent; Denied; Stale; Invalid."""
    kind, _colon, score = result.partition(":")
    chosen = Chosen(game=score) if kind == "game" else Chosen(rubber=score)
    what = chosen.entry("game" if kind == "game" else "rubber", terms(match).format)
    return play_record(by=by, match=match, what=what, version=version).match


def refusal_text(row: "ResultRow", fault: Fault) -> str:
    """Of a match that has changed, what came first; outside the transaction that was refused."""
    if isinstance(fault, Stale) and row.kind == MATCH:
        return meanwhile(read(match_queries.match_now(row.pk)), fault) or str(fault.detail)
    return str(next(iter(fault.errors.values()), fault.detail))


def score_groups(found: Reading) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What can be entered by its score now; nothing where hands were entered in the game."""
    state, form = found.state, found.state.terms.format
    names = found.match.player_a.name, found.match.player_b.name
    if may_enter_rubber(state):
        title = _("The rubber") if form.rubbers > 1 else _("The match")
        yield title, _labelled("rubber", names, rubber_scores(form))
    if not state.over and not state.game_numbered(state.game):
        title = (
            _("The match") if form.kind is FormatKind.ONE_GAME else game_heading(state, state.game)
        )
        yield title, _labelled("game", names, GAME_SCORES)


def _labelled(
    kind: str, names: tuple[str, str], scores: Sequence[tuple[int, int]]
) -> list[tuple[str, str]]:
    return [(f"{kind}:{a}-{b}", result_label(*names, a, b)) for a, b in scores]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """Two who played, with the form of their result. `address`: of the page that knows more."""

    kind: str
    pk: int
    title: str
    note: str
    address: str
    form: ScoreForm | DueForm

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.pk}"

    def enter(self, by: Person, day: date) -> Match:
        """Raises: Absent; Denied; Stale; Invalid."""
        form = self.form
        return form.enter_on(by, day) if isinstance(form, DueForm) else form.enter_score(by)

    def enter_stored(self, by: Person, day: date, result: str, version: int) -> Match:
        """As a device stored it, for a form made of the same. Raises: as `enter`."""
        form = self.form
        if isinstance(form, ScoreForm):
            return score_enter(by=by, match=form.match, result=result, version=version)
        if not form.is_valid():
            raise Invalid("no_score", _("Choose the score."), field="result")
        return form.enter_on(by, day)


Data = Mapping[str, Any] | None


def _match_row(found: Reading, data: Data) -> ResultRow:
    match = found.match
    title = f"{match.player_a.name} – {match.player_b.name}"
    address = reverse("match", args=(match.club.slug, match.pk))
    form = ScoreForm(data, found=found, prefix=f"{MATCH}-{match.pk}")
    return ResultRow(MATCH, match.pk, title, match.table, address, form)


def _fixture_row(one: Fixture, data: Data) -> ResultRow:
    note = _("%(season)s, round %(round)s") % {"season": one.event.name, "round": one.round.number}
    address = reverse("fixture", args=(one.event.club.slug, one.pk))
    form = DueForm(data, slot=one, agreed=terms(one.event), prefix=f"{FIXTURE}-{one.pk}")
    return ResultRow(FIXTURE, one.pk, f"{one.home} – {one.away}", note, address, form)


def _board_row(one: Board, data: Data) -> ResultRow:
    meeting, event = one.meeting, one.meeting.season.event
    names = {"home": meeting.home.name, "away": meeting.away, "number": one.number}
    note = _("%(home)s – %(away)s, board %(number)s") % names
    address = reverse("meeting", args=(event.club.slug, meeting.pk))
    form = DueForm(data, slot=one, agreed=terms(event), prefix=f"{BOARD}-{one.pk}")
    return ResultRow(BOARD, one.pk, f"{one.home} – {one.away}", note, address, form)


def row_of(actor: Actor, evening: Evening, kind: str, pk: int, data: Data) -> ResultRow:
    """Whatever has become of it. Raises: Absent."""
    if kind == MATCH:
        match, _person = match_queries.match(actor, pk)
        row, club = _match_row(read(match), data), match.club_id
    elif kind == FIXTURE:
        fixture, season, _person = fixtures.fixture(actor, pk)
        row, club = _fixture_row(fixture, data), season.event.club_id
    else:
        board, meeting, season, _person = meetings.board(actor, pk)
        board.meeting, meeting.season = meeting, season
        row, club = _board_row(board, data), season.event.club_id
    if club != evening.club_id:
        raise Absent
    return row


def open_rows(evening: Evening, data: Data = None) -> Iterator[ResultRow]:
    """What can have a result tonight: matches at the tables first, then what is due."""
    for found in read_many(evening_now(evening).in_play):
        if next(score_groups(found), None):
            yield _match_row(found, data)
    related = fixtures_due(evening).select_related("event__club")
    yield from (_fixture_row(one, data) for one in related[:DUE_MOST])
    boards = boards_due(evening).select_related("meeting__season__event__club")
    yield from (_board_row(one, data) for one in boards[:DUE_MOST])


def day_of(evening: Evening) -> date:
    """On which its results were played."""
    return min(evening.held_on, timezone.localdate())


@identified
@form_page
def evening_results_enter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Each result that is filled in is entered by itself, whatever is wrong with another."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.ENTER_ANY)
    rows, done = list[ResultRow](), request.GET.get("entered", "").split("-")
    if request.method == "POST":
        rows = _sent_rows(request, evening)
        entered = [_enter_row(request, evening, person, row) for row in rows]
        done = [str(match) for match in entered if match]
        rows = [row for row in rows if row.form.errors]
        if not rows:
            address = reverse("evening_results_enter", args=(slug, evening.pk))
            return redirect(f"{address}?entered={'-'.join(done)}")
    wrong = len(rows)
    names = {row.name for row in rows}
    if evening.is_open:
        rows += [row for row in open_rows(evening) if row.name not in names]
    numbers = [number for one in done if (number := whole_number(one)) is not None]
    known = match_queries.matches().filter(pk__in=numbers, club=evening.club_id).order_by("pk")
    shown = context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        rows=rows,
        wrong=wrong,
        entered=list(known),
        key=pages.new_key(),
        tab="evenings",
        **with_outbox(person),
    )
    answer = render(request, "leagues/evening_results.html", shown, status=422 if wrong else 200)
    return kept_offline(request, answer, person)


def _sent_rows(request: HttpRequest, evening: Evening) -> list[ResultRow]:
    """Those that were filled in, also if they are no longer open."""
    rows = []
    for name in request.POST:
        found = SENT.fullmatch(name)
        if found and request.POST[name].strip():
            kind, pk = found[1], int(found[2])
            rows.append(row_of(actor_of(request), evening, kind, pk, request.POST))
    return rows


def _enter_row(
    request: HttpRequest, evening: Evening, person: Person, row: ResultRow
) -> int | None:
    """The id of the match; None, and the form says why, where it is refused."""
    form = row.form
    if not form.is_valid():
        return None
    sent = {name: request.POST.getlist(form.add_prefix(name)) for name in form.fields}
    try:
        answer = pages.write(
            request,
            lambda: row.enter(person, day_of(evening)).pk,
            key=f"{request.POST.get('key', '')}-{row.name}",
            content=[request.path, row.name, sent],
        )
    except Stale as fault:
        form.add_error("result", refusal_text(row, fault))
        return None
    except Fault as fault:
        pages.tell(form, fault)
        return None
    return answer.body if isinstance(answer.body, int) else None
