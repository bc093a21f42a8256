"""Signing an evening off: first everything that is still open, then one button."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from games.evenings import services as evening_services
from games.evenings.live_state import evening_name, evening_now
from games.evenings.results.selectors import evening_results
from games.matches.changes import running_games

from .evening import evening_of


class SignOffForm(Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def sign_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Whatever came in between is shown, and must be signed anew."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.SIGN_OFF)
    form = SignOffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["version"]
        try:
            pages.write(
                request,
                lambda: evening_services.evening_sign_off(
                    by=person, evening=evening, version=version
                ).pk,
            )
            return redirect("evening", slug=slug, pk=pk)
        except Fault as fault:
            pages.tell(form, fault)
            evening.refresh_from_db()
    shown = context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=evening_now(evening, to_settle=True),
        results=evening_results(evening),
        running=running_games(evening),
        form=form,
        key=pages.new_key(),
        tab="evenings",
    )
    status = 422 if form.errors else 200
    return render(request, "evenings/sign_off.html", shown, status=status)
