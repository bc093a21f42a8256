"""The results of an evening: page and CSV."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import csvs, pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Absent
from games import evening_queries
from games.letters import post_of
from games.results import COLUMNS, EveningResults, csv_rows, evening_results, leads
from games.services.letters import letters_send_rest


def results_of(request: HttpRequest, slug: str, pk: int) -> tuple[EveningResults, Person]:
    """With the names that he may know. Raises: Absent also when the address names another club."""
    evening, person = evening_queries.evening(asker_of(request), pk)
    if evening.club.slug != slug:
        raise Absent
    return evening_results(evening, veiled=not evening_queries.sees_names(evening, person)), person


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
    return render(request, "games/results.html", context(found.evening.club, person, **shown))


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
    body = csvs.write_rows(COLUMNS, csv_rows(found))
    return csvs.download(f"results-{found.evening.held_on}.csv", body)
