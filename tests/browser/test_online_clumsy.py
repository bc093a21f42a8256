"""The table online in a clumsy hand: two taps for one, drags that end elsewhere, taps that come
while the opponent acts."""

import json

import pytest
from playwright.sync_api import expect

from .online_table import State, Table, bound, discarding, hand_over, match_over, table, to_lead
from .open_tables import At
from .visits import wait_until

# News comes, and a choice of it is pressed at once: whether it can be pressed again, by frames.
PRESS = """async ([state, id]) => {
  const usable = [];
  const wait = window.setTimeout;
  window.setTimeout = (act, time) => wait(act, 6 * time);
  window.news("online", { state });
  while (!document.getElementById(id)) await new Promise(requestAnimationFrame);
  document.getElementById(id).click();
  for (const end = performance.now() + 1000; performance.now() < end;) {
    await new Promise(requestAnimationFrame);
    const button = document.getElementById(id);
    usable.push(Boolean(button && !button.disabled && button.ariaDisabled !== "true"));
  }
  return usable;
}"""
# What lies under a finger in the middle of the element, as soon as it is there, and a moment later.
UNDER = """(selector) => {
  const under = () => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    const element = document.elementFromPoint(left + width / 2, top + height / 2);
    return Boolean(element.closest(selector));
  };
  window.under = new Promise((resolve) => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      const atOnce = under();
      setTimeout(() => resolve([atOnce, under()]), 400);
    }).observe(document.getElementById("online"), { childList: true, subtree: true });
  });
}"""
THEIRS: State = {"phase": "answer", "to_act": "b", "words": [["a", "propose"]], "legal": []}


def last(number: int, act: str, seat: str = "a") -> State:
    return {"number": number, "seat": seat, "act": act, "king": False, "head": "0" * 64}


def left(card: str, number: int, **changes: object) -> State:
    """Alice played the card, Bob a lower one, and she leads again: act `number` was the last."""
    own = [one for one in to_lead()["hand"]["own"] if one != card]
    hand = {
        "phase": "play",
        "words": [["a", "propose"], ["b", "refuse"]],
        "own": own,
        "played": [["a", card], ["b", f"7{card[1]}"]],
        "cards": {"a": 4, "b": 4},
        "tricks": {"a": 1, "b": 0},
        "legal": own,
    }
    return table(hand, last=last(number, f"7{card[1]}", "b"), **changes)


def test_what_was_done_cannot_be_done_again_while_its_answer_is_shown(at: At) -> None:
    """The state before has just come, and would stay for a moment."""
    board = at(hand_over())
    chains = {"chain": board.state["chain"]}
    to_do = {**table({}), **chains, "version": 30}
    board.answers = [(200, {**table(THEIRS, last=last(13, "propose")), **chains, "version": 31})]
    usable = board.page.evaluate(PRESS, [to_do, "choice-propose"])
    assert usable
    assert not any(usable)
    assert len(board.sent()) == 1


@pytest.mark.parametrize(
    ("state", "selector"), [(table({}), "#choice-propose"), (to_lead(), "#card-3")]
)
def test_a_tap_does_not_reach_what_has_just_come(at: At, state: State, selector: str) -> None:
    """The second of two taps on “Next hand”."""
    board = at(hand_over())
    board.page.evaluate(UNDER, selector)
    board.goes_to(state)
    assert board.page.evaluate("window.under") == [False, True]


def test_a_card_that_stays_can_be_tapped_at_once(at: At) -> None:
    board = at(to_lead())
    node = board.card(5).element_handle()
    board.goes_to(left("QC", 14))
    expect(board.page.locator("#hand button")).to_have_count(4)
    assert node.is_visible()
    assert board.card(5).evaluate("(card, node) => card === node", node)


def test_news_of_ones_own_act_are_as_good_as_its_answer(at: At) -> None:
    """The answer is lost and the news are not: the next card is played, and nothing repeated."""
    board = at(to_lead())
    board.answers = [None] * 9
    board.tap_card(2)
    board.tap_card(2)
    expect(board.page.locator("#line")).to_have_text("Not sent. Trying again")
    after = {**to_lead(), "hand": left("QC", 13)["hand"], "last": last(13, "QC")}
    board.goes_to(
        {**after, "hand": {**after["hand"], "played": [["a", "QC"]], "to_act": "b", "legal": []}}
    )
    expect(board.page.locator("#line")).not_to_have_text("Not sent. Trying again")
    board.answers = []
    sent = len(board.sent())
    board.goes_to(left("QC", 14))
    expect(board.choice("Choose a card")).to_be_visible()
    board.tap_card(5)
    board.tap_card(5)
    assert board.expect_sent(sent + 1)[-1]["act"] == "AS"
    # Its answer has come: nothing is kept that would be sent once more.
    wait_until(board.page, "Object.keys(localStorage).every((key) => !key.endsWith(':sending'))")
    board.page.reload()
    expect(board.choice("Choose a card")).to_be_visible()
    assert len(board.sent()) == sent + 1


