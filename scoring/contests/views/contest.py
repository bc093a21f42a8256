"""The board of a contest and the forms on it, each answered with the board as it then is."""

from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import (
    club_page,
    faults_as_pages,
    form_page,
    identified,
    post_page,
)
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Invalid, Stale
from ecarte_club.core.idempotency import Answer
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from games.matches.models import Match
from games.matches.services.seating import AlreadySeated
from games.matches.views.match import unchanged
from scoring.contests.forms import ContestForm, free_tables
from scoring.contests.labels import kinds
from scoring.contests.labels.texts import ABOUT
from scoring.contests.models import KINDS, Contest
from scoring.contests.rules.events import NAME, InvalidData, load
from scoring.contests.rules.machine import Kind
from scoring.contests.selectors.courses import events_of, read
from scoring.contests.services.events import (
    event_tell,
    game_deal,
    game_deal_online,
    places_draw,
)
from scoring.contests.services.opening import contest_open

from .board import board, topic
from .common import contest_of, contest_page, own_player, submit, version

PLACE = "place-"
NOT_SENT_AGAIN = {"csrfmiddlewaretoken", "key"}
NUMBERS = {"player", "winner", "amount"}


@faults_as_pages
def contest(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = contest_of(request, slug, pk)
    return contest_page(request, "contests/contest.html", found, person, **board(found, person))


@faults_as_pages
def contest_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = contest_of(request, slug, pk)
    same = unchanged(request, topic(found), found.version)
    return same or contest_page(
        request, "contests/body.html", found, person, **board(found, person)
    )


def _form(act: Callable[[HttpRequest, Contest, Person], object]) -> Callable[..., HttpResponse]:
    """Done once; then the board again, or with what is wrong beside the form that was sent."""

    @identified
    @post_page
    def view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        found, person = contest_of(request, slug, pk)
        answer = submit(request, found, lambda: act(request, found, person))
        if isinstance(answer, Fault) or pages.is_fragment(request):
            return board_after(request, found, person, answer)
        return redirect("contest", slug=slug, pk=pk)

    return view


def board_after(
    request: HttpRequest, found: Contest, person: Person, answer: Answer | Fault
) -> HttpResponse:
    """A fault is said at the form that was sent."""
    wrong: dict[str, Any] | None = None
    fault = answer if isinstance(answer, Fault) else None
    if fault is not None:
        text = next(iter(fault.errors.values()), fault.detail)
        if isinstance(fault, Stale):
            text = _(
                "The scoreboard has changed since you opened this page. Check it, then send again."
            )
        wrong = {"form": request.POST.get("form", ""), "text": str(text)}
    if isinstance(fault, AlreadySeated):
        sent_again = [pair for pair in request.POST.items() if pair[0] not in NOT_SENT_AGAIN]
        wrong = {"form": "", "fault": fault, "address": request.path, "sent": sent_again}
    template = "contests/body.html" if pages.is_fragment(request) else "contests/contest.html"
    status, sent = (fault.status, request.POST) if fault else (200, {})
    shown = board(found, person, wrong)
    return contest_page(request, template, found, person, status=status, sent=sent, **shown)


@_form
def contest_tell(request: HttpRequest, contest: Contest, person: Person) -> Contest:
    event = event_sent(contest, person, request.POST.dict())
    accepts = request.POST.get("accepts") == "yes"
    return event_tell(
        by=person,
        contest=contest,
        event=event,
        version=version(request),
        accepts=accepts,
        seat_anyway="seat_anyway" in request.POST,
    ).contest


@_form
def contest_draw(request: HttpRequest, contest: Contest, person: Person) -> Contest:
    return places_draw(
        by=person,
        contest=contest,
        version=version(request) or 0,
        seat_anyway="seat_anyway" in request.POST,
    ).contest


@identified
@post_page
def contest_deal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Leads to the pad of the match, or to its table online."""
    found, person = contest_of(request, slug, pk)
    first, seen = request.POST.get("first_dealer", ""), version(request) or 0
    is_online = "online" in request.POST

    def act() -> Match:
        if is_online:
            return game_deal_online(by=person, contest=found, version=seen)[0]
        return game_deal(by=person, contest=found, version=seen, first_dealer=first)[1]

    answer = submit(request, found, act)
    if isinstance(answer, Fault):
        return board_after(request, found, person, answer)
    # Where no table is open yet, the page of the match asks for a clock, and opens it.
    return redirect("match_online" if is_online else "pad", slug=slug, pk=answer.body)


def event_sent(contest: Contest, person: Person, sent: Mapping[str, str]) -> Any:
    """Raises: Invalid, naming the field."""
    among = events_of(contest)
    kind = among.get(sent.get("what", ""))
    if kind is None:
        raise Invalid(
            "unknown_event", _("Choose what happened."), errors={"what": _("Choose one.")}
        )
    hints = get_type_hints(kind)
    data: dict[str, Any] = {NAME: sent["what"]}
    for name in NUMBERS & hints.keys():
        data[name] = _number(name, sent, person, contest)
    if "side" in hints:
        data["side"] = sent.get("side", "")
    if "backers" in hints:
        data["backers"] = _backers(contest, data["player"])
    if "order" in hints:
        data["order"] = order_sent(sent)
    try:
        return load(data, among)
    except InvalidData as wrong:
        text = _("Choose one of the two sides.") if wrong.field == "side" else _("Choose one.")
        raise Invalid("invalid_event", text, errors={wrong.field: text}) from wrong


def _number(name: str, sent: Mapping[str, str], person: Person, contest: Contest) -> int:
    """Who names nobody else enters their own; a tapped step stands before what is typed."""
    typed = sent.get(name, "")
    if name == "amount":
        typed = sent.get("step", "") or typed
    if name == "player" and not typed:
        typed = str(own_player(contest, person) or "")
    number = whole_number(typed)
    if number is None:
        texts = {
            "player": _("Choose a player."),
            "winner": _("Choose who won."),
            "amount": _("Must be a whole number of 1 or more."),
        }
        raise Invalid("invalid_event", texts[name], errors={name: texts[name]})
    return number


def order_sent(sent: Mapping[str, str]) -> list[int]:
    """Players by the places they were given. Raises: Invalid when one is given twice."""
    places = {
        whole_number(name.removeprefix(PLACE)) or 0: whole_number(at) or 0
        for name, at in sent.items()
        if name.startswith(PLACE)
    }
    if len(set(places.values())) < len(places):
        text = _("Give each place once.")
        raise Invalid("invalid_places", text, field="order")
    return sorted(places, key=lambda player: places[player])


def _backers(contest: Contest, player: int) -> list[int]:
    """As the book of bets knows them; where there is none, who says so."""
    if contest.gallery is None:
        return [player]
    return list(read(contest).state.backers)


# As they are offered: what clubs play most comes first.
ORDER = (Kind.POOL, Kind.CUL_LEVE, Kind.BOX, Kind.BANK, Kind.MATCH)


@identified
@form_page
def contest_new(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Which kind, and then the form of that kind."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_CONTEST)
    shown: dict[str, Any] = {
        "evening": evening,
        "title": evening_name(evening),
        "tab": "evenings",
    }
    asked, names = request.GET.get("kind", ""), dict(KINDS)
    if asked not in list(Kind):
        shown["kinds"] = [(kind.value, names[kind.value], ABOUT[kind]) for kind in ORDER]
        shown["table"] = whole_number(request.GET.get("table", "")) or ""
        return club_page(request, "contests/kinds.html", evening.club, person, **shown)
    kind = Kind(asked)
    form = _opening_form(request, evening, kind)
    seat_anyway = "seat_anyway" in request.POST
    if request.method == "POST" and form.is_valid():
        try:
            answer = pages.write(
                request,
                lambda: contest_open(
                    by=person, evening=evening, plan=form.plan(), seat_anyway=seat_anyway
                ),
            )
            return redirect("contest", slug=slug, pk=answer.body)
        except Fault as fault:
            form.add_fault(fault)
    shown["start"], shown["not_started"] = kinds.START[kind], kinds.NOT_STARTED[kind]
    shown |= {"form": form, "kind": asked, "kind_name": names[asked], "about": ABOUT[kind]}
    return club_page(request, "contests/new.html", evening.club, person, **shown)


def _opening_form(request: HttpRequest, evening: Evening, kind: Kind) -> ContestForm:
    now = evening_now(evening)
    taken: set[int] = set()
    # A form that is sent once more is answered as before, though its table is taken by now.
    if request.method != "POST":
        taken = set(evening.contests.filter(over=False).values_list("table_id", flat=True))
    return ContestForm(
        request.POST or None,
        club=evening.club,
        kind=kind,
        tables=free_tables([place.table for place in now.places], taken),
        here=[guest.player for guest in now.here],
        initial={"table": request.GET.get("table", "")},
    )
