"""Mending a score at the table: what laws 50 and 51 let the players do themselves."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.parsing import whole
from games.engine.records import King
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry
from games.matches.selectors import matches, reading
from games.matches.selectors.log import play
from games.matches.services.fixing import entry_mend

from . import pad_form
from .match import match_of
from .match_sheet import entry_text, sentences, short_names
from .pad_form import Chosen


@dataclass(frozen=True, slots=True)
class Mendable:
    """A hand that the pad offers to mend. `last`: law 50 may still hold, beside law 51."""

    number: int
    hand: int
    told: str
    last: bool
    in_play: bool


def mendable(found: reading.Reading) -> list[Mendable]:
    """The last hand, and the others of the game being played, the newest first."""
    names, state = short_names(found), found.state
    hands: dict[int, int] = {}
    offered = []
    for entry, line in found.lines():
        if not isinstance(line.entry, HandEntry):
            continue
        game = line.entry.game
        hands[game] = hands.get(game, 0) + 1
        last = line is state.lines[-1]
        in_play = game == state.game and not state.over
        if last or in_play:
            told = " ".join(sentences(line, names))
            offered.append(Mendable(entry.number, hands[game], told, last, in_play))
    return offered[::-1]


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def mend(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    own = matches.is_own(match, person)
    require_own_or_any(person, Act.MEND_OWN, Act.MEND_ANY, is_own=own)
    found = reading.read(match)
    entry = next((one for one in found.log.entries if one.number == number), None)
    if entry is None or entry.kind != Entry.Kind.HAND:
        raise Absent
    fault: Fault | None = None
    if request.method == "POST":
        try:
            asked = _asked(request, found, person, entry)
            pages.write(request, lambda: entry_mend(**asked).entry.pk)
            return redirect("pad", slug=slug, pk=pk)
        except (Absent, Denied):
            raise
        except Fault as met:
            fault = met
            found = reading.read(matches.matches().get(pk=pk))
    if entry not in found.standing:
        return redirect("pad", slug=slug, pk=pk)
    shown = context(match.club, person, **_shown(request, found, entry, fault), tab="matches")
    return render(request, "matches/mend.html", shown, status=fault.status if fault else 200)


def _asked(
    request: HttpRequest, found: reading.Reading, person: Person, entry: Entry
) -> dict[str, Any]:
    """Arguments of entry_mend. Raises: Invalid for a form that says too little."""
    turned = request.POST.get("turned", "")
    if _is_last(found, entry) and turned not in {"yes", "no"}:
        text = _("Say whether the trump of the next deal is turned.")
        raise Invalid("no_trump", text, errors={"turned": text})
    return {
        "by": person,
        "match": found.match,
        "number": entry.number,
        "what": Chosen.of(request.POST.dict()).hand(),
        "trump_turned": turned != "no",
        # There is an entry, so 0 and what is no number are versions of long ago.
        "version": whole(request.POST.get("version", "")) or 0,
    }


def _is_last(found: reading.Reading, entry: Entry) -> bool:
    return bool(found.standing) and found.standing[-1] == entry


def _shown(
    request: HttpRequest, found: reading.Reading, entry: Entry, fault: Fault | None
) -> dict[str, Any]:
    names, old = short_names(found), play(entry)
    assert isinstance(old, HandEntry)  # noqa: S101 - its kind is a hand
    record = old.record
    chosen = Chosen.of(request.POST.dict()) if request.method == "POST" else _chosen(old)
    line = found.line_of(entry)
    in_play = old.game == found.state.game and not found.state.over
    return {
        "match": found.match,
        "entry": entry,
        "was": entry_text(entry, names),
        "told": sentences(line, names) if line else (),
        "last": _is_last(found, entry),
        "in_play": in_play,
        "fault": fault,
        "key": request.POST.get("key") or pages.new_key(),
        "turned": request.POST.get("turned", ""),
        "kings": pad_form.king_choices(record.dealer, names, chosen, late=True),
        "openings": pad_form.opening_choices(record.dealer, names, chosen),
        "tricks": pad_form.trick_choices(names, chosen),
        "names": {seat.value: names[seat] for seat in Seat},
    }


def _chosen(old: HandEntry) -> Chosen:
    record = old.record
    king = _king(record.kings[0]) if record.kings else pad_form.NOBODY
    tricks = f"{record.tricks.a}-{record.tricks.b}" if record.tricks else ""
    return Chosen(record.dealer or "", king, record.opening or "", tricks)


def _king(king: King) -> str:
    return f"{king.seat}-{king.how}"
