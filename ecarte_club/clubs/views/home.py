from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ecarte_club.clubs import queries

from .people import faults_as_pages


@faults_as_pages
def home(request: HttpRequest) -> HttpResponse:
    own = list(queries.clubs_of(request.user))
    others = queries.clubs_seen(request.user).exclude(pk__in=[club.pk for club in own])[:100]
    return render(request, "clubs/home.html", {"own": own, "others": others, "tab": "home"})


def api_guide(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/api_guide.html", {"schema": reverse("api_schema")})
