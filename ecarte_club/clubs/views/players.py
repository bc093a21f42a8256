from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import queries, services
from ecarte_club.clubs.rights import Act, require
from ecarte_club.wire import pages
from ecarte_club.wire.faults import Fault
from ecarte_club.wire.forms import Form

from .people import club_of, context, faults_as_pages

PAGE = 60


class PlayerForm(Form):
    name = forms.CharField(label=_("Name"), max_length=80)


@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def players(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    found = queries.players(person)
    form = PlayerForm(request.POST or None)
    if request.method == "POST":
        require(person, Act.ADD_PLAYER)
        if form.is_valid():
            name = form.cleaned_data["name"]
            try:
                pages.write(request, lambda: services.player_add(by=person, name=name).pk)
                return redirect("players", slug=slug)
            except Fault as fault:
                pages.tell(form, fault)
    asked = request.GET.get("name", "").replace("\x00", "").strip()
    page = Paginator(found.filter(name__icontains=asked), PAGE).get_page(request.GET.get("page"))
    more = {"page": page, "form": form, "asked": asked, "key": pages.new_key(), "tab": "players"}
    status = 422 if form.errors else 200
    return render(request, "clubs/players.html", context(club, person, **more), status=status)
