"""The law book: 51 laws in every code, found by their words, as the sources have them."""

import re
from collections.abc import Iterator

import pytest

from ecarte_club.clubs.models import HouseRules
from games.engine.codes import CODES
from games.engine.rulings.ids import Choice, Irregularity
from games.engine.rulings.laws import LAWS
from games.laws.labels.irregularities import GROUPS
from games.matches.templatetags.matches import cited
from tests.engine.people import EXCHANGED
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r'id="law-(\d+)"', text)]


def entry(text: str, number: int) -> str:
    """What a page says of one law, without its tags."""
    found = text.split(f'id="law-{number}"')[1].split("</article>")[0]
    return " ".join(re.sub("<[^>]*>", " ", found).split())


def nobody(house: House) -> Browser:
    return Browser(house)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_51_laws_and_each_an_address_of_its_own(house: House, code: str) -> None:
    browser = nobody(house)
    text = page(browser.get(f"/laws/{code}/"))
    assert numbers(text) == list(range(1, 52))
    for number in LAWS:
        assert f'href="/laws/{code}/{number}/"' in text
    assert "Law 42, Abandoning a hand" in page(browser.get(f"/laws/{code}/42/"))


def test_the_codes_are_offered(house: House) -> None:
    text = page(nobody(house).get("/laws/"))
    assert all(f'href="/laws/{code}/"' in text for code in CODES)


@pytest.mark.parametrize("path", ["/laws/paris/", "/laws/london/52/", "/laws/london/0/"])
def test_what_is_no_law_is_nowhere(house: House, path: str) -> None:
    page(nobody(house).get(path), 404)


def test_what_follows_says_who_chooses_and_what(house: House) -> None:
    """Law 11, word by word: before he looks the non-dealer chooses, after it there is no choice."""
    text = page(nobody(house).get("/laws/london/"))
    told = entry(text, 11)
    assert "The non-dealer chooses. Choose the trump · A fresh deal" in told
    assert "There is no choice." in told
    whole = page(nobody(house).get("/laws/london/11/"))
    assert "Had the non-dealer looked at the hand?" in whole
    assert "The deal is void and nothing is marked; the same dealer deals again." in whole


def test_where_another_code_differs_it_is_told_with_its_source(house: House) -> None:
    london = page(nobody(house).get("/laws/london/"))
    assert "Gives the opponent the remaining tricks. Britannica 1911" in entry(london, 42)
    assert "the dealer’s own cards. Britannica 1911" in entry(london, 36)
    britannica = page(nobody(house).get("/laws/britannica/"))
    told = entry(britannica, 42)
    assert told.index("Gives the opponent the remaining tricks.") < told.index("Gives the vole")
    assert "law 42" in told


def test_it_is_searched_by_words_without_accents_and_by_number(house: House) -> None:
    browser = nobody(house)
    assert numbers(page(browser.get("/laws/london/?q=revoking"))) == [39, 43]
    assert numbers(page(browser.get("/laws/london/?q=38"))) == [38]
    assert 5 in numbers(page(browser.get("/laws/london/?q=ECARTE card"))), "written écarté there"
    found = page(browser.get("/laws/london/?q=elephant"))
    assert numbers(found) == []
    assert "Nothing found for “elephant”." in found
    assert 'href="?q=misdeal"' in found
    assert 43 in numbers(page(browser.get("/laws/london/?q=reneged")))
    assert len(numbers(page(browser.get("/laws/london/?q=%20")))) == 51


def test_a_page_in_french_is_in_french(house: House) -> None:
    text = page(nobody(house).get("/laws/london/", **{"Accept-Language": "fr"}))
    assert '<html lang="fr">' in text
    assert "article" in text


def test_a_club_shows_the_laws_it_plays_by(house: House) -> None:
    text = page(nobody(house).get("laws/"))
    assert "Laws of the London clubs" in text
    assert f'href="/clubs/{house.club.slug}/laws/"' in page(nobody(house).get(""))


@pytest.fixture
def housed(house: House) -> House:
    """A club whose house rules let the remaining tricks go to the adversary."""
    rules = HouseRules.objects.create(
        club=house.club,
        name="Ours",
        base="london",
        options={"abandoned": "remaining_tricks"},
        made_by=house.users["committee"],
    )
    house.club.rules = rules
    house.club.save()
    return house


def test_house_rules_are_told_to_the_clubs_own_people(housed: House) -> None:
    ours = page(Browser(housed, "ann").get("laws/"))
    assert "The club’s own choices" in ours
    assert "Gives the opponent the remaining tricks." in ours.split('id="law-1"')[0]
    strangers = page(nobody(housed).get("laws/"))
    assert "Ours" not in strangers
    assert "Laws of the London clubs" in strangers


def test_house_rules_by_the_api(housed: House) -> None:
    slug = housed.club.slug
    told = read(housed.api("ann").get(f"laws/42?club={slug}"))
    assert [one["text"] for one in told["here"]] == ["Gives the opponent the remaining tricks."]
    assert read(housed.api("ann").get(f"laws?club={slug}"))["title"] == "Ours"
    assert read(housed.api("ann").get("laws?club=nowhere"), 404)


