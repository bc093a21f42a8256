"""What the commands of the robots print, and what they refuse."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.engine.robots.confirming import BIDS
from games.matches.management.ecarte import limits as command
from games.matches.management.ecarte.solving.limits import LIMITS, Hands, limits
from games.matches.selectors.robots import robot_tables
from tests.engine.transcripts.forging import STORY
from tests.support.depth import THOROUGH, times
from tests.support.told_hands import LOST

pytestmark = pytest.mark.slow

Print = Callable[..., str]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Print:
    def run(*arguments: str) -> str:
        call_command("ecarte", *arguments)
        return capsys.readouterr().out

    return run


def test_advice_with_its_figure_and_its_source(printed: Print) -> None:
    """Foster: 46,039 of 65,780 hands, which is 70.0 %."""
    lines = printed("advise", "7H 8H KS 7S 7D", "--trump", "H").splitlines()
    assert lines[0] in ("Stand.", "Propose.")
    assert any(line.startswith("stand") and line.endswith("the point  70.0%") for line in lines)
    assert any(line.startswith("Printed (EB 1911): Hands with two trumps") for line in lines)


def test_advice_as_data(printed: Print) -> None:
    found = json.loads(printed("advise", "7h 8h ks 7s 7d", "--trump", "h", "--json"))
    stands = next(option for option in found["options"] if option["action"] == "stand")
    assert stands["point"] == pytest.approx(46_039 / 65_780)
    assert found["hint"]["id"] == "2b"
    assert found["printed"] == "stand"
    best = max(option["chance"] for option in found["options"])
    assert found["options"][0]["chance"] == best


def test_advice_to_the_dealer_to_discards_and_to_a_lead(printed: Print) -> None:
    hand = ("advise", "7H 8H KS 7S 7D", "--trump", "H")
    dealer = json.loads(printed(*hand, "--dealer", "--json"))
    assert {option["action"] for option in dealer["options"]} == {"refuse", "accept"}
    assert "Throw 7d 7s." in printed(*hand, "--decide", "discard")
    to_dealer = json.loads(printed(*hand, "--dealer", "--decide", "discard", "--json"))
    assert len(to_dealer["options"]) == 32
    lead = json.loads(printed(*hand, "--decide", "lead", "--json"))
    assert {option["action"] for option in lead["options"]} == set(hand[1].split())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("7H 8H KS 7S", "--trump", "H"), "Give five cards, each once"),
        (("7H 7H KS 7S 7D", "--trump", "H"), "Give five cards, each once"),
        (("7H 8H KS 7S 7D", "--trump", "H", "--turned", "8H"), "8H is turned up"),
        (("7H 8H KS 7S 7D", "--trump", "H", "--score", "5-0"), "is no score in play"),
        (("7H 8H KS 7S 7D", "--trump", "H", "--dealer", "--decide", "lead"), "does not lead"),
    ],
)
def test_what_advise_refuses(arguments: tuple[str, ...], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("ecarte", "advise", *arguments)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_duel_however_many_processes(printed: Print) -> None:
    duel = ("duel", "club", "beginner", "--deals", "6", "--seed", "3")
    alone = printed(*duel, "--processes", "1")
    assert alone == printed(*duel, "--processes", "2")
    assert alone.startswith("club against beginner: 6 deals, each played twice (london, 0-0, seed")
    found = json.loads(printed(*duel, "--processes", "1", "--json"))
    assert f"{found['points']:+.4f}, standard error {found['error']:.4f}" in alone


def test_a_duel_of_one_deal_has_no_error_and_is_refused() -> None:
    with pytest.raises(CommandError, match="2 deals or more"):
        call_command("ecarte", "duel", "club", "club", "--deals", "1")


def test_solve_deals_in_portions() -> None:
    with pytest.raises(CommandError, match="a multiple"):
        call_command("ecarte", "solve", "--deals", "1000")


def test_the_best_answer_to_the_bidding_gains_next_to_nothing() -> None:
    """Within the classes of the model, at every score: in chances of the game, and in points."""
    made = robot_tables().made
    assert len(made["gains"]) == 45  # 25 scores, and 20 at which a king may be turned
    assert all(elder + dealer < 0.001 for *_score, elder, dealer in made["gains"])
    assert made["points"]["gain"] <= 0.01
    assert made["points"]["gain_on_other_deals"] <= 0.01
    assert made["later_gain_in_points"] <= 0.01


def test_the_chance_of_the_game_grows_with_each_point() -> None:
    """Those of both players make one; more points win more often."""
    chances = robot_tables().chances
    for elder in range(4):
        for dealer in range(5):
            assert chances[elder + 1][dealer] > chances[elder][dealer]
            assert chances[dealer][elder + 1] < chances[dealer][elder]
    assert 0.45 < chances[0][0] < 0.55


@pytest.mark.slow
def test_the_printed_hints_in_a_table(printed: Print) -> None:
    """A row of each hint and of each hand of Foster's, and its cells by score; standing on two
    trumps and a suit is right. With the sevens of trumps and spades and a tierce from the king,
    Foster's first, the point is won against 68 in a hundred, whatever is turned."""
    lines = printed("hints", "--hands", str(times(2, thorough=4))).splitlines()
    assert lines[0] == "| hint | the point at 0–0 | needed | 0–0 | 4–3 | 3–4 |"
    assert len(lines) == 2 + len(BIDS) + 6
    fosters = next(line for line in lines if "7H KC QC JC 7S" in line)
    assert fosters.startswith("| Foster: 7H KC QC JC 7S stand | 68% |")
    row = next(line for line in lines if line.startswith("| 2a stand |"))
    assert row.count("right +") == 3


