"""What goes on paper: blank score sheets for the tables of an evening, and its results."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_page, safe_page
from ecarte_club.core import qr
from games.evenings.live_state import evening_name
from games.evenings.models import Evening, Table
from games.evenings.selectors import code_address
from games.evenings.views.evening import evening_of
from games.evenings.views.results import results_of
from games.matches.models import Match
from games.matches.selectors.matches import matches

# No game of five takes more hands than nine in which somebody marks.
GAMES, HANDS = range(1, 4), range(1, 10)
SCALE = 3


@dataclass(frozen=True, slots=True)
class Paper:
    """A page: a table with its code, and a match that waits there, if one does."""

    table: Table
    match: Match | None
    code: SafeString


@login_required
@safe_page
def print_sheets(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One page a table, and one more for each further match that was not begun there."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_EVENING)
    page = {
        "evening": evening,
        "title": evening_name(evening),
        "papers": _papers(evening),
        "games": GAMES,
        "hands": HANDS,
        "door": settings.SITE_URL.partition("://")[2].rstrip("/") + reverse("table_door"),
    }
    return club_page(request, "sheets/print_sheets.html", evening.club, person, **page)


def _papers(evening: Evening) -> list[Paper]:
    """A code opens nothing after the sign-off, and is not printed then."""
    waiting: dict[int, list[Match]] = {}
    for match in matches().filter(evening_table__evening=evening, version=0).order_by("pk"):
        waiting.setdefault(match.evening_table_id or 0, []).append(match)
    papers = []
    for table in evening.tables.all():
        code = _table_code(table) if evening.is_open else SafeString("")
        here: Sequence[Match | None] = waiting.get(table.pk) or (None,)
        papers += [Paper(table, match, code) for match in here]
    return papers


def _table_code(table: Table, scale: int = SCALE) -> SafeString:
    label = _("The table’s address as a QR code")
    return qr.svg(code_address(table), label=label, scale=scale)


@safe_page
def print_results(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    results, person = results_of(request, slug, pk)
    evening = results.evening
    page = {
        "evening": evening,
        "title": evening_name(evening),
        "results": results,
        "tables": _table_codes(evening, person),
        "results_code": _results_code(evening),
    }
    return club_page(request, "evenings/print_results.html", evening.club, person, **page)


def _table_codes(evening: Evening, person: Person) -> Sequence[tuple[Table, SafeString]]:
    """While the evening is open, for people who may show codes: a code lets anybody score."""
    if not (evening.is_open and person.may(Act.RUN_EVENING)):
        return ()
    return [(table, _table_code(table, scale=2)) for table in evening.tables.all()]


def _results_code(evening: Evening) -> SafeString:
    """Where the results can be read; empty where the public may not read them."""
    if not (evening.public and evening.club.public):
        return SafeString("")
    where = reverse("evening_results", args=(evening.club.slug, evening.pk))
    label = _("The address of these results as a QR code")
    return qr.svg(settings.SITE_URL.rstrip("/") + where, label=label, scale=SCALE)
