"""The page that opens a tournament."""

import dataclasses
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_of, club_page, form_page
from ecarte_club.core import pages
from ecarte_club.core.pages import add_classes
from games.engine.terms import FormatKind
from games.matches.views.start import TermsForm
from scoring.contests.labels.texts import TERMS
from scoring.contests.rules.machine import Kind as Contest
from scoring.leagues.labels import standings
from scoring.tables.criteria import TIE_BREAKS
from scoring.tournaments import labels
from scoring.tournaments.rules.plan import OPTIONS, Kind, Option
from scoring.tournaments.services.opening import (
    KINDS,
    POINTS_MOST,
    SCHEME_FIELDS,
    USUAL_SCHEME,
    TournamentPlan,
    tournament_open,
)
from scoring.tournaments.services.rounds import SEED_MOST

NOTHING_MORE: tuple[str, Any] = ("", _("No further tie-break"))
USUAL = "usual"
# Of each game of a pool.
ONE_GAME: dict[str, Any] = {"format": FormatKind.ONE_GAME.value, "games": 1, "rubbers": 1}
PAYING = next(term for term in TERMS[Contest.POOL] if term.name == "paying")
ORDER = tuple(f"tie_break_{place}" for place in range(1, 5))


def _points(label: Any, usual: int, help_text: Any = "", least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=POINTS_MOST,
        initial=usual,
        required=False,
        help_text=help_text,
    )


def _option(option: Option) -> forms.Field:
    shared: dict[str, Any] = {
        "label": _(option.label),
        "help_text": _(option.hint) if option.hint else "",
        "initial": option.default,
        "required": False,
    }
    if option.is_yes_or_no:
        return forms.BooleanField(**shared)
    if option.choices:
        # One option alone has choices yet, and a contest of its own has the same.
        return forms.ChoiceField(choices=PAYING.choices, widget=forms.RadioSelect, **shared)
    return forms.IntegerField(min_value=option.least, max_value=option.most, **shared)


def _tie_break(label: Any, place: int) -> forms.ChoiceField:
    choices = [NOTHING_MORE, *standings.choices(TIE_BREAKS)]
    if place == 0:
        choices = [(USUAL, _("Usual for this format")), *choices]
    usual = "" if place else USUAL
    return forms.ChoiceField(label=label, choices=choices, initial=usual, required=False)


class TournamentForm(TermsForm):
    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    kind = forms.ChoiceField(
        label=_("Tournament format"),
        choices=[(one.value, labels.KINDS[one]) for one in KINDS],
        widget=forms.RadioSelect,
        initial=Kind.SWISS.value,
    )
    seed = forms.CharField(
        label=_("Draw key"),
        max_length=SEED_MOST,
        required=False,
        help_text=_("Any text. Anyone can repeat the draw from it. Leave empty to have one made."),
    )
    points_win = _points(_("Points for a win"), USUAL_SCHEME.win)
    points_draw = _points(_("Points for a draw"), USUAL_SCHEME.draw)
    points_loss = _points(_("Points for a loss"), USUAL_SCHEME.loss)
    points_forfeit = _points(
        _("Points for a player who did not come"),
        USUAL_SCHEME.forfeit,
        _("Below zero it costs them points, such as −1."),
        least=-POINTS_MOST,
    )
    points_bye = _points(_("Points for a bye"), USUAL_SCHEME.bye)
    points_half_bye = _points(_("Points for a half bye"), USUAL_SCHEME.half_bye)
    tie_break_1 = _tie_break(_("Tie-breaks"), 0)
    tie_break_2 = _tie_break(_("Then by"), 1)
    tie_break_3 = _tie_break(_("Then by"), 2)
    tie_break_4 = _tie_break(_("Then by"), 3)
    public = forms.BooleanField(
        label=_("The public can see its matches and standings"), required=False, initial=True
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        without = ("stake", "paying") if club.unit == Unit.POINTS else ()
        self.offered = [option for option in OPTIONS if option.name not in without]
        self.fields |= {option.name: _option(option) for option in self.offered}
        add_classes(self)

    def options(self) -> list[tuple[Option, forms.BoundField]]:
        return [(option, self[option.name]) for option in self.offered]

    def plan(self) -> TournamentPlan:
        given = self.cleaned_data
        is_pools = given["kind"] == Kind.POOLS
        points = {name: given[f"points_{name}"] for name in SCHEME_FIELDS}
        kept = {name: value for name, value in points.items() if value is not None}
        return TournamentPlan(
            name=given["name"],
            terms=dataclasses.replace(self.terms(), **ONE_GAME) if is_pools else self.terms(),
            kind=Kind(given["kind"]),
            public=given["public"],
            seed=given["seed"],
            **self._chosen(),
            scheme=dataclasses.replace(USUAL_SCHEME, **kept),
            tie_breaks=self._tie_breaks(),
        )

    def _chosen(self) -> dict[str, Any]:
        """What is left empty has its default."""
        chosen = {option.name: self.cleaned_data[option.name] for option in self.offered}
        return {name: value for name, value in chosen.items() if value not in (None, "")}

    def _tie_breaks(self) -> tuple[str, ...] | None:
        chosen = tuple(self.cleaned_data[name] for name in ORDER)
        return None if USUAL in chosen else tuple(filter(None, chosen))


@login_required
@form_page
def tournament_new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.RUN_SEASON)
    form = TournamentForm(request.POST or None, club=club)
    answer = pages.submitted(request, form, lambda: tournament_open(by=person, plan=form.plan()).pk)
    if answer:
        return redirect("tournament_people", slug=slug, pk=answer.body)
    return club_page(request, "tournaments/new.html", club, person, form=form, tab="tournaments")
