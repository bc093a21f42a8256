"""Figures for Prometheus, at /metrics for whoever has METRICS_TOKEN.

Where several processes serve, PROMETHEUS_MULTIPROC_DIR names a folder, empty at the start, in which
the library gathers what all of them counted.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import redis
from django.conf import settings
from django.db import Error
from django.http import HttpRequest
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from urllib3.exceptions import HTTPError

from . import health, nchan

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
# Their own registry: what the library counts of one process means nothing where several serve.
registry = CollectorRegistry()
requests = Counter(
    "ecarte_http_requests",
    "Requests answered; a route is empty where a stored page was given, or no page is.",
    ("method", "route", "status"),
    registry=registry,
)
seconds = Histogram(
    "ecarte_http_request_seconds",
    "How long answers took: of the API, of pages, and of parts of pages.",
    ("kind",),
    buckets=BUCKETS,
    registry=registry,
)
outages = Counter(
    "ecarte_outages", "Requests answered 503, by what was away.", ("kind",), registry=registry
)
webhooks = Counter(
    "ecarte_webhook_attempts", "Attempts to deliver a message.", ("outcome",), registry=registry
)
streams = Gauge(
    "ecarte_live_streams",
    "Live connections that are open.",
    multiprocess_mode="livesum",
    registry=registry,
)


def count(request: HttpRequest, status: int, took: float) -> None:
    match = request.resolver_match
    path = request.path_info
    kind = "api" if path.startswith("/api/") else "page"
    if kind == "page" and "HTTP_HX_REQUEST" in request.META:
        kind = "fragment"
    method = request.method if request.method in METHODS else "other"
    requests.labels(method, match.route if match else "", str(status)).inc()
    seconds.labels(kind).observe(took)


class Site(Collector):
    """What is asked at the moment of the scrape, alike for all processes."""

    def collect(self) -> Iterator[Metric]:
        checks = health.readiness()
        for name in ("database", "migrations", "redis"):
            is_up = checks[name].state is health.State.OK
            text = f"Whether it is in order (1): {name}."
            yield GaugeMetricFamily(f"ecarte_{name}_up", text, value=float(is_up))
        ages = {
            "outbox": "the oldest message that a webhook waits for",
            "tasks": "the last task",
            "replica": "the newest change on the replica, 0 if it has all",
        }
        for name, what in ages.items():
            age = checks[name].age
            if age is not None:
                text = f"Age of {what}, in seconds."
                yield GaugeMetricFamily(f"ecarte_{name}_age_seconds", text, value=age)
        if settings.REDIS_URL:
            with suppress(redis.RedisError, OSError, Error):
                text = "Tasks that wait for a worker, by queue."
                waiting = GaugeMetricFamily("ecarte_tasks_waiting", text, labels=["queue"])
                for queue, length in health.queue_lengths().items():
                    waiting.add_metric([queue], length)
                yield waiting
        if settings.LIVE_ENGINE == "nchan":
            yield _connections()


def _connections() -> Metric:
    """A server that is away has none."""
    text = "Live connections that nginx holds, by where events are posted."
    family = GaugeMetricFamily("ecarte_nchan_connections", text, labels=["server"])
    for server in nchan.servers():
        with suppress(HTTPError, ValueError):
            family.add_metric([server.url], server.subscribers())
    return family


def exposition() -> bytes:
    """What Prometheus reads."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    asked = CollectorRegistry()
    asked.register(Site())
    if not folder:
        return generate_latest(registry) + generate_latest(asked)
    _forget_dead(Path(folder))
    MultiProcessCollector(asked)  # type: ignore[no-untyped-call]  # of the library
    return generate_latest(asked)


def _forget_dead(folder: Path) -> None:
    """Gauges of processes that have ended; what they counted stays."""
    for path in folder.glob("gauge_live*_*.db"):
        pid = path.stem.rpartition("_")[2]
        if pid.isdigit() and not psutil.pid_exists(int(pid)):
            mark_process_dead(int(pid))  # type: ignore[no-untyped-call]  # of the library
