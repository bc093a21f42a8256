"""Undo and corrections of entries: what would change, before it does."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.parsing import whole_number
from games.matches.models import Entry
from games.matches.selectors.effects import Change
from scoring.contests.labels import chronicle
from scoring.contests.models import Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import GameWon, InvalidData, dump, load
from scoring.contests.selectors.courses import events_of, read
from scoring.contests.services.checks import require_table
from scoring.contests.services.corrections import (
    Foreseen,
    contest_correct,
    contest_correct_preview,
    contest_undo_preview,
)
from scoring.contests.services.events import (
    contest_undo,
)

from .board import guests_of
from .common import contest_of, contest_page, names_of, submit, version


@identified
@form_page
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Says also why nothing can be undone."""
    found, person = contest_of(request, slug, pk)
    require_table(person, found)
    fault: Fault | None = None
    if request.method == "POST":
        seen = version(request) or 0
        answer = submit(
            request, found, lambda: contest_undo(by=person, contest=found, version=seen).contest
        )
        if not isinstance(answer, Fault):
            return redirect("contest", slug=slug, pk=pk)
        fault = answer
    foreseen: Foreseen | None = None
    now, empty = found.version, ""
    try:
        foreseen = contest_undo_preview(by=person, contest=found, version=now)
    except Invalid as wrong:
        found.refresh_from_db(fields=["version", "over", "games_won"])
        empty = "" if fault else str(wrong.detail)
    return contest_page(
        request,
        "contests/undo.html",
        found,
        person,
        version=now,
        fault=fault,
        empty=empty,
        act=_act(foreseen),
        preview=foreseen is not None,
        taken=_undone(found, person, foreseen) if foreseen else [],
        things=by_title(foreseen.changes) if foreseen else [],
    )


def _act(foreseen: Foreseen | None) -> str:
    """Title and button, as the link on the board has them; in general where nothing is undone."""
    if foreseen is None:
        return _("Undo")
    dealt = foreseen.entered.before.dealt
    return _("Undo the last game") if dealt is None else _("Undo the deal")


def _undone(found: Contest, person: Person, foreseen: Foreseen) -> list[str]:
    """What would stand no more, the newest first."""
    before = foreseen.entered.before
    names, gone = names_of(found, person, chronicle.people(before)), set(foreseen.entered.places)
    steps = [one for one in chronicle.steps(before) if one.happened.place in gone]
    wording = chronicle.wording(found, names)
    sentences = [chronicle.sentence(one, wording) for one in reversed(steps)]
    dealt = before.dealt
    if dealt is not None and Entry.objects.filter(match=dealt.entry.match).exists():
        sentences.insert(
            0, _("The match on the pad is annulled. What was entered in it stays on record.")
        )
    return sentences


