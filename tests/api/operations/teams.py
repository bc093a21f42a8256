"""Teams of a season, and who plays for them."""

from ecarte_club.clubs.rights import Act
from scoring.models import Team
from tests.scene import Scene
from tests.site.page_rows.teams import DAY, cyd_came, season_version, team_version

from .kinds import Read, Write

RUN = Act.RUN_SEASON


def _cyd(here: Scene) -> dict[str, object]:
    return {
        "player": here.house.players["cyd"].pk,
        "on": DAY.isoformat(),
        "version": team_version(here),
    }


READS: dict[str, Read] = {
    "seasons/{id}/teams": Read("seasons/{teamed}/teams"),
    "seasons/{id}/teams.csv": Read("seasons/{teamed}/teams.csv"),
    "teams/{id}": Read("teams/{team}"),
}
WRITES: dict[str, Write] = {
    "seasons/{id}/teams": Write(
        "seasons/{teamed}/teams",
        RUN,
        lambda here: {
            "name": "Greens",
            "players": [here.house.players[name].pk for name in ("ann", "bob")],
            "captain": here.house.players["ann"].pk,
            "version": season_version(here),
        },
        required=("name", "players", "version"),
        nullable=("captain",),
    ),
    "teams/{id}": Write(
        "teams/{team}",
        RUN,
        lambda here: {
            "name": "Scarlets",
            "captain": Team.objects.get(pk=here.ids["team"]).captain_id,
            "version": team_version(here),
        },
        required=("name", "captain", "version"),
        nullable=("captain",),
    ),
    "teams/{id}/players": Write(
        "teams/{team}/players", RUN, _cyd, required=("player", "on", "version")
    ),
    "teams/{id}/leavers": Write(
        "teams/{team}/leavers", RUN, _cyd, required=("player", "on", "version"), before=cyd_came
    ),
}
