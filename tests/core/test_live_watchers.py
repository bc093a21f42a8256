"""Many watchers of many things: each hears what it watches, in order, whoever else there is."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core import live
from ecarte_club.core.live import WAITING_MOST, Hub, Watcher, ticket

Message = Mapping[str, Any]

TOPICS = ("match:1", "match:2", "season:1")


def _heard(watcher: Watcher) -> list[tuple[str, int]]:
    """The versions that wait for a watcher, read as server-sent events are (a blank line ends)."""
    events = [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]
    assert all(event.startswith("event: version\n") and event.endswith("\n\n") for event in events)
    told = [json.loads(event.split("data: ")[1]) for event in events]
    return [(one["topic"], one["version"]) for one in told]


async def _delivered() -> None:
    """What was told so far has been put before every watcher."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


# A step: somebody joins for some topics, the oldest watcher leaves, or a topic has a new version.
joins = st.frozensets(st.sampled_from(TOPICS), min_size=1)
steps = st.lists(joins | st.just("leave") | st.sampled_from(TOPICS), max_size=40)


@given(steps)
def test_any_coming_and_going_is_heard_as_a_naive_list_would_have_it(steps: list[Any]) -> None:
    async def main() -> None:
        hub, here = Hub(), list[tuple[Watcher, list[tuple[str, int]]]]()
        for version, step in enumerate(steps):
            if isinstance(step, frozenset):
                here.append((hub.join(step), []))
            elif step != "leave":
                hub.tell(step, version=version)
                for watcher, wanted in here:
                    wanted.extend([(step, version)] if step in watcher.topics else [])
            elif here:
                await _delivered()
                gone, wanted = here.pop(0)
                hub.leave(gone)
                assert _heard(gone) == wanted
        await _delivered()
        assert [_heard(watcher) for watcher, _ in here] == [wanted for _, wanted in here]

    asyncio.run(main())


def test_a_thousand_watchers_hear_of_their_own_match_alone() -> None:
    async def main() -> None:
        hub = Hub()
        watchers = [hub.join([f"match:{number % 10}"]) for number in range(1000)]
        await asyncio.to_thread(hub.tell, "match:3", version=8)
        await _delivered()
        told = [watcher for watcher in watchers if not watcher.queue.empty()]
        assert told == watchers[3::10]
        assert all(_heard(watcher) == [("match:3", 8)] for watcher in told)

    asyncio.run(main())


def test_who_does_not_read_holds_nobody_up_and_keeps_the_newest_in_order() -> None:
    async def main() -> None:
        hub = Hub()
        slow, quick, heard = hub.join(["match:1"]), hub.join(["match:1"]), []
        for version in range(1, 3 * WAITING_MOST):
            hub.tell("match:1", version=version)
            await _delivered()
            heard += _heard(quick)
        everything = [("match:1", version) for version in range(1, 3 * WAITING_MOST)]
        assert heard == everything
        assert _heard(slow) == everything[-WAITING_MOST:]

    asyncio.run(main())


def test_everybody_is_told_whatever_he_watches_but_not_who_left() -> None:
    async def main() -> None:
        hub = Hub()
        watchers = [hub.join([topic]) for topic in TOPICS]
        hub.leave(watchers[0])
        hub.leave(watchers[0])
        hub.everybody("lost")
        await _delivered()
        waiting = [watcher.queue.qsize() for watcher in watchers]
        assert waiting == [0, 1, 1]
        assert watchers[1].queue.get_nowait() == "event: lost\ndata: {}\n\n"

    asyncio.run(main())


def test_a_watcher_whose_loop_has_ended_does_not_break_the_writer() -> None:
    hub = Hub()

    async def join() -> Watcher:
        return hub.join(["match:1"])

    gone = asyncio.run(join())
    hub.tell("match:1", version=2)
    hub.everybody("lost")
    assert gone.queue.empty()


