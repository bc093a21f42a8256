"""`manage.py ecarte replay`, `perft` and `deal`: what they print, and what they say of mistakes."""

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.cards import NAMES, PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Say, State
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.files import dumps
from games.engine.seats import Seat
from games.matches.management.ecarte import deal as dealing
from games.matches.management.ecarte.perft import lines
from tests.engine.hand.naive import Scribe
from tests.engine.hand.test_naive import naive_perft
from tests.engine.notation.texts import FIRST

pytestmark = pytest.mark.slow


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    def say(*arguments: str) -> str:
        call_command("ecarte", *arguments)
        return capsys.readouterr().out

    return say


def written(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def wrong(*arguments: str) -> str:
    with pytest.raises(CommandError) as error:
        call_command("ecarte", *arguments)
    return str(error.value)


# replay


def test_the_first_hand_of_hoyle_modernized(said: Any, tmp_path: Path) -> None:
    """Alice deals and turns the king, and makes the vole: three to nothing."""
    assert said("replay", written(tmp_path, FIRST)) == (
        "Alice and Bob, london\n"
        "Game 1, hand 1, Alice deals\n"
        "  Alice turned the king and marks one (law 47).\n"
        "  Alice made the vole and marks two (law 48).\n"
        "  3–0\n"
    )


GAME = """\
[Code "london"]
game:1 deal:A stand tricks:5-0 deal:B propose accept tricks:3-2
deal:? propose
ruling:wrong_order,trump_turned=no,elder_looked=no,choice=fresh_deal,law="law 8, law 9"
deal:A propose refuse tricks:4-1 =4-0 deal:B stand tricks:3-2 =5-0 game:2=5-4
game:3 deal:? score:? marks:B2 deal:A
"""


def test_games_that_end_and_hands_that_do_not(said: Any, tmp_path: Path) -> None:
    out = said("replay", written(tmp_path, GAME)).splitlines()
    assert out == [
        "A and B, london",
        "Game 1, hand 1, A deals",
        "  A made the vole and marks two (law 48).",
        "  2–0",
        "Game 1, hand 2, B deals",
        "  A won the point and marks one (law 48).",
        "  3–0",
        "Game 1, hand 3, A deals",
        "  The dealer gave the cards in a different order than before. The deal is void and "
        "nothing is marked; the same dealer deals again. (law 8, law 9)",
        "  3–0 (dealt afresh)",
        "Game 1, hand 4, A deals",
        "  A won the point and marks one (law 48).",
        "  4–0",
        "Game 1, hand 5, B deals",
        "  A won the point and marks one (law 48).",
        "  5–0",
        "  A wins game 1.",
        "Game 2: 5–4",
        "Game 3, hand 1",
        "  B marks two, as noted (law 47, law 48, law 49).",
        "  score not known",
        "Game 3, hand 2, A deals",
        "  score not known (not over)",
    ]


def test_a_game_that_is_won_is_said_to_be(said: Any, tmp_path: Path) -> None:
    text = '[Code "london"] [B "Bob"] [Score "1-3"] deal:A propose accept marks:B2/vole'
    assert said("replay", written(tmp_path, text)).splitlines()[-2:] == [
        "  1–5",
        "  Bob wins game 1.",
    ]


def test_the_same_as_data(said: Any, tmp_path: Path) -> None:
    text = FIRST + "deal:B\ngame:2=5-0\n"
    with pytest.raises(CommandError, match="Line 11, column 1"):
        said("replay", written(tmp_path, text))
    (data,) = json.loads(said("replay", "--json", written(tmp_path, FIRST + "deal:B\n")))
    assert data["headers"] == [["Code", "london"], ["A", "Alice"], ["B", "Bob"]]
    assert (data["code"], data["games"]) == ("london", [])
    first, second = data["hands"]
    assert (first["game"], first["hand"], first["dealer"], first["over"]) == (1, 1, "a", True)
    assert (first["before"], first["after"]) == ({"a": 0, "b": 0}, {"a": 3, "b": 0})
    assert first["marks"][0] == {
        "seat": "a",
        "points": 1,
        "kind": "king_turned",
        "rule": "king_turned",
        "law": "law 47",
    }
    assert first["record"]["tricks"] == {"a": 5, "b": 0}
    assert (second["over"], second["record"], second["marks"]) == (False, None, [])


REVOKED = """\
[Code "london"] [A "Alice"] [B "Bob"]
deal:B propose accept
ruling:revoke,by=A,led_since=yes,choice=let_stand,law="law 43" tricks:3-2
"""


def test_a_ruling_is_printed_before_the_marks_that_follow_from_it(
    said: Any, tmp_path: Path
) -> None:
    """Law 43: "If the offender win the point he marks nothing"."""
    assert said("replay", written(tmp_path, REVOKED)).splitlines() == [
        "Alice and Bob, london",
        "Game 1, hand 1, Bob deals",
        "  A player did not follow suit, or did not win the trick, although they could. It was "
        "Alice. What was played stands. For the tricks of this hand the offender marks one less. "
        "(law 43)",
        "  0–0",
    ]
    ((data,),) = [
        one["hands"] for one in json.loads(said("replay", "--json", written(tmp_path, REVOKED)))
    ]
    assert data["rulings"] == [
        {
            "law": "law 43",
            "irregularity": "revoke",
            "facts": {"led_since": "yes"},
            "choice": "let_stand",
            "offender": "a",
        }
    ]


def test_several_contests_one_after_the_other(said: Any, tmp_path: Path) -> None:
    text = FIRST + '[Code "modern"]\ngame:2=5-3\n'
    out = said("replay", written(tmp_path, text))
    assert out.endswith("3–0\n\nA and B, modern\nGame 2: 5–3\n")
    first, second = json.loads(said("replay", "--json", written(tmp_path, text)))
    assert (first["games"], second["hands"]) == ([], [])
    assert second["games"] == [{"game": 2, "score": {"a": 5, "b": 3}}]


def test_what_cannot_be_is_told_with_its_place(tmp_path: Path) -> None:
    text = wrong("replay", written(tmp_path, FIRST.replace("KD QS", "KD AS")))
    assert "Line 8, column 19" in text, "the ace is played a second time"
    assert "law 39" in text


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Give another file" in wrong("replay", str(tmp_path / "none.txt"))
    (tmp_path / "latin.txt").write_bytes(b"\xe9")
    assert "Save it as UTF-8" in wrong("replay", str(tmp_path / "latin.txt"))
    assert "is empty" in wrong("replay", written(tmp_path, " \n"))
    monkeypatch.setattr("sys.stdin", io.StringIO("7H"))
    assert "-: Line 1, column 1: A header comes first" in wrong("replay", "-")


# deal


@pytest.mark.parametrize("code", CODES)
def test_a_random_hand_is_good_notation(said: Any, code: str) -> None:
    for seed in range(5):
        text = said("deal", "--seed", str(seed), "--code", code)
        contest = loads(text)
        assert dumps(contest) == text
        (told,) = follow(contest)
        assert told.record
        assert told.state
        assert (contest.header("Code"), contest.header("Seed")) == (code, str(seed))


def test_a_seed_gives_the_same_hand(said: Any) -> None:
    assert said("deal", "--seed", "4") == said("deal", "--seed", "4")
    assert said("deal", "--seed", "4") != said("deal", "--seed", "5")


def test_a_game_is_dealt_until_it_is_won(said: Any) -> None:
    game = loads(said("deal", "--seed", "7", "--game"))
    after = [told.after for told in follow(game)]
    assert [score.winner is not None for score in after if score] == [False] * (len(after) - 1) + [
        True
    ]


def test_a_code_that_there_is_not() -> None:
    assert "The codes are london" in wrong("deal", "--seed", "1", "--code", "paris")


# perft


def numbers(out: str) -> list[int]:
    return [int(line.split()[1]) for line in out.splitlines()]


def test_the_lines_of_a_hand_whose_cards_allow_one_reply(said: Any, tmp_path: Path) -> None:
    """The dealer has all trumps but one and has to take every trick, whatever is played.

    Five leads or abandoning, then five answers or abandoning; the next lead is the dealer's.
    """
    text = '[Code "london"] deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,9H up:8H'
    path = written(tmp_path, text)
    assert numbers(said("perft", path, "--stand", "--depth", "3")) == [
        6,
        5 * 6,
        5 * 5 * 5,
    ]


def test_words_and_discards_before_the_play(said: Any, tmp_path: Path) -> None:
    """Propose or stand; accept or refuse; one to five cards of five, in 31 ways or by number."""
    text = '[Code "london"] deal:A B:7C,8C,9C,7D,8D A:TH,AH,JH,QH,9H up:8H'
    path = written(tmp_path, text)
    every = numbers(said("perft", path, "--depth", "3"))
    assert every == [2, 2 + 6, (31 + 6) + 5 * 6]
    few = numbers(said("perft", path, "--depth", "3", "--few-discards"))
    assert few == [2, 2 + 6, (5 + 6) + 5 * 6]


def test_the_first_actions_add_up(said: Any) -> None:
    out = said("perft", "--seed", "11", "--depth", "3", "--divide").splitlines()
    each = {line.split()[0]: int(line.split()[1]) for line in out}
    assert each["propose"] + each["stand"] + each.get("king", 0) == each["3"]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("before", "depth"), [((), 3), (("stand",), 4)])
