"""The score pad: the hand now being scored, on one screen."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import again, faults_as_pages, identified, signed_out
from ecarte_club.core import live, pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid, Stale, TakenBack
from ecarte_club.core.idempotency import actor_key
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import FormatKind
from games.evenings.models import Table
from games.evenings.services.evenings import signed_off_text
from games.matches.changes import next_step
from games.matches.labels import engine
from games.matches.labels.hands import hand_name
from games.matches.models import Match
from games.matches.selectors import matches, reading
from games.matches.selectors.improbable import Warned
from games.matches.selectors.pad_state import snapshot
from games.matches.selectors.reading import terms
from games.matches.services.entries import Written, entry_undo, play_record

from . import pad_form, pad_words
from .disputes import mendable
from .match import board, confirming, match_of, unchanged
from .match_sheet import latest_sentences, short_names
from .pad_form import Chosen, carried, ruled, sent_content

Body = dict[str, Any]
PAD_SCRIPTS = (
    *(f"js/pad/{name}.js" for name in ("tables", "scorer", "store", "sender", "board", "outbox")),
    "js/pad/install.js",
    "js/pad.js",
)
View = Callable[..., HttpResponse]


class ImprobableFault(Invalid):
    """Nothing was marked yet: the players look at the hand again, and one more tap marks it."""

    def __init__(self, warnings: list[Warned]) -> None:
        super().__init__("improbable", _("Check this hand. If it is right, mark it."))
        self.warnings = warnings


def entering(view: View) -> View:
    """For what the pad asks and sends: signed out, one comes back to it and the choices made."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, pk: int, **more: str) -> HttpResponse:
        if not actor_key(request):
            return signed_out(request, again(request, reverse("pad", args=(slug, pk))))
        return view(request, slug, pk, **more)

    return faults_as_pages(answer)


def posted(view: View) -> View:
    """Whoever asks for the address of a form, as a browser does on reload, is shown the pad."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, pk: int, **more: str) -> HttpResponse:
        if request.method != "POST":
            return redirect("pad", slug=slug, pk=pk)
        return view(request, slug, pk, **more)

    return entering(answer)


def entering_match(request: HttpRequest, slug: str, pk: int) -> tuple[Match, Person]:
    """Raises: TakenBack for a phone at the table where the match was before."""
    try:
        match, person = match_of(request, slug, pk)
        matches.require_for(person, match, Act.ENTER_OWN, Act.ENTER_ANY)
    except Denied:
        if (moved := matches.moved_from(actor_of(request), pk)) is not None:
            raise _moved_away(*moved) from None
        raise
    return match, person


def _moved_away(match: Match, here: Table) -> TakenBack:
    text = _("This match is played at table %(table)s now.") % {"table": match.table}
    address = reverse("table_wait", args=(match.club.slug, here.evening_id, here.pk))
    return TakenBack(text, address=address, label=_("Wait for the next match"))


def body(
    match: Match,
    person: Person,
    chosen: Chosen | None = None,
    fault: Fault | None = None,
    *,
    fresh: bool = False,
    found: reading.Reading | None = None,
) -> Body:
    """All that the pad shows; `chosen` are choices to keep, `fault` what to say of them. `found`:
    the match, where it was read already."""
    found = found or reading.read(match)
    names, state, closed = short_names(found), found.state, _closed(found)
    kept = chosen is not None and not state.over
    is_refused = kept and isinstance(fault, Invalid)
    is_blank, chosen = chosen is None, chosen or Chosen()
    dealer = Seat(chosen.dealer) if chosen.dealer in list(Seat) else state.dealer
    hands = sum(game.hands for game in state.games if game.number == state.game)
    form = state.terms.format
    ends = pad_form.rubber_scores(form) if may_enter_rubber(state) else ()
    return {
        **board(found, fresh=fresh),
        **confirming(found, person),
        "club": match.club,
        "key": pages.new_key(),
        "closed": closed,
        # Why nothing can be entered says all.
        "fault": None if closed else fault,
        "kept": kept,
        "meanwhile": meanwhile(found, fault),
        "ask_dealer": state.dealer is None,
        **pad_form.hand_choices(dealer, names, chosen),
        "blank_rows": pad_words.blank_rows(dealer, names) if is_blank else "",
        "warnings": fault.warnings if isinstance(fault, ImprobableFault) else (),
        "waiting": pad_form.waiting(chosen) if is_refused else (),
        "games": () if hands else pad_form.score_choices(pad_form.GAME_SCORES, chosen.game),
        "rubbers": pad_form.score_choices(ends, chosen.rubber),
        "chosen": chosen,
        "hand": _hand(state, hands + 1),
        "can_undo": _can_undo(found, person),
        "mendable": () if closed else mendable(found),
        # A phone at the table cannot start a match: it waits there for the next.
        "follows": next_step(match, person) if match.evening_table_id or match.event_id else None,
        "waits": match.evening_table if matches.is_at_table(match, person) else None,
        **ruled(found, chosen),
        "snapshot": snapshot(found),
        "reading": found,
    }


def _closed(found: reading.Reading) -> str:
    """Why nothing can be entered at all; empty where something can."""
    text = reading.closed_text(found.log)
    return text if text or _is_open(found.match) else signed_off_text()


def _is_open(match: Match) -> bool:
    """Its evening is, if it is played at one."""
    return match.evening_table is None or match.evening_table.evening.is_open


def _hand(state: MatchState, number: int) -> str:
    if state.terms.format.kind is FormatKind.ONE_GAME:
        return _("Hand %(hand)s") % {"hand": number}
    return hand_name(state, state.game, number)


def may_enter_rubber(state: MatchState) -> bool:
    """Whether a rubber, or a match of games, can be entered by its score now."""
    form = state.terms.format
    if form.rubbers > 1:
        return state.game == state.rubber_from and not state.game_numbered(state.game)
    return form.kind is not FormatKind.ONE_GAME and not state.lines


def _can_undo(found: reading.Reading, person: Person) -> bool:
    """A correction is taken back only by who may make one."""
    if _closed(found):
        return False
    act = found.log.last_act()
    mended = act is not None and bool(act.law)
    return act is not None and (not act.corrects or mended or person.may(Act.CORRECT))


def meanwhile(found: reading.Reading, fault: Fault | None) -> str:
    """Who entered what since, when that is why a write was not taken."""
    if not isinstance(fault, Stale) or not found.log.entries:
        return ""
    last = found.log.entries[-1]
    # Translators: %(what)s holds whole sentences, each with its full stop.
    text = _("Somebody entered something first: %(what)s The score is now %(a)s–%(b)s.")
    who = engine.entered_by(last)
    if who:
        # Translators: %(who)s is a person or a phone at a table, %(what)s whole sentences.
        text = _("%(who)s entered something first: %(what)s The score is now %(a)s–%(b)s.")
    return text % {
        "who": capfirst(who),
        "what": " ".join(latest_sentences(found)),
        "a": found.state.score.a,
        "b": found.state.score.b,
    }


@identified
@faults_as_pages
def pad(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The address may carry choices that were made before signing in."""
    match, person = entering_match(request, slug, pk)
    found = reading.read(match)
    chosen = carried(request.GET.dict(), found) if request.GET else None
    answer = render(request, "matches/pad.html", framed(body(match, person, chosen, found=found)))
    # The worker stores this page: what it shows is for this device.
    answer["Keep-Offline"] = "yes"
    return answer


