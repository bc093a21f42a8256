from ecarte_club.clubs.rights import Act

from .kinds import Page

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
}
