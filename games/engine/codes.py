"""Codes of laws: their options, and the four codes, with where every option and rule comes from.

A citation is "law N" (the London laws), the name of a work, or "agreement" (what the players
settle between them and no source fixes). Several are joined by ", ". Where the text of a code
is silent on a rule, the citation is of the text it is taken from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Generic, TypeVar

from .refusals import Refusal, RefusalCode

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
    dealer's first card, until the dealer plays again."""
    FIRST_CARD_KING_INCLUDED = "first_card_king_included"
    """Before one's first card, or on playing it if it is the king."""
    FIRST_CARD_OR_KING_LED = "first_card_or_king_led"
    """Before one's first card; the king led to the first trick, until it is played to."""
    OPENING_LEAD = "opening_lead"
    FIRST_CARD = "first_card"


class FalseKing(StrEnum):
    """The king announced by a player who does not hold it."""

    ONE_LESS_UNLESS_ADVERSARY_HOLDS = "one_less_unless_adversary_holds"
    ONE_LESS = "one_less"


class WrongDeal(StrEnum):
    """What follows a wrong deal, a faced card, or a lead out of turn."""

    AS_EACH_LAW_SAYS = "as_each_law_says"
    NEW_DEAL = "new_deal"


class ExposedInCutting(StrEnum):
    """What follows when more than one card is exposed in cutting to the dealer."""

    NEW_CUT = "new_cut"
    NEW_DEAL = "new_deal"


class ScoreAmended(StrEnum):
    """Until when the players themselves may put a score right."""

    TRUMP_TURNED_OR_DURING_GAME = "trump_turned_or_during_game"
    """An omitted mark until the next trump is turned, an overscore during the game."""
    NEXT_DEAL = "next_deal"
    """Either, until the next hand is dealt."""


class Abandoned(StrEnum):
    POINT_OR_VOLE = "point_or_vole"
    """The adversary marks the vole if the player had no trick, else the point."""
    REMAINING_TRICKS = "remaining_tricks"
    """The adversary is deemed to win the remaining tricks."""


class LostVole(StrEnum):
    """A player who stood or refused loses all five tricks: two points, by one rule or another."""

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


class HighestCut(StrEnum):
    """What the player who cuts the highest card does."""

    DEALS = "deals"
    CHOOSES = "chooses"
    """Whether to deal, or to leave the deal to the other."""


LONDON_LAWS = "London laws"
EB = "EB 1911"
MODERN = "modern rules"
ENQUIRE = "Enquire Within"
FOSTER = "Foster"
AGREEMENT = "agreement"


def cited(*sources: str) -> str:
    """Their citations, each once."""
    return ", ".join(dict.fromkeys(one for source in sources for one in source.split(", ") if one))


class Rule(StrEnum):
    """What a mark, a game or a refusal rests on; the code says where it is written."""

    KING_TURNED = "king_turned"
    KING_HELD = "king_held"
    POINT = "point"
    VOLE = "vole"
    STOOD_AND_LOST = "stood_and_lost"
    REFUSED_AND_LOST = "refused_and_lost"
    STOOD_OR_REFUSED = "stood_or_refused"
    """Two for the point were noted, and not whether the other side stood or refused."""
    ABANDONED = "abandoned"
    AS_NOTED = "as_noted"
    """Points were noted, and not what they were for."""
    TURNED_BY_DEALER = "turned_by_dealer"
    ONE_KING = "one_king"
    FIVE_TRICKS = "five_tricks"
    ONE_WINS_THE_POINT = "one_wins_the_point"
    FIRST_PROPOSAL_ONLY = "first_proposal_only"
    THREE_AT_MOST = "three_at_most"
    GAME_IS_FIVE = "game_is_five"
    GAME_VALUE = "game_value"
    DEAL_PASSES = "deal_passes"
    RUBBER = "rubber"
    AGREED_GAMES = "agreed_games"
    OMITTED_MARK = "omitted_mark"
    OVERSCORE = "overscore"
    # the whole hand
    CUT_FOR_DEAL = "cut_for_deal"
    HIGHEST_CUT = "highest_cut"
    FIVE_TO_EACH = "five_to_each"
    """By three and two or by two and three."""
    ORDER_KEPT = "order_kept"
    """One way of the two during a game."""
    WHOLE_PACK = "whole_pack"
    PROPOSING = "proposing"
    ANSWERING = "answering"
    DISCARDING = "discarding"
    HOW_OFTEN = "how_often"
    DEALER_TOOK_NONE = "dealer_took_none"
    TAKES_ONE = "takes_one"
    STOCK_SHORT = "stock_short"
    KING_IN_TIME = "king_in_time"
    CARD_STAYS = "card_stays"
    PLAY_IN_TURN = "play_in_turn"
    FOLLOW_SUIT = "follow_suit"
    TAKE_THE_TRICK = "take_the_trick"


