"""Whose turn it is, for somebody who does not look at the table; and nothing moves for those who
asked for that."""

import pytest
from playwright.sync_api import expect

from .online_table import State, Table, hand_over, table, to_lead
from .open_tables import At

THEIRS: State = {"phase": "answer", "to_act": "b", "words": [["a", "propose"]], "legal": []}
# What the device was asked to do; the page is in the background or not, as a test says.
DEVICE = """() => {
  window.done = [];
  navigator.vibrate = (pattern) => window.done.push(["vibrates", pattern.length]);
  window.Notification = class {
    static permission = "granted";
    static requestPermission() { return Promise.resolve("granted"); }
    constructor(title, { body }) { window.done.push([title, body]); }
    close() { window.done.push(["closed", ""]); }
  };
  Object.defineProperty(document, "hidden", { get: () => window.isAway === true });
}"""


def _waits(at: At) -> Table:
    """For Bob; with a tap of Alice’s, without which no device vibrates."""
    board = at(table(THEIRS))
    board.page.evaluate(DEVICE)
    board.page.get_by_role("button", name="Menu").tap()
    return board


def _done(board: Table) -> list[list[object]]:
    found: list[list[object]] = board.page.evaluate("window.done")
    return found


def test_it_vibrates_unless_this_is_switched_off(at: At) -> None:
    board = _waits(at)
    board.goes_to(to_lead())
    expect(board.page).to_have_title("● Your turn against Bob")
    assert _done(board) == [["vibrates", 3]]
    board.page.get_by_label("Vibration when it is your turn").uncheck()
    for state in (table(THEIRS), to_lead()):
        board.goes_to(state)
    expect(board.page.locator("#near-line")).to_have_text("Your turn: lead a card")
    assert _done(board) == [["vibrates", 3]]


def test_a_notification_comes_only_to_who_asked_and_is_away(at: At) -> None:
    board = _waits(at)
    board.page.get_by_label("Vibration when it is your turn").uncheck()
    board.page.evaluate("window.isAway = true")
    board.goes_to(to_lead())
    expect(board.page).to_have_title("● Your turn against Bob")
    assert _done(board) == []
    board.page.get_by_label("Notification when it is your turn").check()
    board.goes_to(table(THEIRS))
    expect(board.page).to_have_title("Alice against Bob · Écarté")
    board.goes_to(to_lead())
    expect(board.page).to_have_title("● Your turn against Bob")
    assert _done(board) == [["Your turn against Bob", "Your turn: lead a card"]]
    # It is taken away once the turn is over.
    board.goes_to(table(THEIRS))
    expect(board.page).to_have_title("Alice against Bob · Écarté")
    assert _done(board)[-1] == ["closed", ""]


@pytest.mark.parametrize(("wants", "moves"), [("reduce", False), ("no-preference", True)])
def test_nothing_moves_for_those_who_asked_for_that(at: At, wants: str, moves: bool) -> None:
    board = at(table({}))
    board.page.emulate_media(reduced_motion="reduce" if wants == "reduce" else "no-preference")
    board.page.evaluate(
        """() => {
            window.moved = [];
            for (const name of ["animationstart", "transitionstart"]) {
              document.addEventListener(name, ({ target }) => window.moved.push(target.nodeName));
            }
        }"""
    )
    board.goes_to(to_lead())
    board.tap_card(2)
    board.goes_to(hand_over())
    expect(board.choice("Next hand")).to_be_visible()
    assert bool(board.page.evaluate("window.moved.length")) is moves