def test_a_tap_shows_what_is_still_to_be_shown(at: At) -> None:
    """A trick stays for a moment; whoever knows their card need not wait, and chooses it by what
    has happened since."""
    follows = bound()["hand"]
    own = follows["own"][1:]
    trick = [["a", "8C"], ["b", "9C"]]
    waits = {**follows, "own": own, "to_act": "b", "legal": [], "refused": {}, "lead": None}
    board = at(table({**waits, "played": trick[:1]}, last=last(13, "8C")))
    board.goes_to(table({**waits, "played": trick}, last=last(14, "9C", "b")))
    expect(board.page.locator("#far-played [role=img]")).to_have_count(1)
    led = {**follows, "own": own, "played": [*trick, ["b", "QH"]]}
    board.goes_to(table(led, last=last(15, "QH", "b")))
    board.tap_card(3)
    expect(board.choice("Play: king of hearts")).to_be_enabled()


def test_one_tap_plays_nothing_on_what_was_not_shown_yet(at: At) -> None:
    board = at(to_lead())
    board.page.evaluate("""() => localStorage.setItem("online:settings", '{"tap": true}')""")
    board.page.reload()
    board.ready()
    board.page.evaluate(
        """([first, second]) => {
            for (const state of [first, second]) window.news("online", { state });
            document.querySelector("#hand [data-card='AS']").click();
        }""",
        [
            {**board.state, **left("QC", 14), "chain": board.state["chain"], "version": 60},
            {**board.state, **left("QC", 16), "chain": board.state["chain"], "version": 61},
        ],
    )
    expect(board.page.locator("#online")).to_have_attribute("data-version", "61")
    assert board.sent() == []


# Drags


def _box(board: Table, number: int) -> tuple[float, float]:
    box = board.card(number).bounding_box()
    return box["x"] + 20, box["y"] + 40


def test_a_drag_that_ends_on_another_card_does_nothing(at: At) -> None:
    board = at(to_lead())
    (x, y), (to_x, to_y) = _box(board, 1), _box(board, 4)
    mouse = board.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to_x) / 2, y)
    mouse.move(to_x, to_y)
    mouse.up()
    assert board.page.locator("#hand .is-chosen").count() == 0
    assert board.page.locator("#hand .is-dragged").count() == 0
    board.tap_card(4)
    expect(board.card(4)).to_have_attribute("aria-pressed", "true")


def test_a_card_that_is_thrown_far_out_of_the_hand_is_played(at: At) -> None:
    """In one leap, so that the hand itself hears nothing of it; and is let go there."""
    board = at(to_lead())
    x, y = _box(board, 2)
    mouse = board.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y - 300)
    mouse.up()
    assert [body["act"] for body in board.expect_sent(1)] == ["QC"]
    mouse.move(x, y)
    mouse.move(x + 5, y - 30)
    assert board.page.locator("#hand .is-dragged").count() == 0


def test_a_drag_back_down_is_taken_back(at: At) -> None:
    board = at(to_lead())
    x, y = _box(board, 2)
    mouse = board.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 120)
    expect(board.card(2)).to_contain_class("is-let-go")
    mouse.move(x, y - 20)
    expect(board.card(2)).not_to_contain_class("is-let-go")
    mouse.up()
    expect(board.card(2)).not_to_contain_class("is-dragged")
    assert board.sent() == []


def test_a_second_finger_changes_nothing(at: At) -> None:
    """The first holds a card up; the second touches another, and only it is taken off."""
    board = at(to_lead())
    touch = board.page.context.new_cdp_session(board.page)
    (x, y), (other_x, other_y) = _box(board, 2), _box(board, 5)

    def send(kind: str, *points: tuple[float, float, int]) -> None:
        places = [{"x": at_x, "y": at_y, "id": number} for at_x, at_y, number in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    send("touchStart", (x, y, 1))
    send("touchMove", (x, y - 60, 1))
    send("touchMove", (x, y - 120, 1))
    send("touchStart", (x, y - 120, 1), (other_x, other_y, 2))
    send("touchMove", (x, y - 121, 1))
    expect(board.card(2)).to_contain_class("is-dragged")
    assert board.sent() == []
    send("touchEnd")
    assert [body["act"] for body in board.expect_sent(1)] == ["QC"]


def test_a_card_that_is_dealt_away_under_the_finger_is_not_played(at: At) -> None:
    """A director annulled the hand: the new one lies where the finger is."""
    board = at(to_lead())
    x, y = _box(board, 2)
    mouse = board.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 120)
    board.goes_to(table({"draw": 6, "own": ["7S", "8S", "9S", "TS", "JS"]}, last=last(13, "", "")))
    expect(board.card(2)).to_have_attribute("data-card", "8S")
    mouse.up()
    expect(board.page.locator("#hand")).not_to_contain_class("is-unsettled")
    mouse.click(x, y)
    expect(board.page.get_by_role("alert")).to_have_text("Your turn: propose or stand")
    assert board.sent() == []


