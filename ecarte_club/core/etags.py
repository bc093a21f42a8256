"""Entity tags: who has the newest version is told so, and nothing is computed for it.

A tag of something that has a version begins with what it is of and the version: `"12-7-…"` is match
12 at version 7. What follows is whatever else its bytes depend on, such as the language. `If-Match`
brings such a tag back with a change, and says by it which version the change was made on.
"""

import hashlib
import re
from collections.abc import Iterable

_VERSIONED = re.compile(r'"(?P<thing>[^"-]+)-(?P<version>[0-9]{1,10})(?:-[^"]*)?"')


def tag(*parts: object) -> str:
    """A strong tag of what the answer depends on; the parts need no secret."""
    return '"' + "-".join(str(part) for part in parts) + '"'


def of_bytes(body: bytes, thing: object = None, version: int | None = None) -> str:
    """Of an answer that lies ready; `version` of the `thing` in it, where it says one."""
    digest = hashlib.blake2b(body, digest_size=12).hexdigest()
    return tag(digest) if version is None else tag(_one_part(thing), version, digest)


def known(if_none_match: str, newest: str) -> bool:
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
    if found is None or found["thing"] not in {_one_part(thing) for thing in things}:
        return None
    return int(found["version"])


def _one_part(thing: object) -> str:
    return str(thing).replace("-", "_")
