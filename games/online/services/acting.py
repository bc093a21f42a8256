"""What players do at a table online: links, actions, claims. The match is locked first.

Every write compares the version that it was made on within its statement, so of two only one is
done. Nothing that an audience may not see is ever in an answer, a log or a message.
"""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import cast

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine import fair_deal
from games.engine.cards import NAMES, Card
from games.engine.codes import HighestCut
from games.engine.hand.state import BY_CUT, Discard, Say
from games.engine.notation.tokens import order_text
from games.engine.records import HandRecord, Tricks
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import FormatKind, HandEntry, Score
from games.engine.transcripts.acts import (
    Act as Line,
)
from games.engine.transcripts.acts import (
    Annulled,
    Dealt,
    Done,
    Ending,
    Standing,
    TimeOver,
    seen_text,
    text,
)
from games.matches.labels import engine
from games.matches.models import Match
from games.matches.selectors.notation import orders_of
from games.matches.services.entries import Written, checked_reason, play_record
from games.online.hidden import opened_link
from games.online.live import publish
from games.online.models import Action, ChainEnd, ChainLink, Draw, OnlineTable
from games.online.rules.actions import parse
from games.online.rules.clock import LAG
from games.online.selectors.robots import robot_may_act, robot_wait
from games.online.selectors.states import is_stopped, may_claim, time_of
from games.online.selectors.tables import AHEAD, Play, Waiting, highest, read_again, seat_of

from .turn_emails import turn_announce

STATUS = OnlineTable.Status
LINK_WAIT = timedelta(seconds=45)
HANDS_MOST = 60
HEX = re.compile("[0-9a-f]{64}")


# Where there is one writer at a time, the transaction has begun as the writer's.
_lock = Composed(
    lambda pk: Match.objects.select_for_update(no_key=True).filter(pk=pk).values_list("pk"), pk=int
)


def locked(table: OnlineTable) -> Play:
    """The play as it is, with its match locked, so that nothing changes until the transaction ends.

    Raises: Invalid for a table that has no match yet.
    """
    if table.match_id is None:
        raise Invalid("not_begun", _("Nobody sits opposite yet, so nothing can be played."))
    if connection.features.has_select_for_update:
        _lock.tuples(pk=table.match_id)
    play = Play(read_again(table))
    play.table.play = play
    return play


def require_seat(play: Play, by: Person) -> Seat:
    """Raises: Denied for who does not play here."""
    require(by, Act.PLAY_ONLINE)
    seat = seat_of(play.table, by)
    if seat is None:
        raise Denied(_("Only the two players can do this. You are watching."))
    return seat


def require_playing(play: Play) -> None:
    """Raises: Invalid."""
    if not play.is_playing:
        text = _("This table is closed. See the page of the match for how it goes on.")
        raise Invalid("not_playing", text, field="version")


