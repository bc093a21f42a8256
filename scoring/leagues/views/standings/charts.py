"""A table as one looks at it: places and points over its rounds, form, each against each."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import context, faults_as_pages
from scoring.leagues.charts import chart
from scoring.leagues.selectors.explanations import Course, course, cross, forms
from scoring.leagues.selectors.standings import EventTable, names_of
from scoring.tables.charts import Against, Outcome

from .finding import Found, found_of

DRAWN, SHOWN = 8, 24


@require_safe
@faults_as_pages
def charts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return charts_page(request, found_of(request, slug, pk))


def charts_page(request: HttpRequest, found: Found, groups: Sequence[int] = ()) -> HttpResponse:
    """`groups`: by their numbers, those whose charts may be looked at."""
    seen = looked_at(
        found.event_table, names_of(found.event_table, found.shown), found.person.player_id
    )
    shown = {"found": found, "groups": groups, "tab": "club", **seen}
    return render(request, "leagues/charts.html", context(found.event.club, found.person, **shown))


def looked_at(event_table: EventTable, names: Mapping[int, str], own: int | None) -> dict[str, Any]:
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
    return [
        _chart("places", _("Places"), over, over.places, drawn, names, least_first=True),
        _chart("points", _("Points"), over, over.points, drawn, names, least_first=False),
    ]


def _chart(
    key: str,
    title: str,
    over: Course,
    figures: dict[int, Sequence[int]],
    drawn: Sequence[int],
    names: Mapping[int, str],
    *,
    least_first: bool,
) -> dict[str, Any]:
    rows = [{"name": names[player], "figures": figures[player]} for player in drawn]
    courses = [figures[player] for player in drawn]
    return {
        "key": key,
        "title": title,
        "chart": chart(courses, least_first=least_first),
        "rows": rows,
    }


def _forms(
    event_table: EventTable, players: Sequence[int], names: Mapping[int, str]
) -> list[dict[str, Any]]:
    letters = {
        Outcome.WON: (_("W"), _("won"), "won"),
        Outcome.DRAWN: (_("D"), _("A draw"), "drawn"),
        Outcome.LOST: (_("L"), _("lost"), "lost"),
        Outcome.SAT_OUT: ("–", _("did not play"), "out"),
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
    told = _("%(won)s won, %(drawn)s drawn, %(lost)s lost") % one_told(one)
    return {"text": f"{one.games_for}–{one.games_against}", "style": style, "told": told}


def one_told(one: Against) -> dict[str, int]:
    return {"won": one.won, "drawn": one.drawn, "lost": one.lost}
