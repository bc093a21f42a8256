"""The list of tournaments, one with its table, its rounds, and what the pages share."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, club_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.live import ticket
from games.matches.views.match import unchanged
from scoring.tournaments import labels
from scoring.tournaments.models import DrawJob, ImportJob, Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors import board, pairings, pool_board, tree_board
from scoring.tournaments.selectors.by_hand import changeable_players, may_pair, pairs_by_hand
from scoring.tournaments.selectors.progress import IN_ROUNDS, Progress, is_open
from scoring.tournaments.selectors.reading import (
    ALL,
    Query,
    Reading,
    reading_of,
    tournament_for,
    tournaments_of,
)

PAGE = 40


def tournament_of(request: HttpRequest, slug: str, pk: int) -> tuple[Tournament, Person]:
    found, person = tournament_for(actor_of(request), pk)
    if found.event.club.slug != slug:
        raise Absent
    return found, person


def for_director(request: HttpRequest, slug: str, pk: int) -> tuple[Tournament, Person]:
    found, person = tournament_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    return found, person


def tournament_page(
    request: HttpRequest, template: str, found: Tournament, person: Person, **shown: Any
) -> HttpResponse:
    return club_page(
        request,
        f"tournaments/{template}.html",
        found.event.club,
        person,
        tournament=found,
        name=found.event.name,
        kind=labels.KINDS[found.stage.kind],
        tab="tournaments",
        **shown,
    )


def job_page(
    request: HttpRequest, template: str, found: Tournament, person: Person, job: DrawJob | ImportJob
) -> HttpResponse:
    """How far a job is, as a page or as its body."""
    steps: list[str] = list(job.UNFINISHED)
    part = request.headers.get("HX-Request") == "true"
    shown = {
        "job": job,
        "is_open": job.state in steps,
        "step": steps.index(job.state) if job.state in steps else 0,
        "steps": len(steps) - 1,
    }
    return tournament_page(request, f"{template}{'_body' * part}", found, person, **shown)


def own_page(
    request: HttpRequest, found: Tournament, person: Person, *, wrong: Fault | None = None
) -> HttpResponse:
    """With what went wrong, if anything did."""
    shown = body(reading_of(found, person), person, query_of(request)) | {"wrong": wrong}
    status = wrong.status if wrong else 200
    return tournament_page(request, "tournament", found, person, status=status, **shown)


def query_of(request: HttpRequest) -> Query:
    return Query(request.GET.get("page", ""), request.GET.get("name", "").strip())


def body(now: Reading, person: Person, query: Query) -> dict[str, Any]:
    progress = now.progress
    is_tree = progress.tournament.kind == Kind.KNOCKOUT or progress.has_tree
    shared = {
        "reading": now,
        "progress": progress,
        "tables": board.standings(now, person.player_id, query),
        "query": query,
        "is_played": any(one.away is not None for one in progress.meetings),
        "entered": [now.names[one] for one in progress.players],
        "may_draw": now.runs and progress.may_be_drawn,
        "is_drawing": now.runs and progress.tournament.draw_jobs.filter(ended_at=None).exists(),
        "is_importing": now.runs and progress.tournament.import_jobs.filter(ended_at=None).exists(),
        "may_schedule": progress.is_more_to_draw,
        "may_pair": may_pair(progress),
        "may_import": now.runs
        and progress.tournament.kind == Kind.SWISS
        and not (progress.entrants or progress.last_published),
        "draw_what": _draw_what(progress),
        "ticket": ticket(f"tournament:{progress.tournament.pk}"),
    }
    if progress.is_pools:
        return shared | _pools(now, person)
    return shared | (_tree(now, person) if is_tree else _round(now, person))


def _draw_what(progress: Progress) -> str:
    match progress.tournament.kind:
        case Kind.SWISS | Kind.POOLS:
            return _("Draw round %(next_number)s") % {"next_number": progress.last_published + 1}
        case Kind.ROUND_ROBIN:
            return _("Draw all rounds")
        case Kind.GROUPS if not progress.last_published:
            return _("Draw the groups")
    return _("Draw the knock-out")


def _round(now: Reading, person: Person) -> dict[str, Any]:
    """The one that is played."""
    progress = now.progress
    number = progress.current if progress.has_groups else progress.last_published
    return {
        "number": number,
        "total": progress.group_rounds if progress.has_groups else progress.rounds_planned,
        **_first_pairings(now, number, person),
    }


def _first_pairings(now: Reading, number: int, person: Person) -> dict[str, Any]:
    """The reader's own among them; the round has a page of its own for all."""
    if not number:
        return {"pairings": []}
    first = pairings.pairing_page(now, number, person.player_id, ALL)
    more = first.total if first.page.has_other_pages() else 0
    return {"pairings": first.pairings, "pairings_in_all": more}


