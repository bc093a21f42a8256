"""The table online, looked at and listened to: on a phone without scrolling, and read aloud."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.support.depth import THOROUGH, each

from .axe import LOOKS, RULES, violations
from .online_table import (
    State,
    Table,
    bound,
    clock,
    discarding,
    hand_over,
    match_over,
    public,
    table,
    to_lead,
)
from .open_tables import At
from .visits import Scheme

PLAYERS = table()["players"]
ALONE = {"a": PLAYERS["a"], "b": {"id": None, "name": "", "here": False, "ready": False}}
BARE = {"cut": None, "score": {"a": 0, "b": 0}, "games": {"a": 0, "b": 0}}
LONG = {
    "a": {**PLAYERS["a"], "name": "Maximilienne-Adélaïde de La Rochefoucauld"},
    "b": {**PLAYERS["b"], "name": "Charles-Théodore von Württemberg"},
}
ANSWER = {
    "phase": "answer",
    "dealer": "a",
    "words": [["b", "propose"]],
    "legal": ["accept", "accept_if_enough", "refuse", "abandon"],
}
PHASES = {
    "open": table(status="open", players=ALONE, **BARE),
    "invited": table(status="open", audience="b", **BARE),
    "dealing": table(draw={"number": 1, "kind": "cut", "missing": ["b"]}, **BARE),
    "cut": table(draw={"number": 2, "kind": "hand", "missing": ["a", "b"]}),
    "proposal": table({}, clock=clock("a", 110)),
    "answer": table(ANSWER, players=LONG, clock=clock("a", 110)),
    "discard": discarding(clock=clock("a", 80)),
    "lead": to_lead(clock=clock("a", 110)),
    "bound": bound(clock=clock("a", 110)),
    "their turn": table({"phase": "answer", "to_act": "b", "legal": []}, players=LONG),
    "hand over": hand_over(),
    "match over": match_over(),
    "public": public(),
    "backer": table({"legal": ["propose", "stand", "QC"]}, audience="backer_a"),
    "by correspondence": to_lead(clock={**clock("a", 99_999), "seconds": 259_200}),
    "closed": table(status="closed"),
}


# English is looked at in the light, French in the dark, which differs by its colours alone.
AXE: dict[str, tuple[Scheme, Mapping[str, object]]] = {
    "en": ("light", RULES),
    "fr": ("dark", LOOKS),
}
# Usually each phase in one of the two, by turns.
LOOKED_AT = {
    language: [
        phase for number, phase in enumerate(PHASES) if THOROUGH or number % len(AXE) == turn
    ]
    for turn, language in enumerate(AXE)
}
SMALL = ViewportSize(width=360, height=640)


@pytest.mark.parametrize("language", LOOKED_AT)
def test_each_phase_is_for_everybody(at: At, language: str) -> None:
    """On a small phone, by axe, and with letters twice as large: looked at on one page, which a
    player's phases come to as news."""
    scheme, rules = AXE[language]
    board: Table | None = None
    for phase in LOOKED_AT[language]:
        state = PHASES[phase]
        if board and board.state["audience"] == state["audience"] and state["hand"]:
            board.page.set_viewport_size(SMALL)
            board.goes_to(state).ready()
        else:
            board = at(state, language=language, scheme=scheme)
        all_of_it_is_on_a_small_phone_without_scrolling(board)
        assert violations(board.page, rules) == [], phase
        letters_twice_as_large_cover_nothing(board)


def all_of_it_is_on_a_small_phone_without_scrolling(board: Table) -> None:
    size = board.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert size == [360, 640]
    parts = ["#far", "#near", "#choices > *", "#near-score", "#report p", "#hand > *", "#trumps"]
    boxes = {part: _boxes(board, part) for part in parts}
    for part, found in boxes.items():
        for left, top, right, bottom in found:
            assert left >= -1 and right <= 361, part  # noqa: PT018  (one box)
            # What may not be played lies lower, and may be hidden at its foot.
            assert top >= 0 and (bottom <= 641 or part == "#hand > *"), part  # noqa: PT018
    # Nothing lies on anything else.
    order = ["#far", "#trumps", "#report p", "#near", "#choices > *"]
    ends = 0.0
    for part in order:
        if boxes[part]:
            assert min(box[1] for box in boxes[part]) >= ends - 1, part
            ends = max(box[3] for box in boxes[part])
    for left, top, right, bottom in _boxes(board, "#choices > .button"):
        assert (right - left >= 44, bottom - top >= 44) == (True, True)


