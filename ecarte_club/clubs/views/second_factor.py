from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import services
from ecarte_club.clubs.permissions import Act, require, role_name
from ecarte_club.clubs.selectors import roles
from ecarte_club.clubs.selectors.clubs import GUARDED
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form

from .common import club_of, context, faults_as_pages


class SecondFactorForm(Form):
    second_factor = forms.ChoiceField(
        choices=[("yes", "yes"), ("no", "no")], widget=forms.HiddenInput
    )


@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def second_factor(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether the club asks for it, and whose roles would rest if it did."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = SecondFactorForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["second_factor"] == "yes"
        try:
            pages.write(request, lambda: services.second_factor_set(by=person, wanted=wanted).pk)
            return redirect("second_factor", slug=slug)
        except Fault as fault:
            pages.tell(form, fault)
    resting = [
        (one.user, ", ".join(role_name(role) for role in one.roles if role in GUARDED))
        for one in roles.would_sleep(club)
    ]
    shown = context(
        club,
        person,
        resting=resting,
        refusal=services.second_factor_refusal(club.pk),
        form=form,
        key=pages.new_key(),
        tab="committee",
    )
    return render(request, "clubs/second_factor.html", shown, status=422 if form.errors else 200)