_BY_OPTION = {
    Rule.ABANDONED: "abandoned",
    Rule.GAME_VALUE: "game_value",
    Rule.CUT_FOR_DEAL: "cut_for_deal",
    Rule.HIGHEST_CUT: "highest_cut",
    Rule.HOW_OFTEN: "proposals",
    Rule.DEALER_TOOK_NONE: "propose_after_dealer_took_none",
    Rule.TAKES_ONE: "proposer_takes_one",
    Rule.KING_IN_TIME: "king_held_until",
    Rule.OMITTED_MARK: "score_amended",
    Rule.OVERSCORE: "score_amended",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """`text` is the work that is read first when something goes wrong, before the London laws.

    `written` gives the source of every rule that no option carries.
    """

    id: str
    text: str
    proposals: Option[Proposals]
    propose_after_dealer_took_none: Option[bool | None]
    """None: it cannot arise, there being one proposal."""
    proposer_takes_one: Option[bool]
    king_held_until: Option[KingUntil]
    false_king: Option[FalseKing]
    wrong_deal: Option[WrongDeal]
    exposed_in_cutting: Option[ExposedInCutting]
    score_amended: Option[ScoreAmended]
    abandoned: Option[Abandoned]
    lost_vole: Option[LostVole]
    gallery_may_point: Option[bool]
    loser_goes_out: Option[LoserGoesOut]
    game_value: Option[GameValue]
    cut_for_deal: Option[CutForDeal]
    highest_cut: Option[HighestCut]
    written: tuple[tuple[Rule, str], ...]

    def options(self) -> Mapping[str, Option[object]]:
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: option for name, option in pairs if isinstance(option, Option)}

    def source(self, *rules: Rule) -> str:
        """The citations of one rule, or of several that were applied together."""
        return cited(*map(self._source, rules))

    def refusal(
        self, which: RefusalCode, rule: Rule, field: str, /, **params: str | int
    ) -> Refusal:
        """By the rule, wherever this code has it."""
        return Refusal(which, self.source(rule), field, params)

    def _source(self, rule: Rule) -> str:
        """An option that rests on several laws does not hide the one that has this rule."""
        written = dict(self.written).get(rule, "")
        if rule not in _BY_OPTION:
            return written
        source = self.options()[_BY_OPTION[rule]].source
        return written if written in source.split(", ") else source


