"""What the engine will not take: a value that says which, by what law, and about which field."""

import dataclasses
from collections.abc import Mapping
from enum import StrEnum


class RefusalCode(StrEnum):
    """Every code a refusal of this engine can carry; none is ever renamed."""

    # the facts of a hand
    KING_MARKED_BY_BOTH = "king_marked_by_both"
    KING_MARKED_TWICE = "king_marked_twice"
    KING_TURNED_AND_HELD = "king_turned_and_held"
    KING_TURNED_BY_NON_DEALER = "king_turned_by_non_dealer"
    TRICKS_MISSING = "tricks_missing"
    TRICKS_NEGATIVE = "tricks_negative"
    TRICKS_TOO_FEW = "tricks_too_few"
    TRICKS_TOO_MANY = "tricks_too_many"
    OPENING_MISSING = "opening_missing"
    DEALER_UNKNOWN = "dealer_unknown"
    # marks that were noted
    MARK_IMPOSSIBLE = "mark_impossible"
    MARKS_EXCEED_THREE = "marks_exceed_three"
    TOO_MANY_MARKS = "too_many_marks"
    TRICKS_MARKED_BY_BOTH = "tricks_marked_by_both"
    TRICKS_MARKED_TWICE = "tricks_marked_twice"
    BONUS_AFTER_EXCHANGE = "bonus_after_exchange"
    MARKS_CONTRADICT_KINGS = "marks_contradict_kings"
    MARKS_CONTRADICT_TRICKS = "marks_contradict_tricks"
    MARKS_CONTRADICT_OPENING = "marks_contradict_opening"
    MARKS_CONTRADICT_DEALER = "marks_contradict_dealer"
    # games and matches
    GAME_NUMBER_IMPOSSIBLE = "game_number_impossible"
    EARLIER_GAME_UNFINISHED = "earlier_game_unfinished"
    GAME_HAS_HANDS = "game_has_hands"
    GAME_ALREADY_ENTERED = "game_already_entered"
    SCORE_IMPOSSIBLE = "score_impossible"
    GAMES_IMPOSSIBLE = "games_impossible"
    MATCH_HAS_ENTRIES = "match_has_entries"
    RUBBER_HAS_ENTRIES = "rubber_has_entries"
    MATCH_OVER = "match_over"
    # what the players may mend
    NOTHING_TO_MEND = "nothing_to_mend"
    OMISSION_TOO_LATE = "omission_too_late"
    OVERSCORE_TOO_LATE = "overscore_too_late"
    # what follows when something went wrong
    IRREGULARITY_UNKNOWN = "irregularity_unknown"
    FACT_UNKNOWN = "fact_unknown"
    FACT_ANSWER_UNKNOWN = "fact_answer_unknown"
    FACTS_CONTRADICT = "facts_contradict"
    FACT_MISSING = "fact_missing"
    CHOICE_NOT_OPEN = "choice_not_open"
    RULING_LAW_CONTRADICTS = "ruling_law_contradicts"
    OFFENDER_MISSING = "offender_missing"
    OFFENDER_CONTRADICTS = "offender_contradicts"
    TRICKS_CONTRADICT_RULING = "tricks_contradict_ruling"
    ABANDONING_CONTRADICTS_RULING = "abandoning_contradicts_ruling"
    MARKS_CONTRADICT_RULING = "marks_contradict_ruling"
    OPENING_CONTRADICTS_RULING = "opening_contradicts_ruling"
    KINGS_CONTRADICT_RULING = "kings_contradict_ruling"
    # the terms of a match
    GAMES_OUT_OF_RANGE = "games_out_of_range"
    RUBBER_NOT_ODD = "rubber_not_odd"
    RUBBERS_IMPOSSIBLE = "rubbers_impossible"
    GAME_VALUE_NOT_IN_CODE = "game_value_not_in_code"
    RUBBER_BONUS_NEGATIVE = "rubber_bonus_negative"
    # house rules
    OPTION_UNKNOWN = "option_unknown"
    OPTION_VALUE_UNKNOWN = "option_value_unknown"
    PROPOSALS_CONTRADICT = "proposals_contradict"
    # the whole hand
    NOT_AN_ACTION = "not_an_action"
    CUT_DUE = "cut_due"
    CUT_IMPOSSIBLE = "cut_impossible"
    DEALER_DUE = "dealer_due"
    DEAL_DUE = "deal_due"
    PACK_INCORRECT = "pack_incorrect"
    ORDER_UNKNOWN = "order_unknown"
    ORDER_CHANGED = "order_changed"
    PROPOSAL_DUE = "proposal_due"
    ANSWER_DUE = "answer_due"
    DISCARD_DUE = "discard_due"
    CARD_DUE = "card_due"
    TALK_OVER = "talk_over"
    GAME_OVER = "game_over"
    HAND_NOT_OVER = "hand_not_over"
    OUT_OF_TURN = "out_of_turn"
    NO_MORE_PROPOSALS = "no_more_proposals"
    STOCK_EMPTY = "stock_empty"
    STOCK_SHORT = "stock_short"
    STOCK_ENOUGH = "stock_enough"
    TAKE_ONE = "take_one"
    CARD_NOT_HELD = "card_not_held"
    CARD_PLAYED = "card_played"
    FOLLOW_SUIT = "follow_suit"
    TAKE_THE_TRICK = "take_the_trick"
    MUST_TRUMP = "must_trump"
    KING_NOT_TURNED = "king_not_turned"
    KING_NOT_HELD = "king_not_held"
    KING_TOO_EARLY = "king_too_early"
    KING_TOO_LATE = "king_too_late"
    KING_ALREADY_MARKED = "king_already_marked"


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """`law` is a citation as the code's sources have it; `field` names what must be mended."""

    code: str
    law: str
    field: str
    params: Mapping[str, str | int] = dataclasses.field(default_factory=dict, hash=False)


class RefusalError(Exception):
    """`index`: the place of the refused entry, when a list of entries was replayed."""

    def __init__(self, refusal: Refusal, index: int | None = None) -> None:
        super().__init__(refusal, index)
        self.refusal = refusal
        self.index = index
