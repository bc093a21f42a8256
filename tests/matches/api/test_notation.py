"""A hand sent with every card: judged, marked as the books have it, kept, and read back."""

from typing import Any

import pytest

from games.engine import serialization
from games.engine.notation import hand_loads
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms
from tests.support.clubhouse import Api, House, problem, read
from tests.support.told_hands import ACE, EVERY, LOST, VOLE, WON, ToldHand

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

THREE = MatchTerms(format="games", games=3)


@pytest.fixture
def api(house: House) -> Api:
    return house.api("scorer")


def tell(api: Api, match: Match, text: str) -> dict[str, Any]:
    return api.enter(match.pk, {"notation": text})


def refused(api: Api, match: Match, text: str, code: str = "") -> dict[str, Any]:
    version = Match.objects.get(pk=match.pk).version
    answer = api.post(f"matches/{match.pk}/hands", {"notation": text, "version": version})
    return problem(answer, 422, code, field="notation")


@pytest.mark.parametrize("hand", EVERY, ids=lambda hand: hand.told)
def test_the_hands_of_the_books_come_to_what_is_printed(
    house: House, api: Api, hand: ToldHand
) -> None:
    written = tell(api, house.match(), hand.text)
    assert tuple((one["seat"], one["points"]) for one in written["marks"]) == hand.marks
    assert tuple(one["law"] for one in written["marks"]) == hand.laws
    assert written["match"]["score"] == dict(zip("ab", hand.after, strict=True))
    noted = written["entry"]["hand"]
    assert noted["tricks"] == dict(zip("ab", hand.tricks, strict=True))
    assert (noted["dealer"], noted["opening"]) == (hand.dealer, hand.opening)


def test_it_is_kept_as_its_notation_and_as_nothing_else(house: House, api: Api) -> None:
    """Facts and marks are read from the text whenever they are asked for: there is one truth."""
    written = tell(api, house.match(), VOLE.text)
    entry = Entry.objects.get(pk=written["entry"]["id"])
    assert entry.data is not None
    assert set(entry.data) == {"kind", "game", "notation"}
    told = hand_loads(entry.data["notation"])
    loaded = serialization.load(entry.data)
    assert isinstance(loaded, HandEntry)
    assert loaded.record == told.record
    assert told.after is not None
    assert (told.after.a, told.after.b) == VOLE.after


def test_the_hand_and_the_entries_read_back_with_it(house: House, api: Api) -> None:
    match = house.match()
    written = tell(api, match, VOLE.text)
    entry = read(api.get(f"matches/{match.pk}/entries"))[0]
    hand = read(api.get(f"hands/{entry['id']}"))
    assert hand["notation"] == entry["notation"] == written["entry"]["notation"]
    for word in VOLE.text.split():
        assert word in entry["notation"]
    summary = read(api.get(f"matches/{match.pk}/hands"))[0]
    assert summary["hand"] == entry["hand"]


def test_what_was_read_can_be_sent_again(house: House, api: Api) -> None:
    first = tell(api, house.match(), VOLE.text)["entry"]["notation"]
    again = tell(api, house.match(), first)["entry"]["notation"]
    assert again == first


def test_a_summary_has_no_notation(house: House, api: Api) -> None:
    body = {"dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}, "notation": None}
    assert api.enter(house.match().pk, body)["entry"]["notation"] is None


def test_told_by_cards_or_by_its_facts_a_hand_marks_the_same(house: House, api: Api) -> None:
    for hand in EVERY:
        told = tell(api, house.match(), hand.text)
        facts = told["entry"]["hand"]
        noted = api.enter(house.match().pk, {**facts, "abandoned_by": None})
        assert noted["marks"] == told["marks"]


def test_the_place_of_what_is_wrong_is_told(house: House, api: Api) -> None:
    """In the second line Bob does not follow the suit that was led, though he could."""
    wrong = LOST.text.replace("JC JH 8H", "JC JH 8C")
    found = refused(api, house.match(), wrong, "follow_suit")
    assert (found["line"], found["column"]) == (2, wrong.splitlines()[1].index("8C") + 1)
    assert found["law"] == "law 43"
    assert found["expected"] == ["8H", "abandon"]
    assert "Line 2, column 22" in found["detail"]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("deal:A A:QS,JX", "card_expected", (1, 13)),
        ("deal:C", "seat_expected", (1, 6)),
        ("\n\n  nonsense", "token_expected", (3, 3)),
        ("{ never closed", "comment_open", (1, 1)),
        (f"{ACE.text}\n{ACE.text}", "one_hand_expected", (3, 1)),
        ("{ a word, and no hand }", "one_hand_expected", (1, 1)),
        ("[Code london]\ndeal:A", "header_broken", (1, 1)),
        ("stand", "deal_expected", (1, 1)),
        ("deal:A up:7D stand tricks:3-1", "tricks_too_few", (1, 20)),
        ('[Code "modern"]\n' + WON.text, "header_value", (1, 1)),
        ('[Score "2-2"]\n' + WON.text, "header_value", (1, 1)),
        ("deal:A up:7D propose", "hand_not_over", (1, 1)),
        (WON.text + " =1-0", "score_contradicts", (2, 31)),
        (WON.text.replace("TC JC", "TC AC"), "card_not_held", (2, 4)),
        (WON.text.replace("8C,8H", "8C,JC"), "card_twice", (1, 25)),
        (VOLE.text.replace("up:KS", "up:KD"), "card_twice", (2, 35)),
    ],
)
def test_every_kind_of_mistake_has_its_code_and_place(
    house: House, api: Api, text: str, code: str, place: tuple[int, int]
) -> None:
    match = house.match()
    version = Match.objects.get(pk=match.pk).version
    answer = api.post(f"matches/{match.pk}/hands", {"notation": text, "version": version})
    found = problem(answer, 422, code, field="notation")
    assert (found["line"], found["column"]) == place
    assert not Entry.objects.filter(match=match).exists()


