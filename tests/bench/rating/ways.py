"""Each way foretells who wins a rubber, then sees it. Settings were tuned on other clubs."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import exp, hypot, log, pi, sqrt
from typing import Any, Protocol, Self

from scoring.ratings.rules.skill import USUAL, Scale, Skill, chance, meet
from scoring.ratings.rules.spread import (
    FEWEST,
    GROWTH,
    MOST,
    Evidence,
    Result,
    learnt_scale,
    likeliest_scale,
    listed_scales,
)

from .clubs import Met, of_rubber

SAME = Scale(250_000, 20_000, 0, 250_000)
"""As every club had before its own was learnt."""


class Way(Protocol):
    def foretold(self, met: Met) -> float:
        """The chance that `met.a` wins the rubber; it is then taken in."""


class Ours:
    """The scale of the club is learnt when the site learns it, unless one is `fixed`."""

    def __init__(self, fixed: Scale | None = None) -> None:
        self.scale, self.due = fixed or USUAL, 0 if fixed else FEWEST
        self.skills: dict[int, Skill] = {}
        self.results: list[Result] = []
        self.evidence = {listed: Evidence(one) for listed, one in listed_scales().items()}
        self.seen = 0

    @classmethod
    def after(cls, rubbers: Sequence[Met], fixed: Scale | None = None) -> Self:
        """As `foretold` leaves it, with the scale learnt once only."""
        ours = cls(fixed)
        ours.results = [result_of(met) for met in rubbers]
        last = 0
        while 0 < ours.due <= len(rubbers):
            last, ours.due = ours.due, _due_after(ours.due)
        if last:
            ours.scale = learnt_scale(ours.results[:last])
        for result in ours.results:
            ours._learn(result)
        return ours

    def foretold(self, met: Met) -> float:
        found = chance(*(self._skill(player) for player in (met.a, met.b)))
        self.results.append(result_of(met))
        if len(self.results) == self.due:
            self.due = _due_after(self.due)
            self.scale, self.skills = self._learnt_scale(), {}
            for result in self.results:
                self._learn(result)
        else:
            self._learn(self.results[-1])
        return of_rubber(found)

    def _learnt_scale(self) -> Scale:
        """As of all results, of which only those since it was learnt last are new."""
        if len(self.results) > MOST:
            return learnt_scale(self.results)
        new, self.seen = self.results[self.seen :], len(self.results)
        likely = {listed: one.after(new) for listed, one in self.evidence.items()}
        return likeliest_scale(self.results, likely)

    def _skill(self, player: int) -> Skill:
        return self.skills.get(player, self.scale.newcomer)

    def _learn(self, result: Result) -> None:
        a, b = (self._skill(player) for player in result.players)
        after = meet(a, b, result.games, result.day, self.scale)
        self.skills.update(zip(result.players, after, strict=True))


def result_of(met: Met) -> Result:
    return Result(met.day, (met.a, met.b), (met.won, met.lost))


def _due_after(results: int) -> int:
    return results + max(FEWEST, results // GROWTH)


class Elo:
    """`step`: how many points of the usual scale one game, or rubber, moves at most."""

    def __init__(self, step: float, *, by_game: bool) -> None:
        self.points: dict[int, float] = {}
        self.step, self.by_game = step, by_game

    def foretold(self, met: Met) -> float:
        a, b = (self.points.get(player, 0.0) for player in (met.a, met.b))
        found = 1 / (1 + exp((b - a) * log(10) / 400))
        won, played = _counted(met, self.by_game)
        moved = self.step * (won - played * found)
        self.points[met.a], self.points[met.b] = a + moved, b - moved
        return of_rubber(found) if self.by_game else found


Kept = tuple[float, float, float]


class Glicko2:
    """Glickman's published steps, a rubber being a rating period of its games, or of itself."""

    SCALE = 173.7178

    def __init__(self, deviation: float, volatility: float, *, by_game: bool) -> None:
        self.first: Kept = (0.0, deviation / self.SCALE, volatility)
        self.tau, self.by_game = 0.3, by_game
        self.kept: dict[int, Kept] = {}

    def foretold(self, met: Met) -> float:
        a, b = (self._rested(self.kept.get(player, self.first)) for player in (met.a, met.b))
        found = 1 / (1 + exp(-_flat(hypot(a[1], b[1])) * (a[0] - b[0])))
        won, played = _counted(met, self.by_game)
        self.kept[met.a] = self._seen(a, b, won, played)
        self.kept[met.b] = self._seen(b, a, played - won, played)
        return of_rubber(found) if self.by_game else found

    def _rested(self, one: Kept) -> Kept:
        return one[0], min(self.first[1], hypot(one[1], one[2])), one[2]

    def _seen(self, own: Kept, other: Kept, won: int, played: int) -> Kept:
        flat = _flat(other[1])
        expected = 1 / (1 + exp(-flat * (own[0] - other[0])))
        push = flat * (won - played * expected)
        variance = 1 / (played * flat**2 * expected * (1 - expected))
        volatility = self._volatility(own, variance, variance * push)
        deviation = 1 / sqrt(1 / own[1] ** 2 + 1 / variance)
        return own[0] + deviation**2 * push, deviation, volatility

    def _volatility(self, own: Kept, variance: float, improved: float) -> float:
        start, square = log(own[2] ** 2), own[1] ** 2

        def off(x: float) -> float:
            spread = square + variance + exp(x)
            part = exp(x) * (improved**2 - spread) / (2 * spread**2)
            return part - (x - start) / self.tau**2

        low, high = start, start - self.tau
        if improved**2 > square + variance:
            high = log(improved**2 - square - variance)
        else:
            while off(high) < 0:
                high -= self.tau
        at_low, at_high = off(low), off(high)
        while abs(high - low) > 1e-6:
            middle = low + (low - high) * at_low / (at_high - at_low)
            at_middle = off(middle)
            low, at_low = (high, at_high) if at_middle * at_high <= 0 else (low, at_low / 2)
            high, at_high = middle, at_middle
        return exp(low / 2)


