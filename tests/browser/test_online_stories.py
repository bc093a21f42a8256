"""Matches that are played online to their end: two phones, and somebody who watches or bets."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.depth import THOROUGH

from .online_club import (
    MARKED,
    Counted,
    OnlineClub,
    Phone,
    Until,
    has_to,
    is_over,
    play,
    play_hands,
)

pytestmark = pytest.mark.slow
ABANDONS = "abandons the hand."


def agreed(phones: Sequence[Phone], a: str, b: str) -> Counted:
    """At the end everybody sees the same: the score, who has won, the marks and their laws. What
    they come to is counted of what the last one, who watches, has heard."""
    for phone in phones:
        expect(phone.page.locator("#report")).to_contain_text("has won the match.")
        assert "You missed the end of a hand." not in phone.heard, phone.name
    counted = Counted.of(phones[-1].heard)
    of_games = counted.scores(a, b)
    *_earlier, last = of_games
    winner = a if sum(x > y for x, y in of_games) * 2 > len(of_games) else b
    for phone in phones:
        near = phone.page.locator("#near-name").inner_text()
        seats = last if near == a else last[::-1]
        expect(phone.page.locator("#report")).to_contain_text(f"{winner} has won the match.")
        for place, points in zip(("near", "far"), seats, strict=True):
            expect(phone.page.locator(f"#{place}-score")).to_have_text(str(points))
        for mark in filter(MARKED.search, counted.hands[-1]):
            expect(phone.page.locator("#report")).to_contain_text(mark)
    return counted


def is_on_record(club: OnlineClub, page: Page, counted: Counted, a: str, b: str) -> None:
    """On the match's page, reached from the table: each game, and each hand of it."""
    page.locator("#choice-to-match").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))
    hands = page.locator(".hands tbody tr:not(.group)")
    expect(hands).to_have_count(len(counted.hands))
    club.looks(page)
    for of_a, of_b in counted.scores(a, b):
        name, better, worse = (a, of_a, of_b) if of_a > of_b else (b, of_b, of_a)
        expect(page.get_by_role("main")).to_contain_text(f"Won by {name}, {better}–{worse}")
    page.go_back()


def can_be_verified(club: OnlineClub, phone: Phone, folder: Path) -> None:
    """The transcript is saved at the table; the page that checks it loads it by itself."""
    with phone.page.expect_download() as saved:
        phone.page.locator("#choice-to-transcript").tap()
    path = folder / "transcript.json"
    saved.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["draws"]
    phone.page.locator("#choice-to-verify").tap()
    phone.page.wait_for_url(re.compile(r"/verify/#transcript=/clubs/[^/]+/online/\d+/transcript/$"))
    expect(phone.page.get_by_role("heading", name="Every check passed.")).to_be_focused()
    club.looks(phone.page)
    assert club.wrong == []


def can_be_replayed(page: Page) -> None:
    page.locator("#choice-to-replay").tap()
    page.wait_for_url(re.compile(r"/matches/\d+/hands/\d+/$"))
    page.go_back()


def test_a_rubber_under_london_laws(club: OnlineClub, tmp_path: Path) -> None:
    """Alice reloads, plays on without network, and Bob goes on from another device, by the clock;
    Chloé watches. Then Bob gives the rest up."""
    host = club.opens("Alice", "Bob", format="rubber", code="london", clock="calm")
    alice = Phone.of(host, "Alice")
    bob = Phone.of(club.sits_down("Bob", "Alice"), "Bob", way="drag")
    chloe = club.phone("Chloé", host.url)
    expect(chloe.page.locator("#choices")).to_have_text("You are watching.")
    play([alice, bob], lambda _phone, look: look["phase"] == "over")
    for phone in (alice, bob, chloe):
        phone.hurries()
    _reload(alice, bob)
    bob = _other_device(club, alice, bob)
    _without_network(alice, bob)
    # Nobody lost on time by any of it.
    assert not any(ABANDONS in sentence for sentence in chloe.heard)
    bob.gives_up = not THOROUGH
    play([alice, bob], is_over)
    counted = agreed([alice, bob, chloe], "Alice", "Bob")
    assert len(counted.scores("Alice", "Bob")) in (2, 3)
    assert Counted.of(alice.heard).marks == counted.marks
    assert not any(f"Alice {ABANDONS}" in sentence for sentence in chloe.heard)
    assert bob.gives_up == any(f"Bob {ABANDONS}" in sentence for sentence in chloe.heard)
    is_on_record(club, alice.page, counted, "Alice", "Bob")
    can_be_replayed(alice.page)
    can_be_verified(club, chloe, tmp_path)
    _rematch(alice, bob)


