"""Importing members: a file is chosen, every line of it is shown, and then all is done at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from ecarte_club.clubs.labels import FIELDS
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services import member_import as member_import_services
from ecarte_club.clubs.services.member_import import Kind, Line, Plan
from ecarte_club.clubs.services.member_tables import (
    BYTES_MOST,
    MemberTable,
    table_file_text,
    table_of,
)
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
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods,text/csv"}),
        help_text=gettext_lazy("From a spreadsheet: XLSX, ODS or CSV. Its first sheet is read."),
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
        return table_file_text(bytes(file.read(BYTES_MOST + 1)))


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
    table: MemberTable | None = None
    plan, fault = None, None
    # Read before the transaction, in which others would wait for it.
    try:
        if "packed" in request.POST:
            text = csv_files.unpacked(request.POST["packed"], bytes_most=BYTES_MOST)
            table = table_of(text)
            _import(request, person, table)
            return redirect("players", slug=slug)
        if request.method == "POST" and form.is_valid():
            text = form.text()
            table = table_of(text)
    except Fault as found:
        fault = found
    if table is not None:
        plan, fault = _plan(person, table, fault)
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
        "tab": "players",
    }
    return club_page(request, "clubs/players_import.html", club, person, **shown)


def _import(request: HttpRequest, person: Person, table: MemberTable) -> None:
    seen, add_alike = request.POST.get("seen", ""), "alike" in request.POST

    def act() -> int:
        done = member_import_services.players_import(
            by=person, data=table, seen=seen, leave_out_alike=not add_alike
        )
        return len(done.lines)

    pages.write(request, act)


def _plan(
    person: Person, table: MemberTable, fault: Fault | None
) -> tuple[Plan | None, Fault | None]:
    """What the file would do now; a fault of the file itself where there is no other."""
    try:
        return member_import_services.players_import_preview(by=person, data=table), fault
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
    details = [_detail(name, value) for name, value in line.details.items() if line.player or value]
    return " · ".join([*(text for holds, text in told if holds), *details])


def _detail(name: str, value: object) -> str:
    if not value:
        return _("%(detail)s removed") % {"detail": capfirst(FIELDS[name])}
    shown = date_format(value, "SHORT_DATE_FORMAT") if isinstance(value, date) else str(value)
    # Translators: a detail of a member and its value, as in “Phone: +33 1 23 45 67 89”.
    return _("%(detail)s: %(value)s") % {"detail": capfirst(FIELDS[name]), "value": shown}
