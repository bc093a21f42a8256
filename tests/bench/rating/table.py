"""Every way in every world, as a table; needs neither the site nor a database."""

from collections.abc import Mapping
from math import log
from statistics import mean

from tests.bench import report

from .clubs import WORLDS
from .foretelling import clubs, foretold, loss, true_chances
from .ways import ways


def show(sample: Mapping[str, float] | None = None) -> None:
    """`sample`: what each way comes to in the sample club, where there is one."""
    report.heading("Who wins a rubber: log-loss in nats, less is better")
    played = {world: clubs(world) for world in WORLDS}
    rows = [_row("a coin", [log(2)] * len(WORLDS), log(2))]
    for name, make in ways().items():
        losses = [mean(loss(foretold(make, club)) for club in played[world]) for world in WORLDS]
        rows.append(_row(name, losses, (sample or {}).get(name)))
    truth = [mean(loss(true_chances(club)) for club in played[world]) for world in WORLDS]
    rows.append(_row("the true chances", truth, None))
    report.table(("", *(f"{world} clubs" for world in WORLDS), "sample club"), rows)


def _row(name: str, losses: list[float], sampled: float | None) -> tuple[str, ...]:
    return (name, *(f"{one:.4f}" for one in losses), f"{sampled:.4f}" if sampled else "–")
