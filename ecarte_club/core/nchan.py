"""Live events through nginx and its module nchan, with LIVE_ENGINE=nchan.

nginx holds the connections. It asks the live server which topics the tickets name, which answers
with X-Accel-Redirect to a location that only nginx can reach. Each process that writes has a thread
that posts its events to nginx after the commit, since nginx answers when all have been served. What
cannot be posted goes to the live servers over Redis, which try again and again; it waits in the
process when Redis is away too.

The live servers post a beat every few seconds, on a channel that every page hears. A page that
misses it asks for itself: so nobody relies on an nginx that nothing can be posted to.
"""

import atexit
import json
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from threading import Condition, Thread
from threading import Event as Signal

import redis
import urllib3
from django.conf import settings
from django.utils.crypto import salted_hmac
from redis.backoff import NoBackoff
from redis.retry import Retry
from urllib3.exceptions import HTTPError

log = logging.getLogger(__name__)
# Seconds: to connect to nginx or Redis, and to post to thousands; until nginx is tried again after
# a failure; until what waits is; and for what waits when the process ends.
CONNECT, POST, REST, AGAIN, LAST = 0.25, 4.0, 5.0, 1.0, 1.0
# Seconds: between two beats, and until a page that hears none asks for itself. nginx keeps a beat
# for 3 s, for pages that come in between.
BEAT, SILENCE = 2.5, 6.5
BEATS = "beats"
UNDELIVERED = "live:undelivered"
WAITING_MOST = 1000
CREATED, ACCEPTED = 201, 202


@dataclass(frozen=True, slots=True)
class Event:
    """`topic` "" is everybody's. `is_newest`: it stands for older ones of its topic and name."""

    topic: str
    name: str
    data: str
    is_newest: bool = True

    @property
    def key(self) -> tuple[str, str, str]:
        return self.topic, self.name, "" if self.is_newest else self.data


HELLO = Event("", "hello", "{}")
BEAT_EVENT = Event("", "beat", "{}")


def channel(topic: str) -> str:
    """Nobody else can work it out, so a channel is as good as its ticket."""
    return salted_hmac("live channel", topic or BEATS, algorithm="sha256").hexdigest()[:32]


def subscription(topics: list[str]) -> str:
    """Where nginx lets a connection hear of these, in `deploy/nginx/nchan-live.conf`."""
    return "/live-channels/" + ",".join(map(channel, ["", *sorted(topics)]))


class Server:
    """An nginx that events are posted to, one after another, by a thread."""

    def __init__(self, url: str) -> None:
        self.url = url if url.endswith("/") else f"{url}/"
        # To the live servers, which are nearer to nginx; they themselves have only this way.
        self.hands_over = True
        self._pool = urllib3.PoolManager(
            maxsize=4,
            timeout=urllib3.Timeout(connect=CONNECT, read=POST),
            # nginx may just have closed a connection that was kept.
            retries=urllib3.Retry(
                1, connect=0, read=1, allowed_methods=None, respect_retry_after_header=False
            ),
        )
        self._is_away = False
        self._rests_until = 0.0
        self._waiting: dict[tuple[str, str, str], Event] = {}
        self._changed = Condition()
        self._thread: Thread | None = None

    def publish(self, event: Event) -> None:
        """Never fails, and nobody waits."""
        with self._changed:
            self._waiting[event.key] = event
            if len(self._waiting) > WAITING_MOST:
                # Everybody asks once, which costs more and says the same.
                self._waiting = {HELLO.key: HELLO}
            if self._thread is None:
                self._thread = Thread(target=self._run, name="nchan", daemon=True)
                self._thread.start()
                atexit.register(self.is_idle, LAST)
            self._changed.notify_all()

    def is_idle(self, within: float = 0) -> bool:
        """Whether nothing waits."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting, within)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                event = next(iter(self._waiting.values()))
            if not self._delivered(event):
                time.sleep(AGAIN)
                continue
            with self._changed:
                # A newer one may have taken its place.
                if self._waiting.get(event.key) is event:
                    del self._waiting[event.key]
                self._changed.notify_all()

    def _delivered(self, event: Event) -> bool:
        if time.monotonic() >= self._rests_until and self.post(event):
            return True
        if self.hands_over and undelivered.publish(event):
            return True
        # There is no other way: it is tried at once when there is time.
        self._rests_until = 0.0
        return False

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

    def subscribers(self) -> int:
        """Connections that are open there. Raises: HTTPError, ValueError."""
        answer = self._pool.request("GET", f"{self.url}status")
        lines = answer.data.decode().splitlines()
        figures = dict(line.split(": ", 1) for line in lines if ": " in line)
        return int(figures.get("subscribers", "none"))


@cache
def servers() -> tuple[Server, ...]:
    return tuple(Server(url) for url in settings.LIVE_PUBLISH_URL)


def publish(event: Event) -> None:
    for server in servers():
        server.publish(event)


def redis_client(wait: float = CONNECT) -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=CONNECT,
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
        for server in servers():
            server.hands_over = False
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
                    publish(Event(**json.loads(message["data"])))


heart = Heart()
