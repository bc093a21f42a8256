"""Watching a match, and the list of matches."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs, player_names
from ecarte_club.clubs.views.common import club_of, club_page, faults_as_pages
from ecarte_club.clubs.views.players import offering
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Invalid, TakenBack
from ecarte_club.core.live import ticket
from ecarte_club.core.parsing import whole_number
from games.evenings.models import Table
from games.matches.changes import (
    mark_online,
    mark_uncounted,
    next_step,
    next_step_after_undo,
)
from games.matches.labels.hands import game_heading
from games.matches.labels.review import advised_lines
from games.matches.models import Match
from games.matches.selectors import matches as queries
from games.matches.selectors import reading
from games.matches.selectors.logs import latest_entries
from games.matches.selectors.matches import flags_of
from games.matches.selectors.notation import file_of
from games.matches.selectors.odds import odds
from games.matches.selectors.reading import confirmations, confirmed_games
from games.matches.selectors.statuses import Status, nobody_plays, of_status, waiting
from games.matches.services.changing import moves_by
from games.matches.services.disputes import confirm_refusal

from .journal import journal
from .match_sheet import game_sheets, latest_sentences, sides

PAGE = 40


def match_of(request: HttpRequest, slug: str, pk: int) -> tuple[Match, Person]:
    """Raises: Absent also when the address names another club; TakenBack."""
    actor = actor_of(request)
    try:
        match, person = queries.match(actor, pk)
    except Absent:
        if (after := next_step_after_undo(pk, actor)) is not None:
            raise TakenBack(after.message, address=after.address, label=after.label) from None
        raise
    if match.club.slug != slug:
        raise Absent
    return match, person


def board(found: reading.Reading, *, fresh: bool = False) -> dict[str, Any]:
    """`fresh`: the page was open before, so what was just marked is shown as new."""
    return {
        "match": found.match,
        "state": found.state,
        "sides": sides(found, fresh=fresh),
        "said": latest_sentences(found),
        "ticket": ticket(f"match:{found.match.pk}"),
    }


def unchanged(request: HttpRequest, topic: str, version: int) -> HttpResponse | None:
    """The answer to who has this version already. Tickets grow old: it brings a new one."""
    if request.GET.get("have") != str(version):
        return None
    return HttpResponse(status=204, headers={"Live-Ticket": ticket(topic)})


@dataclass(frozen=True, slots=True)
class Awaited:
    """A game that nobody confirmed yet. `number`: its latest entry."""

    game: int
    named: str
    score: str
    number: int
    offered: bool


def confirming(found: reading.Reading, person: Person) -> dict[str, Any]:
    """What the part of a page needs that asks for confirmation; nothing where none is sought."""
    match = found.match
    if not reading.asks_confirmation(match):
        return {"confirms": False}
    return {
        "confirms": True,
        "awaited": _awaited(found, person),
        "confirm_key": pages.new_key(),
        "confirm_ticket": ticket(f"confirm:{match.pk}"),
        "confirm_version": confirmations(match),
    }


def _awaited(found: reading.Reading, person: Person) -> list[Awaited]:
    match, log, state = found.match, found.log, found.state
    done, latest = confirmed_games(match, log), latest_entries(log)
    scores = {one.number: f"{one.score.a}–{one.score.b}" for one in state.games if one.winner}
    scores |= {one.game: f"{one.games_a}–{one.games_b}" for one in state.by_games}
    may = queries.may(person, match, Act.CONFIRM_OWN, Act.CONFIRM_ANY)
    return [
        Awaited(
            game,
            game_heading(state, game),
            score,
            latest[game].number,
            may and confirm_refusal(person, match, log, game) is None,
        )
        for game, score in scores.items()
        if game not in done
    ]


def _watched(match: Match, person: Person, *, fresh: bool = False) -> dict[str, Any]:
    found = reading.read(match)
    annulment = found.log.annulment
    shown = reading.as_entered(found) if annulment else found
    stop = found.log.stop
    mark_online([match], person)
    return {
        **board(shown, fresh=fresh),
        "annulment": annulment,
        "stop": stop,
        "resuming": _resuming(match, person) if stop else None,
        "resume_key": pages.new_key(),
        "odds": odds(shown, match.club),
        "sheets": game_sheets(shown),
        "advised": advised_lines(match, shown.names),
        "journal": journal(found, with_people=person.may(Act.SEE_CLUB)),
        "replacement": queries.replacement_of(match),
        "may_move": match.evening_table is not None and person.may(moves_by(match)),
        "may_enter": queries.may(person, match, Act.ENTER_OWN, Act.ENTER_ANY),
        "plays": person.user_id is not None and person.player_id in match.player_ids,
        "may_play_online": queries.is_in_play(match)
        and queries.may(person, match, Act.PLAY_ONLINE, Act.START_ANY),
        **confirming(found, person),
        "flags": flags_of(match, person),
        "may_flag": queries.may(person, match, Act.FLAG_OWN, Act.FLAG_ANY),
        "follows": next_step(match, person) if match.evening_table_id or match.event_id else None,
        "tab": "matches",
    }


@dataclass(frozen=True, slots=True)
class Resuming:
    """Where a stopped match goes on by one tap: at a table, or at none; `is_choice`: or there."""

    table: Table | None
    is_choice: bool


def _resuming(match: Match, person: Person) -> Resuming | None:
    """None for who may not."""
    own = person.user_id is not None and person.player_id in match.player_ids
    if not (person.may(Act.START_ANY) or (own and person.may(Act.START_OWN))):
        return None
    if match.stopped == Match.Stopped.ABANDONED and not person.may(Act.CORRECT):
        return None
    free = queries.free_tables(match.club_id)
    here = next((one for one in free if one.pk == match.evening_table_id), None)
    return Resuming(here or next(iter(free), None), is_choice=bool(free))


@faults_as_pages
def watch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    return club_page(request, "matches/match.html", match.club, person, **_watched(match, person))


@faults_as_pages
def watch_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    known = unchanged(request, f"match:{pk}", match.version)
    shown = _watched(match, person, fresh=True)
    return known or club_page(request, "matches/match_body.html", match.club, person, **shown)


@faults_as_pages
def notation(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, _person = match_of(request, slug, pk)
    return file_of(reading.read(match))


@faults_as_pages
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played now first, then the newest; by player and season when sought. Those that
    nobody plays and that have no result, and those that are annulled, stand by themselves."""
    club, person = club_of(request, slug)
    status = "annulled" if request.GET.get("annulled") else request.GET.get("status", "")
    found = queries.matches_in(club, person).filter(_of_status(club, status))
    offers_names = person.may(Act.SEE_CLUB) and player_names.are_many(person)
    event = whole_number(request.GET.get("season", ""))
    sought = _player_filter(request.GET.get("player", ""), person, is_shown=offers_names)
    if event:
        found = found.filter(event_id=event)
    if sought.pk:
        found = queries.played_by(found, sought.pk)
    elif sought.fault:
        found = found.none()
    page = Paginator(found.order_by("over", "-pk").values_list("pk", flat=True), PAGE).get_page(
        request.GET.get("page")
    )
    shown = queries.framed(found, page.object_list)
    mark_uncounted(shown)
    mark_online(shown, person)
    names = {each.pk: each.name for match in shown for each in (match.player_a, match.player_b)}
    players = clubs.players(person) if person.may(Act.SEE_CLUB) else ()
    filters = {"season": event, "player": sought.pk}
    return club_page(
        request,
        "matches/matches.html",
        club,
        person,
        page=page,
        shown=shown,
        whose=names.get(sought.pk or 0, ""),
        events=queries.events_in(club, person),
        event=event,
        match_status=status if status in APART else "",
        player=sought,
        players=None if offers_names else players,
        offering=offering(slug),
        csv_query=urlencode({name: pk for name, pk in filters.items() if pk}),
        tab="matches",
    )


