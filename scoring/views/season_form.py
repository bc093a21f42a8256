"""The form that opens a season."""

import dataclasses
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.views.start import TermsForm
from scoring import services, words
from scoring.rules.points import Scheme
from scoring.rules.table import USUAL, TieBreak

NOTHING_MORE: tuple[str, Any] = ("", _("nothing more"))
ORDER = ("tie_break_1", "tie_break_2", "tie_break_3", "tie_break_4")


def _points(label: Any, usual: int) -> forms.IntegerField:
    most = services.POINTS_MOST
    return forms.IntegerField(
        label=label, min_value=0, max_value=most, initial=usual, required=False
    )


def _tie_break(label: Any, usual: TieBreak) -> forms.ChoiceField:
    choices = [NOTHING_MORE, *((one.value, words.TIE_BREAKS[one]) for one in TieBreak)]
    return forms.ChoiceField(label=label, choices=choices, initial=usual.value, required=False)


class SeasonForm(TermsForm):
    league = forms.CharField(label=_("League"), max_length=80)
    name = forms.CharField(label=_("Name of the season"), max_length=80)
    starts_on = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}))
    ends_on = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}))
    public = forms.BooleanField(
        label=_("Everybody may read its matches and standings"), required=False, initial=True
    )
    points_win = _points(_("Points for a win"), services.USUAL_SCHEME.win)
    points_draw = _points(_("for a draw"), services.USUAL_SCHEME.draw)
    points_loss = _points(_("for a loss"), services.USUAL_SCHEME.loss)
    tie_break_1 = _tie_break(_("Equal points by"), USUAL[0])
    tie_break_2 = _tie_break(_("then by"), USUAL[1])
    tie_break_3 = _tie_break(_("then by"), USUAL[2])
    tie_break_4 = _tie_break(_("then by"), USUAL[3])

    def scheme(self) -> Scheme:
        """A field left empty keeps what is usual."""
        given = {name: self.cleaned_data[f"points_{name}"] for name in ("win", "draw", "loss")}
        kept = {name: value for name, value in given.items() if value is not None}
        return dataclasses.replace(services.USUAL_SCHEME, **kept)

    def plan(self) -> services.SeasonPlan:
        given = self.cleaned_data
        return services.SeasonPlan(
            name=given["name"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            terms=self.terms(),
            scheme=self.scheme(),
            tie_breaks=tuple(given[name] for name in ORDER if given[name]),
            public=given["public"],
        )