# Keys and focus


def test_the_focus_stays_in_the_hand_when_a_card_is_played(at: At) -> None:
    board = at(to_lead())
    board.answers = [None] * 5
    board.card(2).focus()
    board.page.keyboard.press("Enter")
    board.page.keyboard.press("Enter")
    board.expect_sent(1)
    expect(board.page.locator("#hand button:focus")).to_have_count(1)


def test_the_focus_waits_where_the_next_choices_will_be(at: At) -> None:
    board = at(table({}))
    board.answers = [
        (200, {**board.state, **table(THEIRS), "version": 40, "last": last(13, "propose")})
    ]
    board.choice("Propose").focus()
    board.page.keyboard.press("Enter")
    expect(board.page.locator("#far")).to_contain_class("is-turn")
    focus = "document.activeElement.closest('#hand, #choices') !== null"
    assert board.page.evaluate(focus)
    board.state["version"] = 40
    over = hand_over(last=last(20, "TD"))
    board.goes_to(over)
    expect(board.choice("Next hand")).to_be_visible()
    assert board.page.evaluate(focus)


# What is said


def test_more_discards_than_the_stock_has_cards_are_refused(at: At) -> None:
    few = discarding()
    few["hand"] |= {"discard": {"least": 1, "most": 2}, "stock": 2}
    board = at(few)
    for card in (1, 2, 3):
        board.tap_card(card)
    expect(board.page.get_by_role("alert")).to_have_text("You can discard 2 cards at most.")
    board.choice("Discard 2 cards").click()
    assert [body["act"] for body in board.expect_sent(1)] == ["-8C QC"]


def test_somebody_far_behind_hears_how_each_hand_ended(at: At) -> None:
    """Their phone slept; five states come at once, and the third is the end of a hand."""
    board = at(to_lead())
    states = [left("QC", 14), left("QC", 15), hand_over(last=last(20, "TD", "b"))]
    states += [table({"draw": 6}, last=last(number, "")) for number in (22, 23)]
    board.page.evaluate(
        "(states) => states.forEach((state) => window.news('online', { state }))",
        [
            {**state, "chain": board.state["chain"], "version": 50 + i}
            for i, state in enumerate(states)
        ],
    )
    expect(board.choice("Propose")).to_be_visible()
    assert "Alice stood and lost the point: Bob marks two (law 49)." in board.log
    assert board.log.count("Bob deals, and turns up: nine of hearts.") == 2


def test_the_score_is_read_out_when_a_hand_is_over(at: At) -> None:
    board = at(to_lead())
    board.goes_to(hand_over())
    expect(board.page.locator("#log li").last).to_have_text("Games won: Alice 1, Bob 0.")
    assert board.log[-2] == "Score: Alice 4, Bob 3."
    # Not a second time, when the next deal is prepared.
    board.goes_to(hand_over(draw={"number": 6, "kind": "hand", "missing": ["b"]}))
    expect(board.page.locator("#online")).to_have_attribute(
        "data-version", str(board.state["version"])
    )
    assert board.log.count("Score: Alice 4, Bob 3.") == 1


def test_who_waited_for_an_opponent_is_led_on_from_the_end(at: At) -> None:
    """The page was opened before there was a match."""
    alone = {"a": table()["players"]["a"], "b": {"id": None, "name": "", "here": False}}
    board = at(table(status="open", match=None, players=alone, cut=None))
    assert board.page.locator("#match-more").get_attribute("hidden") is not None
    board.news(state={**match_over(), "version": 30})
    links = board.page.locator("#choices a")
    expect(links).to_have_count(5)
    assert [link.get_attribute("href") for link in links.all()] == [
        "/clubs/a-club/matches/33/hands/4/",
        "/clubs/a-club/matches/33/post-mortem/",
        "/clubs/a-club/matches/33/",
        "/clubs/a-club/online/7/transcript/",
        "/verify/#transcript=/clubs/a-club/online/7/transcript/",
    ]  # fmt: skip
    assert json.dumps(board.page.locator("#match-link").get_attribute("href")).count("33") == 1
