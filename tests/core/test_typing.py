"""Two pads at one table hear of each other while choices are made, and nothing is written."""

import asyncio
import json
import time

import pytest
from django.conf import LazySettings
from django.core.cache import cache

from ecarte_club.core import live
from ecarte_club.core.live import Hub
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.everything import everything
from tests.support.scene import Scene

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

MINE, OTHER = "0123456789abcdef", "fedcba9876543210"
Told = list[tuple[str, str]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    found: Told = []

    def hear(topic: str, **what: object) -> None:
        if "pad" in what:
            found.append((topic, str(what["pad"])))

    monkeypatch.setattr(live.hub, "tell", hear)
    return found


@pytest.mark.slow
def test_the_others_of_the_match_are_told(here: Scene, told: Told) -> None:
    path = f"matches/{here.match.pk}/pad/typing/"
    ann = Browser(here.house, "ann")
    before = everything()
    answer = ann.post(path, {"pad": MINE})
    assert answer.status_code == 204
    assert told == [(f"match:{here.match.pk}", MINE)]
    assert everything() == before


@pytest.mark.parametrize(
    ("who", "status"), [("ann", 204), ("scorer", 204), ("cyd", 403), ("", 302)]
)
def test_only_who_may_enter_is_heard(who: str, status: int, here: Scene, told: Told) -> None:
    answer = Browser(here.house, who).post(f"matches/{here.match.pk}/pad/typing/", {"pad": MINE})
    assert answer.status_code == status
    assert bool(told) is (status == 204)


@pytest.mark.parametrize("pad", ["", "x", "<script>alert(1)</script>", "a" * 41, "ABCDEFGHIJ"])
def test_a_page_with_an_odd_name_is_not_heard(pad: str, here: Scene, told: Told) -> None:
    Browser(here.house, "ann").post(f"matches/{here.match.pk}/pad/typing/", {"pad": pad})
    assert told == []


def test_who_has_to_ask_hears_it_with_the_answer(here: Scene) -> None:
    ann, bob = (Browser(here.house, who) for who in ("ann", "bob"))
    body = f"matches/{here.match.pk}/pad/body/"
    assert bob.get(f"{body}?have=1", **HTMX)["Typing"] == ""
    ann.post(f"matches/{here.match.pk}/pad/typing/", {"pad": MINE})
    unchanged = bob.get(f"{body}?have=1", **HTMX)
    assert (unchanged.status_code, unchanged["Typing"]) == (204, MINE)
    assert bob.get(f"{body}?have=0", **HTMX)["Typing"] == MINE
    other = bob.get(f"matches/{here.empty.pk}/pad/body/?have=0", **HTMX)
    assert other["Typing"] == ""


def test_it_is_forgotten_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    now = 1000.0
    monkeypatch.setattr(time, "time", lambda: now)
    live.typing("match:1", MINE)
    now += 10
    live.typing("match:1", OTHER)
    assert live.pads_typing("match:1") == sorted([MINE, OTHER])
    now += 10
    assert live.pads_typing("match:1") == [OTHER]


def test_a_crowd_of_pads_is_bounded() -> None:
    cache.clear()
    for number in range(50):
        live.typing("match:1", f"pad-{number:08}")
    assert len(live.pads_typing("match:1")) == live.PADS_MOST
    assert "pad-00000049" in live.pads_typing("match:1")


def test_a_lost_cache_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "get", lambda _key: None)
    live.typing("match:1", MINE)
    assert live.pads_typing("match:1") == []


def test_watchers_of_the_match_hear_it_and_no_others() -> None:
    async def main() -> list[str]:
        hub = Hub()
        watcher, other = hub.join(["match:1"]), hub.join(["match:2"])
        await asyncio.to_thread(hub.tell, "match:1", pad=MINE)
        await asyncio.sleep(0.05)
        assert other.queue.empty()
        return [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]

    (event,) = asyncio.run(main())
    assert event.startswith("event: typing\n")
    assert json.loads(event.split("data: ")[1]) == {"topic": "match:1", "pad": MINE}


def test_through_redis_both_kinds_of_news_arrive(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(live.publisher, "publish", lambda what: sent.append(json.dumps(what)))
    settings.REDIS_URL = "redis://nowhere"
    live.send("match:1", pad=MINE)
    live.send("match:1", version=4)

    async def main() -> list[str]:
        hub = Hub()
        watcher = hub.join(["match:1"])
        for message in sent:
            hub.tell(**json.loads(message))
        await asyncio.sleep(0.05)
        return [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]

    typing, version = asyncio.run(main())
    assert typing == f'event: typing\ndata: {{"topic": "match:1", "pad": "{MINE}"}}\n\n'
    assert version == 'event: version\ndata: {"topic": "match:1", "version": 4}\n\n'


def test_the_address_of_the_form_leads_to_the_pad(here: Scene) -> None:
    path = f"matches/{here.match.pk}/pad/typing/"
    assert goes(Browser(here.house, "ann").get(path)).endswith("/pad/")
    assert 'role="status"' in page(Browser(here.house, "ann").get(f"matches/{here.match.pk}/pad/"))
