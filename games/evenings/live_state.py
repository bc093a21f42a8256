"""An evening as it stands now: who is here, what each table plays, what needs a director."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from games.matches.changes import Engagement, engagements_of
from games.matches.labels.hands import game_heading
from games.matches.models import Confirmation, Entry, Flag, Match
from games.matches.selectors.logs import latest_entries
from games.matches.selectors.matches import matches
from games.matches.selectors.reading import Reading, read_many
from games.matches.selectors.statuses import Status, status_of

from .models import Attendance, Evening, Phone, Table
from .selectors import attendances_of, tables_of


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who came; `playing` is their match that is not over, if any, and `engagement` the
    pool, chouette or round of a tournament that they are in."""

    attendance: Attendance
    playing: Match | None
    engagement: Engagement | None = None

    @property
    def player(self) -> Player:
        return self.attendance.player

    @property
    def is_here(self) -> bool:
        return self.attendance.left_at is None

    @property
    def is_free(self) -> bool:
        """They can be paired."""
        return self.is_here and self.playing is None and self.engagement is None


@dataclass(frozen=True, slots=True)
class Place:
    """A table with its matches: those that hold it, those that are over, and those that were
    abandoned or adjourned there, the newest first. `engagement`: the pool or chouette there, and
    `seated` who play its next game."""

    table: Table
    playing: tuple[Match, ...]
    over: tuple[Match, ...]
    stopped: tuple[Match, ...] = ()
    engagement: Engagement | None = None
    seated: tuple[Player, ...] = ()

    @property
    def is_free(self) -> bool:
        return not self.playing and self.engagement is None

    @property
    def ended(self) -> tuple[Match, ...]:
        return (*self.over, *self.stopped)

    @property
    def matches(self) -> tuple[Match, ...]:
        return (*self.playing, *self.ended)


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A game that is over, and that the opponent has not confirmed as it stands; 0: the match,
    when only the games won in it were kept. `entry`: the latest one in it."""

    match: Match
    game: int
    named: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class EveningNow:
    """`unconfirmed` is empty where the club does not ask for it."""

    evening: Evening
    guests: tuple[Guest, ...]
    places: tuple[Place, ...]
    flags: tuple[Flag, ...]
    unconfirmed: tuple["Unconfirmed", ...] = ()
    engagements: tuple[Engagement, ...] = ()

    @property
    def here(self) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if guest.is_here)

    @property
    def gone(self) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if not guest.is_here)

    @property
    def gone_at(self) -> list[str]:
        """The names of those who are gone, each with the time."""
        return [
            f"{guest.player.name} ({time_format(localtime(guest.attendance.left_at))})"
            for guest in self.gone
        ]

    @property
    def free(self) -> tuple[Guest, ...]:
        return tuple(guest for guest in self.guests if guest.is_free)

    @property
    def free_places(self) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.is_free)

    @property
    def busy_ids(self) -> frozenset[int]:
        """Players of matches in play, and whoever is in a pool, a chouette or a round."""
        playing = {pk for match in self.unfinished for pk in match.player_ids}
        return frozenset(playing.union(*(one.player_ids for one in self.engagements)))

    @property
    def matches(self) -> tuple[Match, ...]:
        return tuple(match for place in self.places for match in place.matches)

    @property
    def unfinished(self) -> tuple[Match, ...]:
        return tuple(match for place in self.places for match in place.playing)

    @property
    def free_players(self) -> list[int]:
        """Their ids."""
        return [guest.player.pk for guest in self.free]

    @property
    def in_play(self) -> tuple[Match, ...]:
        """Of those that are unfinished: not the ones that were left lying."""
        return tuple(match for match in self.unfinished if status_of(match) is Status.IN_PLAY)

    @property
    def stopped(self) -> tuple[Match, ...]:
        return tuple(match for place in self.places for match in place.stopped)

    @property
    def ended(self) -> tuple[Match, ...]:
        """Those that are over, and those that were abandoned or adjourned, the newest first."""
        found = (match for place in self.places for match in place.ended)
        return tuple(sorted(found, key=lambda match: -match.pk))


_matches = Composed(
    lambda evening: (
        matches().filter(evening_table__evening=evening, annulled_at=None).order_by("-pk")
    ),
    evening=int,
)
_flags = Composed(
    lambda evening: Flag.objects.filter(
        match__evening_table__evening=evening, settled_at=None
    ).select_related("match__player_a", "match__player_b"),
    evening=int,
)


def evening_now(evening: Evening, *, veiled: bool = False, to_settle: bool = False) -> EveningNow:
    """A few queries, however many tables there are. `veiled`: with the names for strangers, and
    without what only the club is told; `to_settle`: with flags, and games not confirmed.
    """
    found = _matches.rows(evening=evening.pk)
    in_play = {pk: match for match in found if _plays(match) for pk in match.player_ids}
    engaged = tuple(engagements_of(evening, veiled=veiled)) if evening.is_open else ()
    waiting = {pk: one for one in engaged for pk in one.player_ids}
    taken = {one.table_id: one for one in engaged if one.table_id is not None}
    guests = tuple(
        Guest(one, in_play.get(one.player_id), waiting.get(one.player_id))
        for one in attendances_of(evening)
    )
    if veiled:
        veil((guest.player for guest in guests), evening.club)
        guests = tuple(sorted(guests, key=lambda one: (sort_key(one.player.name), one.player.pk)))
        veil((one for match in found for one in (match.player_a, match.player_b)), evening.club)
    asks = to_settle and evening.club.confirms and not veiled
    return EveningNow(
        evening=evening,
        guests=guests,
        places=tuple(
            _place(table, found, taken.get(table.pk), guests) for table in tables_of(evening)
        ),
        flags=() if veiled or not to_settle else tuple(_flags.rows(evening=evening.pk)),
        unconfirmed=unconfirmed(found) if asks else (),
        engagements=engaged,
    )


def _place(
    table: Table,
    found: Iterable[Match],
    engagement: Engagement | None,
    guests: Sequence[Guest],
) -> Place:
    here = [match for match in found if match.evening_table_id == table.pk]
    seats = engagement.seats if engagement else ()
    players = {guest.player.pk: guest.player for guest in guests}
    return Place(
        table=table,
        playing=tuple(match for match in here if _plays(match)),
        over=tuple(match for match in here if match.over),
        stopped=tuple(match for match in here if match.stopped),
        engagement=engagement,
        seated=tuple(players[pk] for pk in seats if pk in players),
    )


def _plays(match: Match) -> bool:
    return not match.over and not match.stopped


def unconfirmed(found: Sequence[Match]) -> tuple[Unconfirmed, ...]:
    """Of these matches, each with the newest entry that each of its games has."""
    read = read_many(found)
    said = Confirmation.objects.filter(match__in=[one.match for one in read])
    yes = set(said.values_list("match_id", "game", "number"))
    return tuple(
        Unconfirmed(one.match, game, game_heading(one.state, game), entry)
        for one in read
        for game, entry in latest_entries(one.log).items()
        if game in _won(one) and (one.match.pk, game, entry.number) not in yes
    )


def _won(one: Reading) -> set[int]:
    """The games that are over; 0 stands for a match of which only the games won were kept."""
    won = {game.number for game in one.state.games if game.winner}
    return won | {entry.game for entry in one.state.by_games}


def let_in(table: Table) -> list[Phone]:
    """The phones that a new code would shut out."""
    now = table.phones.filter(code_number=table.code_number)
    return list(now.select_related("player").order_by("pk"))


def evening_name(evening: Evening) -> str:
    """Its name; an evening without one is called by its day."""
    if evening.name:
        return evening.name
    day = date_format(evening.held_on, "DATE_FORMAT")
    return _("Evening of %(day)s") % {"day": day}
