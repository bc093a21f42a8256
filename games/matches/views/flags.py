"""Flagging a result, the list of flags, and settling one."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, require, require_own_or_any
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages, known
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.matches.models import Flag
from games.matches.selectors import flags as flag_reading
from games.matches.selectors import matches
from games.matches.selectors.flags import club_flags, raised_by
from games.matches.services.flags import TEXT_MOST, flag_raise, flag_settle

from .match import match_of

PAGE = 40
REASONS = (
    _("The score is not what we played."),
    _("A hand or a game is missing."),
    _("A hand or a game was entered that was not played."),
    _("The wrong players are named."),
)
STATES = ("open", "settled", "all")
COLUMNS = ("flag", "match", "entry", "players", "text", "by", "at", "answer", "settled_at")


class FlagForm(Form):
    reason = forms.ChoiceField(label=_("What is wrong"), widget=forms.RadioSelect, required=False)
    words = forms.CharField(
        label=_("In your own words"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reasons = [(str(number), text) for number, text in enumerate(REASONS)]
        self.choose("reason", [*reasons, ("", _("Something else"))])

    def text(self) -> str:
        chosen = self.cleaned_data["reason"]
        said = str(REASONS[int(chosen)]) if chosen else ""
        return f"{said} {self.cleaned_data['words']}".strip()


class AnswerForm(Form):
    answer = forms.CharField(
        label=_("Outcome and action taken"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown on the page of the match."),
    )


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def flag(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    own = matches.is_own(match, person)
    require_own_or_any(person, Act.FLAG_OWN, Act.FLAG_ANY, is_own=own)
    number = whole(request.POST.get("entry", "") or request.GET.get("entry", ""))
    form = FlagForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        text = form.text()
        try:
            pages.write(
                request,
                lambda: flag_raise(by=person, match=match, text=text, number=number).pk,
            )
            return redirect("match", slug=slug, pk=pk)
        except (Absent, Denied):
            raise
        except Fault as fault:
            pages.tell(form, fault)
    more = {"match": match, "form": form, "entry": number, "key": pages.new_key()}
    status = 422 if form.errors else 200
    shown = context(match.club, person, **more, tab="matches")
    return render(request, "matches/flag.html", shown, status=status)


@known
@require_safe
@faults_as_pages
def flags(request: HttpRequest, slug: str) -> HttpResponse:
    """Those to settle first; `?state=` open, settled or all; `?format=csv` for a spreadsheet."""
    club, person = club_of(request, slug)
    asked = request.GET.get("state", "")
    state = asked if asked in STATES else "all"
    found = club_flags(person)
    if state != "all":
        found = found.filter(settled_at__isnull=state == "open")
    if request.GET.get("format") == "csv":
        rows = (_row(one) for one in found)
        return csv_files.download(f"{club.slug}-flags.csv", csv_files.write_rows(COLUMNS, rows))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    states = [("all", _("All")), ("open", _("Open flags")), ("settled", _("Settled"))]
    more = {"page": page, "state": state, "states": states, "tab": "matches"}
    return render(request, "matches/flags.html", context(club, person, **more))


def _row(found: Flag) -> tuple[object, ...]:
    match = found.match
    times = [one.isoformat() if one else "" for one in (found.at, found.settled_at)]
    players = f"{match.player_a.name} – {match.player_b.name}"
    entry = found.number or ""
    said = (players, found.text, raised_by(found), times[0], found.answer, times[1])
    return found.pk, match.pk, entry, *said


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def settle(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = flag_reading.flag(actor_of(request), pk)
    if found.match.club.slug != slug:
        raise Absent
    require(person, Act.SETTLE_FLAG)
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        answer = form.cleaned_data["answer"]
        try:
            pages.write(request, lambda: flag_settle(by=person, flag=found, answer=answer).pk)
            return redirect("flags", slug=slug)
        except (Absent, Denied):
            raise
        except Fault as fault:
            pages.tell(form, fault)
    more = {"flag": found, "match": found.match, "form": form, "key": pages.new_key()}
    status = 422 if form.errors else 200
    shown = context(found.match.club, person, **more, tab="matches")
    return render(request, "matches/flag_settle.html", shown, status=status)
