"""Open a table online, sit down at it, leave it; and what follows when its match changes."""

from dataclasses import replace
from typing import Any, cast

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.exceptions import Denied, Invalid
from games.engine.transcripts.acts import Ending
from games.matches.changes import drawn_pairing, fixtures_left_of, open_fixtures_of
from games.matches.models import Entry, Event, Match
from games.matches.selectors import matches
from games.matches.services.matches import MatchTerms, match_start, terms_fields
from games.online.hidden import server_end
from games.online.live import announce_in_club, publish
from games.online.models import Clock, Draw, OnlineTable
from games.online.selectors.tables import Play, is_online, of_match, seat_of, tables

from .drawing import set_clock
from .ending import annul_hand, ended, is_entering
from .robots import require_robots, robot_of
from .writing import locked, moved, require_seat, write_line

STATUS = OnlineTable.Status
WORD = 10
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


@transaction.atomic(savepoint=False)
def table_open(
    *,
    by: Person,
    guest: int | None = None,
    robot: str = "",
    event_id: int | None = None,
    fixture_id: int | None = None,
    terms: MatchTerms | None = None,
    clock: str = Clock.NONE,
    spectators: bool = True,
    second_proposal: bool = False,
    rematch_of: OnlineTable | None = None,
) -> OnlineTable:
    """An invitation to play: to `guest`, to a `robot` of this level, or to whoever comes first. The
    match begins when it is accepted, which a robot does at once; within an event its terms hold.

    Raises: Denied; Invalid.
    """
    require(by, Act.PLAY_ONLINE)
    if by.player_id is None:
        raise Denied(_("Only players of the club can play here: you are not linked to one."))
    if robot:
        guest = _robot_instead(by.club_id, robot, guest)
    if guest == by.player_id:
        raise Invalid("same_player", _("Invite another player."), field="guest")
    invited = _player(by.club_id, guest) if guest is not None else None
    is_robot = invited is not None and bool(invited.robot)
    if is_robot:
        require_robots(by.club_id, invited)
        if event_id is not None:
            text = _("Matches with robots count in no season. Play a friendly match.")
            raise Invalid("robot", text, field="event")
    if event_id is not None and guest is None:
        text = _("Invite a player: a match of a season is between two who are known.")
        raise Invalid("guest_needed", text, field="guest")
    if event_id is not None and guest is not None:
        _check_planned(by.club_id, event_id, (by.player_id, guest), fixture_id)
    now = timezone.now()
    table = OnlineTable.objects.create(
        club_id=by.club_id,
        host_id=by.player_id,
        guest_id=guest,
        event_id=event_id,
        fixture=fixture_id,
        opened_at=now,
        changed_at=now,
        opened_by_id=by.user_id,
        rematch_of=rematch_of,
        **_play_fields(clock, spectators=spectators, second_proposal=second_proposal),
        **terms_fields(by.club_id, event_id, terms),
    )
    log_act(by, "online_open", kind="online", about=table.pk)
    if is_robot:
        return _match_begin(by, tables().get(pk=table.pk))
    publish(table)
    return table


def _robot_instead(club_id: int, level: str, guest: int | None) -> int:
    if guest is not None:
        text = _("Invite a player or play a robot, but not both.")
        raise Invalid("robot", text, field="robot")
    return robot_of(club_id, level).pk


def _check_planned(
    club_id: int, event_id: int, pair: tuple[int, int], fixture_id: int | None
) -> None:
    """An invitation that could not be accepted is none.

    Raises: Invalid where the two have no such match to play in the event.
    """
    event = Event.objects.filter(pk=event_id, club=club_id).first()
    if event is None or event.of_teams:
        return
    if event.drawn:
        if drawn_pairing(event_id, pair, fixture_id) is None:
            text = _(
                "You two are not drawn against each other now. See the rounds, or play a friendly "
                "match."
            )
            raise Invalid("not_drawn", text, field="guest")
        return
    if fixture_id is not None and fixture_id not in dict(open_fixtures_of(event_id, pair)):
        text = _(
            "This fixture is not open for these two. Choose another, or start a friendly match."
        )
        raise Invalid("fixture_not_open", text, field="fixture")
    left = fixtures_left_of({event_id}).get(event_id)
    if left is not None and not left.get(frozenset(pair)):
        text = _(
            "These two have no fixture left to play in %(season)s, so this match would not count. "
            "Start it as a friendly match."
        )
        raise Invalid("no_fixture", text % {"season": event}, field="event")


def _player(club_id: int, pk: int) -> Player:
    rows = Player.objects.filter(club=club_id, pk=pk, merged_into=None, anonymised_at=None)
    found = rows.first()
    if found is None:
        raise Invalid("unknown_player", _("Must be a player of this club."), field="guest")
    return found


