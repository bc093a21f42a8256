"""The table online under the finger and the keys: what is sent, what is refused, what is shown."""

from functools import partial

from playwright.sync_api import expect

from .online_table import Table, bound, discarding, hand_over, public, table, to_lead
from .open_tables import At


def test_a_tap_chooses_and_a_second_plays(at: At) -> None:
    board = at(to_lead())
    board.tap_card(2)
    expect(board.card(2)).to_have_attribute("aria-pressed", "true")
    expect(board.choice("Play: queen of clubs")).to_be_enabled()
    assert board.sent() == []
    board.tap_card(1)
    expect(board.card(2)).to_have_attribute("aria-pressed", "false")
    board.tap_card(1)
    assert board.expect_sent(1) == [{"version": 11, "act": "8C", "king": True}]


def test_the_card_is_on_the_table_before_the_site_answers(at: At) -> None:
    board = at(to_lead())
    board.answers = [None]
    board.tap_card(3)
    board.tap_card(3)
    expect(board.page.locator("#near-played").get_by_role("img")).to_have_accessible_name(
        "ten of diamonds"
    )
    expect(board.page.locator("#hand button")).to_have_count(4)
    # The others stay where they are.
    expect(board.card(5)).to_have_attribute("data-card", "AS")


def test_one_tap_plays_where_this_is_chosen_and_stays_chosen(at: At) -> None:
    board = at(to_lead())
    board.page.get_by_role("button", name="Menu").click()
    board.page.get_by_label("Play a card with a single tap").check()
    board.page.reload()
    board.tap_card(5)
    assert [body["act"] for body in board.expect_sent(1)] == ["AS"]


def test_a_drag_upwards_plays(at: At) -> None:
    """Far enough; a slip of the finger does nothing, and chooses nothing."""
    board = at(to_lead())
    for by, acts in ((-30, []), (80, []), (-120, ["QC"])):
        _drag(board, by)
        expect(board.page.locator("#hand button")).to_have_count(5 - len(acts))
        assert [body["act"] for body in board.expect_sent(len(acts))] == acts
        assert board.page.locator("#hand .is-chosen").count() == 0
        assert board.page.locator("#hand .is-dragged").count() == 0


def _drag(board: Table, by: int) -> None:
    # Where the card lies when it has come to rest.
    board.card(2).hover(position={"x": 20, "y": 40})
    box = board.card(2).bounding_box()
    mouse = board.page.mouse
    mouse.down()
    mouse.move(box["x"] + 20, box["y"] + 40 + by / 2)
    mouse.move(box["x"] + 20, box["y"] + 40 + by)
    mouse.up()


def test_a_card_that_may_not_be_played_says_why(at: At) -> None:
    board = at(bound())
    top = [board.card(number).locator(".card").bounding_box()["y"] for number in (1, 4)]
    assert top[0] > top[1] + 10
    board.tap_card(1)
    notice = board.page.get_by_role("alert")
    expect(notice).to_contain_text("Follow suit.")
    expect(notice.get_by_role("link", name="law 43")).to_have_attribute("href", "/laws/london/43/")
    board.tap_card(3)
    expect(notice).to_contain_text("Take the trick: the hand has a higher card of the suit.")
    # The same for those who do not see it lie lower.
    expect(board.card(1)).to_have_accessible_name("eight of clubs Follow suit. (law 43)")
    expect(board.card(1)).to_have_attribute("aria-disabled", "true")
    expect(board.card(4)).to_have_attribute("aria-disabled", "false")
    assert board.sent() == []


def test_the_number_of_discards_is_counted(at: At) -> None:
    board = at(discarding())
    expect(board.choice("Choose cards to discard")).to_be_disabled()
    board.tap_card(3)
    expect(board.choice("Discard 1 card")).to_be_enabled()
    board.tap_card(1)
    board.tap_card(2)
    board.tap_card(3)
    board.choice("Discard 2 cards").click()
    assert board.expect_sent(1) == [{"version": 11, "act": "-8C QC", "king": False}]


def test_the_dealer_may_discard_nothing(at: At) -> None:
    none = discarding()
    none["hand"] |= {"phase": "discard_dealer", "dealer": "a", "discard": {"least": 0, "most": 1}}
    board = at(none)
    board.tap_card(1)
    board.tap_card(2)
    expect(board.choice("Discard 1 card")).to_be_enabled()
    board.tap_card(1)
    board.choice("Discard no cards").click()
    assert [body["act"] for body in board.expect_sent(1)] == ["-"]


def test_the_king_is_announced_with_the_card_or_kept_silent(at: At) -> None:
    for taps, king in ((0, True), (1, False), (2, True)):
        board = at(to_lead())
        for _ in range(taps):
            board.choice("Announce the king").click()
        expect(board.choice("Announce the king")).to_have_attribute(
            "aria-pressed", "true" if king else "false"
        )
        board.tap_card(4)
        board.choice("Play: king of hearts").click()
        assert board.expect_sent(1) == [{"version": 11, "act": "KH", "king": king}]


