"""Divisions of a season, and those of the next, from the final tables."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Fault
from ecarte_club.wire.forms import Form
from scoring.models import Season, Team
from scoring.planning.proposing import Asked, divisions_of, names_of
from scoring.services import planning
from scoring.services.planning.divisions import NAME_MOST, NUMBER_MOST, Division
from scoring.views.season import season_of

from .plan_form import DayInput, NamesForm

READS = ["GET", "HEAD", "POST"]


def _number(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=NUMBER_MOST, initial=0)


class DivisionForm(Form):
    division = forms.CharField(label=_("Name of the division"), max_length=NAME_MOST)
    goes_up = _number(_("How many go up"))
    goes_down = _number(_("How many go down"))

    def asked(self) -> Division:
        given = self.cleaned_data
        return Division(given["division"], given["goes_up"], given["goes_down"])


class NextForm(NamesForm):
    name = forms.CharField(label=_("Name of the season"), max_length=NAME_MOST)
    starts_on = forms.DateField(label=_("First day"), widget=DayInput())
    ends_on = forms.DateField(label=_("Last day"), widget=DayInput())
    newcomers = forms.CharField(
        label=_("Who is new"),
        help_text=_("One name on a line; they come into the lowest division."),
        required=False,
        max_length=8000,
        widget=forms.Textarea({"rows": 3}),
    )
    withdrawn = forms.CharField(
        label=_("Who leaves the league"),
        help_text=_("One name on a line."),
        required=False,
        max_length=8000,
        widget=forms.Textarea({"rows": 3}),
    )
    seed = forms.CharField(
        label=_("Seed of the lots"),
        help_text=_("Any word, known to everybody beforehand: lots part who is level."),
        required=False,
        max_length=80,
    )

    def clean_newcomers(self) -> tuple[int, ...]:
        return self.named("newcomers")

    def clean_withdrawn(self) -> tuple[int, ...]:
        return self.named("withdrawn")

    def asked(self) -> Asked:
        given = self.cleaned_data
        return Asked(given["newcomers"], frozenset(given["withdrawn"]), given["seed"])


class NextTeamsForm(NextForm):
    newcomers = None  # type: ignore[assignment]
    withdrawn = forms.TypedMultipleChoiceField(  # type: ignore[assignment]
        label=_("Which teams leave the league"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, seasons: Sequence[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Team.objects.filter(season__in=seasons).select_related("season")
        self.choose(
            "withdrawn",
            [
                (
                    str(one.pk),
                    f"{one.name} ({one.season.division})" if len(seasons) > 1 else one.name,
                )
                for one in own.order_by("season__level", "place")
            ],
        )

    def clean_withdrawn(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data["withdrawn"])

    def asked(self) -> Asked:
        given = self.cleaned_data
        return Asked(withdrawn=frozenset(given["withdrawn"]), seed=given["seed"])


def _next_form(request: HttpRequest, season: Season, person: Person) -> NextForm:
    if season.boards:
        seasons = divisions_of(season)
        return NextTeamsForm(request.POST or None, person=person, seasons=seasons)
    return NextForm(request.POST or None, person=person)


def _version(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0


@login_required
@require_http_methods(READS)
@faults_as_pages
def season_divisions(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """This division, and a form for another below the lowest."""
    season, person = season_of(request, slug, pk)
    require(person, Act.OPEN_SEASON)
    initial = {
        "division": season.division,
        "goes_up": season.goes_up,
        "goes_down": season.goes_down,
    }
    adds = request.POST.get("act") == "add"
    own = DivisionForm(None if adds else request.POST or None, initial=initial)
    another = DivisionForm(request.POST if adds else None, auto_id="id_new_%s")
    form = another if adds else own
    if request.method == "POST" and form.is_valid():
        asked: dict[str, Any] = {"division": form.asked(), "version": _version(request)}
        act = planning.division_add if adds else planning.division_set
        try:
            answer = pages.write(request, lambda: act(by=person, season=season, **asked).pk)
            return redirect("season_divisions", slug=slug, pk=answer.body)
        except Fault as fault:
            pages.tell(form, fault)
    shown: dict[str, Any] = {
        "season": season,
        "divisions": divisions_of(season),
        "own": own,
        "another": another,
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if own.errors or another.errors else 200
    template = "scoring/season_divisions.html"
    return render(request, template, context(season.event.club, person, **shown), status=status)


@login_required
@require_http_methods(READS)
@faults_as_pages
def season_next(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`open` opens the divisions, any other button only shows who would be in each."""
    season, person = season_of(request, slug, pk)
    require(person, Act.OPEN_SEASON)
    form = _next_form(request, season, person)
    foreseen: list[dict[str, Any]] = []
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("act") == "open":
                first = _opened(request, season, person, form)
                page = "season_teams" if season.boards else "season_fixtures"
                return redirect(page, slug=slug, pk=first)
            foreseen = _named(season, person, form.asked())
        except Fault as fault:
            pages.tell(form, fault)
    shown: dict[str, Any] = {
        "season": season,
        "divisions": divisions_of(season),
        "form": form,
        "foreseen": foreseen,
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if form.errors else 200
    template = "scoring/season_next.html"
    return render(request, template, context(season.event.club, person, **shown), status=status)


def _opened(request: HttpRequest, season: Season, person: Person, form: NextForm) -> object:
    given = form.cleaned_data
    asked: dict[str, Any] = {
        "asked": form.asked(),
        "name": given["name"],
        "days": (given["starts_on"], given["ends_on"]),
        "version": _version(request),
    }
    answer = pages.write(
        request,
        lambda: [one.pk for one in planning.divisions_open(by=person, season=season, **asked)],
    )
    ids: Any = answer.body
    return ids[0]


def _named(season: Season, person: Person, asked: Asked) -> list[dict[str, Any]]:
    found = planning.divisions_foreseen(by=person, season=season, asked=asked)
    ids = {pk for one in found for pk in one.entrants}
    names = names_of(season, ids)
    said = (
        ("came_down", _("came down")),
        ("stayed", ""),
        ("came_up", _("came up")),
        ("new", _("new")),
    )
    return [
        {
            "division": one.season.division or one.season.level,
            "people": [
                {"name": names[pk], "how": how}
                for field, how in said
                for pk in getattr(one.next, field)
            ],
        }
        for one in found
    ]
