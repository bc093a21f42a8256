"""Coming in at a table by its code, as people without a sign-in do."""

import re
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core import throttling
from games.evenings import authentication as phones
from games.evenings.models import Evening, Phone, Table
from games.evenings.services.evenings import code_renew, evening_sign_off
from games.matches.services.matches import match_start
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House, open_house, read
from tests.support.everything import everything
from tests.support.scene import Scene, scene

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CODES_GONE = ("renewed", "Signed off", "too old")


@pytest.fixture(scope="module")
def _standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Scene, House]]:
    """A club that keeps to itself, and another."""
    with django_db_blocker.unblock(), transaction.atomic():
        house = open_house(public=False)
        yield scene(house, public=False), open_house("rivage", public=False)
        transaction.set_rollback(True)


def _second(here: Scene) -> Table:
    """A table where nobody plays."""
    return here.evening.tables.order_by("-pk")[0]


def _end(how: str, here: Scene) -> None:
    director = here.house.person("director")
    here.evening.refresh_from_db()
    if how == "renewed":
        code_renew(by=director, table=here.table)
    elif how == "Signed off":
        evening_sign_off(by=director, evening=here.evening, version=here.evening.version)
    else:
        Evening.objects.update(codes_until=timezone.now() - timedelta(seconds=1))


def _come_in(here: Scene, browser: Browser, code: str = "", **sent: str) -> str:
    address = f"/t/{code or here.table.code}/"
    hidden = browser.hidden(address)
    return goes(browser.post(address, {"player": "", **hidden, **sent}))


def test_looking_at_a_code_changes_nothing(here: Scene) -> None:
    browser = Browser(here.house)
    before = everything()
    text = page(browser.get(f"/t/{here.table.code}/"))
    assert "Table 1" in text
    assert "Ann plays Bob." in text
    assert "Who holds this phone?" in text
    assert everything() == before
    assert settings.SESSION_COOKIE_NAME not in browser.client.cookies
    assert "no-store" in browser.get(f"/t/{here.table.code}/")["Cache-Control"]


@pytest.mark.parametrize("holder", ["ann", "bob", ""])
def test_a_phone_leads_to_the_pad_of_its_table(holder: str, here: Scene) -> None:
    """Of two matches begun there, the later one."""
    player = here.house.players[holder] if holder else None
    browser = Browser(here.house)
    pad = _come_in(here, browser, player=str(player.pk) if player else "")
    assert pad == f"/clubs/cercle/matches/{here.empty.pk}/pad/"
    assert "Tricks" in page(browser.get(pad))
    assert Phone.objects.latest("pk").player == player
    page(browser.get(f"/clubs/cercle/matches/{here.match.pk}/pad/"))


@pytest.mark.parametrize("typed", ["{}", " {} ", "{:.3}-{}", "{:.3} {}", "lower"])
def test_a_code_is_read_as_people_type_it(typed: str, here: Scene) -> None:
    code = here.table.code
    sent = code.lower() if typed == "lower" else typed.format(code, code[3:])
    if typed in ("{}", " {} "):
        sent = typed.format(code)
    where = goes(Browser(here.house).post("/t/", {"code": sent}))
    assert where == f"/t/{code}/"


def test_who_holds_the_phone_is_a_player_of_the_club(here: Scene, beside: House) -> None:
    browser = Browser(here.house)
    address = f"/t/{here.table.code}/"
    foreign = {**browser.hidden(address), "player": str(beside.players["ann"].pk)}
    phones_before = Phone.objects.count()
    page(browser.post(address, foreign), 422)
    assert Phone.objects.count() == phones_before


def test_sending_the_form_twice_opens_one_phone(here: Scene) -> None:
    browser = Browser(here.house)
    address = f"/t/{here.table.code}/"
    sent = {**browser.hidden(address), "player": ""}
    before = Phone.objects.count()
    for _twice in range(2):
        goes(browser.post(address, sent))
    assert Phone.objects.count() == before + 1


def test_coming_in_gives_the_browser_a_new_session(here: Scene) -> None:
    """A session that somebody else planted is worth nothing afterwards."""
    browser = Browser(here.house)
    planted = browser.client.session
    planted["planted"] = "yes"
    planted.save()
    old = browser.client.cookies[settings.SESSION_COOKIE_NAME].value
    _come_in(here, browser)
    assert browser.client.cookies[settings.SESSION_COOKIE_NAME].value != old
    thief = Browser(here.house)
    thief.client.cookies[settings.SESSION_COOKIE_NAME] = old
    assert "/account/login/" in goes(thief.get(f"matches/{here.match.pk}/pad/"))


