"""The results of an evening: page and CSV."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Person
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import csvs
from ecarte_club.wire.faults import Absent
from games import evening_queries
from games.results import COLUMNS, EveningResults, csv_rows, evening_results, knows_names, leads


def results_of(request: HttpRequest, slug: str, pk: int) -> tuple[EveningResults, Person]:
    """With the names that he may know. Raises: Absent also when the address names another club."""
    asker = asker_of(request)
    evening, person = evening_queries.evening(asker, pk)
    if evening.club.slug != slug:
        raise Absent
    return evening_results(evening, veiled=not knows_names(asker, person, evening)), person


@faults_as_pages
def results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = results_of(request, slug, pk)
    shown: dict[str, Any] = {
        "evening": found.evening,
        "results": found,
        "over": [(match, leads(match, person)) for match in found.over],
        "unfinished": [(match, leads(match, person)) for match in found.unfinished],
        "tab": "evenings",
    }
    return render(request, "games/results.html", context(found.evening.club, person, **shown))


@faults_as_pages
def results_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, _person = results_of(request, slug, pk)
    body = csvs.write_rows(COLUMNS, csv_rows(found))
    return csvs.download(f"results-{found.evening.held_on}.csv", body)
