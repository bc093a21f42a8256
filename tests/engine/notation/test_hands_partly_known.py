"""Hands of which not every card was seen: what still follows from the rest."""

import pytest

from games.engine.cards import PACK, card
from games.engine.codes import CODES
from games.engine.hand import begin
from games.engine.hand.state import Cut, Deal, Say
from games.engine.notation import loads
from games.engine.notation.contests import follow, game_of
from games.engine.notation.evaluation import HandResult
from games.engine.notation.files import dumps
from games.engine.notation.values import Contest, CutCards, Header, NotationError
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Score

from .texts import fault

LONDON = '[Code "london"]\n'
A, B = Seat.A, Seat.B


def told(text: str, head: str = LONDON) -> HandResult:
    *_before, last = follow(loads(head + text))
    return last


def record(text: str, head: str = LONDON) -> HandRecord:
    found = told(text, head).record
    assert found is not None
    return found


def good(text: str, head: str = LONDON) -> bool:
    return fault(head + text) == ("", 0, 0)


def test_facts_alone_are_a_hand() -> None:
    """As a club notes it on paper: who dealt, what was said, the king, the tricks."""
    noted = record("deal:A propose refuse king:B tricks:2-3")
    assert noted == HandRecord(A, Opening.REFUSED, (King(B, KingHow.HELD),), Tricks(2, 3))
    assert told("deal:A propose refuse king:B tricks:2-3").after == Score(0, 3)


def test_marks_alone_are_a_hand() -> None:
    assert told("deal:A marks:B1,A1/king_turned").after == Score(1, 1)
    assert told("deal:? marks:0").after == Score(0, 0)
    noted = record("deal:A stand tricks:0-5 marks:B2")
    assert noted.marks is None, "what the facts give is not kept as noted"


@pytest.mark.parametrize("hand", ["B:5? A:5? up:8H", "up:8H", "", "A:7H,4?"])
def test_the_tricks_follow_from_who_took_them(hand: str) -> None:
    played = record(f"deal:A {hand} stand ? ? /A ? ? /B ? ? /B ? ? /A ? ? /A")
    assert played == HandRecord(A, Opening.STOOD, (), Tricks(3, 2))


def test_who_took_a_trick_follows_from_two_cards_and_the_trump() -> None:
    known = "deal:A up:8H stand KC 7C ? ? /B KS 7H TH"
    assert not good(known + " /A"), "a trick is made of two cards"
    assert good(known + " 9C /A")
    assert fault(LONDON + known + " 9C /B")[0] == "trick_contradicts"
    # Not knowing the trump it may be anybody's, but the higher of a suit takes it.
    unknown = "deal:A stand KS 7H"
    assert good(unknown + " /A")
    assert good(unknown + " /B")
    assert fault(LONDON + "deal:A stand KS 7S /A")[0] == "trick_contradicts"


def test_who_leads_a_card_of_his_has_made_the_trick_before() -> None:
    seen = "deal:A B:7C,8C,3? up:8H stand ? ? 7C"
    assert record(seen + " ? /B ? ? /A ? ? /A ? ? /A").tricks == Tricks(3, 2)
    assert fault(LONDON + seen + " 8C")[0] == "out_of_turn", "he cannot answer himself"
    nobody = "deal:A stand ? ? 7C ? /A ? ? /A ? ? /A ? ?"
    assert told(nobody).record is None, "whose the seven is does not follow"
    assert record(f"{nobody} tricks:4-1").tricks == Tricks(4, 1)


def test_a_trick_that_nobody_can_tell_leaves_the_tricks_open() -> None:
    last = "deal:A stand ? ? /A ? ? /A ? ? /B ? ? /B ? ?"
    assert told(last).record is None
    assert record(last + " tricks:3-2").tricks == Tricks(3, 2)
    assert record(last + " marks:A2").marks is not None
    assert told("deal:A stand ? ? abandon:A").record is None, "he may have made it"
    assert record("deal:A stand ? ? /B abandon").abandoned_by is B