def test_another_site_cannot_open_a_table(here: Scene) -> None:
    browser = Browser(here.house, csrf=True)
    before = everything()
    page(browser.post(f"/t/{here.table.code}/", {"key": "k", "player": ""}), 403)
    assert everything() == before


@pytest.mark.parametrize("path", ["/t/{}/", "/t/"])
def test_wrong_old_and_over_codes_are_answered_alike(path: str, here: Scene) -> None:
    def told(code: str) -> str:
        cache.clear()
        browser = Browser(here.house)
        answer = (
            browser.post(path, {"code": code}) if path == "/t/" else browser.get(path.format(code))
        )
        text = page(answer, 422)
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text.replace(code, "CODE"))

    old = here.table.code
    _end("renewed", here)
    here.table.refresh_from_db()
    over = here.table.code
    _end("Signed off", here)
    assert "This is not the code of a table in play." in told(old)
    assert told(old) == told(over) == told("ZZZZZZ") == told("QQQQQQ")


@pytest.mark.usefixtures("one_minute")
def test_guesses_are_counted_by_address_and_right_codes_are_not(
    here: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "GUESSES", 4)
    browser = Browser(here.house)
    good = f"/t/{here.table.code}/"
    for _time in range(phones.GUESSES + 5):
        page(browser.get(good))
    for _time in range(phones.GUESSES):
        page(browser.get("/t/ZZZZZZ/"), 422)
    assert "Wait a minute" in page(browser.get("/t/ZZZZZZ/"), 429)
    # Even a right one: else the guessing would only have to go on.
    assert "Wait a minute" in page(browser.get(good), 429)
    assert "Wait a minute" in page(browser.post("/t/", {"code": here.table.code}), 429)
    elsewhere = browser.client.get(good, REMOTE_ADDR="10.9.8.7")
    page(elsewhere)


@pytest.mark.usefixtures("one_minute")
def test_guesses_from_everywhere_are_bounded(here: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phones, "GUESSES_OF_ALL", 20)
    browser = Browser(here.house)
    for number in range(20):
        page(browser.client.get("/t/ZZZZZZ/", REMOTE_ADDR=f"10.0.0.{number}"), 422)
    page(browser.client.get("/t/ZZZZZZ/", REMOTE_ADDR="10.0.1.1"), 429)


@pytest.mark.usefixtures("one_minute")
def test_one_guesser_does_not_shut_the_door_to_all(
    here: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "GUESSES_OF_ALL", phones.GUESSES + 5)
    browser = Browser(here.house)
    for _time in range(phones.GUESSES + 20):
        browser.client.get("/t/ZZZZZZ/", REMOTE_ADDR="10.0.0.1")
    page(browser.client.get(f"/t/{here.table.code}/", REMOTE_ADDR="10.0.0.2"))


