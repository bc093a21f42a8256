"""What the pad's script scores by when there is no network, written out by the engine itself.

A king and the tricks are marked each for itself, so there are two tables: `kings` by the king and
the dealer, `tricks` by the dealer, the play and the tricks. An answer is the code of a refusal, or
what is marked.
"""

from dataclasses import replace
from typing import Final

from .codes import CODES, Code, CutForDeal, LostVole, Option
from .facts import Mark, dealer_of
from .marks import marks, record_refusal
from .records import TRICKS_IN_A_HAND, HandRecord, King, KingHow, Opening, Tricks
from .refusals import Refusal, RefusalCode
from .seats import Seat
from .terms import GAME_IS

NOBODY: Final = "nobody"
KINGS: Final = {f"{seat}-{how}": King(seat, how) for how in KingHow for seat in Seat}
# The pad offers no king that was marked last.
OFFERED: Final = {name: king for name, king in KINGS.items() if king.how is not KingHow.TURNED_LATE}
UNKNOWN: Final = "-"
Table = dict[str, object]


def tables() -> Table:
    """Of all codes of laws, as plain values."""
    return {
        "gameIs": GAME_IS,
        "kings": _kings(),
        "tricks": {vole.value: _tricks(_code(vole)) for vole in LostVole},
        "codes": {name: options(code) for name, code in CODES.items()},
    }


def options(code: Code) -> Table:
    """Those options of a code, or of a club's own rules, that decide what the pad scores."""
    return {
        "lostVole": code.lost_vole.value.value,
        "cutsEachRubber": code.cut_for_deal.value is CutForDeal.AT_EACH_RUBBER,
    }


def mark_name(mark: Mark) -> str:
    """What it rests on: of a mark for tricks also whether they are a vole."""
    return f"{mark.rule.value}.{mark.kind.value}" if mark.kind else mark.rule.value


def every_mark(code: Code) -> list[Mark]:
    """Each that the pad can come to, once, for seat A as it is before a game is cut at five."""
    records = [HandRecord(dealer, None, (king,)) for king in OFFERED.values() for dealer in Seat]
    records += [
        HandRecord(dealer, opening, (), made)
        for dealer in Seat
        for opening in Opening
        for made in _every_trick()
        if made
    ]
    found = {
        mark_name(mark): mark
        for record in records
        if record_refusal(code, record) is None
        for mark in marks(code, record)
    }
    return [replace(mark, seat=Seat.A) for mark in found.values()]


def every_refusal(code: Code) -> list[Refusal]:
    """Each that the pad can come to, once."""
    stood = HandRecord(opening=Opening.STOOD, tricks=Tricks(3, 2))
    records = [HandRecord(), stood, replace(stood, opening=None)]
    records += [HandRecord(Seat.A, kings=(King(Seat.B, KingHow.TURNED),))]
    refused = (record_refusal(code, record) for record in records)
    return [one for one in refused if one is not None]


def _code(vole: LostVole) -> Code:
    """Nothing else of a code decides what the tricks count."""
    london = CODES["london"]
    return replace(london, lost_vole=Option(vole, london.lost_vole.source))


def _every_trick() -> list[Tricks | None]:
    return [None, *(Tricks(a, TRICKS_IN_A_HAND - a) for a in range(TRICKS_IN_A_HAND + 1))]


def _kings() -> Table:
    """By the king, then the dealer: a refusal, or who deals, who marks and the mark."""
    code, found = CODES["london"], {}
    for name, king in {NOBODY: None, **OFFERED}.items():
        rows: Table = {}
        for dealer in (None, *Seat):
            record = HandRecord(dealer, kings=(king,) if king else ())
            refused = record_refusal(code, record)
            if refused is not None and refused.code != RefusalCode.TRICKS_MISSING:
                rows[dealer or UNKNOWN] = refused.code
                continue
            deals = dealer_of(record) or UNKNOWN
            made = [_mark_row(mark) for mark in marks(code, record)] if king else []
            rows[dealer or UNKNOWN] = [deals, made]
        found[name] = rows
    return dict(found)


def _tricks(code: Code) -> Table:
    """By the dealer, the play and the tricks: a refusal, or the marks."""
    found: Table = {}
    for dealer in (None, *Seat):
        for opening in (None, *Opening):
            for made in _every_trick():
                record = HandRecord(dealer, opening, (), made)
                refused = record_refusal(code, record)
                named = f"{made.a}-{made.b}" if made else UNKNOWN
                key = f"{dealer or UNKNOWN} {opening or UNKNOWN} {named}"
                found[key] = (
                    refused.code if refused else [_mark_row(mark) for mark in marks(code, record)]
                )
    return found


def _mark_row(mark: Mark) -> list[object]:
    return [mark.seat.value, mark.points, mark_name(mark)]
