"""Fixtures of a season, who takes part, its divisions, and calendars."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Act, Scope
from scoring.leagues.models import Fixture
from tests.site.page_rows.planning import awarded, left
from tests.support.planned import free_day, season_version
from tests.support.scene import Scene

from .kinds import Read, Write

RUN, OPEN = Act.RUN_SEASON, Act.OPEN_SEASON
Body = Callable[[Scene], Mapping[str, Any]]


def _season(**sent: Any) -> Body:
    return lambda here: {**sent, "version": season_version(here.ids["planned"])}


def _fixture(**sent: Any) -> Body:
    return lambda here: {
        **sent,
        "version": Fixture.objects.get(pk=here.ids["fixture"]).version,
    }


READS: dict[str, Read] = {
    "clubs/{slug}/calendar": Read("clubs/{slug}/calendar", any_table=True),
    "clubs/{slug}/calendar.ics": Read("clubs/{slug}/calendar.ics", any_table=True),
    "clubs/{slug}/me/calendar": Read(
        "clubs/{slug}/me/calendar", Act.CHOOSE_OWN, scope=Scope.MANAGE
    ),
    "seasons/{id}/fixtures": Read("seasons/{planned}/fixtures"),
    "seasons/{id}/fixtures.csv": Read("seasons/{planned}/fixtures.csv"),
    "seasons/{id}/fixtures.ics": Read("seasons/{planned}/fixtures.ics"),
    "seasons/{id}/entrants": Read("seasons/{planned}/entrants"),
    "seasons/{id}/divisions": Read("seasons/{planned}/divisions"),
    "fixtures/{id}": Read("fixtures/{fixture}"),
    "players/{id}/next": Read("players/{player}/next", Act.SEE_CLUB),
    "evenings/{id}/fixtures": Read("evenings/{evening}/fixtures", Act.START_ANY, scope=Scope.ENTER),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/me/calendar": Write(
        "clubs/{slug}/me/calendar",
        Act.CHOOSE_OWN,
        lambda _: {"version": 0},
        required=("version",),
    ),
    "seasons/{id}/plan": Write(
        "seasons/{planned}/plan",
        RUN,
        lambda here: {
            "entrants": [here.house.players[name].pk for name in ("ann", "bob", "cyd")],
            "first": "2026-11-12",
            "double": True,
            "every": 7,
            "closed": [{"first": "2026-12-24", "last": "2027-01-02"}],
            "away": [
                {
                    "player": here.house.players["ann"].pk,
                    "first": "2026-11-26",
                    "last": "2026-11-26",
                }
            ],
            "tables": ["1", "2"],
            "version": season_version(here.ids["planned"]),
            "preview": False,
        },
        required=("entrants", "first", "version"),
        texts=("0",),
    ),
    "seasons/{id}/entrants": Write(
        "seasons/{planned}/entrants",
        RUN,
        lambda here: {
            "player": here.house.players["ann"].pk,
            "version": season_version(here.ids["planned"]),
        },
        required=("player", "version"),
    ),
    "seasons/{id}/withdrawals": Write(
        "seasons/{planned}/withdrawals",
        RUN,
        lambda here: {
            "player": here.house.players["cyd"].pk,
            "reason": "Moved away.",
            "version": season_version(here.ids["planned"]),
        },
        required=("player", "reason", "version"),
    ),
    "seasons/{id}/returns": Write(
        "seasons/{planned}/returns",
        RUN,
        lambda here: {
            "player": here.house.players["cyd"].pk,
            "version": season_version(here.ids["planned"]),
        },
        required=("player", "version"),
        before=left,
    ),
    "seasons/{id}/divisions": Write(
        "seasons/{planned}/divisions",
        OPEN,
        _season(division="Second", goes_up=1, goes_down=0),
        required=("division", "version"),
        texts=("division",),
    ),
    "seasons/{id}/division": Write(
        "seasons/{planned}/division",
        OPEN,
        _season(division="First", goes_up=0, goes_down=0),
        required=("division", "version"),
        texts=("division",),
    ),
    "seasons/{id}/next": Write(
        "seasons/{planned}/next",
        OPEN,
        lambda here: {
            "name": "Next",
            "starts_on": "2027-09-01",
            "ends_on": "2028-06-30",
            "newcomers": [here.house.players["ann"].pk],
            "withdrawn": [],
            "version": season_version(here.ids["planned"]),
        },
        required=("name", "starts_on", "ends_on", "version"),
    ),
    "fixtures/{id}/postpone": Write(
        "fixtures/{fixture}/postpone",
        RUN,
        lambda here: {
            **_fixture(reason="Ill.")(here),
            "day": free_day().isoformat(),
        },
        required=("day", "reason", "version"),
    ),
    "fixtures/{id}/result": Write(
        "fixtures/{fixture}/result",
        Act.ENTER_ANY,
        lambda _: {
            "played_on": timezone.localdate().isoformat(),
            "games": [{"home": 5, "away": 3}],
        },
        required=("played_on",),
        players_own=Act.ENTER_OWN,
        player="cyd",
    ),
    "fixtures/{id}/award": Write(
        "fixtures/{fixture}/award",
        RUN,
        _fixture(award="home", reason="Cyd came."),
        required=("award", "reason", "version"),
    ),
    "fixtures/{id}/award/back": Write(
        "fixtures/{fixture}/award/back",
        RUN,
        _fixture(),
        required=("version",),
        before=awarded,
    ),
    "evenings/{id}/fixtures": Write(
        "evenings/{evening}/fixtures",
        Act.START_ANY,
        lambda here: {
            "fixtures": [{"fixture": here.ids["fixture"], "table": int(here.path("{free_table}"))}]
        },
        required=("fixtures",),
    ),
}
