"""iCalendar (RFC 5545): evenings, fixtures and rounds for the calendars of others.

A fixture keeps its UID whatever becomes of it, and its SEQUENCE moves with its version; what is not
played any more is there as cancelled. Days are whole: nobody says at what hour a fixture begins.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode, urljoin, urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from ecarte_club.clubs.authentication import PARAMETER, Actor, key_of
from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import clubs_of
from ecarte_club.core.exceptions import Absent
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from scoring.leagues.models import Fixture
from scoring.leagues.selectors.fixtures import WORDS, Line, State
from scoring.leagues.selectors.meetings import Line as MeetingLine
from scoring.tournaments.selectors.reading import RoundLine

MEDIA_TYPE = "text/calendar; charset=utf-8"
REFRESH = timedelta(hours=6)
BEFORE, AFTER = timedelta(days=366), timedelta(days=2 * 366)


def feed(
    name: str,
    evenings: Iterable[Evening],
    lines: Iterable[Line],
    meetings: Iterable[MeetingLine] = (),
    rounds: Iterable[RoundLine] = (),
) -> bytes:
    """The same bytes for the same evenings and fixtures, meetings of teams, and rounds of
    tournaments."""
    calendar = Calendar()
    calendar.add("prodid", "-//ecarte-club//calendar//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, {"value": "DURATION"})
    for evening in evenings:
        calendar.add_component(_evening(evening))
    for line in lines:
        calendar.add_component(_fixture(line, "fixture", line.fixture.pk))
    for meeting in meetings:
        calendar.add_component(_meeting(meeting))
    for one in rounds:
        calendar.add_component(_round(one))
    return bytes(calendar.to_ical())


def _evening(evening: Evening) -> Event:
    address = reverse("evening", args=(evening.club.slug, evening.pk))
    event = _event("evening", evening.pk, evening.held_on, evening.version, evening.opened_at)
    event.add("summary", evening_name(evening))
    if evening.club.place:
        event.add("location", evening.club.place)
    event.add("url", urljoin(settings.SITE_URL, address))
    return event


def _fixture(line: Line, page: str, *address: int) -> Event:
    """`page` and `address`: where it is shown."""
    one: Fixture = line.fixture
    club = one.event.club
    made = one.round.published_at or one.event.created_at
    day = one.day or one.round.day or made.date()
    event = _event("fixture", one.pk, day, one.version, made)
    event.add("summary", f"{one.home.name} – {one.away.name if one.away else _('Bye')}")
    if one.table:
        event.add("location", _("Table %(name)s") % {"name": one.table})
    event.add("description", _described(line))
    event.add("url", urljoin(settings.SITE_URL, reverse(page, args=(club.slug, *address))))
    if line.state in (State.VOID, State.BOTH_ABSENT):
        event.add("status", "CANCELLED")
    return event


def _described(line: Line) -> str:
    one = line.fixture
    return _told(one.event.name, one.round.number, line.state, line.result, one.reason)


def _round(found: RoundLine) -> Event:
    one, line = found.round, found.line
    page = ("tournament_round", one.event_id, one.number)
    if line is not None:
        return _fixture(line, *page)
    made = one.published_at or one.event.created_at
    event = _event("round", one.pk, one.day or made.date(), 0, made)
    told = {"tournament": one.event.name, "round": one.number}
    event.add("summary", _("%(tournament)s, round %(round)s") % told)
    name, *address = page
    event.add(
        "url", urljoin(settings.SITE_URL, reverse(name, args=(one.event.club.slug, *address)))
    )
    return event


def _meeting(line: MeetingLine) -> Event:
    one = line.meeting
    season = one.season.event
    made = one.round.published_at or season.created_at
    day = one.day or one.round.day or made.date()
    event = _event("meeting", one.pk, day, one.version, made)
    event.add("summary", f"{one.home.name} – {one.away.name if one.away else _('Bye')}")
    told = _told(season.name, one.round.number, line.state, line.points, one.reason)
    event.add("description", told)
    address = reverse("meeting", args=(season.club.slug, one.pk))
    event.add("url", urljoin(settings.SITE_URL, address))
    if line.state in (State.VOID, State.BOTH_ABSENT):
        event.add("status", "CANCELLED")
    return event


def _told(
    season: str, round_: int, state: State, score: tuple[int, int] | None, reason: str
) -> str:
    facts = {"season": season, "round": round_, "state": WORDS[state]}
    told = _("%(season)s, round %(round)s. %(state)s.") % facts
    if score:
        told += f" {score[0]}–{score[1]}."
    return f"{told} {reason}".strip()


def _event(kind: str, pk: int, day: date, version: int, made: datetime) -> Event:
    event = Event()
    event.add("uid", f"{kind}-{pk}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("dtstamp", made)
    event.add("dtstart", day)
    event.add("dtend", day + timedelta(1))
    event.add("sequence", version)
    event.add("transp", "TRANSPARENT")
    return event


@dataclass(frozen=True, slots=True)
class Addresses:
    """`version`: moves with each renewal. `player`: of his own fixtures, if he plays here.

    `clubs`: where else his addresses have the same key, and stop with these.
    """

    version: int
    club: str
    player: str | None
    clubs: tuple[Club, ...]


def addresses(club: Club, person: Person, version: int | None = None) -> Addresses:
    """`version`: of other than the newest. Raises: Absent; Denied."""
    require(person, Act.CHOOSE_OWN)
    user = User.objects.filter(pk=person.user_id or 0).first()
    if user is None:
        raise Absent
    number = user.calendar_number if version is None else version
    key = {PARAMETER: key_of(user.pk, number)}
    own = {"player": person.player_id, **key} if person.player_id else None
    others = clubs_of(Actor(user)).exclude(pk=club.pk)
    return Addresses(number, feed_of(club, key), feed_of(club, own) if own else None, tuple(others))


def feed_of(club: Club, asked: Mapping[str, object]) -> str:
    """The whole address, of the site as its settings name it."""
    path = f"/api/v1/clubs/{club.slug}/calendar.ics?{urlencode(asked)}"
    return urljoin(settings.SITE_URL, path)
