"""What stands before the first deal, read and written."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.club_rules import code_with
from games.engine.codes import CODES
from games.engine.hand.state import THREE_TWO, TWO_THREE
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.headers import Context, context, headers
from games.engine.notation.values import Contest, Game, Hand, Header, NotationError
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, Score, Terms

LONDON = CODES["london"]
orders = st.sampled_from([None, THREE_TWO, TWO_THREE])
formats = st.sampled_from(
    [
        Format(FormatKind.ONE_GAME, 1),
        Format(FormatKind.GAMES, 12),
        Format(FormatKind.RUBBER, 5),
        Format(FormatKind.RUBBER, 3, rubbers=5),
    ]
)


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    code = draw(st.sampled_from(list(CODES.values())))
    if draw(st.booleans()):
        code = code_with(code, {"proposer_takes_one": "no", "lost_vole": "vole_unaffected"})
    agreed = code.game_value.value == "by_agreement" and draw(st.booleans())
    terms = Terms(code, draw(formats), agreed, draw(st.integers(0, 9)))
    return Context(
        code,
        draw(st.none() | st.builds(Score, st.integers(0, 4), st.integers(0, 4))),
        draw(st.sampled_from([None, *Seat])),
        (draw(orders), draw(orders)),
        draw(st.booleans()),
        draw(st.sampled_from([None, terms])),
    )


@given(contexts())
def test_what_stands_before_comes_back(before: Context) -> None:
    assert context(Contest(headers(before))) == before


def test_what_is_as_usual_is_not_said() -> None:
    assert headers(Context(LONDON)) == (Header("Code", "london"),)


def test_all_of_it() -> None:
    terms = Terms(LONDON, Format(FormatKind.RUBBER, 3), True, 2)
    before = Context(LONDON, None, Seat.B, (None, TWO_THREE), True, terms)
    assert [(one.key, one.value) for one in headers(before)] == [
        ("Code", "london"),
        ("Score", "?"),
        ("Dealer", "B"),
        ("Orders", "- 2-3"),
        ("SecondProposal", "yes"),
        ("Format", "rubber 3"),
        ("GameValues", "yes"),
        ("RubberBonus", "2"),
    ]


def test_a_contest_that_was_not_read_has_no_places() -> None:
    """What is wrong with one that a program made is told all the same."""
    twice = Contest((Header("Code", "london"), Header("Code", "london")))
    hand = Hand(Seat.A, None, ())
    other = Contest((Header("Code", "london"),), (Game(1, (), (hand, hand)),))
    for wrong in (twice, other, Contest((Header("Code", "rome"),)), Contest(())):
        with pytest.raises(NotationError) as error:
            tuple(follow(wrong))
        assert (error.value.line, error.value.column) in ((0, 0), (1, 1))


def test_house_rules_are_what_the_hand_is_judged_by() -> None:
    text = '[Code "london"] deal:A propose accept B-0 A-2? stand'
    with pytest.raises(NotationError):
        loads(text)
    house = text.replace("] deal", '] [Options "proposer_takes_one=no"] deal')
    assert context(loads(house)).code == code_with(LONDON, {"proposer_takes_one": "no"})


def test_a_second_proposal_is_agreed_on() -> None:
    again = '[Code "household"] [SecondProposal "no"] deal:A propose accept B-1? A-1? propose'
    with pytest.raises(NotationError) as error:
        loads(again)
    assert error.value.code == "no_more_proposals"
    assert loads(again.replace('"no"', '"yes"'))


def test_a_match_is_held_to_its_format_from_its_beginning_only() -> None:
    over = "game:1=5-0 game:2=5-0 game:3=5-0"
    text = f'[Code "london"] [Format "games 2"] {over}'
    with pytest.raises(NotationError) as error:
        loads(text)
    assert error.value.code == "match_over"
    assert loads(text.replace("games 2", "games 3"))
    assert loads(
        text.replace("game:3", "game:4").replace("game:2", "game:3").replace("game:1", "game:2")
    )
    assert loads(text.replace('games 2"]', 'games 2"] [Score "1-0"]'))
    gap = '[Code "london"] [Format "one_game"] deal:A score:0-0 marks:A1'
    assert loads(gap)
    empty = replace(loads(gap), games=())
    assert tuple(follow(empty)) == ()
    assert loads('[Code "london"] [Format "one_game"]') == empty