@dataclass
class Line:
    """One connection as the ASGI server sees it; `go` is the browser leaving."""

    query: str
    method: str = "GET"
    sent: list[Message] = field(default_factory=list)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    before: list[Message] = field(default_factory=list)

    async def run(self) -> None:
        query = self.query.encode()
        scope = {"method": self.method, "path": "/live/", "query_string": query}
        await asyncio.wait_for(live.stream(scope, self._receive, self._send), 5)

    async def _receive(self) -> Message:
        if self.before:
            return self.before.pop(0)
        await self.go.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent).decode()


def _asks(*topics: str) -> str:
    return urlencode([("t", ticket(topic)) for topic in topics])


def test_one_line_watches_twenty_things_and_no_more() -> None:
    async def main() -> str:
        line = Line(_asks(*(f"match:{number}" for number in range(21))))
        running = asyncio.create_task(line.run())
        await asyncio.sleep(0.01)
        for number in range(21):
            live.hub.tell(f"match:{number}", version=1)
        await asyncio.sleep(0.05)
        line.go.set()
        await running
        return line.text()

    text = asyncio.run(main())
    assert text.count("event: version") == 20
    assert '"match:19"' in text
    assert '"match:20"' not in text


def test_a_thing_named_twice_is_told_once() -> None:
    async def main() -> str:
        line = Line(_asks("match:1", "match:1"))
        running = asyncio.create_task(line.run())
        await asyncio.sleep(0.01)
        live.hub.tell("match:1", version=1)
        await asyncio.sleep(0.01)
        line.go.set()
        await running
        return line.text()

    assert asyncio.run(main()).count("event: version") == 1


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_a_line_is_asked_for_by_get_alone(method: str) -> None:
    async def main() -> list[Message]:
        line = Line(_asks("match:1"), method)
        await line.run()
        return line.sent

    start, body = asyncio.run(main())
    assert start["status"] == 403
    assert not body.get("more_body")
    assert not live.hub._watchers


def test_a_browser_that_sends_a_body_is_served_until_it_goes() -> None:
    async def main() -> str:
        line = Line(_asks("match:1"), before=[{"type": "http.request", "body": b""}] * 3)
        running = asyncio.create_task(line.run())
        await asyncio.sleep(0.01)
        live.hub.tell("match:1", version=7)
        await asyncio.sleep(0.01)
        line.go.set()
        await running
        return line.text()

    assert '"version": 7' in asyncio.run(main())


def test_a_browser_that_is_gone_at_once_leaves_nothing_behind() -> None:
    async def main() -> None:
        line = Line(_asks("match:1"), before=[{"type": "http.disconnect"}])
        await line.run()
        assert line.sent[0]["status"] == 200
        assert line.sent[-1]["more_body"] is False
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert not live.hub._watchers


def test_a_line_that_breaks_while_sending_leaves_no_watcher() -> None:
    class Broken(Line):
        async def _send(self, message: Message) -> None:
            if self.sent:
                raise OSError("broken pipe")
            self.sent.append(message)

    async def main() -> None:
        with pytest.raises(OSError, match="broken pipe"):
            await Broken(_asks("match:1")).run()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert not live.hub._watchers


def test_a_line_that_is_cancelled_leaves_no_watcher() -> None:
    """As a server does with its open lines when it stops."""

    async def main() -> None:
        running = asyncio.create_task(Line(_asks("match:1")).run())
        await asyncio.sleep(0.01)
        assert len(live.hub._watchers) == 1
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert not live.hub._watchers


@pytest.mark.parametrize("query", ["", "t", "t=", "t=%FF", "t=%00", "x=1", "&&&", "t=a:b:c" * 50])
def test_odd_queries_are_refused_in_words(query: str) -> None:
    async def main() -> Line:
        line = Line(query)
        await line.run()
        return line

    line = asyncio.run(main())
    assert line.sent[0]["status"] == 403
    assert json.loads(line.text())["code"] == "not_allowed"
