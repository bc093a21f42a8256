"""Something went wrong, from the pad and back: what is asked, who chooses, and what is entered.

Ann sits at a and is Alice, Bob at b. The answers are those of the laws.
"""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from games.models import Match
from games.reading import Reading, read
from tests.clubhouse import House, open_house
from tests.site.pages import Browser, goes, page

pytestmark = pytest.mark.django_db
BOB_DEALS = {"dealer": "b", "king": "nobody", "opening": "exchanged", "tricks": "3-2"}


class Table:
    """Ann with her phone at a match in which Bob dealt the first hand, so that she deals now."""

    def __init__(self) -> None:
        self.house: House = open_house()
        self.match = self.house.match()
        self.ann = Browser(self.house, "ann")
        self.here = f"matches/{self.match.pk}/ruling/"
        self.ann.mark(self.match, {**BOB_DEALS, **self.ann.pad(self.match)})

    def found(self) -> Reading:
        return read(Match.objects.get(pk=self.match.pk))

    def score(self) -> tuple[int, int]:
        score = self.found().state.score
        return score.a, score.b

    def step(self, address: str) -> str:
        return page(self.ann.get(self.here + address))

    def follow(self, text: str, answer: str) -> str:
        """The page behind the link of this name."""
        return self.step(link(text, answer))

    def choose(self, text: str, address: str, **more: str) -> str:
        """Where the first choice that is entered at once leads."""
        sent = {
            name: re.findall(rf'name="{name}" value="([^"]*)"', text)[0]
            for name in ("key", "version", "said", "choice")
        }
        action = unescape(re.findall(r'<form class="form" method="post" action="([^"]*)"', text)[0])
        assert action == unescape(sent["said"])
        assert parse_qs(action[1:]) == parse_qs(urlsplit(address).query)
        return goes(self.ann.post(self.here + action, {**sent, **more}))

    def pad(self, address: str) -> str:
        return page(self.ann.get(address))


def link(text: str, answer: str) -> str:
    for address, name in re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', text, re.DOTALL):
        if re.sub("<[^>]*>", "", name).strip().startswith(answer):
            return str(unescape(address))
    raise AssertionError((answer, text))


def asked(text: str) -> str:
    found = re.search(r'class="question">([^<]*)<', text)
    return found[1] if found else ""


@pytest.fixture
def table() -> Table:
    return Table()


def walk(table: Table, *answers: str) -> tuple[str, str]:
    """From the first page by the links of these names: the last page, and its address."""
    address, text = "", table.step("")
    for answer in answers:
        address = link(text.split("<h1")[1], answer)
        text = table.step(address)
    return text, address


def test_the_pad_and_the_match_lead_there(table: Table) -> None:
    pad = page(table.ann.get(f"matches/{table.match.pk}/pad/"))
    assert link(pad, "Something went wrong").endswith(table.here)
    shown = page(table.ann.get(f"matches/{table.match.pk}/"))
    assert link(shown, "Something went wrong").endswith(table.here)
    onlooker = page(Browser(table.house, "cyd").get(f"matches/{table.match.pk}/"))
    assert "Something went wrong" not in onlooker


def test_what_happened_is_found_by_a_word_or_by_the_number_of_a_law(table: Table) -> None:
    everything = table.step("")
    for heading in ("Before the deal", "Dealing", "Exchanging", "Playing", "Marking"):
        assert f">{heading}</h2>" in everything
    found = table.step("?q=TRICK suit")
    assert "did not follow suit" in found
    assert "dealt out of turn" not in found
    by_number = table.step("?q=43")
    assert "did not follow suit" in by_number
    assert "abandoned" not in by_number
    assert "Another word may find it" in table.step("?q=elephant")