def test_the_naive_rules_count_the_same(code: str, before: tuple[str, ...], depth: int) -> None:
    pack = tuple(Random(code).sample(PACK, 32))
    state, _ = apply(begin(CODES[code], dealer=Seat.A), Deal(pack))
    scribe = Scribe(code, [NAMES[card] for card in pack], 3, False)
    for word in before:
        state, _ = apply(state, Say(word))
        scribe.done(word)
    assert lines(state, depth) == naive_perft(scribe, depth)


def test_no_line_goes_beyond_the_hand() -> None:
    state: State = dealing.dealt(dealing.begun({"code": "london"}), Random(2))
    over = dealing.hand_played(state, Random(2))
    assert lines(over, 0) == 1
    assert lines(over, 2) == 0


def test_perft_of_what_cannot_be_counted(tmp_path: Path) -> None:
    assert "--depth 1" in wrong("perft", "--seed", "1", "--depth", "0")
    unknown = written(tmp_path, '[Code "london"] deal:A A:5? up:8H')
    assert "not every card of its last hand is known" in wrong("perft", unknown)
    assert "Line 1, column 1" in wrong("perft", written(tmp_path, "7H"))
    nothing = written(tmp_path, '[Code "london"]')
    assert "Give both hands" in wrong("perft", nothing)


def test_a_hand_in_the_middle_of_a_game_is_counted_with_its_score(
    said: Any, tmp_path: Path
) -> None:
    """At four the king of trumps ends the game, and no line goes on from it."""
    hand = "deal:A B:7C,8C,9C,7D,8D A:TH,AH,KH,QH,9H up:8H"
    counted = [
        numbers(said("perft", written(tmp_path, f'[Code "london"] [Score "{score}"] {hand}')))
        for score in ("3-0", "4-0")
    ]
    assert counted[0][0] == counted[1][0] == 3, "propose, stand, and the king"
    # After the king: propose and stand, or nothing.
    assert counted[0][1] - counted[1][1] == 2
