"""The record as a CSV score sheet, and score sheets from a file."""

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import cast

from asgiref.sync import sync_to_async
from django import forms
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, club_page, form_page, safe_page
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.idempotency import Answer, actor_key, fingerprint, once
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import query_whole_number
from games.matches.selectors import matches
from games.sheets import selectors
from games.sheets.csv_format.export import parts
from games.sheets.csv_format.sheets import BYTES_MOST
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import (
    import_check,
    import_check_again,
    import_draft,
    import_store,
)

FILTERS = {"evening": "evening_table__evening_id", "season": "event_id"}


@safe_page
def sheet_export(request: HttpRequest, slug: str) -> HttpResponse:
    _club, person = club_of(request, slug)
    return cast(HttpResponse, export_response(request, person, request.GET))


def export_response(request: HttpRequest, person: Person, query: QueryDict) -> HttpResponseBase:
    """Raises: Denied, Absent; Invalid for a filter that is no id."""
    require(person, Act.SEE_CLUB)
    rows = matches.matches().filter(club_id=person.club_id, annulled_at=None)
    for name, field in FILTERS.items():
        if number := query_whole_number(query, name):
            rows = rows.filter(**{field: number})
    if player := query_whole_number(query, "player"):
        rows = matches.played_by(rows, player)
    return streamed(request, parts(rows), "score-sheet.csv")


def streamed(request: HttpRequest, content: Iterable[bytes], file_name: str) -> HttpResponseBase:
    """Part by part also where an ASGI server, left alone, would gather all of it first."""
    if request.method == "HEAD":
        return csv_files.download(file_name, b"")
    flowing = _in_parts(iter(content)) if isinstance(request, ASGIRequest) else content
    headers = {
        "Content-Disposition": f'attachment; filename="{file_name}"',
        "Cache-Control": "private, no-cache",
    }
    return StreamingHttpResponse(flowing, content_type=csv_files.MEDIA_TYPE, headers=headers)


async def _in_parts(content: Iterator[bytes]) -> AsyncIterator[bytes]:
    step = sync_to_async(lambda: next(content, None))
    while (part := await step()) is not None:
        yield part


RECENT, PAGE = 20, 50


class ImportForm(Form):
    csv = forms.FileField(
        label=gettext_lazy("CSV file"),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Choose a file.")},
    )
    add_players = forms.BooleanField(
        label=gettext_lazy("Add new players to the club"),
        required=False,
        help_text=gettext_lazy(
            "They are shown before anything is entered. Of a file that another club exported, its "
            "evenings and seasons are added too."
        ),
    )


@login_required
@form_page
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    recent = selectors.listed(person)[:RECENT]
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("import_show", slug=slug, pk=_open_once(request, person, form))
        except Fault as fault:
            pages.tell(form, fault)
    shown = {"form": form, "recent": recent, "tab": "matches"}
    return club_page(request, "sheets/imports.html", club, person, **shown)


def _open_once(request: HttpRequest, person: Person, form: ImportForm) -> int:
    """The import's id; the same one when the same form comes again. Raises: Invalid."""
    file, add = form.cleaned_data["csv"], form.cleaned_data["add_players"]
    if file.size > BYTES_MOST:
        text = _("This file is too large: %(most)s kB at most. Send it in parts.")
        text %= {"most": BYTES_MOST // 1024}
        raise Invalid("invalid_csv", text, field="csv")
    data = file.read()
    draft = import_draft(by=person, name=file.name, data=data, add_players=add)
    answer = once(
        who=actor_key(request),
        key=request.POST.get("key", ""),
        content=fingerprint(request.path, add, hashlib.sha256(data).hexdigest()),
        act=lambda: Answer(200, import_store(by=person, draft=draft).pk),
    )
    return int(str(answer.body))


@login_required
@form_page
def import_show(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`?faults`: every bad line as CSV; `?progress`: how far the entering has come."""
    upload, person = selectors.sheet_import(actor_of(request), pk)
    if upload.club.slug != slug:
        raise Absent
    if "faults" in request.GET:
        return csv_files.download("bad-lines.csv", selectors.faults_csv(upload))
    if "progress" in request.GET:
        progress = {"progress": selectors.entering(upload)}
        return render(request, "sheets/import_progress.html", progress)
    fault = None
    if request.method == "POST":
        fault = _act(request, person, upload)
        if fault is None and not request.headers.get("HX-Request"):
            return redirect("import_show", slug=slug, pk=pk)
    part = "import_body" if request.headers.get("HX-Request") else "import"
    return club_page(
        request,
        f"sheets/{part}.html",
        upload.club,
        person,
        upload=upload,
        fault=fault,
        page=Paginator(upload.faults.all(), PAGE).get_page(request.GET.get("page")),
        checking=selectors.checking(upload),
        entering=selectors.entering(upload),
        uncounted=() if upload.done_at else selectors.uncounted(upload),
        tab="matches",
    )


def _act(request: HttpRequest, person: Person, upload: SheetImport) -> Fault | None:
    act = request.POST.get("act", "")
    try:
        if act == "do":
            import_enter(by=person, upload=upload)
        elif act == "again":
            import_check_again(by=person, upload=upload)
        else:
            import_check(by=person, upload=upload)
    except Fault as fault:
        upload.refresh_from_db()
        return fault
    return None