def test_the_notation_stands_alone(house: House, api: Api) -> None:
    body = {"notation": VOLE.text, "opening": "stood", "version": 0}
    problem(api.post(f"matches/{house.match().pk}/hands", body), 422, field="opening")


def test_a_text_without_end_is_not_read(house: House, api: Api) -> None:
    body = {"notation": VOLE.text + " {" + "x" * 4000 + "}", "version": 0}
    problem(api.post(f"matches/{house.match().pk}/hands", body), 422, field="notation")


def test_headers_that_agree_are_taken_and_those_of_others_are_kept(house: House, api: Api) -> None:
    text = f'[Code "london"]\n[Book "Hoyle"]\n{{ as printed }}\n{WON.text}'
    stored = tell(api, house.match(), text)["entry"]["notation"]
    assert '[Book "Hoyle"]' in stored
    assert "{ as printed }" in stored
    assert stored.count("[Code") == 1


def test_the_deal_passes_and_the_score_goes_on(house: House, api: Api) -> None:
    """After Alice's deal it is Bob's, which need not be said; and at 3 to 0 she has two to go."""
    match = house.match(terms=THREE)
    tell(api, match, VOLE.text)
    written = tell(api, match, ACE.text.replace("deal:B", "deal:?"))
    assert written["entry"]["hand"]["dealer"] == "b"
    assert '[Score "3-0"]' in written["entry"]["notation"]
    assert "deal:B" in written["entry"]["notation"]
    assert written["match"]["score"] == {"a": 4, "b": 0}


def test_who_dealt_must_be_known(house: House, api: Api) -> None:
    refused(api, house.match(), WON.text.replace("deal:A", "deal:?"), "dealer_unknown")


def test_a_dealer_keeps_his_order_through_the_game(house: House, api: Api) -> None:
    """Law 8: who began by three and two does not go on by two and three."""
    match = house.match(terms=THREE)
    tell(api, match, VOLE.text)
    tell(api, match, ACE.text.replace("deal:B", "deal:B/2-3"))
    wrong = LOST.text.replace("deal:A", "deal:A/2-3")
    assert refused(api, match, wrong, "order_changed")["law"] == "law 8"


def test_a_game_may_end_at_a_king_before_any_card_is_played(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(match.pk, {"dealer": "b", "opening": "stood", "tricks": {"a": 2, "b": 3}})
    api.enter(match.pk, {"opening": "refused", "tricks": {"a": 2, "b": 3}})
    written = tell(api, match, "deal:B up:KS mark")
    assert [mark["points"] for mark in written["marks"]] == [1]
    assert written["match"]["games"] == {"a": 0, "b": 1}
    assert written["entry"]["hand"]["tricks"] is None


def test_what_is_not_known_may_be_left_open(house: House, api: Api) -> None:
    text = "deal:A B:KD,4? up:7D propose accept king:B B-3? A-2? tricks:2-3"
    written = tell(api, house.match(), text)
    assert [(one["seat"], one["points"]) for one in written["marks"]] == [("b", 1), ("b", 1)]
    assert "B:KD,4?" in written["entry"]["notation"]


def test_sent_twice_it_is_entered_once(house: House, api: Api) -> None:
    match = house.match()
    body = {"notation": VOLE.text, "version": 0}
    first = read(api.post(f"matches/{match.pk}/hands", body, key="one"), 201)
    assert read(api.post(f"matches/{match.pk}/hands", body, key="one"), 201) == first
    assert Entry.objects.filter(match=match).count() == 1


def test_undone_and_undone_again_it_is_the_same_hand(house: House, api: Api) -> None:
    match = house.match()
    told = tell(api, match, VOLE.text)["entry"]["notation"]
    director = house.api("director")
    correction = {"hand": {"opening": "stood", "tricks": {"a": 3, "b": 2}}, "reason": "misread"}
    read(
        director.post(f"matches/{match.pk}/entries/1/corrections", {**correction, "version": 1}),
        201,
    )
    back = read(director.post(f"matches/{match.pk}/undo", {"version": 2}), 201)
    assert back["entry"]["notation"] == told
    assert back["match"]["score"] == {"a": 3, "b": 0}


def test_a_correction_before_it_moves_the_score_and_not_the_hand(house: House, api: Api) -> None:
    match = house.match(terms=THREE)
    api.enter(match.pk, {"dealer": "b", "opening": "exchanged", "tricks": {"a": 3, "b": 2}})
    tell(api, match, LOST.text)
    body = {"hand": {"opening": "stood", "tricks": {"a": 2, "b": 3}}, "reason": "misread"}
    answer = house.api("director").post(
        f"matches/{match.pk}/entries/1/corrections", {**body, "version": 2}
    )
    assert read(answer, 201)["match"]["score"] == {"a": 2, "b": 2}
