"""A season as one looks at it: places and points over its rounds, form, each against each."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.people import context, faults_as_pages
from scoring.rules.standings.charts import Against, Outcome
from scoring.standings.drawing import chart
from scoring.standings.history import Course, course, cross, forms
from scoring.standings.lines import names_of

from .finding import Found, found_of

DRAWN, SHOWN = 8, 24


@require_safe
@faults_as_pages
def charts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    drawn, shown = _players(found, DRAWN), _players(found, SHOWN)
    names = names_of(found.whole, found.shown)
    over = course(found.whole, drawn) if found.whole.rounds else None
    shown_here: dict[str, Any] = {
        "season": found.season,
        "drawn": [names[player] for player in drawn],
        "charts": list(_charts(over, drawn, names)) if over else [],
        "steps": over.steps if over else [],
        "forms": _forms(found, shown, names),
        "cross": _cross(found, shown, names),
        "left_out": len(found.whole.table.lines) - len(shown),
        "tab": "club",
    }
    answer = context(found.season.event.club, found.person, **shown_here)
    return render(request, "scoring/season_charts.html", answer)


def _players(found: Found, most: int) -> list[int]:
    """From the top; and who looks at it, wherever he stands."""
    players = [line.entrant for line in found.whole.table.lines]
    own = found.person.player_id
    if own in players[most:]:
        return [*players[: most - 1], own]
    return players[:most]


def _charts(over: Course, drawn: Sequence[int], names: dict[int, str]) -> list[dict[str, Any]]:
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
    names: dict[int, str],
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


def _forms(found: Found, players: Sequence[int], names: dict[int, str]) -> list[dict[str, Any]]:
    letters = {
        Outcome.WON: (_("W"), _("won"), "won"),
        Outcome.DRAWN: (_("D"), _("drawn"), "drawn"),
        Outcome.LOST: (_("L"), _("lost"), "lost"),
        Outcome.SAT_OUT: ("–", _("sat out"), "out"),
    }
    last = forms(found.whole, players)
    return [
        {"name": names[player], "last": [letters[one] for one in last[player]]}
        for player in players
    ]


def _cross(found: Found, players: Sequence[int], names: dict[int, str]) -> list[dict[str, Any]]:
    rows = cross(found.whole, players)
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
