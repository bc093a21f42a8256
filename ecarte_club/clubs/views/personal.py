"""What a player chooses for himself, and making a player anonymous."""

from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Player, Shown, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.selectors.personal import Choices
from ecarte_club.clubs.selectors.public_names import public_name
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole

from .common import club_of, context, faults_as_pages


class ChoicesForm(Form):
    name_shown = forms.ChoiceField(
        label=_("What the public sees of your name"),
        widget=forms.RadioSelect,
        help_text=_(
            "In public results and standings. Members of the club always see the full name."
        ),
    )
    wants_results = forms.BooleanField(
        label=_("Send me the results of my evenings by e-mail"),
        required=False,
        help_text=_(
            "One e-mail for each evening you came to, after the sign-off, and one "
            "when evenings are settled up."
        ),
    )
    language = forms.ChoiceField(
        label=_("Language of e-mails"), choices=User._meta.get_field("language").flatchoices
    )

    def __init__(self, *args: Any, chosen: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if chosen.player is None:
            del self.fields["name_shown"], self.fields["wants_results"]
            return
        examples = [(one.value, _example(chosen.player, one)) for one in Shown]
        cast(forms.ChoiceField, self.fields["name_shown"]).choices = examples


def _example(player: Player, shown: Shown) -> str:
    """What he would be called, were it for him alone."""
    return public_name(player.name, player.pk, club=Shown.NAME.value, own=shown.value)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def choices(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.CHOOSE_OWN)
    chosen = personal.choices(club, person)
    initial: dict[str, Any] = {"language": chosen.user.language}
    if player := chosen.player:
        initial |= {"name_shown": player.name_shown, "wants_results": player.wants_results}
    form = ChoicesForm(request.POST or None, chosen=chosen, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            pages.write(request, lambda: services.choices_make(by=person, **form.cleaned_data))
            return redirect(f"{reverse('choices', args=[slug])}?done=1")
        except Fault as fault:
            pages.tell(form, fault)
    more = {"form": form, "chosen": chosen, "key": pages.new_key()}
    more["done"] = "done" in request.GET and not form.errors
    status = 422 if form.errors else 200
    return render(request, "clubs/choices.html", context(club, person, **more), status=status)


class Sure(Form):
    version = forms.IntegerField(widget=forms.HiddenInput)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def anonymise(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What it comes to is shown first; the form then does it, if nothing has changed meanwhile."""
    club, person = club_of(request, slug)
    require(person, Act.ANONYMISE)
    form, status = Sure(request.POST or None), 200
    if request.method == "POST":
        version = whole(request.POST.get("version", ""))
        try:
            pages.write(request, lambda: _done(person, pk, version))
            return redirect("players", slug=slug)
        except Fault as fault:
            if fault.status == 404:
                raise
            status = fault.status
            form.add_error(None, str(fault.detail))
    found = personal.anonymising(person, pk)
    more = {"form": form, "found": found, "key": pages.new_key(), "tab": "players"}
    return render(request, "clubs/anonymise.html", context(club, person, **more), status=status)


def _done(person: Person, pk: int, version: int | None) -> int:
    return services.player_anonymise(
        by=person, player_id=pk, version=-1 if version is None else version
    ).pk
