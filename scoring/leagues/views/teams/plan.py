"""The form by which the meetings of teams are made, and what it would come to."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.parsing import whole
from scoring.leagues.models import Season
from scoring.leagues.selectors.plan_preview import ForeseenRound
from scoring.leagues.services import teams
from scoring.leagues.views.fixtures.plan import named_round
from scoring.leagues.views.fixtures.plan_form import PlanForm, initial_named
from scoring.leagues.views.season import season_of


class TeamPlanForm(PlanForm):
    """Its names are those of teams; a meeting has no table of its own."""

    tables = None  # type: ignore[assignment]

    def __init__(self, *args: Any, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ids = {name.casefold(): pk for pk, name in names.items()}
        self.fields["entrants"].label = gettext_lazy("Teams taking part")
        text = gettext_lazy("A team, a colon and the days, such as Reds: 2026-12-24 – 2027-01-02.")
        self.fields["away"].help_text = text

    def player_of(self, name: str) -> int:
        found = self.ids.get(" ".join(name.split()).casefold())
        if found is None:
            text = _("No team here is called “%(typed)s”.") % {"typed": name}
            raise Invalid("unknown_team", text, errors={"entrants": text})
        return found


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def team_plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`make` makes them, any other button only shows what would be made."""
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if not season.boards:
        raise Absent
    names = dict(season.teams.order_by("place").values_list("pk", "name"))
    if request.method != "POST":
        plan = teams.team_plan_of(season)
        initial = initial_named(plan, {one: names[one] for one in plan.entrants})
        form = TeamPlanForm(initial=initial, person=person, names=names)
        return _page(request, season, person, form, names)
    form = TeamPlanForm(request.POST, person=person, names=names)
    foreseen: Sequence[ForeseenRound] = ()
    if form.is_valid():
        asked: dict[str, Any] = {"by": person, "season": season, "plan": form.plan()}
        try:
            if request.POST.get("act") == "make":
                version = whole(request.POST.get("version", "")) or 0
                pages.write(request, lambda: teams.meetings_plan(**asked, version=version).pk)
                return redirect("season_meetings", slug=slug, pk=pk)
            foreseen = teams.meetings_foreseen(**asked)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, season, person, form, names, foreseen)


def _page(
    request: HttpRequest,
    season: Season,
    person: Person,
    form: TeamPlanForm,
    names: dict[int, str],
    foreseen: Sequence[ForeseenRound] = (),
) -> HttpResponse:
    shown: dict[str, Any] = {
        "season": season,
        "form": form,
        "rounds": [named_round(one, names) for one in foreseen],
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if form.errors else 200
    template = "leagues/season_plan.html"
    return render(request, template, context(season.event.club, person, **shown), status=status)
