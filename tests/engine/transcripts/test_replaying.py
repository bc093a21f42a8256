"""Matches act by act, worked by hand: Alice sits at A, Bob at B, with packs laid out for them."""

import pytest

from games.engine.cards import PACK, Card, card
from games.engine.codes import Code
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Format, FormatKind, Score, Terms
from games.engine.transcripts.model import Agreed, Draw, DrawKind, GameResult, HandResult, Results
from games.engine.transcripts.replaying import ReplayError, replay
from tests.engine.hand.table import pack
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, ONE_GAME, RUBBER

VOLE = ("stand", "KH", "7C", "QH", "8C", "TH", "9C", "8H", "TC", "7H", "AC")
HAND = pack("7H 8H TH QH KH", "7C 8C 9C TC AC", "9H")
"""The elder hand has five trumps, and keeps the king silent."""
TURNED = pack("7H 8H TH QH AH", "7C 8C 9C TC AC", "KH")
"""The dealer turns the king."""
TURNED_VOLE = ("stand", "AH", "7C", "QH", "8C", "TH", "9C", "8H", "TC", "7H", "AC")


def top(a: str, b: str) -> tuple[Card, ...]:
    """A pack with these cards on top."""
    first = (card(a), card(b))
    return first + tuple(other for other in PACK if other not in first)


BOB_DEALS, LEVEL = top("7D", "KS"), top("KD", "KS")


def draws(*packs: tuple[Card, ...]) -> list[Draw]:
    """Cuts and hands, by what is on top."""
    cuts = (BOB_DEALS, LEVEL)
    return [
        Draw(
            number,
            DrawKind.CUT if cards in cuts else DrawKind.HAND,
            (bytes(32), bytes(32), bytes(32)),
            pack=cards,
        )
        for number, cards in enumerate(packs, 1)
    ]


def hand(elder: str, done: tuple[str, ...] = VOLE) -> list[str]:
    """The elder hand stands and makes all five tricks."""
    dealer = {"A": "B", "B": "A"}[elder]
    seats = [elder, *(seat for _trick in range(5) for seat in (elder, dealer))]
    acts = [f"{seat} {act}" for seat, act in zip(seats, done, strict=True)]
    return [f"deal:{dealer}/3-2", *acts]


def agreed(form: Format = ONE_GAME, code: Code = LONDON) -> Agreed:
    return Agreed(Terms(code, form))


FIVE = [*hand("A"), *hand("B"), *hand("A"), *hand("B"), *hand("A")]
"""Voles in turn: Alice wins by 5 to 4."""


def results(packs: list[Draw], acts: list[str], of: Agreed | None = None) -> Results:
    return replay(of or agreed(), packs, acts).results


def test_a_game_ends_at_five() -> None:
    """Bob cuts the king and deals; each elder hand makes the vole, and the fifth counts one."""
    assert results(draws(BOB_DEALS, *[HAND] * 5), ["cut:7D,KS", *FIVE]) == Results(
        hands=(
            HandResult(1, 2, BOB, "A2/vole", Score(2, 0)),
            HandResult(1, 3, ALICE, "B2/vole", Score(2, 2)),
            HandResult(1, 4, BOB, "A2/vole", Score(4, 2)),
            HandResult(1, 5, ALICE, "B2/vole", Score(4, 4)),
            HandResult(1, 6, BOB, "A1/vole", Score(5, 4)),
        ),
        games=(GameResult(1, ALICE, Score(5, 4), 1),),
        games_won=Score(1, 0),
        rubbers_won=NOTHING,
        winner=ALICE,
        end="played",
    )


def test_equal_cards_take_another_draw() -> None:
    acts = ["cut:KD,KS", "cut:7D,KS", *hand("A"), "end stopped"]
    made = results(draws(LEVEL, BOB_DEALS, HAND), acts)
    assert made.hands == (HandResult(1, 3, BOB, "A2/vole", Score(2, 0)),)
    assert (made.winner, made.end) == (None, "stopped")


def test_the_highest_cut_may_leave_the_deal() -> None:
    acts = ["cut:7D,KS", "B leave_deal", *hand("B"), "end claimed:A"]
    made = results(draws(BOB_DEALS, HAND), acts, agreed(code=BRITANNICA))
    assert made.hands == (HandResult(1, 2, ALICE, "B2/vole", Score(0, 2)),)
    assert (made.winner, made.end) == (ALICE, "claimed:A")


def test_a_king_turned_may_be_marked_after_the_hand() -> None:
    acts = ["cut:7D,KS", *hand("A", TURNED_VOLE), "B mark", *hand("B"), "end claimed:B"]
    made = results(draws(BOB_DEALS, TURNED, HAND), acts)
    assert [(one.marks, one.score) for one in made.hands] == [
        ("A2/vole,B1/king_turned", Score(2, 1)),
        ("B2/vole", Score(2, 3)),
    ]
    assert made.winner is BOB


def test_a_hand_that_was_annulled_is_dealt_again() -> None:
    """By the same player; what was marked in it counts for nothing, and the draw is spent."""
    begun = ["deal:A/2-3", "A mark", "B propose"]
    packs = draws(BOB_DEALS, HAND, TURNED_2_3, HAND)
    acts = ["cut:7D,KS", *hand("A"), *begun, "annul", *hand("B"), "end annulled"]
    made = results(packs, acts)
    assert [(one.draw, one.dealer, one.score) for one in made.hands] == [
        (2, BOB, Score(2, 0)),
        (4, ALICE, Score(2, 2)),
    ]


TURNED_2_3 = pack("7H 8H TH QH AH", "7C 8C 9C TC AC", "KH", order=(2, 3))


