"""The plan of a tournament as the rules know it, and what of it would have to be another."""

from typing import Any

from scoring.models import Tournament
from scoring.rules.tournaments.plan import Plan


def plan_of(tournament: Tournament) -> Plan:
    return Plan((tournament.stage,))


def changes(tournament: Tournament, nearest: Plan | None) -> dict[str, Any]:
    """By the names under which they are asked for."""
    if nearest is None:
        return {}
    asked = plan_of(tournament)
    found = {
        name: getattr(mended, name)
        for stage, mended in zip(asked.stages, nearest.stages, strict=True)
        for name in FIELDS
        if getattr(mended, name) != getattr(stage, name)
    }
    return dict(sorted(found.items(), key=lambda one: FIELDS.index(one[0])))


FIELDS = ("groups", "first", "best", "seeds", "third_place", "consolation")
