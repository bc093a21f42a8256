"""The pad on the server's side: kept choices, one key one entry, and flows without scripts."""

import re
from urllib.parse import unquote

import pytest
from django.test import Client

from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms
from tests.site.pages import HAND, HTMX, Browser, chosen, goes, page
from tests.support.clubhouse import House

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

LOGIN = "/account/login/?next="


@pytest.fixture
def match(house: House) -> Match:
    return house.match()


@pytest.fixture
def scorer(house: House) -> Browser:
    return Browser(house, "scorer")


def test_without_scripts_a_mark_leads_back_to_the_pad(scorer: Browser, match: Match) -> None:
    answer = scorer.mark(match, {**scorer.pad(match), **HAND})
    assert goes(answer) == scorer.address(f"matches/{match.pk}/pad/")
    text = page(scorer.get(f"matches/{match.pk}/pad/"))
    assert "Bob stood and lost the point: Ann marks two" in text
    assert "(law 49)" in text


def test_one_key_sent_twice_is_one_entry(scorer: Browser, match: Match) -> None:
    sent = {**scorer.pad(match), **HAND}
    for headers in ({}, {}, HTMX):
        assert scorer.mark(match, sent, **headers).status_code in (200, 302)
    assert Entry.objects.filter(match=match).count() == 1


def test_one_key_with_another_hand_is_not_taken(scorer: Browser, match: Match) -> None:
    sent = {**scorer.pad(match), **HAND}
    goes(scorer.mark(match, sent))
    text = page(scorer.mark(match, {**sent, "tricks": "0-5"}), 422)
    assert "has already been sent" in text
    assert chosen(text)["tricks"] == "0-5"
    assert Entry.objects.filter(match=match).count() == 1


def score(match: Match) -> tuple[int, int]:
    match.refresh_from_db()
    return match.score_a, match.score_b


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_nothing_of_the_hand_before_is_on(
    scorer: Browser, match: Match, headers: dict[str, str]
) -> None:
    """Bob deals the second hand, in which Ann makes three tricks: one point, if it is known that
    nobody refused."""
    refused = {"dealer": "a", "king": "a-held", "opening": "refused", "tricks": "2-3"}
    answer = scorer.mark(match, {**scorer.pad(match), **refused}, **headers)
    assert answer.status_code == (200 if headers else 302)
    assert score(match) == (1, 2)
    here = f"matches/{match.pk}/pad/"
    for path in (here, f"{here}body/", f"{here}board/"):
        assert chosen(page(scorer.get(path))) == {}
    text = page(scorer.mark(match, {**scorer.pad(match), "tricks": "3-2"}, **headers), 422)
    assert "Choose who marked the king, or nobody." in text
    assert re.findall(r"<legend>(\w+) <span", text) == ["King", "Play"]
    assert chosen(text) == {"tricks": "3-2"}
    text = page(
        scorer.mark(match, {**scorer.pad(match), "tricks": "3-2", "king": "nobody"}, **headers), 422
    )
    assert re.findall(r"<legend>(\w+) <span", text) == ["Play"]
    assert chosen(text) == {"king": "nobody", "tricks": "3-2"}
    assert score(match) == (1, 2)
    rest = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
    assert scorer.mark(match, {**scorer.pad(match), **rest}, **headers).status_code in (200, 302)
    assert score(match) == (2, 2)


def test_what_is_undone_is_marked_afresh(scorer: Browser, match: Match) -> None:
    """Whoever undoes a hand marked it wrongly, or twice: none of its choices comes back."""
    goes(scorer.mark(match, {**scorer.pad(match), **HAND}))
    answer = scorer.post(f"matches/{match.pk}/pad/undo/", scorer.pad(match), **HTMX)
    assert chosen(page(answer)) == {}


def test_choices_made_for_a_hand_that_is_entered_by_now_do_not_come_back(
    house: House, scorer: Browser, match: Match
) -> None:
    """Ann was signed out while she marked; Bob marked the hand before she came back."""
    sent = {**Browser(house, "ann").pad(match), **HAND}
    away = goes(Browser(house).mark(match, sent))
    back = unquote(away.partition("next=")[2])
    assert chosen(page(Browser(house, "ann").get(back))) == HAND
    goes(Browser(house, "bob").mark(match, {**Browser(house, "bob").pad(match), **HAND}))
    assert chosen(page(Browser(house, "ann").get(back))) == {}
    # Nor does the king of a ruling on that hand.
    assert chosen(page(scorer.get(f"matches/{match.pk}/pad/?king=a-held&place=1"))) == {}
    assert chosen(page(scorer.get(f"matches/{match.pk}/pad/?king=a-held&place=2"))) == {
        "king": "a-held"
    }


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_pad_keeps_its_choices(
    house: House, scorer: Browser, match: Match, headers: dict[str, str]
) -> None:
    old = scorer.pad(match)
    director = Browser(house, "director")
    goes(director.mark(match, {**director.pad(match), **HAND}))
    mine = {"king": "b-held", "opening": "refused", "tricks": "1-4"}
    text = page(scorer.mark(match, {**old, **mine}, **headers), 409)
    assert f"{house.users['director'].name} entered something first" in text
    assert "Ann marks two" in text
    assert "The score is now 2–0." in text
    assert mine.items() <= chosen(text).items()
    assert 'name="version" value="1"' in text


