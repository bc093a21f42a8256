"""Tables online on the pages of their matches, of an evening and of the club."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Q, QuerySet
from django.urls import reverse

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.composed import Composed
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.matches.models import Match, OnlinePlace
from games.matches.selectors import matches
from games.online.models import Clock, OnlineTable

from .tables import KEEPS_NOBODY, Play, in_club, is_online, may_direct, players_of, seat_of, tables

STATUS = OnlineTable.Status
IN_PLAY_ONLINE = Q(status=STATUS.PLAYING, match__over=False, match__stopped="")
LISTED, OWN_MOST = 40, 8


def matches_online(*, club_id: int, person: Person, **_question: object) -> list[Match]:
    found = tables().filter(club=club_id, status=STATUS.PLAYING)
    if not person.may(Act.SEE_CLUB):
        found = found.filter(match__event__public=True, club__public=True)
    rows = []
    for table in found[:LISTED]:
        match = cast(Match, table.match)
        match.online = place(table, person)
        if not matches.sees_names(match, person):
            matches.veil(match)
        rows.append(match)
    return rows


def online_places(
    *, match_ids: Collection[int], person: Person, **_question: object
) -> dict[int, OnlinePlace]:
    rows: Iterable[OnlineTable] = _tables_placed().filter(match__in=match_ids)
    if len(match_ids) == 1:
        (match,) = match_ids
        rows = _table_placed.rows(match=match) if is_online(match) else ()
    return {table.match_id: place(table, person) for table in rows if table.match_id is not None}


def _tables_placed() -> QuerySet[OnlineTable]:
    return OnlineTable.objects.select_related("club", "match__player_a", "match__player_b")


_table_placed = Composed(lambda match: _tables_placed().filter(match=match).order_by(), match=int)


def place(table: OnlineTable, person: Person) -> OnlinePlace:
    """Of a table whose match the person may see."""
    watches = table.spectators or seat_of(table, person) is not None or may_direct(person)
    slug, pk = table.club.slug, table.pk
    return OnlinePlace(
        table.status == STATUS.PLAYING,
        table.is_by_correspondence,
        reverse("online_table", args=(slug, pk)) if watches else "",
        reverse("online_transcript", args=(slug, pk)) if watches and table.opened_link else "",
    )


def tables_on_evening(evening: Evening, person: Person) -> QuerySet[OnlineTable]:
    """As its page shows: in play at its tables, or away from them without leaving days for a move;
    none once it is signed off."""
    found = in_club(evening.club_id, person).filter(IN_PLAY_ONLINE)
    if not evening.is_open:
        return found.none()
    at_home = Q(match__evening_table=None) & ~Q(clock=Clock.DAYS)
    return found.filter(at_home | Q(match__evening_table__evening=evening.pk))


def invitation_to(fixture_id: int, person: Person) -> OnlineTable | None:
    """The newest that is open, to play this fixture online; for the club alone."""
    if not person.may(Act.SEE_CLUB):
        return None
    invitations = in_club(person.club_id, person).filter(status=STATUS.OPEN, fixture=fixture_id)
    return invitations.first()


def slow_tables(club_id: int) -> QuerySet[OnlineTable]:
    """In play by correspondence, or with a robot: nobody has left their matches lying."""
    found = OnlineTable.objects.filter(KEEPS_NOBODY, club=club_id, status=STATUS.PLAYING)
    return found.exclude(match=None).order_by()


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table where a player plays, or is invited to. `is_turn`: it waits for them; `deadline`:
    until when."""

    table: OnlineTable
    opponent: Player
    is_turn: bool
    deadline: datetime | None = None

    @property
    def is_invitation(self) -> bool:
        return self.table.status == STATUS.OPEN


def own_tables(person: Person) -> list[OwnTable]:
    """Those that wait for the player first, the next deadline before the others."""
    player = person.player_id
    if player is None or person.user_id is None or not person.may(Act.SEE_CLUB):
        return []
    plays = Q(match__player_a=player) | Q(match__player_b=player)
    mine = Q(plays, status=STATUS.PLAYING) | Q(guest=player, status=STATUS.OPEN)
    found = tables().filter(mine, club=person.club_id).order_by("deadline", "-pk")
    rows = [_own(table, person) for table in found[:OWN_MOST]]
    return sorted(rows, key=lambda one: (not one.is_turn, one.deadline is None))


def _own(table: OnlineTable, person: Person) -> OwnTable:
    if table.match is None:
        return OwnTable(table, table.host, is_turn=True)
    seat = cast(Seat, seat_of(table, person))
    play = Play(table)
    opponent = cast(Player, players_of(table)[seat.other])
    is_turn = waits_for(play, seat)
    return OwnTable(table, opponent, is_turn, table.deadline if play.to_act is seat else None)


def waits_for(play: Play, seat: Seat) -> bool:
    """Whether the play does not go on before this player comes: it is their turn, or the next deal
    waits for their device."""
    if not play.is_playing:
        return False
    if play.has_hand_in_play or play.chooser is not None:
        return play.to_act is seat
    return seat.value not in play.ends or (
        play.waiting is not None and seat in play.waiting.missing
    )
