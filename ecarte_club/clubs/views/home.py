from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ecarte_club.clubs import queries
from ecarte_club.clubs.askers import asker_of

from .people import faults_as_pages


@faults_as_pages
def home(request: HttpRequest) -> HttpResponse:
    asker = asker_of(request)
    own = list(queries.clubs_of(asker))
    others = queries.clubs_seen(asker).exclude(pk__in=[club.pk for club in own])[:100]
    return render(request, "clubs/home.html", {"own": own, "others": others, "tab": "home"})


def api_guide(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/api_guide.html", {"schema": reverse("api_schema")})