def test_house_rules_are_not_told_to_strangers_by_the_api(housed: House) -> None:
    housed.club.public = True
    housed.club.save()
    told = read(Api().get(f"laws?club={housed.club.slug}"))
    assert told["title"] == "Laws of the London clubs"
    assert told["laws"][41]["here"] == []


def test_the_api_has_the_same_laws_as_the_page(house: House) -> None:
    found = read(Api().get("laws"))
    assert [one["number"] for one in found["laws"]] == list(range(1, 52))
    text = page(nobody(house).get("/laws/london/"))
    for one in found["laws"]:
        assert one["rule"] in text
        assert read(Api().get(f"laws/{one['number']}")) == one
    assert [one["number"] for one in read(Api().get("laws?q=revoking"))["laws"]] == [39, 43]
    irregularities = read(Api().get("irregularities"))
    assert [one for one in irregularities if one["irregularity"] == "revoke"] == read(
        Api().get("irregularities?q=renege")
    )
    assert read(Api().get("irregularities?q=elephant")) == []
    assert read(Api().get("irregularities?q=%20")) == irregularities


@pytest.mark.usefixtures("house")
def test_a_law_as_another_code_has_it_in_the_language_asked_for() -> None:
    law = read(Api().get("laws/36?code=britannica"))
    assert law["law"] == "EB 1911"
    french = read(Api().get("laws/36?code=britannica", **{"Accept-Language": "fr"}))
    assert french["rule"] != law["rule"]
    problem(Api().get("laws/36?code=paris"), 422, "unknown_code", field="code")
    problem(Api().get("laws/52"), 404)


@pytest.mark.usefixtures("house")
def test_what_can_go_wrong_is_listed_once_each() -> None:
    found = read(Api().get("irregularities"))
    assert sorted(one["irregularity"] for one in found) == sorted(Irregularity)
    assert sum(map(len, GROUPS.values())) == len(Irregularity)
    (revoke,) = (one for one in found if one["irregularity"] == "revoke")
    assert (revoke["when"], revoke["culprit"], revoke["laws"]) == ("playing", "either", [43])


def _asked(what: str, facts: str = "", code: str = "london") -> dict[str, object]:
    told = read(Api().get(f"irregularities/{what}/ruling?code={code}&facts={facts}"))
    assert isinstance(told, dict)
    return told


@pytest.mark.usefixtures("house")
def test_the_api_asks_a_question_at_a_time_and_then_says_who_chooses() -> None:
    first = _asked("turned_several")
    assert first["question"] == {
        "fact": "elder_looked",
        "text": "Had the non-dealer looked at the hand?",
        "answers": [{"answer": "yes", "text": "Yes"}, {"answer": "no", "text": "No"}],
    }
    assert first["choices"] == []
    told = _asked("turned_several", "elder_looked=no")
    assert told["entitled"] == "non_dealer"
    assert [one["choice"] for one in _choices(told)] == ["choose_trump", "fresh_deal"]


def _choices(told: dict[str, object]) -> list[dict[str, str]]:
    choices = told["choices"]
    assert isinstance(choices, list)
    return choices


@pytest.mark.usefixtures("house")
def test_facts_that_decide_nothing_are_refused() -> None:
    problem(Api().get("irregularities/revoke/ruling?facts=trump_turned=yes"), 422, field="facts")
    problem(Api().get("irregularities/bad_temper/ruling"), 404)


def _walked(what: str, code: str, facts: str = "") -> Iterator[dict[str, object]]:
    told = _asked(what, facts, code)
    question = told["question"]
    if question is None:
        yield told
        return
    assert isinstance(question, dict)
    for one in question["answers"]:
        yield from _walked(what, code, f"{facts},{question['fact']}={one['answer']}".strip(","))


@pytest.mark.slow
@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("code", CODES)
def test_every_way_through_the_questions_ends_in_a_choice(code: str) -> None:
    ways = [told for what in Irregularity for told in _walked(what, code)]
    assert len(ways) > len(Irregularity)
    for told in ways:
        assert told["who"]
        assert {one["choice"] for one in _choices(told)} <= set(Choice)


def test_a_mark_leads_to_its_law_on_the_page_of_a_match(house: House) -> None:
    match = house.match()
    body = {"dealer": "a", "opening": EXCHANGED.value, "tricks": {"a": 2, "b": 3}}
    house.api("scorer").enter(match.pk, body)
    shown = page(Browser(house, "cyd").get(f"matches/{match.pk}/"))
    assert '(<a href="/laws/london/48/">law 48</a>)' in shown
    pad = page(Browser(house, "ann").get(f"matches/{match.pk}/pad/"))
    assert "/laws/london/48/" not in pad


def test_only_laws_of_a_code_are_led_to() -> None:
    assert cited("So it is (law 52).", "london") == 'So it is <span class="law">(law 52)</span>.'
    assert "<a" not in cited("So it is (law 48).", "paris")
    assert cited("So (law 42, law 49).", "modern").count("<a href") == 2
    assert "<script>" not in cited("<script> (law 42).", "london")
