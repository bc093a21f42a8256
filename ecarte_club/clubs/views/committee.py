from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.permissions import Act, require

from .common import club_of, context, faults_as_pages


@require_safe
@faults_as_pages
def committee(request: HttpRequest, slug: str) -> HttpResponse:
    """The way to everything that the committee and its directors do for the club."""
    club, person = club_of(request, slug)
    require(person, Act.SEE_LOG)
    shown = context(club, person, tab="committee", title=_("Committee"))
    return render(request, "clubs/committee.html", shown)
