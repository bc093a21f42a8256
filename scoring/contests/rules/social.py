"""La chouette in its social form: the box alone against a team, each for their own stake.

The box sits against the captain, who is the first of the team. Whoever of the team is in a game
plays for their own stake against the box; a treble or double game counts single (art. 66). Nothing
lies on the table between games: who lost pays who won.
"""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import get_args

from games.engine.codes import Code, LoserGoesOut
from scoring.ledger.rules import (
    Cause,
    Player,
    Transfer,
    Transfers,
    member,
    transfer,
    transfers_to,
)

from .events import (
    AGREEMENT,
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    Refusal,
    SatOut,
    Why,
    require,
    without,
)
from .stakes import Stake, Stakes, total, without_player

REGULATION = "art. 65"
SOCIAL = "modern rotation"


class OnLoss(StrEnum):
    """What becomes of a box that loses. It stays: article 65, where only the player who faces the
    chouetteur changes. It passes to the captain, and the box goes to the foot: modern rotation."""

    BOX_STAYS = "box_stays"
    BOX_PASSES = "box_passes"


def on_loss_by(code: Code) -> OnLoss:
    """Unless something else is agreed. Where the loser of a game goes out, one who plays la
    chouette does not (EB 1911)."""
    stays = code.loser_goes_out.value is LoserGoesOut.UNLESS_CHOUETTE
    return OnLoss.BOX_STAYS if stays else OnLoss.BOX_PASSES


@dataclass(frozen=True, slots=True)
class Terms:
    """`stake`: of a game, for who has named none; `most`: what one may name. Both are by agreement,
    in the unit of the club."""

    stake: int = 1
    most: int = 1
    on_loss: OnLoss = OnLoss.BOX_PASSES


@dataclass(frozen=True, slots=True)
class StakeSet:
    """What the player plays for from the next game on. The box and the partner name what they will
    play for once they are of the team."""

    player: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Partnered:
    """From the next game on the player bears half of what the box wins and loses, and plays no
    stake against it. The box has consented."""

    player: Player


@dataclass(frozen=True, slots=True)
class Unpartnered:
    player: Player


OfPlayers = Joined | Left | SatOut | CameBack
Event = OfPlayers | StakeSet | Partnered | Unpartnered | Dealt | GameWon | Closed
_EVENTS: tuple[type, ...] = get_args(Event)


@dataclass(frozen=True, slots=True)
class State:
    """`line`: who is here, the box first; the partner keeps a place in it. `stakes` are those that
    were named; `won` is what each has won so far, below zero: lost, also of players who left."""

    terms: Terms
    line: tuple[Player, ...] = ()
    resting: tuple[Player, ...] = ()
    partner: Player | None = None
    stakes: Stakes = ()
    won: tuple[tuple[Player, int], ...] = ()
    in_play: bool = False
    over: bool = False

    @property
    def team_stakes(self) -> Stakes:
        return tuple(Stake(player, stake(self, player)) for player in team(self))


def terms_refusal(terms: Terms) -> Refusal | None:
    if terms.stake < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "stake", {"least": 1})
    if terms.most < terms.stake:
        return Refusal(Why.OVER_LIMIT, AGREEMENT, "stake", {"most": terms.most})
    return None


