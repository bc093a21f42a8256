"""Arrivals and results that a director's device stored without a network, entered in order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.outboxes import outbox_of, stored_actions, unreadable
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.parsing import whole_number
from games.evenings.models import Evening
from games.evenings.services.evenings import arrival_undo, player_arrive
from games.evenings.views.attendance import tap_content
from games.evenings.views.evening import evening_of

from .evening_results import BOARD, FIXTURE, MATCH, ResultRow, day_of, refusal_text, row_of

# In one request; the device sends the rest when these are answered.
MOST: Final = 20
ARRIVALS: Final = {"present": player_arrive, "absent": arrival_undo}
WAYS: Final = {
    MATCH: lambda: _("Open the match"),
    FIXTURE: lambda: _("Open the fixture"),
    BOARD: lambda: _("Open the meeting"),
}


@dataclass(frozen=True, slots=True)
class Action:
    """`pk`: of the player, match, fixture or board. `result`: as the page offered it, on that
    `version` of a match."""

    key: str
    kind: str
    pk: int
    result: str = ""
    version: int = 0

    @classmethod
    def of(cls, sent: object) -> "Action":
        """Raises: Invalid for what no page stores."""
        try:
            fields = sent["fields"]  # type: ignore[index]
            found = cls(
                key=str(sent["key"]),  # type: ignore[index]
                kind=str(sent["kind"]),  # type: ignore[index]
                pk=whole_number(str(fields["id"])) or 0,
                result=str(fields.get("result", "")),
                version=whole_number(str(fields.get("version", ""))) or 0,
            )
        except (AttributeError, KeyError, TypeError):
            raise unreadable() from None
        if found.kind not in (*ARRIVALS, *WAYS):
            raise unreadable()
        return found

    @property
    def is_arrival(self) -> bool:
        return self.kind in ARRIVALS


@outbox_of("evening", "evenings/outbox_stopped.html")
def outbox(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """An action that is refused stands in the way of no other."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.MARK_PRESENT)
    if request.method != "POST":
        return JsonResponse({"taken": []})
    actions = [Action.of(one) for one in stored_actions(request)[:MOST]]
    return _entered(request, evening, person, actions)


def _entered(
    request: HttpRequest, evening: Evening, person: Person, actions: list[Action]
) -> JsonResponse:
    taken, refused = list[str](), list[dict[str, str]]()
    for action in actions:
        try:
            _enter(request, evening, person, action)
        except Fault as fault:
            shown = _refused(request, evening, action, fault)
            html = render_to_string("evenings/outbox_refused.html", shown)
            refused.append({"key": action.key, "html": html})
        else:
            taken.append(action.key)
    return JsonResponse({"taken": taken, "refused": refused})


def _enter(request: HttpRequest, evening: Evening, person: Person, action: Action) -> None:
    """Each is a write of its own. Raises: Fault."""

    def arrive() -> int:
        ARRIVALS[action.kind](by=person, evening=evening, player_id=action.pk)
        return action.pk

    def enter() -> int:
        row = _row(request, evening, action)
        return row.enter_stored(person, day_of(evening), action.result, action.version).pk

    if action.is_arrival:
        is_present = action.kind == "present"
        content = tap_content(evening, action.pk, is_present=is_present)
        pages.write(request, arrive, key=action.key, content=content)
    else:
        content = ["result", evening.pk, action.kind, action.pk, action.result]
        pages.write(request, enter, key=action.key, content=content)


def _row(request: HttpRequest, evening: Evening, action: Action) -> ResultRow:
    """Raises: Absent."""
    name = f"{action.kind}-{action.pk}"
    # A result of several rubbers is typed into the field of that name.
    data = {f"{name}-result": action.result, f"{name}-rubbers": action.result}
    return row_of(actor_of(request), evening, action.kind, action.pk, data)


def _refused(
    request: HttpRequest, evening: Evening, action: Action, fault: Fault
) -> Mapping[str, Any]:
    """What was not entered, why, and where it can be seen to."""
    text = str(next(iter(fault.errors.values()), fault.detail))
    shown = {"key": action.key, "text": text}
    try:
        if action.is_arrival:
            return {**shown, **_refused_arrival(evening, action)}
        row = _row(request, evening, action)
    except (Absent, Denied):
        return {**shown, "what": _("a result of this evening")}
    result = action.result.rpartition(":")[2].replace("-", "–")
    what = {"what": f"{row.title}: {result}", "text": refusal_text(row, fault)}
    return {**shown, **what, "address": row.address, "label": WAYS[action.kind]()}


def _refused_arrival(evening: Evening, action: Action) -> dict[str, str]:
    player = Player.objects.filter(pk=action.pk, club=evening.club_id).first()
    if player is None:
        raise Absent
    text = _("Present: %(name)s") if action.kind == "present" else _("Not present: %(name)s")
    shown = {"what": text % {"name": player.name}}
    page, label = "evening", _("Back to the evening")
    if evening.is_open:
        page, label = "evening_attendance", _("Attendance")
    if player.merged_into is not None:
        merged = _("This player was merged into %(name)s. Mark that player instead.")
        shown["text"] = merged % {"name": player.merged_into.name}
    return {**shown, "address": reverse(page, args=(evening.club.slug, evening.pk)), "label": label}
