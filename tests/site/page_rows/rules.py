"""House rules, settings, and who may do what."""

from collections.abc import Mapping

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act
from tests.support.scene import Scene

from .kinds import Page


def version(scene: Scene) -> str:
    return str(Club.objects.get(pk=scene.house.club.pk).version)


def _settings(scene: Scene) -> Mapping[str, str]:
    return {
        "version": version(scene),
        "name": "Cercle du Roi",
        "place": "Lyon",
        "code": "britannica",
        "confirms": "on",
        "names_shown": "initials",
        "shows_odds": "on",
        "unit": "points",
    }


PAGES: dict[str, Page] = {
    "rules": Page("rules/"),
    "rules_new": Page(
        "rules/new/",
        Act.SET_CLUB,
        sent=lambda _: {"name": "Ours", "base": "modern", "options.lost_vole": "vole_unaffected"},
    ),
    "rules_code": Page("rules/code/household/", Act.SEE_PUBLIC, any_table=True),
    "rules_detail": Page("rules/{rules}/"),
    "rules_retire": Page(
        "rules/{rules}/retire/", Act.SET_CLUB, sent=lambda scene: {"version": version(scene)}
    ),
    "club_settings": Page("settings/", Act.SET_CLUB, sent=_settings),
    "log": Page("log/", Act.SEE_LOG),
    "log_csv": Page("log/csv/", Act.SEE_LOG),
    "rights": Page("rights/", Act.SEE_PUBLIC, any_table=True),
}
