"""The table's line to the site: nothing done is lost or done twice, whatever the network does."""

import hashlib
from collections.abc import Sequence
from random import Random

from playwright.sync_api import expect

from games.engine import fair_deal

from .online_table import API, State, Table, clock, hand_over, public, table, to_lead
from .open_tables import At

SEED = bytes(range(32))
LINK = "([seed, number, first]) => [new Chain(seed).end, new Chain(seed).link(number, first)]"


def _play(board: Table, number: int) -> None:
    board.tap_card(number)
    board.tap_card(number)


def test_what_is_not_answered_is_sent_again_as_the_same(at: At) -> None:
    board = at(to_lead())
    board.answers = [None, (503, {})]
    _play(board, 2)
    expect(board.page.locator("#line")).to_have_text("Not sent. Trying again")
    board.expect_sent(3)
    acts = [post for post in board.posts if post.path == "acts"]
    assert len({post.key for post in acts}) == 1
    assert [post.body["act"] for post in acts] == ["QC"] * 3
    expect(board.page.locator("#line")).not_to_have_text("Not sent. Trying again")


def test_another_act_has_another_key(at: At) -> None:
    board = at(table({}))
    board.choice("Propose").click()
    board.expect_sent(1)
    expect(board.choice("Propose")).to_be_enabled()
    board.choice("Propose").click()
    board.expect_sent(2)
    assert len({post.key for post in board.posts if post.path == "acts"}) == 2


def test_a_reload_repeats_what_was_not_answered(at: At) -> None:
    board = at(to_lead())
    board.answers = [None] * 3
    _play(board, 2)
    board.expect_sent(1)
    board.answers = []
    board.page.reload()
    board.expect_sent(2)
    first, again = (post for post in board.posts if post.path == "acts")
    assert (first.key, first.body) == (again.key, again.body)
    # And only once, as soon as the answer is heard: nothing is on its way then.
    online = board.page.locator("#online")
    expect(online).to_have_attribute("data-line", "connecting")
    board.page.reload()
    expect(online).to_have_attribute("data-line", "connecting")
    expect(board.choice("Choose a card")).to_be_visible()
    assert len(board.sent()) == 2


def test_nothing_else_can_be_done_while_a_card_is_on_its_way(at: At) -> None:
    board = at(to_lead())
    board.answers = [None] * 5
    _play(board, 2)
    board.tap_card(5)
    board.tap_card(5)
    board.expect_sent(2)
    assert {body["act"] for body in board.sent()} == {"QC"}


def test_a_refused_card_comes_back_with_the_reason_and_a_way_out(at: At) -> None:
    board = at(to_lead())
    board.answers = [(422, {"code": "game_over", "detail": "This game is over."})]
    _play(board, 2)
    notice = board.page.get_by_role("alert")
    expect(notice).to_contain_text("This game is over.")
    expect(notice.get_by_role("link", name="See the match")).to_be_visible()
    expect(board.page.locator("#hand button")).to_have_count(5)
    expect(board.page.locator("#near-played").get_by_role("img")).to_have_count(0)


def test_an_act_goes_on_where_something_else_changed_meanwhile(at: At) -> None:
    """The opponent's device opened a link: the card is still to be played."""
    board = at(to_lead())
    board.answers = [(409, {"code": "version", "detail": "This has changed."})]
    board.change()
    _play(board, 2)
    first, again = board.expect_sent(2)
    assert (first["act"], again["act"]) == ("QC", "QC")
    assert (first["version"], again["version"]) == (11, 12)
    assert len({post.key for post in board.posts if post.path == "acts"}) == 2


def test_an_act_is_not_repeated_where_the_hand_went_on(at: At) -> None:
    """It was played on another device: playing it again might be another card's turn."""
    board = at(to_lead())
    last = {**board.state["last"], "number": 13}
    board.answers = [(409, {"code": "version", "detail": "This has changed."})]
    board.change(last=last)
    _play(board, 2)
    expect(board.page.get_by_role("alert")).to_have_text(
        "The table has changed since. Look at it, and choose again."
    )
    assert len(board.sent()) == 1


def test_news_of_the_opponent_comes_without_a_question(at: At) -> None:
    board = at(to_lead(players=to_lead()["players"]))
    theirs = table({"phase": "answer", "to_act": "b", "words": [["a", "propose"]], "legal": []})
    board.goes_to(theirs)
    expect(board.page.locator("#far")).to_contain_class("is-turn")
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url))
    board.goes_to(to_lead())
    expect(board.page.locator("#far-speech")).to_have_text("I refuse.")
    expect(board.page.locator("#near-line")).to_have_text("Your turn: lead a card")
    expect(board.page).to_have_title("● Your turn against Bob")
    assert [url for url in asked if "/static/" not in url] == []