def test_time_that_is_over_abandons_the_hand_before_the_play() -> None:
    """Bob has no trick by then, so Alice marks the vole (law 42); Bob still marks his king."""
    acts = ["cut:7D,KS", "deal:B/3-2", "A propose", "B time", "B mark", "end stopped"]
    made = results(draws(BOB_DEALS, TURNED), acts)
    assert made.hands == (HandResult(1, 2, BOB, "A2/vole,B1/king_turned", Score(2, 1)),)


def test_nobody_runs_out_of_time_choosing_who_deals() -> None:
    with pytest.raises(ReplayError) as error:
        results(draws(BOB_DEALS), ["cut:7D,KS", "B time"], agreed(code=BRITANNICA))
    assert error.value.place == "acts.1"


def test_a_match_goes_on_from_where_it_stands() -> None:
    """Two games were played at a physical table: Bob leads by one to none, 3 to 4 now."""
    at = "from game:2 rubbers:0-0 games:0-1 score:4-3 dealer:B orders:2-3,3-2"
    rest = ["deal:A/2-3", "B stand", "B abandon"]
    made = results(
        draws(HAND, pack(order=(2, 3))),
        [at, *hand("A"), *rest, "end stopped"],
        agreed(Format(FormatKind.RUBBER, 5)),
    )
    assert made.games == (GameResult(2, ALICE, Score(5, 3), 1),)
    assert made.games_won == Score(1, 1)
    assert made.hands[-1] == HandResult(3, 2, ALICE, "A2/vole", Score(2, 0))


@pytest.mark.parametrize(("code", "following"), [(LONDON, "deal:A/3-2"), (HOUSEHOLD, "cut:7D,KS")])
def test_each_rubber_is_cut_for_where_the_code_has_it(code: Code, following: str) -> None:
    """Alice wins a rubber of one game; then the deal passes to her, or they cut."""
    best_of_three = agreed(Format(FormatKind.RUBBER, 1, 3), code)
    first = ["from game:1 rubbers:0-1 games:0-0 score:3-0 dealer:B orders:-,-", *hand("A")]
    packs = draws(HAND, BOB_DEALS if following.startswith("cut") else HAND)
    made = results(packs, [*first, following, "end annulled"], best_of_three)
    assert (made.games_won, made.rubbers_won) == (NOTHING, Score(1, 1))


@pytest.mark.parametrize(
    ("games", "winner"), [(Score(0, 1), None), (Score(1, 0), ALICE)], ids=["level", "won"]
)
def test_a_number_of_games_may_end_level(games: Score, winner: Seat | None) -> None:
    at = f"from game:2 rubbers:0-0 games:{games.a}-{games.b} score:3-0 dealer:B orders:-,-"
    made = results(draws(HAND), [at, *hand("A")], agreed(Format(FormatKind.GAMES, 2)))
    assert (made.winner, made.end) == (winner, "played")


def test_more_games_lost_than_won() -> None:
    at = "from game:3 rubbers:0-0 games:0-2 score:3-0 dealer:B orders:-,-"
    made = results(draws(HAND), [at, *hand("A")], agreed(Format(FormatKind.GAMES, 3)))
    assert (made.games_won, made.winner) == (Score(1, 2), BOB)


FROM = "from game:{} rubbers:{} games:{} score:0-0 dealer:B orders:-,-"
NOT_POSSIBLE = (
    (RUBBER, (1, "0-0", "1-0"), "the first game, and one is won"),
    (RUBBER, (3, "0-0", "2-0"), "the rubber is won"),
    (RUBBER, (1, "1-0", "0-0"), "the match is won"),
    (ONE_GAME, (2, "0-0", "1-0"), "the game is over"),
    (ONE_GAME, (1, "0-1", "0-0"), "there are no rubbers"),
)


@pytest.mark.parametrize(("form", "values", "why"), NOT_POSSIBLE)
def test_a_match_cannot_go_on_where_it_could_not_stand(
    form: Format, values: tuple[object, ...], why: str
) -> None:
    with pytest.raises(ReplayError) as error:
        replay(agreed(form), [], [FROM.format(*values), "end stopped"])
    assert error.value.place == "acts.0", why


CUT = ["cut:7D,KS"]
REFUSED: tuple[tuple[list[Draw], list[str], str], ...] = (
    (draws(HAND), CUT, "acts.0"),
    (draws(), CUT, "acts.0"),
    (draws(BOB_DEALS), ["cut:7D,AS"], "acts.0"),
    (draws(BOB_DEALS), [*CUT, "end annulled", "annul"], "acts.2"),
    (draws(BOB_DEALS), [*CUT, "annul"], "acts.1"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:A/3-2"], "acts.1"),
    (draws(BOB_DEALS, BOB_DEALS), [*CUT, *CUT], "acts.1"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", FROM.format(1, "0-0", "0-0")], "acts.2"),
    (draws(BOB_DEALS, HAND, HAND), [*CUT, *hand("A"), "A mark"], "acts.13"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", "B stand"], "acts.2"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", "B king"], "acts.2"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", "stand"], "acts.2"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", "B time"], "acts.2"),
    (draws(BOB_DEALS), [*CUT, "A time"], "acts.1"),
    (draws(BOB_DEALS, HAND), [*CUT, "deal:B/3-2", "A stand"], "acts"),
    (draws(BOB_DEALS, HAND), [*CUT, "end stopped"], "draws.1"),
)


@pytest.mark.parametrize(("packs", "acts", "place"), REFUSED, ids=range(len(REFUSED)))
def test_the_first_act_that_cannot_be(packs: list[Draw], acts: list[str], place: str) -> None:
    with pytest.raises(ReplayError) as error:
        replay(agreed(), packs, acts)
    assert error.value.place == place
