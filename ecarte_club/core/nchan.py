"""Live events through nginx and its module nchan, with LIVE_ENGINE=nchan.

nginx holds the connections. It asks the live server which topics the tickets name, which answers
with X-Accel-Redirect to a location that only nginx can reach. Each process that writes posts its
events to nginx after the commit; what does not arrive goes to the live servers over Redis, which
post it again and again, and is kept in the process when Redis is away too.

The live servers post a beat every few seconds, on a channel that every page hears. A page that
misses it asks for itself: so nobody relies on an nginx that nothing can be posted to.
"""

import json
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from threading import Event as Signal
from threading import Lock, Thread

import redis
import urllib3
from django.conf import settings
from django.utils.crypto import salted_hmac
from redis.backoff import NoBackoff
from redis.retry import Retry
from urllib3.exceptions import HTTPError

log = logging.getLogger(__name__)
# Seconds: nobody waits longer for nginx, nor more often; until what did not arrive is posted again.
WAIT, REST, AGAIN = 0.25, 5.0, 1.0
# Seconds: between two beats, and until a page that hears none asks for itself. nginx keeps a beat
# for 3 s, for pages that come in between.
BEAT, SILENCE = 2.5, 6.5
BEATS = "beats"
UNDELIVERED = "live:undelivered"
UNDELIVERED_MOST = 1000
CREATED, ACCEPTED = 201, 202


@dataclass(frozen=True, slots=True)
class Event:
    """`topic` "" is everybody's. `replaces`: a newer event with the same name and text here
    stands for an older one."""

    topic: str
    name: str
    data: str
    replaces: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.topic, self.name, self.replaces


HELLO = Event("", "hello", "{}")
BEAT_EVENT = Event("", "beat", "{}")


def channel(topic: str) -> str:
    """Nobody else can work it out, so a channel is as good as its ticket."""
    return salted_hmac("live channel", topic or BEATS, algorithm="sha256").hexdigest()[:32]


def subscription(topics: list[str]) -> str:
    """Where nginx lets a connection hear of these, in `deploy/nginx/nchan-live.conf`."""
    return "/live-channels/" + ",".join(map(channel, ["", *sorted(topics)]))


class Server:
    """An nginx that events are posted to."""

    def __init__(self, url: str) -> None:
        self.url = url if url.endswith("/") else f"{url}/"
        self._pool = urllib3.PoolManager(
            maxsize=16,
            timeout=urllib3.Timeout(connect=WAIT, read=WAIT),
            # nginx may just have closed a connection that was kept.
            retries=urllib3.Retry(
                1, connect=0, read=1, allowed_methods=None, respect_retry_after_header=False
            ),
        )
        self._is_away = False
        self._rests_until = 0.0
        self._undelivered: dict[tuple[str, str, str], Event] = {}
        self._lock = Lock()
        self._thread: Thread | None = None

    def publish(self, event: Event) -> None:
        """Never fails, and waits only once in a while for a server that is away."""
        if time.monotonic() >= self._rests_until and self.post(event):
            return
        if not undelivered.publish(event):
            self.publish_later(event)

    def post(self, event: Event) -> bool:
        """Whether it arrived."""
        place = "events" if event.topic else "beats"
        try:
            answer = self._pool.request(
                "POST",
                f"{self.url}{place}/{channel(event.topic)}",
                body=event.data.encode(),
                headers={"X-EventSource-Event": event.name},
            )
            if answer.status not in (CREATED, ACCEPTED):
                raise HTTPError(f"answered {answer.status}")
        except HTTPError as error:
            if not self._is_away:
                log.warning("Live events cannot be posted to %s: %s", self.url, error)
            self._is_away, self._rests_until = True, time.monotonic() + REST
            return False
        if self._is_away:
            log.warning("Live events can be posted to %s again.", self.url)
        self._is_away, self._rests_until = False, 0.0
        return True

    def publish_later(self, event: Event) -> None:
        with self._lock:
            self._undelivered[event.key] = event
            if len(self._undelivered) > UNDELIVERED_MOST:
                # Everybody asks once, which costs more and says the same.
                self._undelivered = {HELLO.key: HELLO}
            if self._thread is None:
                self._thread = Thread(target=self._post_undelivered, name="nchan", daemon=True)
                self._thread.start()

    def _post_undelivered(self) -> None:
        while event := self._oldest():
            if self.post(event):
                with self._lock:
                    # A newer one may have taken its place.
                    if self._undelivered.get(event.key) is event:
                        del self._undelivered[event.key]
            else:
                time.sleep(AGAIN)

    def _oldest(self) -> Event | None:
        with self._lock:
            if not self._undelivered:
                self._thread = None
                return None
            return next(iter(self._undelivered.values()))

    def subscribers(self) -> int:
        """Connections that are open there. Raises: HTTPError, ValueError."""
        answer = self._pool.request("GET", f"{self.url}status")
        lines = answer.data.decode().splitlines()
        figures = dict(line.split(": ", 1) for line in lines if ": " in line)
        return int(figures.get("subscribers", "none"))


@cache
def servers() -> tuple[Server, ...]:
    return tuple(Server(url) for url in settings.LIVE_PUBLISH_URL)


def publish(topic: str, name: str, data: str, replaces: str) -> None:
    event = Event(topic, name, data, replaces)
    for server in servers():
        server.publish(event)


def redis_client(wait: float | None = WAIT) -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=WAIT,
        socket_timeout=wait,
        retry=Retry(NoBackoff(), 0),
    )


class Undelivered:
    """Events for live servers, which are nearer to nginx than the process that wrote."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._rests_until = 0.0

    def publish(self, event: Event) -> bool:
        """Whether a live server has it."""
        if not settings.REDIS_URL or time.monotonic() < self._rests_until:
            return False
        if self._client is None:
            self._client = redis_client()
        try:
            return bool(self._client.publish(UNDELIVERED, json.dumps(asdict(event))))
        except (redis.RedisError, OSError):
            self._rests_until = time.monotonic() + REST
            return False


undelivered = Undelivered()


@dataclass(slots=True)
class Heart:
    """Of a live server: beats, and posts what others could not. Ends with its process."""

    clock: Callable[[], float] = time.monotonic
    _stopping: Signal = field(default_factory=Signal)

    def start(self) -> None:
        Thread(target=self._beat, name="nchan beats", daemon=True).start()
        if settings.REDIS_URL:
            Thread(target=self._relay, name="nchan relay", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _beat(self) -> None:
        due = self.clock()
        while not self._stopping.wait(max(0.0, due - self.clock())):
            due = self.clock() + BEAT
            for server in servers():
                server.post(BEAT_EVENT)

    def _relay(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (redis.RedisError, OSError):
                self._stopping.wait(AGAIN)

    def _listen(self) -> None:
        with redis_client(wait=5) as client, client.pubsub() as pubsub:
            pubsub.subscribe(UNDELIVERED)
            while not self._stopping.is_set():
                message = pubsub.get_message(timeout=1)
                if message and message["type"] == "message":
                    for server in servers():
                        # Not at once: one that waits for its turn is older.
                        server.publish_later(Event(**json.loads(message["data"])))


heart = Heart()
