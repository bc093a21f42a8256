"""Coming in at a table by its code, mending there, and the opponent's yes."""

from ecarte_club.clubs.permissions import Act
from tests.support.stages import finished, flagged

from .kinds import Page

TABLE = "evenings/{evening}/tables/{table}/"

PAGES: dict[str, Page] = {
    "table_door": Page("/t/", None),
    "table_code": Page("/t/{code}/", None, sent=lambda _: {"player": ""}),
    "table_wait": Page(f"{TABLE}wait/", Act.SEE_CLUB, own=Act.SEE_EVENING),
    "table_wait_now": Page(f"{TABLE}wait/now/", Act.SEE_CLUB, own=Act.SEE_EVENING),
    "table_card": Page(f"{TABLE}card/", Act.RUN_EVENING),
    "mend": Page(
        "matches/{match}/entries/{number}/mend/",
        Act.MEND_ANY,
        own=Act.MEND_OWN,
        sent=lambda _: {
            "version": "1",
            "king": "nobody",
            "opening": "exchanged",
            "tricks": "5-0",
            "turned": "no",
        },
    ),
    "confirm": Page(
        "matches/{match}/confirm/",
        Act.SEE_PUBLIC,
        own=Act.SEE_EVENING,
        sent=lambda _: {"game": "1", "number": "5"},
        write_act=Act.CONFIRM_ANY,
        write_own=Act.CONFIRM_OWN,
        before=finished,
    ),
    # Nothing is written: tests/site/test_typing.py asks who may.
    "pad_typing": Page(
        "matches/{match}/pad/typing/", Act.ENTER_ANY, own=Act.ENTER_OWN, reads=False
    ),
    "flag": Page(
        "matches/{match}/flag/",
        Act.FLAG_ANY,
        own=Act.FLAG_OWN,
        sent=lambda _: {"reason": "0", "words": "It was 5–3."},
    ),
    "flags": Page("flags/"),
    "flag_settle": Page(
        "flags/{flag}/settle/",
        Act.SETTLE_FLAG,
        sent=lambda _: {"answer": "It was 5–3 indeed."},
        reads=False,
        before=flagged,
    ),
}
