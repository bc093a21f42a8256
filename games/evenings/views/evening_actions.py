"""What is done on the evening's page, one small form each: who came, who went, the tables."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.parsing import whole
from games.evenings import services as evening_services
from games.evenings.models import Evening

from .evening import evening_of, evening_page

Do = Callable[[HttpRequest, Person, Evening], object]


def _form(act: Act) -> Callable[[Do], Callable[..., HttpResponse]]:
    """A form of the evening's page: done once, then the page again; what is wrong is said there."""

    def of(do: Do) -> Callable[..., HttpResponse]:
        @known
        @require_POST
        @faults_as_pages
        @wraps(do)
        def view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
            evening, person = evening_of(request, slug, pk)
            require(person, act)
            try:
                pages.write(request, lambda: do(request, person, evening))
            except (Absent, Denied):
                raise
            except Fault as fault:
                said = next(iter(fault.errors.values()), fault.detail)
                name = request.POST.get("name", "")
                return evening_page(request, evening, person, wrong=str(said), name=name)
            return redirect("evening", slug=slug, pk=pk)

        return view

    return of


def _player(request: HttpRequest) -> int:
    player = whole(request.POST.get("player", ""))
    if player is None:
        text = _("Must be a player of this club.")
        raise Invalid("unknown_player", text, errors={"player": text})
    return player


@_form(Act.MARK_PRESENT)
def arrive(request: HttpRequest, person: Person, evening: Evening) -> int:
    player = _player(request)
    return evening_services.player_arrive(by=person, evening=evening, player_id=player).pk


@_form(Act.MARK_PRESENT)
def go(request: HttpRequest, person: Person, evening: Evening) -> int:
    return evening_services.player_go(by=person, evening=evening, player_id=_player(request)).pk


@_form(Act.ADD_PLAYER)
def walk_in(request: HttpRequest, person: Person, evening: Evening) -> int:
    name = request.POST.get("name", "")
    return evening_services.walk_in(by=person, evening=evening, name=name).pk


@_form(Act.RUN_EVENING)
def table_add(request: HttpRequest, person: Person, evening: Evening) -> int:
    name = request.POST.get("name", "")
    return evening_services.table_add(by=person, evening=evening, name=name).pk