def test_a_minute_later_it_may_be_tried_again(here: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser(here.house)
    for _time in range(phones.GUESSES + 1):
        browser.get("/t/ZZZZZZ/")
    page(browser.get(f"/t/{here.table.code}/"), 429)
    later = timezone.now().timestamp() + throttling.WINDOW
    monkeypatch.setattr(time, "time", lambda: later)
    page(browser.get(f"/t/{here.table.code}/"))


@pytest.mark.parametrize("how", CODES_GONE)
def test_a_phone_whose_code_ended_is_told_so_and_keeps_its_choices(how: str, here: Scene) -> None:
    browser = Browser(here.house)
    pad = _come_in(here, browser)
    sent = {**browser.hidden(pad), "king": "nobody", "opening": "stood", "tricks": "4-1"}
    _end(how, here)
    before = everything()
    text = page(browser.post(pad + "hand/", sent, **HTMX), 401)
    assert everything() == before
    if how == "Signed off":
        assert "What you entered last was not saved. Show it to the director" in text
        assert "The evening is signed off." in page(browser.get(goes(browser.get(pad))))
        return
    assert "The table code has expired" in text
    assert "your choices are kept" in text
    back = re.search(r'href="(/t/\?back=[^"]+)"', text)
    assert back
    assert "has expired" in page(browser.get(back[1]))
    # And without a script.
    assert goes(browser.post(pad + "hand/", sent)).startswith("/t/?back=")
    assert goes(browser.get(pad)).startswith("/t/?back=")


@pytest.mark.postgresql
def test_by_the_new_code_the_phone_is_back_at_its_choices(here: Scene) -> None:
    browser = Browser(here.house)
    pad = _come_in(here, browser)
    sent = {**browser.hidden(pad), "king": "nobody", "opening": "stood", "tricks": "4-1"}
    _end("renewed", here)
    door = goes(browser.post(pad + "hand/", sent))
    back = re.search(r'name="back" value="([^"]+)"', page(browser.get(door)))
    assert back
    here.table.refresh_from_db()
    where = goes(browser.post("/t/", {"code": here.table.code, "back": back[1]}))
    form = page(browser.get(where))
    assert f'value="{back[1]}"' in form
    address = f"/t/{here.table.code}/"
    came = goes(browser.post(address, {**browser.hidden(where), "player": "", "back": back[1]}))
    assert came == back[1]
    assert 'value="4-1" checked' in page(browser.get(came))


@pytest.mark.parametrize(
    "back",
    [
        *("https://evil.example/clubs/", "//evil.example/", "/\\evil.example", "/clubs/\x00"),
        *("/account/logout/", "clubs/", "/clubs/../t/leave/", "http:///evil.example"),
    ],
)
def test_nobody_is_led_out_of_the_site(back: str, here: Scene) -> None:
    browser = Browser(here.house)
    where = goes(browser.post("/t/", {"code": here.table.code, "back": back}))
    assert where == f"/t/{here.table.code}/"
    assert _come_in(here, browser, back=back).startswith("/clubs/cercle/matches/")


def test_where_nobody_plays_the_phone_waits_and_is_led_on(here: Scene) -> None:
    table, browser = _second(here), Browser(here.house)
    waiting = _come_in(here, browser, table.code)
    assert waiting == f"/clubs/cercle/evenings/{here.evening.pk}/tables/{table.pk}/wait/"
    text = page(browser.get(waiting))
    assert "No match is being played here." in text
    now = re.search(r'hx-get="([^"]+)"', text)
    assert now
    assert browser.get(now[1], **HTMX).status_code == 204
    match = match_start(
        by=here.house.person("director"),
        player_a=here.house.players["cyd"].pk,
        player_b=here.house.players["bob"].pk,
        evening_table=table.pk,
    )
    answer = browser.get(now[1], **HTMX)
    assert answer["HX-Redirect"] == f"/clubs/cercle/matches/{match.pk}/pad/"
    assert goes(browser.get(waiting)) == answer["HX-Redirect"]


def test_the_waiting_page_hears_of_what_happens_elsewhere(here: Scene) -> None:
    browser = Browser(here.house)
    text = page(browser.get(_come_in(here, browser, _second(here).code)))
    now = re.search(r'hx-get="([^"]+)"', text)
    assert now
    Evening.objects.update(version=99)
    assert 'data-version="99"' in page(browser.get(now[1], **HTMX))


def test_the_card_has_the_code_and_leads_there(here: Scene) -> None:
    card = f"evenings/{here.evening.pk}/tables/{here.table.pk}/card/"
    text = page(Browser(here.house, "director").get(card))
    code = here.table.code
    assert re.sub(r"<[^>]+>|\s", "", text.split('class="code"')[1])[1:7] == code
    assert "<svg" in text
    _end("Signed off", here)
    ended = page(Browser(here.house, "director").get(card))
    assert "Its table codes no longer work." in ended
    assert code not in ended


def test_a_table_of_another_evening_is_not_there(here: Scene, beside: House) -> None:
    other = scene(beside)
    browser = Browser(here.house, "director")
    for evening, table in (
        (other.evening.pk, other.table.pk),
        (here.evening.pk, other.table.pk),
        (other.evening.pk, here.table.pk),
    ):
        page(browser.get(f"evenings/{evening}/tables/{table}/card/"), 404)
        page(browser.get(f"evenings/{evening}/tables/{table}/wait/"), 404)


def test_who_leaves_the_table_is_a_stranger_again(here: Scene) -> None:
    browser = Browser(here.house)
    pad = _come_in(here, browser)
    assert goes(browser.post("/t/leave/", {})) == "/t/"
    assert "/account/login/" in goes(browser.get(pad))


def test_when_the_match_is_over_a_phone_waits_for_the_next(here: Scene) -> None:
    """It may not start one; who signed in may."""
    sent = {"version": 0, "score": {"a": 5, "b": 3}}
    read(here.house.api("scorer").post(f"matches/{here.empty.pk}/games", sent), 201)
    browser, pad = Browser(here.house), f"matches/{here.empty.pk}/pad/"
    _come_in(here, browser)
    phone = page(browser.get(pad))
    assert "Wait for the next match" in phone
    assert "Start another match" not in phone
    assert "Start another match" in page(Browser(here.house, "ann").get(pad))


def test_the_log_tells_which_phone_came_in(here: Scene) -> None:
    _come_in(here, Browser(here.house))
    deed = AuditLogEntry.objects.filter(act="phone_open").latest("pk")
    assert deed.phone_id == Phone.objects.latest("pk").pk
    assert (deed.about, deed.detail) == (here.evening.pk, {"table": "1"})
