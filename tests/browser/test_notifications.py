"""A device gets a notification, and a tap leads to what it is about."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from tests.notifications.phones import subscription
from tests.support.served import Served

from .copies import copied_violations
from .test_access import overflow
from .visits import Visits

pytestmark = [pytest.mark.shares("members"), pytest.mark.worker]
PAGE = "/account/notifications/"
# No push service is reached from here: what one would answer.
KEYS = f"const KEYS = {json.dumps(subscription('https://push.example/send/of-a-test'))};"
ANSWERED = """
  const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const found = {
    endpoint: KEYS.endpoint,
    options: { applicationServerKey: null },
    getKey: (name) => Uint8Array.from(plain(KEYS[name]), (sign) => sign.charCodeAt(0)).buffer,
    unsubscribe: async () => { delete localStorage.subscribed; return true; },
  };
  PushManager.prototype.getSubscription = async () => (localStorage.subscribed ? found : null);
  PushManager.prototype.subscribe = async () => { localStorage.subscribed = "yes"; return found; };
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
"""
NOT_POSSIBLE = {
    "Object.defineProperty(window, 'isSecureContext', { get: () => false });": "over plain http",
    "delete window.PushManager;": "This browser cannot get notifications",
    "delete window.PushManager;"
    "Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });": "Add to Home Screen",
    "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });": "are blocked",
}
# Chromium without windows shows no notification, whatever was granted: what it would be asked for.
# Nor is a synthetic tap one that may open a window: what it would open is what counts.
WATCHED = """() => {
  self.testShown = new Promise((resolve) => {
    self.registration.showNotification = async (...asked) => resolve(asked);
  });
  self.testOpened = new Promise((resolve) => {
    self.clients.openWindow = async (address) => resolve(address);
  });
}"""
TAPPED = """async () => {
  const [, { data }] = await self.testShown;
  let isClosed = false;
  const notification = { data, close: () => { isClosed = true; } };
  const event = Object.assign(new Event("notificationclick"), { notification, waitUntil() {} });
  self.dispatchEvent(event);
  return [await self.testOpened, isClosed];
}"""
MESSAGE = {
    "title": "It is your turn",
    "body": "Somebody is waiting for you at a table online.",
    "lang": "en",
    "path": "/clubs/",
    "tag": "turn",
}


def worker_of(page: Page) -> Worker:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context: BrowserContext = page.context
    found = context.service_workers
    return found[0] if found else context.wait_for_event("serviceworker")


def push(page: Page, origin: str, content: dict[str, Any]) -> None:
    """As the browser does when its push service has something."""
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []

    def updated(event: dict[str, Any]) -> None:
        registrations.extend(one["registrationId"] for one in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", updated)
    session.send("ServiceWorker.enable")
    while not registrations:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(content)},
    )


def test_a_device_is_turned_on_and_a_tap_on_a_notification_leads_to_its_page(
    visits: Visits, site: Served
) -> None:
    page = visits.page("director")
    page.add_init_script(KEYS + ANSWERED)
    page.goto(PAGE)
    page.get_by_label("My turn at a table online").check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("status")).to_have_text("Your choices were saved.")
    expect(page.get_by_label("My turn at a table online")).to_be_checked()
    expect(page.get_by_text("This device gets no notifications.")).to_be_visible()
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_role("status")).to_have_text("This device now gets your notifications.")
    expect(page.get_by_text("This device gets notifications.")).to_be_visible()
    devices = page.get_by_role("region", name="Your devices").get_by_role("listitem")
    expect(devices).to_contain_text("Chrome on Linux This device ·")
    assert [*overflow(page), *copied_violations(page)] == []
    worker = worker_of(page)
    worker.evaluate(WATCHED)
    push(page, site.url, MESSAGE)
    title, options = worker.evaluate("self.testShown")
    assert title == MESSAGE["title"]
    assert {name: options[name] for name in ("body", "lang", "tag")} == {
        name: MESSAGE[name] for name in ("body", "lang", "tag")
    }
    assert page.request.get(options["icon"]).ok
    assert worker.evaluate(TAPPED) == [f"{site.url}/clubs/", True]
    # Signed out, and in again: the device was removed, as whoever takes over the phone expects.
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/signed-out/")
    visits.signed_in.pop("director@example.org")
    again = visits.page("director", PAGE)
    expect(again.get_by_text("No devices yet.")).to_be_visible()


def test_the_page_says_why_a_browser_gets_no_notifications(visits: Visits) -> None:
    for without, text in NOT_POSSIBLE.items():
        page = visits.page("committee")
        page.add_init_script(without)
        page.goto(PAGE)
        stated = page.locator("#this-device [data-state]:visible")
        expect(stated).to_have_count(1)
        expect(stated).to_contain_text(text)
        expect(page.get_by_role("button", name="Notify me on this device")).to_be_hidden()
