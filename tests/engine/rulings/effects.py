"""Rulings as they were taken, and what a hand comes to with them."""

from dataclasses import replace

from games.engine.codes import Code
from games.engine.marks import marks, record_refusal
from games.engine.records import Applied, HandRecord
from games.engine.seats import Seat
from tests.engine.people import ALICE, LONDON

from .table import I, take

Told = list[tuple[Seat, int, str]]
FALSE = take(I.FALSE_KING, "let_stand", ALICE, error_declared="no", adversary_held_king="no")
REVOKED = take(I.REVOKE, "play_again", ALICE, led_since="yes")
VOID = take(I.PACK_INCORRECT, "fresh_deal")
KEPT = take(
    I.WRONG_NUMBER,
    "complete",
    trump_turned="yes",
    whose_hand="non_dealer",
    elder_done="nothing",
    more_or_fewer="fewer",
)
ELDER_SHORT = take(I.ELDER_ASKED_TOO_FEW, "so_it_is")
DEALER_SHORT = take(I.DEALER_TOOK_TOO_FEW, "so_it_is", dealer_played="yes")
ABANDONED = take(I.ABANDONED, "mark_vole", ALICE, claimed="no", tricks_made="none")
AFTER_TWO = take(I.ABANDONED, "mark_point", ALICE, claimed="no", tricks_made="one_or_two")
AFTER_THREE = take(I.ABANDONED, "so_it_is", ALICE, claimed="no", tricks_made="three_or_more")


def ruled(record: HandRecord, *applied: Applied) -> HandRecord:
    return replace(record, rulings=applied)


def told(record: HandRecord, code: Code = LONDON) -> Told:
    assert record_refusal(code, record) is None
    return [(mark.seat, mark.points, mark.law) for mark in marks(code, record)]


def refused(record: HandRecord, code: Code = LONDON) -> tuple[str, str] | None:
    found = record_refusal(code, record)
    return (found.code, found.field) if found else None