_LONDON_LAWS = (
    (Rule.KING_TURNED, "law 47"),
    (Rule.KING_HELD, "law 47"),
    (Rule.POINT, "law 48"),
    (Rule.VOLE, "law 48"),
    (Rule.STOOD_AND_LOST, "law 49"),
    (Rule.REFUSED_AND_LOST, "law 49"),
    (Rule.STOOD_OR_REFUSED, "law 49"),
    (Rule.AS_NOTED, "law 47, law 48, law 49"),
    (Rule.TURNED_BY_DEALER, "law 22"),
    (Rule.ONE_KING, "law 47"),
    (Rule.FIVE_TRICKS, "law 8"),
    (Rule.ONE_WINS_THE_POINT, "law 48"),
    (Rule.FIRST_PROPOSAL_ONLY, "law 49"),
    (Rule.THREE_AT_MOST, "law 47, law 48"),
    (Rule.GAME_IS_FIVE, "law 46"),
    (Rule.DEAL_PASSES, "law 14"),
    (Rule.RUBBER, ENQUIRE),
    (Rule.AGREED_GAMES, AGREEMENT),
    (Rule.OMITTED_MARK, "law 50"),
    (Rule.OVERSCORE, "law 51"),
    (Rule.FIVE_TO_EACH, "law 8"),
    (Rule.ORDER_KEPT, "law 8"),
    (Rule.WHOLE_PACK, "law 45"),
    (Rule.PROPOSING, "law 26"),
    (Rule.ANSWERING, "law 27"),
    (Rule.DISCARDING, "law 28"),
    (Rule.STOCK_SHORT, "law 38"),
    (Rule.CARD_STAYS, "law 39"),
    (Rule.PLAY_IN_TURN, "law 40"),
    (Rule.FOLLOW_SUIT, "law 43"),
    (Rule.TAKE_THE_TRICK, "law 43"),
)


def _written(work: str, elsewhere: Mapping[Rule, str]) -> tuple[tuple[Rule, str], ...]:
    """Every rule as in one work, but for those it does not have."""
    always = {
        Rule.RUBBER: ENQUIRE,
        Rule.AGREED_GAMES: AGREEMENT,
        Rule.OMITTED_MARK: "law 50",
        Rule.OVERSCORE: "law 51",
        Rule.WHOLE_PACK: "law 45",
    }
    sources = {**always, **elsewhere}
    return tuple((rule, sources.get(rule, work)) for rule, _ in _LONDON_LAWS)


_WRONG_DEALS = cited(*(f"law {number}" for number in (9, *range(11, 22), 35, 40)))

_LONDON = Code(
    id="london",
    text=LONDON_LAWS,
    proposals=Option(Proposals.AS_OFTEN_AS_HE_PLEASES, "law 26"),
    propose_after_dealer_took_none=Option(True, "law 26"),
    proposer_takes_one=Option(True, FOSTER),
    king_held_until=Option(KingUntil.FIRST_CARD_OR_KING_ANSWERED, "law 23, law 24"),
    false_king=Option(FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS, "law 25"),
    wrong_deal=Option(WrongDeal.AS_EACH_LAW_SAYS, _WRONG_DEALS),
    exposed_in_cutting=Option(ExposedInCutting.NEW_CUT, "law 7"),
    score_amended=Option(ScoreAmended.TRUMP_TURNED_OR_DURING_GAME, "law 50, law 51"),
    abandoned=Option(Abandoned.POINT_OR_VOLE, "law 42"),
    lost_vole=Option(LostVole.VOLE_UNAFFECTED, "law 49"),
    gallery_may_point=Option(False, EB),
    loser_goes_out=Option(LoserGoesOut.NO, EB),
    game_value=Option(GameValue.BY_AGREEMENT, "law 46"),
    cut_for_deal=Option(CutForDeal.AT_THE_START, "law 5"),
    highest_cut=Option(HighestCut.DEALS, "law 5"),
    written=_LONDON_LAWS,
)

