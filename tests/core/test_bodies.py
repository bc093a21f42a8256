"""Content that arrives slowly, or much at once: bounded where no proxy is in front."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from ecarte_club.core import bodies
from ecarte_club.core.bodies import Bodies

Message = Mapping[str, Any]


def _scope(address: str = "192.0.2.7", length: bytes = b"9") -> dict[str, Any]:
    headers = [(b"content-length", length)] if length else [(b"transfer-encoding", b"chunked")]
    place = {"path": "/api/v1/clubs", "query_string": b"", "headers": headers}
    return {"type": "http", "method": "POST", "client": (address, 1), **place}


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Reads all of it, as Django does."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def _served(own: Bodies, scope: Any, parts: list[Message | None]) -> list[Any]:
    """The statuses sent; None among the parts: nothing comes any more."""
    sent: list[Any] = []
    coming = iter(parts)

    async def receive() -> Message:
        part = next(coming)
        if part is None:
            await asyncio.Event().wait()
        return part or {}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            sent.append(message["status"])

    await own.serve(_app, scope, receive, send)
    return sent


MORE, LAST = {"type": "http.request", "more_body": True}, {"type": "http.request"}


def test_what_does_not_end_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Bodies()
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    assert asyncio.run(_served(own, _scope(), [MORE, None])) == [408]
    assert asyncio.run(_served(own, _scope(length=b""), [None])) == [408]
    assert own.coming == {}
    monkeypatch.setattr(bodies, "SECONDS", 60)
    assert asyncio.run(_served(own, _scope(), [MORE, MORE, LAST])) == [200]
    assert asyncio.run(_served(own, _scope(length=b"0"), [LAST])) == [200]


def test_one_address_sends_so_much_at_once_and_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "MOST", 2)
    own = Bodies()

    async def story() -> None:
        slow = [asyncio.create_task(_served(own, _scope(), [MORE, None])) for _n in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert sum(own.coming.values()) == 2
        assert await _served(own, _scope(), [LAST]) == [429]
        assert await _served(own, _scope("192.0.2.8"), [LAST]) == [200]
        assert await _served(own, _scope(length=b"0"), [LAST]) == [200]
        for one in slow:
            one.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert own.coming == {}
        assert await _served(own, _scope(), [LAST]) == [200]

    asyncio.run(story())