def _play_fields(clock: str, *, spectators: bool, second_proposal: bool) -> dict[str, Any]:
    if clock not in Clock.values:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Clock.values)}
        raise Invalid("unknown_clock", text, field="clock")
    nonce = get_random_string(64, "0123456789abcdef")
    return {
        "clock": clock,
        "spectators": spectators,
        "second_proposal": second_proposal,
        "code_word": get_random_string(WORD, LETTERS),
        "nonce": nonce,
        "server_end": server_end(nonce),
    }


@transaction.atomic(savepoint=False)
def table_of_match(
    *,
    by: Person,
    match: Match,
    clock: str = Clock.NONE,
    spectators: bool = True,
    second_proposal: bool = False,
) -> OnlineTable:
    """A match that is in play goes on online, or again where it was.

    Raises: Denied; Invalid.
    """
    require_own_or_any(by, Act.PLAY_ONLINE, Act.START_ANY, is_own=_is_own(by, match))
    list(Match.objects.select_for_update(no_key=True).filter(pk=match.pk).values_list("pk"))
    match = matches.matches().get(pk=match.pk)
    if not matches.is_in_play(match):
        text = _("This match is not in play. Resume it first, on its page.")
        raise Invalid("not_playing", text)
    known = of_match(match)
    if known is not None:
        return known if known.status == STATUS.PLAYING else _reopened(by, known)
    now = timezone.now()
    table = OnlineTable.objects.create(
        club_id=match.club_id,
        host_id=match.player_a_id,
        guest_id=match.player_b_id,
        event_id=match.event_id,
        match=match,
        opened_at=now,
        changed_at=now,
        opened_by_id=by.user_id,
        **_play_fields(clock, spectators=spectators, second_proposal=second_proposal),
        **MatchTerms.of(match).fields(),
    )
    _begin(table)
    log_act(by, "online_open", kind="online", about=table.pk)
    publish(table)
    announce_in_club(table.club_id)
    return table


def _is_own(by: Person, match: Match) -> bool:
    return by.user_id is not None and by.player_id in match.player_ids


def _reopened(by: Person, table: OnlineTable) -> OnlineTable:
    if table.opened_link:
        text = _(
            "The deals of this match were opened, so no more cards can be dealt online. Go on at a "
            "physical table."
        )
        raise Invalid("deals_opened", text)
    play = Play(table)
    moved(play, {"status": STATUS.PLAYING})
    set_clock(play)
    log_act(by, "online_open", kind="online", about=table.pk)
    publish(table)
    announce_in_club(table.club_id)
    return table


def _begin(table: OnlineTable) -> None:
    full = table.reserve * 1000
    begun = {"status": STATUS.PLAYING, "reserve_a": full, "reserve_b": full}
    OnlineTable.objects.filter(pk=table.pk).update(**begun)
    for name, value in begun.items():
        setattr(table, name, value)


@transaction.atomic(savepoint=False)
def table_accept(*, by: Person, table: OnlineTable) -> OnlineTable:
    """Sit down opposite the host: the match begins. Accepted twice by the same player is as once.

    Raises: Denied; Invalid where somebody else was invited, sat down first, or it was withdrawn.
    """
    require(by, Act.PLAY_ONLINE)
    if by.player_id is None:
        raise Denied(_("Only players of the club can play here: you are not linked to one."))
    if by.player_id == table.host_id:
        raise Denied(_("This is your own invitation. Send its link to somebody."))
    if table.guest_id not in (None, by.player_id):
        raise Denied(_("Somebody else is invited to this table."))
    free = Q(guest=None) | Q(guest=by.player_id)
    taken = OnlineTable.objects.filter(free, pk=table.pk, status=STATUS.OPEN).update(
        guest=by.player_id, version=F("version") + 1, changed_at=timezone.now()
    )
    now = tables().get(pk=table.pk)
    if not taken:
        if now.match is not None and by.player_id in now.match.player_ids:
            return now
        text = _("This table is not open any more: somebody sat down first, or it was withdrawn.")
        raise Invalid("not_open", text)
    now = _match_begin(by, now)
    log_act(by, "online_accept", kind="online", about=now.pk)
    return now


def _match_begin(by: Person, now: OnlineTable) -> OnlineTable:
    """Both sit at the table."""
    pair = (now.host_id, cast(int, now.guest_id))
    drawn = None
    if now.event_id is not None:
        drawn = drawn_pairing(now.event_id, pair, now.fixture)
    # A token of the scope `play` suffices to sit down.
    match = match_start(
        by=replace(by, scopes=None),
        player_a=drawn.home_id if drawn else pair[0],
        player_b=drawn.away_id if drawn else pair[1],
        first_dealer=drawn.first_dealer if drawn else None,
        event_id=now.event_id,
        fixture_id=now.fixture,
        terms=None if now.event_id else MatchTerms.of(now),
        with_robot=True,
    )
    OnlineTable.objects.filter(pk=now.pk).update(match=match)
    now = tables().get(pk=now.pk)
    _begin(now)
    publish(now)
    announce_in_club(now.club_id)
    return now