def test_cards_follow_from_what_was_kept() -> None:
    """B keeps three cards that were seen, and takes two that were not."""
    hand = "deal:A B:7C,8C,9C,7D,8D up:8H propose accept B-7D,8D A-0 "
    assert good(hand + "B+2? stand 9C ? /A ? 7C")
    assert good(hand + "stand 9C ? /A ? 7C"), "what he took need not be noted"
    assert fault(LONDON + hand + "B+2? stand 7D")[0] == "card_not_held"
    assert fault(LONDON + hand + "B+KS,QS stand JS")[0] == "card_not_held"
    assert good(hand + "B+KS,? stand JS")
    assert fault(LONDON + hand + "B+KS,? stand JS ? /B TS")[0] == "card_not_held"


def test_cards_put_aside_unseen_may_be_any() -> None:
    hand = "deal:A B:7C,8C,9C,7D,8D up:8H propose accept B-2? A-0 B+KS,QS stand "
    assert good(hand + "7C ? /B 8C ? /B 9C ? /B KS")
    # Of five put aside he has kept none.
    assert good(hand.replace("B-2?", "B-5?").replace("QS", "QS,3?") + "7C") is False


def test_cards_given_back_when_there_were_not_enough() -> None:
    """Law 38: five exchanges of four cards leave one; the condition fails and he keeps his hand."""
    rounds = "propose accept B-5? A-5? B+5? A+5? propose accept B-5? A-3? "
    last = "propose accept_if_enough B-2? not_enough "
    hand = f"deal:A B:7C,8C,9C,7D,8D up:8H {rounds}B+7S,8S,9S,TS,JS {last}"
    assert good(hand + "7S ? /B 8S ? /B 9S ? /B TS ? /B JS")
    assert fault(LONDON + hand + "B+2?")[0] == "no_cards_due"


def test_with_nothing_left_the_dealer_must_play_his_hand() -> None:
    """Law 38: an acceptance without condition, and the elder hand takes all there is."""
    rounds = "propose accept B-5? A-5? B+5? A+5? propose accept B-5? A-3? B+5? A+3? "
    assert good(f"deal:A up:8H {rounds}propose accept B-3? B+3? ? ? /A")
    assert fault(LONDON + f"deal:A up:8H {rounds}propose accept B-3? A-1?")[0] == "out_of_turn"


def test_a_king_is_announced_in_time() -> None:
    """Laws 23 and 24."""
    start = "deal:A up:8H stand "
    assert good(start + "king:B ? ?")
    assert good(start + "7C king:A")
    assert good(start + "KH king:B")
    assert good(start + "7C KH king:A")
    assert good(start + "? king:B")
    assert fault(LONDON + start + "7C king:B")[0] == "king_too_late"
    assert fault(LONDON + start + "KH ? king:B")[0] == "king_too_late"
    assert fault(LONDON + start + "? ? ? king:A")[0] == "king_too_late"
    assert good("deal:A stand KS king:B"), "spades may be trumps"
    assert fault(LONDON + "deal:A stand QS king:B")[0] == "king_too_late"


def test_a_king_is_not_announced_once_the_hand_is_given_up() -> None:
    assert fault(LONDON + "deal:A up:8H stand abandon king:A")[0] == "king_too_late"
    assert good("deal:A up:8H stand king:A abandon")


def test_only_what_may_stand_there_whatever_the_cards_is_expected() -> None:
    def expected(text: str) -> tuple[str, ...]:
        with pytest.raises(NotationError) as error:
            tuple(follow(loads(LONDON + text)))
        return error.value.expected

    assert expected("deal:A accept") == ("propose", "stand")
    assert expected("deal:A propose stand") == ("accept", "refuse")
    unseen = "deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,? up:8H stand "
    assert expected(unseen + "propose") == ()
    rounds = "propose accept B-5? A-5? B+5? A+5? propose accept B-5? A-3? B+5? A+3? "
    assert expected(f"deal:A up:8H {rounds}propose accept B-4?") == ()


def test_nobody_plays_from_the_other_hand() -> None:
    """Law 40, where it is known whose card it is; whether one of his is unseen or not."""
    hands = "deal:A B:7C,8C,9C,7D,{0} A:TH,AH,JH,QH,9D up:8H stand TH"
    assert fault(LONDON + hands.format("8D"))[0] == "out_of_turn"
    assert fault(LONDON + hands.format("?"))[0] == "out_of_turn"