def _has_three(phone: Phone) -> Until:
    """In the middle of a hand, when it is their turn."""
    plays = has_to(phone, "play")
    return lambda other, look: plays(other, look) and len(look["own"]) == 3


def _reload(alice: Phone, bob: Phone) -> None:
    play([alice, bob], _has_three(alice))
    own = alice.look()["own"]
    alice.page.reload()
    expect(alice.page.locator("#online")).to_have_attribute("data-turn", "mine")
    assert alice.look()["own"] == own


def _other_device(club: OnlineClub, alice: Phone, bob: Phone) -> Phone:
    play([alice, bob], _has_three(bob))
    own = bob.look()["own"]
    other = club.phone("Bob", bob.page.url, way="tap once")
    expect(other.page.locator("#near-line")).to_contain_text("on another device")
    assert other.look()["own"] == own
    other.tap("here")
    expect(other.page.locator("#online")).to_have_attribute("data-turn", "mine")
    expect(bob.page.locator("#choice-here")).to_be_visible()
    other.hurries()
    return other


def _without_network(alice: Phone, bob: Phone) -> None:
    play([alice, bob], _has_three(alice))
    alice.page.context.set_offline(True)
    alice.act(alice.look())
    expect(alice.page.locator("#line")).to_have_text("Not sent. Trying again")
    # What was played lies on the table, and nothing else can be done.
    assert len(alice.look()["own"]) == 2
    assert not alice.look()["isMine"]
    alice.page.context.set_offline(False)
    expect(alice.page.locator("#online")).to_have_attribute("data-line", "connected")


def _rematch(alice: Phone, bob: Phone) -> None:
    alice.tap("rematch")
    expect(alice.page).not_to_have_url(bob.page.url)
    bob.tap("rematch")
    bob.page.wait_for_url(alice.page.url)
    for phone in (alice, bob):
        expect(phone.page.locator("#online")).to_have_attribute("data-phase", "playing")


@pytest.mark.thorough
def test_a_chouette_of_four_at_a_distance(club: OnlineClub) -> None:
    """Alice alone against three, under laws by which backers otherwise point: nobody points, and
    nobody sees her hand. She gives the first game up in time, and they the second."""
    names = ["Alice", "Bob", "Chloé", "Denis"]
    board = club.contest("box", names, "britannica")
    won = dict.fromkeys(names, 0)
    for game in (1, 2):
        box, captain = _seats(club, board)
        url = club.deals_online(board)
        phones = [club.phone(box, url), club.phone(captain, url, way="keys")]
        team = [club.phone(name, url) for name in names if name not in (box, captain)]
        for phone in (*phones, *team):
            phone.hurries()
        for phone in team:
            expect(phone.page.locator("#choices")).to_have_text("You are watching.")
        play_hands(phones, 3)
        phones[game - 1].gives_up = True
        play(phones, is_over)
        [(of_box, of_captain)] = agreed([*phones, *team], box, captain).scores(box, captain)
        for phone in team:
            assert phone.page.locator("#hand button").count() == 0
            assert not any(CARDS.search(sentence) for sentence in phone.heard)
        for name in names:
            won[name] += (3 if name == box else -1) * (1 if of_box > of_captain else -1)
        _have_won(club, board, won)
        for phone in (*phones, *team):
            phone.page.context.close()
        assert game == _games_over(club, board)