def _boxes(board: Table, part: str) -> list[list[float]]:
    """Left, top, right, bottom of those that are shown."""
    boxes: list[list[float]] = board.page.locator(part).evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
            .filter((box) => box.width && box.height)
            .map((box) => [box.left, box.top, box.right, box.bottom])"""
    )
    return boxes


def test_axe_finds_nothing_in_the_menu_nor_on_a_wide_screen(at: At) -> None:
    board = at(PHASES["lead"], width=1280, height=800)
    expect(board.page.get_by_role("heading", name="What happened")).to_be_visible()
    board.page.get_by_role("button", name="Menu").click()
    assert violations(board.page) == []


def test_it_fits_other_screens(at: At) -> None:
    board = at(PHASES["bound"])
    for width, height in ((360, 800), (768, 1024), (1280, 800), (640, 360)):
        board.page.set_viewport_size({"width": width, "height": height})
        size = board.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert size == [width, height]
        board.page.locator("#choices").scroll_into_view_if_needed()
        expect(board.page.locator("#choices .button")).to_have_count(2)
        expect(board.choice("Choose a card")).to_be_in_viewport(ratio=1)


SIZES = ((360, 740), (740, 360), (1280, 800))
ORDER = (
    "dealing",
    "cut",
    "proposal",
    "answer",
    "discard",
    "lead",
    "bound",
    "their turn",
    "hand over",
)


def test_nothing_moves_between_phases(at: At) -> None:
    """The players, their scores, one's own hand and the choices are where they were."""
    parts = ["#far", "#near", "#near-score", "#hand", "#choices"]
    board = at(PHASES["dealing"])
    boxes: dict[tuple[int, int], list[list[Any]]] = {size: [] for size in SIZES}
    for number, phase in enumerate(each(2, ORDER)):
        names = {"players": PLAYERS, "last": {"number": number, "seat": "b", "act": "?"}}
        board.goes_to({**PHASES[phase], **names, "score": {"a": 3, "b": 1}})
        expect(board.page.locator("#online")).to_have_attribute(
            "data-version", str(board.state["version"])
        )
        for (width, height), found in boxes.items():
            board.page.set_viewport_size({"width": width, "height": height})
            found.append([board.page.locator(part).bounding_box() for part in parts])
    for found in boxes.values():
        assert found == [found[0]] * len(each(2, ORDER))


def letters_twice_as_large_cover_nothing(board: Table) -> None:
    """On a phone of 360 pixels a site at 200 % has 180: it scrolls down, and never to the side."""
    board.page.set_viewport_size({"width": 180, "height": 370})
    assert board.page.evaluate("document.documentElement.scrollWidth") == 180
    parts = ["#far", "#far-end", "#centre", "#near-end", "#report", "#near", "#hand", "#choices"]
    ends = 0.0
    for part in parts:
        for left, top, right, bottom in _boxes(board, part):
            assert (left >= 0, right <= 180.5) == (True, True), part
            assert top >= ends - 1, part
            ends = bottom
    inner = ["#far-name", "#near-name", ".seat-score", "#turned .card", "#choices > *", "#hand > *"]
    for part in inner:
        for left, _top, right, _bottom in _boxes(board, part):
            assert (left >= -1, right <= 181) == (True, True), part


def test_a_clock_moves_nothing(at: At) -> None:
    board = at(to_lead(clock=clock("a", 101.5)))
    near = board.page.locator("#near-score")
    before = near.bounding_box()
    expect(board.page.locator("#near-clock .clock-figure")).to_have_text("0:09")
    assert near.bounding_box() == before


def test_the_side_to_move_is_lit(at: At) -> None:
    board = at(to_lead())
    lit = "one => getComputedStyle(one).backgroundColor"
    near, far = (board.page.locator(f"#{seat}").evaluate(lit) for seat in ("near", "far"))
    assert near != far
    board.goes_to(table({"phase": "answer", "to_act": "b", "legal": []}))
    expect(board.page.locator("#far-line")).to_have_text("Accepts or refuses")
    now = [board.page.locator(f"#{seat}").evaluate(lit) for seat in ("near", "far")]
    assert now == [far, near]


# Read aloud


def test_all_that_its_user_may_know_is_named(at: At) -> None:
    page = at(bound(clock=clock("a", 110))).page
    expect(page.get_by_role("heading", level=1)).to_have_text("Alice against Bob")
    bob, alice = page.get_by_role("region", name="Bob"), page.get_by_role("region", name="Alice")
    expect(bob).to_contain_text("Score 1")
    expect(alice).to_contain_text("Score 3")
    expect(alice).to_contain_text("Time left")
    expect(alice.get_by_role("img", name="Dealer")).to_be_visible()
    expect(alice.get_by_role("img", name="1 game", exact=True)).to_be_visible()
    expect(bob.get_by_role("img", name="0 games")).to_be_visible()
    felt = page.get_by_role("region", name="The table")
    expect(felt.get_by_role("img", name="Bob holds 4 cards")).to_be_visible()
    expect(felt.get_by_role("img", name="Turn-up: nine of hearts")).to_be_visible()
    expect(felt).to_contain_text("Trumps: hearts")
    expect(felt).to_contain_text("Stock: 21 cards")
    trick = felt.get_by_role("group", name="Trick")
    expect(trick.get_by_role("img", name="queen of hearts")).to_be_visible()
    hand = page.get_by_role("group", name="Your hand")
    expect(hand.get_by_role("button", name="king of hearts")).to_be_enabled()
    expect(alice.get_by_role("status")).to_have_text("Your turn: play a card")


