"""Rounds: drawn, published, taken back, and drawn on schedule."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services.rounds import (
    round_draw,
    round_publish,
    round_schedule,
    round_take_back,
)

from .tournaments import done, for_director, shown, version_of


@login_required
@post_page
def tournament_draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Shown to directors alone, on the round's page, until it is published."""
    found, person = for_director(request, slug, pk)
    asked: dict[str, Any] = {
        "version": version_of(request),
        "seed": request.POST.get("seed", "").replace("\x00", ""),
    }
    number = progress_of(found).last_published + 1
    return done(
        request,
        found,
        person,
        lambda: round_draw(by=person, tournament=found, **asked).number,
        to=("tournament_round", slug, pk, number),
    )


@login_required
@post_page
def tournament_publish(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    asked: dict[str, Any] = {"number": number, "version": version_of(request)}
    return done(
        request,
        found,
        person,
        lambda: round_publish(by=person, tournament=found, **asked).number,
        to=("tournament_round", slug, pk, number),
    )


@login_required
@form_page
def tournament_take_back(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """What goes with it first, then the act."""
    found, person = for_director(request, slug, pk)
    if request.method == "POST":
        asked: dict[str, Any] = {"number": number, "version": version_of(request)}
        return done(
            request,
            found,
            person,
            lambda: round_take_back(by=person, tournament=found, **asked).pk,
            to=("tournament", slug, pk),
        )
    now = reading_of(found, person)
    row = now.round(number)
    at_once = now.progress.all_meet
    fixtures = now.progress.fixtures if at_once else now.fixtures(number)
    more = {
        "round": row,
        "all_at_once": at_once,
        "pairs": sum(one.away_id is not None for one in fixtures),
        "begun": sum(one.match_id is not None for one in fixtures),
        "pools": [one for one in now.progress.pools if one.round_id == row.pk],
    }
    return render(request, "tournaments/take_back.html", shown(found, person, **more))


class ScheduleForm(Form):
    at = forms.DateTimeField(
        label=_("Draw the next round at"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        help_text=_(
            "At this time, or as soon afterwards as all results are in. Leave "
            "empty to draw by hand."
        ),
    )
    publish = forms.BooleanField(label=_("Publish the draw at once"), required=False)


@login_required
@form_page
def tournament_schedule(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    now = progress_of(found)
    scheduled = now.scheduled
    initial = {
        "at": scheduled.draws_at if scheduled else None,
        "publish": bool(found.plan.get("draws_publish")),
    }
    form = ScheduleForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            pages.write(request, lambda: round_schedule(by=person, tournament=found, **asked).pk)
            return redirect("tournament", slug=slug, pk=pk)
        except Fault as fault:
            pages.tell(form, fault)
    more = {"form": form, "next_number": now.last_published + 1}
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "tournaments/schedule.html", page, status=status)
