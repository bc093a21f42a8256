"""Reads and changes on condition (RFC 9110, 13): in one place, for every operation.

A read says its tag, and answers 304 to who has it. A change that names a tag by `If-Match` is made
on that version or not at all: where its content has a `version`, the tag's takes its place, and the
service compares it in the very statement that writes; elsewhere what is read at the address, or
above it, is compared as the change begins.
"""

import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request, clone_request
from rest_framework.response import Response

from . import etags
from .exceptions import Fault, Invalid

IF_MATCH = "If-Match"
# What a 304 says as the whole answer would.
KEPT = ("ETag", "Cache-Control", "Vary", "Link")
Named = Mapping[str, Any]
"""What an address names, as `pk` and `slug`."""


class Failed(Fault):
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
        answer["ETag"] = etags.of_bytes(answer.content, _thing(request), version)
    if not answer.has_header("Cache-Control"):
        answer["Cache-Control"] = "private, no-cache"
    if not etags.known(request.headers.get("If-None-Match", ""), answer["ETag"]):
        return answer
    kept = {name: answer[name] for name in KEPT if answer.has_header(name)}
    return HttpResponse(status=304, headers=kept)


def with_version(request: Request, named: Named) -> Any:
    """The content of a change, with the version that `If-Match` brings.

    Raises: Failed for the tag of anything else; Invalid when the content says another version.
    """
    content, header = request.data, request.headers.get(IF_MATCH, "").strip()
    if header in ("", "*") or not isinstance(content, dict):
        return content
    found = {etags.version_of(one, named.values()) for one in etags.listed(header)} - {None}
    if len(found) != 1:
        raise Failed
    version = found.pop()
    if content.get("version", version) != version:
        text = _("Differs from the version in If-Match: send only one of the two.")
        raise Invalid("invalid", text, errors={"version": text})
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
    _one_at_a_time(path)
    try:
        return etags.matches(header, _tag_of(request, found))
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
        return etags.of_bytes(answer.content)
    body = JSONRenderer().render(answer.data)
    return etags.of_bytes(body, _thing(view), version_read(view, answer.data))


def _thing(asked: Any) -> object:
    """`asked`: a view, or its request."""
    named = asked.parser_context["kwargs"] if isinstance(asked, Request) else asked.kwargs
    return named.get("pk", named.get("slug", ""))


def _one_at_a_time(path: str) -> None:
    """Of those who compare. SQLite has one writer at a time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [zlib.crc32(path.encode())])
