"""Something went wrong: from what happened to what is entered, one question at a time."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.clubs.views.common import context, faults_as_pages, known
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid
from ecarte_club.core.parsing import whole
from games.engine.rulings.book import Ruling
from games.engine.rulings.ids import Consequence, Irregularity
from games.engine.terms import HandEntry
from games.matches import services
from games.matches.labels import engine
from games.matches.labels.ruling_questions import FACTS, IRREGULARITIES
from games.matches.selectors import matches, reading
from games.matches.views import pad_form
from games.matches.views.fix import mendable
from games.matches.views.match import match_of
from games.matches.views.match_sheet import short_names
from games.matches.views.pad_form import Chosen
from games.matches.views.ruling_steps import RulingSteps

from . import ruling_page
from .ruling_page import MENDED, Way

Body = dict[str, Any]
TYPED_MOST = 80


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def ruling(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """All that is said is in the address; what is posted there is the choice."""
    match, person = match_of(request, slug, pk)
    own = matches.is_own(match, person)
    require_own_or_any(person, Act.ENTER_OWN, Act.ENTER_ANY, is_own=own)
    found = reading.read(match)
    if found.log.annulment and request.method != "POST":
        return redirect("pad", slug=slug, pk=pk)
    told = RulingSteps.of(request.GET.dict(), found.state.dealer, found.log.next_place())
    fault: Fault | None = None
    if request.method == "POST":
        try:
            return _entered(request, found, told, person)
        except (Absent, Denied):
            raise
        except Fault as met:
            fault = met
            found = reading.read(matches.matches().get(pk=pk))
    shown = _shown(request, found, told)
    if shown is None:
        return redirect(f"{request.path}{_afresh(told).query()}")
    more = {
        "match": found.match,
        "fault": fault,
        "asked": told.query(),
        "pad": pad_address(found, _afresh(told)),
        **shown,
    }
    status = fault.status if fault else 200
    shown = context(match.club, person, **more, tab="matches")
    return render(request, "laws/ruling.html", shown, status=status)


def _afresh(told: RulingSteps) -> RulingSteps:
    """Nothing said but what was ruled before."""
    return replace(told, what=None, offender=None, facts=())


def pad_address(found: reading.Reading, told: RulingSteps, king: str = "") -> str:
    """The pad with what was ruled noted on the hand that is now entered."""
    address = reverse("pad", args=(found.match.club.slug, found.match.pk))
    if not told.noted:
        return address
    return f"{address}{told.query()}{f'&king={king}' if king else ''}"


def _shown(request: HttpRequest, found: reading.Reading, told: RulingSteps) -> Body | None:
    """The step that comes next; None for what leads nowhere."""
    names, over = short_names(found), found.state.over
    typed = request.GET.get("q", "").replace("\x00", "")[:TYPED_MOST].strip()
    if told.what is None or (over and told.what not in MENDED):
        groups = ruling_page.groups(told, typed, over=over)
        carried = parse_qsl(_afresh(told).query().removeprefix("?"))
        return {"step": "what", "groups": groups, "typed": typed, "told": told, "carried": carried}
    head: Body = {"what": IRREGULARITIES[told.what], "back": _afresh(told).query()}
    if told.what in MENDED:
        return {**head, "step": "mend", "mendable": _mendable(found, told.what)}
    if told.dealer is None:
        links = ruling_page.players(told, names, "dealer")
        return {**head, "step": "ask", "question": _("Who deals?"), "links": links}
    if told.needs_offender() and told.offender is None:
        links = ruling_page.players(told, names, "offender")
        return {**head, "step": "ask", "question": _("Who was it?"), "links": links}
    code = found.state.terms.code
    decided = told.ruling(code)
    if decided is None:
        return None
    said = ruling_page.said(told, decided, names, asked_dealer=found.state.dealer is None)
    head |= {"said": said, "dealing": _dealing(told, names)}
    if said:
        head["back"] = said[-1].address
    if decided.question:
        links = ruling_page.answers(told, decided, code)
        question = FACTS[decided.question.fact]
        return {**head, "step": "ask", "question": question, "links": links, **_why(found, decided)}
    return {**head, **_decision(request, found, told, decided)}


def _why(found: reading.Reading, decided: Ruling) -> Body:
    return {"why": True, "laws": ruling_page.reasons(decided), "code": found.match.code}


def _mendable(found: reading.Reading, what: Irregularity) -> list[Any]:
    """Law 50 is of the last hand, law 51 of those of the game that is being played."""
    omitted = what is Irregularity.MARK_OMITTED
    return [hand for hand in mendable(found) if (hand.last if omitted else hand.in_play)]


def _dealing(told: RulingSteps, names: engine.Names) -> str:
    dealer = told.dealt()
    if dealer is None:
        return ""
    pair = {"dealer": names[dealer], "elder": names[dealer.other]}
    return _("%(dealer)s deals; %(elder)s is the non-dealer.") % pair


def _decision(
    request: HttpRequest, found: reading.Reading, told: RulingSteps, decided: Ruling
) -> Body:
    names, code = short_names(found), found.state.terms.code
    chosen = Chosen.of(request.POST.dict())
    abandoned = told.what is Irregularity.ABANDONED
    return {
        "step": "choose",
        "who": ruling_page.who_chooses(told, decided, names),
        "ways": [
            (way, pad_address(found, way.told, _king(told, decided, way)))
            for way in ruling_page.ways(told, decided, code)
        ],
        "laws": ruling_page.cited(decided),
        "source": engine.law(decided.law),
        "code": found.match.code,
        "key": request.POST.get("key") or pages.new_key(),
        "kings": pad_form.king_choices(told.dealer, names, chosen) if abandoned else (),
        "openings": pad_form.opening_choices(told.dealer, names, chosen) if abandoned else (),
    }


def _king(told: RulingSteps, decided: Ruling, way: Way) -> str:
    """The king that may be marked after all, as the pad has it."""
    found = next(one for one in decided.choices if one.choice.value == way.value)
    if Consequence.KING_MAY_BE_MARKED not in found.consequences:
        return ""
    if told.what is Irregularity.KING_TURNED_UNMARKED:
        return f"{told.dealer}-turned"
    return f"{told.offender}-held"


def _entered(
    request: HttpRequest, found: reading.Reading, told: RulingSteps, person: Person
) -> HttpResponse:
    """The hand that is over by the choice is entered; another goes on, on the pad."""
    decided = told.ruling(found.state.terms.code) if _is_whole(told) else None
    offered = [] if decided is None or decided.question else _ways(found, told, decided)
    way = next((one for one in offered if one.value == request.POST.get("choice")), None)
    if decided is None or way is None:
        text = _("Choose one of the possible outcomes.")
        raise Invalid("no_choice", text, errors={"choice": text})
    if not way.over:
        return redirect(pad_address(found, way.told, _king(told, decided, way)))
    played = Chosen.of(request.POST.dict()).hand().record
    record = ruling_page.entered(way, played)
    version = whole(request.POST.get("version", ""))
    match, what, at = found.match, HandEntry(1, record), -1 if version is None else version
    pages.write(
        request,
        lambda: services.play_record(by=person, match=match, what=what, version=at).entry.pk,
    )
    return redirect("pad", slug=match.club.slug, pk=match.pk)


def _ways(found: reading.Reading, told: RulingSteps, decided: Ruling) -> list[Way]:
    return ruling_page.ways(told, decided, found.state.terms.code)


def _is_whole(told: RulingSteps) -> bool:
    if told.what is None or told.what in MENDED:
        return False
    return not told.needs_offender() or told.offender is not None
