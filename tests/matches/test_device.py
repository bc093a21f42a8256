"""What a device stores: the worker's list, the pages that are marked for it, the manifest."""

import json
import re

import pytest
from django.test import Client

from games.matches.models import Match
from games.matches.views import device
from tests.site.pages import Browser
from tests.support.clubhouse import House
from tests.support.nights import evening

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ASSET = re.compile(r'(?:src|href)="(/static/[^"#]+)')


@pytest.fixture
def match(house: House) -> Match:
    return house.match()


def _stored(client: Client) -> dict[str, object]:
    script = client.get("/worker.js").content.decode()
    found: dict[str, object] = json.loads(
        script.partition("const STORED = ")[2].partition(";\n")[0]
    )
    return found


@pytest.mark.django_db
def test_all_that_a_pad_an_evening_and_the_page_of_the_device_ask_for_is_stored(
    house: House, match: Match
) -> None:
    browser, director = Browser(house, "ann"), Browser(house, "director")
    stored = _stored(browser.client)
    night = f"evenings/{evening(house, 'ann').pk}/"
    icons = {address for address in stored["assets"] if "icon" in address}  # type: ignore[attr-defined]
    assert icons
    evenings = (night, f"{night}attendance/", f"{night}results/enter/")
    for path in (f"matches/{match.pk}/pad/", "/device/", *evenings):
        wanted = set(ASSET.findall(director.get(path).content.decode()))
        assert len(wanted) > 8
        # The picture of an app on the home screen is not needed to score.
        missing = wanted - set(stored["assets"])  # type: ignore[call-overload]
        assert [one for one in missing if "icons/" not in one] == []
    for left in ("/account/login/", "/account/logout/", "/t/leave/"):
        assert left in stored["leaving"]  # type: ignore[operator]


@pytest.mark.django_db
def test_only_pads_are_stored_and_only_for_who_may_score_there(house: House, match: Match) -> None:
    ann, cyd = Browser(house, "ann"), Browser(house, "cyd")
    pad = f"matches/{match.pk}/pad/"
    assert "Keep-Offline" in ann.get(pad)
    others = ("", "matches/", f"matches/{match.pk}/", f"{pad}body/", "players/", "/device/")
    assert [path for path in others if "Keep-Offline" in ann.get(path)] == []
    assert "Keep-Offline" not in cyd.get(pad)
    assert "Keep-Offline" not in Browser(house).get(pad)


@pytest.mark.django_db
def test_an_evening_is_stored_for_its_directors_alone(house: House) -> None:
    """It names every table: a phone at one of them stores none."""
    night = evening(house, "ann", "bob", public=True)
    page = f"evenings/{night.pk}/"
    pages = (page, f"{page}attendance/", f"{page}results/enter/")
    table = night.tables.order_by("pk")[0]
    phone = Browser(house)
    phone.post(f"/t/{table.code}/", {"key": "phone", "player": ""})
    director, scorer = Browser(house, "director"), Browser(house, "scorer")
    assert [path for path in pages if "Keep-Offline" not in director.get(path)] == []
    assert [path for path in pages if "Keep-Offline" in scorer.get(path)] == []
    assert "Keep-Offline" not in director.get(f"{page}attendance/?name=ann")
    assert phone.get(page).status_code == 200
    for browser in (phone, Browser(house, "ann"), Browser(house)):
        assert "Keep-Offline" not in browser.get(page)


@pytest.mark.django_db
def test_the_page_of_the_device_is_the_same_for_everybody(house: House) -> None:
    """It is shown where a page is not stored, whoever had signed in."""
    assert Browser(house, "ann").get("/device/").content == Client().get("/device/").content


@pytest.mark.django_db
def test_the_worker_and_the_manifest_may_be_used_and_are_asked_for_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    page = client.get("/device/")
    policy = page["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    assert b'rel="manifest"' in page.content
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]
    manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"}).json()
    assert manifest["lang"] == "fr"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512", "any"}
    before = _stored(client)["version"]
    monkeypatch.setattr(device, "STORED", device.STORED[:-1])
    assert _stored(client)["version"] != before
