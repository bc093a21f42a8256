"""Somebody who played says that it is not right; a director looks into it and answers."""

import re

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_sign_off
from games.matches.models import Flag
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.scene import Scene, phone_api

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

WORDS = "It was 5–3, and not 5–4."


@pytest.fixture(autouse=True)
def _none_yet(here: Scene) -> None:
    Flag.objects.all().delete()


def _flag(here: Scene, who: str = "bob", text: str = WORDS) -> int:
    answer = here.house.api(who).post(f"matches/{here.match.pk}/flags", {"text": text})
    return int(read(answer, 201)["id"])


@pytest.mark.postgresql
def test_bob_flags_and_the_director_settles(here: Scene) -> None:
    house, bob = here.house, Browser(here.house, "bob")
    path = f"matches/{here.match.pk}/flag/"
    sent = {**bob.hidden(path), "reason": "0", "words": WORDS}
    assert goes(bob.post(path, sent)).endswith(f"/matches/{here.match.pk}/")
    assert goes(bob.post(path, sent)).endswith(f"/matches/{here.match.pk}/")
    flag = Flag.objects.get()
    assert flag.text == f"The score is not what we played. {WORDS}"
    assert WORDS in page(bob.get(f"matches/{here.match.pk}/"))
    director = Browser(house, "director")
    assert WORDS in page(director.get("flags/"))
    settle = f"flags/{flag.pk}/settle/"
    done = {**director.hidden(settle), "answer": "Corrected: it was 5–3."}
    assert goes(director.post(settle, done)).endswith("/flags/")
    text = page(bob.get(f"matches/{here.match.pk}/"))
    assert "Closed by Director" in text
    assert "Corrected: it was 5–3." in text
    assert [
        deed.act for deed in AuditLogEntry.objects.filter(act__startswith="flag").order_by("pk")
    ] == [
        "flag_raise",
        "flag_settle",
    ]


def test_a_flag_closed_by_nobody_known_says_when_and_how(here: Scene) -> None:
    flag = _flag(here)
    read(here.house.api("director").post(f"flags/{flag}/settle", {"answer": "Corrected."}), 201)
    Flag.objects.update(settled_by=None)
    text = " ".join(page(Browser(here.house, "bob").get(f"matches/{here.match.pk}/")).split())
    assert re.search(r"Closed [^,]*\d{4}[^:]*:\d\d: Corrected\.", text)
    assert "Closed by" not in text


def test_a_flag_is_settled_once(here: Scene) -> None:
    flag, director = _flag(here), here.house.api("director")
    read(director.post(f"flags/{flag}/settle", {"answer": "Corrected."}), 201)
    again = director.post(f"flags/{flag}/settle", {"answer": "Nothing to do."})
    problem(again, 422, "settled_already", "answer")
    assert Flag.objects.get().answer == "Corrected."
    form = Browser(here.house, "director")
    said = page(form.post(f"flags/{flag}/settle/", {"key": "k", "answer": "x"}), 422)
    assert "This flag is already closed." in said


def test_flags_to_settle_stand_first(here: Scene) -> None:
    first, second, third = (_flag(here, text=f"Flag {number}.") for number in range(3))
    director = here.house.api("director")
    read(director.post(f"flags/{third}/settle", {"answer": "Done."}), 201)
    text = page(Browser(here.house, "director").get("flags/"))
    places = [text.index(f"Flag {number}.") for number in (1, 0, 2)]
    assert places == sorted(places)
    cyd = here.house.api("cyd")
    seen = {
        asked: {one["id"] for one in read(cyd.get(f"clubs/cercle/flags{asked}"))["results"]}
        for asked in ("", "?open=true", "?open=false")
    }
    everything = {first, second, third}
    assert seen == {"": everything, "?open=true": {first, second}, "?open=false": {third}}
    assert "Flag 2." not in page(Browser(here.house, "cyd").get("flags/?state=open"))
    assert "Flag 1." not in page(Browser(here.house, "cyd").get("flags/?state=settled"))
    problem(cyd.get("clubs/cercle/flags?open=perhaps"), 422, "invalid", "open")


def test_the_list_as_csv_holds_no_formula(here: Scene) -> None:
    _flag(here, text="=HYPERLINK(1)")
    body = Browser(here.house, "director").get("flags/?format=csv").content.decode("utf-8-sig")
    assert "'=HYPERLINK(1)" in body
    assert body.count("\r\n") == 2


def test_players_flag_after_the_sign_off_and_the_evening_hears(here: Scene) -> None:
    here.evening.refresh_from_db()
    signed = evening_sign_off(
        by=here.house.person("director"), evening=here.evening, version=here.evening.version
    )
    flag = _flag(here)
    assert Evening.objects.get().version == signed.version + 1
    read(here.house.api("director").post(f"flags/{flag}/settle", {"answer": "Seen."}), 201)


def test_a_phone_flags_what_is_played_at_its_table(here: Scene) -> None:
    path = f"matches/{here.match.pk}/flags"
    read(phone_api(here.phones[0]).post(path, {"text": WORDS}), 201)
    assert phone_api(here.phones[1]).post(path, {"text": WORDS}).status_code in (403, 404)
    assert read(here.house.api("cyd").get(path))[0]["by"] == "a phone at table 1"
    assert read(phone_api(here.phones[0]).get(path))[0]["text"] == WORDS


def test_strangers_read_no_flags(here: Scene) -> None:
    _flag(here)
    assert read(Api().get(f"matches/{here.match.pk}/flags")) == []
    assert WORDS not in page(Browser(here.house).get(f"matches/{here.match.pk}/"))


def test_a_flag_is_about_an_entry_of_the_match(here: Scene) -> None:
    bob, path = here.house.api("bob"), f"matches/{here.match.pk}/flags"
    assert read(bob.post(path, {"text": WORDS, "number": 1}), 201)["number"] == 1
    problem(bob.post(path, {"text": WORDS, "number": 9}), 422, "no_such_entry", "number")
    text = page(Browser(here.house, "bob").get(f"matches/{here.match.pk}/flag/?entry=1"))
    assert "About entry 1." in text


def test_saying_nothing_flags_nothing(here: Scene) -> None:
    bob, path = Browser(here.house, "bob"), f"matches/{here.match.pk}/flag/"
    said = page(bob.post(path, {"key": "k", "reason": "", "words": " "}), 422)
    assert "Say what is wrong" in said
    assert not Flag.objects.exists()


def test_a_flag_of_another_club_is_not_there(here: Scene, beside: House) -> None:
    flag = _flag(here)
    problem(beside.api("director").post(f"flags/{flag}/settle", {"answer": "x"}), 404)
    page(Browser(beside, "director").get(f"flags/{flag}/settle/"), 404)