def _counted(met: Met, by_game: bool) -> tuple[int, int]:
    """Won by `a`, and played."""
    return (met.won, met.won + met.lost) if by_game else (int(met.won > met.lost), 1)


def _flat(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


class OpenSkill:
    """A model of openskill; `beta` and `tau` in units of its first sigma."""

    def __init__(self, model: Any, beta: float | None, tau: float, *, by_game: bool) -> None:
        sigma = 25 / 3
        self.model = model() if beta is None else model(beta=beta * sigma, tau=tau * sigma)
        self.kept: dict[int, Any] = {}
        self.by_game = by_game

    def foretold(self, met: Met) -> float:
        a, b = (self.kept.get(player) or self.model.rating() for player in (met.a, met.b))
        found = float(self.model.predict_win([[a], [b]])[0])
        for a_won in _games(met) if self.by_game else [met.won > met.lost]:
            if a_won:
                [[a], [b]] = self.model.rate([[a], [b]])
            else:
                [[b], [a]] = self.model.rate([[b], [a]])
        self.kept[met.a], self.kept[met.b] = a, b
        return of_rubber(found) if self.by_game else found


def _games(met: Met) -> list[bool]:
    """A possible order: turn by turn, then the rest."""
    level = min(met.won, met.lost)
    return [*([True, False] * level), *[met.won > met.lost] * abs(met.won - met.lost)]


def ways() -> Mapping[str, Callable[[], Way]]:
    """Those of openskill only where it is installed (`make bench-peers`)."""
    found: dict[str, Callable[[], Way]] = {
        "ours": Ours,
        "ours, one spread for all": lambda: Ours(SAME),
        "Glicko-2, by games": lambda: Glicko2(35, 0.02, by_game=True),
        "Glicko-2, by rubbers": lambda: Glicko2(70, 0.03, by_game=False),
        "Elo, by games": lambda: Elo(6, by_game=True),
        "Elo, by rubbers": lambda: Elo(12, by_game=False),
    }
    return {**found, **_openskill()}


def _openskill() -> dict[str, Callable[[], Way]]:
    try:
        models = import_module("openskill.models")
    except ImportError:
        return {}
    found: dict[str, Callable[[], Way]] = {}
    # Tuned for each: beta by games, beta and tau by rubbers.
    names = {
        "Plackett–Luce": (models.PlackettLuce, 3.0, 0.01),
        "Bradley–Terry full": (models.BradleyTerryFull, 3.0, 0.01),
        "Thurstone–Mosteller full": (models.ThurstoneMostellerFull, 4.0, 0.03),
    }
    for name, (model, beta, tau) in names.items():
        found[f"openskill {name}, as it comes"] = _way(model, None, 0, by_game=False)
        found[f"openskill {name}, by rubbers"] = _way(model, beta, tau, by_game=False)
        found[f"openskill {name}, by games"] = _way(model, 4.0, 0.01, by_game=True)
    return found


def _way(model: Any, beta: float | None, tau: float, *, by_game: bool) -> Callable[[], Way]:
    return lambda: OpenSkill(model, beta, tau, by_game=by_game)
