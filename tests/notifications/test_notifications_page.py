"""Choosing notifications and devices, by pages and by programs; what signing out does to them."""

import re
from uuid import uuid4

import pytest

from ecarte_club.clubs.services.accounts import player_anonymise
from scoring.notifications.models import Device, Notification, WantedKind
from scoring.notifications.services.devices import DEVICES_MOST, device_add
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import PASSWORD, House, problem, read

from .phones import subscription

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PAGE = "/account/notifications/"
DEVICES = f"{PAGE}devices/"
ENDPOINT = "https://push.example/send/"
AGENT = {"User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"}


def turned_on(browser: Browser, endpoint: str = f"{ENDPOINT}1", key: str = "") -> Device:
    sent = {**subscription(endpoint), "key": key or uuid4().hex}
    assert goes(browser.post(DEVICES, sent, **AGENT)) == f"{PAGE}?done=on"
    return Device.objects.get(endpoint=endpoint)


def kinds(house: House, who: str) -> set[str]:
    return set(WantedKind.objects.filter(user=house.users[who]).values_list("kind", flat=True))


@pytest.mark.slow
def test_kinds_and_devices_are_chosen_on_the_page(house: House) -> None:
    ann = Browser(house, "ann")
    assert 'href="/account/notifications/"' in page(ann.get("/account/"))
    text = page(ann.get(PAGE))
    assert len(re.findall(r'type="checkbox"', text)) == 4
    assert "checked" not in text, "Off until it is chosen."
    assert "No devices yet." in text
    sent = {"key": "kinds", "kinds": ["turn", "debt"]}
    assert goes(ann.post(PAGE, sent)) == f"{PAGE}?done=kinds"
    assert kinds(house, "ann") == {"turn", "debt"}
    assert "Your choices were saved." in page(ann.get(f"{PAGE}?done=kinds"))
    goes(ann.post(PAGE, {"key": "fewer", "kinds": ["debt"]}))
    assert kinds(house, "ann") == {"debt"}
    page(ann.post(PAGE, {"key": "bad", "kinds": ["all"]}), 422)
    assert kinds(house, "ann") == {"debt"}
    device = turned_on(ann, key="on")
    text = page(ann.get(f"{PAGE}?done=on"))
    assert "This device now gets your notifications." in text
    assert "Firefox on Android" in text
    assert "data-is-on" in text
    assert "This device ·" in text
    for secret in (device.endpoint, device.p256dh, device.auth):
        assert secret not in text
    # Sent again, by a tap too many or by the browser that is known already: the same device.
    turned_on(ann, key="on")
    turned_on(ann)
    assert Device.objects.count() == 1
    assert goes(ann.post(f"{DEVICES}{device.pk}/test/", {"key": "t"})) == f"{PAGE}?done=test"
    assert Notification.objects.get().kind == "test"
    bob = Browser(house, "bob")
    for act in ("test", "remove"):
        assert bob.post(f"{DEVICES}{device.pk}/{act}/", {"key": act}).status_code == 403
        assert bob.post(f"{DEVICES}{10**9}/{act}/", {"key": act}).status_code == 404
    assert "data-is-on" not in page(bob.get(PAGE))
    goes(ann.post(f"{DEVICES}{device.pk}/remove/", {"key": "r"}))
    assert not Device.objects.exists()
    assert "data-is-on" not in page(ann.get(PAGE))


@pytest.mark.slow
def test_tests_are_not_sent_without_end(house: House) -> None:
    ann = Browser(house, "ann")
    device = turned_on(ann)
    answers = [ann.post(f"{DEVICES}{device.pk}/test/", {"key": f"{n}"}) for n in range(6)]
    assert [one.status_code for one in answers] == [302] * 5 + [429]


def test_a_browser_is_of_one_account(house: House) -> None:
    """Somebody else signs in and turns notifications on in the same browser."""
    device = turned_on(Browser(house, "ann"))
    turned_on(Browser(house, "bob"))
    assert Device.objects.get().user == house.users["bob"]
    assert Device.objects.get().pk != device.pk


def test_signing_out_removes_the_device_of_this_browser_alone(house: House) -> None:
    here, elsewhere = Browser(house, "ann"), Browser(house, "ann")
    turned_on(here)
    other = turned_on(elsewhere, f"{ENDPOINT}2")
    here.post("/account/logout/", {})
    assert Device.objects.get() == other


