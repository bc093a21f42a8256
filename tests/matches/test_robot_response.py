"""The best answer to the strong robot's bids: against counts of the engine, and by hand."""

from random import Random

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.engine.cards import PACK, Card, rank, suit
from games.engine.exact.weighing import tally
from games.engine.robots.strong import FirstBid
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.management.ecarte import response as command
from games.matches.management.ecarte.solving import response, second_bids
from games.matches.management.ecarte.solving.bidding import worth_in_points
from games.matches.management.ecarte.solving.deals import kept_first
from games.matches.selectors.robots import robot_tables

pytestmark = pytest.mark.slow

KING = 7
ALWAYS, NEVER = (FirstBid(often, (0.0,) * 5) for often in (1.0, 0.0))


def dealt(seed: int) -> tuple[np.ndarray, int, list[Card]]:
    """A hand in its order of keeping, a turn-up of clubs that is no king, and the cards unseen."""
    cards = list(PACK)
    turned = cards.pop(Random(seed).randrange(KING))
    Random(seed).shuffle(cards)
    return kept_first(np.array([cards[:5]]))[0], turned, cards[5:]


def in_points(hand: np.ndarray, unseen: list[Card], *, leads: bool, double: int) -> float:
    """What the point brings on the average, as counted by the engine: a king held by either counts
    one, winning `double` if the opponent who wanted to play loses, and the vole two."""
    own = tuple(PACK[card] for card in hand)
    counted = tally(own, unseen, 0, leads=leads)
    has_king = any(card == KING for card in own)
    total = 0.0
    for (held, tricks), hands in counted.hands.items():
        wins, vole = tricks[0] >= 3, tricks[0] in (0, 5)
        worth = (2 if vole or wins else 1) if double > 0 else (2 if vole or not wins else 1)
        total += hands * ((worth if wins else -worth) + has_king - held.king)
    return total / sum(counted.hands.values())


@pytest.mark.parametrize("seed", [1, 2])
def test_a_dealer_who_always_refuses_is_answered_by_the_better_of_two_counts(seed: int) -> None:
    hand, turned, unseen = dealt(seed)
    bids = response.Bids(lambda _hand, _turned: ALWAYS)
    table = response.Table(bids, bids, worth_in_points(), sample=20)
    answer = table.elder_answer(np.random.default_rng(1), hand, turned)
    stood = in_points(hand, unseen, leads=True, double=-1)
    refused = in_points(hand, unseen, leads=True, double=1)
    assert answer.robot == pytest.approx(stood)
    assert answer.sure == answer.most == pytest.approx(max(stood, refused))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_dealer_takes_the_better_of_refusing_and_an_exchange(seed: int) -> None:
    """Whoever never stands may hold any hand; the robot refuses them all."""
    hand, turned, unseen = dealt(seed)
    never = response.Bids(lambda _hand, _turned: NEVER)
    always = response.Bids(lambda _hand, _turned: ALWAYS)
    table = response.Table(never, always, worth_in_points(), sample=400)
    answer = table.dealer_answer(np.random.default_rng(1), hand, turned)
    assert answer.robot == pytest.approx(in_points(hand, unseen, leads=False, double=-1))
    assert answer.most >= max(answer.sure, answer.robot)


def test_choices_that_chance_alone_makes_better_gain_nothing_for_sure() -> None:
    """By hand: of two groups of exchanges the first takes 2 by its second choice. The second group
    has 1 and −1 by chance, half and half: chosen on one half, it loses on the other."""
    group = np.array([0, 1, 0, 1])
    worth = np.array([[0.0, 2.0], [1.0, 0.0], [0.0, 2.0], [-1.0, 0.0]])
    robot = np.array([[1.0, 0.0], [0.0, 1.0]])
    found = response.Exchanges(group, worth, 0.5, robot).answer(0.25, 0.0, 0.5)
    assert found.robot == pytest.approx(0.5 * 0.25)
    # On all four: (2 + 0 + 2 + 0) / 4, of which half comes to an exchange.
    assert found.most == pytest.approx(0.5)
    # On the second half by the choices of the first: (2 − 1) / 2; the other way (2 + 0) / 2.
    assert found.sure == pytest.approx((0.5 * 0.5 + 0.5 * 1.0) / 2)


