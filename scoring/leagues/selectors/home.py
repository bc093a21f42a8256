"""The home page of a club by who reads it: the public, a member, a director, the committee."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet, Window
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Invitation, Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import player_names
from games.evenings.live_state import (
    EveningNow,
    Unconfirmed,
    evening_name,
    evening_now,
    unconfirmed,
)
from games.evenings.models import Evening
from games.evenings.selectors import visible_evenings
from games.matches.changes import RunningGame, mark_online, mark_uncounted
from games.matches.models import Entry, Flag, Match
from games.matches.selectors import matches as games
from games.matches.selectors.statuses import LABELS, Status, of_status, status_of, waiting
from games.matches.templatetags.matches import table_name
from games.online.selectors.places import OwnTable, own_tables, slow_tables
from scoring.leagues import renderers
from scoring.leagues.changes import HomeLine, HomePart, home_lines, running_contests
from scoring.leagues.labels.online import own_table_line
from scoring.leagues.models import Entrant, Season, Standing, TeamPlayer

from . import seasons, team_standings
from .due import open_fixtures, open_meetings
from .effects import fixture_fact, meeting_fact
from .standings import Line

EVENINGS_MOST, FLAGS_MOST, PLAYING_MOST, RESULTS_MOST, TOP = 4, 5, 24, 6, 5
OWN_RESULTS_MOST, OWN_MATCHES_MOST, SEASONS_MOST = 3, 24, 12


@dataclass(frozen=True, slots=True)
class Top:
    """The first lines of a table, and the reader's own if it is further down."""

    season: Season
    lines: tuple[Line, ...]
    own: Line | None = None
    own_id: int | None = None

    @property
    def of_teams(self) -> bool:
        return self.season.boards > 0


@dataclass(frozen=True, slots=True)
class Home:
    """`tonight`: evenings that go on, for those who run them, with `flags` of the whole club that
    are open, the newest of `flag_count`. `own_pad`, `own_table`: the address of the reader's match
    in play, and of the table `online` where it is their turn; empty where there is none.
    `playing`, `contests`, `next_evening`, `top`, `results`: what everybody reads as far as they may
    see it. The rest is the reader's own."""

    tonight: tuple[EveningNow, ...]
    flags: tuple[Flag, ...]
    flag_count: int
    to_do: tuple[HomeLine, ...]
    own_pad: str
    own_table: str
    online: tuple[OwnTable, ...]
    next: tuple[HomeLine, ...]
    to_confirm: tuple[Unconfirmed, ...]
    payments: tuple[HomeLine, ...]
    own_results: tuple[Match, ...]
    next_evening: Evening | None
    playing: tuple[Match, ...]
    contests: tuple[RunningGame, ...]
    top: Top | None
    results: tuple[Match, ...]


def home(club: Club, person: Person, actor: Actor) -> Home:
    """As many queries however much was played."""
    matches = games.matches_in(club, person).filter(annulled_at=None)
    ids = matches.order_by("over", "-pk").values_list("pk", flat=True)
    is_member = _is_member(person)
    # A token that only reads may read what its owner has to do.
    runs = is_member and person.is_let(Act.RUN_EVENING)
    flags = Flag.objects.filter(match__club=club, settled_at=None) if runs else Flag.objects.none()
    own = games.played_by(matches, person.player_id) if is_member and person.player_id else None
    online = own_tables(person)
    in_play = list(_own_in_play(club, person, _offline(own, online)))
    lines = [*in_play, *map(own_table_line, online)]
    lines += [*_own_lines(club, person, _offline(own, online)), *_lines_above(club, person)]
    lines += _to_do(club) if runs else []
    lines += _open_invitations(club) if person.may(Act.INVITE) else []
    evenings = visible_evenings(actor).filter(club=club, signed_off_at=None)
    own_results = _latest(own) if own is not None else []
    playing = games.framed(matches, ids.filter(of_status(Status.IN_PLAY))[:PLAYING_MOST])
    results = games.framed(matches, ids.filter(over=True)[:RESULTS_MOST])
    flagged = tuple(_flagged(flags))
    listed = [*own_results, *playing, *results]
    mark_uncounted(listed)
    mark_online(listed, person)
    return Home(
        tonight=tuple(_tonight(evenings)) if runs else (),
        flags=flagged,
        flag_count=flagged[0].of if flagged else 0,
        to_do=_of_part(HomePart.TO_DO, lines),
        own_pad=in_play[0].address if in_play else "",
        own_table=next((own_table_line(one).address for one in online if one.is_turn), ""),
        online=tuple(online),
        next=_of_part(HomePart.NEXT, lines),
        to_confirm=to_confirm(person, own) if own is not None and club.confirms else (),
        payments=_of_part(HomePart.PAYMENTS, lines),
        own_results=tuple(own_results),
        next_evening=_next_evening(evenings),
        playing=tuple(playing),
        contests=_contests(club, person, actor),
        top=_top(club, person, actor),
        results=tuple(results),
    )


