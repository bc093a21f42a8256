"""Draws at a table online, as soon as their links are open, and the clock of whoever is waited for
next."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import cast

from django.utils import timezone

from ecarte_club.clubs.permissions import Person
from games.engine.cards import NAMES
from games.engine.codes import HighestCut
from games.engine.hand.state import Say
from games.engine.notation.tokens import order_text
from games.engine.seats import Seat
from games.engine.terms import FormatKind, Score
from games.engine.transcripts.acts import Dealt, Done, Standing
from games.matches.selectors.notation import orders_of
from games.online.live import publish
from games.online.models import Draw
from games.online.rules.clock import LAG
from games.online.selectors.robots import robot_may_act, robot_wait
from games.online.selectors.states import is_stopped, time_of
from games.online.selectors.tables import Play, Waiting, highest

from .ending import end_hand, site_of
from .turn_emails import turn_announce
from .writing import change, moved, write_line

LINK_WAIT = timedelta(seconds=45)


def go_on(play: Play, by: Person, *, keep: Seat | None = None) -> None:
    """Draws as long as all links are open, starts the clock of whoever is waited for, and publishes
    what came of it. `keep`: whose clock runs on, if they are still waited for."""
    while (waiting := play.waiting) is not None:
        if any(play.ends[seat.value].number > waiting.number for seat in waiting.missing):
            # The device that could open the link has given way to a new one.
            let_die(play, {})
        elif waiting.missing:
            break
        elif waiting.kind == Draw.Kind.CUT:
            _cut(play, waiting.number)
        else:
            _deal(play, waiting.number)
    set_clock(play, keep)
    publish(play.table, play)


def let_die(play: Play, fields: Mapping[str, object]) -> None:
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
