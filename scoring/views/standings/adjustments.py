"""Points given or taken: who may sees the list grow, everybody sees the list."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import naming
from ecarte_club.clubs.rights import Act, require
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.faults import Absent, Fault
from ecarte_club.wire.forms import Form
from scoring.models import Adjustment, Season
from scoring.services.adjustments import (
    POINTS_MOST,
    REASON_MOST,
    adjustment_end,
    adjustment_foreseen,
    adjustment_give,
)
from scoring.standings.lines import names_of
from scoring.standings.reading import whole
from scoring.standings.trying import Changed

from .finding import season_of

REASON_HELP = _("Everybody can read it beside the table.")


class AdjustmentForm(Form):
    player = forms.ChoiceField(label=_("Player"))
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        help_text=_("Taken with a minus: -2."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST, help_text=REASON_HELP)

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = players  # type: ignore[attr-defined]

    def given(self) -> dict[str, Any]:
        told = self.cleaned_data
        return {
            "player": int(told["player"]),
            "points": told["points"],
            "reason": told["reason"],
        }


class EndForm(Form):
    reason = forms.CharField(
        label=_("Why it is ended"), max_length=REASON_MOST, help_text=REASON_HELP
    )


@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def adjustments(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """First looked at, then done."""
    season, person = season_of(request, slug, pk)
    if request.method == "POST":
        require(person, Act.RUN_SEASON)
    found = whole(season.pk)
    shown = "" if naming.sees_names(person) else season.event.club.names_shown
    names = names_of(found, shown)
    players = [(line.entrant, names[line.entrant]) for line in found.table.lines]
    form = AdjustmentForm(request.POST or None, players=players)
    foreseen: Changed | None = None
    if form.is_bound and form.is_valid():
        try:
            if request.POST.get("do"):
                pages.write(
                    request,
                    lambda: adjustment_give(by=person, season=season, **form.given()).pk,
                )
                return redirect("adjustments", slug=slug, pk=pk)
            foreseen = adjustment_foreseen(by=person, season=season, **form.given())
        except Fault as fault:
            pages.tell(form, fault)
    told = context(
        season.event.club,
        person,
        season=season,
        form=form,
        foreseen=[(names[one.entrant], one) for one in foreseen.moved] if foreseen else None,
        rulings=[_line(one, names) for one in adjustments_of(season)],
        key=pages.new_key(),
        tab="club",
    )
    return render(request, "scoring/adjustments.html", told, status=422 if form.errors else 200)


def adjustments_of(season: Season) -> list[Adjustment]:
    """The newest first, those that were ended too."""
    found = Adjustment.objects.filter(event=season.pk).select_related("player")
    return list(found.order_by("-pk"))


def _line(one: Adjustment, names: dict[int, str]) -> dict[str, Any]:
    return {"one": one, "name": names.get(one.player_id, naming.numbered(one.player_id))}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def end(request: HttpRequest, slug: str, pk: int, adjustment: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    one = Adjustment.objects.filter(pk=adjustment, event=pk).select_related("player").first()
    if one is None:
        raise Absent
    form = EndForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            pages.write(
                request,
                lambda: adjustment_end(
                    by=person, season=season, adjustment=adjustment, reason=reason
                ).pk,
            )
            return redirect("adjustments", slug=slug, pk=pk)
        except Fault as fault:
            pages.tell(form, fault)
    told = context(
        season.event.club,
        person,
        season=season,
        form=form,
        one=one,
        key=pages.new_key(),
        tab="club",
    )
    return render(request, "scoring/adjustment_end.html", told, status=422 if form.errors else 200)
