"""Streams of one address are bounded, and whoever is refused is told what to do."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest
from pytest_django import Settings

from ecarte_club.core.streams import stream, streams

Message = Mapping[str, Any]
HERE, THERE = "10.0.0.7", "10.0.0.8"


class Listener:
    """A connection that is open until it goes; `sent`: what it was sent."""

    def __init__(self, address: str = HERE, headers: Mapping[str, str] | None = None) -> None:
        self.sent: list[Message] = []
        self.goes = asyncio.Event()
        raw = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": "/live/",
            "query_string": b"",
            "headers": raw,
            "client": (address, 5),
        }
        self.running = asyncio.ensure_future(stream(self.scope, self._receive, self._send, ticks()))

    async def _receive(self) -> Message:
        await self.goes.wait()
        return {"type": "http.disconnect"}

    async def never(self) -> Message:
        await asyncio.Event().wait()
        return {}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    async def status(self) -> int:
        while not self.sent:
            await asyncio.sleep(0.001)
        return int(self.sent[0]["status"])

    async def leave(self) -> None:
        self.goes.set()
        await asyncio.wait_for(self.running, 5)


async def ticks() -> AsyncGenerator[str, None]:
    while True:
        yield "event: tick\ndata: {}\n\n"
        await asyncio.sleep(0.001)


async def statuses(*listeners: Listener) -> list[int]:
    return [await one.status() for one in listeners]


def test_one_more_than_may_be_is_refused_until_another_goes(settings: Settings) -> None:
    settings.LIVE_STREAMS = 2

    async def main() -> None:
        here = [Listener(), Listener()]
        assert await statuses(*here, Listener(), Listener(THERE)) == [200, 200, 429, 200]
        await here[0].leave()
        assert here[0].sent[-1]["more_body"] is False
        assert await statuses(Listener(), Listener()) == [200, 429]

    asyncio.run(main())
    assert not streams._open


def test_the_refusal_is_a_problem_that_says_what_to_do(settings: Settings) -> None:
    settings.LIVE_STREAMS = 1

    async def main() -> tuple[Message, Message]:
        first, second = Listener(), Listener(headers={"accept-language": "fr"})
        assert await statuses(first, second) == [200, 429]
        await asyncio.wait_for(second.running, 5)
        head, body = second.sent
        return head, body

    head, body = asyncio.run(main())
    headers = dict(head["headers"])
    assert headers[b"content-type"] == b"application/problem+json"
    assert headers[b"retry-after"] == b"60"
    assert headers[b"access-control-allow-origin"] == b"*"
    problem = json.loads(body["body"])
    assert (problem["status"], problem["code"]) == (429, "too_often")
    assert problem["title"] == "Trop de requêtes"


@pytest.mark.parametrize(
    ("proxies", "sent", "is_same"),
    [
        (0, ("1.1.1.1", "2.2.2.2"), True),
        (1, ("1.1.1.1", "2.2.2.2"), False),
        (1, ("9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1"), True),
    ],
)
def test_an_address_is_believed_from_known_proxies_alone(
    proxies: int, sent: tuple[str, str], is_same: bool, settings: Settings
) -> None:
    settings.LIVE_STREAMS = 1
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}

    async def main() -> list[int]:
        return await statuses(*(Listener(headers={"x-forwarded-for": one}) for one in sent))

    assert asyncio.run(main()) == [200, 429 if is_same else 200]


def test_a_stream_that_breaks_gives_its_place_back(settings: Settings) -> None:
    async def broken() -> AsyncGenerator[str, None]:
        yield ": hello\n\n"
        raise LookupError

    async def main() -> None:
        listener = Listener()
        await listener.leave()
        with pytest.raises(LookupError):
            await stream(listener.scope, listener.never, listener._send, broken())

    asyncio.run(main())
    assert not streams._open
