"""Limits of stakes: what a club sets for everybody, and a member for himself."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from scoring.ledger.labels.unit import UnitWords, unit_words
from scoring.ledger.models import Limits
from scoring.ledger.selectors import limits
from scoring.ledger.services.limits import MOST, club_limits_set, player_limits_set


class LimitsForm(Form):
    most_staked = forms.IntegerField(required=False, min_value=0, max_value=MOST)
    most_owed = forms.IntegerField(required=False, min_value=0, max_value=MOST)

    def __init__(self, *args: Any, words: UnitWords, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        staked, owed = self.fields["most_staked"], self.fields["most_owed"]
        staked.label = _("Highest bet")
        owed.label = _("Most owed in one evening")
        if words.is_points:
            staked.label = _("Most points in one bet")
            owed.label = _("Most points lost in one evening")
        for field in (staked, owed):
            field.widget.attrs["class"] = "input input-short"

    def limits(self) -> Limits:
        return Limits(self.cleaned_data["most_staked"], self.cleaned_data["most_owed"])


def _initial(found: Limits) -> dict[str, int | None]:
    return {"most_staked": found.most_staked, "most_owed": found.most_owed}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def club_limits(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = _form(request, club, limits.of_club(club.pk))
    if request.method == "POST" and form.is_valid():
        asked = form.limits()
        try:
            pages.write(request, lambda: club_limits_set(by=person, limits=asked).pk)
            return redirect("club_settings", slug=slug)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, club, person, form, "ledger/limits.html", tab="committee")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def own_limits(request: HttpRequest, slug: str) -> HttpResponse:
    """What is lower holds at once, what is higher a day later."""
    club, person = club_of(request, slug)
    require(person, Act.CHOOSE_OWN)
    own = limits.own(person)
    form = _form(request, club, own.held)
    if request.method == "POST" and form.is_valid():
        asked = form.limits()
        try:
            pages.write(request, lambda: player_limits_set(by=person, limits=asked).pk)
            return redirect(f"{reverse('own_limits', args=[slug])}?done=1")
        except Fault as fault:
            pages.tell(form, fault)
    more = {
        "own": own,
        "usual": limits.of_club(club.pk),
        "done": "done" in request.GET and not form.errors,
    }
    return _page(request, club, person, form, "ledger/own_limits.html", **more)


def _form(request: HttpRequest, club: Club, found: Limits) -> LimitsForm:
    return LimitsForm(request.POST or None, words=unit_words(club), initial=_initial(found))


def _page(
    request: HttpRequest,
    club: Club,
    person: Person,
    form: LimitsForm,
    template: str,
    **more: Any,
) -> HttpResponse:
    shown = context(club, person, form=form, words=unit_words(club), key=pages.new_key(), **more)
    return render(request, template, shown, status=422 if form.errors else 200)