def signed_in(house: House) -> Browser:
    """By the password, as its change asks for the same session."""
    browser = Browser(house)
    browser.client.post("/account/login/", {"login": "ann@cercle.example", "password": PASSWORD})
    return browser


@pytest.mark.parametrize("way", ["sign out everywhere", "another password", "program"])
def test_when_all_other_sessions_end_their_devices_get_nothing(way: str, house: House) -> None:
    here, elsewhere = signed_in(house), Browser(house, "ann")
    kept, other = turned_on(here), turned_on(elsewhere, f"{ENDPOINT}2")
    if way == "sign out everywhere":
        here.post("/account/sign-out-everywhere/", {"key": "k"})
    elif way == "program":
        read(house.api("ann").post("clubs/cercle/me/sessions", {"version": 0}))
    else:
        new = "four-six-seven-nine"
        sent = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        goes(here.post("/account/password/change/", sent))
    signed = [one.pk for one in Device.objects.select_related("user") if one.is_signed_in]
    assert signed == ([] if way == "program" else [kept.pk])
    if way != "program":
        assert len(re.findall("data-device=", page(here.get(PAGE)))) == 1
    assert other.pk not in signed


def test_making_somebody_anonymous_removes_their_devices(house: House) -> None:
    turned_on(Browser(house, "ann"))
    ann = house.players["ann"]
    preview = page(Browser(house, "committee").get(f"players/{ann.pk}/anonymise/"))
    assert "Devices that get notifications, which will be removed" in preview
    player_anonymise(by=house.person("committee"), player_id=ann.pk, version=ann.version)
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://push.example/send/1"),
        ("endpoint", "https://127.0.0.1/send/1"),
        ("endpoint", "https://[fd00::1]/send/1"),
        ("endpoint", "https://user:pass@push.example/"),
        ("endpoint", "push.example"),
        ("p256dh", "AAAA"),
        ("auth", "AAAA"),
    ],
)
def test_nothing_else_is_a_device(field: str, value: str, house: House) -> None:
    body = {"name": "Phone", **subscription(f"{ENDPOINT}1"), field: value}
    answer = house.api("ann").post("clubs/cercle/me/notifications/devices", body)
    problem(answer, 422, "invalid_device", field)
    assert not Device.objects.exists()


def test_a_program_does_the_same(house: House) -> None:
    ann, ones = house.api("ann"), "clubs/cercle/me/notifications"
    found = read(ann.get(ones))
    assert found["kinds"] == dict.fromkeys(("turn", "table", "result", "debt"), False)
    assert found["devices"] == []
    found = read(ann.post(ones, {"turn": True, "table": True}))
    assert read(ann.post(ones, {"table": False}))["kinds"] == {**found["kinds"], "table": False}
    assert kinds(house, "ann") == {"turn"}
    body = {"name": "Watch", **subscription(f"{ENDPOINT}1")}
    first = ann.post(f"{ones}/devices", body, key="watch")
    device = read(first, 201)
    assert ann.post(f"{ones}/devices", body, key="watch").content == first.content
    assert read(ann.get(ones))["devices"] == [device]
    assert device == {**device, "name": "Watch", "sent_at": None, "failing_since": None}
    assert not {body["endpoint"], body["p256dh"], body["auth"]} & set(map(str, device.values()))
    read(ann.post(f"{ones}/devices/{device['id']}/test", {}), 202)
    problem(house.api("bob").post(f"{ones}/devices/{device['id']}/remove", {}), 403)
    read(ann.post(f"{ones}/devices/{device['id']}/remove", {}))
    problem(ann.post(f"{ones}/devices/{device['id']}/remove", {}), 404)


@pytest.mark.slow
def test_somebody_has_so_many_devices_and_no_more(house: House) -> None:
    ann = house.users["ann"]
    for number in range(DEVICES_MOST):
        device_add(user=ann, name="Phone", **subscription(f"{ENDPOINT}{number}"))
    body = {"name": "Phone", **subscription(f"{ENDPOINT}more")}
    answer = house.api("ann").post("clubs/cercle/me/notifications/devices", body)
    problem(answer, 422, "too_many_devices")
