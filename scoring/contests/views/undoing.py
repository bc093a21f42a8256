"""Undo: what would be taken back, before it is."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from games.evenings.live_state import evening_name
from games.matches.selectors.effects import Change
from scoring.contests.labels import chronicle
from scoring.contests.models import Contest
from scoring.contests.services import Foreseen, contest_undo, contest_undo_preview
from scoring.contests.services.gates import require_table

from .finding import contest_of, names_of
from .telling import version


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = contest_of(request, slug, pk)
    require_table(person, found)
    fault: Fault | None = None
    if request.method == "POST":
        seen = version(request) or 0

        def act() -> int:
            return contest_undo(by=person, contest=found, version=seen).contest.version

        try:
            pages.write(request, act)
            return redirect("contest", slug=slug, pk=pk)
        except (Absent, Denied):
            raise
        except Fault as wrong:
            fault = wrong
            found.refresh_from_db(fields=["version", "over", "games_won"])
    return _page(request, found, person, fault)


def _page(
    request: HttpRequest, found: Contest, person: Person, fault: Fault | None
) -> HttpResponse:
    """Says also why nothing can be undone."""
    foreseen: Foreseen | None = None
    now, empty = found.version, ""
    try:
        foreseen = contest_undo_preview(by=person, contest=found, version=now)
    except Invalid as wrong:
        found.refresh_from_db(fields=["version", "over", "games_won"])
        empty = "" if fault else str(wrong.detail)
    shown = context(
        found.club,
        person,
        contest=found,
        version=now,
        title=found.get_kind_display(),
        evening=found.evening,
        evening_title=evening_name(found.evening),
        fault=fault,
        empty=empty,
        preview=foreseen is not None,
        taken=_taken(found, person, foreseen) if foreseen else [],
        things=things(foreseen.changes) if foreseen else [],
        key=pages.new_key(),
        tab="evenings",
    )
    return render(request, "contests/undo.html", shown, status=fault.status if fault else 200)


def _taken(found: Contest, person: Person, foreseen: Foreseen) -> list[str]:
    """What would stand no more, the newest first."""
    before = foreseen.told.before
    names, gone = names_of(found, person, before), set(foreseen.told.places)
    steps = [one for one in chronicle.steps(before) if one.happened.place in gone]
    return [chronicle.told(one, names) for one in reversed(steps)]


def things(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Under the title of what they are of."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.figure.title, []).append(change)
    return [{"title": title, "changes": of_it} for title, of_it in found.items()]
