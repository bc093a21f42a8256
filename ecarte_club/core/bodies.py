"""Content of requests that comes slowly: bounded in time, and in number for each address.

Django reads all of it before it answers. Behind nginx, which does so before it asks the site, this
is never reached; a site without a proxy is not to be held open by anybody.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from .exceptions import Fault, TooOften
from .streams import WAIT, App, Receive, Scope, Send, refuse, request_of
from .throttling import address

SECONDS = 60.0
"""For the whole of it, however large."""
MOST = 40
"""That one address sends at the same time, to each process: a whole club is often behind one."""
FULL = _(
    "Too much is being sent from your network at the same time. Wait a minute, then try again."
)


class TooSlow(Fault):
    status = 408

    def __init__(self) -> None:
        super().__init__(
            "too_slow",
            _("What you sent took too long to arrive. Check your network and try again."),
        )


class Bodies:
    """Those that are on their way, by address."""

    def __init__(self) -> None:
        self.coming: Counter[str] = Counter()

    async def serve(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        if not _has_content(scope):
            await app(scope, receive, send)
            return
        request = request_of(scope)
        sender = address(request)
        if self.coming[sender] >= MOST:
            await refuse(send, request, TooOften(FULL, wait=WAIT))
            return
        body = _Body(receive)
        self.coming[sender] += 1
        body.whole.add_done_callback(lambda _future: self._over(sender))
        try:
            await app(scope, body.receive, send)
        except TooSlow as fault:
            await refuse(send, request, fault)
        finally:
            body.end()

    def _over(self, sender: str) -> None:
        self.coming[sender] -= 1
        if not self.coming[sender]:
            del self.coming[sender]


class _Body:
    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        loop = asyncio.get_running_loop()
        self._until = loop.time() + SECONDS
        self.whole: asyncio.Future[None] = loop.create_future()

    async def receive(self) -> Mapping[str, Any]:
        """Raises: TooSlow."""
        if self.whole.done():
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError as slow:
            raise TooSlow from slow
        if message["type"] != "http.request" or not message.get("more_body"):
            self.end()
        return message

    def end(self) -> None:
        if not self.whole.done():
            self.whole.set_result(None)


def _has_content(scope: Scope) -> bool:
    names = dict(scope["headers"])
    length = names.get(b"content-length", b"0")
    return b"transfer-encoding" in names or length not in (b"", b"0")


bodies = Bodies()
