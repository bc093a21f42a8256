"""Results of fixtures and boards that were played without the site: one, or a round of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core import pages
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.idempotency import Answer, actor_key, fingerprint, once
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.terms import FormatKind, Terms
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.selectors.reading import terms
from games.matches.views.pad_form import GAME_SCORES, rubber_scores
from scoring.leagues.models import Board, Round, Season
from scoring.leagues.selectors import fixtures, meetings
from scoring.leagues.selectors.due import open_boards, open_fixtures
from scoring.leagues.services.results import Pair, PlayedResult, games_won, result_enter
from scoring.leagues.services.starting import Slot

from .standings import season_of, season_page

PAIR = re.compile(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})")
SCORES_MOST = 200


def pairs_of(text: str) -> tuple[Pair, ...]:
    """Scores as they are typed: "5-3 2-5, 5–1". Raises: ValueError for anything else."""
    found = tuple((int(a), int(b)) for a, b in PAIR.findall(text))
    if PAIR.sub("", text).strip(" ,;\t\r\n"):
        raise ValueError(text)
    return found


class ScoresField(forms.CharField):
    """The pairs of numbers in it."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        try:
            return pairs_of(text or "")
        except ValueError:
            wrong = _("Must be scores such as 5-3 2-5 5-1, home first.")
            raise forms.ValidationError(wrong) from None

    def validate(self, value: Any) -> None:
        if self.required and not value:
            raise forms.ValidationError(self.error_messages["required"])

    def run_validators(self, value: Any) -> None:
        """None is for pairs."""


