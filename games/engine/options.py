"""What a code of laws can choose between, and an option: a value with its source."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Option(Generic[T_co]):
    """`source` is one citation or several joined by ", ", as in `codes.Code.source`."""

    value: T_co
    source: str


class Proposals(StrEnum):
    AS_OFTEN_AS_HE_PLEASES = "as_often_as_he_pleases"
    WHILE_DEALER_EXCHANGES = "while_dealer_exchanges"
    ONE_SECOND_BY_AGREEMENT = "one_second_by_agreement"


class KingUntil(StrEnum):
    """The last moment at which the king held may be announced."""

    FIRST_CARD_OR_KING_ANSWERED = "first_card_or_king_answered"
    """Before one's first card; the king led, until it is played to; the king as the
    dealer's first card, until he plays again."""
    FIRST_CARD_KING_INCLUDED = "first_card_king_included"
    """Before one's first card, or on playing it if it is the king."""
    OPENING_LEAD = "opening_lead"
    FIRST_CARD = "first_card"


class FalseKing(StrEnum):
    """The king announced by who does not hold it."""

    ONE_LESS_UNLESS_ADVERSARY_HOLDS = "one_less_unless_adversary_holds"
    ONE_LESS = "one_less"
    NOT_ALLOWED = "not_allowed"


class Abandoned(StrEnum):
    POINT_OR_VOLE = "point_or_vole"
    """The adversary marks the vole if the player had no trick, else the point."""
    REMAINING_TRICKS = "remaining_tricks"
    """The adversary is deemed to win the remaining tricks."""


class LostVole(StrEnum):
    """Who stood or refused loses all five tricks: two points either way, by another rule."""

    VOLE_UNAFFECTED = "vole_unaffected"
    TWO_WHATEVER_THE_TRICKS = "two_whatever_the_tricks"


class LoserGoesOut(StrEnum):
    NO = "no"
    UNLESS_CHOUETTE = "unless_chouette"


class GameValue(StrEnum):
    BY_AGREEMENT = "by_agreement"
    SINGLE = "single"


class CutForDeal(StrEnum):
    AT_THE_START = "at_the_start"
    AT_EACH_RUBBER = "at_each_rubber"
