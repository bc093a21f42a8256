"""Tables online: what a player does, nobody does for them, whatever their office."""

from collections.abc import Mapping
from typing import Any

from ecarte_club.clubs.permissions import Act
from games.engine.seats import Seat
from games.online.selectors.tables import Play
from tests.support.distant import (
    chained,
    dealt,
    link_of,
    played_out,
    table_of,
    timed_out,
    value,
    waited_for,
)
from tests.support.scene import Scene

from .kinds import Read, Write

PLAYS, ANN = Act.PLAY_ONLINE, ("ann",)


def _nothing(_here: Scene) -> Mapping[str, Any]:
    return {}


def _act(here: Scene) -> Mapping[str, Any]:
    play = Play(table_of(here))
    is_elder = play.hand is None or "propose" in play.hand.view(Seat.A).legal
    return {"version": play.table.version, "act": "propose" if is_elder else "refuse"}


READS: dict[str, Read] = {
    "clubs/{slug}/online-tables": Read("clubs/{slug}/online-tables", any_table=True),
    "evenings/{id}/online-tables": Read("evenings/{evening}/online-tables", any_table=True),
    "online-tables/{id}": Read("online-tables/{online}"),
    "online-tables/{id}/transcript": Read("online-tables/{closed}/transcript"),
    "online-tables/{id}/notation": Read("online-tables/{closed}/notation"),
}
TABLE = "online-tables/{online}/"
WRITES: dict[str, Write] = {
    "clubs/{slug}/online-tables": Write(
        "clubs/{slug}/online-tables",
        PLAYS,
        lambda here: {"guest": here.spare.pk, "clock": "quick"},
        nullable=("guest", "event", "fixture", "terms"),
        only=("ann", "cyd"),
    ),
    "matches/{id}/online-table": Write(
        "matches/{empty}/online-table",
        Act.START_ANY,
        lambda _: {"clock": "quick"},
        own=PLAYS,
        himself=True,
    ),
    "online-tables/{id}/accept": Write(
        "online-tables/{invited}/accept", PLAYS, _nothing, only=("cyd",)
    ),
    "online-tables/{id}/withdraw": Write(
        "online-tables/{invited}/withdraw", PLAYS, _nothing, only=("ann", "cyd")
    ),
    "online-tables/{id}/chain": Write(
        f"{TABLE}chain",
        PLAYS,
        lambda _: {"end": value("ann", 1024)},
        required=("end",),
        texts=("end",),
        only=ANN,
    ),
    "online-tables/{id}/links": Write(
        f"{TABLE}links",
        PLAYS,
        lambda _: {"links": {"1": link_of("ann", 1)}},
        required=("links",),
        texts=("1",),
        before=chained,
        only=ANN,
    ),
    "online-tables/{id}/acts": Write(
        f"{TABLE}acts",
        PLAYS,
        _act,
        required=("version", "act"),
        texts=("act",),
        before=dealt,
        only=ANN,
    ),
    "online-tables/{id}/phrases": Write(
        f"{TABLE}phrases",
        PLAYS,
        lambda _: {"phrase": "thank_you"},
        required=("phrase",),
        only=ANN,
    ),
    "online-tables/{id}/claim": Write(f"{TABLE}claim", PLAYS, _nothing, before=timed_out, only=ANN),
    "online-tables/{id}/close": Write(
        f"{TABLE}close", Act.CORRECT, _nothing, own=PLAYS, himself=True
    ),
    "online-tables/{id}/rematch": Write(
        f"{TABLE}rematch", PLAYS, _nothing, before=played_out, only=ANN
    ),
    "online-tables/{id}/clock-stop": Write(
        f"{TABLE}clock-stop", Act.CORRECT, _nothing, before=waited_for
    ),
    "online-tables/{id}/clock-extension": Write(
        f"{TABLE}clock-extension",
        Act.CORRECT,
        lambda _: {"minutes": 5},
        required=("minutes",),
        before=waited_for,
    ),
    "online-tables/{id}/adjudication": Write(
        f"{TABLE}adjudication",
        Act.CORRECT,
        lambda _: {"winner": "a", "reason": "Bob went home."},
        required=("winner", "reason"),
        texts=("reason",),
    ),
    "online-tables/{id}/adjudication/preview": Write(
        f"{TABLE}adjudication/preview",
        Act.CORRECT,
        lambda _: {"winner": "a"},
        status=200,
        required=("winner",),
    ),
    "online-tables/{id}/hand-annulment": Write(
        f"{TABLE}hand-annulment",
        Act.CORRECT,
        lambda _: {"reason": "The cards were seen."},
        required=("reason",),
        texts=("reason",),
        before=dealt,
    ),
}
