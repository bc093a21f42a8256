"""The adviser: figures worked out one hand after the other, and what it may not know."""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from games.engine.cards import KING, PACK, cards, king_of, rank, suit
from games.engine.codes import CODES
from games.engine.exact.solving import Position, solve
from games.engine.exact.weighing import Strength
from games.engine.hand import apply, begin
from games.engine.hand.state import Cut, Deal, Phase, Say, State
from games.engine.hand.views import view
from games.engine.records import Opening
from games.engine.robots import club
from games.engine.robots.advice import advice
from games.engine.robots.classes import chance_of_point
from games.engine.robots.duel import ROBOTS
from games.engine.robots.seeing import Memory
from games.engine.robots.tables import Kept, kept_by_hint
from games.engine.robots.worth import Standing, by_tricks
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.engine.hand.table import action, after, dealt
from tests.engine.people import ALICE, BOB
from tests.support.depth import times

from .tables import advised, robot_tables, sight

LONDON = CODES["london"]
(TURNED,) = cards("9H")


def test_the_printed_count_is_the_chance_of_the_point() -> None:
    """Foster: 46,039 of the 65,780 hands of the dealer."""
    found = advised(dealt(elder="7H 8H KS 7S 7D"))
    stands = found.of(Say.STAND)
    assert stands is not None
    assert stands.point == pytest.approx(46_039 / 65_780)
    assert found.reason.hint is not None
    assert found.reason.hint.id == "2b"
    assert found.reason.printed is Say.STAND
    assert found.reason.confirms(Say.STAND)
    assert found.reason.confirms(Say.PROPOSE) is False


@pytest.mark.slow
@pytest.mark.parametrize("score", [Score(0, 0), Score(4, 4), Score(2, 3)])
def test_standing_is_worth_what_every_hand_of_the_dealer_leads_to(score: Score) -> None:
    """One after the other, the king marked where it is held."""
    state = dealt(elder="7H 8H KS 7S 7D", score=score)
    chances = robot_tables().chances
    standing = Standing(score.a, score.b, True)
    worths = {
        held: by_tricks(chances, standing, Opening.STOOD, ((False, 1),) if held else ())
        for held in (False, True)
    }
    played = every_hand_of_the_dealer()
    total = sum(hands * worths[held][made] for (held, made), hands in played.items())
    found = advised(state).of(Say.STAND)
    assert found is not None
    assert found.chance == pytest.approx(total / played.total())


@cache
def every_hand_of_the_dealer() -> Counter[tuple[bool, int]]:
    """Of the printed hand: how many hold the king of trumps, by the tricks of the elder."""
    own = cards("7H 8H KS 7S 7D")
    others = [card for card in PACK if card not in (*own, *cards("9H"))]
    return Counter(
        (king_of(2) in hand, solve(Position(own, hand, 2)).leader)
        for hand in combinations(others, 5)
    )


def test_at_four_all_only_the_king_or_the_point_wins() -> None:
    """Whatever the tables say: nothing follows the hand."""
    found = advised(dealt(elder="7H 8H KS 7S 7D", score=Score(4, 4))).of(Say.STAND)
    assert found is not None
    without_king = dealt(elder="7H 8H KS 7S 7D", turned="KH", score=Score(4, 3))
    turned = advised(without_king).of(Say.STAND)
    assert turned is not None
    assert turned.chance == pytest.approx(turned.point)
    assert found.chance < turned.chance


def test_how_often_a_hand_must_win_grows_with_what_an_exchange_is_worth() -> None:
    """Where these cards win as often as they need to, both choices are worth as much."""
    for elder in ("7H 8H KS 7S 7D", "7H KC 7D 7S 8S", "7H 8H QH KS 7D"):
        found = advised(dealt(elder=elder))
        needed, played = found.reason.needed, found.of(Say.STAND)
        assert needed is not None
        assert played is not None
        assert (found.best.action is Say.STAND) is (played.point >= needed)


def test_the_dealer_refuses_on_less_than_two_thirds_after_a_proposal() -> None:
    """A proposer is weaker than a random hand: so it wins more often, and needs to less often."""
    state = after(dealt(dealer="QC 8C QD 7D QS", elder="8H AC KD 7C 7S"), "propose")
    refused = advised(state).of(Say.REFUSE)
    against_any = chance_of_point(cards("QC 8C QD 7D QS"), TURNED, leads=False)
    found = advised(state)
    assert refused is not None
    assert found.reason.needed is not None
    assert found.reason.needed < 2 / 3
    assert refused.point > against_any


