"""La chouette in its social form: the box alone against a team, each for a stake of his own.

The box sits against the captain, who is the first of the team. Whoever of the team is in a game
plays for his own stake against the box; a treble or double game counts single (art. 66). Nothing
lies on the table between games: who lost pays who won.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import get_args

from scoring.ledger.rules import Account, Cause, Player, Transfer, Transfers, given, member, moved

from .events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    Refusal,
    SatOut,
    Why,
)

REGULATION = "art. 65"
SOCIAL = "modern rotation"
AGREED = "agreement"


class OnLoss(StrEnum):
    """What becomes of a box that loses. It stays: article 65, where only the player who faces the
    chouetteur changes. It passes to the captain, and he goes to the foot: modern rotation."""

    BOX_STAYS = "box_stays"
    BOX_PASSES = "box_passes"


@dataclass(frozen=True, slots=True)
class Terms:
    """`stake`: of a game, for who has named none of his own; `most`: what one may name. Both are by
    agreement, in the unit of the club."""

    stake: int = 1
    most: int = 1
    on_loss: OnLoss = OnLoss.BOX_PASSES


@dataclass(frozen=True, slots=True)
class StakeSet:
    """What he plays for from the next game on. Who is the box or his partner names what he will
    play for once he is of the team."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Partnered:
    """From the next game on he bears half of what the box wins and loses, and plays no stake
    against him. The box has consented."""

    player: Player


@dataclass(frozen=True, slots=True)
class Unpartnered:
    player: Player


Event = (
    Joined
    | Left
    | SatOut
    | CameBack
    | StakeSet
    | Partnered
    | Unpartnered
    | Dealt
    | GameWon
    | Closed
)
_EVENTS: tuple[type, ...] = get_args(Event)


@dataclass(frozen=True, slots=True)
class State:
    """`line`: who is here, the box first; the partner keeps his place in it. `stakes` are those
    that were named; `won` is what each has won so far, less than nothing if he lost, and outlasts
    his going."""

    terms: Terms
    line: tuple[Player, ...] = ()
    resting: tuple[Player, ...] = ()
    partner: Player | None = None
    stakes: tuple[tuple[Player, int], ...] = ()
    won: tuple[tuple[Player, int], ...] = ()
    in_play: bool = False
    over: bool = False


def terms_refusal(terms: Terms) -> Refusal | None:
    if terms.stake < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREED, "stake", {"least": 1})
    if terms.most < terms.stake:
        return Refusal(Why.OVER_LIMIT, AGREED, "stake", {"most": terms.most})
    return None


def begin(terms: Terms) -> State:
    """Nobody is here. Who joins first is the box, who joins next the captain.

    Raises: NotTakenError with what `terms_refusal` says.
    """
    if found := terms_refusal(terms):
        raise NotTakenError(found)
    return State(terms)


def team(state: State) -> tuple[Player, ...]:
    """Who plays against the box, the captain first."""
    return tuple(player for player in state.line[1:] if player != state.partner)


def seats(state: State) -> tuple[Player, Player] | None:
    """The box and the captain; none where nobody is there to play against."""
    against = team(state)
    return None if state.over or not against else (state.line[0], against[0])


def queue(state: State) -> tuple[Player, ...]:
    """Who is here and does not sit, in the order of the line. The partner is among them, and is
    passed over as long as he is the box's partner."""
    seated = seats(state) or ()
    return tuple(player for player in state.line if player not in seated)


def is_over(state: State) -> bool:
    return state.over


def held(state: State) -> Mapping[Account, int]:
    """Nothing ever: there is neither pot nor bank."""
    return {}


def stake(state: State, player: Player) -> int:
    return dict(state.stakes).get(player, state.terms.stake)


def totals(state: State) -> dict[Player, int]:
    """What each has won, also of those who left, in the order in which they first played."""
    return dict(state.won)


def refusal(state: State, event: Event) -> Refusal | None:
    if not isinstance(event, _EVENTS):
        return Refusal(Why.NOT_AN_EVENT, SOCIAL)
    return _untimely(state, event) or _unfit(state, event)


def apply(state: State, event: Event) -> tuple[State, Transfers]:
    """What a game pays goes between the box and each of the team, in the order of the line.

    Of all that the box wins or loses in a game his partner then bears half, rounded down: the odd
    counter is the box's, to win and to lose. A box that passes ends the partnership.

    Raises: NotTakenError.
    """
    refused = refusal(state, event)
    if refused:
        raise NotTakenError(refused)
    if isinstance(event, GameWon):
        paid = _paid(state, event.winner)
        return replace(_rotated(state, event.winner), won=_counted(state, paid)), paid
    return _arranged(state, event), ()


