"""Replace, remove or insert an entry anywhere in a match, and undo the latest, with a preview."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry as Play
from games.engine.terms import FormatKind
from games.matches.changes import next_step
from games.matches.labels.hands import game_heading, game_name, hand_name
from games.matches.models import Entry, Match
from games.matches.rules.revision import Later, Operation, Revision
from games.matches.selectors import matches, reading
from games.matches.selectors.reading import play, state_of, terms
from games.matches.services.entries import Foreseen, entry_undo, entry_undo_preview
from games.matches.services.revisions import (
    Choice,
    ForeseenRevision,
    match_revise,
    match_revise_preview,
)

from . import pad_form
from .correct import by_thing, done_or_previewed, fault_page
from .journal import journal_text
from .match import match_of
from .match_sheet import entry_text, game_sheets, short_names, sides
from .pad_form import Chosen

NOT_SENT = {"csrfmiddlewaretoken", "key", "version", "later", "previewed"}
LATER: Mapping[Later, str | Promise] = {
    Later.MOVE: gettext_lazy("Move the later hands along"),
    Later.REMOVE: gettext_lazy("Remove the hands that no longer fit"),
    Later.SURPLUS: gettext_lazy("Leave the later hands in their games"),
}


@login_required
@form_page
def revise(
    request: HttpRequest, slug: str, pk: int, number: int, operation: Operation
) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    now = reading.read(match)
    entry = now.log.numbered(number)
    kind = _kind(request, now, entry, operation)

    def arguments(match: Match) -> dict[str, Any]:
        removes = operation is Operation.REMOVE
        return {
            "match": match,
            "operation": operation,
            "number": number,
            "what": None if removes else _what(request, match, kind),
            "reason": request.POST.get("reason", ""),
            "version": pages.version(request),
        }

    def preview() -> dict[str, Any]:
        fresh = matches.matches().get(pk=pk)
        later = _later(request)
        return _preview(
            request, match_revise_preview(by=person, later=later, **arguments(fresh)), now
        )

    is_done, previewed, fault = done_or_previewed(
        request,
        lambda: match_revise(by=person, later=_later(request) or Later.MOVE, **arguments(match)),
        preview,
        is_seen=request.POST.get("later", "") == request.POST.get("previewed", ""),
    )
    if is_done or entry not in now.standing:
        return redirect("match", slug=slug, pk=pk)
    return fault_page(
        request,
        "correct",
        match,
        person,
        fault,
        **_form(request, now, entry, operation, kind),
        blocking=_blocking(now, fault),
        follows=next_step(match, person),
        preview=previewed,
    )


def _later(request: HttpRequest) -> Later | None:
    later = request.POST.get("later", "")
    return Later(later) if later in set(Later) else None


def _what(request: HttpRequest, match: Match, kind: str) -> Play:
    """Raises: Invalid for a form that says too little."""
    chosen = Chosen.of(request.POST.dict())
    if kind == Entry.Kind.HAND and chosen.notation.strip():
        kind = "notation"
    return chosen.entry(kind, terms(match).format)


def _kind(request: HttpRequest, now: reading.Reading, entry: Entry, operation: Operation) -> str:
    """Of what is entered: a correction is of the kind of the old one."""
    if not operation.inserts:
        return str(entry.kind)
    kind = request.POST.get("kind", request.GET.get("kind", ""))
    kinds = _insertable(_state_there(now, entry, operation))
    return kind if kind in kinds else str(entry.kind) if entry.kind in kinds else kinds[0]


def _state_there(now: reading.Reading, entry: Entry, operation: Operation) -> MatchState:
    """The match before what is to be corrected or inserted."""
    standing = now.standing
    at = standing.index(entry) if entry in standing else 0
    return state_of(now.match, standing[: at + (operation is Operation.INSERT_AFTER)])


def _insertable(state: MatchState) -> list[str]:
    form, kinds = state.terms.format, [str(Entry.Kind.HAND)]
    if state.game_numbered(state.game) is None and form.kind is not FormatKind.ONE_GAME:
        kinds.append(str(Entry.Kind.GAME))
        if form.rubbers > 1 and state.game == state.rubber_from:
            kinds.append(str(Entry.Kind.RUBBER))
    return kinds


def _form(
    request: HttpRequest, now: reading.Reading, entry: Entry, operation: Operation, kind: str
) -> dict[str, Any]:
    names, state = short_names(now), _state_there(now, entry, operation)
    if request.method == "POST":
        chosen = Chosen.of(request.POST.dict())
    else:
        chosen = Chosen() if operation.inserts else Chosen.of_entry(play(entry))
    dealer = Seat(chosen.dealer) if chosen.dealer in list(Seat) else None
    rubbers = pad_form.rubber_scores(now.state.terms.format)
    return {
        "entry": entry,
        "operation": operation.value,
        "named": entry_name(now, entry),
        "what": kind,
        "kinds": _insertable(state) if operation.inserts else (),
        "was": entry_text(entry, names),
        **pad_form.hand_choices(
            dealer or (state.dealer if operation.inserts else None), names, chosen, late=True
        ),
        "games": pad_form.score_choices(pad_form.GAME_SCORES, chosen.game),
        "rubbers": pad_form.score_choices(rubbers, chosen.rubber),
        "notation": chosen.notation,
        "sides": sides(now),
    }


def entry_name(now: reading.Reading, entry: Entry) -> str:
    """As in "Hand 3 of game 2"; of one that no longer stands, as it was entered."""
    game = int((entry.data or {}).get("game", 0))
    if entry.kind != Entry.Kind.HAND:
        return game_heading(now.state, game)
    hands = [
        one
        for one in now.standing
        if one.kind == Entry.Kind.HAND and (one.data or {}).get("game") == game
    ]
    return hand_name(now.state, game, hands.index(entry) + 1 if entry in hands else 1)


@dataclass(frozen=True, slots=True)
class EntryLink:
    """An entry by its name, for a link to where it is corrected; `choice`: what it makes
    impossible, and `text` why."""

    number: int
    name: str
    choice: str = ""
    text: str = ""


def _blocking(now: reading.Reading, fault: Fault | None) -> EntryLink | None:
    """What stands in the way of the correction."""
    number = fault.extra.get("entry") if fault is not None else None
    if not isinstance(number, int):
        return None
    return EntryLink(number, entry_name(now, now.log.numbered(number)))


@dataclass(frozen=True, slots=True)
class LaterChoice:
    value: str
    label: str
    sentences: tuple[str, ...]
    checked: bool


def _preview(
    request: HttpRequest, foreseen: ForeseenRevision, now: reading.Reading
) -> dict[str, Any]:
    possible = [one for one in foreseen.choices if one.revision]
    blocked = [one for one in foreseen.choices if not one.revision and one.entry]
    revision = foreseen.revision
    return {
        **_comparison(foreseen, now, _notes(now, revision)),
        "sent": [(name, value) for name, value in request.POST.items() if name not in NOT_SENT],
        "later": foreseen.later.value,
        "choices": [
            LaterChoice(
                one.later.value,
                str(LATER[one.later]),
                _comes_to(one.revision),
                one.later == foreseen.later or len(possible) == 1,
            )
            for one in possible
            if one.revision
        ]
        if len(possible) > 1 or blocked
        else [],
        "blocked": [_blocked(now, one) for one in blocked],
        "removed": _names(now, revision.removed),
        "out_of_turn": _names(foreseen.written.reading, revision.out_of_turn),
    }


def _comparison(
    foreseen: Foreseen, now: reading.Reading, notes: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """The whole match as it would be, and every figure that changes."""
    written = foreseen.written
    return {
        "sheets": game_sheets(written.reading, notes),
        "won": (written.state.games_won(Seat.A), written.state.games_won(Seat.B)),
        "over": written.state.over,
        "changes": by_thing(foreseen.changes, now.match),
    }


def _notes(now: reading.Reading, revision: Revision) -> dict[int, str]:
    """What the page says of later hands that come into another game, by their numbers."""
    text = _("Until now in %(game)s.")
    return {
        one.number: text % {"game": game_name(now.state, one.old_game)}
        for one in revision.game_changes
    }


def _names(now: reading.Reading, numbers: Iterable[int]) -> list[EntryLink]:
    return [EntryLink(number, entry_name(now, now.log.numbered(number))) for number in numbers]


def _blocked(now: reading.Reading, choice: Choice) -> EntryLink:
    number = choice.entry or 0
    name = entry_name(now, now.log.numbered(number))
    return EntryLink(number, name, str(LATER[choice.later]), choice.detail or "")


def _comes_to(revision: Revision) -> tuple[str, ...]:
    """How the match stands then, and what becomes of how many."""
    state = revision.state
    score = {"a": revision.won_a, "b": revision.won_b, "x": state.score.a, "y": state.score.b}
    text = _("Games %(a)s–%(b)s, and %(x)s–%(y)s in the game in play.")
    if state.over:
        text = _("Games %(a)s–%(b)s. The match is over.")
    moved, removed, surplus = (
        len(one) for one in (revision.game_changes, revision.removed, revision.surplus)
    )
    counted = (
        (
            moved,
            ngettext(
                "%(number)s entry moves to another game.",
                "%(number)s entries move to another game.",
                moved,
            ),
        ),
        (
            removed,
            ngettext("%(number)s entry is removed.", "%(number)s entries are removed.", removed),
        ),
        (
            surplus,
            ngettext(
                "%(number)s hand comes after the end of its game and marks nothing.",
                "%(number)s hands come after the end of their game and mark nothing.",
                surplus,
            ),
        ),
    )
    return (text % score, *(text % {"number": number} for number, text in counted if number))


@login_required
@form_page
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the latest entry or correction: what it comes to is shown at once."""
    match, person = match_of(request, slug, pk)
    require(person, Act.CORRECT)
    now = reading.read(match)
    act = now.log.last_act()
    if act is None or now.log.annulment:
        return redirect("match", slug=slug, pk=pk)
    table = match.evening_table
    is_late = match.stopped or (table is not None and table.evening.signed_off_at is not None)
    reason = request.POST.get("reason", "")

    def arguments(match: Match, version: int, reason: str) -> dict[str, Any]:
        return {"by": person, "match": match, "version": version, "reason": reason}

    fault: Fault | None = None
    if request.method == "POST":
        version = pages.version(request)
        fault = pages.written_or_fault(
            request,
            lambda: entry_undo(**arguments(match, version, reason)).entry.pk,
        )
        if fault is None:
            return redirect("match", slug=slug, pk=pk)
    preview: dict[str, Any] | None = None
    try:
        # Looked at as if a reason were given where one is needed: what follows is the same.
        fresh, looked_at = matches.matches().get(pk=pk), reason or ("…" if is_late else "")
        foreseen = entry_undo_preview(**arguments(fresh, match.version, looked_at))
        preview = _comparison(foreseen, now)
    except Fault as impossible:
        fault = fault or impossible
    return fault_page(
        request,
        "undo",
        match,
        person,
        fault,
        act=act,
        what=journal_text(now, act),
        is_late=is_late,
        preview=preview,
        sides=sides(now),
        follows=next_step(match, person),
    )
