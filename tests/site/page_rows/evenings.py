import json

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act
from games.evenings.models import Attendance, Evening
from tests.support.scene import Scene

from .kinds import Page


def came(scene: Scene, player: Player) -> str:
    """The id of a player who is here and free."""
    Attendance.objects.get_or_create(
        evening=scene.evening, player=player, defaults={"came_at": scene.evening.opened_at}
    )
    return str(player.pk)


def _arrival(scene: Scene) -> dict[str, object]:
    fields = {"id": str(scene.house.players["cyd"].pk)}
    return {"key": "arrival", "kind": "present", "version": 0, "fields": fields}


PAGES: dict[str, Page] = {
    "evenings": Page("evenings/", Act.SEE_PUBLIC, any_table=True),
    "evenings_csv": Page("evenings.csv", Act.SEE_PUBLIC, any_table=True),
    "evening": Page("evenings/{evening}/", Act.SEE_PUBLIC, any_table=True),
    "evening_now": Page("evenings/{evening}/now/", Act.SEE_PUBLIC, any_table=True),
    "evening_new": Page(
        "evenings/new/",
        Act.RUN_EVENING,
        sent=lambda _: {"held_on": "2026-11-27", "name": "Cup", "tables": "3", "public": "on"},
    ),
    "evening_edit": Page(
        "evenings/{evening}/change/",
        Act.RUN_EVENING,
        sent=lambda _: {"held_on": "2026-11-21", "name": "Cup", "public": "on"},
    ),
    "evening_attendance": Page(
        "evenings/{evening}/attendance/",
        Act.MARK_PRESENT,
        sent=lambda scene: {"present": f"{scene.house.players['cyd'].pk}:a-tap"},
    ),
    "attendance_now": Page("evenings/{evening}/attendance/now/", Act.MARK_PRESENT),
    "evening_results_enter": Page(
        "evenings/{evening}/results/enter/",
        Act.ENTER_ANY,
        sent=lambda scene: {f"fixture-{scene.ids['fixture']}-result": "5-3"},
    ),
    "evening_outbox": Page(
        "evenings/{evening}/outbox/",
        Act.MARK_PRESENT,
        sent=lambda scene: {"actions": json.dumps([_arrival(scene)])},
    ),
    "evening_go": Page(
        "evenings/{evening}/go/",
        Act.MARK_PRESENT,
        sent=lambda scene: {"player": str(scene.house.players["ann"].pk)},
        reads=False,
    ),
    "walk_in": Page(
        "evenings/{evening}/walk-in/",
        Act.ADD_PLAYER,
        sent=lambda _: {"name": "Dora"},
        reads=False,
    ),
    "evening_tables": Page(
        "evenings/{evening}/tables/", Act.RUN_EVENING, sent=lambda _: {"name": "Window"}
    ),
    "table_settings": Page(
        "evenings/{evening}/tables/{table}/",
        Act.RUN_EVENING,
        sent=lambda _: {"code_number": "1"},
    ),
    "table_rename": Page(
        "evenings/{evening}/tables/{free_table}/rename/",
        Act.RUN_EVENING,
        sent=lambda _: {"table": "Window"},
        reads=False,
    ),
    "table_start": Page(
        "evenings/{evening}/tables/{table}/start/",
        Act.START_ANY,
        sent=lambda scene: {
            "player_a": str(scene.house.players["cyd"].pk),
            "player_b": str(scene.spare.pk),
            "event": str(scene.season.pk),
            "first_dealer": "",
        },
    ),
    "wall": Page("evenings/{evening}/wall/", Act.SEE_PUBLIC, any_table=True),
    "wall_now": Page("evenings/{evening}/wall/now/", Act.SEE_PUBLIC, any_table=True),
    "sign_off": Page(
        "evenings/{evening}/sign-off/",
        Act.SIGN_OFF,
        sent=lambda scene: {"version": str(Evening.objects.get(pk=scene.evening.pk).version)},
    ),
    "pairings": Page(
        "evenings/{evening}/pairings/",
        Act.START_ANY,
        sent=lambda scene: {
            "rows": "1",
            "use_0": "on",
            "table_0": scene.path("{free_table}"),
            "player_a_0": came(scene, scene.house.players["cyd"]),
            "player_b_0": came(scene, scene.spare),
            "event": str(scene.season.pk),
        },
    ),
}