def test_what_the_pad_cannot_take_is_said_with_the_choices_kept(
    scorer: Browser, match: Match
) -> None:
    sent = {**scorer.pad(match), **HAND, "king": "a-turned", "tricks": ""}
    text = page(scorer.mark(match, sent), 422)
    assert "Say how many tricks each player made." in text
    assert chosen(text)["king"] == "a-turned"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("king", "c-held"),
        ("opening", "slept"),
        ("tricks", "6--1"),
        ("tricks", "<b>"),
        ("dealer", "c"),
        ("version", "-1"),
        ("version", "²"),
        ("version", ""),
        ("version", "9" * 30),
        ("key", ""),
        ("key", "k" * 300),
    ],
)
def test_nothing_odd_breaks_it(scorer: Browser, match: Match, field: str, value: str) -> None:
    sent = {**scorer.pad(match), **HAND, field: value}
    text = page(scorer.mark(match, sent), 422)
    assert "Nothing was marked." in text
    assert not Entry.objects.filter(match=match).exists()


@pytest.mark.parametrize("kind", ["game", "rubber"])
def test_a_score_must_be_chosen(house: House, scorer: Browser, kind: str) -> None:
    match = house.match(terms=MatchTerms())
    for value in ("", "5-5", "9-0"):
        answer = scorer.post(f"matches/{match.pk}/pad/{kind}/", {**scorer.pad(match), kind: value})
        assert "Choose the score." in page(answer, 422)


def test_undo_with_nothing_to_undo(scorer: Browser, match: Match) -> None:
    answer = scorer.post(f"matches/{match.pk}/pad/undo/", scorer.pad(match))
    assert "There is nothing left to undo." in page(answer, 422)


def test_signed_out_a_browser_is_led_through_sign_in_to_its_choices(
    house: House, scorer: Browser, match: Match
) -> None:
    sent = {**scorer.pad(match), **HAND}
    pad = f"/clubs/cercle/matches/{match.pk}/pad/"
    assert goes(Browser(house).mark(match, sent)).startswith(f"{LOGIN}%2Fclubs%2F")
    text = page(Browser(house).mark(match, sent, **HTMX), 401)
    assert "You are signed out." in text
    kept = page(scorer.get(f"{pad}?dealer=a&king=a-turned&opening=stood&tricks=4-1"))
    assert chosen(kept) == {**HAND, "king": "a-turned"}


def test_fragments_for_the_signed_out_are_no_sign_in_page(house: House, match: Match) -> None:
    """A script would put the page of sign-in in the pad's place."""
    for part in ("body", "board"):
        answer = Browser(house).get(f"matches/{match.pk}/pad/{part}/", **HTMX)
        page(answer, 401)
        assert answer["HX-Retarget"] == "#halt"


def test_the_address_of_a_form_leads_to_the_pad(scorer: Browser, match: Match) -> None:
    for form in ("hand", "game", "rubber", "undo"):
        answer = scorer.get(f"matches/{match.pk}/pad/{form}/")
        assert goes(answer) == scorer.address(f"matches/{match.pk}/pad/")


def test_who_has_the_version_gets_nothing_but_a_new_ticket(scorer: Browser, match: Match) -> None:
    for part in ("now", "pad/body", "pad/board"):
        path = f"matches/{match.pk}/{part}/"
        answer = scorer.get(f"{path}?have=0", **HTMX)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["Live-Ticket"].startswith(f"match:{match.pk}:")
        assert 'data-version="0"' in page(scorer.get(f"{path}?have=junk", **HTMX))


def test_a_form_without_its_token_says_what_to_do(house: House, match: Match) -> None:
    browser = Browser(house, "scorer", csrf=True)
    sent = {**browser.pad(match), **HAND}
    assert "reload the page" in page(browser.mark(match, sent), 403)
    pad = f"http://testserver/clubs/cercle/matches/{match.pk}/pad/"
    part = page(browser.mark(match, sent, **HTMX, **{"HX-Current-URL": pad}), 403)
    assert (
        f"/matches/{match.pk}/pad/?version=0&dealer=a&king=nobody&opening=stood&tricks=4-1" in part
    )
    assert "<html" not in part


def test_the_way_back_never_leaves_the_site(house: House, match: Match) -> None:
    browser = Browser(house, "scorer", csrf=True)
    away = {"HX-Current-URL": "https://elsewhere.example/pad/"}
    part = page(browser.mark(match, HAND, **HTMX, **away), 403)
    assert "elsewhere" not in part


def test_sign_in_with_a_wrong_password(house: House) -> None:
    sent = {"login": "scorer@cercle.example", "password": "wrong"}
    text = page(Client().post("/account/login/", sent))
    assert "Sign-in failed." in text


def test_a_scorer_cannot_take_back_a_correction(
    house: House, scorer: Browser, match: Match
) -> None:
    goes(scorer.mark(match, {**scorer.pad(match), **HAND}))
    director = Browser(house, "director")
    path = f"matches/{match.pk}/entries/1/correct/"
    sent = {**director.hidden(path), **HAND, "tricks": "1-4", "reason": "So it was.", "do": "yes"}
    goes(director.post(path, sent))
    assert re.search(r"disabled>\s*Undo\s*<", page(scorer.get(f"matches/{match.pk}/pad/")))
    answer = scorer.post(f"matches/{match.pk}/pad/undo/", scorer.pad(match), **HTMX)
    assert "You do not have permission to do this." in page(answer, 403)
    assert answer["HX-Retarget"] == "#halt"