@pytest.mark.slow
def test_the_dealer_refuses_on_less_than_the_printed_limit(
    printed: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first count of this project: refusing at 45 in a hundred gains about 0.02 points a hand,
    as such a hand wins two in three against those that propose."""
    # Far fewer deals than it takes to be sure whatever they are; these are the same every time.
    deals, errors = (80_000, 4) if THOROUGH else (4_000, 2)
    monkeypatch.setattr(command, "FEWEST", deals)
    table = printed("limits", "--deals", str(deals), "--seed", "1")
    rows = [line.split(" ") for line in table.splitlines()[2:]]
    gains = {row[1]: (float(row[5].replace("−", "-")), float(row[7])) for row in rows}
    gain, error = gains["45%"]
    assert gains["67%"] == (0.0, 0.0)
    assert abs(gain - 0.02) < errors * error < gain
    assert gains["75%"][0] < 0 < gains["60%"][0] < gain
    won = {row[1]: float(row[3].rstrip("%")) for row in rows}
    assert 60 < won["45%"] < 72


def test_what_refusing_on_less_gains_by_hand() -> None:
    """Four deals. On two in three the first alone is refused; on a half, the second too, which then
    brings −2 in place of 1; the third was not proposed. The fourth is exchanged in either case."""
    dealt = Hands(
        chance=np.array([0.70, 0.52, 0.52, 0.30]),
        proposed=np.array([1.0, 1.0, 0.0, 1.0]),
        won=np.array([1.0, 0.0, 1.0, 1.0]),
        stood=np.array([9.0, 9.0, 0.5, 9.0]),
        refused=np.array([1.0, -2.0, 9.0, 9.0]),
        exchanged=np.array([9.0, 1.0, 9.0, -0.5]),
    )
    printed, half = limits(dealt, (2 / 3, 0.505))
    assert (printed.gain, printed.error, printed.won) == (0, 0, None)
    assert half.gain == pytest.approx(-3 / 4)
    # Of 0, −3, 0 and 0 the spread is the root of 27/16; the error of four is half of that.
    assert half.error == pytest.approx((27 / 16) ** 0.5 / 2)
    assert (half.least, half.won) == (0.505, 0.0), (
        "the one hand near the limit that was proposed to"
    )


def test_the_command_prints_a_row_for_each_limit(
    printed: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "FEWEST", 200)
    lines = printed("limits", "--deals", "200", "--seed", "3").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    assert [row[0] for row in rows] == [f"{least:.0%}" for least in LIMITS]
    assert rows[1][2] == "0.0000 ± 0.0000", "the printed limit is what the others are held against"
    assert all(0 <= int(row[1].rstrip("%")) <= 100 for row in rows if row[1] != "–")


def test_what_classes_give_away_and_the_strong_robot(printed: Print) -> None:
    """No bid beats the best one; weighing each hand on its own gives away less."""
    lines = printed("classes", "--deals", "40").splitlines()
    rows = [
        [float(cell.split(" ± ")[0]) for cell in line.split(" | ")[1:]]
        for line in (line.rstrip(" |") for line in lines[2:])
    ]
    (elder_by_class, dealer_by_class), (elder, dealer) = rows
    assert 0 <= elder < elder_by_class
    assert 0 <= dealer <= dealer_by_class
    assert elder + dealer <= 0.02
    with pytest.raises(CommandError, match="2 deals or more"):
        call_command("ecarte", "classes", "--deals", "1")


def test_too_few_deals_tell_no_limit() -> None:
    with pytest.raises(CommandError, match="10,000 deals or more"):
        call_command("ecarte", "limits", "--deals", "9999")


def test_one_hand_has_no_error_and_is_refused() -> None:
    with pytest.raises(CommandError, match="2 hands or more"):
        call_command("ecarte", "hints", "--hands", "1")


def test_a_match_is_reviewed_from_its_notation_and_from_its_transcript(
    printed: Print, tmp_path: Path
) -> None:
    """Hoyle's hand: the ten of diamonds gives the point away, with all cards seen."""
    text = f'[Code "london"]\n[A "Alice"]\n[B "Bob"]\n\ngame:1\n{LOST.text}\n'
    path = tmp_path / "hand.txt"
    path.write_text(text)
    lines = printed("review", str(path)).splitlines()
    assert lines[1].startswith("Bob: ")
    begins = next(n for n, line in enumerate(lines) if "Bob plays: ten of diamonds." in line)
    lost = [line.strip() for line in lines[begins : begins + 3]]
    assert "With all cards seen, this gives away 1 trick." in lost
    (found,) = json.loads(printed("review", str(path), "--json"))
    (hand,) = found["hands"]
    assert hand["judged"]
    own = [one for one in hand["decisions"] if one["seat"] == "b"]
    assert found["players"]["b"]["decisions"] == len(own)
    path.write_text(text.replace("8C\n", "?\n"))
    assert "Not every card is known." in printed("review", str(path))
    transcript = tmp_path / "match.json"
    transcript.write_bytes(STORY)
    reviewed = json.loads(printed("review", str(transcript), "--json"))
    assert all(hand["judged"] for contest in reviewed for hand in contest["hands"])
    path.write_text("{}")
    with pytest.raises(CommandError, match="no transcript"):
        call_command("ecarte", "review", str(path))
