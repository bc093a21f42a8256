"""Rounds: drawn, published, taken back, and drawn on schedule."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRedirect

from ecarte_club.clubs.views.common import form_page, post_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.days import MomentField
from ecarte_club.core.pages import Form
from scoring.tournaments.models import DrawJob
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services.draw_jobs import draw_job_begin, draw_job_cancel
from scoring.tournaments.services.rounds import (
    is_large,
    round_draw,
    round_publish,
    round_schedule,
    round_take_back,
)

from .tournaments import for_director, job_page, submit, tournament_page


@login_required
@post_page
def tournament_draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Shown to directors alone, on the round's page, until it is published."""
    found, person = for_director(request, slug, pk)
    if is_large(found):
        return submit(
            request,
            found,
            person,
            draw_job_begin,
            version=pages.version(request),
            seed=request.POST.get("seed", "").replace("\x00", ""),
            to=("tournament_drawing", slug, pk),
        )
    return submit(
        request,
        found,
        person,
        round_draw,
        version=pages.version(request),
        seed=request.POST.get("seed", "").replace("\x00", ""),
        to=("tournament_round", slug, pk, progress_of(found).last_published + 1),
    )


@login_required
@safe_page
def tournament_drawing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the draw of many players is; once it is drawn, the round."""
    found, person = for_director(request, slug, pk)
    job = found.draw_jobs.first()
    if job is None:
        return redirect("tournament", slug=slug, pk=pk)
    if job.state == DrawJob.State.DONE:
        part = request.headers.get("HX-Request") == "true"
        to = reverse("tournament_round", args=(slug, pk, job.number))
        return HttpResponseClientRedirect(to) if part else redirect(to)
    return job_page(request, "drawing", found, person, job)


@login_required
@post_page
def tournament_drawing_cancel(request: HttpRequest, slug: str, pk: int, job: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    to = ("tournament_drawing", slug, pk)
    return submit(request, found, person, draw_job_cancel, job=job, to=to)


@login_required
@post_page
def tournament_publish(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    version, to = pages.version(request), ("tournament_round", slug, pk, number)
    return submit(request, found, person, round_publish, number=number, version=version, to=to)


@login_required
@form_page
def tournament_take_back(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """What goes with it first, then the act."""
    found, person = for_director(request, slug, pk)
    if request.method == "POST":
        version, to = pages.version(request), ("tournament", slug, pk)
        return submit(
            request, found, person, round_take_back, number=number, version=version, to=to
        )
    now = reading_of(found, person)
    row = now.round(number)
    at_once = now.progress.all_meet
    fixtures = now.progress.fixtures if at_once else now.fixtures(number)
    return tournament_page(
        request,
        "take_back",
        found,
        person,
        round=row,
        all_at_once=at_once,
        pairs=sum(one.away_id is not None for one in fixtures),
        begun=sum(one.match_id is not None for one in fixtures),
        pools=[one for one in now.progress.pools if one.round_id == row.pk],
    )


class ScheduleForm(Form):
    at = MomentField(
        label=_("Draw the next round at"),
        required=False,
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
    initial = {"at": now.draws_at, "publish": bool(found.plan.get("draws_publish"))}
    form = ScheduleForm(request.POST or None, initial=initial)
    if pages.submitted(
        request,
        form,
        lambda: round_schedule(by=person, tournament=found, **form.cleaned_data).pk,
    ):
        return redirect("tournament", slug=slug, pk=pk)
    shown = {"form": form, "next_number": now.last_published + 1}
    return tournament_page(request, "schedule", found, person, **shown)