def test_law_11_a_fresh_deal_keeps_the_dealer(table: Table) -> None:
    """Ann deals and turns up two cards; Bob has looked: there must be a fresh deal."""
    text, address = walk(table, "The dealer turned up more than one card.", "Yes")
    assert "Ann deals; Bob is the non-dealer." in text
    assert "Nobody chooses: it must be so." in text
    assert "Law 11, More than one card turned." in text
    assert table.choose(text, address).endswith(f"/matches/{table.match.pk}/pad/")
    state = table.found().state
    assert table.score() == (1, 0)
    assert state.dealer == "a"
    assert state.lines[-1].void
    pad = page(table.ann.get(f"matches/{table.match.pk}/pad/"))
    assert "This deal is void: nobody marks." in pad


def test_law_11_before_looking_the_non_dealer_chooses(table: Table) -> None:
    text, _address = walk(table, "The dealer turned up more than one card.", "No")
    assert "Bob chooses." in text
    pad = table.pad(link(text, "Note it and play on: Choose the trump"))
    assert "The dealer turned up more than one card." in pad
    assert table.found().log.number() == 1


def test_law_14_who_dealt_out_of_turn_deals_not_again(table: Table) -> None:
    """Ann should deal. Bob does; before the trump is turned the deal is void."""
    text, address = walk(table, "A player dealt out of turn.", "No")
    assert "Who was it?" not in text
    table.choose(text, address)
    assert table.found().state.dealer == "a"


def test_law_14_after_the_trump_the_deal_out_of_turn_stands(table: Table) -> None:
    text, _address = walk(table, "A player dealt out of turn.", "Yes")
    pad = table.pad(link(text, "Note it and play on"))
    sent = {**table.ann.pad(table.match), **BOB_DEALS, "tricks": "2-3", "opening": "refused"}
    sent |= hidden(pad)
    assert sent["dealer"] == "b"
    goes(table.ann.mark(table.match, sent))
    hand = table.found().state.lines[-1].entry.record  # type: ignore[union-attr]
    assert hand.dealer == "b"


def hidden(text: str) -> dict[str, str]:
    """What the form of the hand carries without being seen."""
    form = text.split('id="hand"')[1].split("<fieldset")[0]
    found = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def marks(table: Table) -> list[tuple[str, int, str]]:
    return [(one.seat.value, one.points, one.law) for one in table.found().state.lines[-1].marks]


def play_on(table: Table, text: str, way: str, **hand: str) -> None:
    """The way is noted, and the hand is marked on the pad."""
    pad = table.pad(link(text, f"Note it and play on: {way}"))
    goes(table.ann.mark(table.match, {"king": "nobody", **hidden(pad), **hand}))


def test_law_43_the_point_of_who_revoked_is_one_less(table: Table) -> None:
    """Bob makes the point after Ann refused: two, less one."""
    happened = "A player did not follow suit, or did not win the trick, when able."
    text, _address = walk(table, happened, "Bob", "Yes")
    assert "Ann chooses." in text
    play_on(table, text, "Let the play stand", opening="refused", tricks="2-3")
    assert marks(table) == [("b", 1, "law 49, law 43")]


def test_law_43_a_plain_point_is_not_marked(table: Table) -> None:
    happened = "A player did not follow suit, or did not win the trick, when able."
    text, _address = walk(table, happened, "Ann", "Yes")
    play_on(table, text, "Play the hands again", opening="exchanged", tricks="3-2")
    assert marks(table) == []


def test_law_19_no_king_turned_where_the_wrong_number_was_dealt(table: Table) -> None:
    """Ann deals, turns the king, and Bob has four cards, which he completes."""
    answers = ("Yes", "The non-dealer’s", "Neither spoken", "Fewer")
    text, _address = walk(table, "The wrong number of cards was dealt.", *answers)
    assert "The king turned is not marked." in text
    assert "law 16, law 19" in text
    play_on(table, text, "Complete", king="a-turned", opening="exchanged", tricks="2-3")
    assert marks(table) == [("b", 1, "law 48")]


