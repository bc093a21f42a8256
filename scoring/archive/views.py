"""The committee's page of archives: ask for one, see how it goes, take it, delete it."""

from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import club_of, club_page, form_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pages import Form

from . import labels, selectors, services
from .format import not_in_it
from .models import Archive


class ArchiveForm(Form):
    days = forms.ChoiceField(
        label=gettext_lazy("Kept for"),
        choices=[
            (1, gettext_lazy("One day")),
            (7, gettext_lazy("One week")),
            (services.DAYS_MOST, gettext_lazy("One month")),
        ],
    )


def _line(one: Archive) -> dict[str, Any]:
    return {
        "one": one,
        "name": labels.name_of(one),
        "state": labels.state_words(one),
        "ready": one.state == Archive.State.MADE,
        "seen": services.state_of(one).value,
        "unfinished": services.state_of(one) in Archive.UNFINISHED,
        "progress": services.progress(one),
    }


@login_required
@never_cache
@form_page
def archive_list(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    found = selectors.archives(person)
    form = ArchiveForm(request.POST or None, initial={"days": services.DAYS})
    if pages.submitted(
        request,
        form,
        lambda: services.archive_ask(by=person, days=int(form.cleaned_data["days"])),
    ):
        return redirect("archives", slug=slug)
    lines = [_line(one) for one in found]
    part = request.headers.get("HX-Request") == "true"
    return club_page(
        request,
        "archive/archives_body.html" if part else "archive/archives.html",
        club,
        person,
        lines=lines,
        making=any(line["unfinished"] for line in lines),
        form=form,
        left_out=not_in_it(),
        tab="committee",
    )


def _archive_of(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Person, Archive]:
    club, person = club_of(request, slug)
    selectors.archives(person)
    one, _person = selectors.archive(actor_of(request), pk)
    if one.club_id != club.pk:
        raise Absent
    return club, person, one


@login_required
@safe_page
def archive_file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, person, one = _archive_of(request, slug, pk)
    file = services.file_of(one)
    if request.method == "GET":
        services.archive_take(by=person, archive=one)
    return cast(HttpResponse, selectors.sent(request, one, file))


@login_required
@form_page
def archive_delete(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What goes, before it goes."""
    club, person = club_of(request, slug)
    selectors.archives(person)
    if request.method == "POST":

        def delete() -> int:
            """Looked for in here: a form that is sent again finds it gone."""
            one = _archive_of(request, slug, pk)[2]
            services.archive_delete(by=person, archive=one, state=request.POST.get("state", ""))
            return pk

        pages.write(request, delete)
        return redirect("archives", slug=slug)
    one = _archive_of(request, slug, pk)[2]
    shown = {"line": _line(one), "tab": "committee"}
    return club_page(request, "archive/archive_delete.html", club, person, **shown)
