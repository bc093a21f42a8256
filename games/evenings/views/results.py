"""The results of an evening: page and CSV."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole
from games.evenings import selectors
from games.evenings.results.emails import post_of
from games.evenings.results.selectors import (
    COLUMNS,
    EveningResults,
    csv_rows,
    evening_results,
    leads,
)
from games.evenings.results.services import letters_send_rest


def results_of(request: HttpRequest, slug: str, pk: int) -> tuple[EveningResults, Person]:
    """With the names that he may know. Raises: Absent also when the address names another club."""
    evening, person = selectors.evening(actor_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    return evening_results(evening, veiled=not selectors.sees_names(evening, person)), person


@faults_as_pages
def results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = results_of(request, slug, pk)
    shown: dict[str, Any] = {
        "evening": found.evening,
        "results": found,
        "over": [(match, leads(match, person)) for match in found.over],
        "unfinished": [(match, leads(match, person)) for match in found.unfinished],
        "post": post_of(found.evening) if person.may(Act.SIGN_OFF) else None,
        "key": pages.new_key(),
        "tab": "evenings",
    }
    return render(request, "evenings/results.html", context(found.evening.club, person, **shown))


@login_required
@require_POST
@faults_as_pages
def letters(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Sends the letters that are still to be sent."""
    found, person = results_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    version = whole(request.POST.get("version", "")) or 0
    pages.write(
        request, lambda: letters_send_rest(by=person, evening=found.evening, version=version)
    )
    return redirect("evening_results", slug=slug, pk=pk)


@faults_as_pages
def results_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, _person = results_of(request, slug, pk)
    body = csv_files.write_rows(COLUMNS, csv_rows(found))
    return csv_files.download(f"results-{found.evening.held_on}.csv", body)
