"""The committee says what the club is and what it plays by."""

import re
from typing import Any

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Club, HouseRules
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services.clubs import Settings, club_set, rules_make, rules_retire
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.rules import Cause
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

COMMITTED = pytest.mark.django_db(transaction=True)


def club(house: House) -> Club:
    return Club.objects.select_related("rules").get(pk=house.club.pk)


def change(house: House, **given: Any) -> Club:
    return club_set(
        by=house.person("committee"), version=club(house).version, settings=Settings(**given)
    )


def ours(house: House, name: str = "Ours") -> HouseRules:
    return rules_make(
        by=house.person("committee"),
        name=name,
        base="britannica",
        options={"game_value": "by_agreement"},
    )


def test_what_is_left_out_stays(house: House) -> None:
    change(house, place="Lyon", confirms=True)
    found = club(house)
    assert (found.name, found.place, found.confirms, found.public) == ("Cercle", "Lyon", True, True)
    assert AuditLogEntry.objects.get().detail == {"fields": ["confirms", "place"]}


def test_saying_the_same_again_is_no_deed(house: House) -> None:
    change(house, name="  Cercle ", public=True)
    assert not AuditLogEntry.objects.exists()


def test_house_rules_bring_the_code_they_are_made_from(house: House) -> None:
    made = ours(house)
    change(house, house_rules=made.pk)
    assert (club(house).rules, club(house).code) == (made, "britannica")
    assert club_rules.of_club(club(house)).options == {"game_value": "by_agreement"}
    change(house, code="modern")
    assert (club(house).rules, club(house).code) == (None, "modern")


@COMMITTED
@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"place": "x" * 81}, "place"),
        ({"code": "hoyle"}, "code"),
        ({"code": "london", "house_rules": 1}, "code"),
        ({"house_rules": 10**9}, "house_rules"),
        ({"names_shown": "face"}, "names_shown"),
    ],
)
def test_a_club_that_cannot_be(given: dict[str, Any], field: str, house: House) -> None:
    before = everything()
    with pytest.raises(Invalid) as found:
        change(house, **given)
    assert list(found.value.errors) == [field]
    assert everything() == before


@COMMITTED
def test_retired_rules_and_those_of_others_are_not_played_by(
    house: House, neighbour: House
) -> None:
    made = ours(house)
    rules_retire(by=house.person("committee"), rules=made, version=club(house).version)
    for pk in (made.pk, ours(neighbour).pk):
        with pytest.raises(Invalid):
            change(house, house_rules=pk)


@COMMITTED
def test_two_who_change_at_once_see_each_other(house: House) -> None:
    seen = club(house).version
    change(house, place="Lyon")
    with pytest.raises(Stale):
        club_set(by=house.person("committee"), version=seen, settings=Settings(place="Nice"))
    assert club(house).place == "Lyon"


@COMMITTED
@pytest.mark.parametrize("who", ["director", "scorer", "ann"])
def test_settings_are_the_committees(who: str, house: House) -> None:
    with pytest.raises(Denied):
        club_set(by=house.person(who), version=0, settings=Settings(place="Nice"))


# --- pages ---


def form(house: House, **more: str) -> dict[str, str]:
    usual = {"name": "Cercle", "place": "Paris", "code": "london", "names_shown": "name"}
    usual |= {"unit": "counters"}
    browser = Browser(house, "committee")
    return {**usual, "public": "on", **browser.hidden("settings/"), **more}


def test_the_page_changes_what_was_changed(house: House) -> None:
    made, browser = ours(house), Browser(house, "committee")
    sent = form(
        house, code=f"house-{made.pk}", confirms="on", names_shown="initials", shows_odds="on"
    )
    del sent["public"]
    goes(browser.post("settings/", sent))
    found = club(house)
    assert (found.rules, found.confirms, found.public) == (made, True, False)
    assert (found.names_shown, found.shows_odds) == ("initials", True)
    text = page(browser.get("settings/"))
    assert re.search(rf'<option value="house-{made.pk}" selected>\s*Ours', text)
    assert "In use" in page(browser.get("rules/"))


