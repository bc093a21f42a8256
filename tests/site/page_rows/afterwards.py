"""Results, and players' pages."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from tests.support.scene import Scene

from .kinds import Page


def _seen(scene: Scene) -> Mapping[str, Any]:
    scene.evening.refresh_from_db()
    return {"version": str(scene.evening.version)}


PAGES = {
    "evening_results": Page("evenings/{evening}/results/", Act.SEE_PUBLIC, any_table=True),
    "evening_results_csv": Page("evenings/{evening}/results.csv", Act.SEE_PUBLIC, any_table=True),
    "evening_letters": Page(
        "evenings/{evening}/results/letters/", Act.SIGN_OFF, sent=_seen, reads=False
    ),
    "player": Page("players/{player}/", Act.SEE_CLUB),
    "player_csv": Page("players/{player}/matches.csv", Act.SEE_CLUB),
}
