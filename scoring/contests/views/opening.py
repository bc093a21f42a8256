"""Starting a pool, a cul-levé or a chouette from the page of the evening."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.parsing import whole
from games.evenings.live_state import evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from scoring.contests.forms import CUT, DRAWN, ContestForm, free_tables
from scoring.contests.labels.terms import ABOUT
from scoring.contests.models import KINDS
from scoring.contests.rules.kinds import Kind
from scoring.contests.rules.pool import Seated
from scoring.contests.services import contest_open, event_tell
from scoring.contests.services.events import drawing_note, places_drawn

# As they are offered: what clubs play most comes first.
ORDER = (Kind.POOL, Kind.CUL_LEVE, Kind.BOX, Kind.BANK, Kind.MATCH)
_CHOUETTE = _("Start the chouette"), _("The chouette was not started.")
# The button of the form, and what is said above it when nothing was started.
START = {
    Kind.MATCH: (_("Start the match"), _("The match was not started.")),
    Kind.POOL: (_("Start the pool"), _("The pool was not started.")),
    Kind.CUL_LEVE: (_("Start the cul-levé"), _("The cul-levé was not started.")),
    Kind.BANK: _CHOUETTE,
    Kind.BOX: _CHOUETTE,
}


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def contest_new(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Which kind, and then the form of that kind."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_CONTEST)
    asked = request.GET.get("kind", "")
    if asked not in list(Kind):
        return _kinds(request, evening, person)
    form = _opening_form(request, evening, Kind(asked))
    if request.method == "POST" and form.is_valid():
        try:
            answer = pages.write(request, lambda: _open(form, evening, person))
            return redirect("contest", slug=slug, pk=answer.body)
        except Fault as fault:
            form.add_fault(fault)
    shown = _opening_context(evening, person, form=form, kind=asked, about=ABOUT[Kind(asked)])
    status = 422 if form.errors else 200
    start, not_started = START[Kind(asked)]
    shown |= {"kind_name": dict(KINDS)[asked], "start": start, "not_started": not_started}
    return render(request, "contests/new.html", shown, status=status)


def _kinds(request: HttpRequest, evening: Evening, person: Person) -> HttpResponse:
    names = dict(KINDS)
    kinds = [(kind.value, names[kind.value], ABOUT[kind]) for kind in ORDER]
    table = whole(request.GET.get("table", "")) or ""
    shown = _opening_context(evening, person, kinds=kinds, table=table)
    return render(request, "contests/kinds.html", shown)


def _opening_context(evening: Evening, person: Person, **more: Any) -> dict[str, Any]:
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        key=pages.new_key(),
        tab="evenings",
        **more,
    )


def _opening_form(request: HttpRequest, evening: Evening, kind: Kind) -> ContestForm:
    now = evening_now(evening)
    taken: set[int] = set()
    # A form that is sent once more is answered as before, though its table is taken by now.
    if request.method != "POST":
        taken = set(evening.contests.filter(over=False).values_list("table_id", flat=True))
    return ContestForm(
        request.POST or None,
        club=evening.club,
        kind=kind,
        tables=free_tables([place.table for place in now.places], taken),
        here=[guest.player for guest in now.here],
        initial={"table": request.GET.get("table", "")},
    )


def _open(form: ContestForm, evening: Evening, person: Person) -> int:
    """With the places taken, in a pool; everywhere else they are the order of inscription."""
    how, players, seed = form.cleaned_data["places"], form.order(), ""
    if how == DRAWN:
        drawn, seed = places_drawn(players)
        players = list(drawn)
    contest = contest_open(by=person, evening=evening, plan=form.plan(players))
    if seed:
        drawing_note(person, contest, seed)
    if form.kind is Kind.POOL and how in (DRAWN, CUT):
        event_tell(by=person, contest=contest, event=Seated(tuple(players)))
    return contest.pk