CARDS = re.compile(r"^Your cards: |^\w+ holds: ")


def _seats(club: OnlineClub, board: str) -> tuple[str, str]:
    page = club.page("director", board)
    first, second = page.locator(".seat .name").all_inner_texts()
    page.context.close()
    return first, second


def _have_won(club: OnlineClub, board: str, won: dict[str, int]) -> None:
    """As everybody reads it on the board."""
    page = club.page("Denis", board)
    for name, amount in won.items():
        sign = "+" if amount > 0 else "−" if amount else ""
        row = page.locator("tbody tr", has_text=name).locator(".figure").first
        expect(row).to_have_text(f"{sign}{abs(amount)}")
    page.context.close()


def _games_over(club: OnlineClub, board: str) -> int:
    page = club.page("director", board)
    title = page.locator("#plays").inner_text()
    page.context.close()
    number = re.search(r"\d+", title)
    return int(number[0]) - 1 if number else 0


@pytest.mark.thorough
def test_a_backer_points_under_britannica(club: OnlineClub, tmp_path: Path) -> None:
    """Chloé has a counter on Alice: she sees that hand and points. Denis has one on Bob, and the
    director, who watches, none: they see nothing of it."""
    board = club.contest("cul_leve", ["Alice", "Bob", "Denis"], "britannica", gallery={})
    for name, side in (("Chloé", "a"), ("Denis", "b")):
        _bets(club, name, board, side)
    url = club.deals_online(board)
    alice = club.phone("Alice", url)
    bob, dora = club.phone("Bob", url, way="drag"), club.phone("director", url)
    chloe, denis = club.phone("Chloé", url), club.phone("Denis", url)
    phones = [alice, bob, chloe, denis, dora]
    play([alice, bob], has_to(alice, "proposal"))
    own = alice.look()["own"]
    expect(chloe.page.get_by_role("group", name="Hand: Alice").get_by_role("button")).to_have_count(
        5
    )
    assert chloe.look()["own"] == own
    _points(chloe, alice, "#choice-propose")
    assert [phone.page.locator(".is-pointed").count() for phone in (bob, denis, dora)] == [0] * 3
    alice.tap("propose")
    expect(alice.page.locator(".is-pointed")).to_have_count(0)
    play([alice, bob], has_to(alice, "play"))
    card = alice.look()["cards"][-1]
    _points(chloe, alice, f"#hand [data-card='{card}']")
    for phone in phones:
        phone.hurries()
    bob.gives_up = not THOROUGH
    play([alice, bob], is_over)
    counted = agreed(phones, "Alice", "Bob")
    cards = {
        phone.name: {sentence.partition(":")[0] for sentence in filter(CARDS.search, phone.heard)}
        for phone in phones
    }
    assert cards == {
        "Alice": {"Your cards"},
        "Bob": {"Your cards"},
        "Chloé": {"Alice holds"},
        "Denis": {"Bob holds"},
        "director": set(),
    }
    [(of_alice, of_bob)] = counted.scores("Alice", "Bob")
    stake = 1 if of_alice > of_bob else -1
    _have_won(club, board, {"Alice": stake, "Bob": -stake, "Chloé": stake, "Denis": -stake})
    can_be_verified(club, dora, tmp_path)


def _bets(club: OnlineClub, name: str, board: str, side: str) -> None:
    page = club.page(name, board)
    offer = page.locator(f"#offer-bet_laid{side}")
    offer.locator("summary").tap()
    offer.locator("input[name=amount]").fill("1")
    offer.locator("button[name=typed]").tap()
    expect(page.locator(".bets").last).to_contain_text(name)
    page.context.close()


def _points(chloe: Phone, alice: Phone, selector: str) -> None:
    chloe.page.locator(selector).tap()
    expect(alice.page.locator(selector)).to_contain_class("is-pointed")
    expect(alice.page.locator(".is-pointed")).to_have_count(1)
