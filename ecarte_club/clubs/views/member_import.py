"""Importing members: a file is chosen, every line of it is shown, and then all is done at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.members import EXTRA, KNOWN, NEEDED
from ecarte_club.clubs.services import member_import as member_import_services
from ecarte_club.clubs.services.member_import import BYTES_MOST, Kind, Line, Plan
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Fault, Invalid
from ecarte_club.core.pages import Form

from .common import club_of, club_page, form_page

SHOWN_MOST = 200
# Beside the file a form may hold 256 kB in all.
PACKED_MOST = 240_000


class FileForm(Form):
    names = forms.CharField(
        label=gettext_lazy("Names"),
        required=False,
        max_length=PACKED_MOST,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("One player a line, or pasted from a spreadsheet."),
    )
    csv = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}),
        help_text=gettext_lazy("As saved by a spreadsheet: with commas, semicolons or tabs."),
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("csv") is None and not given.get("names") and not self.errors:
            self.add_error("names", _("Write or paste the names, or choose a file."))
        return given

    def text(self) -> str:
        """Raises: Invalid for a file that cannot be read."""
        file: Any = self.cleaned_data["csv"]
        if file is None:
            return str(self.cleaned_data["names"])
        return csv_files.text_of(bytes(file.read(BYTES_MOST + 1)), bytes_most=BYTES_MOST)


@dataclass(frozen=True, slots=True)
class Part:
    """Lines of one kind, each with what happens; `more`: how many of them are not shown."""

    kind: str
    title: str
    number: int
    lines: list[tuple[Line, str]]
    more: int


@login_required
@form_page
def players_import(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.ADD_PLAYER)
    require(person, Act.CHANGE_PLAYER)
    form = FileForm(request.POST, request.FILES) if request.method == "POST" else FileForm()
    text: str | None = None
    plan, fault = None, None
    try:
        if "packed" in request.POST:
            text = csv_files.unpacked(request.POST["packed"], bytes_most=BYTES_MOST)
            _import(request, person, text)
            return redirect("players", slug=slug)
        if request.method == "POST" and form.is_valid():
            text = form.text()
    except Fault as found:
        fault = found
    if text is not None:
        plan, fault = _plan(person, text, fault)
    if fault is not None and plan is None:
        form = FileForm({}, {}) if "packed" in request.POST else form
        form.errors["csv"] = form.error_class([str(fault.detail)])
    packed = csv_files.packed(text) if text and plan and plan.is_good else ""
    shown = {
        "form": form,
        "plan": plan,
        "fault": fault,
        "parts": list(_parts(plan)) if plan else [],
        "packed": packed if len(packed) <= PACKED_MOST else "",
        "columns": {"needed": NEEDED, "known": KNOWN, "told": EXTRA},
        "tab": "players",
    }
    return club_page(request, "clubs/players_import.html", club, person, **shown)


def _import(request: HttpRequest, person: Person, text: str) -> None:
    seen = request.POST.get("seen", "")

    def act() -> int:
        return len(member_import_services.players_import(by=person, data=text, seen=seen).lines)

    pages.write(request, act)


def _plan(person: Person, text: str, fault: Fault | None) -> tuple[Plan | None, Fault | None]:
    """What the file would do now; a fault of the file itself where there is no other."""
    try:
        return member_import_services.players_import_preview(by=person, data=text), fault
    except Invalid as found:
        return None, fault or found


def _parts(plan: Plan) -> Iterator[Part]:
    titles = {
        Kind.WRONG: _("Lines with errors"),
        Kind.NEW: pgettext("players", "New"),
        Kind.CHANGED: pgettext("players", "Changed"),
        Kind.SAME: pgettext("players", "Unchanged"),
    }
    for kind, title in titles.items():
        if lines := plan.of(kind):
            said = [(line, _summary(line)) for line in lines[:SHOWN_MOST]]
            yield Part(kind.value, title, len(lines), said, len(lines) - len(said))


def _summary(line: Line) -> str:
    """What happens to a player, but for what is wrong or to be looked at twice."""
    day = date_format(line.left_on, "SHORT_DATE_FORMAT") if line.left_on else ""
    told = (
        (line.kind is Kind.NEW, _("New player")),
        (bool(line.was), _("Was %(was)s") % {"was": line.was}),
        (line.leaves, _("Left %(day)s") % {"day": day}),
        (line.returns, _("Plays again")),
    )
    return " · ".join(text for holds, text in told if holds)