def framed(shown: Body) -> Body:
    """With what the pad needs beside its body, to go on without a network."""
    offline = pad_words.offline(shown["reading"])
    return {**shown, "offline": offline, "pad_scripts": PAD_SCRIPTS}


@entering
def fragment(request: HttpRequest, slug: str, pk: int, part: str) -> HttpResponse:
    """The whole body, or only what the match has come to when choices are being made."""
    match, person = entering_match(request, slug, pk)
    # The sign-off changes no match: a pad that was open before is told once.
    told = "open" not in request.GET or _is_open(match)
    known = unchanged(request, f"match:{pk}", match.version) if told else None
    template = {"body": "matches/pad_body.html", "board": "matches/pad_now.html"}[part]
    answer = known or render(request, template, body(match, person, fresh=True))
    # For pads that have to ask: see pad.js.
    answer["Typing"] = ",".join(live.pads_typing(f"match:{pk}"))
    return answer


@posted
def typing(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Choices are being made on a pad: the others of this match are told, and nothing is kept."""
    entering_match(request, slug, pk)
    live.typing(f"match:{pk}", request.POST.get("pad", ""))
    return HttpResponse(status=204)


@posted
def enter(request: HttpRequest, slug: str, pk: int, kind: str) -> HttpResponse:
    """A hand by its facts or in the notation, a game or a rubber by its score."""
    chosen, (match, person) = Chosen.of(request.POST.dict()), entering_match(request, slug, pk)

    def act() -> Written:
        what = chosen.entry(kind, terms(match).format)
        written = play_record(by=person, match=match, what=what, version=_version(request))
        if any(one.code not in chosen.sure.split() for one in written.warnings):
            raise ImprobableFault(written.warnings)
        return written

    return _written(request, match, person, act, kind, chosen)


@posted
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = entering_match(request, slug, pk)

    def act() -> Written:
        return entry_undo(by=person, match=match, version=_version(request))

    return _written(request, match, person, act, "undo")


def _written(
    request: HttpRequest,
    match: Match,
    person: Person,
    act: Callable[[], Written],
    kind: str,
    chosen: Chosen | None = None,
) -> HttpResponse:
    """The pad after a write; or with what was chosen and the reason why it was not taken."""
    content = sent_content(match.pk, kind, chosen or Chosen())
    written, fault = _written_or_fault(request, act, content)
    if fault is None and not pages.is_fragment(request):
        return redirect("pad", slug=match.club.slug, pk=match.pk)
    found = written.reading if written else reading.read(matches.match_now(match.pk))
    kept = chosen if fault else None
    shown = body(found.match, person, kept, fault, fresh=fault is None, found=found)
    is_part = pages.is_fragment(request)
    template = "matches/pad_body.html" if is_part else "matches/pad.html"
    shown = shown if is_part else framed(shown)
    return render(request, template, shown, status=fault.status if fault else 200)


def _written_or_fault(
    request: HttpRequest, act: Callable[[], Written], content: object
) -> tuple[Written | None, Fault | None]:
    """Neither where it was written before, by the same key. Raises: Absent, Denied."""
    done: list[Written] = []

    def act_once() -> int:
        done.append(act())
        return done[-1].entry.pk

    try:
        answer = pages.write(request, act_once, content=content)
    except (Absent, Denied):
        raise
    except Fault as fault:
        return None, fault
    return None if answer.repeated else done[-1], None


def _version(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("version", ""))
    if number is None:
        text = _("Part of the form is missing. Reload the page.")
        raise Invalid("no_version", text, field="version")
    return number
