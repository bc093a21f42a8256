"""The score pad: the hand now being scored, on one screen."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ecarte_club.clubs.rights import Act, Person, require_own_or_any
from ecarte_club.clubs.views.people import faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.faults import Absent, Denied, Fault, Invalid, Stale
from games import queries, reading, services
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import FormatKind
from games.models import Match
from games.services import Written

from . import pad_form
from .match import board, match_of, unchanged
from .pad_form import Chosen
from .sheets import said, short_names

Body = dict[str, Any]


def _entering(request: HttpRequest, slug: str, pk: int) -> tuple[Match, Person]:
    match, person = match_of(request, slug, pk)
    players = frozenset({match.player_a_id, match.player_b_id})
    require_own_or_any(person, Act.ENTER_OWN, Act.ENTER_ANY, players)
    return match, person


def body(match: Match, chosen: Chosen | None = None, fault: Fault | None = None) -> Body:
    """All that the pad shows; `chosen` are choices to keep, `fault` what to say of them."""
    found = reading.read(match)
    chosen = chosen or pad_form.usual(found)
    names, state = short_names(found), found.state
    dealer = Seat(chosen.dealer) if chosen.dealer in list(Seat) else state.dealer
    began = any(game.hands for game in state.games if game.number == state.game)
    several = state.terms.format.kind is not FormatKind.ONE_GAME
    return {
        **board(found),
        "key": pages.new_key(),
        "fault": fault,
        "meanwhile": _meanwhile(found, fault),
        "dealer": dealer,
        "ask_dealer": state.dealer is None,
        "dealers": [(seat.value, names[seat], seat is dealer) for seat in Seat],
        "kings": pad_form.king_choices(dealer, names, chosen),
        "openings": pad_form.opening_choices(dealer, names, chosen),
        "tricks": pad_form.trick_choices(names, chosen),
        "games": () if began else pad_form.score_choices(pad_form.GAME_SCORES),
        "rubbers": pad_form.score_choices(pad_form.rubber_scores(state.terms.format))
        if several and not state.lines
        else (),
        "hand": sum(game.hands for game in state.games if game.number == state.game) + 1,
        "can_undo": found.log.last_act() is not None,
        "names": {seat.value: names[seat] for seat in Seat},
    }


def _meanwhile(found: reading.Reading, fault: Fault | None) -> str:
    """Who entered what since, when that is why a write was not taken."""
    if not isinstance(fault, Stale) or not found.log.entries:
        return ""
    last = found.log.entries[-1]
    return _("%(who)s entered something meanwhile: %(what)s The score is now %(a)s–%(b)s.") % {
        "who": last.by or _("Somebody"),
        "what": " ".join(said(found)),
        "a": found.state.score.a,
        "b": found.state.score.b,
    }


@login_required
@faults_as_pages
def pad(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, _person = _entering(request, slug, pk)
    return render(request, "games/pad.html", {"club": match.club, **body(match)})


@login_required
@faults_as_pages
def fragment(request: HttpRequest, slug: str, pk: int, part: str) -> HttpResponse:
    """The whole body, or only the board when choices are being made."""
    match, _person = _entering(request, slug, pk)
    if unchanged(request, match.version):
        return HttpResponse(status=204)
    template = {"body": "games/pad_body.html", "board": "games/board.html"}[part]
    return render(request, template, {"club": match.club, **body(match)})


@login_required
@require_POST
@faults_as_pages
def hand(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    chosen = Chosen.of(request.POST.dict())
    return _entered(request, slug, pk, lambda _match: chosen.hand(), chosen)


@login_required
@require_POST
@faults_as_pages
def game(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _entered(request, slug, pk, lambda _match: _score(request, pad_form.game_entry))


@login_required
@require_POST
@faults_as_pages
def rubber(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    def make(match: Match) -> Play:
        form = reading.read(match).state.terms.format
        return _score(request, lambda value: pad_form.rubber_entry(value, form))

    return _entered(request, slug, pk, make)


@login_required
@require_POST
@faults_as_pages
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = _entering(request, slug, pk)
    return _written(
        request,
        match,
        lambda: services.entry_undo(by=person, match=match, version=_version(request)),
        None,
    )


def _entered(
    request: HttpRequest,
    slug: str,
    pk: int,
    make: Callable[[Match], Play],
    chosen: Chosen | None = None,
) -> HttpResponse:
    match, person = _entering(request, slug, pk)
    return _written(
        request,
        match,
        lambda: services.play_record(
            by=person, match=match, what=make(match), version=_version(request)
        ),
        chosen,
    )


def _written(
    request: HttpRequest, match: Match, act: Callable[[], Written], chosen: Chosen | None
) -> HttpResponse:
    """The pad after a write; or with what was chosen and the reason why it was not taken."""
    fault: Fault | None = None
    try:
        pages.write(request, lambda: act().entry.pk)
    except (Absent, Denied):
        raise
    except Fault as found:
        fault = found
    if fault is None and not request.htmx:  # type: ignore[attr-defined]
        return redirect("pad", slug=match.club.slug, pk=match.pk)
    match = queries.matches().get(pk=match.pk)
    shown = {"club": match.club, **body(match, chosen if fault else None, fault)}
    template = "games/pad_body.html" if request.htmx else "games/pad.html"  # type: ignore[attr-defined]
    return render(request, template, shown, status=fault.status if fault else 200)


def _score(request: HttpRequest, read: Callable[[str], Play | None]) -> Play:
    found = read(request.POST.get("score", ""))
    if found is None:
        text = _("Choose the score.")
        raise Invalid("no_score", text, errors={"score": text})
    return found


def _version(request: HttpRequest) -> int:
    value = request.POST.get("version", "")
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        text = _("The form is not whole: load the page again.")
        raise Invalid("no_version", text, errors={"version": text})
    return int(value)