def test_cards_that_were_taken_and_not_noted_are_out_of_the_stock_too() -> None:
    """Twenty-one lie under the card turned up; seven were taken."""
    exchanged = "deal:A up:8H propose accept B-4? A-3? stand tricks:3-2 stock:"
    assert good(exchanged + "14?")
    assert fault(LONDON + exchanged + "15?")[0] == "cards_number"


def test_who_announced_the_king_trumps_with_it_if_he_must() -> None:
    """He has it for certain; a card that he may have besides would only bind him more."""
    assert good("deal:A up:8H stand KC 7D")
    assert fault(LONDON + "deal:A up:8H king:A stand KC 7D")[0] == "must_trump"


def test_each_code_has_its_last_moment() -> None:
    modern, household = '[Code "modern"]\n', '[Code "household"]\n'
    assert fault(modern + "deal:A up:8H stand 7C king:A")[0] == "king_too_late"
    assert good("deal:A up:8H stand 7C king:A", household)
    assert good("deal:A up:8H stand KH king:B", household)
    assert fault(household + "deal:A up:8H stand KH TH king:B")[0] == "king_too_late"
    assert fault(household + "deal:A up:8H stand 7H KH king:A")[0] == "king_too_late"
    assert good("deal:A up:8H stand 7H KH king:A", LONDON)


def test_the_king_is_where_it_was_seen() -> None:
    seen = "deal:A B:KH,4? up:8H king "
    assert record(seen + "stand tricks:3-2").kings == (King(B, KingHow.HELD),)
    assert fault(LONDON + "deal:A B:KH,4? up:8H king:A")[0] == "king_not_held"
    # Announced, it is a card of his: he must have it to play, and the other has not.
    assert fault(LONDON + "deal:A up:8H king:A stand KH")[0] == "out_of_turn"
    assert fault(LONDON + "deal:A B:5? up:8H stand KH king:A")[0] == "king_not_held"
    assert good("deal:A B:7C,8C,9C,7D,8D up:8H propose accept B-2? A-0 king:B")
    assert fault(LONDON + "deal:A B:7C,8C,9C,7D,8D up:8H king:B")[0] == "king_not_held"


def test_a_king_turned_is_not_known_where_the_turn_up_is_not() -> None:
    marked = "deal:A up:? mark stand tricks:3-2"
    assert record(marked).kings == (King(A, KingHow.TURNED),)
    assert told("deal:A mark propose accept").after == Score(1, 0)


def test_a_king_that_ends_the_game_ends_the_hand() -> None:
    noted = told("deal:A king:B", LONDON + '[Score "2-4"]')
    assert noted.record == HandRecord(A, None, (King(B, KingHow.HELD),))
    assert noted.after == Score(2, 5)
    whole = told(
        "deal:A B:7C,8C,9C,7D,8D A:TH,AH,KH,QH,9D up:8H king:A",
        LONDON + '[Score "4-4"]',
    )
    assert (whole.after, whole.record) == (
        Score(5, 4),
        HandRecord(A, None, (King(A, KingHow.HELD),)),
    )


def test_a_hand_whose_dealer_nobody_noted() -> None:
    noted = record("deal:? stand king:A tricks:0-5")
    assert (noted.dealer, noted.opening, noted.tricks) == (None, Opening.STOOD, Tricks(0, 5))
    assert good("deal:? mark marks:A1/king_turned")
    assert fault(LONDON + "deal:? propose refuse tricks:2-3")[0] == "dealer_unknown"


def test_who_cut_the_higher_card_deals_first() -> None:
    assert told("cut:KS,7H deal:? marks:0").dealer is A
    assert told("cut:KS,KH cut:7S,TS deal:? marks:0").dealer is B
    assert told("cut:?,7H deal:? marks:0").dealer is None
    assert told("cut:KS,KH deal:? marks:0").dealer is None