@transaction.atomic(savepoint=False)
def table_withdraw(*, by: Person, table: OnlineTable) -> OnlineTable:
    """The host takes the invitation back, or the guest declines it. Raises: Denied; Invalid."""
    require(by, Act.PLAY_ONLINE)
    if by.player_id is None or by.player_id not in (table.host_id, table.guest_id):
        raise Denied(_("Only who invited or is invited can do this."))
    done = OnlineTable.objects.filter(pk=table.pk, status=STATUS.OPEN).update(
        status=STATUS.CLOSED, version=F("version") + 1, changed_at=timezone.now()
    )
    now = tables().get(pk=table.pk)
    if not done and now.status != STATUS.CLOSED:
        text = _("The match has begun. To end it here, close the table between two hands.")
        raise Invalid("not_open", text)
    if done:
        act = "online_withdraw" if by.player_id == table.host_id else "online_decline"
        log_act(by, act, kind="online", about=table.pk)
        publish(now)
    return now


@transaction.atomic(savepoint=False)
def table_close(*, by: Person, table: OnlineTable) -> OnlineTable:
    """Between two hands: the match goes on at a physical table, or online another time.

    Raises: Denied; Invalid.
    """
    play = locked(table)
    is_own = seat_of(play.table, by) is not None
    require_own_or_any(by, Act.PLAY_ONLINE, Act.CORRECT, is_own=is_own)
    if play.table.status != STATUS.PLAYING:
        return play.table
    if play.robot is not None:
        text = _("Robots play online only. Leave the table: the match waits here for you.")
        raise Invalid("robot", text)
    if play.has_hand_in_play:
        text = _("A hand is in play. Play it to its end first.")
        raise Invalid("hand_in_play", text)
    no_more = {"deadline": None, "waiting_since": None, "robot_due": None}
    moved(play, {"status": STATUS.CLOSED, **no_more})
    log_act(by, "online_close", kind="online", about=table.pk)
    publish(play.table, play)
    announce_in_club(table.club_id)
    return play.table


@transaction.atomic(savepoint=False)
def table_rematch(*, by: Person, table: OnlineTable) -> OnlineTable:
    """The same two under the same terms; whoever comes second accepts. Raises: Denied; Invalid."""
    play = locked(table)
    seat = require_seat(play, by)
    if not play.match.over:
        raise Invalid("not_over", _("This match is not over yet."))
    again = tables().filter(rematch_of=play.table).first()
    if again is not None and again.status == STATUS.OPEN and again.host_id != by.player_id:
        return table_accept(by=by, table=again)
    if again is not None:
        return again
    other = play.match.player_b_id if seat.value == "a" else play.match.player_a_id
    old = play.table
    return table_open(
        by=by,
        guest=other,
        terms=MatchTerms.of(play.match),
        clock=old.clock,
        spectators=old.spectators,
        second_proposal=old.second_proposal,
        rematch_of=old,
    )


def match_follow(*, match: Match, by: Person, entry: Entry | None = None, **_change: Any) -> None:
    """Pages of the evening and its wall hear of what is entered at tables online. What was entered
    elsewhere in a match that is played online: when it ends, the deals are opened.

    Raises: Invalid while a hand is in play, for anything but what ends the match; and for taking
    back what was seen.
    """
    if is_entering():
        announce_in_club(match.club_id)
    is_followed = entry is not None and not is_entering() and is_online(match.pk)
    table = of_match(match) if is_followed else None
    if table is None or entry is None:
        return
    announce_in_club(match.club_id)
    table.match = match
    play = Play(table)
    ends = entry.annuls or bool(entry.stops)
    if table.status == STATUS.PLAYING and not ends:
        if play.has_hand_in_play:
            text = _(
                "A hand of this match is in play online. Play it to its end, or let a director "
                "annul it at the table."
            )
            raise Invalid("online_hand", text, field="version")
        replaced = entry.supersedes_id or entry.undoes_id
        was_online = Draw.objects.filter(entry=replaced or 0).exists()
        if was_online and not by.may(Act.CORRECT):
            text = _("Hands played online are not taken back, as the cards were seen.")
            raise Invalid("played_online", text, field="version")
    if (ends or match.over) and not table.opened_link:
        if play.has_hand_in_play:
            annul_hand(play)
        write_line(play, Ending.ANNULLED if entry.annuls else Ending.STOPPED)
        moved(play, ended(play, STATUS.OVER if match.over else STATUS.CLOSED))
        publish(play.table)
    elif table.status == STATUS.PLAYING:
        moved(play, {})
        publish(play.table)
