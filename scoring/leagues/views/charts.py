"""A table as one looks at it: places and points over its rounds, form, each against each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core.charts import FOOT, NARROW, WIDE, Tick, day_label, ticks
from scoring.leagues.selectors.explanations import Course, Step, course, cross, forms
from scoring.leagues.selectors.standings import EventTable, names_of
from scoring.tables.history import Against, Outcome

from .standings import TableContext, table_context, table_page

HEIGHT, MARGIN = 260.0, 12.0
# Room for the figures at the left, for the numbers of the lines at the right.
LEFT, RIGHT = 36.0, 34.0
RULES_MOST = 6


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line, with the figure that it stands for."""

    y: float
    figure: int


@dataclass(frozen=True, slots=True)
class Line:
    """`line` for a polyline; `number`: by which it is known, from 1, at `end_y`."""

    number: int
    line: str
    dots: tuple[tuple[float, float], ...]
    end_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    rules: tuple[Rule, ...]
    ticks: tuple[Tick, ...] = ()
    width: float = WIDE
    left: float = LEFT
    height: float = HEIGHT + FOOT
    foot: float = HEIGHT + FOOT / 2

    @property
    def right(self) -> float:
        return self.width - RIGHT

    @property
    def label(self) -> float:
        return self.right + 8


def chart(
    courses: Sequence[Sequence[int]],
    steps: Sequence[str],
    *,
    least_first: bool = False,
    width: float = WIDE,
) -> Chart:
    """Each of the courses has a figure for every one of the `steps`, one at least.

    `least_first`: 1 is at the top, as a place is.
    """
    figures = [figure for own in courses for figure in own]
    low, high = min(figures), max(figures)
    if low == high:
        low, high = low - (0 if least_first else 1), high + 1
    unit = (HEIGHT - 2 * MARGIN) / (high - low)

    def y(figure: int) -> float:
        up = (figure - low) if least_first else (high - figure)
        return round(MARGIN + up * unit, 2)

    step = (width - LEFT - RIGHT) / max(len(steps) - 1, 1)
    xs = [round(LEFT + step * n, 2) for n in range(len(steps))]
    drawn = [tuple(zip(xs, map(y, own), strict=True)) for own in courses]
    ends = _apart([dots[-1][1] for dots in drawn])
    lines = (
        Line(number, " ".join(f"{x:g},{height:g}" for x, height in dots), dots, end)
        for number, (dots, end) in enumerate(zip(drawn, ends, strict=True), start=1)
    )
    # Whole figures at even distances.
    between = max(1, -(-(high - low) // RULES_MOST))
    rules = (Rule(y(figure), figure) for figure in range(low, high + 1, between))
    return Chart(tuple(lines), tuple(rules), ticks(xs, steps), width)


# Two numbers closer than this cannot be read, and a chart is never drawn smaller than it is.
APART = 15.0


def _apart(heights: Sequence[float]) -> list[float]:
    """The same, moved so far that none covers another, and none falls out at the bottom."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    found = dict(enumerate(heights))
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + APART)
    last = HEIGHT - 2
    for one in reversed(order):
        found[one] = min(found[one], last)
        last = found[one] - APART
    return [round(found[one], 2) for one in range(len(heights))]


DRAWN, SHOWN = 8, 24


@safe_page
def charts(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    return charts_page(request, table_context(request, slug, pk, of_teams=of_teams))


def charts_page(
    request: HttpRequest, found: TableContext, groups: Sequence[int] = ()
) -> HttpResponse:
    """`groups`: by their numbers, those whose charts may be looked at."""
    names = names_of(found.event_table, found.shown)
    shown = charts_context(found.event_table, names, found.own)
    return table_page(request, "charts", found, groups=groups, **shown)


def charts_context(
    event_table: EventTable, names: Mapping[int, str], own: int | None
) -> dict[str, Any]:
    """What `charts_body.html` shows; `own`: the line of the reader."""
    drawn, shown = _players(event_table, own, DRAWN), _players(event_table, own, SHOWN)
    over = course(event_table, drawn) if event_table.rounds else None
    return {
        "drawn": [names[player] for player in drawn],
        "charts": list(_charts(over, drawn, names)) if over else [],
        "steps": over.steps if over else [],
        "forms": _forms(event_table, shown, names),
        "cross": _cross(event_table, shown, names),
        "left_out": len(event_table.table.lines) - len(shown),
    }


def _players(event_table: EventTable, own: int | None, most: int) -> list[int]:
    """From the top, and the reader, whatever their place."""
    players = [line.entrant for line in event_table.table.lines]
    if own in players[most:]:
        return [*players[: most - 1], own]
    return players[:most]


def _charts(over: Course, drawn: Sequence[int], names: Mapping[int, str]) -> list[dict[str, Any]]:
    ways = (("places", _("Places"), over.places), ("points", _("Points"), over.points))
    return [
        {
            "key": key,
            "title": title,
            "by_width": [
                (
                    name,
                    chart(
                        [figures[pk] for pk in drawn],
                        [_step_label(step) for step in over.steps],
                        least_first=key == "places",
                        width=width,
                    ),
                )
                for name, width in (("wide", WIDE), ("narrow", NARROW))
            ],
            "rows": [{"name": names[pk], "figures": figures[pk]} for pk in drawn],
        }
        for key, title, figures in ways
    ]


def _step_label(step: Step) -> str:
    return day_label(step.day) if step.day else _("Round %(number)s") % {"number": step.round}


def _forms(
    event_table: EventTable, players: Sequence[int], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    letters = {
        Outcome.WON: (_("W"), pgettext("outcome", "Won"), "won"),
        Outcome.DRAWN: (_("D"), pgettext("outcome", "Drawn"), "drawn"),
        Outcome.LOST: (_("L"), pgettext("outcome", "Lost"), "lost"),
        Outcome.SAT_OUT: ("–", _("Did not play"), "out"),
    }
    last = forms(event_table, players)
    return [
        {"name": names[player], "last": [letters[one] for one in last[player]]}
        for player in players
    ]


def _cross(
    event_table: EventTable, players: Sequence[int], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    rows = cross(event_table, players)
    return [
        {"name": names[player], "number": number, "cells": [_cell(one) for one in row]}
        for number, (player, row) in enumerate(zip(players, rows, strict=True), start=1)
    ]


def _cell(one: Against | None) -> dict[str, str]:
    if one is None:
        return {"text": "", "style": "", "told": ""}
    style = "won" if one.won > one.lost else "lost" if one.lost > one.won else "drawn"
    told = _("%(won)s won, %(drawn)s drawn, %(lost)s lost") % _counts(one)
    return {"text": f"{one.games_for}–{one.games_against}", "style": style, "told": told}


def _counts(one: Against) -> dict[str, int]:
    return {"won": one.won, "drawn": one.drawn, "lost": one.lost}
