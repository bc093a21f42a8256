"""What the club says of one player: his name, and whether he left."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.members import NAME_MOST
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole

from .common import club_of, context, faults_as_pages


class ChangeForm(Form):
    name = forms.CharField(label=_("Name"), max_length=NAME_MOST)
    left_on = forms.DateField(
        label=_("Left on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_(
            "Leave this empty for a current member. A player with a date here is "
            "not offered for new matches and loses access to the club; their "
            "results stay."
        ),
    )


def player_of(club: Club, pk: int) -> Player:
    """Raises: Absent when the club has no such player, or he was made anonymous."""
    player = Player.objects.select_related("club", "merged_into").filter(club=club, pk=pk).first()
    if player is None or player.anonymised_at:
        raise Absent
    return player


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.CHANGE_PLAYER)
    player = player_of(club, pk)
    if player.merged_into_id:
        return redirect("player_change", slug=slug, pk=player.merged_into_id)
    initial = {"name": player.name, "left_on": player.left_on}
    form = ChangeForm(request.POST or None, initial=initial)
    stale = False
    if request.method == "POST" and form.is_valid():
        try:
            pages.write(request, lambda: _change(request, person, player, form))
            return redirect("players", slug=slug)
        except Stale:
            stale = True
        except Fault as fault:
            pages.tell(form, fault)
    shown = context(
        club,
        person,
        player=player,
        form=form,
        stale=stale,
        key=pages.new_key(),
        tab="players",
    )
    status = 409 if stale else 422 if form.errors else 200
    return render(request, "clubs/player_change.html", shown, status=status)


def _change(request: HttpRequest, person: Person, player: Player, form: ChangeForm) -> int:
    given = form.cleaned_data
    changed = services.player_change(
        by=person,
        player=player,
        name=given["name"],
        left_on=given["left_on"],
        version=whole(request.POST.get("version", "")) or 0,
    )
    return changed.pk