def test_law_42_with_law_49_who_stood_and_abandons_loses_two(table: Table) -> None:
    """Bob stood, made one trick, and abandons; Ann had announced the king."""
    text, address = walk(table, "A player abandoned the hand.", "Bob", "No", "One or two")
    assert "Ann chooses." in text
    table.choose(text, address, king="a-held", opening="stood")
    assert marks(table) == [("a", 1, "law 47"), ("a", 2, "law 42, law 49")]
    assert table.score() == (4, 0)


def test_law_42_without_a_trick_it_is_the_vole(table: Table) -> None:
    text, address = walk(table, "A player abandoned the hand.", "Ann", "No", "None")
    table.choose(text, address, king="nobody", opening="exchanged")
    assert marks(table) == [("b", 2, "law 42")]


def test_an_abandoned_hand_says_how_it_was_opened(table: Table) -> None:
    _text, address = walk(table, "A player abandoned the hand.", "Bob", "No", "One or two")
    sent = {"version": "1", "key": "once", "choice": "mark_point", "king": "nobody"}
    told = page(table.ann.post(table.here + address, sent), 422)
    assert "Say whether they stood, refused or exchanged" in told
    assert table.found().log.number() == 1


def test_law_24_the_king_that_may_be_marked_is_chosen_on_the_pad(table: Table) -> None:
    text, _address = walk(table, "A player announces the king late.", "Bob", "No")
    assert "Bob chooses." in text
    pad = table.pad(link(text, "Note it and play on"))
    assert re.search(r'name="king" value="b-held" checked', pad)


def test_laws_50_and_51_lead_to_the_mending_of_a_hand(table: Table) -> None:
    for happened in ("A player left out a mark.", "A player marked too much."):
        text, _address = walk(table, happened)
        assert link(text, "Hand 1").endswith(f"/matches/{table.match.pk}/entries/1/mend/")


def test_a_ruling_is_taken_off_again(table: Table) -> None:
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    pad = table.pad(link(text, "Note it and play on"))
    assert "Noted on this hand:" in pad
    off = table.pad(link(pad, "Take it off"))
    assert "Noted on this hand:" not in off
    assert "rulings" not in hidden(off)


def test_two_things_may_go_wrong_in_one_hand(table: Table) -> None:
    """Law 25 and law 43: each says what the offender marks, and one is taken off once."""
    first, _address = walk(table, "A player announced the king", "Bob", "No", "No")
    pad = table.pad(link(first, "Note it and play on: Let the play stand"))
    again = page(table.ann.get(link(pad, "Something went wrong")))
    again = table.follow(again, "A player did not follow suit")
    again = table.follow(table.follow(again, "Bob"), "Yes")
    play_on(table, again, "Let the play stand", opening="exchanged", tricks="0-5")
    assert marks(table) == [("b", 1, "law 48, law 25, law 43")]
    rulings = table.found().state.lines[-1].entry.record.rulings  # type: ignore[union-attr]
    assert [one.law for one in rulings] == ["law 25", "law 43"]


def test_what_was_ruled_of_a_hand_that_is_entered_is_not_carried_to_the_next(table: Table) -> None:
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    address = link(text, "Note it and play on")
    play_on(table, text, "", opening="exchanged", tricks="3-2")
    assert "Noted on this hand:" not in table.pad(address)


def test_the_choices_outlive_signing_in(table: Table) -> None:
    """The session ended while the hand was played: the ruling comes back with the choices."""
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    sent = {**hidden(table.pad(link(text, "Note it and play on"))), "king": "a-held"}
    table.ann.client.logout()
    to = parse_qs(urlsplit(goes(table.ann.mark(table.match, sent))).query)["next"][0]
    table.ann.client.force_login(table.house.users["ann"])
    assert "Noted on this hand:" in table.pad(to)


def test_each_answer_is_told_and_can_be_changed(table: Table) -> None:
    happened = "The wrong number of cards was dealt."
    text, _address = walk(table, happened, "Yes", "The dealer’s")
    assert asked(text) == "What had the dealer done by then?"
    first = table.follow(text, "Change: Was the trump turned")
    assert asked(first) == "Was the trump turned by then?"
    assert asked(table.follow(text, "One step back")) == "Whose hand has the wrong number?"