def test_news_that_is_older_is_dropped(at: At) -> None:
    board = at(to_lead())
    old = {**board.state, "version": 3, "score": {"a": 0, "b": 0}}
    board.news(state=old)
    board.news(phrase={"seat": "b", "phrase": "thank_you"})
    expect(board.page.locator("#far-speech")).to_have_text("Thank you.")
    # Longer than one state stays before the next.
    board.page.wait_for_timeout(500)
    assert board.page.locator("#near-score").inner_text() == "3"


def test_whoever_missed_the_end_of_a_hand_hears_how_it_stands(at: At) -> None:
    """Its news was lost, or came while the page asks every few seconds."""

    def dealt(number: int, turn_up: str, marks: Sequence[State], **score: int) -> State:
        hand = {"draw": number, "own": None, "legal": [], "turn_up": turn_up, "marks": marks}
        return table(hand, audience="public", score=score)

    board = at(public())
    board.goes_to(hand_over(audience="public"))
    board.goes_to(dealt(6, "9S", [], a=4, b=3))
    expect(board.page.locator("#log")).to_contain_text("turns up: nine of spades.")
    assert "You missed the end of a hand." not in board.log
    # Alice marked one and has won the game; Bob has the king turned since.
    turned = {"seat": "b", "kind": "king_turned", "points": 1, "law": "law 22"}
    state = dealt(7, "KS", [turned], a=0, b=1)
    board.goes_to({**state, "game": 3, "games": {"a": 2, "b": 0}})
    expect(board.page.locator("#log")).to_contain_text("turns up: king of spades.")
    missed = board.log.index("You missed the end of a hand.")
    assert board.log[missed + 1 : missed + 4] == [
        "Score: Alice 0, Bob 0.",
        "Games won: Alice 2, Bob 0.",
        "Bob deals, and turns up: king of spades.",
    ]


def test_without_live_news_the_page_asks(at: At) -> None:
    board = at(to_lead())
    board.change(score={"a": 4, "b": 4})
    board.page.evaluate("window.stream.onerror()")
    expect(board.page.locator("#line")).to_have_text("No connection. Trying again")
    expect(board.page.locator("#far-score")).to_have_text("4")


def test_signed_out_it_says_so_and_asks_no_more(at: At) -> None:
    board = at(to_lead())
    board.answers = [(401, {"code": "not_authenticated", "detail": "Sign in first."})]
    _play(board, 2)
    expect(board.page.locator("#line")).to_have_text("Signed out")
    expect(board.page.get_by_role("alert")).to_contain_text("Sign in first.")
    _play(board, 2)
    assert len(board.sent()) == 1


# This device's part in the deals


def test_the_chain_is_published_once_and_kept(at: At) -> None:
    board = at(to_lead())
    [post] = [post for post in board.posts if post.path == "chain"]
    assert len(bytes.fromhex(post.body["end"])) == 32
    board.page.reload()
    expect(board.choice("Choose a card")).to_be_visible()
    assert len(board.sent("chain")) == 1


def test_a_link_leads_to_the_published_end(at: At) -> None:
    """The end holds from draw 5 on: the link of draw 6 is two steps before it."""
    board = at(to_lead())
    end = bytes.fromhex(board.state["chain"]["a"]["end"])
    board.goes_to(hand_over())
    board.choice("Next hand").click()
    [sent] = board.expect_sent(1, "links")
    assert fair_deal.follows(bytes.fromhex(sent["links"]["6"]), end, steps=2)


def test_a_link_is_sent_again_until_it_is_answered(at: At) -> None:
    board = at(to_lead())
    waits = {"number": 5, "kind": "cut", "missing": ["a"]}
    board.page.route("**/links", lambda route: route.abort(), times=1)
    board.goes_to(table(draw=waits, cut=None))
    board.expect_sent(1, "links")


def test_on_another_device_it_plays_on_only_when_asked_to(at: At) -> None:
    elsewhere = {"a": {"end": "a" * 64, "from": 1, "last": None}, "b": None, "server": {"end": "5"}}
    board = at(to_lead(chain=elsewhere))
    expect(board.page.locator("#near-line")).to_have_text(
        "You are playing this match on another device."
    )
    assert board.choices == ["Play on here"]
    _play(board, 2)
    assert board.posts == []
    board.choice("Play on here").click()
    expect(board.choice("Choose a card")).to_be_visible()
    assert board.expect_sent(1, "chain")[0]["end"] == board.state["chain"]["a"]["end"]
    _play(board, 2)
    assert [body["act"] for body in board.expect_sent(1)] == ["QC"]