def test_the_page_says_that_somebody_was_first_and_keeps_what_was_chosen(house: House) -> None:
    browser, sent = Browser(house, "committee"), form(house, place="Nice")
    change(house, place="Lyon")
    text = page(browser.post("settings/", sent), 409)
    assert "The settings have changed since you opened this page." in text
    assert 'value="Nice"' in text
    assert club(house).place == "Lyon"
    again = {**sent, "key": "second", "version": str(club(house).version)}
    goes(browser.post("settings/", again))
    assert club(house).place == "Nice"


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("name", ""), ("code", "hoyle"), ("code", "house-999"), ("names_shown", "x")],
)
def test_the_page_says_beside_the_field_what_cannot_be(
    field: str, wrong: str, house: House
) -> None:
    sent = form(house, **{field: wrong})
    text = page(Browser(house, "committee").post("settings/", sent), 422)
    assert f'id="id_{field}_error"' in text
    assert (club(house).name, club(house).code) == ("Cercle", "london")


def test_rules_are_made_on_a_page_option_by_option(house: House) -> None:
    browser = Browser(house, "committee")
    text = page(browser.get("rules/new/?base=modern"))
    assert len(re.findall(r'name="options\.\w+" value="\w+" checked', text)) == 15
    assert "law 23, law 24" in text
    sent = {
        **browser.hidden("rules/new/?base=modern"),
        "base": "modern",
        "name": "Soft",
        "options.proposals": "as_often_as_he_pleases",
        "options.propose_after_dealer_took_none": "yes",
        "options.game_value": "single",
    }
    goes(browser.post("rules/new/", sent))
    made = HouseRules.objects.get()
    assert (made.base, set(made.options)) == (
        "modern",
        {"proposals", "propose_after_dealer_took_none"},
    )
    shown = page(browser.get(f"rules/{made.pk}/"))
    assert shown.count("<strong>Changed by the club</strong>") == 2
    assert "Made from: Modern rules." in shown


def test_options_that_do_not_go_together_are_told_beside_the_second(house: House) -> None:
    browser = Browser(house, "committee")
    sent = {
        **browser.hidden("rules/new/"),
        "base": "london",
        "name": "Odd",
        "options.proposals": "one_second_by_agreement",
    }
    text = page(browser.post("rules/new/", sent), 422)
    assert 'id="id_options.propose_after_dealer_took_none_error"' in text
    assert "(Enquire Within)" in text
    assert 'name="options.proposals" value="one_second_by_agreement" checked' in text
    assert not HouseRules.objects.exists()


@pytest.mark.parametrize("base", ["hoyle", "", "\x00"])
def test_from_no_such_code_the_usual_one_is_begun_from(base: str, house: House) -> None:
    text = page(Browser(house, "committee").get(f"rules/new/?base={base}"))
    assert '<option value="london" selected>' in text


def test_retiring_says_first_what_follows(house: House) -> None:
    made, browser = ours(house), Browser(house, "committee")
    before = everything()
    path = f"rules/{made.pk}/retire/"
    text = page(browser.get(path))
    assert "that have started keep these rules" in text
    assert everything() == before
    goes(browser.post(path, browser.hidden(path)))
    assert HouseRules.objects.get().retired_at is not None
    assert "already retired" in page(browser.get(path))
    assert "Ours" in page(browser.get("rules/")).partition("Retired")[2]


def test_rules_in_force_are_not_retired_on_the_page(house: House) -> None:
    made, browser = ours(house), Browser(house, "committee")
    change(house, house_rules=made.pk)
    path = f"rules/{made.pk}/retire/"
    assert "choose others" in page(browser.get(path))
    sent = {"key": "k", "version": str(club(house).version)}
    page(browser.post(path, sent), 422)
    page(browser.post(path, {"key": "l", "version": "0"}), 409)
    assert HouseRules.objects.get().retired_at is None


def test_printed_codes_are_shown_to_whoever_sees_the_club(house: House) -> None:
    text = page(Browser(house).get("rules/code/household/"))
    assert "Does not arise: there is one proposal." in text
    assert Browser(house).get("rules/code/hoyle/").status_code == 404