def test_where_nobody_knows_who_deals_it_is_asked() -> None:
    house = open_house()
    match = house.match()
    browser = Browser(house, "ann")
    here = f"matches/{match.pk}/ruling/"
    text = page(browser.get(f"{here}?what=turned_several"))
    assert asked(text) == "Who deals?"
    text = page(browser.get(here + link(text, "Bob")))
    assert "Bob deals; Ann is the non-dealer." in text
    assert asked(page(browser.get(here + link(text, "Change: Who deals?")))) == "Who deals?"


@pytest.mark.parametrize(
    "address",
    [
        "?what=bad_temper",
        "?what=revoke&offender=z",
        "?what=revoke&offender=b&led_since=perhaps",
        "?what=revoke&offender=b&trump_turned=yes",
        "?what=revoke&offender=b&rulings=nonsense&place=2",
    ],
)
def test_an_address_that_means_nothing_leads_back_to_a_question(table: Table, address: str) -> None:
    answer = table.ann.get(table.here + address)
    if answer.status_code == 302:
        assert urlsplit(goes(answer)).path.endswith("/ruling/")
    else:
        page(answer)


def test_a_choice_that_is_not_open_enters_nothing(table: Table) -> None:
    sent = {"version": "1", "key": "once", "choice": "mark_vole"}
    for address in ("?what=pack_incorrect", "?what=revoke&offender=a", "", "?what=overscored"):
        told = page(table.ann.post(table.here + address, sent), 422)
        assert "Choose one of the things that can follow." in told
    assert table.found().log.number() == 1


def test_who_was_overtaken_by_another_phone_is_told(table: Table) -> None:
    _text, address = walk(table, "The pack is incorrect")
    bob = Browser(table.house, "bob")
    bob.mark(table.match, {**BOB_DEALS, "dealer": "a", **bob.pad(table.match)})
    sent = {"version": "1", "key": "late", "choice": "fresh_deal"}
    page(table.ann.post(table.here + address, sent), 409)
    assert table.found().log.number() == 2


def test_sent_twice_it_is_entered_once(table: Table) -> None:
    _text, address = walk(table, "The pack is incorrect")
    sent = {"version": "1", "key": "twice", "choice": "fresh_deal"}
    for _time in range(2):
        goes(table.ann.post(table.here + address, sent))
    assert table.found().log.number() == 2


def test_the_journal_keeps_what_was_ruled_struck_through_when_undone(table: Table) -> None:
    text, address = walk(table, "The pack is incorrect")
    table.choose(text, address)
    table.ann.post(f"matches/{table.match.pk}/pad/undo/", table.ann.pad(table.match))
    shown = page(table.ann.get(f"matches/{table.match.pk}/"))
    struck = " ".join(re.findall(r"<s>(.*?)</s>", shown))
    assert "The pack is incorrect" in struck
    assert "(law 45)" in struck
    assert table.found().state.dealer == "a"


def test_the_log_tells_that_there_was_a_ruling(table: Table) -> None:
    text, address = walk(table, "The pack is incorrect")
    table.choose(text, address)
    log = page(Browser(table.house, "committee").get("log/"))
    assert "Entered with a ruling, Ann against Bob: entry 2" in log
    assert "Entered, Ann against Bob: entry 1" in log


def test_when_the_match_is_over_only_marks_are_mended(table: Table) -> None:
    for _hand in range(2):
        sent = {**table.ann.pad(table.match), "king": "nobody", "opening": "exchanged"}
        table.ann.mark(table.match, {**sent, "tricks": "5-0"})
    assert table.found().state.over
    text = table.step("")
    assert "A player left out a mark." in text
    assert "A player abandoned the hand." not in text
    assert "Choose what happened" in table.step("?what=abandoned")
    sent = {"version": "3", "key": "after", "choice": "fresh_deal"}
    page(table.ann.post(f"{table.here}?what=pack_incorrect", sent), 422)
