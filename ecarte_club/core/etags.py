"""Reads and changes on condition (RFC 9110, 13), by entity tags, in one place for every operation.

A tag of something that has a version begins with what it is of and the version: `"12-7-…"` is match
12 at version 7. What follows is whatever else its bytes depend on, such as the language.

A read sends its tag, and answers 304 to who has it. A change that names a tag by `If-Match` is made
on that version or not at all: where its content has a `version`, the tag's takes its place, and the
service compares it in the very statement that writes; elsewhere what is read at the address, or
above it, is compared as the change begins.
"""

import hashlib
import re
import zlib
from collections.abc import Hashable, Iterable, Iterator, Mapping
from threading import Lock
from typing import Any, Generic, TypeVar

from cachetools import LRUCache
from django.db import connection
from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request, clone_request
from rest_framework.response import Response

from .exceptions import Fault, Invalid

IF_MATCH = "If-Match"
# What a 304 says as the whole answer would.
KEPT = ("ETag", "Cache-Control", "Vary", "Link")
Named = Mapping[str, Any]
"""What an address names, as `pk` and `slug`."""
_VERSIONED = re.compile(r'"(?P<thing>[^"-]+)-(?P<version>[0-9]{1,10})(?:-[^"]*)?"')


def tag(*parts: object) -> str:
    """A strong tag of what the answer depends on; the parts need no secret."""
    return '"' + "-".join(str(part) for part in parts) + '"'


def of_bytes(body: bytes, thing: object = None, version: int | None = None) -> str:
    """Of an answer that lies ready; `version` of the `thing` in it, where it says one."""
    digest = hashlib.blake2b(body, digest_size=12).hexdigest()
    return tag(digest) if version is None else tag(_escaped(thing), version, digest)


def is_current(if_none_match: str, newest: str) -> bool:
    """Whether the header's value says that the actor has `newest` (RFC 9110, 13.1.2)."""
    tags = {one.removeprefix("W/") for one in listed(if_none_match)}
    return newest in tags or "*" in tags


def matches(if_match: str, newest: str) -> bool:
    """Whether it names `newest`, strongly: a weak tag never does (RFC 9110, 13.1.1)."""
    tags = listed(if_match)
    return newest in tags or "*" in tags


def listed(header: str) -> set[str]:
    return {one.strip() for one in header.split(",") if one.strip()}


def version_of(one: str, things: Iterable[object]) -> int | None:
    """The version in a tag of one of these things; None for any other tag."""
    found = _VERSIONED.fullmatch(one)
    if found is None or found["thing"] not in {_escaped(thing) for thing in things}:
        return None
    return int(found["version"])


def _escaped(thing: object) -> str:
    return str(thing).replace("-", "_")


class PreconditionFailed(Fault):
    """`If-Match` names another version than there is. `extra`: what the service found instead."""

    status = 412

    def __init__(self, extra: Mapping[str, object] | None = None) -> None:
        text = _(
            "The version is not the one in If-Match. Read it again, then send "
            "again if your change still applies."
        )
        super().__init__("precondition_failed", text, errors={IF_MATCH: text}, extra=extra)


def version_in(body: object, named: Named, *, is_written_here: bool) -> int | None:
    """Of the thing that the address names; another thing's in the answer about it is not."""
    version = body.get("version") if isinstance(body, dict) else None
    if type(version) is not int or not isinstance(body, dict):
        return None
    return version if is_written_here or body.get("id") == named.get("pk") else None


def version_read(view: Any, body: object) -> int | None:
    """What its tag says: the version that a change of what was read is compared with."""
    said: int | None = getattr(view, "read_version", None)
    if said is not None:
        return said
    return version_in(body, view.kwargs, is_written_here=hasattr(view, "post"))


def tagged(request: Request, answer: HttpResponse, version: int | None) -> HttpResponse:
    """With a tag, if it has none yet; 304 to who has it."""
    if not answer.has_header("ETag"):
        answer["ETag"] = of_bytes(answer.content, _thing_id(request), version)
    if not answer.has_header("Cache-Control"):
        answer["Cache-Control"] = "private, no-cache"
    if not is_current(request.headers.get("If-None-Match", ""), answer["ETag"]):
        return answer
    kept = {name: answer[name] for name in KEPT if answer.has_header(name)}
    return HttpResponse(status=304, headers=kept)


def with_version(request: Request, named: Named) -> Any:
    """The content of a change, with the version that `If-Match` brings.

    Raises: PreconditionFailed for the tag of anything else; Invalid when the content says another
    version.
    """
    content, header = request.data, request.headers.get(IF_MATCH, "").strip()
    if header in ("", "*") or not isinstance(content, dict):
        return content
    found = {version_of(one, named.values()) for one in listed(header)} - {None}
    if len(found) != 1:
        raise PreconditionFailed
    version = found.pop()
    if content.get("version", version) != version:
        text = _("Differs from the version in If-Match: send only one of the two.")
        raise Invalid("invalid", text, field="version")
    return {**content, "version": version}


def hold(request: Request) -> bool:
    """Of a change whose content has no version, in its transaction: what can be read there, or at
    the nearest address above, is what `If-Match` says. False where nothing can."""
    header = request.headers.get(IF_MATCH, "")
    if not header:
        return True
    path, found = next(_above(request.path_info), ("", None))
    if found is None:
        return False
    _lock_path(path)
    try:
        return matches(header, _tag_of(request, found))
    except Fault:
        return False


def _above(path: str) -> Iterator[tuple[str, ResolverMatch]]:
    """What can be read there, and then at the addresses that it is under."""
    while path.strip("/"):
        try:
            found = resolve(path)
        except Resolver404:
            return
        if hasattr(getattr(found.func, "cls", None), "get"):
            yield path, found
        path = path.rpartition("/")[0]


def _tag_of(request: Request, found: ResolverMatch) -> str:
    func: Any = found.func
    view, asked = func.cls(**func.initkwargs), clone_request(request, "GET")
    view.setup(asked, *found.args, **found.kwargs)
    view.format_kwarg = None
    answer = view.get(asked, *found.args, **found.kwargs)
    if answer.has_header("ETag"):
        return str(answer["ETag"])
    if not isinstance(answer, Response):
        return of_bytes(answer.content)
    body = JSONRenderer().render(answer.data)
    return of_bytes(body, _thing_id(view), version_read(view, answer.data))


def _thing_id(asked: Any) -> object:
    """`asked`: a view, or its request."""
    named = asked.parser_context["kwargs"] if isinstance(asked, Request) else asked.kwargs
    return named.get("pk", named.get("slug", ""))


def _lock_path(path: str) -> None:
    """Of those who compare. SQLite has one writer at a time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [zlib.crc32(path.encode())])


T = TypeVar("T")


class VersionCache(Generic[T]):
    """By what a thing was made of and in which form. What nobody asks for is dropped first."""

    def __init__(self, most: int = 512) -> None:
        self._lock = Lock()
        self._things: LRUCache[tuple[Hashable, str], T] = LRUCache(most)

    def get(self, edition: Hashable, form: str) -> T | None:
        with self._lock:
            return self._things.get((edition, form))

    def put(self, edition: Hashable, form: str, thing: T) -> None:
        with self._lock:
            self._things[edition, form] = thing

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