def test_where_the_highest_chooses_either_may_deal_first() -> None:
    """A has the choice in the Britannica: who deals stands in the deal, or is not known."""
    britannica = '[Code "britannica"]\n\n'
    for noted, dealer in (("A", A), ("B", B), ("?", None)):
        (first,) = follow(loads(f"{britannica}cut:KS,7H deal:{noted} marks:0"))
        assert first.dealer is dealer
    log = (Cut(card("KS"), card("7H")), Say.LEAVE_DEAL, Deal(PACK))
    game = game_of(begin(CODES["britannica"]), log)
    assert (game.before, game.hands[0].dealer) == ((CutCards(card("KS"), card("7H")),), B)
    assert "leave_deal" not in dumps(Contest((Header("Code", "britannica"),), (game,)))


def test_the_deal_passes_and_orders_are_remembered() -> None:
    text = "deal:A marks:0 deal:? marks:0 deal:? marks:0"
    assert [one.dealer for one in follow(loads(LONDON + text))] == [A, B, A]
    kept = "deal:A/2-3 marks:0 deal:B/3-2 marks:0 deal:A/2-3 marks:0 deal:B/3-2 marks:0"
    assert good(kept)
    assert good("deal:A/2-3 marks:A2/vole", LONDON + '[Orders "2-3 -"]')
    assert fault(LONDON + '[Orders "2-3 3-2"] deal:B/2-3')[0] == "order_changed"


def test_a_hand_with_a_ruling_is_not_held_to_what_was_broken() -> None:
    """Law 43: Alice revokes and is found out; Bob lets the play stand. She marks nothing."""
    revoke = 'ruling:revoke,by=A,led_since=yes,choice=let_stand,law="law 43"'
    played = "deal:A B:KC,8C,9C,7D,8D A:7C,AH,JH,QH,9D up:8H stand KC 9D /B tricks:4-1"
    assert fault(LONDON + played)[0] == "follow_suit"
    noted = told(f"{played} {revoke}")
    assert noted.record
    assert [one.law for one in noted.record.rulings] == ["law 43"]
    assert noted.after == Score(1, 0), "the point after standing counts two, and one less for her"
    kings = record(f"deal:A mark stand {revoke} marks:A1/king_turned,B1")
    assert kings.kings == (King(A, KingHow.TURNED),)
    late = record(f"deal:A stand {'/A ' * 5}mark {revoke} marks:A1/king_turned,A1")
    assert late.kings == (King(A, KingHow.TURNED_LATE),)
    assert record(f"deal:A stand abandon:B mark {revoke}").kings == late.kings
    assert record(f"deal:A stand abandon:B {revoke}").abandoned_by is B
    five = "/A /B /B /A /B"
    assert record(f"deal:A propose accept king:B {five} {revoke}").tricks == Tricks(2, 3)


def test_only_a_short_hand_has_fewer_than_five_tricks() -> None:
    """The rest is the adversary's where cards were missing, and not after a revoke."""
    revoke = 'ruling:revoke,by=A,led_since=yes,choice=let_stand,law="law 43"'
    assert good(f"deal:A stand tricks:3-2 {revoke}")
    assert fault(f"{LONDON}deal:A stand tricks:3-1 {revoke}")[0] == "tricks_too_few"


def test_a_hand_that_was_dealt_afresh_is_dealt_by_the_same_again() -> None:
    afresh = (
        'ruling:wrong_order,trump_turned=no,elder_looked=no,choice=fresh_deal,law="law 8, law 9"'
    )
    first, second = follow(loads(LONDON + f"deal:A {afresh} deal:? marks:0"))
    assert (first.void, first.marks, second.dealer) == (True, (), A)


def test_a_hand_in_the_middle_is_as_far_as_it_is() -> None:
    whole = told("deal:A B:KC,8C,9C,7D,8D A:7C,AH,JH,QH,9D up:KS mark stand KC")
    assert (whole.record, whole.after) == (None, Score(1, 0))
    assert whole.state
    assert whole.state.lead is not None
    counted = told("deal:A B:KC,8C,9C,7D,8D A:7C,AH,JH,QH,9D up:KS mark stand KC tricks:3-2")
    assert counted.after == Score(3, 0)
    assert told("deal:A score:? B:5? king:B").after is None
    assert told("deal:A score:? marks:B1 =2-3").after == Score(2, 3)
