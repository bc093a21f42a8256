from ecarte_club.clubs.permissions import Act
from ecarte_club.clubs.services.member_import import plan
from ecarte_club.core.csv_files import packed
from tests.support.scene import Scene

from .kinds import Page

TEXT = "id,name\n,Eve\n"


def _import(scene: Scene) -> dict[str, str]:
    return {"packed": packed(TEXT), "seen": plan(scene.house.person("director"), TEXT).seen}


PAGES: dict[str, Page] = {
    "players_csv": Page("players/export.csv", Act.SEE_CLUB),
    "player_change": Page(
        "players/{other}/change/",
        Act.CHANGE_PLAYER,
        sent=lambda _: {"name": "Cydney", "left_on": "2026-11-01", "version": "0"},
    ),
    "player_merge": Page(
        "players/{player}/merge/?other={spare}",
        Act.MERGE_PLAYERS,
        sent=lambda scene: {"other": str(scene.spare.pk), "version": "0", "other_version": "0"},
    ),
    "merge_undo": Page(
        "players/{merged}/merges/{merge}/undo/", Act.MERGE_PLAYERS, sent=lambda _: {"version": "1"}
    ),
    "players_import": Page("players/import/", Act.ADD_PLAYER, sent=_import),
}
