"""The results of an evening: page and CSV."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    club_page,
    faults_as_pages,
    form_page,
    identified,
    post_page,
)
from ecarte_club.core import csv_files, pages
from ecarte_club.core.pages import Form
from games.evenings import selectors
from games.evenings.live_state import evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.results import (
    COLUMNS,
    EveningResults,
    csv_rows,
    email_counts,
    evening_results,
    leads,
    result_emails_send_rest,
)
from games.evenings.services.evenings import evening_sign_off
from games.matches.changes import running_games

from .evening import evening_of


def results_of(request: HttpRequest, slug: str, pk: int) -> tuple[EveningResults, Person]:
    """With the names that they may know."""
    evening, person = evening_of(request, slug, pk)
    return evening_results(evening, veiled=not selectors.sees_names(evening, person)), person


@faults_as_pages
def results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = results_of(request, slug, pk)
    shown: dict[str, Any] = {
        "evening": found.evening,
        "results": found,
        "over": [(match, leads(match, person)) for match in found.over],
        "unfinished": [(match, leads(match, person)) for match in found.unfinished],
        "post": email_counts(found.evening) if person.may(Act.SIGN_OFF) else None,
        "tab": "evenings",
    }
    return club_page(request, "evenings/results.html", found.evening.club, person, **shown)


@login_required
@post_page
def letters(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends the letters that are still to be sent."""
    found, person = results_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    version = pages.posted_version(request)
    pages.write(
        request, lambda: result_emails_send_rest(by=person, evening=found.evening, version=version)
    )
    return redirect("evening_results", slug=slug, pk=pk)


@faults_as_pages
def results_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, _person = results_of(request, slug, pk)
    body = csv_files.write_rows(COLUMNS, csv_rows(found))
    return csv_files.download(f"results-{found.evening.held_on}.csv", body)


class SignOffForm(Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)


@identified
@form_page
def sign_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Whatever came in between is shown, and must be signed anew."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    form = SignOffForm(request.POST or None)

    def sign() -> Evening:
        return evening_sign_off(by=person, evening=evening, **form.cleaned_data)

    if pages.submitted(request, form, sign):
        return redirect("evening", slug=slug, pk=pk)
    if form.errors:
        evening.refresh_from_db()
    shown = {
        "evening": evening,
        "title": evening_name(evening),
        "now": evening_now(evening, to_settle=True),
        "results": evening_results(evening),
        "running": running_games(evening),
        "form": form,
        "tab": "evenings",
    }
    return club_page(request, "evenings/sign_off.html", evening.club, person, **shown)