class ResultForm(Form):
    """How it ended, and on which day. Of several rubbers, each is typed."""

    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    rubbers = ScoresField(
        label=gettext_lazy("Games won in each rubber"),
        max_length=SCORES_MOST,
        required=False,
        help_text=gettext_lazy("In the order of play, home first, such as 2-1 0-2 2-0."),
    )
    games = ScoresField(
        label=gettext_lazy("Score of each game"),
        max_length=SCORES_MOST,
        required=False,
        help_text=gettext_lazy("Only if you know it: home first, such as 5-3 2-5 5-1."),
    )
    played_on = DayField(label=gettext_lazy("Day of play"))

    def __init__(self, *args: Any, slot: Slot, agreed: Terms, day: date | None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.slot, self.agreed = slot, agreed
        today = timezone.localdate()
        self.fields["played_on"].initial = min(day or today, today)
        one_game = agreed.format.kind is FormatKind.ONE_GAME
        if agreed.format.rubbers > 1:
            del self.fields["result"]
        else:
            del self.fields["rubbers"]
            scores = GAME_SCORES if one_game else rubber_scores(agreed.format)
            home, away = str(slot.home), str(slot.away)
            named = [(f"{a}-{b}", result_label(home, away, a, b)) for a, b in scores]
            self.choose("result", [("", _("Choose a result")), *named])
        if one_game:
            del self.fields["games"]

    @property
    def is_filled(self) -> bool:
        """Whether anything was entered beside the day."""
        names = (name for name in self.fields if name != "played_on")
        return any(str(self.data.get(self.add_prefix(name), "")).strip() for name in names)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                self._check(given)
            except Invalid as fault:
                pages.tell(self, fault)
        return given

    def _check(self, given: dict[str, Any]) -> None:
        """What is said twice must agree."""
        chosen = pairs_of(given.get("result") or "")
        if given.get("games") and chosen and games_won(self.agreed, given["games"]) not in chosen:
            a, b = games_won(self.agreed, given["games"])
            text = _("These games come to %(a)s–%(b)s. Choose that result, or correct them.")
            raise Invalid("other_result", text % {"a": a, "b": b}, field="games")

    def played(self) -> PlayedResult:
        given = self.cleaned_data
        if games := given.get("games"):
            return PlayedResult(games=games)
        if "rubbers" in self.fields:
            return PlayedResult(rubbers=given["rubbers"])
        chosen = pairs_of(given["result"])
        if self.agreed.format.kind is FormatKind.ONE_GAME:
            return PlayedResult(games=chosen)
        return PlayedResult(rubbers=chosen)

    def field_of(self, name: str) -> str:
        """Of a fault: `games.0` is what was chosen where no game was typed."""
        first = name.partition(".")[0]
        if first in ("games", "rubbers") and not self.cleaned_data.get(first):
            return "result" if "result" in self.fields else "rubbers"
        return first

    def enter(self, by: Person) -> Match:
        day = self.cleaned_data["played_on"]
        return result_enter(by=by, slot=self.slot, result=self.played(), played_on=day)


def result_label(home: str, away: str, won_home: int, won_away: int) -> str:
    if won_home == won_away:
        return _("Drawn %(a)s–%(b)s") % {"a": won_home, "b": won_away}
    winner = home if won_home > won_away else away
    figures = {"a": max(won_home, won_away), "b": min(won_home, won_away)}
    # Translators: such as "Alice wins 5–3".
    return _("%(name)s wins %(a)s–%(b)s") % {"name": winner, **figures}


def may_enter(person: Person, slot: Slot) -> bool:
    own = person.user_id is not None and person.player_id in (slot.home_id, slot.away_id)
    return person.may(Act.ENTER_ANY) or (own and person.may(Act.ENTER_OWN))


@login_required
@form_page
def fixture_result(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """Of a fixture, or of a board of a meeting."""
    slot: Slot
    if of_teams:
        board, meeting, season, person = meetings.board(actor_of(request), pk)
        slot, day, name, back = board, meeting.day, "meeting", meeting.pk
    else:
        fixture, season, person = fixtures.fixture(actor_of(request), pk)
        slot, day, name, back = fixture, fixture.day, "fixture", fixture.pk
    if season.event.club.slug != slug:
        raise Absent
    own = person.user_id is not None and person.player_id in (slot.home_id, slot.away_id)
    require_own_or_any(person, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)
    form = ResultForm(request.POST or None, slot=slot, agreed=terms(season.event), day=day)
    if pages.submitted(request, form, lambda: form.enter(person)):
        return redirect(name, slug=slug, pk=back)
    shown = {"slot": slot, "back": reverse(name, args=(slug, back)), "of_teams": of_teams}
    return season_page(request, "fixture_result", season, person, form=form, **shown)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A fixture or board of the round, with the form of its result."""

    slot: Slot
    form: ResultForm
    label: str


@login_required
@form_page
def round_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Each result that is filled in is entered by itself, whatever is wrong with another."""
    season, person = season_of(request, slug, pk)
    require(person, Act.ENTER_ANY)
    rounds = open_rounds(season)
    number = whole_number(request.POST.get("round", "") or request.GET.get("round", ""))
    chosen = next((one for one in rounds if one.number == number), None)
    if chosen is None and number is not None:
        chosen = Round.objects.filter(event=season.pk, number=number).first()
    # The first of them should have been played before the others.
    chosen = chosen or next(iter(rounds), None)
    rows = _rows(request, season, chosen) if chosen else []
    if request.method == "POST":
        entered = [_enter_row(request, person, row) for row in rows if row.form.is_filled]
        done = [str(pk) for pk in entered if pk]
        if len(done) == len(entered):
            query = f"?round={chosen.number}&entered={'-'.join(done)}" if chosen else ""
            return redirect(reverse("round_results", args=(slug, pk)) + query)
        rows = [row for row in rows if not row.form.is_filled or row.form.errors]
    else:
        done = request.GET.get("entered", "").split("-")
    shown = {
        "rounds": rounds,
        "round": chosen,
        "rows": rows,
        "wrong": sum(row.form.is_filled and bool(row.form.errors) for row in rows),
        "entered": _entered(season, done),
    }
    status = 422 if shown["wrong"] else 0
    return season_page(request, "round_results", season, person, status, **shown)


def open_rounds(season: Season) -> list[Round]:
    """In which something is still to be played."""
    if season.boards:
        boards = open_boards().filter(meeting__season=season.pk)
        ids: Iterable[int] = boards.values_list("meeting__round", flat=True)
    else:
        ids = open_fixtures().filter(event=season.pk).values_list("round", flat=True)
    return list(Round.objects.filter(pk__in=set(ids)).order_by("number"))


def _rows(request: HttpRequest, season: Season, round_: Round) -> list[ResultRow]:
    """Those that are open; of a form that was sent, also those that were then."""
    slots: list[Any]
    if season.boards:
        boards = Board.objects.filter(meeting__round=round_, home__isnull=False, away__isnull=False)
        related = boards.select_related("meeting__home", "meeting__away", "home", "away")
        still = set(open_boards().filter(meeting__round=round_).values_list("pk", flat=True))
        slots = list(related.order_by("meeting__number", "number"))
    else:
        own = fixtures.fixtures_of(season).filter(round=round_, away__isnull=False)
        still = set(open_fixtures().filter(round=round_).values_list("pk", flat=True))
        slots = list(own)
    agreed = terms(season.event)
    rows = [_row(request, slot, agreed) for slot in slots]
    return [row for row in rows if row.slot.pk in still or row.form.is_filled]


def _row(request: HttpRequest, slot: Slot, agreed: Terms) -> ResultRow:
    sent = request.POST if request.method == "POST" else None
    day = slot.meeting.day if isinstance(slot, Board) else slot.day
    form = ResultForm(sent, slot=slot, agreed=agreed, day=day, prefix=f"r{slot.pk}")
    form.fields.pop("games", None)
    label = ""
    if isinstance(slot, Board):
        names = {"home": slot.meeting.home.name, "away": slot.meeting.away, "number": slot.number}
        label = _("%(home)s – %(away)s, board %(number)s") % names
    return ResultRow(slot, form, label)


def _enter_row(request: HttpRequest, person: Person, row: ResultRow) -> int | None:
    """The id of the match; None, and the form says why, where it is refused. A row that is sent
    again is entered once."""
    form = row.form
    if not form.is_valid():
        return None
    content = {name: request.POST.getlist(form.add_prefix(name)) for name in form.fields}
    try:
        answer = once(
            who=actor_key(request),
            key=f"{request.POST.get('key', '')}-{row.slot.pk}",
            content=fingerprint(request.path, content),
            act=lambda: Answer(200, form.enter(person).pk),
        )
    except Fault as fault:
        pages.tell(form, fault)
        return None
    return answer.body if isinstance(answer.body, int) else None


def _entered(season: Season, ids: Sequence[str]) -> list[Match]:
    numbers = [number for one in ids if (number := whole_number(one)) is not None]
    return list(matches().filter(pk__in=numbers, event=season.pk).order_by("pk"))
