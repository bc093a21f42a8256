"""Something went wrong: from what happened to what is entered, one question at a time."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs import labels as club_labels
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.parsing import whole_number
from games.engine.records import HandRecord
from games.engine.rulings.book import Ruling
from games.engine.rulings.ids import Consequence, Irregularity
from games.engine.terms import HandEntry
from games.matches.labels import engine
from games.matches.labels.rulings import FACTS, IRREGULARITIES
from games.matches.selectors import matches, reading
from games.matches.services.entries import play_record
from games.matches.views import pad_form
from games.matches.views.disputes import mendable
from games.matches.views.match import match_of
from games.matches.views.match_sheet import short_names
from games.matches.views.pad_form import Chosen, RulingSteps

from . import ruling_page
from .ruling_page import MENDED, Way

Body = dict[str, Any]
TYPED_MOST = 80


@identified
@form_page
def ruling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """All answers are in the address; the choice is posted to it."""
    match, person = match_of(request, slug, pk)
    matches.require_for(person, match, Act.ENTER_OWN, Act.ENTER_ANY)
    reading_now = reading.read(match)
    if reading_now.log.annulment and request.method != "POST":
        return redirect("pad", slug=slug, pk=pk)
    steps = RulingSteps.of(
        request.GET.dict(), reading_now.state.dealer, reading_now.log.next_place()
    )
    fault: Fault | None = None
    if request.method == "POST":
        try:
            return _entered(request, reading_now, steps, person)
        except (Absent, Denied):
            raise
        except Fault as met:
            fault = met
            reading_now = reading.read(matches.matches().get(pk=pk))
    step = _step(request, reading_now, steps)
    if step is None:
        return redirect(f"{request.path}{_without_answers(steps).query()}")
    shown = {
        "match": reading_now.match,
        "fault": fault,
        "asked": steps.query(),
        "pad": pad_address(reading_now, _without_answers(steps)),
        **step,
        "tab": "matches",
    }
    return club_page(request, "laws/ruling.html", match.club, person, **shown)


def _without_answers(steps: RulingSteps) -> RulingSteps:
    """Without answers, but with the rulings taken before."""
    return replace(steps, what=None, offender=None, facts=())


def pad_address(reading_now: reading.Reading, steps: RulingSteps, king: str = "") -> str:
    """The pad with what was ruled noted on the hand that is now entered."""
    address = reverse("pad", args=(reading_now.match.club.slug, reading_now.match.pk))
    if not steps.noted:
        return address
    return f"{address}{steps.query()}{f'&king={king}' if king else ''}"


def _step(request: HttpRequest, reading_now: reading.Reading, steps: RulingSteps) -> Body | None:
    """The step that comes next; None for what leads nowhere."""
    names, over = short_names(reading_now), reading_now.state.over
    typed = request.GET.get("q", "").replace("\x00", "")[:TYPED_MOST].strip()
    if steps.what is None or (over and steps.what not in MENDED):
        groups = ruling_page.groups(steps, typed, over=over)
        carried = parse_qsl(_without_answers(steps).query().removeprefix("?"))
        if not steps.noted:
            carried = []
        examples = [] if groups else ruling_page.examples(carried, over=over)
        return {
            "step": "what",
            "groups": groups,
            "typed": typed,
            "carried": carried,
            "examples": examples,
        }
    head: Body = {"what": IRREGULARITIES[steps.what], "back": _without_answers(steps).query()}
    if steps.what in MENDED:
        return {**head, "step": "mend", "mendable": _mendable(reading_now, steps.what)}
    if steps.dealer is None:
        links = ruling_page.players(steps, names, "dealer")
        return {**head, "step": "ask", "question": _("Who deals?"), "links": links}
    if steps.needs_offender() and steps.offender is None:
        links = ruling_page.players(steps, names, "offender")
        return {**head, "step": "ask", "question": _("Who was it?"), "links": links}
    code = reading_now.state.terms.code
    decided = steps.ruling(code)
    if decided is None:
        return None
    said = ruling_page.answered(
        steps, decided, names, asked_dealer=reading_now.state.dealer is None
    )
    head |= {"said": said, "dealing": _dealing(steps, names)}
    if said:
        head["back"] = said[-1].address
    if decided.question:
        links = ruling_page.answers(steps, decided, code)
        question = FACTS[decided.question.fact]
        return {
            **head,
            "step": "ask",
            "question": question,
            "links": links,
            **_why(reading_now, decided),
        }
    return {**head, **_decision(request, reading_now, steps, decided)}


def _why(reading_now: reading.Reading, decided: Ruling) -> Body:
    return {"why": True, "laws": ruling_page.reasons(decided), "code": reading_now.match.code}


def _mendable(reading_now: reading.Reading, what: Irregularity) -> list[Any]:
    """Law 50 is of the last hand, law 51 of those of the game that is being played."""
    omitted = what is Irregularity.MARK_OMITTED
    return [hand for hand in mendable(reading_now) if (hand.last if omitted else hand.in_play)]


def _dealing(steps: RulingSteps, names: engine.Names) -> str:
    dealer = steps.dealt()
    if dealer is None:
        return ""
    pair = {"dealer": names[dealer], "elder": names[dealer.other]}
    return _("%(dealer)s deals; %(elder)s is the non-dealer.") % pair


def _decision(
    request: HttpRequest, reading_now: reading.Reading, steps: RulingSteps, decided: Ruling
) -> Body:
    names, code = short_names(reading_now), reading_now.state.terms.code
    chosen = Chosen.of(request.POST.dict())
    abandoned = steps.what is Irregularity.ABANDONED
    return {
        "step": "choose",
        "who": ruling_page.who_chooses(steps, decided, names),
        "ways": [
            (way, pad_address(reading_now, way.steps, _king(steps, decided, way)))
            for way in ruling_page.ways(steps, decided, code)
        ],
        "laws": ruling_page.cited(decided),
        "source": club_labels.law(decided.law),
        "code": reading_now.match.code,
        "key": request.POST.get("key") or pages.new_key(),
        "kings": pad_form.king_choices(steps.dealer, names, chosen) if abandoned else (),
        "openings": pad_form.opening_choices(steps.dealer, names, chosen) if abandoned else (),
    }


def _king(steps: RulingSteps, decided: Ruling, way: Way) -> str:
    """The king that may be marked after all, as the pad has it."""
    reading_now = next(one for one in decided.choices if one.choice.value == way.value)
    if Consequence.KING_MAY_BE_MARKED not in reading_now.consequences:
        return ""
    if steps.what is Irregularity.KING_TURNED_UNMARKED:
        return f"{steps.dealer}-turned"
    return f"{steps.offender}-held"


def _entered(
    request: HttpRequest, reading_now: reading.Reading, steps: RulingSteps, person: Person
) -> HttpResponse:
    """The hand that is over by the choice is entered; another goes on, on the pad."""
    decided = steps.ruling(reading_now.state.terms.code) if _is_complete(steps) else None
    offered = [] if decided is None or decided.question else _ways(reading_now, steps, decided)
    way = next((one for one in offered if one.value == request.POST.get("choice")), None)
    if decided is None or way is None:
        raise Invalid("no_choice", _("Choose one of the possible outcomes."), field="choice")
    if not way.over:
        return redirect(pad_address(reading_now, way.steps, _king(steps, decided, way)))
    record = ruling_page.entered(way, _played(request, steps))
    version = whole_number(request.POST.get("version", ""))
    match, what, at = reading_now.match, HandEntry(1, record), -1 if version is None else version
    pages.write(
        request,
        lambda: play_record(by=person, match=match, what=what, version=at).entry.pk,
    )
    return redirect("pad", slug=match.club.slug, pk=match.pk)


def _played(request: HttpRequest, steps: RulingSteps) -> HandRecord:
    """What was played before the hand was over: asked only of one that was abandoned."""
    if steps.what is not Irregularity.ABANDONED:
        return HandRecord()
    return Chosen.of(request.POST.dict()).hand().record


def _ways(reading_now: reading.Reading, steps: RulingSteps, decided: Ruling) -> list[Way]:
    return ruling_page.ways(steps, decided, reading_now.state.terms.code)


def _is_complete(steps: RulingSteps) -> bool:
    if steps.what is None or steps.what in MENDED:
        return False
    return not steps.needs_offender() or steps.offender is not None