def _untimely(state: State, event: Event) -> Refusal | None:
    """A contest may be closed in the middle of a game: no stake of it has been paid yet."""
    if state.over:
        return Refusal(Why.CONTEST_OVER, SOCIAL)
    if isinstance(event, Closed):
        return None
    if isinstance(event, GameWon):
        return None if state.in_play else Refusal(Why.NO_GAME_IN_PLAY, SOCIAL)
    return Refusal(Why.GAME_IN_PLAY, SOCIAL) if state.in_play else None


def _unfit(state: State, event: Event) -> Refusal | None:
    match event:
        case Closed():
            return None
        case Dealt():
            return None if seats(state) else Refusal(Why.PLAYERS_TOO_FEW, REGULATION)
        case GameWon(player):
            return None if player in (seats(state) or ()) else _about(Why.NOT_PLAYING)
        case StakeSet(player, amount):
            return _absent(state, player) or _beyond(state.terms, amount)
        case Partnered(player):
            return _no_partner(state, player)
        case Unpartnered(player):
            return None if player == state.partner else _about(Why.NOT_PARTNER)
        case Joined(player):
            return None if _absent(state, player) else _about(Why.ALREADY_HERE)
    return _misplaced(state, event)


def _misplaced(state: State, event: Left | SatOut | CameBack) -> Refusal | None:
    here = event.player in state.line
    if isinstance(event, CameBack) and here:
        return _about(Why.ALREADY_HERE)
    if isinstance(event, SatOut) and not here:
        return _about(Why.NOT_HERE)
    return _absent(state, event.player)


def _absent(state: State, player: Player) -> Refusal | None:
    return None if player in (*state.line, *state.resting) else _about(Why.NOT_HERE)


def _beyond(terms: Terms, amount: int) -> Refusal | None:
    if amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREED, "amount", {"least": 1})
    if amount > terms.most:
        return Refusal(Why.OVER_LIMIT, AGREED, "amount", {"most": terms.most, "left": terms.most})
    return None


def _no_partner(state: State, player: Player) -> Refusal | None:
    if player not in state.line:
        return _about(Why.NOT_HERE)
    if player == state.line[0]:
        return _about(Why.IS_PLAYING)
    return None if state.partner is None else _about(Why.PARTNER_ALREADY)


def _about(why: Why) -> Refusal:
    return Refusal(why, SOCIAL, "player")


def _arranged(state: State, event: Event) -> State:
    match event:
        case Joined(player) | CameBack(player):
            resting = _without(state.resting, player)
            return replace(state, line=(*state.line, player), resting=resting)
        case SatOut(player):
            return replace(_gone(state, player), resting=(*state.resting, player))
        case Left(player):
            return replace(
                _gone(state, player),
                resting=_without(state.resting, player),
                stakes=_unnamed(state, player),
            )
        case StakeSet(player, amount):
            return replace(state, stakes=(*_unnamed(state, player), (player, amount)))
        case Partnered(player):
            return replace(state, partner=player)
        case Unpartnered():
            return replace(state, partner=None)
        case Dealt():
            return replace(state, in_play=True)
    return replace(state, in_play=False, over=True)


def _gone(state: State, player: Player) -> State:
    """A box that goes passes to the next in the line; a partnership ends with either of the two."""
    ends = player in (*state.line[:1], state.partner)
    return replace(
        state,
        line=_without(state.line, player),
        partner=None if ends else state.partner,
    )


def _without(players: tuple[Player, ...], player: Player) -> tuple[Player, ...]:
    return tuple(one for one in players if one != player)


def _unnamed(state: State, player: Player) -> tuple[tuple[Player, int], ...]:
    return tuple(one for one in state.stakes if one[0] != player)


def _paid(state: State, winner: Player) -> Transfers:
    box = state.line[0]
    played = [(player, stake(state, player)) for player in team(state)]
    half = sum(amount for _, amount in played) // 2
    partner = None if state.partner is None else member(state.partner)
    if winner != box:
        lost = given(member(box), played, Cause.GAME_WON)
        return lost + (moved(partner, member(box), half, Cause.PARTNER_SHARE) if partner else ())
    won = tuple(
        Transfer(member(player), member(box), amount, Cause.GAME_WON) for player, amount in played
    )
    return won + (moved(member(box), partner, half, Cause.PARTNER_SHARE) if partner else ())


def _rotated(state: State, winner: Player) -> State:
    """A captain who lost goes to the foot; so does a box that passes, to him who won."""
    box, captain = state.line[0], team(state)[0]
    others = _without(state.line[1:], captain)
    ended = replace(state, in_play=False)
    if winner == box:
        return replace(ended, line=(box, *others, captain))
    if state.terms.on_loss is OnLoss.BOX_STAYS:
        return ended
    return replace(ended, line=(captain, *others, box), partner=None)


def _counted(state: State, paid: Transfers) -> tuple[tuple[Player, int], ...]:
    won = Counter(dict(state.won))
    for one in paid:
        won[one.source.of] -= one.amount
        won[one.target.of] += one.amount
    return tuple(won.items())