def _offline(
    own: games.VisibleMatches | None, online: Iterable[OwnTable]
) -> games.VisibleMatches | None:
    """Without matches that are played online, for which there is no pad now."""
    ids = [one.table.match_id for one in online if one.table.match_id is not None]
    return own.exclude(pk__in=ids) if own is not None and ids else own


def _is_member(person: Person) -> bool:
    """Who signed in and plays here; a phone at a table gives no right to somebody's own things."""
    return person.user_id is not None and person.may(Act.SEE_CLUB)


def _of_part(part: HomePart, lines: Iterable[HomeLine]) -> tuple[HomeLine, ...]:
    """By their days; those without a day first, as they can be done now."""
    of_part = (line for line in lines if line.part is part)
    return tuple(sorted(of_part, key=lambda line: (line.day is not None, line.day or date.min)))


def _lines_above(club: Club, person: Person) -> list[HomeLine]:
    answers = home_lines.ask(club=club, person=person)
    return [line for lines in answers for line in lines]


def _latest(own: games.VisibleMatches) -> list[Match]:
    ids = own.filter(over=True).order_by("-pk").values_list("pk", flat=True)
    return games.framed(own, ids[:OWN_RESULTS_MOST])


def _tonight(evenings: QuerySet[Evening]) -> Iterator[EveningNow]:
    for evening in evenings.filter(_going_on()).order_by("-held_on", "-pk")[:EVENINGS_MOST]:
        yield evening_now(evening, to_settle=True)


def _going_on() -> Q:
    """Of an open evening: that it is of today, or past midnight with codes that are still good."""
    today = timezone.localdate()
    return Q(held_on=today) | Q(held_on__lt=today, codes_until__gt=timezone.now())


def _to_do(club: Club) -> Iterator[HomeLine]:
    """Evenings that nobody signed off, matches that nobody plays, and fixtures that are late."""
    today = timezone.localdate()
    open_evenings = Evening.objects.filter(club=club, signed_off_at=None, held_on__lt=today)
    for evening in open_evenings.exclude(_going_on()).order_by("-held_on", "-pk")[:EVENINGS_MOST]:
        address = reverse("sign_off", args=(club.slug, evening.pk))
        note = _("Not signed off yet")
        yield HomeLine(HomePart.TO_DO, evening_name(evening), note, address, evening.held_on)
    lying = Match.objects.filter(waiting(), club=club)
    unfinished = lying.exclude(pk__in=slow_tables(club.pk).values("match")).count()
    if unfinished:
        note = ngettext(
            "%(number)s match has no result yet, and nobody is playing it",
            "%(number)s matches have no result yet, and nobody is playing them",
            unfinished,
        ) % {"number": unfinished}
        address = reverse("matches", args=(club.slug,)) + "?status=unfinished"
        yield HomeLine(HomePart.TO_DO, _("Unfinished matches"), note, address)
    late = open_fixtures().filter(event__club=club, event__season__isnull=False, day__lt=today)
    counts = late.order_by().values("event", "event__name").annotate(number=Count("pk"))
    for row in counts.order_by("event"):
        address = reverse("round_results", args=(club.slug, row["event"]))
        note = ngettext(
            "%(number)s fixture is late", "%(number)s fixtures are late", row["number"]
        ) % {"number": row["number"]}
        yield HomeLine(HomePart.TO_DO, row["event__name"], note, address)
    yield from _late_meetings(club, today)


def _late_meetings(club: Club, today: date) -> Iterator[HomeLine]:
    late = open_meetings().filter(season__event__club=club, day__lt=today).order_by()
    counts = late.values("season", "season__event__name").annotate(number=Count("pk"))
    for row in counts.order_by("season"):
        address = reverse("season_meetings", args=(club.slug, row["season"]))
        note = ngettext(
            "%(number)s meeting is late", "%(number)s meetings are late", row["number"]
        ) % {"number": row["number"]}
        yield HomeLine(HomePart.TO_DO, row["season__event__name"], note, address)


def _open_invitations(club: Club) -> Iterator[HomeLine]:
    unused = Invitation.objects.filter(club=club, used_at=None, revoked_at=None)
    count = unused.filter(expires_at__gt=timezone.now()).count()
    if count:
        note = ngettext(
            "%(number)s invitation has not been accepted yet",
            "%(number)s invitations have not been accepted yet",
            count,
        ) % {"number": count}
        address = reverse("invitations", args=(club.slug,))
        yield HomeLine(HomePart.TO_DO, _("Invitations"), note, address)


def _flagged(flags: QuerySet[Flag]) -> QuerySet[Any]:
    """Each says of how many it is one."""
    related = ("match__player_a", "match__player_b", "match__evening_table")
    counted = flags.select_related(*related).annotate(of=Window(Count("pk")))
    return counted.order_by("-pk")[:FLAGS_MOST]


