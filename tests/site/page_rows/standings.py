"""What is read of a table is as open as its season; who runs seasons rules in it."""

from ecarte_club.clubs.permissions import Act
from tests.support.fixed import ruled
from tests.support.scene import Scene

from .kinds import Page

SEASON = "seasons/{season}/"


def _ruling(here: Scene) -> dict[str, str]:
    ann = str(here.house.players["ann"].pk)
    return {"player": ann, "points": "-2", "reason": "came late", "do": "yes"}


PAGES: dict[str, Page] = {
    "standing_why": Page(f"{SEASON}standings/{{player}}/", Act.SEE_PUBLIC),
    "what_if": Page(f"{SEASON}what-if/", Act.SEE_PUBLIC),
    "outlook": Page(f"{SEASON}outlook/", Act.SEE_PUBLIC),
    "season_charts": Page(f"{SEASON}charts/", Act.SEE_PUBLIC),
    "adjustments": Page(
        f"{SEASON}adjustments/", Act.SEE_PUBLIC, sent=_ruling, write_act=Act.RUN_SEASON
    ),
    "adjustment_end": Page(
        f"{SEASON}adjustments/{{ruling}}/",
        Act.RUN_SEASON,
        sent=lambda _: {"reason": "a mistake"},
        reads=False,
        before=ruled,
    ),
    "embed_how": Page(f"{SEASON}embed/", Act.SEE_PUBLIC),
    "embed_script": Page("/embed/table.js", None),
    "embed_accent": Page("/embed/accent/1a523c.css", None),
}
