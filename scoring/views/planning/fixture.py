"""One fixture: how it stands, and what may be done to it."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Absent, Fault, Stale
from ecarte_club.wire.forms import Form
from scoring.models import Board, Fixture, Meeting, Season
from scoring.planning.reading import fixture, lines
from scoring.services import planning
from scoring.services.planning.awards import AWARDS
from scoring.services.planning.locking import REASON_MOST

from .plan_form import DayInput


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MOST,
        help_text=gettext_lazy("Everybody can read it."),
    )


class PostponeForm(Form):
    day = forms.DateField(label=gettext_lazy("New day"), widget=DayInput())
    reason = _reason()


class AwardForm(Form):
    award = forms.ChoiceField(label=gettext_lazy("What is decided"))
    reason = _reason()

    def __init__(
        self,
        *args: Any,
        fixture: Fixture | Meeting | Board,
        allowed: Sequence[Fixture.Award] = AWARDS,
        prefix_id: str = "award",
        **kwargs: Any,
    ) -> None:
        """Of a fixture, or of what teams have in its place."""
        super().__init__(*args, auto_id=f"{prefix_id}-%s", **kwargs)
        told = _("Walk-over: %(name)s wins")
        people = {"home": fixture.home, "away": fixture.away}
        self.choose(
            "award",
            [
                (
                    one.value,
                    told % {"name": people[one.value]} if one.value in people else one.label,
                )
                for one in allowed
            ],
        )


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Fixture, Season, Person]:
    """Raises: Absent also when the address names another club."""
    found, season, person = fixture(asker_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    return found, season, person


@faults_as_pages
def fixture_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, season, person = _found(request, slug, pk)
    return _page(request, found, season, person)


def _page(
    request: HttpRequest,
    found: Fixture,
    season: Season,
    person: Person,
    *,
    postpone: PostponeForm | None = None,
    award: AwardForm | None = None,
    table: str | None = None,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    """`table`: where it would be played then, when that was asked."""
    (line,) = lines([found], person)
    shown: dict[str, Any] = {
        "season": season,
        "line": line,
        "fixture": found,
        "postpone": postpone or PostponeForm(initial={"day": found.day}),
        "award": award or AwardForm(fixture=found),
        "foreseen": table is not None,
        "table": table,
        "wrong": wrong,
        "key": pages.new_key(),
        "tab": "club",
    }
    club = season.event.club
    return render(request, "scoring/fixture.html", context(club, person, **shown), status=status)


def _version(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0


@login_required
@require_POST
@faults_as_pages
def fixture_postpone(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`look` only says whether it can be, and at which table."""
    found, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = PostponeForm(request.POST)
    if not form.is_valid():
        return _page(request, found, season, person, postpone=form, status=422)
    given = form.cleaned_data
    if request.POST.get("act") == "look":
        try:
            table = planning.postponed(by=person, fixture=found, day=given["day"])
        except Fault as fault:
            pages.tell(form, fault)
            return _page(request, found, season, person, postpone=form, status=fault.status)
        return _page(request, found, season, person, postpone=form, table=table)
    asked = {**given, "version": _version(request)}
    act = _written(lambda: planning.fixture_postpone(by=person, fixture=found, **asked))
    return _done(request, found, season, person, act, form, "postpone")


@login_required
@require_POST
@faults_as_pages
def fixture_award(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = AwardForm(request.POST, fixture=found)
    if not form.is_valid():
        return _page(request, found, season, person, award=form, status=422)
    asked = {**form.cleaned_data, "version": _version(request)}
    act = _written(lambda: planning.fixture_award(by=person, fixture=found, **asked))
    return _done(request, found, season, person, act, form, "award")


@login_required
@require_POST
@faults_as_pages
def fixture_award_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    version = _version(request)
    act = _written(lambda: planning.fixture_award_back(by=person, fixture=found, version=version))
    return _done(request, found, season, person, act)


def _written(act: Callable[[], Fixture]) -> Callable[[], object]:
    return lambda: act().pk


def _done(
    request: HttpRequest,
    found: Fixture,
    season: Season,
    person: Person,
    act: Callable[[], object],
    form: Form | None = None,
    name: str = "",
) -> HttpResponse:
    try:
        pages.write(request, act)
    except Fault as fault:
        if form is None or isinstance(fault, Stale):
            wrong = str(fault.detail)
            return _page(request, found, season, person, wrong=wrong, status=fault.status)
        pages.tell(form, fault)
        more: dict[str, Any] = {name: form}
        return _page(request, found, season, person, **more, status=fault.status)
    return redirect("fixture", slug=season.event.club.slug, pk=found.pk)
