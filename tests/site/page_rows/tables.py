"""Coming in at a table by its code."""

from ecarte_club.clubs.rights import Act

from .kinds import Page

TABLE = "evenings/{evening}/tables/{table}/"

PAGES: dict[str, Page] = {
    "table_door": Page("/t/", None),
    "table_code": Page("/t/{code}/", None, sent=lambda _: {"player": ""}),
    "table_wait": Page(f"{TABLE}wait/", Act.SEE_CLUB, own=Act.SEE_EVENING),
    "table_wait_now": Page(f"{TABLE}wait/now/", Act.SEE_CLUB, own=Act.SEE_EVENING),
    "table_card": Page(f"{TABLE}card/", Act.RUN_EVENING),
}
