"""What a pad stored without a network: entered in order, and what stands in its way is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.outboxes import outbox_of, stored_actions, unreadable
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid, Stale
from games.engine.refusals import RefusalError
from games.engine.states import Line
from games.matches.labels import engine
from games.matches.models import Match
from games.matches.rules.merging import Branch, Stored, branch, merge
from games.matches.selectors import matches, reading
from games.matches.selectors.logs import Log
from games.matches.selectors.pad_state import snapshot
from games.matches.selectors.reading import state_of, terms
from games.matches.services.disputes import TEXT_MOST, flag_raise
from games.matches.services.entries import Written, entry_undo, play_record

from .match_sheet import sentences, short_names
from .pad import ImprobableFault, entering_match
from .pad_form import Chosen, sent_content

# In one request; the pad sends the rest when these are answered.
MOST: Final = 20
KINDS: Final = ("hand", "game", "undo")
STOPPED: Final = "matches/outbox_stopped.html"


@dataclass(frozen=True, slots=True)
class Action:
    """`chosen` with the dealer that the pad scored by: the same hand when it comes after others."""

    key: str
    version: int
    kind: str
    chosen: Chosen
    dealer: str = ""

    @classmethod
    def of(cls, sent: object) -> "Action":
        """Raises: Invalid for what no pad stores."""
        try:
            fields = sent["fields"]  # type: ignore[index]
            found = cls(
                key=str(sent["key"]),  # type: ignore[index]
                version=int(sent["version"]),  # type: ignore[index]
                kind=str(sent["kind"]),  # type: ignore[index]
                chosen=Chosen.of({str(name): str(value) for name, value in fields.items()}),
                dealer=str(sent.get("dealer", "")),  # type: ignore[attr-defined]
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            raise unreadable() from None
        if found.kind not in KINDS or found.chosen.rulings or found.chosen.notation:
            raise unreadable()
        return found

    @property
    def whole(self) -> Chosen:
        return self.chosen if self.chosen.dealer else replace(self.chosen, dealer=self.dealer)


@outbox_of("pad", STOPPED)
def outbox(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """GET answers the version, too. With `ask` the actions are not entered: a director is
    shown what it says of them."""
    match, person = entering_match(request, slug, pk)
    if request.method != "POST":
        return JsonResponse({"taken": [], "version": match.version})
    actions = [Action.of(one) for one in stored_actions(request)]
    if text := request.POST.get("ask", ""):
        return _asked(request, match, person, actions, text)
    return _entered(request, match, person, actions)


def _asked(
    request: HttpRequest, match: Match, person: Person, actions: list[Action], text: str
) -> JsonResponse:
    """Raises: Denied, Invalid."""
    begins = _("Entered on another phone, not in the match: %(hands)s")
    told = begins % {"hands": " ".join(text.split())}
    told = told if len(told) <= TEXT_MOST else f"{told[: TEXT_MOST - 1]}…"
    key = f"{actions[0].key}-ask"
    pages.write(
        request,
        lambda: flag_raise(by=person, match=match, text=told),
        key=key,
        content=["ask", match.pk, told],
    )
    return JsonResponse({"taken": [one.key for one in actions], "version": match.version})


def _entered(
    request: HttpRequest, match: Match, person: Person, actions: list[Action]
) -> JsonResponse:
    taken: list[str] = []
    for number, action in enumerate(actions[:MOST]):
        fault = _fault_of(request, match, person, action)
        if fault is None:
            taken.append(action.key)
            continue
        now = matches.match_now(match.pk)
        shown = _in_the_way(now, actions[number:], fault)
        html = render_to_string(STOPPED, {**shown, "fault": fault})
        found = {"taken": taken, "version": now.version, "stopped": html}
        plain = snapshot(reading.read(now))
        return JsonResponse({**found, "rest": shown.get("rest", []), "snapshot": plain})
    return JsonResponse({"taken": taken, "version": matches.match_now(match.pk).version})


def _fault_of(request: HttpRequest, match: Match, person: Person, action: Action) -> Fault | None:
    """Why the action was not taken; each is a write of its own. Raises: Absent, Denied."""

    def act() -> int:
        now = matches.match_now(match.pk)
        if action.kind == "undo":
            return entry_undo(by=person, match=now, version=action.version).entry.pk
        what = action.whole.entry(action.kind, terms(now).format)
        written = play_record(by=person, match=now, what=what, version=action.version)
        return _sure(written, action).entry.pk

    content = sent_content(match.pk, action.kind, action.chosen)
    try:
        pages.write(request, act, key=action.key, content=content)
    except (Invalid, Stale) as fault:
        return fault
    return None


def _sure(written: Written, action: Action) -> Written:
    """Raises: ImprobableFault."""
    if any(one.code not in action.chosen.sure.split() for one in written.warnings):
        raise ImprobableFault(written.warnings)
    return written


def _in_the_way(match: Match, actions: list[Action], fault: Fault) -> Mapping[str, Any]:
    """For the page: what this phone stored, what another entered, and what can be done."""
    if isinstance(fault, ImprobableFault):
        return {"case": "check", "warnings": fault.warnings, "count": len(actions)}
    now = reading.read(match)
    before = Log(tuple(one for one in now.log.entries if one.number <= actions[0].version))
    ours = _ours(match, before, actions)
    if ours is None or not isinstance(fault, Stale) or actions[0].version >= match.version:
        return {"case": "refused", "count": len(actions)}
    theirs = _theirs(now, before)
    merged = merge(ours, theirs)
    may_add = merged.may_add and not now.state.over
    return {
        "case": "same" if merged.is_same else "different",
        "may_add": may_add,
        "rest": merged.rest,
        "added": len(merged.rest),
        "agreed": len(ours.lines) - len(merged.rest) if merged.is_same else 0,
        "ours": _told(ours.lines, short_names(now)),
        "theirs": _told(theirs.lines, short_names(now)),
        "undoes": ours.reaches_back,
        "undone": theirs.reaches_back,
        "who": capfirst(engine.entered_by(now.log.entries[-1])),
        "score": now.state.score,
        "match": match,
    }


def _ours(match: Match, before: Log, actions: list[Action]) -> Branch | None:
    """None where the engine does not take it."""
    form, begun = terms(match).format, state_of(match, before.standing())
    try:
        return branch(
            begun,
            [
                Stored(one.key, None if one.kind == "undo" else one.whole.entry(one.kind, form))
                for one in actions
            ],
        )
    except (RefusalError, Invalid):
        return None


def _theirs(now: reading.Reading, before: Log) -> Branch:
    known = {one.pk for one in before.standing()}
    lines = tuple(line for entry, line in now.lines() if entry.pk not in known)
    standing = {one.pk for one in now.standing}
    return Branch(lines, reaches_back=not known <= standing)


def _told(lines: tuple[Line, ...], names: engine.Names) -> list[str]:
    return [" ".join(sentences(line, names)) for line in lines]