# Each has a list of its own.
APART = (Status.UNFINISHED, Status.ABANDONED, Status.ANNULLED)


def _of_status(club: Club, status: str) -> Q:
    if status == Status.UNFINISHED:
        return waiting()
    if status in APART:
        return of_status(Status(status))
    # Few, and read by an index: the rest needs no more than the other one.
    apart = Match.objects.filter(nobody_plays(), club=club).values("pk")
    return Q(annulled_at=None) & ~Q(pk__in=apart)


@dataclass(frozen=True, slots=True)
class PlayerFilter:
    """`text`: as the name is to stand in the field. `fault`: why nobody was found."""

    pk: int | None = None
    text: str = ""
    fault: str = ""


def _player_filter(typed: str, person: Person, *, is_shown: bool) -> PlayerFilter:
    """By id, as links have it, or by the name that one of the club typed."""
    typed = typed.replace("\x00", "").strip()
    pk = whole_number(typed)
    pk = clubs.current_player_id(pk) if pk else pk
    if not typed or not person.may(Act.SEE_CLUB) or (pk and not is_shown):
        return PlayerFilter(pk)
    try:
        found = clubs.players(person).filter(pk=pk).first() if pk else None
        # Players who left have matches too, though they are offered no more.
        if found is None and pk:
            return PlayerFilter(pk, typed)
        found = found or player_names.picked(person, typed)
    except Invalid as fault:
        return PlayerFilter(text=typed, fault=str(fault.detail))
    return PlayerFilter(found.pk, *player_names.labels(person, [found]))
