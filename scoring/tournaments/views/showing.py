"""The list of tournaments, one of them with its table, and its rounds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.views.common import club_of, context, safe_page
from games.matches.views.match import unchanged
from scoring.tournaments.labels import reasons
from scoring.tournaments.selectors import board, pool_board
from scoring.tournaments.selectors.progress import IN_ROUNDS
from scoring.tournaments.selectors.reading import reading_of, tournaments_of

from .common import body, shown, tournament_of, whole_page


@safe_page
def tournament_list(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    found = list(tournaments_of(club, actor_of(request)))
    lines = [(one, reasons.KINDS[one.stage.kind]) for one in found]
    return render(
        request, "tournaments/tournaments.html", context(club, person, lines=lines, tab="club")
    )


@safe_page
def tournament(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    return whole_page(request, found, person)


@safe_page
def tournament_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What moves on the page while the round is played."""
    found, person = tournament_of(request, slug, pk)
    known = unchanged(request, f"tournament:{pk}", found.version)
    if known:
        return known
    more = body(reading_of(found, person), person)
    return render(request, "tournaments/body.html", shown(found, person, **more))


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
    more = {
        "reading": now,
        "round": row,
        "pairings": board.pairings(now, number, person.player_id),
        "others": [
            (one.number, board.pairings(now, one.number, person.player_id))
            for one in (drafts if row.published_at is None else [])
        ],
        "all_at_once": progress.all_meet,
        "begins_at": row.number if in_rounds else progress.begins_at,
        "is_last": not in_rounds or row.number == progress.last_published,
        "may_take_back": row.number
        == (progress.last_published if in_rounds else progress.begins_at),
    }
    if progress.is_pools:
        more["column"] = pool_board.round_of(now, number, person.player_id)
    return render(request, "tournaments/round.html", shown(found, person, **more))
