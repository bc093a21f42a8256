"""Every citation of the codes, against what the cited text says of that very point.

The words were looked up in the printed texts, one by one; what is not in this table is not cited.
"""

import pytest

from games.engine import club_rules
from games.engine.codes import CODES, Code, Rule
from games.engine.marks import marks

from .people import ALICE, REFUSED, STOOD, hand

EB, MODERN, ENQUIRE, FOSTER = "EB 1911", "modern rules", "Enquire Within", "Foster"

LAWS = {
    "law 5": "the player who cuts the highest ecarte card deals",
    "law 7": "if in cutting to the dealer a card be exposed, there must be a fresh cut",
    "law 8": "must give five cards to his adversary and five to himself",
    "law 9": "do not adhere to the order of distribution first selected",
    "law 11": "if the dealer turn up more than one card",
    "law 12": "a faced card be discovered in the pack",
    "law 13": "if he expose any of his adversary's cards",
    "law 14": "if a player deal out of his turn",
    "law 15": "that the non-dealer has more than five cards",
    "law 16": "that the non-dealer has less than five cards",
    "law 17": "that he has dealt himself more than five cards",
    "law 18": "that the dealer has less than five cards",
    "law 19": "the dealer cannot mark the king turned up",
    "law 20": "if the non-dealer play without taking cards",
    "law 21": "if the dealer play without taking cards",
    "law 22": "if a king be turned up, the dealer is entitled to mark it",
    "law 23": "he must announce it before playing his first card",
    "law 24": "it may be announced at any time prior to its being played to",
    "law 25": "if a player, not holding the king, announce it",
    "law 26": "as often as he pleases",
    "law 27": "having accepted or refused, cannot retract",
    "law 28": "before taking cards, must put his discard face downward",
    "law 35": "if a faced card be found in the stock after discarding",
    "law 38": "when there are not sufficient cards left in the stock",
    "law 39": "a card led in turn cannot be taken up again",
    "law 40": "if a card be led out of turn",
    "law 42": "if a player abandon his hand when he has not made a trick",
    "law 43": "if a player renounce when he holds a card of the suit led",
    "law 45": "if a pack be discovered to be incorrect",
    "law 46": "the game is five up. by agreement, the game may count a treble",
    "law 47": "holding the king of trumps in his hand, is entitled to mark one",
    "law 48": "a player winning the vole is entitled to mark two",
    "law 49": "if the dealer refuse the first proposal, and fail to win the point",
    "law 50": "if a player omit to mark his score, he may rectify the omission",
    "law 51": "an admitted overscore can be taken down at any time during the game",
}

