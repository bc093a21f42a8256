"""The page that opens a tournament."""

import dataclasses
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from games.engine.terms import FormatKind
from games.matches.views.start import TermsForm
from scoring.contests.labels.terms import TERMS
from scoring.contests.rules.kinds import Kind as Contest
from scoring.contests.rules.pool import Paying
from scoring.leagues.labels.tie_breaks import TIE_BREAKS
from scoring.tournaments.labels import reasons
from scoring.tournaments.rules.layout import POOL_LEAST
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.entries import MOST
from scoring.tournaments.services import KINDS, TournamentPlan, tournament_open
from scoring.tournaments.services.opening import (
    GOING_ON_MOST,
    GROUPS_MOST,
    POINTS_MOST,
    ROUNDS_MOST,
    SCHEME_FIELDS,
    SIZE_MOST,
    STAKE_MOST,
    USUAL_SCHEME,
)
from scoring.tournaments.services.rounds import SEED_MOST

NOTHING_MORE: tuple[str, Any] = ("", _("No further tie-break"))
USUAL = "usual"
OF_GROUPS = ("groups", "first", "best")
# Of each game of a pool.
ONE_GAME: dict[str, Any] = {"format": FormatKind.ONE_GAME.value, "games": 1, "rubbers": 1}
PAYING = next(term for term in TERMS[Contest.POOL] if term.name == "paying")
ORDER = tuple(f"tie_break_{place}" for place in range(1, 5))


def _points(label: Any, usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=0, max_value=POINTS_MOST, initial=usual, required=False
    )


def _number(
    label: Any, least: int, most: int, usual: int, help_text: Any = ""
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        initial=usual,
        required=False,
        help_text=help_text,
    )


def _tie_break(label: Any, place: int) -> forms.ChoiceField:
    choices = [NOTHING_MORE, *((one.value, text) for one, text in TIE_BREAKS.items())]
    if place == 0:
        choices = [(USUAL, _("Usual for this format")), *choices]
    usual = "" if place else USUAL
    return forms.ChoiceField(label=label, choices=choices, initial=usual, required=False)


class TournamentForm(TermsForm):
    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    kind = forms.ChoiceField(
        label=_("Tournament format"),
        choices=[(one.value, reasons.KINDS[one]) for one in KINDS],
        widget=forms.RadioSelect,
        initial=Kind.SWISS.value,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=ROUNDS_MOST,
        required=False,
        help_text=_("Leave empty for just enough rounds to leave one unbeaten player at most."),
    )
    seeds = forms.IntegerField(
        label=_("Number of seeds"),
        min_value=0,
        max_value=MOST,
        required=False,
        help_text=_(
            "Not for Swiss. The number of seeded players; the others are placed by "
            "lot. Leave empty to seed everyone."
        ),
    )
    groups = _number(
        _("Groups"), 1, GROUPS_MOST, 2, _("How many groups there are before the knock-out.")
    )
    first = _number(_("Qualifiers per group"), 0, GOING_ON_MOST, 2)
    best = _number(_("Further qualifiers, the best of the rest"), 0, GROUPS_MOST, 0)
    size = _number(
        _("Players per pool"),
        POOL_LEAST,
        SIZE_MOST,
        POOL_LEAST,
        _("The usual size. Some pools may have one player more or fewer."),
    )
    stake = _number(
        _("Stake of each pool"),
        0,
        STAKE_MOST,
        0,
        _("0: played for honour. To enter is to accept the stake."),
    )
    paying = forms.ChoiceField(
        label=_("Who stakes"),
        help_text=_("Both ways are Foster’s."),
        choices=PAYING.choices,
        widget=forms.RadioSelect,
        initial=Paying.DEPOSIT.value,
        required=False,
    )
    double = forms.BooleanField(
        label=_("Everyone meets everyone twice"),
        required=False,
        help_text=_("In a round robin or in groups: once at home, once away."),
    )
    third_place = forms.BooleanField(label=_("Play for third place"), required=False)
    consolation = forms.BooleanField(
        label=_("Consolation for players who lose the first match they play"), required=False
    )
    by_lot = forms.BooleanField(
        label=_("Draw the first round by lot"),
        required=False,
        help_text=_(
            "Swiss: otherwise the upper half of the seeding meets the lower half. "
            "Round robin: the numbers in the Berger tables are drawn. Groups: the "
            "groups are drawn from pots."
        ),
    )
    second_meetings = forms.BooleanField(
        label=_("Allow a second match between the same players"),
        required=False,
        help_text=_("Used only if a round cannot be drawn otherwise."),
    )
    vary_tables = forms.BooleanField(
        label=_("Avoid giving a player the same table twice"),
        required=False,
        initial=True,
    )
    seed = forms.CharField(
        label=_("Draw key"),
        max_length=SEED_MOST,
        required=False,
        help_text=_("Any text. Anyone can repeat the draw from it. Leave empty to have one made."),
    )
    points_win = _points(_("Points for a win"), USUAL_SCHEME.win)
    points_draw = _points(_("For a draw"), USUAL_SCHEME.draw)
    points_loss = _points(_("For a loss"), USUAL_SCHEME.loss)
    points_bye = _points(_("Points for a bye"), USUAL_SCHEME.bye)
    points_half_bye = _points(_("Points for a half bye"), USUAL_SCHEME.half_bye)
    tie_break_1 = _tie_break(_("Ties broken by"), 0)
    tie_break_2 = _tie_break(_("Then by"), 1)
    tie_break_3 = _tie_break(_("Then by"), 2)
    tie_break_4 = _tie_break(_("Then by"), 3)
    public = forms.BooleanField(
        label=_("The public can see its matches and standings"), required=False, initial=True
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        if club.unit == Unit.POINTS:
            del self.fields["stake"]
            del self.fields["paying"]

    def plan(self) -> TournamentPlan:
        given = self.cleaned_data
        is_pools = given["kind"] == Kind.POOLS
        points = {name: given[f"points_{name}"] for name in SCHEME_FIELDS}
        kept = {name: value for name, value in points.items() if value is not None}
        return TournamentPlan(
            name=given["name"],
            terms=dataclasses.replace(self.terms(), **ONE_GAME) if is_pools else self.terms(),
            kind=given["kind"],
            public=given["public"],
            rounds=given["rounds"] or 0,
            seed=given["seed"],
            seeds=given["seeds"],
            double=given["double"],
            **{name: given[name] for name in OF_GROUPS if given[name] is not None},
            size=given["size"] or POOL_LEAST,
            stake=given.get("stake") or 0,
            paying=given.get("paying") or Paying.DEPOSIT.value,
            third_place=given["third_place"],
            consolation=given["consolation"],
            by_lot=given["by_lot"],
            second_meetings=given["second_meetings"],
            vary_tables=given["vary_tables"],
            scheme=dataclasses.replace(USUAL_SCHEME, **kept),
            tie_breaks=self._tie_breaks(),
        )

    def _tie_breaks(self) -> tuple[str, ...] | None:
        chosen = tuple(self.cleaned_data[name] for name in ORDER)
        return None if USUAL in chosen else tuple(filter(None, chosen))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def tournament_new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.RUN_SEASON)
    form = TournamentForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        plan = form.plan()
        try:
            answer = pages.write(request, lambda: tournament_open(by=person, plan=plan).pk)
            return redirect("tournament_people", slug=slug, pk=answer.body)
        except Fault as fault:
            pages.tell(form, fault)
    shown = context(club, person, form=form, key=pages.new_key(), tab="club")
    status = 422 if form.errors else 200
    return render(request, "tournaments/new.html", shown, status=status)