@pytest.mark.parametrize("score", [Score(0, 0), Score(3, 4)])
def test_discards_throw_low_cards_before_trumps_and_kings(score: Score) -> None:
    state = after(dealt(elder="7H 8H KS 7S 9D", score=score), "propose", "accept")
    found = advised(state)
    assert found.best.action == action("-7S 9D")
    assert len(found.options) == 31


def test_a_hand_played_for_want_of_cards_is_worth_what_it_wins() -> None:
    """Law 38: of the last six cards Alice takes five, and Bob accepted if there are enough. With
    the five highest trumps he marks the king and the vole (laws 47 and 48): three to none, and
    Alice deals."""
    state = dealt(dealer="KH QH JH AH TH")
    for word in ("accept", "accept", "accept", "accept_if_enough"):
        state = after(state, "propose", word)
        state, _ = apply(state, state.elder_hand)
        if word == "accept":
            state = after(state, "-")
    best = advised(state, BOB).best
    assert (best.action, best.point) == (Say.NOT_ENOUGH, 1)
    assert best.chance == pytest.approx(robot_tables().chances[3][0])


def test_a_lead_is_worth_what_each_hand_left_to_the_other_leads_to() -> None:
    """Three tricks are played; any two of the cards that Bob can still hold are as likely."""
    state = after(
        dealt(elder="7H 8H QC TC 7S", dealer="TH 8C 8D 9S AS"),
        *("stand", "QC", "8C", "8H", "TH", "9S", "7S"),
    )
    state = after(state, "8D", "7H")
    seen = sight(state, ALICE)
    worths = by_tricks(robot_tables().chances, Standing(0, 0, True), Opening.STOOD)
    found = advised(state, ALICE)
    for option in found.options:
        total = hands = 0.0
        for hand in combinations(sorted(seen.possible), 1):
            made = solve(Position(seen.hand, hand, 2)).cards[option.action]  # type: ignore[index]
            total += worths[seen.own_tricks + made]
            hands += 1
        assert option.chance == pytest.approx(total / hands)


def test_the_king_is_weighed_before_the_first_card() -> None:
    state = after(dealt(elder="KH 8H KC QC 7S"), "stand")
    found = advised(state)
    assert found.best.action is Say.KING
    card = next(option for option in found.options if option.action == action("KC"))
    assert card.chance < found.best.chance


def test_a_king_of_no_use_is_kept_silent() -> None:
    state = after(dealt(dealer="KH AH KD 8D 9S", score=Score(4, 3)), "stand", "KC")
    found = advised(state)
    king = found.of(Say.KING)
    assert king is not None
    assert found.best.action is not Say.KING
    assert king.chance == pytest.approx(found.best.chance)


def test_bob_may_choose_who_deals() -> None:
    """He takes the better of the two, by the table of the score."""
    chances = robot_tables().chances
    state = begin(CODES["britannica"], dealer=None)
    (high,), (low,) = cards("KH"), cards("7H")
    state, _ = apply(state, Cut(low, high))
    found = advised(state, BOB)
    deals = found.of(Say.DEAL_FIRST)
    assert deals is not None
    assert deals.chance == pytest.approx(1 - chances[0][0])
    assert found.best.chance == max(chances[0][0], 1 - chances[0][0])
    assert advice(view(state, ALICE), frozenset(), robot_tables()) is None


def test_nothing_is_advised_while_the_other_decides() -> None:
    seen = view(dealt(), BOB)
    assert advice(seen, frozenset(), robot_tables()) is None


def redealt(state: State, seat: Seat, random: Random) -> State | None:
    """The same actions with other unseen cards; None if somebody could not have acted so."""
    dealt_as = next(action for action in state.log if isinstance(action, Deal))
    own, up = set(state.hand(seat)), dealt_as.pack[10]
    thrown = [action for action in state.hand_log if type(action) is tuple]
    fixed = {*own, up, *(card for cards in thrown for card in cards)}
    fixed |= {action for action in state.hand_log if isinstance(action, int)}
    free = [card for card in dealt_as.pack if card not in fixed]
    mixed = iter(random.sample(free, len(free)))
    pack = tuple(card if card in fixed else next(mixed) for card in dealt_as.pack)
    again = begin(state.code, score=Score(0, 0), dealer=state.dealer)
    again, _ = apply(again, Deal(pack))
    for action_ in state.hand_log[1:]:
        if action_ not in again.legal:
            return None
        again, _ = apply(again, action_)
    return again


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(times(2, thorough=8)))
def test_unseen_cards_change_nothing(seed: int) -> None:
    """The re-deal test, for the adviser and every robot, at each decision of a hand."""
    random, tables = Random(seed), robot_tables()
    state = begin(LONDON, dealer=random.choice(list(Seat)))
    state, _ = apply(state, Deal(tuple(random.sample(PACK, 32))))
    memories: dict[Seat, Memory] = dict.fromkeys(Seat, frozenset())
    compared = 0
    while state.phase is not Phase.OVER:
        seat = state.to_act
        assert seat is not None
        memories[seat] |= frozenset(state.hand(seat))
        found = advice(view(state, seat), memories[seat], tables)
        assert found is not None
        other = redealt(state, seat, random)
        if other is not None and other.hand(seat.other) != state.hand(seat.other):
            compared += 1
            assert advice(view(other, seat), memories[seat], tables) == found
            for robot in ROBOTS.values():
                mine, theirs = (
                    robot(view(of, seat), memories[seat], tables, 0.5) for of in (state, other)
                )
                assert mine == theirs
        best = found.best.action
        state, _ = apply(state, best if best in state.legal else random.choice(state.legal))
    assert compared >= 2


