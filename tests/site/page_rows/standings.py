"""What is read of a table is as open as its season; who runs seasons rules in it."""

from ecarte_club.clubs.permissions import Act
from scoring.leagues.models import Season
from tests.support.fixed import ruled
from tests.support.level import players_level, players_ranked
from tests.support.scene import Scene

from .kinds import Page

SEASON = "seasons/{season}/"


def _ruling(here: Scene) -> dict[str, str]:
    ann = str(here.house.players["ann"].pk)
    return {"player": ann, "points": "-2", "reason": "came late", "do": "yes"}


def _ranked(here: Scene) -> dict[str, str]:
    ann, bob = (here.house.players[name].pk for name in ("ann", "bob"))
    places = {f"place_{ann}": "2", f"place_{bob}": "1"}
    return {**places, "reason": "came early", "version": str(season_version(here)), "act": "do"}


def season_version(here: Scene) -> int:
    return Season.objects.get(pk=here.season.pk).version


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
    "manual_orders": Page(
        f"{SEASON}order/",
        Act.SEE_PUBLIC,
        sent=_ranked,
        write_act=Act.RUN_SEASON,
        before=players_level,
    ),
    "manual_order_end": Page(
        f"{SEASON}order/{{order}}/",
        Act.RUN_SEASON,
        sent=lambda _: {"reason": "a mistake"},
        reads=False,
        before=players_ranked,
    ),
    "embed_how": Page(f"{SEASON}embed/", Act.SEE_PUBLIC),
    "embed_script": Page("/embed/table.js", None),
    "embed_accent": Page("/embed/accent/1a523c.css", None),
}