def _pools(now: Reading, person: Person) -> dict[str, Any]:
    """Every round, the one that is played first, and who is left."""
    progress = now.progress
    detail = pool_board.PoolsDetail(now)
    columns = [one for one in pool_board.rounds(now, person.player_id) if one.row.published_at]
    return {
        "is_pools": True,
        "number": progress.last_published,
        "total": progress.rounds_planned,
        "columns": columns,
        "start_at": next((one.row.number for one in columns if one.waits), None),
        "left": detail.left,
        "ranking": detail.ranking,
    }


def _tree(now: Reading, person: Person) -> dict[str, Any]:
    """What is to be played, whatever its round, and the tree."""
    progress, you = now.progress, person.player_id
    before = progress.group_rounds
    numbers = [one.number for one in now.rounds if one.published_at and one.number > before]
    every = [one for number in numbers for one in pairings.pairings(now, number, you)]
    open_ = [one for one in every if is_open(one.fixture)]
    return {
        "is_tree": True,
        "pairings": sorted(open_, key=lambda one: not one.is_yours),
        "start_at": next((one.fixture.round.number for one in open_ if one.waits), None),
        "trees": tree_board.trees(now, you),
        "ranking": tree_board.ranking(now),
    }


def submit(
    request: HttpRequest,
    found: Tournament,
    person: Person,
    service: Callable[..., object],
    *,
    to: tuple[Any, ...],
    **asked: Any,
) -> HttpResponse:
    """`service` once, then to the page named; a refusal is shown on the tournament's own."""

    def act() -> None:
        service(by=person, tournament=found, **asked)

    try:
        pages.write(request, act)
        return redirect(*to)
    except (Invalid, Stale) as fault:
        newest = Tournament.objects.select_related("event__club").get(pk=found.pk)
        return own_page(request, newest, person, wrong=fault)


@safe_page
def tournament_list(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    found = Paginator(tournaments_of(club, actor_of(request)), PAGE)
    page = found.get_page(request.GET.get("page"))
    lines = [(one, labels.KINDS[one.stage.kind]) for one in page]
    return club_page(
        request,
        "tournaments/tournaments.html",
        club,
        person,
        lines=lines,
        page=page,
        tab="tournaments",
    )


@safe_page
def tournament(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    return own_page(request, found, person)


@safe_page
def tournament_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What moves on the page while the round is played."""
    found, person = tournament_of(request, slug, pk)
    known = unchanged(request, f"tournament:{pk}", found.version)
    if known:
        return known
    shown = body(reading_of(found, person), person, query_of(request))
    return tournament_page(request, "body", found, person, **shown)


@safe_page
def tournament_round(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Its pairings, each with why; drawn and not published, for directors alone."""
    found, person = tournament_of(request, slug, pk)
    now = reading_of(found, person)
    row = now.round(number)
    progress = now.progress
    in_rounds = found.kind in IN_ROUNDS
    # Drawn at once, they are looked at together before they are published.
    drafts = [one for one in now.rounds if one.published_at is None and one.pk != row.pk]
    query = query_of(request)
    here = pairings.pairing_page(now, number, person.player_id, query)
    more = {
        "reading": now,
        "round": row,
        "pairings": here.pairings,
        "page": here.page,
        "query": query,
        "is_long": here.total > pairings.PAIRS,
        "others": [
            (one.number, pairings.pairings(now, one.number, person.player_id))
            for one in (drafts if row.published_at is None else [])
        ],
        "all_at_once": progress.all_meet,
        "begins_at": row.number if in_rounds else progress.begins_at,
        "is_last": not in_rounds or row.number == progress.last_published,
        "may_take_back": row.number
        == (progress.last_published if in_rounds else progress.begins_at),
    }
    if found.kind == Kind.SWISS:
        more["fixed"], more["changes"] = pairs_by_hand(now, row)
        more["may_change"] = now.runs and bool(changeable_players(progress, row))
    if progress.is_pools:
        more["column"] = pool_board.round_of(now, number, person.player_id)
    return tournament_page(request, "round", found, person, **more)
