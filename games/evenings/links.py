"""Where an evening's page leads: to what is to be done next, and to all the rest."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.models import Unit
from ecarte_club.clubs.permissions import Act, Person
from games.evenings.live_state import EveningNow
from games.matches.changes import RunningGame, due_by_pair, due_matches

# An evening that is so old with nothing in play is likely to be over.
LATE = timedelta(hours=4)


@dataclass(frozen=True, slots=True)
class PageLink:
    """`is_near`: it stands beside the next action, and is not only in the list of all links."""

    name: str
    label: str
    address: str
    is_near: bool = False


def evening_links(
    now: EveningNow, person: Person, running: Sequence[RunningGame]
) -> list[PageLink]:
    """All that the person may use, the next action first. `running`: pools and chouettes."""
    links = list(_links(now, person, running))
    first = _next_name(now, person, {link.name for link in links}, running)
    return sorted(links, key=lambda link: link.name != first)


def _next_name(
    now: EveningNow, person: Person, offered: set[str], running: Sequence[RunningGame]
) -> str:
    """Results can be read always."""
    evening = now.evening
    is_quiet = not now.in_play and all(one.over for one in running)
    is_late = timezone.localdate() > evening.held_on or timezone.now() > evening.opened_at + LATE
    has_room = len(now.free) > 1 and bool(now.free_places)
    wanted: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("flags", lambda: bool(now.flags)),
        ("sign_off", lambda: is_quiet and is_late and bool(now.ended)),
        ("attendance", lambda: not now.here),
        ("tables", lambda: not now.places),
        ("due", lambda: has_room and _is_fixture_due(now)),
        ("pairings", lambda: has_room),
    )
    return next((name for name, applies in wanted if name in offered and applies()), "results")


def _is_fixture_due(now: EveningNow) -> bool:
    """Between two players who are here and free."""
    free = [guest.player.pk for guest in now.free]
    return bool(due_by_pair(now.evening.club_id, now.evening.held_on, free))


def _links(now: EveningNow, person: Person, running: Sequence[RunningGame]) -> Iterator[PageLink]:
    evening = now.evening

    def link(name: str, label: str, page: str, *, is_near: bool = False) -> PageLink:
        address = reverse(page, args=(evening.club.slug, evening.pk))
        return PageLink(name, label, address, is_near)

    if now.flags and person.may(Act.SETTLE_FLAG):
        yield PageLink("flags", _("Review the flags"), reverse("flags", args=(evening.club.slug,)))
    if evening.is_open:
        yield from _links_without_network(person, link)
        for due in due_matches(evening, person):
            label = due.label or ngettext(
                "Start %(number)s fixture that is due",
                "Start %(number)s fixtures that are due",
                due.count,
            ) % {"number": due.count}
            yield PageLink("due", label, due.address)
        if person.may(Act.START_ANY) and len(now.free) > 1:
            yield link("pairings", _("Propose pairings"), "pairings")
    if person.may(Act.RUN_CONTEST):
        yield from _links_to_contests(evening.is_open, bool(running), link)
    results = _("Results so far") if evening.is_open else _("Results")
    yield link("results", results, "evening_results")
    yield link("wall", _("Wall screen"), "wall")
    if running and _sees_accounts(now, person):
        is_points = evening.club.unit == Unit.POINTS
        label = _("Points") if is_points else _("Accounts")
        yield link("accounts", label, "evening_accounts")
    if evening.is_open:
        yield from _links_to_run(person, link)


def _links_without_network(person: Person, link: Callable[..., PageLink]) -> Iterator[PageLink]:
    """To what a director does without a network too."""
    if person.may(Act.MARK_PRESENT) and person.may(Act.SEE_CLUB):
        yield link("attendance", _("Attendance"), "evening_attendance", is_near=True)
    if person.may(Act.ENTER_ANY):
        yield link("enter", _("Enter results"), "evening_results_enter", is_near=True)


def _links_to_contests(
    is_open: bool, is_any: bool, link: Callable[[str, str, str], PageLink]
) -> Iterator[PageLink]:
    if is_open:
        yield link("contest", _("Start a pool, a cul-levé or a chouette"), "contest_new")
    if is_any:
        yield link("contests", _("Pools and chouettes"), "evening_contests")


def _links_to_run(person: Person, link: Callable[[str, str, str], PageLink]) -> Iterator[PageLink]:
    if person.may(Act.RUN_EVENING):
        yield link("tables", _("Tables and codes"), "evening_tables")
        yield link("print", _("Print score sheets"), "print_sheets")
    if person.may(Act.ENTER_ANY):
        yield link("grid", _("Enter score sheets"), "grid")
    if person.may(Act.RUN_EVENING):
        yield link("change", _("Change the evening"), "evening_edit")
    if person.may(Act.SIGN_OFF):
        yield link("sign_off", _("Sign off the evening"), "sign_off")


def _sees_accounts(now: EveningNow, person: Person) -> bool:
    if person.may(Act.SEE_ACCOUNTS):
        return True
    came = any(guest.player.pk == person.player_id for guest in now.guests)
    return came and person.may(Act.SEE_OWN_ACCOUNT)
