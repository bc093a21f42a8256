"""Arrivals and results that a director's device stored without a network, entered in order."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import sign_in_again, signed_out
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.idempotency import actor_key
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
            raise _unreadable() from None
        if found.kind not in (*ARRIVALS, *WAYS):
            raise _unreadable()
        return found

    @property
    def is_arrival(self) -> bool:
        return self.kind in ARRIVALS


def _unreadable() -> Invalid:
    text = _(
        "What this device stored cannot be read. Save it as a file and show it to the director."
    )
    return Invalid("unreadable", text, field="actions")


@never_cache
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def outbox(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """GET: whether this device may send. POST: `actions`, a list in order; one that is refused
    stands in the way of no other."""
    if not actor_key(request):
        back = reverse("evening", args=(slug, pk))
        if "json" not in request.headers.get("Accept", ""):
            return signed_out(request, back)
        return _stopped(401, **sign_in_again(request, back))
    try:
        evening, person = evening_of(request, slug, pk)
        require(person, Act.MARK_PRESENT)
        if request.method != "POST":
            return JsonResponse({"taken": []})
        return _entered(request, evening, person, _actions(request))
    except Fault as fault:
        return _stopped(fault.status, fault=fault)


def _stopped(status: int, **shown: Any) -> JsonResponse:
    html = render_to_string("evenings/outbox_stopped.html", shown)
    return JsonResponse({"taken": [], "stopped": html}, status=status)


def _actions(request: HttpRequest) -> list[Action]:
    """Raises: Invalid."""
    try:
        sent = json.loads(request.POST.get("actions", ""))
    except ValueError:
        raise _unreadable() from None
    if not isinstance(sent, list) or not sent:
        raise _unreadable()
    return [Action.of(one) for one in sent[:MOST]]


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
