"""Correcting an entry, and annulling a match: why, and what would follow."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_page, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.matches.models import Entry, Match
from games.matches.selectors import matches, reading
from games.matches.selectors.effects import Change
from games.matches.selectors.reading import play, terms
from games.matches.services.entries import (
    Foreseen,
    Written,
    match_annul,
    match_annul_back,
    match_annul_preview,
)
from games.matches.services.revisions import entry_correct, entry_correct_preview

from . import pad_form
from .match import match_of
from .match_sheet import entry_text, game_sheets, short_names, sides
from .pad_form import Chosen

VOID = "void"
# The parts whose rows are players.
PEOPLE = ("evening", "season", "balance", "rating", "tournament")
NOT_SENT = {"csrfmiddlewaretoken", "key", "version"}
OWN = ("hand", "game", "confirmation")


@login_required
@form_page
def correct(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    found = reading.read(match)
    entry = found.log.numbered(number)

    def arguments(match: Match) -> dict[str, Any]:
        what, version = _correction(request, match, entry), pages.version(request)
        reason = request.POST.get("reason", "")
        return {
            "match": match,
            "number": number,
            "what": what,
            "reason": reason,
            "version": version,
        }

    def preview() -> dict[str, Any]:
        fresh = matches.matches().get(pk=pk)
        return _preview(request, entry_correct_preview(by=person, **arguments(fresh)), match)

    is_done, seen, fault = _done_or_previewed(
        request, lambda: entry_correct(by=person, **arguments(match)), preview
    )
    if is_done or entry not in found.standing:
        return redirect("match", slug=slug, pk=pk)
    shown = _entry_choices(request, found, entry)
    return _page(request, "correct", match, person, fault, **shown, preview=seen)


def _correction(request: HttpRequest, match: Match, entry: Entry) -> Play | None:
    """What is to stand. Raises: Invalid for a form that says too little."""
    if request.POST.get(VOID) or entry.data is None:
        return None
    chosen, kind = Chosen.of(request.POST.dict()), str(entry.kind)
    kind = "notation" if kind == Entry.Kind.HAND and chosen.notation.strip() else kind
    return chosen.entry(kind, terms(match).format)


def _preview(request: HttpRequest, foreseen: Foreseen, match: Match) -> dict[str, Any]:
    written = foreseen.written
    return {
        "sheets": game_sheets(written.reading),
        "sent": [(name, value) for name, value in request.POST.items() if name not in NOT_SENT],
        "won": (written.state.games_won(Seat.A), written.state.games_won(Seat.B)),
        "over": written.state.over,
        "changes": by_thing(foreseen.changes, match),
    }


def _entry_choices(request: HttpRequest, found: reading.Reading, entry: Entry) -> dict[str, Any]:
    names, old = short_names(found), play(entry)
    is_sent = request.method == "POST"
    chosen = Chosen.of(request.POST.dict()) if is_sent else Chosen.of_entry(old)
    dealer = Seat(chosen.dealer) if chosen.dealer in list(Seat) else None
    rubbers = pad_form.rubber_scores(found.state.terms.format)
    return {
        "entry": entry,
        "what": entry.kind,
        "was": entry_text(entry, names),
        "void": request.POST.get(VOID, ""),
        **pad_form.hand_choices(dealer, names, chosen, late=True),
        "games": pad_form.score_choices(pad_form.GAME_SCORES, chosen.game),
        "rubbers": pad_form.score_choices(rubbers, chosen.rubber),
        "notation": chosen.notation,
        "sides": sides(found),
    }


@login_required
@form_page
def annul(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The match is to count for nothing: why, and what would follow."""
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    if request.method != "POST" and match.annulled_at is not None:
        return redirect("annul_back", slug=slug, pk=pk)
    arguments = {"by": person, **_annulment(request)}

    def preview() -> dict[str, Any]:
        foreseen = match_annul_preview(match=matches.matches().get(pk=pk), **arguments)
        # That all of its own goes need not be told hand by hand.
        changes = (one for one in foreseen.changes if one.figure.part not in OWN)
        return {"changes": by_thing(changes, match)}

    is_done, seen, fault = _done_or_previewed(
        request, lambda: match_annul(match=match, **arguments), preview
    )
    if is_done:
        return redirect("match", slug=slug, pk=pk)
    return _page(request, "annul", match, person, fault, preview=seen)


@login_required
@form_page
def annul_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    fault: Fault | None = None
    if request.method == "POST":
        try:
            arguments = _annulment(request)
            pages.write(
                request, lambda: match_annul_back(by=person, match=match, **arguments).entry.pk
            )
        except Fault as found:
            fault = found
    if fault is None and (request.method == "POST" or match.annulled_at is None):
        return redirect("match", slug=slug, pk=pk)
    return _page(request, "annul_back", match, person, fault)


def _annulment(request: HttpRequest) -> dict[str, Any]:
    """What is no number is a version of long ago."""
    version = whole_number(request.POST.get("version", ""))
    reason = request.POST.get("reason", "")
    return {"reason": reason, "version": -1 if version is None else version}


def _done_or_previewed(
    request: HttpRequest, act: Callable[[], Written], preview: Callable[[], dict[str, Any]]
) -> tuple[bool, dict[str, Any] | None, Fault | None]:
    """By which button was pressed; or the fault."""
    if request.method != "POST":
        return False, None, None
    try:
        if "do" not in request.POST:
            return False, preview(), None
        pages.write(request, lambda: act().entry.pk)
    except Fault as fault:
        return False, None, fault
    return True, None, None


def _page(
    request: HttpRequest,
    name: str,
    match: Match,
    person: Person,
    fault: Fault | None,
    **more: object,
) -> HttpResponse:
    return club_page(
        request,
        f"matches/{name}.html",
        match.club,
        person,
        match=match,
        fault=fault,
        stale=isinstance(fault, Stale),
        key=request.POST.get("key") or pages.new_key(),
        reason=request.POST.get("reason", ""),
        tab="matches",
        **more,
    )


@dataclass(slots=True)
class Thing:
    """What changes of the match, the evening or the season. `others`: of who did not play it."""

    title: str
    changes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)


def by_thing(changes: Iterable[Change], match: Match, others: Collection[int] = ()) -> list[Thing]:
    """`others`: ids of players who count as those of the match."""
    things: dict[str, Thing] = {}
    for change in changes:
        figure = change.figure
        thing = things.setdefault(figure.title, Thing(figure.title))
        is_own = figure.part not in PEOPLE or figure.row in (*match.player_ids, *others)
        (thing.changes if is_own else thing.others).append(change)
    return list(things.values())