def test_by_correspondence_links_go_ahead_with_each_act(at: At) -> None:
    days = {**clock("a", 200_000), "seconds": 3 * 86_400}
    board = at(to_lead(clock=days))
    end = bytes.fromhex(board.state["chain"]["a"]["end"])
    _play(board, 2)
    links = board.expect_sent(1)[0]["links"]
    assert list(links) == ["6", "7", "8"]
    for number, link in links.items():
        assert fair_deal.follows(bytes.fromhex(link), end, steps=int(number) - 4)


def test_chains_of_whoever_watches(at: At) -> None:
    board = at(public())
    _whoever_watches_publishes_nothing(board)
    _its_own_sha_256_is_sha_256(board)
    _a_chain_is_that_of_the_engine(board)
    _two_windows_of_a_browser_have_one_chain(board)


def _whoever_watches_publishes_nothing(board: Table) -> None:
    board.change(draw={"number": 6, "kind": "hand", "missing": ["a"]})
    board.news(state=board.state)
    expect(board.page.locator("#online")).to_have_attribute("data-version", "11")
    assert board.posts == []


def _its_own_sha_256_is_sha_256(board: Table) -> None:
    """Of every length about the ends of blocks."""
    random = Random(256)
    texts = [random.randbytes(length) for length in (*range(130), 1000)]
    hashes = board.page.evaluate(
        "texts => texts.map((text) => Chain.hex(Chain.sha256(Uint8Array.from(text))))",
        [list(text) for text in texts],
    )
    assert hashes == [hashlib.sha256(text).hexdigest() for text in texts]


def _a_chain_is_that_of_the_engine(board: Table) -> None:
    """And has no link before it began nor after its end."""
    for number, first in [(1, 1), (9, 1), (7, 7), (30, 8), (1024, 1)]:
        end, link = board.page.evaluate(LINK, [SEED.hex(), number, first])
        assert end == fair_deal.chain_end(SEED).hex()
        assert link == fair_deal.draw_link(SEED, number - first + 1).hex()
    for number, first in [(0, 1), (4, 5), (1026, 2), (1025, 1)]:
        _end, link = board.page.evaluate(LINK, [SEED.hex(), number, first])
        assert (link is None) is not (1 <= number - first + 1 <= 1024)


def _two_windows_of_a_browser_have_one_chain(board: Table) -> None:
    """Whichever begins it, also after the other has looked and found none."""
    ends = board.page.evaluate(
        """() => {
            const [first, second, third] = [1, 2, 3].map(() => new Online.Deals(null, 9, "b"));
            const end = first.device.begin(false);
            const held = third.holds({ b: { end } });
            return [end, second.device.begin(false), held && third.device.chain.end];
        }"""
    )
    assert ends == [ends[0]] * 3


# Clocks


def test_the_clock_is_the_site_s_and_not_the_device_s(at: At) -> None:
    """The device is five minutes slow; 20 seconds are left for the action, and the reserve."""
    board = at(to_lead(clock=clock("a", 110, ahead=300)))
    expect(board.page.locator("#near-clock")).to_contain_text("+ 1:30")
    figure = board.page.locator("#near-clock .clock-figure").inner_text()
    assert figure in {f"0:{second:02}" for second in range(5, 21)}
    expect(board.page.locator("#far-clock .clock-figure")).to_have_text("1:30")


def test_the_last_seconds_are_read_out_once(at: At) -> None:
    board = at(to_lead(clock=clock("a", 9)))
    warning = board.page.locator("#log li", has_text="left.")
    expect(warning).to_have_count(1)
    expect(board.page.locator("#near-clock")).to_contain_class("is-low")
    board.page.wait_for_timeout(700)
    expect(warning).to_have_count(1)


def test_when_time_is_over_the_page_asks_what_follows(at: At) -> None:
    board = at(to_lead(clock=clock("b", 0.5)))
    board.change(score={"a": 4, "b": 1}, clock=None)
    with board.page.expect_request(f"**{API}"):
        pass
    expect(board.page.locator("#near-score")).to_have_text("4")


def test_by_correspondence_the_day_stands_there(at: At) -> None:
    days = {**clock("a", 0), "seconds": 3 * 86_400, "deadline": "2027-03-14T12:00:00+00:00"}
    board = at(to_lead(clock=days))
    expect(board.page.locator("#near-clock")).to_contain_text("Until Sun 14 March at")
    assert not board.page.locator("#far-clock").is_visible()