def _own_lines(club: Club, person: Person, own: games.VisibleMatches | None) -> Iterator[HomeLine]:
    """What is unfinished, and then the reader's next fixture and the next meeting."""
    if own is None:
        return
    ids = own.filter(waiting()).order_by("-pk").values_list("pk", flat=True)
    for match in games.framed(own, ids[:EVENINGS_MOST]):
        address = reverse("match", args=(club.slug, match.pk))
        title = _("Unfinished against %(name)s") % {"name": _opponent(match, person).name}
        yield HomeLine(HomePart.NEXT, title, str(LABELS[status_of(match)]), address)
    player = Player.objects.get(pk=person.player_id or 0)
    for fact in (fixture_fact(player=player), meeting_fact(player=player)):
        if fact is not None:
            yield HomeLine(HomePart.NEXT, fact.text, fact.note, fact.address, fact.day)


def _own_in_play(
    club: Club, person: Person, own: games.VisibleMatches | None
) -> Iterator[HomeLine]:
    """The pads of the reader's matches."""
    if own is None:
        return
    ids = own.filter(of_status(Status.IN_PLAY)).order_by("-pk").values_list("pk", flat=True)
    for match in games.framed(own, ids[:EVENINGS_MOST]):
        address = reverse("pad", args=(club.slug, match.pk))
        title = _("In play against %(name)s") % {"name": _opponent(match, person).name}
        place = match.table and table_name(match.table)
        yield HomeLine(HomePart.NEXT, title, place, address)


def _opponent(match: Match, person: Person) -> Player:
    return match.player_b if match.player_a_id == person.player_id else match.player_a


def to_confirm(person: Person, own: games.VisibleMatches) -> tuple[Unconfirmed, ...]:
    """Games of the reader's latest matches in which the opponent made the last entry."""
    ids = own.order_by("-pk").values_list("pk", flat=True)[:OWN_MATCHES_MOST]
    return tuple(
        one for one in unconfirmed(games.framed(own, ids)) if not _entered(person, one.entry)
    )


def _entered(person: Person, entry: Entry) -> bool:
    on_own_phone = entry.phone is not None and entry.phone.player_id == person.player_id
    return entry.by_id == person.user_id or on_own_phone


def _next_evening(evenings: QuerySet[Evening]) -> Evening | None:
    """Today's, or the first to come."""
    to_come = evenings.filter(held_on__gte=timezone.localdate())
    return to_come.order_by("held_on", "pk").first()


def _contests(club: Club, person: Person, actor: Actor) -> tuple[RunningGame, ...]:
    answers = running_contests.ask(club=club, person=person, actor=actor)
    return tuple(game for running in answers for game in running)


def _top(club: Club, person: Person, actor: Actor) -> Top | None:
    """Of the season that goes on, first one in which the reader plays; else of the last one."""
    today = timezone.localdate()
    begun = seasons.seasons_of(club, actor).filter(starts_on__lte=today)
    newest = list(begun.order_by("-ends_on", "boards", "-pk")[:SEASONS_MOST])
    own = _own_seasons(person, newest) if person.player_id else frozenset[int]()
    order = sorted(newest, key=lambda one: (one.ends_on < today, one.pk not in own))
    if not order:
        return None
    season = order[0]
    if season.boards:
        return _top_of_teams(season, person)
    edition = seasons.edition(season.pk)
    named = player_names.sees_names(person)
    table = renderers.cached_table(edition.for_the_club() if named else edition)
    return _top_of(season, table.lines, person.player_id if named else None)


def _top_of_teams(season: Season, person: Person) -> Top:
    table = team_standings.team_table(season.pk)
    rows = TeamPlayer.objects.filter(season=season, player=person.player_id)
    team = rows.values_list("team", flat=True).first() if person.player_id else None
    return _top_of(season, team_standings.team_lines(table, table.table), team)


def _top_of(season: Season, lines: Sequence[Line], own_id: int | None) -> Top:
    first = tuple(lines[:TOP])
    own = None
    if own_id is not None and all(line.player != own_id for line in first):
        own = next((line for line in lines if line.player == own_id), None)
    return Top(season, first, own, own_id)


def _own_seasons(person: Person, of: Iterable[Season]) -> frozenset[int]:
    keys = [season.pk for season in of]
    played = Standing.objects.filter(season__in=keys, player=person.player_id)
    teams = TeamPlayer.objects.filter(season__in=keys, player=person.player_id)
    entered = Entrant.objects.filter(event__in=keys, player=person.player_id)
    return frozenset(
        (
            *played.values_list("season", flat=True),
            *teams.values_list("season", flat=True),
            *entered.values_list("event", flat=True),
        )
    )
