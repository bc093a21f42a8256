"""Who looks at a page, and what a club's pages have in common."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.idempotency import actor_key

from .errors import page, signed_out

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def faults_as_pages(view: View[P]) -> View[P]:
    """A fault that no form could show becomes a page of its own."""

    @wraps(view)
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Fault as fault:
            return page(request, fault)

    return cast(View[P], answer)


def signed_in(request: HttpRequest) -> User:
    """For views behind login_required."""
    return cast(User, request.user)


def club_of(request: HttpRequest, slug: str) -> tuple[Club, Person]:
    return clubs.club(actor_of(request), slug)


def context(club: Club, person: Person, **more: Any) -> dict[str, Any]:
    """`may` holds the acts allowed here, by name: templates ask it and nothing else."""
    return {
        "club": club,
        "person": person,
        "may": {act.value: person.may(act) for act in Act},
        **more,
    }


def known(view: View[P]) -> View[P]:
    """For who signed in, or came in by a table's code; others are asked to sign in."""

    @wraps(view)
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not actor_key(request):
            return signed_out(request, request.get_full_path())
        return view(request, *args, **kwargs)

    return cast(View[P], answer)
