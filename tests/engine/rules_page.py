"""The tables of docs/rules.md, from the data. `python -m tests.engine.rules_page` prints them."""

from collections.abc import Iterable

from games.engine.codes import CODES, Option, Rule

HELD_BY = {
    Rule.KING_TURNED: "test_law_22_the_dealer_marks_the_king_turned",
    Rule.KING_HELD: "test_law_47_the_king_held_counts_one",
    Rule.POINT: "test_law_48_three_or_four_tricks_are_the_point",
    Rule.VOLE: "test_law_48_five_tricks_are_the_vole",
    Rule.STOOD_AND_LOST: "test_law_49_who_stands_and_fails_to_win_the_point_gives_two",
    Rule.REFUSED_AND_LOST: "test_law_49_who_refuses_and_fails_to_win_the_point_gives_two",
    Rule.STOOD_OR_REFUSED: "test_facts_tell_the_rule_of_a_noted_mark_where_they_can",
    Rule.ABANDONED: "test_law_42_abandoning_after_one_or_two_tricks_gives_the_point",
    Rule.AS_NOTED: "test_a_mark_without_a_kind_is_taken_apart_where_the_facts_allow",
    Rule.TURNED_BY_DEALER: "test_law_22_the_dealer_marks_the_king_turned",
    Rule.ONE_KING: "test_law_47_there_is_one_king_of_trumps",
    Rule.FIVE_TRICKS: "test_law_8_five_cards_make_five_tricks",
    Rule.ONE_WINS_THE_POINT: "test_marks_that_no_hand_makes",
    Rule.FIRST_PROPOSAL_ONLY: "test_law_49_a_point_of_two_after_an_exchange_is_refused",
    Rule.THREE_AT_MOST: "test_marks_that_no_hand_makes",
    Rule.GAME_IS_FIVE: "test_law_46_the_game_is_five_up_and_ends_at_the_mark_that_reaches_it",
    Rule.GAME_VALUE: "test_law_46_treble_double_single",
    Rule.DEAL_PASSES: "test_law_14_the_deal_passes_and_a_deal_out_of_turn_stands",
    Rule.RUBBER: "test_a_rubber_ends_when_one_side_has_more_than_half",
    Rule.AGREED_GAMES: "test_games_are_all_played_and_the_match_may_be_drawn",
    Rule.OMITTED_MARK: "test_law_50_a_mark_left_out_is_added_until_the_next_trump_is_turned",
    Rule.OVERSCORE: "test_law_51_too_much_is_taken_down_at_any_time_during_the_game",
    Rule.CUT_FOR_DEAL: "test_law_5_the_highest_card_deals",
    Rule.HIGHEST_CUT: "test_law_5_in_britannica_the_highest_card_chooses_who_deals",
    Rule.FIVE_TO_EACH: "test_law_8_five_cards_by_three_and_two_or_by_two_and_three",
    Rule.ORDER_KEPT: "test_law_8_a_dealer_keeps_his_order_during_the_game",
    Rule.WHOLE_PACK: "test_law_45_a_pack_has_thirty_two_cards",
    Rule.PROPOSING: "test_law_26_a_proposal_cannot_be_retracted",
    Rule.ANSWERING: "test_law_27_an_answer_cannot_be_retracted",
    Rule.DISCARDING: "test_law_28_one_discards_before_one_takes",
    Rule.HOW_OFTEN: "test_law_26_one_proposes_as_often_as_the_code_has_it",
    Rule.DEALER_TOOK_NONE: "test_whether_one_proposes_again_after_the_dealer_took_none",
    Rule.TAKES_ONE: "test_who_proposed_takes_at_least_one_card",
    Rule.STOCK_SHORT: "test_law_38_nobody_exchanges_more_cards_than_are_left",
    Rule.KING_IN_TIME: "test_law_23_the_king_is_announced_before_the_first_card",
    Rule.CARD_STAYS: "test_law_39_a_card_played_stays",
    Rule.PLAY_IN_TURN: "test_law_40_nobody_plays_out_of_turn",
    Rule.FOLLOW_SUIT: "test_law_43_the_second_player_follows_suit",
    Rule.TAKE_THE_TRICK: "test_law_43_the_second_player_takes_the_trick_if_he_can",
}


def options_table() -> str:
    names = next(iter(CODES.values())).options()
    rows = [
        [f"`{name}`", *(_said(code.options()[name]) for code in CODES.values())] for name in names
    ]
    return _table(["option", *CODES], rows)


def rules_table() -> str:
    rows = [
        [f"`{rule}`", *(code.source(rule) for code in CODES.values()), f"`{HELD_BY[rule]}`"]
        for rule in Rule
    ]
    return _table(["rule", *CODES, "test"], rows)


def _said(option: Option[object]) -> str:
    if isinstance(option.value, str):
        said = option.value.replace("_", " ")
    elif option.value is None:
        said = "does not arise"
    else:
        said = "yes" if option.value else "no"
    return f"{said} ({option.source})"


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    print(options_table(), rules_table(), sep="\n\n")