def test_hands_alike_are_bid_alike_by_the_robot_itself() -> None:
    """With plain suits changed round, and another low trump turned up in their place."""
    random = Random(4)
    for number in range(6):
        cards = list(PACK)
        turned = cards.pop(random.choice([KING, *range(KING)]))
        hand = tuple(sorted(random.sample(cards, 5)))
        like, turned_like = response.hand_like(int(response.codes(np.array([hand]), turned)[0]))
        assert (rank(turned) == KING) is (turned_like == KING)
        assert sum(suit(card) == 0 for card in like) == sum(suit(card) == 0 for card in hand)
        seat = Seat.A if number % 2 else Seat.B
        one, other = (
            command.bid(seat, Score(1, 2), *each) for each in ((hand, turned), (like, turned_like))
        )
        assert one.plays == pytest.approx(other.plays)
        assert one.keeps == pytest.approx(other.keeps)


def test_there_are_as_many_codes_as_hands_that_differ() -> None:
    """Two plain cards and three trumps: 35 threes of the seven trumps left; the two in one of the
    suits (28), or in two of them, by rank alone (36)."""
    trumps, plain = np.array([1, 2, 3]), np.arange(8, 32)
    pairs = np.array([[a, b] for a in plain for b in plain if a < b])
    hands = np.hstack([np.tile(trumps, (len(pairs), 1)), pairs])
    assert len(np.unique(response.codes(hands, 0))) == 28 + 36


def test_a_sample_of_hands_stands_for_all() -> None:
    """Nobody else is dealt; the others may hold is as it was bid."""
    hand, turned, _unseen = dealt(3)
    drawn = response.sampled_codes(1, 500)
    asked: list[tuple[Card, ...]] = []

    def bid(held: tuple[Card, ...], _turned: Card) -> FirstBid:
        asked.append(held)
        return ALWAYS

    bids = response.Bids(bid, drawn)
    others = bids.of_sample(response.others_of(hand, turned), turned)
    assert 0 < len(others) < 65_780 / 10
    assert (bids.of(others, turned)[:, 0] == 1).all()
    assert len(asked) <= 500
    assert {int(code) >> 32 for code in drawn} == {0, 1}


def test_whoever_may_sit_there_did_what_was_done() -> None:
    """Each of the other's hands threw as many, and has no known card; the robot's own choice
    is among the answers, so the best of all is never less."""
    bids = dict.fromkeys(Seat, response.Bids(lambda _hand, _turned: NEVER))
    tables, score = robot_tables(), Score(0, 0)
    worths = response.worths_of(score, tables.chances)
    found = second_bids.SecondBids(tables, score, bids, worths, hands=4, draws=2)
    random = np.random.default_rng(3)
    start = found.exchanged(random)
    assert start is not None
    for seat in Seat:
        own, did = start.of(seat.other), start.of(seat)
        for other in found._others(random, start, seat):
            assert len(other.thrown) == len(other.drawn) == len(did.thrown)
            assert len({*other.dealt, *other.drawn}) == 5 + len(other.drawn)
            assert not {*other.dealt, *other.drawn} & {*own.dealt, *own.drawn, start.turned}
            assert set(other.thrown) <= set(other.dealt)
    for answer in (found.elder_answer(random, start), found.dealer_answer(random, start)):
        assert answer.most >= answer.robot - 1e-9
        assert answer.most >= answer.sure - 1e-9


@pytest.mark.slow
def test_the_command_prints_each_role_and_both(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half of the sum of the roles; of a robot that always exchanges: its own bids take minutes."""
    monkeypatch.setattr(command, "bid", lambda *_arguments: NEVER)
    call_command(
        "ecarte", "response", "--deals", "2", "--seed", "5", "--hands", "2", "--kinds", "3000"
    )
    lines = capsys.readouterr().out.splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert [row[:2] for row in rows] == [
        ["first", "non-dealer"],
        ["first", "dealer"],
        ["second", "non-dealer"],
        ["second", "dealer"],
        ["all", "each in turn"],
    ]
    sure = [float(row[2].split(" ± ")[0]) for row in rows]
    assert sure[-1] == pytest.approx(sum(sure[:-1]) / 2, abs=0.0002)
    with pytest.raises(CommandError, match="2 deals or more"):
        call_command("ecarte", "response", "--deals", "1")