def test_the_club_robot_stands_from_its_threshold_on() -> None:
    tables = robot_tables()
    for elder in ("7H 8H KS 7S 7D", "7H KC 7D 7S 8S", "7H 8H QH KS 7D", "7C 7D 8S TC QD"):
        state = dealt(elder=elder)
        seen = sight(state, ALICE)
        point = advised(state).of(Say.STAND)
        assert point is not None
        stands = club.action(seen.view, seen.memory, tables, 0.0) is Say.STAND
        assert stands is (point.point >= club.threshold(seen, tables))


def test_the_threshold_falls_when_the_hand_is_bid_for_less() -> None:
    """After an exchange only one point is at stake."""
    tables = robot_tables()
    first = club.threshold(sight(dealt(), ALICE), tables)
    later = after(dealt(stock="9C TC 8C"), "propose", "accept", "-7S", "-8D")
    assert club.threshold(sight(later, ALICE), tables) < first
    assert 0.55 < first < 0.85


def test_a_good_hand_is_not_exchanged_once_more() -> None:
    """After an exchange neither risks two, and only who has the worse hand would exchange again."""
    state = dealt(
        elder="9H 7C 8C TC 8D",
        dealer="KC KS 7D 9D TD",
        turned="7H",
        stock="TH AH JH 9C QH JC 8S",
    )
    state = after(state, "propose", "accept", "-7C 8C TC", "-7D 9D TD")
    held = sight(state, ALICE, frozenset(cards("7C 8C TC")))
    assert held.hand == tuple(sorted(cards("9H TH AH JH 8D")))
    assert advised(state, ALICE, held.memory).best.action is Say.STAND
    assert set(cards("KC KS QH JC")) < set(state.hand(BOB))
    state = after(state, "propose")
    assert advised(state, BOB, frozenset(cards("7D 9D TD"))).best.action is Say.REFUSE


def test_an_exchange_is_worth_what_both_keep() -> None:
    """Alice keeps a trump, and Bob a plain king: her point in 1,500 such deals, counted here,
    within four standard errors of the row that the tables have."""
    random, number, won = Random(1), 1_500, 0
    trumps = [card for card in PACK if suit(card) == 2 and rank(card) != KING]
    kings = [card for card in PACK if suit(card) != 2 and rank(card) == KING]
    others = [card for card in PACK if suit(card) != 2 and rank(card) != KING]
    for _ in range(number):
        trump, turned = random.sample(trumps, 2)
        king, thrown = random.choice(kings), random.sample(others, 8)
        stock = [card for card in PACK if card not in (trump, king, turned, *thrown)]
        drawn = random.sample(stock, 8)
        won += solve(Position((trump, *drawn[:4]), (king, *drawn[4:]), 2)).leader > 2
    row = robot_tables().exchange_of(False, Kept(1, False, 0), Kept(0, False, 1))
    expected = sum(sum(row[first + 3 : first + 6]) for first in (0, 6, 12))
    assert sum(row) == pytest.approx(1)
    assert abs(won / number - expected) < 4 * (0.25 / number) ** 0.5


def test_what_is_hardly_ever_kept_is_taken_for_less() -> None:
    """A king of a plain suit goes first, then trumps; the king of trumps goes with the last."""
    assert Kept(2, True, 1).less == Kept(2, True, 0)
    assert Kept(2, True, 0).less == Kept(1, True, 0)
    assert Kept(1, True, 0).less == Kept(0, False, 0)
    assert kept_by_hint(Strength(5, True), is_elder=True) == Kept(4, True, 0)
    assert kept_by_hint(Strength(5, True), is_elder=False) == Kept(5, True, 0)
    five = Kept(5, True, 0)
    assert robot_tables().exchange_of(False, five, five)
