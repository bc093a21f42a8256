"""The 51 laws, one by one: how far each goes, and what can go wrong by it."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.codes import EB, ENQUIRE, MODERN, Code

from .ids import Irregularity, Reach

_ALL = (EB, MODERN, ENQUIRE)


@dataclass(frozen=True, slots=True)
class LawEntry:
    """`also`: the other works that have this law, in their own words; `option`: as in a code.

    Without irregularities it says how the game goes, and not what follows when it goes wrong.
    """

    number: int
    reach: Reach
    irregularities: tuple[Irregularity, ...]
    also: tuple[str, ...] = ()
    option: str = ""

    def source(self, code: Code) -> str:
        """Where the code has it: London where its own text is silent."""
        law = f"law {self.number}"
        if self.option:
            source = code.options()[self.option].source
            if law not in source.split(", "):
                return source
        return code.text if code.text in self.also else law


def _conduct(
    number: int, *what: Irregularity, also: tuple[str, ...] = (), option: str = ""
) -> LawEntry:
    return LawEntry(number, Reach.CONDUCT, what, also, option)


def _hand(
    number: int, *what: Irregularity, also: tuple[str, ...] = (), option: str = ""
) -> LawEntry:
    return LawEntry(number, Reach.HAND, what, also, option)


def _deal(number: int, *what: Irregularity, also: tuple[str, ...] = ()) -> LawEntry:
    return _hand(number, *what, also=also, option="wrong_deal")


def _marks(
    number: int, *what: Irregularity, also: tuple[str, ...] = (), option: str = ""
) -> LawEntry:
    return LawEntry(number, Reach.MARKS, what, also, option)


_LAWS = (
    _conduct(1, Irregularity.SHUFFLE_DENIED, also=(ENQUIRE,)),
    _conduct(2, Irregularity.SHUFFLE_IMPROPER, also=(ENQUIRE,)),
    _conduct(3, Irregularity.CUT_TOO_THIN, also=(EB, ENQUIRE)),
    _conduct(4, Irregularity.EXPOSED_IN_CUT_FOR_DEAL),
    _conduct(5, Irregularity.SEATS_CHANGED, also=_ALL),
    _conduct(6, Irregularity.CUT_WITH_INCORRECT_PACK, also=(ENQUIRE,)),
    _conduct(7, Irregularity.EXPOSED_IN_CUT_TO_DEALER, also=(EB,), option="exposed_in_cutting"),
    _hand(8, Irregularity.WRONG_ORDER, also=_ALL),
    _deal(9, Irregularity.WRONG_NUMBER, Irregularity.WRONG_ORDER),
    _hand(10, also=_ALL),
    _deal(11, Irregularity.TURNED_SEVERAL),
    _deal(12, Irregularity.FACED_CARD_IN_DEAL),
    _deal(13, Irregularity.EXPOSED_IN_DEAL),
    _deal(14, Irregularity.DEALT_OUT_OF_TURN, Irregularity.DEALT_OTHER_PACK),
    _deal(15, Irregularity.WRONG_NUMBER),
    _deal(16, Irregularity.WRONG_NUMBER),
    _deal(17, Irregularity.WRONG_NUMBER),
    _deal(18, Irregularity.WRONG_NUMBER),
    _marks(19, Irregularity.WRONG_NUMBER, option="wrong_deal"),
    _deal(20, Irregularity.WRONG_NUMBER),
    _deal(21, Irregularity.WRONG_NUMBER),
    _marks(22, Irregularity.KING_TURNED_UNMARKED, also=_ALL),
    _marks(
        23,
        Irregularity.KING_ANNOUNCED_LATE,
        Irregularity.KING_MARKED_SILENTLY,
        option="king_held_until",
    ),
    _marks(24, Irregularity.KING_ANNOUNCED_LATE, option="king_held_until"),
    _marks(25, Irregularity.FALSE_KING, option="false_king"),
    _conduct(26, Irregularity.PROPOSAL_RETRACTED, also=(EB, ENQUIRE)),
    _conduct(27, Irregularity.ANSWER_RETRACTED, Irregularity.NUMBER_NOT_TOLD, also=(EB, ENQUIRE)),
    _conduct(28, Irregularity.DISCARD_LOOKED_AT, also=(EB, ENQUIRE)),
    _hand(29, Irregularity.ELDER_TOOK_TOO_MANY),
    _marks(30, Irregularity.ELDER_ASKED_TOO_FEW),
    _hand(31, Irregularity.ELDER_GIVEN_TOO_MANY),
    _hand(32, Irregularity.ELDER_GIVEN_TOO_FEW),
    _hand(33, Irregularity.DEALER_TOOK_TOO_MANY),
    _marks(34, Irregularity.DEALER_TOOK_TOO_FEW),
    _deal(35, Irregularity.FACED_CARD_IN_STOCK),
    _hand(36, Irregularity.EXPOSED_IN_GIVING, also=(EB,)),
    _hand(37, Irregularity.TURNED_AFTER_GIVING, also=(EB,)),
    _hand(38, Irregularity.STOCK_SHORT, also=(EB,)),
    _hand(39, Irregularity.LEAD_TAKEN_BACK, Irregularity.CARD_TAKEN_BACK, also=(EB,)),
    _deal(40, Irregularity.LED_OUT_OF_TURN, also=(EB,)),
    _hand(41, Irregularity.OTHER_SUIT_NAMED, also=(EB,)),
    _marks(42, Irregularity.ABANDONED, option="abandoned"),
    _marks(43, Irregularity.REVOKE, Irregularity.CARD_TAKEN_BACK, also=(EB,)),
    _conduct(44, Irregularity.NEW_CARDS),
    _hand(45, Irregularity.PACK_INCORRECT),
    _marks(46, also=_ALL),
    _marks(47, also=_ALL),
    _marks(48, also=_ALL),
    _marks(49, also=_ALL),
    _marks(50, Irregularity.MARK_OMITTED, option="score_amended"),
    _marks(51, Irregularity.OVERSCORED, option="score_amended"),
)
LAWS: Mapping[int, LawEntry] = {entry.number: entry for entry in _LAWS}
