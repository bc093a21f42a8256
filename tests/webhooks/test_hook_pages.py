"""The committee's pages of webhooks, and the same by the API."""

import re

import pytest
from pytest_django import Settings

from scoring.webhooks import messages
from scoring.webhooks.models import KINDS, Subscription
from scoring.webhooks.services import delivery
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.hooks import SHORT, happens, send
from tests.support.receiver import OK, Receiver, answer, receiver

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.slow]
LIST = "committee/hooks/"


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(delivery, "TIMES", SHORT)


def _made(browser: Browser, there: Receiver) -> tuple[Subscription, str]:
    sent = {**browser.hidden(LIST), "url": there.url, "league": ""}
    text = page(browser.post(LIST, sent))
    return Subscription.objects.latest("pk"), text


def _hidden(one: Subscription, key: str, **more: str) -> dict[str, str]:
    one.refresh_from_db()
    return {"key": key, "version": str(one.version), **more}


def test_a_webhook_from_its_making_to_its_end(house: House) -> None:
    browser = Browser(house, "committee")
    with receiver() as there:
        one, text = _made(browser, there)
        found = re.search(r"whsec_[A-Za-z0-9+/=]+", text)
        assert found
        assert found[0] == messages.secret_of(one)
        assert "whsec_" not in page(browser.get(LIST))
        where = f"{LIST}{one.pk}/"
        goes(browser.post(f"{where}test/", _hidden(one, "k1")))
        send()
        assert "Test" in page(browser.get(where))
        there.answers = [*[answer(500, b"<b>Out of order</b>")] * 2, OK]
        happens(house, 2)
        send()
        text = browser.get(where).content.decode()
        assert "the answer was 500" in text
        assert "&lt;b&gt;Out of order" in text
        assert "Failing; 2 waiting" in text
        goes(browser.post(f"{where}switch/", _hidden(one, "k2", on="no")))
        assert "Switched off by hand" in page(browser.get(where))
        goes(browser.post(f"{where}switch/", _hidden(one, "k3", on="yes")))
        send()
        assert "On; all delivered" in page(browser.get(where))
        assert "2 messages" in page(browser.get(f"{where}replay/?number=1"))
        goes(browser.post(f"{where}replay/", _hidden(one, "k4", number="1", only="")))
        send()
        assert len(there.heard) == 1 + 4 + 2
        deleting = page(browser.get(f"{where}delete/"))
        assert "7 lines" in deleting
        assert "0 changes" not in deleting
        goes(browser.post(f"{where}delete/", _hidden(one, "k5")))
    assert not Subscription.objects.exists()
    assert "Webhook deleted" in page(browser.get("log/"))


def test_the_log_is_sifted_and_told_as_csv(house: House) -> None:
    browser = Browser(house, "committee")
    with receiver() as there:
        one, _text = _made(browser, there)
        there.answers = [*[answer(404, b"=1+1")] * 2, OK]
        happens(house)
        send()
    where = f"{LIST}{one.pk}/"
    assert "404" in page(browser.get(f"{where}?state=failed"))
    assert "No messages match." in page(browser.get(f"{where}?state=done"))
    assert "404" in page(browser.get(f"{where}?state=nonsense&number=x"))
    assert "No messages match." in page(browser.get(f"{where}?number=7"))
    text = browser.get(f"{where}log.csv").content.decode("utf-8-sig")
    assert text.startswith("id,number,kind,attempt,state")
    assert "'=1+1" in text
    told = read(house.api("committee").get(f"hooks/{one.pk}/deliveries?state=failed"))["results"]
    assert [(row["number"], row["status"], row["fault"]) for row in told] == [
        (1, 404, "status")
    ] * 2
    problem(house.api("committee").get(f"hooks/{one.pk}/deliveries?state=x"), 422, "", "state")


def test_what_cannot_be_is_said_beside_the_field(house: House, settings: Settings) -> None:
    settings.HOOKS_PRIVATE = False
    browser = Browser(house, "committee")
    sent = {**browser.hidden(LIST), "url": "https://10.0.0.1/", "league": ""}
    text = page(browser.post(LIST, sent), 422)
    assert "Must not be an address of a private network." in text
    assert not Subscription.objects.exists()


def test_every_kind_is_ticked_on_the_pages_once(house: House) -> None:
    """Folded away until some are wanted; what was chosen stands ticked on the webhook's page."""
    browser, box = Browser(house, "committee"), re.compile(r'name="kinds" value="([\w.]+)"')
    text = browser.get(LIST).content.decode()
    assert sorted(box.findall(text)) == sorted(KINDS)
    assert '<details class="more">' in text
    chosen = ["round.published", "match.ended"]
    sent = {**browser.hidden(LIST), "url": "http://a.example/", "league": "", "kinds": chosen}
    browser.post(LIST, sent)
    one = Subscription.objects.get()
    assert sorted(one.kinds) == sorted(chosen)
    text = browser.get(f"{LIST}{one.pk}/").content.decode()
    assert '<details class="more" open>' in text
    ticked = re.findall(r'name="kinds" value="([\w.]+)"[^>]* checked', text)
    assert sorted(ticked) == sorted(chosen)


def test_a_form_sent_twice_shows_no_secret_again(house: House) -> None:
    browser = Browser(house, "committee")
    sent = {**browser.hidden(LIST), "url": "http://a.example/", "league": ""}
    assert "whsec_" in page(browser.post(LIST, sent))
    assert "whsec_" not in page(browser.post(LIST, sent), 422)
    assert Subscription.objects.count() == 1


def test_another_clubs_webhook_is_not_there(house: House, neighbour: House) -> None:
    theirs = read(
        neighbour.api("committee").post("clubs/rivage/hooks", {"url": "http://a.example/"}), 201
    )
    browser = Browser(house, "committee")
    assert browser.get(f"{LIST}{theirs['id']}/").status_code == 404
    problem(house.api("committee").get(f"hooks/{theirs['id']}"), 404, "not_found")


def test_a_program_makes_and_changes_one(house: House) -> None:
    api, league = house.api("committee"), house.season().league_id
    body = {"url": "http://a.example/", "kinds": ["match.ended"], "league": league}
    made = read(api.post("clubs/cercle/hooks", body, key="k"), 201)
    assert made["secret"].startswith("whsec_")
    assert read(api.post("clubs/cercle/hooks", body, key="k"), 201) == made
    path = f"hooks/{made['id']}"
    shown = read(api.get(path))
    assert shown == {name: value for name, value in made.items() if name != "secret"}
    off = read(api.post(path, {"version": 1, "active": False}))
    assert (off["off"], off["kinds"], off["league"]) == ("hand", ["match.ended"], league)
    problem(api.post(path, {"version": 1, "active": True}), 409, "stale_version")
    assert read(api.post(path, {"version": 2, "league": None, "kinds": []}))["league"] is None
    assert [one["id"] for one in read(api.get("clubs/cercle/hooks"))["results"]] == [made["id"]]
    told = {one["kind"]: one["description"] for one in read(api.get("hook-kinds"))}
    assert told["match.ended"] == "A match is over."
    read(api.post(f"{path}/delete", {"version": 3}, key="d"))
    assert read(api.post(f"{path}/delete", {"version": 3}, key="d")) == {"id": made["id"]}
    problem(api.get(path), 404)
