"""A contest by its address, its pages, and what is written on them."""

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import club_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.idempotency import Answer
from ecarte_club.core.parsing import whole_number
from games.evenings import selectors as evenings
from games.evenings.live_state import evening_name
from scoring.contests.models import Contest
from scoring.contests.selectors.courses import shown_names
from scoring.contests.services.checks import player_of


def contest_of(request: HttpRequest, slug: str, pk: int) -> tuple[Contest, Person]:
    """Raises: Absent also when the address names another club."""
    found = Contest.objects.select_related("club", "table").filter(pk=pk).first()
    if found is None or found.club.slug != slug:
        raise Absent
    found.evening, person = evenings.evening(actor_of(request), found.evening_id)
    return found, person


def names_of(contest: Contest, person: Person, players: Iterable[int]) -> dict[int, str]:
    """As the person may know them."""
    veiled = not evenings.sees_names(contest.evening, person)
    return shown_names(players, contest.club, veiled=veiled)


def own_player(contest: Contest, person: Person) -> int | None:
    return player_of(person, contest) if person.may(Act.PLAY_OWN) else None


def version(request: HttpRequest) -> int | None:
    """As the form saw it; a form without one takes whatever there is."""
    return whole_number(request.POST.get("version", ""))


def submit(request: HttpRequest, contest: Contest, act: Callable[[], object]) -> Answer | Fault:
    """What was written, or why nothing was; the contest is read again.

    Raises: Absent, Denied.
    """
    try:
        return pages.write(request, act)
    except (Absent, Denied):
        raise
    except Fault as fault:
        return fault
    finally:
        contest.refresh_from_db(fields=["version", "over", "games_won"])


def contest_page(
    request: HttpRequest, template: str, contest: Contest, person: Person, **shown: Any
) -> HttpResponse:
    return club_page(
        request,
        template,
        contest.club,
        person,
        contest=contest,
        evening=contest.evening,
        title=contest.get_kind_display(),
        evening_title=evening_name(contest.evening),
        tab="evenings",
        **shown,
    )