def test_the_king_is_announced_at_once_when_it_has_been_led(at: At) -> None:
    """Law 24: until it is played to."""
    led = {"phase": "play", "words": [["a", "stand"]], "played": [["a", "KH"]], "lead": "KH"}
    left = {"own": ["8C", "QC", "TD", "AS"], "cards": {"a": 4, "b": 5}}
    board = at(table({**led, **left, "legal": ["king"], "to_act": "b"}))
    assert board.choices == ["Announce the king"]
    board.choice("Announce the king").click()
    assert board.expect_sent(1) == [{"version": 11, "act": "king", "king": False}]


WORDS = [
    (table({}), ["Stand", "Propose"], "Propose", "propose"),
    (
        table({"phase": "answer", "legal": ["accept", "accept_if_enough", "refuse"]}),
        ["Refuse", "Accept if enough", "Accept"],
        "Accept if enough",
        "accept_if_enough",
    ),
    (
        table(legal=["deal_first", "leave_deal"]),
        ["Leave the deal", "Deal first"],
        "Deal first",
        "deal_first",
    ),
]


def test_words_are_buttons(at: At) -> None:
    board = at(to_lead())
    for number, (state, shown, pressed, act) in enumerate(WORDS, 1):
        board.goes_to(state)
        expect(board.page.locator("#choices .choice-text")).to_have_text(shown)
        expect(board.choice(pressed)).to_be_enabled()
        board.choice(pressed).click()
        assert board.expect_sent(number)[-1]["act"] == act


def test_by_keys(at: At) -> None:
    board = at(table({}))
    board.page.keyboard.press("2")
    expect(board.page.get_by_role("alert")).to_have_text("Your turn: propose or stand")
    expect(board.choice("Propose")).to_have_attribute("title", "Propose (key P)")
    board.page.keyboard.press("p")
    assert [body["act"] for body in board.expect_sent(1)] == ["propose"]
    board.goes_to(discarding())
    expect(board.choice("Choose cards to discard")).to_be_visible()
    # Keys do nothing until what was sent is answered.
    expect(board.card(1)).to_have_attribute("aria-disabled", "false")
    for key in ("1", "4", "4", "5"):
        board.page.keyboard.press(key)
    board.page.locator("body").evaluate("() => document.activeElement.blur()")
    board.page.keyboard.press("Enter")
    assert board.expect_sent(2)[1]["act"] == "-8C AS"
    board.goes_to(to_lead())
    expect(board.choice("Choose a card")).to_be_visible()
    expect(board.card(3)).to_have_attribute("aria-disabled", "false")
    board.page.keyboard.press("k")
    board.page.keyboard.press("3")
    board.page.keyboard.press("Enter")
    sent = board.expect_sent(3)[2]
    assert (sent["act"], sent["king"]) == ("TD", False)


def test_letters_can_be_switched_off(at: At) -> None:
    """For those who speak to their device, whose words would be keys."""
    board = at(table({}))
    board.page.get_by_role("button", name="Menu").click()
    board.page.get_by_label("Keys: 1 to 5").uncheck()
    board.page.get_by_role("button", name="Back to the table").click()
    board.page.keyboard.press("p")
    board.choice("Stand").click()
    assert [body["act"] for body in board.expect_sent(1)] == ["stand"]
    assert board.choice("Stand").count() == 0 or not board.choice("Stand").get_attribute("title")


def test_a_hand_that_is_over_stays_until_it_was_looked_at(at: At) -> None:
    board = at(to_lead())
    board.goes_to(hand_over())
    report = board.page.locator("#report")
    expect(report).to_contain_text("Alice held the king and marks one (law 47).")
    expect(report).to_contain_text("Alice stood and lost the point: Bob marks two (law 49).")
    expect(report.get_by_role("link", name="law 49")).to_have_attribute("href", "/laws/london/49/")
    expect(board.page.locator("#near-score")).to_have_text("4")
    assert board.sent("links") == []
    board.choice("Next hand").click()
    assert list(board.expect_sent(1, "links")[0]["links"]) == ["6"]


