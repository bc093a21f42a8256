"""The post-mortem of a hand, short enough to be stored."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.hand.state import Action
from games.engine.notation.evaluation import HandResult
from games.engine.robots.advice import Option
from games.engine.robots.review import MISTAKE, Decision, OpenCards, Summary, review
from games.engine.robots.tables import Tables
from games.engine.seats import Seat

from .replay import moments


class Judgement(NamedTuple):
    """Of one decision. `place`: of what was done among the actions of the hand. `moment`: the step
    of the replay in which it was taken. `needed`: the least
    chance of the point with which to play the cards as they are. `hint`: the id of the printed one
    about it; `printed`: what that says to do."""

    seat: Seat
    place: int
    moment: int
    done: Option
    best: Option
    needed: float | None
    hint: str
    printed: Action | None
    open_cards: OpenCards | None

    @property
    def cost(self) -> float:
        """In chances to win the game."""
        return max(self.best.chance - self.done.chance, 0.0)

    @property
    def is_mistake(self) -> bool:
        return self.cost >= MISTAKE

    @property
    def lost_tricks(self) -> int:
        """With all cards seen."""
        return self.open_cards.made - self.open_cards.after if self.open_cards else 0


def judgements(result: HandResult, tables: Tables) -> tuple[Judgement, ...]:
    """Of a hand whose cards are all known."""
    begun, state = result.begun, result.state
    if begun is None or state is None:
        raise ValueError("Not every card of this hand is known.")
    frames = moments(result.hand)
    decisions = review([(begun, state.hand_log)], tables)
    return tuple(_judgement(decision, frames[decision.place]) for decision in decisions)


def _judgement(decision: Decision, moment: int) -> Judgement:
    reason = decision.advice.reason
    return Judgement(
        decision.seat,
        decision.place,
        moment,
        decision.done,
        decision.best,
        reason.needed,
        reason.hint.id if reason.hint else "",
        reason.printed,
        decision.open_cards,
    )


def summary(judged: Iterable[Judgement], seat: Seat) -> Summary:
    own = [one for one in judged if one.seat is seat]
    costs = [one.cost for one in own if one.is_mistake]
    return Summary(len(own), len(costs), sum(costs))