# What each text says of an option or a rule; for the London laws, by which number.
OPTIONS: dict[str, dict[str, str]] = {
    "proposals": {
        "law 26": LAWS["law 26"],
        EB: "similarly a second proposal may be made, and so on",
        MODERN: "this continues until someone elects to play, or the deck is exhausted",
        ENQUIRE: "sometimes a second discard is allowed",
    },
    "propose_after_dealer_took_none": {
        "law 26": LAWS["law 26"],
        EB: "until one player is satisfied",
        MODERN: "if the dealer exchanges any cards, the opponent has the option",
        ENQUIRE: "but that must be by previous agreement",
    },
    "proposer_takes_one": {FOSTER: "the proposer must take at least one card"},
    "king_held_until": {
        "law 23": LAWS["law 23"],
        "law 24": LAWS["law 24"],
        EB: "or if that card be the king, on playing it",
        MODERN: "cannot be claimed once a card has been led",
        ENQUIRE: "if played in the first trick, it must be announced before it is played to",
    },
    "false_king": {
        "law 25": LAWS["law 25"],
        EB: "he scores one less than he wins",
    },
    "wrong_deal": {
        **{f"law {number}": LAWS[f"law {number}"] for number in (*range(11, 22), 9, 35, 40)},
        EB: "card led out of turn may be taken up prior to its being played to",
        ENQUIRE: "an incorrect deal, playing out of turn, or a faced card, necessitates a new deal",
    },
    "exposed_in_cutting": {
        "law 7": LAWS["law 7"],
        EB: "card exposed in cutting, fresh cut",
        ENQUIRE: "when more than one card is exposed in cutting, there must be a new deal",
    },
    "score_amended": {
        "law 50": LAWS["law 50"],
        "law 51": LAWS["law 51"],
        ENQUIRE: "may be amended without penalty before the cards are dealt",
    },
    "abandoned": {
        "law 42": LAWS["law 42"],
        EB: "adversary is deemed to win remaining tricks",
    },
    "lost_vole": {
        "law 49": "the score for the vole being unaffected",
        EB: "but no more even if he wins the vole",
        MODERN: "regardless of how many tricks they take",
        ENQUIRE: "his adversary marks two points",
    },
    "gallery_may_point": {EB: "may advise the players, but only by pointing"},
    "loser_goes_out": {EB: "unless the loser is playing la chouette"},
    "game_value": {
        "law 46": LAWS["law 46"],
        EB: "the game is five up",
        MODERN: "a game is played over several hands to 5 points",
        ENQUIRE: "the player who first marks five points, wins",
    },
    "cut_for_deal": {
        "law 5": LAWS["law 5"],
        EB: "the players cut for deal, the highest having the choice",
        MODERN: "players cut to deal",
        ENQUIRE: "it is usual to cut for deal at the end of each rubber",
    },
    "highest_cut": {
        "law 5": LAWS["law 5"],
        EB: "the players cut for deal, the highest having the choice",
        ENQUIRE: "the highest ecarte card cut secures the deal",
    },
}
TURNED, HELD, POINT, VOLE, LOST = (
    {"law 47", EB, MODERN, ENQUIRE},
    {"law 47", EB, MODERN, ENQUIRE},
    {"law 48", EB, MODERN, ENQUIRE},
    {"law 48", EB, MODERN, ENQUIRE},
    {"law 49", EB, MODERN, ENQUIRE},
)
RULES: dict[Rule, set[str]] = {
    Rule.KING_TURNED: TURNED,
    Rule.KING_HELD: HELD,
    Rule.POINT: POINT,
    Rule.VOLE: VOLE,
    Rule.STOOD_AND_LOST: LOST,
    Rule.REFUSED_AND_LOST: LOST,
    Rule.STOOD_OR_REFUSED: LOST,
    Rule.ABANDONED: set(OPTIONS["abandoned"]),
    Rule.AS_NOTED: {"law 47", "law 48", "law 49", EB, MODERN, ENQUIRE},
    # "The king turned up must be marked by the dealer" (viii).
    Rule.TURNED_BY_DEALER: {"law 22", EB, MODERN, ENQUIRE},
    Rule.ONE_KING: HELD,
    Rule.FIVE_TRICKS: {"law 8", EB, MODERN, ENQUIRE},
    Rule.ONE_WINS_THE_POINT: POINT,
    # "the dealer who refuses the first proposal" (xiv)
    Rule.FIRST_PROPOSAL_ONLY: LOST,
    Rule.THREE_AT_MOST: {"law 47", "law 48", EB, MODERN, ENQUIRE},
    Rule.GAME_IS_FIVE: {"law 46", EB, MODERN, ENQUIRE},
    Rule.GAME_VALUE: set(OPTIONS["game_value"]),
    # "The deal is taken alternately": the Britannica and the modern page are silent, so London.
    Rule.DEAL_PASSES: {"law 14", ENQUIRE},
    Rule.RUBBER: {ENQUIRE},
    Rule.AGREED_GAMES: {"agreement"},
    Rule.OMITTED_MARK: {"law 50", ENQUIRE},
    Rule.OVERSCORE: {"law 51", ENQUIRE},
    Rule.CUT_FOR_DEAL: set(OPTIONS["cut_for_deal"]),
    Rule.HIGHEST_CUT: set(OPTIONS["highest_cut"]),
    Rule.FIVE_TO_EACH: {"law 8", EB, MODERN, ENQUIRE},
    # "in batches of 2 and 3": the modern page does not say that it must stay so.
    Rule.ORDER_KEPT: {"law 8", EB, ENQUIRE},
    Rule.WHOLE_PACK: {"law 45"},
    Rule.PROPOSING: {"law 26", EB, MODERN, ENQUIRE},
    Rule.ANSWERING: {"law 27", EB, MODERN, ENQUIRE},
    Rule.DISCARDING: {"law 28", EB, MODERN, ENQUIRE},
    Rule.HOW_OFTEN: set(OPTIONS["proposals"]),
    Rule.DEALER_TOOK_NONE: set(OPTIONS["propose_after_dealer_took_none"]),
    Rule.TAKES_ONE: {FOSTER},
    Rule.STOCK_SHORT: {"law 38", EB},
    Rule.KING_IN_TIME: set(OPTIONS["king_held_until"]),
    Rule.CARD_STAYS: {"law 39", EB},
    Rule.PLAY_IN_TURN: {"law 40", EB, MODERN, ENQUIRE},
    Rule.FOLLOW_SUIT: {"law 43", EB, MODERN, ENQUIRE},
    Rule.TAKE_THE_TRICK: {"law 43", EB, MODERN, ENQUIRE},
}
HOME = {"london": "law", "britannica": EB, "modern": MODERN, "household": ENQUIRE}
ALSO_CITED = {
    # What the laws of the clubs leave to others: who stands round the table, and Foster's rule.
    "london": {EB, FOSTER, ENQUIRE, "agreement"},
    "britannica": {FOSTER, ENQUIRE, "agreement", "law 14", "law 45", "law 50", "law 51"}
    | set(OPTIONS["wrong_deal"]),
    "modern": {
        *(EB, FOSTER, ENQUIRE, "agreement"),
        *("law 5", "law 7", "law 8", "law 25", "law 38", "law 39", "law 45", "law 50", "law 51"),
        *OPTIONS["wrong_deal"],
    },
    "household": {
        *(EB, FOSTER, "agreement"),
        *("law 25", "law 38", "law 39", "law 42", "law 45"),
    },
}
each_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES)