@transaction.atomic(savepoint=False)
def chain_publish(*, by: Person, table: OnlineTable, end: str) -> OnlineTable:
    """This player's device has a chain, which holds from the next draw for which the other player's
    link is not open yet.

    Raises: Denied; Invalid.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    _check_hex("end", end)
    known = play.ends.get(seat.value)
    if known is not None and known.end == end:
        return play.table
    waited = play.to_act
    # From a draw for which nobody has opened a link.
    number = max([play.number, *play.links["a"], *play.links["b"]]) + 1
    made = ChainEnd(table=play.table, seat=seat.value, number=number, end=end, at=timezone.now())
    made.save()
    play.ends[seat.value] = made
    play.forget("waiting")
    moved(play, _without_timeouts(play, seat))
    go_on(play, by, keep=waited)
    return play.table


@transaction.atomic(savepoint=False)
def links_open(*, by: Person, table: OnlineTable, links: Mapping[int, str]) -> OnlineTable:
    """Links of this player's chain, for the next draw or a few further ones. Sent twice is as once.

    Raises: Denied; Invalid for one that does not lead to the end that was published.
    """
    play = locked(table)
    seat = require_seat(play, by)
    require_playing(play)
    waited = play.to_act
    if add_links(play, seat, links):
        go_on(play, by, keep=waited)
    return play.table


def add_links(play: Play, seat: Seat, links: Mapping[int, str]) -> bool:
    """Whether there was a new one."""
    known, is_new = play.links[seat.value], False
    for number, link in sorted(links.items()):
        if known.get(number) == link:
            continue
        _check_link(play, seat, number, link)
        ChainLink.objects.create(
            table=play.table, seat=seat.value, number=number, link=link, at=timezone.now()
        )
        known[number] = link
        is_new = True
    if is_new and play.table.timed_out == seat.value:
        change(play, timeouts=0, timed_out="")
    play.forget("waiting")
    return is_new


def _check_hex(field: str, value: str) -> None:
    if not HEX.fullmatch(value):
        text = _("Must be 32 bytes as 64 hexadecimal digits in lower case.")
        raise Invalid("not_a_link", text, field=field)


def _check_link(play: Play, seat: Seat, number: int, link: str) -> None:
    field = f"links.{number}"
    _check_hex(field, link)
    if not play.number < number <= play.number + AHEAD:
        text = _("No draw of this number is due. The next one is number %(number)s.")
        raise Invalid("draw_not_due", text % {"number": play.number + 1}, field=field)
    if number in play.links[seat.value]:
        text = _("A link for this draw is open already, and stays.")
        raise Invalid("link_open", text, field=field)
    end = _end_for(play, seat, number)
    is_robot = seat.other is play.robot
    if end is None or (seat.other.value not in play.ends and not is_robot):
        text = _("Links are opened once both players have published the ends of their chains.")
        raise Invalid("no_chain", text, field=field)
    steps = number - end.number + 1
    if not fair_deal.follows(bytes.fromhex(link), bytes.fromhex(end.end), steps):
        text = _(
            "This link is not of the chain that was published. Publish the end of a new chain, and "
            "open its links."
        )
        raise Invalid("link_of_another_chain", text, field=field)


def _end_for(play: Play, seat: Seat, number: int) -> ChainEnd | None:
    rows = ChainEnd.objects.filter(table=play.table, seat=seat.value, number__lte=number)
    return rows.order_by("-pk").first()


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
    moved(play, _without_timeouts(play, seat))


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
    moved(play, {**spent, **_without_timeouts(play, seat)})
    if hand.is_over:
        end_hand(play, by)


def _reserve_spent(play: Play, seat: Seat) -> dict[str, object]:
    """By an action of whose turn it was."""
    since = play.table.waiting_since
    if since is None or is_stopped(play.table):
        return {}
    left = time_of(play.table, seat).after(since, timezone.now())
    return {f"reserve_{seat.value}": left}


def _without_timeouts(play: Play, seat: Seat) -> dict[str, object]:
    return {"timeouts": 0, "timed_out": ""} if play.table.timed_out == seat.value else {}


def write_line(
    play: Play, line: Line, seat: Seat | None = None, *, draw: Draw | None = None
) -> None:
    last = play.last_action
    number = last.number + 1 if last else 1
    head = bytes.fromhex(last.head) if last else fair_deal.FIRST_HEAD
    action = Action.objects.create(
        table=play.table,
        draw=draw,
        number=number,
        seat=seat.value if seat else "",
        text=text(line),
        head=fair_deal.act_hash(head, seen_text(line)).hex(),
        at=timezone.now(),
    )
    play.actions.append(action)


def change(play: Play, **fields: object) -> None:
    """Of the table, whose match is locked."""
    OnlineTable.objects.filter(pk=play.table.pk).update(**fields)
    for name, value in fields.items():
        setattr(play.table, name, value)


def moved(play: Play, fields: Mapping[str, object]) -> None:
    """The table is at its next version."""
    version = play.table.version
    now = timezone.now()
    written = {**fields, "version": version + 1, "changed_at": now}
    done = OnlineTable.objects.filter(pk=play.table.pk, version=version).update(**written)
    if not done:
        raise Stale(sent=version, current=version + 1)
    for name, value in written.items():
        setattr(play.table, name, value)


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


def go_on(play: Play, by: Person, *, keep: Seat | None = None) -> None:
    """Draws as long as all links are open, starts the clock of whoever is waited for, and publishes
    what came of it. `keep`: whose clock runs on, if they are still waited for."""
    while (waiting := play.waiting) is not None:
        if any(play.ends[seat.value].number > waiting.number for seat in waiting.missing):
            # The device that could open the link has given way to a new one.
            _let_die(play, {})
        elif waiting.missing:
            break
        elif waiting.kind == Draw.Kind.CUT:
            _cut(play, waiting.number)
        else:
            _deal(play, waiting.number)
    set_clock(play, keep)
    publish(play.table, play)


def _new_draw(play: Play, number: int, kind: str, **fields: object) -> Draw:
    last = play.last_action
    draw = Draw.objects.create(
        table=play.table,
        number=number,
        kind=kind,
        at=timezone.now(),
        acts_before=last.number if last else 0,
        **fields,
    )
    play.number, play.draw = number, draw
    play.draws.insert(0, draw)
    play.forget("hand", "dealer", "waiting")
    return draw


def _cut(play: Play, number: int) -> None:
    _stand(play)
    cut = play.links_of(number).cut()
    draw = _new_draw(play, number, Draw.Kind.CUT, cards=f"{NAMES[cut.a]},{NAMES[cut.b]}")
    first = highest(draw)
    if first is not None and play.code.highest_cut.value is not HighestCut.CHOOSES:
        draw.dealer = first.value
        draw.save(update_fields=["dealer"])
    write_line(play, cut, draw=draw)
    moved(play, {})


def _deal(play: Play, number: int) -> None:
    _stand(play)
    state, dealer, order = play.state, cast(Seat, play.dealer), play.order
    draw = _new_draw(
        play,
        number,
        Draw.Kind.HAND,
        game=state.game,
        score_a=state.score.a,
        score_b=state.score.b,
        dealer=dealer.value,
        order=order_text(order),
    )
    write_line(play, Dealt(dealer, order), draw=draw)
    hand = play.dealt(draw)
    if turner := hand.king_turned:
        # Nobody would leave it unmarked.
        hand = hand.after(Say.MARK)
        write_line(play, Done(turner, Say.MARK), draw=draw)
    play.__dict__["hand"] = hand
    moved(play, {})
    if hand.is_over:
        end_hand(play, site_of(play))


def site_of(play: Play) -> Person:
    return Person(club_id=play.table.club_id, roles=frozenset({Role.SCORER}))


def _stand(play: Play) -> None:
    """Where the match went on elsewhere, the transcript says how it stands now."""
    if not play.was_played_elsewhere:
        return
    state = play.state
    won = Score(state.games_here(Seat.A), state.games_here(Seat.B))
    is_rubber = state.terms.format.kind is FormatKind.RUBBER
    if not is_rubber:
        won = Score(state.games_won(Seat.A), state.games_won(Seat.B))
    rubbers = Score(state.rubbers_won(Seat.A), state.rubbers_won(Seat.B))
    orders = orders_of(state)
    write_line(play, Standing(state.game, rubbers, won, state.score, play.dealer, orders))
    change(play, match_version=play.match.version)


def set_clock(play: Play, keep: Seat | None = None) -> None:
    """For whoever is waited for now."""
    now = timezone.now()
    _set_robot_due(play, now)
    seat = play.to_act
    runs = play.table.deadline is not None or is_stopped(play.table)
    if seat is not None and seat is keep and runs:
        return
    if seat is None or not play.table.seconds:
        since, deadline = None, None
    elif play.has_hand_in_play or play.chooser is not None:
        since, deadline = now, time_of(play.table, seat).deadline(now)
    else:
        wait = (
            timedelta(seconds=play.table.seconds) if play.table.is_by_correspondence else LINK_WAIT
        )
        since, deadline = now, now + wait + LAG
    change(play, waiting_since=since, deadline=deadline)
    if seat is not None:
        turn_announce(play, seat)


def _set_robot_due(play: Play, now: datetime) -> None:
    due = now + robot_wait(play) if robot_may_act(play) else None
    if due != play.table.robot_due:
        change(play, robot_due=due)


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
            _let_die(play, fields)
        go_on(play, site_of(play))
    return True


def _timed_out(play: Play, seat: Seat) -> dict[str, object]:
    again = play.table.timed_out == seat.value
    return {"timed_out": seat.value, "timeouts": play.table.timeouts + 1 if again else 1}


def _let_die(play: Play, fields: Mapping[str, object]) -> None:
    """The next draw, whose links did not come: its number is not used again."""
    waiting, now = cast(Waiting, play.waiting), timezone.now()
    draw = Draw.objects.create(
        table=play.table,
        number=waiting.number,
        kind=waiting.kind,
        at=now,
        ended_at=now,
        missing="".join(seat.value for seat in waiting.missing),
        acts_before=play.last_action.number if play.last_action else 0,
    )
    play.number = draw.number
    play.draws.insert(0, draw)
    play.forget("waiting")
    moved(play, fields)


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


def annul_hand(play: Play) -> None:
    """Nothing of it counts, and its dealer deals again."""
    draw = play.current
    write_line(play, Annulled(), draw=draw)
    draw.ended_at = timezone.now()
    draw.save(update_fields=["ended_at"])
    play.forget("dealer", "waiting")


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