def test_it_is_dealt_at_once_when_nobody_looks(at: At) -> None:
    board = at(to_lead())
    board.goes_to(hand_over())
    expect(board.choice("Next hand")).to_be_visible()
    board.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { value: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    # By itself it would be dealt only after some seconds.
    board.page.wait_for_timeout(1000)
    assert len(board.sent("links")) == 1


def test_after_the_match(at: At) -> None:
    over = {"status": "over", "result": {"winner": "a", "hands": [4]}, "draw": None}
    board = at(to_lead())
    board.goes_to(hand_over(**over))
    expect(board.page.locator("#report")).to_contain_text("Alice has won the match.")
    links = board.page.locator("#choices a")
    assert links.all_inner_texts() == [
        "Replay the hands", "Post-mortem", "See the match", "Transcript", "Verify the deals",
    ]  # fmt: skip
    board.state = {**board.state, "id": 8}
    board.choice("Play a rematch").click()
    board.page.wait_for_url("**/clubs/a-club/online/8/")
    assert board.sent("rematch") == [{}]


def test_the_adviser_speaks_in_practice_until_something_is_done(at: At) -> None:
    words = {"text": "Stand: you win the point 68 times in a hundred.", "why": "", "citation": ""}
    board = at(table({}), advice={**words, "agreement": "The printed hints say the same."})
    button = board.page.get_by_role("button", name="What would you do?")
    button.click()
    says = board.page.locator("#advice-text")
    expect(says.locator("p")).to_have_text([words["text"], "The printed hints say the same."])
    expect(button).to_be_hidden()
    assert board.sent("advice") == [{"version": board.state["version"]}]
    for close in (says.click, partial(board.page.keyboard.press, "Escape")):
        close()
        expect(says).to_be_empty()
        button.click()
        expect(says).not_to_be_empty()
    board.choice("Stand").click()
    board.goes_to(table({"phase": "play", "to_act": "b", "words": [["a", "stand"]], "legal": []}))
    expect(says).to_be_empty()
    expect(button).to_be_hidden()
    assert at(table({})).page.locator("#advise").count() == 0


def test_whoever_watches_sees_backs_and_has_no_choice(at: At) -> None:
    board = at(public())
    assert board.page.locator("#hand button").count() == 0
    assert board.choices == []
    backs = board.page.locator("#near-cards, #far-cards")
    expect(backs.first).to_have_accessible_name("Bob holds 5 cards")
    expect(backs.last).to_have_accessible_name("Alice holds 4 cards")
    expect(board.page.locator("#choices")).to_have_text("You are watching.")
    assert board.posts == []


def test_a_backer_points(at: At) -> None:
    board = at(table({"legal": ["propose", "stand", "QC"]}, audience="backer_a"))
    expect(board.page.get_by_role("group", name="Hand: Alice").get_by_role("button")).to_have_count(
        5
    )
    expect(board.card(1)).to_have_attribute("aria-disabled", "true")
    expect(board.card(2)).to_have_attribute("aria-disabled", "false")
    board.tap_card(1)
    board.tap_card(2)
    expect(board.card(2)).to_have_accessible_name("queen of clubs You point at this.")
    board.page.get_by_role("button", name="Point at: Propose").click()
    sent = board.expect_sent(2, "pointing")
    assert [body["at"] for body in sent] == ["QC", "propose"]
    assert board.sent() == []


def test_a_player_sees_where_a_backer_points(at: At) -> None:
    board = at(to_lead())
    board.news(points=["QC"])
    expect(board.card(2)).to_have_accessible_name("queen of clubs A backer points here.")
    board.news(points=[])
    expect(board.card(2)).to_have_accessible_name("queen of clubs")


def test_three_phrases_and_no_chat(at: At) -> None:
    board = at(to_lead())
    board.page.get_by_role("button", name="Menu").click()
    board.page.get_by_role("button", name="Thank you.").click()
    expect(board.page.locator("#near-speech")).to_have_text("Thank you.")
    assert board.sent("phrases") == [{"phrase": "thank_you"}]
    board.news(phrase={"seat": "b", "phrase": "well_played"})
    expect(board.page.locator("#far-speech")).to_have_text("Well played.")
    assert board.page.locator("input[type=text], textarea").count() == 0


def test_a_name_is_text(at: At) -> None:
    state = to_lead()
    state["players"]["b"]["name"] = "<img src=x onerror=alert(1)>"
    board = at(state)
    expect(board.page.locator("#far-name")).to_have_text("<img src=x onerror=alert(1)>")
    assert board.page.locator("img").count() == 0


def test_claiming_a_match_from_somebody_who_is_gone(at: At) -> None:
    board = at(to_lead())
    away = {"a": board.state["players"]["a"], "b": {**board.state["players"]["b"], "here": False}}
    board.goes_to(hand_over(claim=True, players=away))
    expect(board.page.locator("#far-line")).to_have_text("Away")
    expect(board.page.locator("#report")).to_contain_text(
        "Bob ran out of time twice in a row. Claim the match, or wait."
    )
    board.choice("Claim the match").click()
    board.expect_sent(1, "claim")


def test_the_hand_is_abandoned_only_after_two_steps(at: At) -> None:
    board = at(to_lead())
    board.page.get_by_role("button", name="Menu").click()
    assert board.page.get_by_role("button", name="Abandon the hand").count() == 0
    board.page.locator("summary", has_text="Abandon the hand").click()
    expect(board.page.locator("#abandon-more")).to_contain_text("This cannot be undone.")
    board.page.get_by_role("button", name="Abandon the hand").click()
    assert [body["act"] for body in board.expect_sent(1)] == ["abandon"]
