"""Explanations, trials and rulings as plain data."""

from typing import Any

from scoring.leagues.labels import standings
from scoring.leagues.models import Adjustment, TeamAdjustment
from scoring.leagues.selectors.standings.explaining import Made, Named, Parted, Told, Why
from scoring.leagues.selectors.standings.reading import Whole
from scoring.tables.table import Change, WhatIf


def why_plain(found: Why) -> dict[str, Any]:
    """But of which event."""
    return {
        "version": found.version,
        "player": named(found.player),
        "rank": found.rank,
        "points": found.points,
        "verdicts": [_verdict(one) for one in found.verdicts],
        "figures": [_figure(one) for one in found.figures],
        "sentences": standings.sentences(found),
    }


def named(one: Named) -> dict[str, Any]:
    return {"id": one.id, "name": one.name}


def _verdict(one: Parted) -> dict[str, Any]:
    return {
        "player": named(one.other),
        "above": one.is_above,
        "criterion": one.criterion,
        "figures": [_figure(told) for told in one.figures],
        "passed": [{"criterion": criterion, "worth": worth} for criterion, worth in one.passed],
        "sentences": standings.of_verdict(one),
    }


def _figure(one: Told) -> dict[str, Any]:
    return {
        "player": named(one.player),
        "criterion": one.criterion,
        "worth": one.worth,
        "parts": [
            {
                "kind": made.part.source,
                "figure": made.part.figure,
                "round": made.round,
                "day": made.day,
                "opponent": made.opponent and named(made.opponent),
                "score": made.part.score,
                "left_out": made.part.left_out,
                "reason": made.part.reason,
                "sentence": _sentence(made, one),
            }
            for made in one.parts
        ],
    }


def _sentence(made: Made, one: Told) -> str:
    return standings.made(made, one.criterion)


def changed_plain(whole: Whole, changed: WhatIf, names: dict[int, str]) -> dict[str, Any]:
    return {
        "season": whole.event,
        "version": whole.version,
        "results": changes_plain(changed, names),
    }


def changes_plain(changed: WhatIf, names: dict[int, str]) -> list[dict[str, Any]]:
    return [
        {"player": {"id": one.entrant, "name": names[one.entrant]}, **change_plain(one)}
        for one in changed.changes
    ]


def change_plain(one: Change) -> dict[str, Any]:
    return {
        "rank": one.rank,
        "rank_before": one.rank_before,
        "points": one.points,
        "points_before": one.points_before,
    }


def adjustment_plain(one: Adjustment, name: str) -> dict[str, Any]:
    player = {"id": one.player_id, "name": name}
    return {"season": one.event_id, "player": player, **ruling_plain(one)}


def ruling_plain(one: Adjustment | TeamAdjustment) -> dict[str, Any]:
    return {
        "id": one.pk,
        "points": one.points,
        "reason": one.reason,
        "on": one.on,
        "at": one.at,
        "ended_at": one.ended_at,
        "ended_reason": one.ended_reason,
    }
