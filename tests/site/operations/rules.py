"""House rules, settings, and who may do what."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Scope
from tests.support.scene import Scene

from .kinds import Read, Write


def _version(scene: Scene) -> int:
    return Club.objects.get(pk=scene.house.club.pk).version


def _settings(scene: Scene) -> Mapping[str, Any]:
    return {
        "version": _version(scene),
        "name": "Cercle du Roi",
        "place": "Lyon",
        "public": True,
        "code": "britannica",
        "confirms": True,
        "names_shown": "initials",
        "shows_odds": True,
        "unit": "points",
    }


RULES: Mapping[str, Any] = {
    "name": "Ours",
    "base": "london",
    "options": {"lost_vole": "two_whatever_the_tricks", "gallery_may_point": "yes"},
}

READS: dict[str, Read] = {
    "clubs/{slug}/codes": Read("clubs/{slug}/codes", any_table=True),
    "clubs/{slug}/rules": Read("clubs/{slug}/rules", Act.SEE_CLUB),
    "clubs/{slug}/rules/{id}": Read("clubs/{slug}/rules/{rules}", Act.SEE_CLUB),
    "clubs/{slug}/settings": Read("clubs/{slug}/settings", Act.SET_CLUB, scope=Scope.MANAGE),
    "clubs/{slug}/log": Read("clubs/{slug}/log", Act.SEE_LOG),
    "clubs/{slug}/log.csv": Read("clubs/{slug}/log.csv", Act.SEE_LOG),
    "clubs/{slug}/rights": Read("clubs/{slug}/rights", any_table=True),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/rules": Write(
        "clubs/{slug}/rules", Act.SET_CLUB, lambda _: RULES, required=("name", "base")
    ),
    "clubs/{slug}/rules/{id}/retire": Write(
        "clubs/{slug}/rules/{rules}/retire",
        Act.SET_CLUB,
        lambda scene: {"version": _version(scene)},
        status=200,
        required=("version",),
    ),
    "clubs/{slug}/settings": Write(
        "clubs/{slug}/settings",
        Act.SET_CLUB,
        _settings,
        status=200,
        required=("version",),
        texts=("name", "place"),
    ),
}
