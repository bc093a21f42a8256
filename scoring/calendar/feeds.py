"""iCalendar (RFC 5545): evenings, fixtures and rounds for the calendars of others.

A fixture keeps its UID whatever becomes of it, and its SEQUENCE moves with its version; what is not
played any more is there as cancelled. Days are whole: nobody says at what hour a fixture begins.
"""

from collections.abc import Mapping
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
from games.matches.models import Event as SeasonEvent
from games.matches.templatetags.matches import table_name
from scoring.leagues.models import Fixture, Meeting
from scoring.leagues.selectors.fixtures import WORDS, Line, State
from scoring.leagues.selectors.meetings import Line as MeetingLine
from scoring.tournaments.selectors.reading import RoundLine

from .selectors import Events

MEDIA_TYPE = "text/calendar; charset=utf-8"
REFRESH = timedelta(hours=6)
BEFORE, AFTER = timedelta(days=366), timedelta(days=2 * 366)


def feed(name: str, events: Events) -> bytes:
    """The same bytes for the same events."""
    calendar = Calendar()
    calendar.add("prodid", "-//ecarte-club//calendar//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, {"value": "DURATION"})
    for component in (
        *map(_evening, events.evenings),
        *(_fixture(one, "fixture", one.fixture.pk) for one in events.fixtures),
        *map(_meeting, events.meetings),
        *map(_round, events.rounds),
    ):
        calendar.add_component(component)
    return bytes(calendar.to_ical())


def _evening(evening: Evening) -> Event:
    event = _event("evening", evening.pk, evening.held_on, evening.version, evening.opened_at)
    event.add("summary", evening_name(evening))
    if evening.club.place:
        event.add("location", evening.club.place)
    event.add("url", _address("evening", evening.club, evening.pk))
    return event


def _fixture(line: Line, page: str, *address: int) -> Event:
    """`page` and `address`: where it is shown."""
    one = line.fixture
    event = _pairing("fixture", one, one.event, line.state, line.result)
    if one.table:
        event.add("location", table_name(one.table))
    event.add("url", _address(page, one.event.club, *address))
    return event


def _round(found: RoundLine) -> Event:
    one, line = found.round, found.line
    if line is not None:
        return _fixture(line, "tournament_round", one.event_id, one.number)
    made = one.published_at or one.event.created_at
    event = _event("round", one.pk, one.day or made.date(), 0, made)
    figures = {"tournament": one.event.name, "round": one.number}
    event.add("summary", _("%(tournament)s, round %(round)s") % figures)
    event.add("url", _address("tournament_round", one.event.club, one.event_id, one.number))
    return event


def _meeting(line: MeetingLine) -> Event:
    one, of = line.meeting, line.meeting.season.event
    event = _pairing("meeting", one, of, line.state, line.points)
    event.add("url", _address("meeting", of.club, one.pk))
    return event


def _pairing(
    kind: str,
    one: Fixture | Meeting,
    of: SeasonEvent,
    state: State,
    score: tuple[int, int] | None,
) -> Event:
    """A fixture, or a meeting of teams, `of` a season or tournament."""
    made = one.round.published_at or of.created_at
    event = _event(kind, one.pk, one.day or one.round.day or made.date(), one.version, made)
    event.add("summary", f"{one.home.name} – {one.away.name if one.away else _('Bye')}")
    facts = {"season": of.name, "round": one.round.number, "state": WORDS[state]}
    # Translators: %(state)s is the state of a fixture, such as "To play".
    text = _("%(season)s, round %(round)s. %(state)s.")
    if one.sitting:
        text = _("%(season)s, round %(round)s, sitting %(sitting)s. %(state)s.")
    description = text % {**facts, "sitting": one.sitting}
    if score:
        description += f" {score[0]}–{score[1]}."
    event.add("description", f"{description} {one.reason}".strip())
    if state in (State.VOID, State.BOTH_ABSENT):
        event.add("status", "CANCELLED")
    return event


def _address(page: str, club: Club, *of: int) -> str:
    return urljoin(settings.SITE_URL, reverse(page, args=(club.slug, *of)))


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
    """`version`: moves with each renewal. `player`: of their own fixtures, if they play here.

    `clubs`: where else their addresses have the same key, and stop with these.
    """

    version: int
    club: str
    player: str | None
    clubs: tuple[Club, ...]

    @property
    def slugs(self) -> list[str]:
        return [one.slug for one in self.clubs]


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