def test_rules_of_another_club_are_nowhere(house: House, neighbour: House) -> None:
    theirs = ours(neighbour)
    for path in (f"rules/{theirs.pk}/", f"rules/{theirs.pk}/retire/"):
        assert Browser(house, "committee").get(path).status_code == 404


# --- the API ---


def test_a_program_makes_chooses_and_retires(house: House) -> None:
    api = house.api("committee")
    body = {"name": "Ours", "base": "london", "options": {"lost_vole": "two_whatever_the_tricks"}}
    made = read(api.post("clubs/cercle/rules", body), 201)
    changed = [option for option in made["options"] if option["changed"]]
    assert [(one["name"], one["law"]) for one in changed] == [
        ("lost_vole", "EB 1911, modern rules, Enquire Within")
    ]
    assert made["in_force"] is False
    settings = read(api.get("clubs/cercle/settings"))
    sent = {"version": settings["version"], "house_rules": made["id"]}
    now = read(api.post("clubs/cercle/settings", sent))
    assert (now["house_rules"], now["code"]) == (made["id"], "london")
    path = f"clubs/cercle/rules/{made['id']}"
    assert read(api.get(path))["in_force"] is True
    retire = {"version": now["version"]}
    problem(api.post(f"{path}/retire", retire), 422, "rules_in_force", "version")
    again = {"version": now["version"], "code": "modern"}
    now = read(api.post("clubs/cercle/settings", again))
    problem(api.post(f"{path}/retire", retire), 409, "stale_version", "version")
    now = read(api.post("clubs/cercle/settings", {"version": now["version"], "shows_odds": True}))
    assert (now["shows_odds"], now["code"]) == (True, "modern")
    assert read(api.post(f"{path}/retire", {"version": now["version"]}))["retired_at"]
    listed = read(api.get("clubs/cercle/rules?retired=false"))["results"]
    assert listed == []
    assert len(read(api.get("clubs/cercle/rules?retired=true"))["results"]) == 1
    problem(api.get("clubs/cercle/rules?retired=perhaps"), 422, "invalid", "retired")


def test_a_write_sent_twice_is_done_once(house: House) -> None:
    api, body = house.api("committee"), {"name": "Ours", "base": "london"}
    first = read(api.post("clubs/cercle/rules", body, key="one"), 201)
    assert read(api.post("clubs/cercle/rules", body, key="one"), 201) == first
    assert HouseRules.objects.count() == 1


def test_the_codes_by_the_api_are_those_of_the_rules_page(house: House) -> None:
    found = read(Api().get("clubs/cercle/codes"))
    assert [code["code"] for code in found["codes"]] == [
        "london",
        "britannica",
        "modern",
        "household",
    ]
    assert all(len(code["options"]) == 15 for code in found["codes"])
    takes = next(option for option in found["options"] if option["name"] == "proposer_takes_one")
    assert [(one["value"], one["law"]) for one in takes["choices"]] == [
        ("yes", "Foster"),
        ("no", "agreement"),
    ]


# --- what is played for ---


def test_a_club_plays_for_counters_until_it_says_points(house: House) -> None:
    assert unit_words(club(house)).counted(2) == "2 counters"
    assert unit_words(change(house, unit="points")).counted(1) == "1 point"
    with pytest.raises(Invalid, match="invalid_settings"):
        change(house, unit="francs")


@pytest.mark.parametrize("cause", Cause)
def test_points_are_neither_staked_nor_paid(cause: Cause, house: House) -> None:
    said = unit_words(change(house, unit="points")).cause(cause)
    assert not re.search("stake|paid|pay|owe|money", said)


def test_the_api_says_what_is_played_for(house: House) -> None:
    api = house.api("committee")
    now = read(api.get("clubs/cercle/settings"))
    assert now["unit"] == "counters"
    sent = {"version": now["version"], "unit": "points"}
    assert read(api.post("clubs/cercle/settings", sent))["unit"] == "points"
