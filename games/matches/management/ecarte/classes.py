"""`manage.py ecarte classes`: what it costs to bid alike hands alike."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from django.core.management.base import CommandError

from games.engine.cards import PACK, Card
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Say, State
from games.engine.hand.views import view
from games.engine.robots import strong
from games.engine.robots.advice import Advice, advice
from games.engine.robots.duel import Figures, figures
from games.engine.robots.seeing import Sight, remembered
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.matches.selectors.robots import robot_tables

HELP = "What first bids by the classes of the tables give away, and those of the strong robot."
DEALS, SEED = 2_000, 1
ELDER, DEALER = Seat.A, Seat.B
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} Each hand is weighed on its own, against bidding by the tables: what
    the best bid wins more, in points a hand at nothing all.""",
}


class Loss(NamedTuple):
    """Of one deal, in chances of the game: of bids by the tables alone, and of the strong robot."""

    classes: float
    strong: float


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--deals", type=int, default=DEALS, help=f"else {DEALS:,}")
    parser.add_argument("--seed", type=int, default=SEED, help=f"else {SEED}")


def output(options: Mapping[str, Any]) -> str:
    if options["deals"] < 2:
        raise CommandError("Give 2 deals or more.")
    tables, random = robot_tables(), Random(options["seed"])  # noqa: S311 - a sample, no secret
    losses: dict[Seat, list[Loss]] = {seat: [] for seat in Seat}
    for _deal in range(options["deals"]):
        for seat, loss in _losses(tuple(random.sample(PACK, len(PACK))), tables):
            losses[seat].append(loss)
    point = value_of_a_point(tables)
    rows = ["| bids | non-dealer | dealer |", "| --- | ---: | ---: |"]
    for place, name in enumerate(("by classes", "strong")):
        both = (figures(loss[place] / point for loss in losses[seat]) for seat in (ELDER, DEALER))
        rows.append(f"| {name} | {' | '.join(map(_cell, both))} |")
    return "\n".join(rows)


def value_of_a_point(tables: Tables) -> float:
    """In chances of the game, at nothing all: half of what one more has over one less."""
    return (tables.chances[1][0] - tables.chances[0][1]) / 2


def _losses(pack: tuple[Card, ...], tables: Tables) -> Iterator[tuple[Seat, Loss]]:
    state, _ = apply(begin(CODES[DEFAULT_CODE], dealer=DEALER), Deal(pack))
    stands, loss = _loss(state, ELDER, tables)
    yield ELDER, loss
    state, _ = apply(state, Say.PROPOSE)
    _refuses, loss = _loss(state, DEALER, tables)
    yield DEALER, Loss(*((1 - stands) * part for part in loss))


def _loss(state: State, seat: Seat, tables: Tables) -> tuple[float, Loss]:
    """And how often the tables play the hand as it is."""
    seen = view(state, seat)
    often = strong.frequency(Sight(seen, remembered([seen])), tables)
    advised = advice(seen, remembered([seen]), tables)
    assert advised is not None  # noqa: S101 - it is to bid
    classes = often * _given_away(advised, Say.STAND, Say.REFUSE)
    classes += (1 - often) * _given_away(advised, Say.PROPOSE, Say.ACCEPT)
    is_mixed = strong.is_close(advised, strong.CLOSE)
    return often, Loss(classes, classes if is_mixed else 0.0)


def _given_away(advised: Advice, *actions: Action) -> float:
    return next(
        advised.best.chance - option.chance
        for option in advised.options
        if option.action in actions
    )


def _cell(of: Figures) -> str:
    return f"{of.points:.4f} ± {of.error:.4f}"
