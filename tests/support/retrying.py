"""A program that enters hands over a bad line: it retries until it is answered."""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import uuid4

import httpx

from .plain_http import UNUSED

PATIENCE = 60.0
Answer = dict[str, Any]


@dataclass(slots=True)
class Retrying:
    """`write` sends with one key until there is an answer, and counts how often it had to."""

    url: str
    secret: str
    retries: int = 0
    waits_for_outages: bool = False
    """Whether what is answered 503 is sent again too, as after any lost answer."""
    pause: float = 0.02
    """Seconds, before it is sent again."""
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = httpx.Client(
            base_url=f"{self.url}/api/v1/",
            headers={"Authorization": f"Bearer {self.secret}"},
            timeout=30,
            verify=UNUSED,
        )

    def read(self, path: str) -> Answer:
        found = self._until_answered("GET", path, None, {})
        assert found.status_code == 200, found.text
        answer: Answer = found.json()
        return answer

    def write(self, path: str, body: Answer) -> httpx.Response:
        return self._until_answered("POST", path, body, {"Idempotency-Key": uuid4().hex})

    def _until_answered(
        self, method: str, path: str, body: Answer | None, headers: dict[str, str]
    ) -> httpx.Response:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                answer = self.client.request(method, path, json=body, headers=headers)
                if answer.status_code != 503 or not self.waits_for_outages:
                    assert answer.status_code < 500, answer.text
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < until, "no answer in a minute"
            self.retries += 1
            time.sleep(self.pause)


def some_hand(random: Random) -> Answer:
    made = random.randint(0, 5)
    king = {"seat": random.choice("ab"), "how": "held"}
    return {
        "dealer": random.choice("ab"),
        "opening": random.choice(["stood", "refused", "exchanged"]),
        "kings": [king] if random.random() < 0.3 else [],
        "tricks": {"a": made, "b": 5 - made},
    }