def by_title(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Under the title of what they are of."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.figure.title, []).append(change)
    return [{"title": title, "changes": of_it} for title, of_it in found.items()]


VOID = "void"
OWN = {"csrfmiddlewaretoken", "key", "version", "do"}


@login_required
@form_page
def correct(request: HttpRequest, slug: str, pk: int, place: int) -> HttpResponse:
    found, person = contest_of(request, slug, pk)
    require(person, Act.CORRECT)
    course = read(found, with_writers=True)
    step = next((one for one in chronicle.steps(course) if one.happened.place == place), None)
    on_pad = step.happened.entry.match if step is not None else None
    if step is None or (on_pad and not isinstance(step.happened.event, GameWon)):
        raise Absent
    fault, preview = None, None
    if request.method == "POST":
        try:
            correction = _correction(request, found, person, step)
            if "do" in request.POST:
                pages.write(request, lambda: contest_correct(**correction).contest)
                return redirect("contest", slug=slug, pk=pk)
            preview = contest_correct_preview(**correction)
        except Fault as wrong:
            fault = wrong
            found.refresh_from_db(fields=["version", "over", "games_won"])
    names = names_of(found, person, [*chronicle.people(course), *guests_of(found.evening)])
    return contest_page(
        request,
        "contests/correct.html",
        found,
        person,
        version=course.contest.version if fault is None else found.version,
        place=place,
        was=chronicle.sentence(step, chronicle.wording(found, names)),
        entry=step.happened.entry,
        on_pad=on_pad,
        fields=_fields(step, names, request.POST),
        others=_others(found, preview, place, names) if preview else [],
        reason=request.POST.get("reason", ""),
        void=request.POST.get(VOID, ""),
        fault=fault,
        stale=isinstance(fault, Stale),
        preview=preview is not None,
        things=by_title(preview.changes) if preview else [],
        sent=[(name, value) for name, value in request.POST.items() if name not in OWN],
        key=request.POST.get("key") or pages.new_key(),
    )


def _correction(
    request: HttpRequest, found: Contest, person: Person, step: chronicle.Step
) -> dict[str, Any]:
    """Arguments of contest_correct."""
    event = None if request.POST.get(VOID) else _event(request.POST, found, step)
    return {
        "by": person,
        "contest": found,
        "changes": [(step.happened.place, event)],
        "reason": request.POST.get("reason", ""),
        "version": version(request) or 0,
    }


def _event(sent: Mapping[str, str], found: Contest, step: chronicle.Step) -> Any:
    """What stood there, with what was changed of it. Raises: Invalid."""
    data = dump(step.happened.event)
    data.pop("bank", None)
    numbers = {"player", "amount"} if step.happened.entry.match else {"player", "winner", "amount"}
    for name in data.keys() & numbers:
        data[name] = whole_number(sent.get(name, ""))
    if isinstance(step.happened.event, GameWon):
        data["stays"] = whole_number(sent.get("stays", "")) or 0
    if "side" in data:
        data["side"] = sent.get("side", "")
    try:
        return load(data, events_of(found))
    except InvalidData as wrong:
        text = (
            _("Must be a whole number of 1 or more.")
            if wrong.field == "amount"
            else _("Choose one.")
        )
        raise Invalid("invalid_event", text, errors={wrong.field: text}) from wrong


def _fields(
    step: chronicle.Step, names: Mapping[int, str], sent: Mapping[str, str]
) -> list[dict[str, Any]]:
    """What of the event can be another: with the value that is sent, or that stands."""
    event = step.happened.event
    sitting = machine.seats(step.before) or ()
    lists: dict[str, list[tuple[object, str]]] = {
        "player": [*sorted(names.items(), key=lambda one: one[1].casefold())],
        "winner": [(pk, names[pk]) for pk in sitting],
        "stays": [("", _("As the players sat")), *((pk, names[pk]) for pk in sitting)],
        "side": [(side, names[pk]) for side, pk in zip("ab", sitting, strict=False)],
    }
    labels = {
        "player": _("Player"),
        "winner": _("Winner"),
        "stays": _("Kept the seat"),
        "side": _("Bet on"),
        "amount": _("Amount"),
    }
    return [
        {
            "name": one.name,
            "label": labels[one.name],
            "choices": [(str(value), text) for value, text in lists.get(one.name, [])],
            "value": sent.get(one.name) or str(getattr(event, one.name) or ""),
        }
        for one in fields(event)
        if one.name in labels and not (one.name == "winner" and step.happened.entry.match)
    ]


def _others(
    found: Contest, foreseen: Foreseen, place: int, names: Mapping[int, str]
) -> list[tuple[str, str]]:
    """What else is replaced, taken out or stands again: as it was said, and as it would be."""
    wording, places = chronicle.wording(found, names), set(foreseen.entered.places) - {place}
    was, then = (
        {
            one.happened.place: chronicle.sentence(one, wording)
            for one in chronicle.steps(course)
            if one.happened.place in places
        }
        for course in (foreseen.entered.before, foreseen.entered.course)
    )
    everything = sorted(was.keys() | then.keys())
    return [(was.get(number, ""), then.get(number, "")) for number in everything]