def test_every_action_is_heard_in_order(at: At) -> None:
    """A hand from the deal to the second trick, as a live log has it."""
    board = at(table({}))
    log = board.page.get_by_role("log", name="What happened")
    expect(log).to_have_attribute("role", "log")
    words: list[list[object]] = [["a", "propose"]]
    board.goes_to(table({"phase": "answer", "to_act": "b", "words": words, "legal": []}))
    words += [["b", "accept"], ["a", 2], ["b", 0], ["a", "stand"], ["a", "king"]]
    marks = [{"seat": "a", "kind": "king_held", "points": 1, "law": "law 47"}]
    own = ["8C", "7D", "TD", "KH", "9S"]
    play: State = {"phase": "play", "words": words, "own": own, "legal": own}
    board.goes_to(table(play))
    played = [["a", "KH"], ["b", "9H"]]
    left = {**play, "own": ["8C", "7D", "TD", "9S"], "played": played, "marks": marks}
    board.goes_to(table({**left, "cards": {"a": 4, "b": 4}, "tricks": {"a": 1, "b": 0}}))
    expect(log.get_by_role("listitem").last).to_have_text(
        "Alice held the king and marks one (law 47)."
    )
    assert board.log == [
        "Bob deals, and turns up: nine of hearts.",
        "Your cards: eight of clubs, queen of clubs, ten of diamonds, king of hearts"
        " and ace of spades.",
        "Alice proposes.",
        "Bob accepts.",
        "Alice takes 2 cards.",
        "Bob takes nothing.",
        "Alice stands.",
        "Alice announces the king.",
        "Your cards: eight of clubs, seven of diamonds, ten of diamonds, king of hearts"
        " and nine of spades.",
        "Alice leads: king of hearts.",
        "Bob plays: nine of hearts.",
        "Alice takes the trick.",
        "Alice held the king and marks one (law 47).",
    ]  # fmt: skip
    expect(board.page.locator("#near-tricks")).to_have_text("1 trick")


REASONS: list[tuple[str, list[object], int, str, str]] = [
    ("b", [["a", "propose"], ["b", "accept"], ["a", 1], ["b", 1], ["a", "stand"]], 1, "law 48",
     "Alice won the point and marks one (law 48)."),
    ("b", [["a", "propose"], ["b", "refuse"]], 2, "law 49",
     "Bob refused and lost the point: Alice marks two (law 49)."),
    ("a", [["b", "stand"]], 2, "law 49",
     "Bob stood and lost the point: Alice marks two (law 49)."),
    ("a", [["b", "propose"], ["b", "abandon"]], 2, "law 42, law 49",
     "Bob abandoned the hand: Alice marks two (law 42, law 49)."),
]  # fmt: skip


def test_why_a_point_was_marked(at: At) -> None:
    board = at(to_lead())
    for dealer, words, points, law, text in REASONS:
        board.goes_to(to_lead()).ready()
        mark = {"seat": "a", "kind": "point", "points": points, "law": law}
        over = hand_over()
        over["hand"] |= {"dealer": dealer, "words": words, "marks": [mark]}
        board.goes_to(over)
        expect(board.page.locator("#report")).to_have_text(text)


def test_a_trump_takes_a_higher_card(at: At) -> None:
    """And a higher card of another suit takes nothing."""
    for answer, taker in (("7H", "Bob"), ("AS", "Alice"), ("KC", "Bob"), ("TC", "Alice")):
        trick = {"phase": "play", "played": [["a", "QC"], ["b", answer]], "legal": OWN_LEFT}
        board = at(table({**trick, "own": OWN_LEFT, "cards": {"a": 4, "b": 4}}))
        assert board.log[-2] == f"{taker} takes the trick."


OWN_LEFT = ["8C", "TD", "KH", "AS"]


def test_without_a_script_it_says_what_is_needed(at: At) -> None:
    board = at(to_lead(), script=False)
    expect(board.page.get_by_text("Playing online needs JavaScript")).to_be_visible()
    expect(board.page.get_by_role("link", name="See the match").first).to_be_visible()
