"""What ends a hand or a match at a table online, and how it is entered in the match."""

from contextvars import ContextVar

from django.utils import timezone

from ecarte_club.clubs.permissions import Person, Role
from games.engine.records import HandRecord, Tricks
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import HandEntry
from games.engine.transcripts.acts import Annulled
from games.matches.services.entries import Written, play_record
from games.online.hidden import opened_link
from games.online.models import OnlineTable
from games.online.selectors.tables import Play

from .writing import change, write_line

STATUS = OnlineTable.Status
HANDS_MOST = 60


def end_hand(play: Play, by: Person) -> None:
    """It becomes an entry of the match, as one from a physical table."""
    draw, hand = play.current, play.current_hand
    draw.ended_at = timezone.now()
    draw.save(update_fields=["ended_at"])
    written = _enter(play, by, hand.entry(draw.game))
    draw.entry = written.entry
    draw.save(update_fields=["entry"])
    entered(play, written.state, game=draw.game)


def entered(play: Play, state: MatchState, *, game: int) -> None:
    """Something was entered in the match from here."""
    play.__dict__["state"] = state
    play.forget("dealer", "waiting")
    fields: dict[str, object] = {"match_version": play.match.version}
    if state.over:
        fields |= ended(play, STATUS.OVER)
    elif state.game != game:
        full = play.table.reserve * 1000
        fields |= {"reserve_a": full, "reserve_b": full}
    change(play, **fields)


def ended(play: Play, status: str) -> dict[str, object]:
    """What is written of a table at which nothing is played any more: the deals can be checked."""
    table = play.table
    opened = table.server_end
    if play.number:
        opened = opened_link(table.nonce, table.server_end, play.number)
    no_more = {"deadline": None, "waiting_since": None, "robot_due": None}
    return {"status": status, **no_more, "opened_link": opened}


_entering: ContextVar[bool] = ContextVar("entering", default=False)


def is_entering() -> bool:
    """Whether what is being entered in a match was played at its table online."""
    return _entering.get()


def _enter(play: Play, by: Person, entry: HandEntry) -> Written:
    """By the site, for the player who ended the hand."""
    clerk = Person(club_id=by.club_id, user_id=by.user_id, roles=frozenset({Role.SCORER}))
    token = _entering.set(True)
    try:
        return play_record(by=clerk, match=play.match, what=entry, version=play.match.version)
    finally:
        _entering.reset(token)


def site_of(play: Play) -> Person:
    return Person(club_id=play.table.club_id, roles=frozenset({Role.SCORER}))


def annul_hand(play: Play) -> None:
    """Nothing of it counts, and its dealer deals again."""
    draw = play.current
    write_line(play, Annulled(), draw=draw)
    draw.ended_at = timezone.now()
    draw.save(update_fields=["ended_at"])
    play.forget("dealer", "waiting")


def abandon_rest(play: Play, by: Person, loser: Seat) -> None:
    """What is left of the match is entered as hands that this player abandoned."""
    if play.has_hand_in_play:
        annul_hand(play)
    for _number in range(HANDS_MOST):
        entry = abandoned_hand(play.state, loser)
        written = _enter(play, by, entry)
        entered(play, written.state, game=entry.game)
        if written.state.over:
            break


def abandoned_hand(state: MatchState, loser: Seat) -> HandEntry:
    """The next one, before the first trick."""
    dealer = state.dealer or loser
    record = HandRecord(dealer=dealer, tricks=Tricks(0, 0), abandoned_by=loser)
    return HandEntry(state.game, record)
