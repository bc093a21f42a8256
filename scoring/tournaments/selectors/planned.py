"""The plan of a tournament as the rules know it, and what of it would have to be another."""

from typing import Any

from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import OPTIONS, Kind, Plan, Stage


def plan_of(tournament: Tournament) -> Plan:
    stage = tournament.stage
    if stage.kind is not Kind.GROUPS:
        return Plan((stage,))
    tree = Stage(Kind.KNOCKOUT, third_place=stage.third_place, consolation=stage.consolation)
    return Plan((stage, tree))


def changes(tournament: Tournament, nearest: Plan | None) -> dict[str, Any]:
    """By the names under which they are asked for."""
    if nearest is None:
        return {}
    names = [option.name for option in OPTIONS if option.proposal]
    asked = plan_of(tournament)
    found = {
        name: getattr(mended, name)
        for stage, mended in zip(asked.stages, nearest.stages, strict=True)
        for name in names
        if getattr(mended, name) != getattr(stage, name)
    }
    return dict(sorted(found.items(), key=lambda one: names.index(one[0])))