_BRITANNICA = Code(
    id="britannica",
    text=EB,
    proposals=Option(Proposals.AS_OFTEN_AS_HE_PLEASES, EB),
    propose_after_dealer_took_none=Option(True, EB),
    proposer_takes_one=Option(True, FOSTER),
    king_held_until=Option(KingUntil.FIRST_CARD_KING_INCLUDED, EB),
    false_king=Option(FalseKing.ONE_LESS, EB),
    wrong_deal=Option(WrongDeal.AS_EACH_LAW_SAYS, cited(EB, _WRONG_DEALS)),
    exposed_in_cutting=Option(ExposedInCutting.NEW_CUT, EB),
    score_amended=Option(ScoreAmended.TRUMP_TURNED_OR_DURING_GAME, "law 50, law 51"),
    abandoned=Option(Abandoned.REMAINING_TRICKS, EB),
    lost_vole=Option(LostVole.TWO_WHATEVER_THE_TRICKS, EB),
    gallery_may_point=Option(True, EB),
    loser_goes_out=Option(LoserGoesOut.UNLESS_CHOUETTE, EB),
    game_value=Option(GameValue.SINGLE, EB),
    cut_for_deal=Option(CutForDeal.AT_THE_START, EB),
    highest_cut=Option(HighestCut.CHOOSES, EB),
    written=_written(EB, {Rule.DEAL_PASSES: "law 14"}),
)

_MODERN = Code(
    id="modern",
    text=MODERN,
    proposals=Option(Proposals.WHILE_DEALER_EXCHANGES, MODERN),
    propose_after_dealer_took_none=Option(False, MODERN),
    proposer_takes_one=Option(True, FOSTER),
    king_held_until=Option(KingUntil.OPENING_LEAD, MODERN),
    false_king=Option(FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS, "law 25"),
    wrong_deal=Option(WrongDeal.AS_EACH_LAW_SAYS, _WRONG_DEALS),
    exposed_in_cutting=Option(ExposedInCutting.NEW_CUT, "law 7"),
    score_amended=Option(ScoreAmended.TRUMP_TURNED_OR_DURING_GAME, "law 50, law 51"),
    abandoned=Option(Abandoned.REMAINING_TRICKS, EB),
    lost_vole=Option(LostVole.TWO_WHATEVER_THE_TRICKS, MODERN),
    gallery_may_point=Option(False, EB),
    loser_goes_out=Option(LoserGoesOut.NO, EB),
    game_value=Option(GameValue.SINGLE, MODERN),
    cut_for_deal=Option(CutForDeal.AT_THE_START, MODERN),
    highest_cut=Option(HighestCut.DEALS, "law 5"),
    written=_written(
        MODERN,
        {
            Rule.DEAL_PASSES: "law 14",
            Rule.ORDER_KEPT: "law 8",
            Rule.STOCK_SHORT: "law 38",
            Rule.CARD_STAYS: "law 39",
        },
    ),
)

_HOUSEHOLD = Code(
    id="household",
    text=ENQUIRE,
    proposals=Option(Proposals.ONE_SECOND_BY_AGREEMENT, ENQUIRE),
    propose_after_dealer_took_none=Option(None, ENQUIRE),
    proposer_takes_one=Option(True, FOSTER),
    king_held_until=Option(KingUntil.FIRST_CARD_OR_KING_LED, ENQUIRE),
    false_king=Option(FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS, "law 25"),
    wrong_deal=Option(WrongDeal.NEW_DEAL, ENQUIRE),
    exposed_in_cutting=Option(ExposedInCutting.NEW_DEAL, ENQUIRE),
    score_amended=Option(ScoreAmended.NEXT_DEAL, ENQUIRE),
    abandoned=Option(Abandoned.POINT_OR_VOLE, "law 42"),
    lost_vole=Option(LostVole.TWO_WHATEVER_THE_TRICKS, ENQUIRE),
    gallery_may_point=Option(False, EB),
    loser_goes_out=Option(LoserGoesOut.NO, EB),
    game_value=Option(GameValue.SINGLE, ENQUIRE),
    cut_for_deal=Option(CutForDeal.AT_EACH_RUBBER, ENQUIRE),
    highest_cut=Option(HighestCut.DEALS, ENQUIRE),
    written=_written(
        ENQUIRE,
        {
            Rule.STOCK_SHORT: "law 38",
            Rule.CARD_STAYS: "law 39",
        },
    ),
)

CODES: Mapping[str, Code] = {code.id: code for code in (_LONDON, _BRITANNICA, _MODERN, _HOUSEHOLD)}
DEFAULT_CODE = "london"