def begin(terms: Terms) -> State:
    """Nobody is here. Who joins first is the box, who joins next the captain.

    Raises: NotTakenError with what `terms_refusal` says.
    """
    require(terms_refusal(terms))
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
    passed over as long as the partnership lasts."""
    seated = seats(state) or ()
    return tuple(player for player in state.line if player not in seated)


def stake(state: State, player: Player) -> int:
    return dict(state.stakes).get(player, state.terms.stake)


def refusal(state: State, event: Event) -> Refusal | None:
    if not isinstance(event, _EVENTS):
        return Refusal(Why.NOT_AN_EVENT, SOCIAL)
    return _untimely(state, event) or _unfit(state, event)


def apply(state: State, event: Event) -> tuple[State, Transfers]:
    """What a game pays goes between the box and each of the team, in the order of the line.

    Of all that the box wins or loses in a game the partner then bears half, rounded down: the odd
    counter is the box's, to win and to lose. A box that passes ends the partnership.

    Raises: NotTakenError.
    """
    require(refusal(state, event))
    if isinstance(event, GameWon):
        paid = _payments(state, event.winner)
        won = Counter(dict(state.won))
        for one in paid:
            won[one.source.of] -= one.amount
            won[one.target.of] += one.amount
        return replace(_rotated(state, event.keeper), won=tuple(won.items())), paid
    return _changed(state, event), ()


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
            return None if player in (seats(state) or ()) else _of_player(Why.NOT_PLAYING)
        case StakeSet(player, amount):
            return _absent(state, player) or _amount_refusal(state.terms, amount)
        case Partnered(player):
            return _partner_refusal(state, player)
        case Unpartnered(player):
            return None if player == state.partner else _of_player(Why.NOT_PARTNER)
        case Joined(player):
            return None if _absent(state, player) else _of_player(Why.ALREADY_HERE)
    is_in_line = event.player in state.line
    if isinstance(event, CameBack) and is_in_line:
        return _of_player(Why.ALREADY_HERE)
    if isinstance(event, SatOut) and not is_in_line:
        return _of_player(Why.NOT_HERE)
    return _absent(state, event.player)


def _absent(state: State, player: Player) -> Refusal | None:
    return None if player in (*state.line, *state.resting) else _of_player(Why.NOT_HERE)


def _amount_refusal(terms: Terms, amount: int) -> Refusal | None:
    if amount < 1:
        return Refusal(Why.AMOUNT_IMPOSSIBLE, AGREEMENT, "amount", {"least": 1})
    if amount > terms.most:
        most = {"most": terms.most, "left": terms.most}
        return Refusal(Why.OVER_LIMIT, AGREEMENT, "amount", most)
    return None


def _partner_refusal(state: State, player: Player) -> Refusal | None:
    if player not in state.line:
        return _of_player(Why.NOT_HERE)
    if player == state.line[0]:
        return _of_player(Why.IS_PLAYING)
    return None if state.partner is None else _of_player(Why.PARTNER_ALREADY)


def _of_player(why: Why) -> Refusal:
    return Refusal(why, SOCIAL, "player")


def _changed(state: State, event: Event) -> State:
    match event:
        case Joined(player) | CameBack(player):
            resting = without(state.resting, player)
            return replace(state, line=(*state.line, player), resting=resting)
        case SatOut(player):
            return replace(_without_player(state, player), resting=(*state.resting, player))
        case Left(player):
            stakes = without_player(state.stakes, player)
            resting = without(state.resting, player)
            return replace(_without_player(state, player), resting=resting, stakes=stakes)
        case StakeSet(player, amount):
            stakes = (*without_player(state.stakes, player), Stake(player, amount))
            return replace(state, stakes=stakes)
        case Partnered(player):
            return replace(state, partner=player)
        case Unpartnered():
            return replace(state, partner=None)
        case Dealt():
            return replace(state, in_play=True)
    return replace(state, in_play=False, over=True)


def _without_player(state: State, player: Player) -> State:
    """A box that goes passes to the next in the line; a partnership ends with either of the two."""
    ends = player in (*state.line[:1], state.partner)
    partner = None if ends else state.partner
    return replace(state, line=without(state.line, player), partner=partner)


def _payments(state: State, winner: Player) -> Transfers:
    box, stakes = member(state.line[0]), state.team_stakes
    if winner == box.of:
        won = (Transfer(member(one), box, amount, Cause.GAME_WON) for one, amount in stakes)
        return *won, *_partner_share(state, total(stakes) // 2, to_partner=True)
    lost = transfers_to(box, stakes, Cause.GAME_WON)
    return *lost, *_partner_share(state, total(stakes) // 2, to_partner=False)


def _partner_share(state: State, half: int, *, to_partner: bool) -> Transfers:
    if state.partner is None:
        return ()
    box, partner = member(state.line[0]), member(state.partner)
    sides = (box, partner) if to_partner else (partner, box)
    return transfer(*sides, half, Cause.PARTNER_SHARE)


def _rotated(state: State, keeper: Player) -> State:
    """A captain who lost goes to the foot; so does a box that passes, to who won."""
    box, captain = state.line[0], team(state)[0]
    others = without(state.line[1:], captain)
    ended = replace(state, in_play=False)
    if keeper == box:
        return replace(ended, line=(box, *others, captain))
    if state.terms.on_loss is OnLoss.BOX_STAYS:
        return ended
    return replace(ended, line=(captain, *others, box), partner=None)