def cited(source: str) -> set[str]:
    return set(source.split(", "))


def test_the_table_asks_about_everything() -> None:
    assert set(OPTIONS) == set(club_rules.OPTIONS)
    assert set(RULES) == set(Rule)


@each_code
def test_an_option_is_cited_from_a_text_that_speaks_of_it(code: Code) -> None:
    for name, option in code.options().items():
        assert cited(option.source) <= set(OPTIONS[name]), name


@each_code
def test_where_a_code_is_silent_it_is_londons_rule(code: Code) -> None:
    """Not that of a third work. The modern page has the Britannica's on a hand that is abandoned,
    by decision."""
    london = CODES["london"]
    for rule in set(Rule) - {Rule.ABANDONED}:
        source = code.source(rule)
        assert HOME[code.id] in source or source == london.source(rule), rule


@each_code
def test_a_rule_is_cited_from_a_text_that_speaks_of_it(code: Code) -> None:
    for rule, texts in RULES.items():
        assert cited(code.source(rule)) <= texts, rule


@each_code
def test_a_code_cites_its_own_text_wherever_that_speaks(code: Code) -> None:
    """Where another is cited, its own has nothing to cite; but for what a code does not have."""
    home = HOME[code.id]
    for rule, texts in RULES.items():
        found = cited(code.source(rule))
        own = {one for one in texts if one.partition(" ")[0] == "law"} if home == "law" else {home}
        if texts & own and rule not in (Rule.RUBBER, Rule.AGREED_GAMES):
            assert found <= own, (rule, found)
    strange = {
        one
        for rule in Rule
        for one in cited(code.source(rule))
        if one != home and not (home == "law" and one.startswith("law "))
    }
    strange |= {
        one
        for option in code.options().values()
        for one in cited(option.source)
        if one != home and not (home == "law" and one.startswith("law "))
    }
    assert strange <= ALSO_CITED[code.id]


@pytest.mark.parametrize("name", club_rules.OPTIONS)
def test_a_choice_of_a_house_is_cited_likewise_or_is_by_agreement(name: str) -> None:
    for choice in club_rules.choices(name):
        assert cited(choice.source) <= set(OPTIONS[name]) | {"agreement"}, choice.text


# Facts of a hand -> the marks of it under each code, as their texts have them: (points, source).
HANDS = {
    "who stood made two tricks": (
        hand(ALICE, STOOD, (3, 2)),
        {"london": "law 49", "britannica": EB, "modern": MODERN, "household": ENQUIRE},
    ),
    "who refused made two tricks": (
        hand(ALICE, REFUSED, (2, 3)),
        {"london": "law 49", "britannica": EB, "modern": MODERN, "household": ENQUIRE},
    ),
    "who stood made none": (
        hand(ALICE, STOOD, (5, 0)),
        {"london": "law 48", "britannica": EB, "modern": MODERN, "household": ENQUIRE},
    ),
}


@pytest.mark.parametrize("name", HANDS)
@each_code
def test_two_are_marked_by_the_text_that_gives_them(name: str, code: Code) -> None:
    record, sources = HANDS[name]
    (mark,) = marks(code, record)
    assert mark.points == 2
    assert sources[code.id] in cited(mark.law)


def test_no_law_is_cited_beyond_the_fifty_one() -> None:
    numbers = {
        int(one.removeprefix("law "))
        for code in CODES.values()
        for rule in Rule
        for one in cited(code.source(rule))
        if one.startswith("law ")
    }
    assert numbers <= {int(law.removeprefix("law ")) for law in LAWS}
    assert max(numbers) <= 51
