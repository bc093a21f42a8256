"""What players do at a table online, and what follows when they do not."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.cards import Card
from games.engine.hand.state import BY_CUT, Discard, Say
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.transcripts.acts import Done, Ending, TimeOver
from games.matches.labels import engine
from games.matches.services.entries import checked_reason
from games.online.live import publish
from games.online.models import OnlineTable
from games.online.rules.actions import parse
from games.online.selectors.states import is_stopped, may_claim, time_of
from games.online.selectors.tables import Play

from .chains import add_links
from .drawing import go_on, let_die, set_clock
from .ending import abandon_rest, annul_hand, end_hand, site_of
from .writing import (
    change,
    locked,
    moved,
    require_playing,
    require_seat,
    without_timeouts,
    write_line,
)


@transaction.atomic(savepoint=False)
def action_do(
    *,
    by: Person,
    table: OnlineTable,
    version: int,
    act: str,
    king: bool = False,
    links: Mapping[int, str] | None = None,
) -> OnlineTable:
    """A player's action: "propose", "KH", "-7H 8H", "-". `king`: the king is announced with it.

    Raises: Denied; Stale; Invalid with the law.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    if play.table.version != version:
        raise Stale(sent=version, current=play.table.version)
    waited = play.to_act
    if links:
        add_links(play, seat, links)
    try:
        action = parse(act)
    except ValueError:
        text = _('Must be a card such as "KH", a word such as "propose", or "-" with cards.')
        raise Invalid("not_an_action", text, field="act") from None
    if play.chooser is not None:
        _choose_dealer(play, seat, action)
    else:
        act_in_hand(play, seat, action, by, king=king)
    go_on(play, by, keep=None if waited is seat else waited)
    return play.table


def _choose_dealer(play: Play, seat: Seat, action: Card | Discard | Say) -> None:
    if not isinstance(action, Say) or action not in BY_CUT or play.chooser is not seat:
        text = _("The player who cut the higher card chooses who deals first.")
        raise Invalid("choose_dealer", text, field="act")
    dealer_chosen(play, seat, action)


def dealer_chosen(play: Play, seat: Seat, word: Say) -> None:
    draw = play.current
    draw.dealer = (seat if word is Say.DEAL_FIRST else seat.other).value
    draw.save(update_fields=["dealer"])
    write_line(play, Done(seat, word), seat, draw=draw)
    moved(play, without_timeouts(play, seat))


def act_in_hand(
    play: Play, seat: Seat, action: Card | Discard | Say, by: Person, *, king: bool
) -> None:
    hand, draw = play.hand, play.draw
    if hand is None or draw is None or not play.has_hand_in_play:
        text = _("The cards are not dealt yet.")
        raise Invalid("no_hand", text, field="act")
    for one in [Say.KING, action] if king else [action]:
        refusal = hand.refusal(one, seat)
        if refusal is not None:
            raise engine.refused(refusal)
        try:
            hand = hand.after(one)
        except RefusalError as error:
            raise engine.refused(error.refusal) from None
        write_line(play, Done(seat, one), seat, draw=draw)
        if hand.is_over:
            # A king ends the game before the card is played.
            break
    spent = _reserve_spent(play, seat) if play.to_act is seat else {}
    play.__dict__["hand"] = hand
    moved(play, {**spent, **without_timeouts(play, seat)})
    if hand.is_over:
        end_hand(play, by)


def _reserve_spent(play: Play, seat: Seat) -> dict[str, object]:
    """By an action of whose turn it was."""
    since = play.table.waiting_since
    if since is None or is_stopped(play.table):
        return {}
    left = time_of(play.table, seat).after(since, timezone.now())
    return {f"reserve_{seat.value}": left}


def time_over(table: OnlineTable, now: datetime) -> bool:
    """Whether somebody's time was over, and what follows was done. Raises: nothing of its own."""
    with transaction.atomic():
        play = locked(table)
        deadline = play.table.deadline
        if deadline is None or deadline > now or not play.is_playing:
            return False
        seat = play.to_act
        if seat is None:
            return False
        fields = _timed_out(play, seat)
        if play.has_hand_in_play and play.hand is not None:
            write_line(play, TimeOver(seat), seat, draw=play.draw)
            play.__dict__["hand"] = play.hand.out_of_time()
            moved(play, {**fields, f"reserve_{seat.value}": 0})
            end_hand(play, site_of(play))
        elif play.chooser is not None:
            dealer_chosen(play, seat, Say.DEAL_FIRST)
            change(play, **fields)
        else:
            let_die(play, fields)
        go_on(play, site_of(play))
    return True


def _timed_out(play: Play, seat: Seat) -> dict[str, object]:
    again = play.table.timed_out == seat.value
    return {"timed_out": seat.value, "timeouts": play.table.timeouts + 1 if again else 1}


@transaction.atomic(savepoint=False)
def match_claim(*, by: Person, table: OnlineTable) -> OnlineTable:
    """Of a match whose other player ran out of time twice running: what is left of it is entered as
    hands that they abandoned (law 42).

    Raises: Denied; Invalid.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    if not may_claim(play.table, seat):
        text = _("A match can be claimed when the other player ran out of time twice in a row.")
        raise Invalid("no_claim", text)
    loser = seat.other
    abandon_rest(play, by, loser)
    write_line(play, Ending.CLAIMED_BY_A if seat is Seat.A else Ending.CLAIMED_BY_B, seat)
    log_act(by, "online_claim", kind="match", about=play.match.pk)
    moved(play, {})
    set_clock(play)
    publish(play.table, play)
    return play.table


@transaction.atomic(savepoint=False)
def hand_annul(
    *, by: Person, table: OnlineTable, reason: str, draw: int | None = None
) -> OnlineTable:
    """A director annuls the hand in play, with a reason: its dealer deals again. `draw`: the number
    of the one that they mean.

    Raises: Denied; Invalid where no hand is in play, or another one, or no reason is given.
    """
    require(by, Act.CORRECT)
    reason = checked_reason(reason)
    play = locked(table)
    require_playing(play)
    if not play.has_hand_in_play:
        text = _("No hand is in play here. To annul the match, go to its page.")
        raise Invalid("no_hand", text)
    if draw not in (None, play.current.number):
        text = _("That hand is over, and another one is in play. Look at the table again.")
        raise Invalid("another_hand", text, field="draw")
    annul_hand(play)
    log_act(by, "online_hand_annul", kind="match", about=play.match.pk, reason=reason)
    moved(play, {})
    go_on(play, by)
    return play.table
