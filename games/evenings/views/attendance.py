"""Who came to an evening: every member with a button, one tap for each arrival."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.views.common import context, form_page, identified, post_page
from ecarte_club.core import pages
from ecarte_club.core.collation import called, sort_key
from ecarte_club.core.exceptions import Absent, Denied, Fault, Invalid, get_or_absent
from ecarte_club.core.live import ticket
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import EveningNow, Guest, evening_name, evening_now
from games.evenings.models import Attendance, Evening
from games.evenings.services import evenings as evening_services
from games.matches.views.match import unchanged

from .evening import evening_of, kept_offline, topic, with_outbox

# A larger club lists who came lately, and finds the others by name.
LISTED_MOST = 600
RECENT_EVENINGS = 6


@dataclass(frozen=True, slots=True)
class Member:
    """A player with their button; `guest` once they came."""

    player: Player
    guest: Guest | None = None
    key: str = field(default_factory=pages.new_key)

    @property
    def is_here(self) -> bool:
        return self.guest is not None and self.guest.is_here

    @property
    def folded(self) -> str:
        """The name as the filter compares it."""
        return sort_key(self.player.name)


@dataclass(frozen=True, slots=True)
class Register:
    """`recent` came to one of the last evenings; `others` are all other members, unless there are
    too many of them to be listed (`searched`)."""

    recent: tuple[Member, ...]
    others: tuple[Member, ...]
    searched: bool = False

    @property
    def members(self) -> tuple[Member, ...]:
        return (*self.recent, *self.others)


def register_of(now: EveningNow, person: Person, typed: str = "") -> Register:
    """Those of this name, or all. In the same order before and after each tap."""
    guests = {guest.player.pk: guest for guest in now.guests}
    players = clubs.players(person)
    searched = players.count() > LISTED_MOST
    recent_ids = set(_recent(now.evening))
    if typed:
        players = players.filter(called(typed))
    elif searched:
        players = players.filter(pk__in=recent_ids | guests.keys())
    members = [
        Member(player, guests.get(player.pk)) for player in players.members_first()[:LISTED_MOST]
    ]
    return Register(
        tuple(one for one in members if one.player.pk in recent_ids),
        tuple(one for one in members if one.player.pk not in recent_ids),
        searched,
    )


def _recent(evening: Evening) -> Iterator[int]:
    last = Evening.objects.filter(club=evening.club_id).exclude(pk=evening.pk)
    came = Attendance.objects.filter(evening__in=list(last[:RECENT_EVENINGS])).order_by()
    yield from came.values_list("player_id", flat=True).distinct()


def _typed(request: HttpRequest) -> str:
    return request.GET.get("name", "").replace("\x00", "").strip()


def _context(
    request: HttpRequest, evening: Evening, person: Person, now: EveningNow, **more: Any
) -> dict[str, Any]:
    """`list_address`: of the page, with the name that was asked for."""
    return context(
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        now=now,
        list_address=_address(request, evening),
        typed=_typed(request),
        ticket=ticket(topic(evening)),
        key=pages.new_key(),
        tab="evenings",
        **with_outbox(person),
        **more,
    )


def _address(request: HttpRequest, evening: Evening) -> str:
    address = reverse("evening_attendance", args=(evening.club.slug, evening.pk))
    typed = _typed(request)
    return f"{address}?{urlencode({'name': typed})}" if typed else address


@identified
@form_page
def attendance(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A post marks one player: `present`, or `absent` to undo that."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.MARK_PRESENT)
    if request.method != "POST":
        return _page(request, evening, person)
    player = _mark(request, evening, person)
    if pages.is_fragment(request):
        return _tapped(request, evening, person, player)
    return redirect(f"{_address(request, evening)}#member-{player}")


def _page(
    request: HttpRequest, evening: Evening, person: Person, status: int = 200, **more: Any
) -> HttpResponse:
    now, typed = evening_now(evening), _typed(request)
    shown = {"register": register_of(now, person, typed), "new_name": typed, **more}
    page = _context(request, evening, person, now, **shown)
    answer = render(request, "evenings/attendance.html", page, status=status)
    return kept_offline(request, answer, person)


def _mark(request: HttpRequest, evening: Evening, person: Person) -> int:
    """The player's id. Raises: Invalid; what the services raise."""
    is_present = "present" in request.POST
    sent = request.POST.get("present" if is_present else "absent", "")
    number, _colon, key = sent.partition(":")
    player = whole_number(number)
    if player is None:
        raise Invalid("unknown_player", _("Must be a player of this club."), field="player")
    act = evening_services.player_arrive if is_present else evening_services.arrival_undo
    content = tap_content(evening, player, is_present=is_present)
    pages.write(request, lambda: _done(act, person, evening, player), key=key, content=content)
    return player


def tap_content(evening: Evening, player: int, *, is_present: bool) -> list[object]:
    """What makes two taps the same one, sent by the button or from what a device stored."""
    return ["attendance", evening.pk, player, is_present]


def _done(act: Any, person: Person, evening: Evening, player: int) -> int:
    act(by=person, evening=evening, player_id=player)
    return player


def _tapped(request: HttpRequest, evening: Evening, person: Person, player: int) -> HttpResponse:
    """The button as it is now, and the number of players who are here; every button where
    something else has happened since the page was as it was."""
    evening.refresh_from_db(fields=["version"])
    now = evening_now(evening)
    page = _context(request, evening, person, now, member=_member(now, person, player))
    if whole_number(request.POST.get("have", "")) not in (evening.version, evening.version - 1):
        page["register"] = register_of(now, person, _typed(request))
    return render(request, "evenings/attendance_tapped.html", page)


def _member(now: EveningNow, person: Person, player: int) -> Member:
    for guest in now.guests:
        if guest.player.pk == player:
            return Member(guest.player, guest)
    return Member(get_or_absent(clubs.players(person), player))


@identified
@form_page
def attendance_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What others changed: every button of the list, and the number of players who are here."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.MARK_PRESENT)
    if known := unchanged(request, topic(evening), evening.version):
        return known
    now = evening_now(evening)
    page = _context(
        request, evening, person, now, register=register_of(now, person, _typed(request))
    )
    return render(request, "evenings/attendance_now.html", page)


@identified
@post_page
def walk_in(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.ADD_PLAYER)
    name, confirmed = request.POST.get("name", ""), "confirm_name" in request.POST
    try:
        answer = pages.write(
            request,
            lambda: evening_services.walk_in(
                by=person, evening=evening, name=name, confirm_name=confirmed
            ).player_id,
        )
    except (Absent, Denied):
        raise
    except Fault as fault:
        wrong = next(iter(fault.errors.values()), fault.detail)
        asks = fault.code in ("names_alike", "known_player")
        mistake = {"wrong": wrong, "new_name": name, "asks_name": asks}
        if pages.is_fragment(request):
            page = _context(request, evening, person, evening_now(evening), **mistake)
            return render(request, "evenings/attendance_new.html", page, status=fault.status)
        return _page(request, evening, person, fault.status, **mistake)
    player = whole_number(str(answer.body)) or 0
    if not pages.is_fragment(request):
        return redirect(f"{_address(request, evening)}#member-{player}")
    evening.refresh_from_db(fields=["version"])
    now = evening_now(evening)
    page = _context(request, evening, person, now, member=_member(now, person, player))
    return render(request, "evenings/attendance_added.html", page)
