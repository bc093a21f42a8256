"""Pages that all visitors see alike are made once for each edition of what they show.

A visitor is who sends neither a session nor a token: nobody signed in, nor let in at a table. Their
pages have no key, no token against forged forms and no cookie; one that sets a cookie is made for
one visitor, and never given to another. An edition is all that the page depends on, as it is in the
database now, so that no change is ever missed; within a process the newest one is kept. A cache in
front of the site may keep it too, for moments (`core.shared_cache`).
"""

import re
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TypeVar

from cachetools import LRUCache
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request

from . import shared_cache

KEPT_MOST = 600
# Seconds: a page may say what follows from the day, and its ticket grows old.
GOOD_FOR = 60.0
STATUSES = (200, 204)
HARMLESS = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
# What a page that is open knows already.
KNOWN = re.compile(
    r"(have=[0-9]{1,10}(&page=[0-9]{1,4})?(&want=(?P<want>[0-9]{1,10}))?|online=[0-9_-]{0,600})?"
)
FRAGMENT = re.compile(r".*/(now|standings|table)/")

T = TypeVar("T")
Render = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Edition:
    """`state`: all that the page depends on. `version`: of what it shows. `keys`: those that are
    purged in a shared cache when it changes."""

    state: Hashable
    version: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    edition: Edition
    until: float
    status: int
    headers: dict[str, str]
    content: bytes

    def answer(self, request: HttpRequest) -> HttpResponse:
        answer = HttpResponse(self.content, status=self.status, headers=self.headers)
        if settings.SHARED_CACHE_SECONDS and _is_as_new_as_wanted(request, self.edition.version):
            shared_cache.mark(answer, self.edition.keys, self.until - time.monotonic())
        return answer


@dataclass(slots=True)
class _Place:
    """Of one page in one form. Who holds the lock makes it; others wait and take the same."""

    lock: Lock = field(default_factory=Lock)
    page: _Page | None = None


class SharedPages:
    def __init__(self, most: int = KEPT_MOST) -> None:
        self._lock = Lock()
        self._places: LRUCache[Hashable, _Place] = LRUCache(most)

    def clear(self) -> None:
        with self._lock:
            self._places.clear()

    def answer(
        self, request: HttpRequest, edition: Callable[[], Edition | None], render: Render
    ) -> HttpResponseBase:
        """`edition`: None where there is no such page."""
        now = edition() if is_visitor(request) else None
        if now is None:
            return render(request)
        place = self._place(_form(request))
        if (known := _current(place, now)) is not None:
            return known.answer(request)
        with place.lock:
            if (known := _current(place, now)) is not None:
                return known.answer(request)
            request.is_shared = True  # type: ignore[attr-defined]  # read by templates
            answer = render(request)
            if isinstance(answer, HttpResponse) and may_be_shared(request, answer):
                headers = dict(answer.items())
                until = time.monotonic() + GOOD_FOR
                page = _Page(now, until, answer.status_code, headers, answer.content)
                place.page = page
                return page.answer(request)
        return answer

    def _place(self, form: Hashable) -> _Place:
        with self._lock:
            place = self._places.get(form)
            if place is None:
                place = self._places[form] = _Place()
            return place


def _current(place: _Place, edition: Edition) -> _Page | None:
    page = place.page
    if page is None or page.edition != edition or page.until < time.monotonic():
        return None
    return page


def _is_as_new_as_wanted(request: HttpRequest, version: int) -> bool:
    """An open page that heard of a version wants it, in the address: it would not ask again for
    what a shared cache stored before. A page that heard of none is not answered from there."""
    if FRAGMENT.fullmatch(request.path_info) is None:
        return True
    known = KNOWN.fullmatch(request.META.get("QUERY_STRING", ""))
    wanted = known and known["want"]
    return bool(wanted) and version >= int(wanted or 0)


def is_visitor(request: HttpRequest) -> bool:
    """Who reads as everybody does, and asks for nothing but the newest version."""
    meta = request.META
    query = meta.get("QUERY_STRING", "")
    return (
        request.method == "GET"
        and KNOWN.fullmatch(query) is not None
        and not meta.get("HTTP_AUTHORIZATION")
        and request.COOKIES.keys() <= HARMLESS
    )


def may_be_shared(request: HttpRequest, answer: HttpResponseBase) -> bool:
    """Whether nothing in it is of the one who asked. Each use of a token against forged forms sets
    its cookie."""
    user = getattr(request, "user", None)
    return (
        answer.status_code in STATUSES
        and not answer.cookies
        and (user is None or not user.is_authenticated)
    )


def _form(request: HttpRequest) -> Hashable:
    meta = request.META
    return (
        meta.get("HTTP_HOST", ""),
        request.path_info,
        meta.get("QUERY_STRING", ""),
        get_language_from_request(request),
        "gzip" in meta.get("HTTP_ACCEPT_ENCODING", ""),
        "HTTP_HX_REQUEST" in meta,
    )


@dataclass(frozen=True, slots=True)
class SharedAddress:
    """`pattern` has the id of what is shown. `is_page`: made once in each process; what the API
    answers is made for everybody who reaches it."""

    pattern: re.Pattern[str]
    edition: Callable[[int], Edition | None]
    is_page: bool = True


def answered_alike(
    addresses: Iterable[SharedAddress], get_response: Render
) -> Callable[[HttpRequest], HttpResponseBase]:
    """The middleware of these addresses."""
    known = tuple(addresses)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        for address in known:
            if found := address.pattern.fullmatch(request.path_info):
                edition = partial(read_at_once, partial(address.edition, int(found[1])))
                if address.is_page:
                    return shared_pages.answer(request, edition, get_response)
                return _operation(request, edition, get_response)
        return get_response(request)

    return middleware


def _operation(
    request: HttpRequest, edition: Callable[[], Edition | None], get_response: Render
) -> HttpResponseBase:
    answer = get_response(request)
    if settings.SHARED_CACHE_SECONDS and is_plain_question(request):
        now = edition() if may_be_shared(request, answer) else None
        if now is not None:
            shared_cache.mark(answer, now.keys, GOOD_FOR)
    return answer


def is_plain_question(request: HttpRequest) -> bool:
    """By a visitor, without parameters."""
    return is_visitor(request) and not request.META.get("QUERY_STRING")


def read_at_once(read: Callable[[], T]) -> T:
    """Without asking first whether the connection still lives: if it does not, once more."""
    connection.health_check_done = True  # type: ignore[attr-defined]  # Django’s own, not in its stubs
    try:
        return read()
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        connection.close()
        return read()


shared_pages = SharedPages()
