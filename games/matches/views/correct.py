"""Correcting an entry: what is, what should be, why, and what would follow."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.parsing import whole
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import GameEntry, HandEntry, RubberEntry
from games.matches.models import Entry, Match
from games.matches.selectors import matches, reading
from games.matches.selectors.effects import Change
from games.matches.selectors.reading import play
from games.matches.services.entries import entry_correct, entry_correct_preview

from . import pad_form
from .match import match_of
from .match_sheet import entry_text, game_sheets, short_names, sides
from .pad import scored
from .pad_form import Chosen

VOID = "void"
# The parts whose rows are players.
PEOPLE = ("evening", "season", "balance", "rating", "tournament")
OWN = {"csrfmiddlewaretoken", "key", "version"}


@login_required
@form_page
def correct(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    found = reading.read(match)
    entry = next((one for one in found.log.entries if one.number == number), None)
    if entry is None:
        raise Absent
    fault, preview = None, None
    if request.method == "POST":
        try:
            if "do" in request.POST:
                asked = _asked(request, match, person, entry)
                pages.write(request, lambda: entry_correct(**asked).entry.pk)
                return redirect("match", slug=slug, pk=pk)
            preview = _preview(request, match, person, entry)
        except Fault as found_fault:
            fault = found_fault
    if entry not in found.standing:
        return redirect("match", slug=slug, pk=pk)
    shown = _shown(request, found, entry, fault)
    page = context(match.club, person, **shown, preview=preview, tab="matches")
    return render(request, "matches/correct.html", page, status=fault.status if fault else 200)


def _asked(request: HttpRequest, match: Match, person: Person, entry: Entry) -> dict[str, Any]:
    """Arguments of entry_correct. Raises: Invalid for a form that says too little."""
    return {
        "by": person,
        "match": match,
        "number": entry.number,
        "what": _sent(request, match, entry),
        "reason": request.POST.get("reason", ""),
        # There is an entry, so 0 and what is no number are versions of long ago.
        "version": whole(request.POST.get("version", "")) or 0,
    }


def _preview(request: HttpRequest, match: Match, person: Person, entry: Entry) -> dict[str, Any]:
    fresh = matches.matches().get(pk=match.pk)
    foreseen = entry_correct_preview(**_asked(request, fresh, person, entry))
    written = foreseen.written
    return {
        "sheets": game_sheets(written.reading),
        "sent": [(name, value) for name, value in request.POST.items() if name not in OWN],
        "won": (written.state.games_won(Seat.A), written.state.games_won(Seat.B)),
        "over": written.state.over,
        "changes": by_thing(foreseen.changes, match),
    }


@dataclass(slots=True)
class Thing:
    """What changes of the match, the evening or the season. `others`: of who did not play it."""

    title: str
    changes: list[Change] = field(default_factory=list)
    others: list[Change] = field(default_factory=list)


def by_thing(changes: Iterable[Change], match: Match) -> list[Thing]:
    things: dict[str, Thing] = {}
    for change in changes:
        figure = change.figure
        thing = things.setdefault(figure.title, Thing(figure.title))
        is_own = figure.part not in PEOPLE or figure.row in match.player_ids
        (thing.changes if is_own else thing.others).append(change)
    return list(things.values())


def _sent(request: HttpRequest, match: Match, entry: Entry) -> Play | None:
    if request.POST.get(VOID) or entry.data is None:
        return None
    old, chosen = play(entry), Chosen.of(request.POST.dict())
    if isinstance(old, HandEntry):
        return chosen.told() if chosen.notation.strip() else chosen.hand()
    if isinstance(old, GameEntry):
        return scored(pad_form.game_entry(chosen.game))
    return scored(pad_form.rubber_entry(chosen.rubber, reading.read(match).state.terms.format))


def _shown(
    request: HttpRequest, found: reading.Reading, entry: Entry, fault: Fault | None
) -> dict[str, Any]:
    names, old = short_names(found), play(entry)
    chosen = Chosen.of(request.POST.dict()) if request.method == "POST" else _chosen(old)
    dealer = Seat(chosen.dealer) if chosen.dealer in list(Seat) else None
    rubbers = pad_form.rubber_scores(found.state.terms.format)
    return {
        "match": found.match,
        "entry": entry,
        "what": entry.kind,
        "was": entry_text(entry, names),
        "fault": fault,
        "stale": isinstance(fault, Stale),
        "key": request.POST.get("key") or pages.new_key(),
        "reason": request.POST.get("reason", ""),
        "void": request.POST.get(VOID, ""),
        "dealers": [(seat.value, names[seat], seat is dealer) for seat in Seat],
        "kings": pad_form.king_choices(dealer, names, chosen, late=True),
        "openings": pad_form.opening_choices(dealer, names, chosen),
        "tricks": pad_form.trick_choices(names, chosen),
        "games": pad_form.score_choices(pad_form.GAME_SCORES, chosen.game),
        "rubbers": pad_form.score_choices(rubbers, chosen.rubber),
        "notation": chosen.notation,
        "sides": sides(found),
        "names": {seat.value: names[seat] for seat in Seat},
    }


def _chosen(old: Play) -> Chosen:
    if isinstance(old, GameEntry):
        return Chosen(game=f"{old.score.a}-{old.score.b}")
    if isinstance(old, RubberEntry):
        return Chosen(rubber=f"{old.games_a}-{old.games_b}")
    record = old.record
    king = f"{record.kings[0].seat}-{record.kings[0].how}" if record.kings else pad_form.NOBODY
    tricks = f"{record.tricks.a}-{record.tricks.b}" if record.tricks else ""
    told = old.notation or ""
    return Chosen(record.dealer or "", king, record.opening or "", tricks, notation=told)
