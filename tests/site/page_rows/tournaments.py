"""Tournaments: `tournament` has nothing drawn, `played` is over, of `pooled` a pool is due."""

from ecarte_club.clubs.permissions import Act
from scoring.tournaments.models import Tournament
from tests.site.operations.tournaments import withdrawn
from tests.support import pooling, tourneys
from tests.support.level import swiss_level, swiss_ranked
from tests.support.scene import Scene

from .kinds import Page

ONE = "tournaments/{tournament}/"
PLAYED = "tournaments/{played}/"
POOLED = "tournaments/{pooled}/"
SEE, RUN = Act.SEE_PUBLIC, Act.RUN_SEASON


def _version(here: Scene) -> dict[str, str]:
    return {"version": str(Tournament.objects.get(pk=here.ids["tournament"]).version)}


def _seats(here: Scene) -> dict[str, str]:
    table = here.evening.tables.order_by("-pk")[0].pk
    return {"evening": str(here.evening.pk), f"table_{here.ids['pool']}": str(table)}


def _ranked(here: Scene) -> dict[str, str]:
    ann, bob = (here.house.players[name].pk for name in ("ann", "bob"))
    places = {f"place_{ann}": "2", f"place_{bob}": "1"}
    return {**places, **_version(here), "reason": "Bob sent a letter.", "act": "do"}


PAGES: dict[str, Page] = {
    "tournaments": Page("tournaments/", SEE, any_table=True),
    "tournament_new": Page(
        "tournaments/new/",
        RUN,
        sent=lambda _: {
            "name": "Cup",
            "kind": "swiss",
            "rounds": "3",
            "format": "one_game",
            "games": "1",
            "code": "london",
            "tie_break_1": "buchholz",
        },
    ),
    "tournament": Page(ONE, SEE),
    "tournament_now": Page(f"{ONE}now/", SEE),
    "tournament_why": Page(f"{ONE}standings/{{player}}/", SEE),
    "tournament_charts": Page(f"{ONE}charts/", SEE),
    "tournament_what_if": Page(f"{ONE}what-if/", SEE),
    "tournament_outlook": Page(f"{ONE}outlook/", SEE),
    "tournament_manual_orders": Page(
        f"{ONE}order/", SEE, sent=_ranked, write_act=RUN, before=swiss_level
    ),
    "tournament_manual_order_end": Page(
        f"{ONE}order/{{swiss_order}}/",
        RUN,
        sent=lambda _: {"reason": "A mistake."},
        reads=False,
        before=swiss_ranked,
    ),
    "tournament_people": Page(
        f"{ONE}entrants/", RUN, sent=lambda here: {"players": str(here.spare.pk)}
    ),
    "tournament_change": Page(
        f"{ONE}entrants/change/",
        RUN,
        sent=lambda here: {"do": "back", "player": str(here.house.players["ann"].pk)},
        reads=False,
        before=withdrawn,
    ),
    "tournament_withdraw": Page(f"{ONE}entrants/{{player}}/withdraw/", RUN, sent=lambda _: {}),
    "tournament_fix": Page(
        f"{ONE}fix/",
        RUN,
        sent=lambda here: {
            "player": str(here.house.players["ann"].pk),
            "other": str(here.house.players["bob"].pk),
            "reason": "They share a car",
            "act": "fix",
        },
    ),
    "tournament_release": Page(
        f"{ONE}fix/release/",
        RUN,
        sent=lambda here: {"player": str(here.house.players["ann"].pk)},
        reads=False,
        before=tourneys.fixed,
    ),
    "tournament_change_pairing": Page(
        f"{ONE}rounds/1/change/",
        RUN,
        sent=lambda here: {
            "change": "swap",
            "player": str(here.ids["seated"]),
            "other": str(here.ids["also_seated"]),
            "reason": "They share a car",
            "act": "change",
            **_version(here),
        },
        # Of a round that is drawn, as there is none in the scene.
        reads=False,
        before=tourneys.of_four,
    ),
    "tournament_change_pairing_back": Page(
        f"{ONE}rounds/1/change/back/",
        RUN,
        sent=_version,
        reads=False,
        before=tourneys.changed,
    ),
    "tournament_import": Page(
        f"{ONE}import/",
        RUN,
        sent=lambda _: {"content": tourneys.FILE, "act": "import"},
        before=tourneys.without_entrants,
    ),
    "tournament_importing": Page(f"{ONE}import/progress/", RUN, before=tourneys.importing),
    "tournament_importing_cancel": Page(
        f"{ONE}import/{{import}}/cancel/",
        RUN,
        sent=lambda _: {},
        reads=False,
        before=tourneys.importing,
    ),
    "tournament_draw": Page(f"{ONE}draw/", RUN, sent=_version, reads=False),
    "tournament_drawing": Page(f"{ONE}draw/progress/", RUN, before=tourneys.drawing),
    "tournament_drawing_cancel": Page(
        f"{ONE}draw/{{job}}/cancel/",
        RUN,
        sent=lambda _: {},
        reads=False,
        before=tourneys.drawing,
    ),
    "tournament_schedule": Page(f"{ONE}schedule/", RUN, sent=lambda _: {"at": "2099-01-01T20:00"}),
    "tournament_round": Page(f"{PLAYED}rounds/1/", SEE),
    "tournament_publish": Page(
        f"{ONE}rounds/1/publish/", RUN, sent=_version, reads=False, before=tourneys.drafted
    ),
    "tournament_take_back": Page(f"{PLAYED}rounds/1/take-back/", RUN),
    "tournament_start": Page(f"{PLAYED}rounds/1/start/", Act.START_ANY),
    "tournament_pools_start": Page(
        f"{POOLED}rounds/1/pools/",
        Act.RUN_CONTEST,
        sent=_seats,
        before=pooling.startable,
    ),
    "tournament_pool_award": Page(
        f"{POOLED}pools/{{pool}}/award/",
        RUN,
        sent=lambda _: {"winner": "0", "reason": "Nobody came"},
    ),
    "tournament_pool_award_back": Page(
        f"{POOLED}pools/{{pool}}/award/back/",
        RUN,
        sent=lambda _: {},
        reads=False,
        before=pooling.awarded,
    ),
    "tournament_play": Page(
        f"{ONE}meetings/{{meeting}}/play/",
        Act.START_ANY,
        Act.START_OWN,
        # The two of the scene play a match as well.
        sent=lambda _: {"seat_anyway": "on"},
        reads=False,
        before=tourneys.published,
    ),
    "tournament_start_back": Page(
        f"{ONE}meetings/{{meeting}}/play/back/",
        RUN,
        sent=lambda _: {},
        reads=False,
        before=tourneys.begun,
    ),
    "tournament_award": Page(f"{PLAYED}meetings/{{over}}/award/", RUN),
    "tournament_award_back": Page(
        f"{ONE}meetings/{{meeting}}/award/back/",
        RUN,
        sent=lambda _: {},
        reads=False,
        before=tourneys.awarded,
    ),
}
