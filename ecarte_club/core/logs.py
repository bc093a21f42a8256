"""Log lines that name the request or task they belong to, as text or as JSON; an outage is one."""

import copy
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from uuid import uuid4

from celery import current_task
from django.conf import settings
from django.http import HttpRequest

from . import outages

HEADER = "X-Request-Id"
PROXYS = re.compile(r"[0-9A-Za-z-]{16,64}")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """Of the request that is being answered; empty outside of one."""
    return _request_id.get()


@contextmanager
def identified(request: HttpRequest) -> Iterator[str]:
    """Inside, lines are of this request. A trusted proxy's id is taken over."""
    sent = request.META.get("HTTP_X_REQUEST_ID", "") if settings.TRUSTED_PROXIES else ""
    token = _request_id.set(sent if PROXYS.fullmatch(sent) else uuid4().hex)
    try:
        yield _request_id.get()
    finally:
        _request_id.reset(token)


class Console(logging.StreamHandler):  # type: ignore[type-arg]  # generic in its stubs alone
    """Says of an outage that it began, and not once more for each request that it refuses."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        kind = outages.kind_of(error)
        if kind is not None:
            if not outages.current.begin(kind):
                return
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
            record.msg, record.args = outages.began(kind, error), ()
            record.levelno, record.levelname = logging.ERROR, "ERROR"
        super().emit(record)


class TextFormatter(logging.Formatter):
    """What went wrong names its request, by which whoever met it can be answered."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if record.levelno < logging.WARNING or not (own := request_id()):
            return text
        first, _newline, more = text.partition("\n")
        return "\n".join(filter(None, (f"{first} [request {own}]", more)))


class JsonFormatter(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        request = getattr(record, "request", None)
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": request_id(),
            "task_id": current_task.request.id if current_task else "",
            "process": record.process,
        }
        if isinstance(request, HttpRequest):
            line["method"], line["path"] = request.method, request.path
            line["status"] = getattr(record, "status_code", None)
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in line.items() if value}, default=str)
