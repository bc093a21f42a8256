"""Worked examples of the API, as data: for a page, docs/api.md, the API's schema and the tests.

A test sends each request as it is printed here, in this order, and compares the answer. `$name`
stands for what differs from club to club; "…" is whatever there is.
"""

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Template
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SIGNED = {"Authorization": "Bearer $token"}
# What the page shows for what differs.
SHOWN: Mapping[str, object] = {
    "site": "https://club.example",
    "token": "TOKEN",
    "league": 1,
    "season": 7,
    "match": 41,
    "ann": 3,
    "bob": 4,
    "tag": '"7-12"',
    "match_tag": '"41-1-0-en-1--3-0-4-0"',
}


@dataclass(frozen=True, slots=True)
class Example:
    """`path` is below /api/v1/; `shows`: the headers of the answer that matter, with their values.

    `keeps`: what later examples call the ETag of this answer. `streams`: the answer goes on.
    """

    name: str
    title: Promise
    text: Promise
    path: str
    answer: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    shows: Mapping[str, str] = field(default_factory=dict)
    keeps: str = ""
    streams: bool = False

    @property
    def is_text(self) -> bool:
        """And not one JSON document."""
        return not self.answer or "\n" in self.answer


HAND = {"dealer": "b", "opening": "stood", "tricks": {"a": 3, "b": 2}}
PAGE = '{"next": null, "previous": null, "results": [%s]}'

EXAMPLES = (
    Example(
        "token",
        _("Authenticate with a token"),
        _(
            "Create a token on your account page and send it with each request. "
            "This request lists the clubs that you may see; without a token, only "
            "public clubs."
        ),
        "clubs?fields=slug,name",
        headers=SIGNED,
        answer=PAGE % '{"slug": "cercle", "name": "Cercle"}',
    ),
    Example(
        "leagues",
        _("List the leagues of a club"),
        _("`fields` selects what you need; an unknown name is refused and shown in the error."),
        "leagues?club=cercle&fields=id,name",
        answer=PAGE % '{"id": $league, "name": "League"}',
    ),
    Example(
        "pages",
        _("Read a long list page by page"),
        _(
            "Follow `next` until it is null; it is also in the header Link. Lines "
            "added while you read cause neither repeats nor gaps."
        ),
        "clubs/cercle/players?sort=name&page_size=1&fields=id,name",
        headers=SIGNED,
        answer='{"next": "…", "previous": null, "results": [{"id": $ann, "name": "Ann"}]}',
    ),
    Example(
        "standings",
        _("Read standings and keep their ETag"),
        _("The ETag says which version you have."),
        "seasons/$season/standings?page_size=2&fields=rank,player,points",
        shows={"ETag": "$tag"},
        keeps="tag",
        answer=(
            '{"season": $season, "count": 2, "results": ['
            '{"rank": 1, "player": {"id": $ann, "name": "Ann"}, "points": 2}, '
            '{"rank": 2, "player": {"id": $bob, "name": "Bob"}, "points": 0}], "…": "…"}'
        ),
    ),
    Example(
        "unchanged",
        _("Ask whether they have changed"),
        _("304 has no content: your copy is up to date, and nothing was computed."),
        "seasons/$season/standings?page_size=2&fields=rank,player,points",
        headers={"If-None-Match": "$tag"},
        status=304,
        shows={"ETag": "$tag"},
    ),
    Example(
        "lines",
        _("Read all standings line by line"),
        _(
            "`standings.ndjson` gives one JSON object a line, `standings.csv` a "
            "table for a spreadsheet; both carry the same ETags."
        ),
        "seasons/$season/standings.ndjson",
        answer='{"rank":1,"player":{"id":$ann,"name":"Ann"},…}\n{"rank":2,…}\n',
    ),
    Example(
        "hand",
        _("Enter a hand"),
        _(
            "Each change carries a key that you choose and the version it was made "
            "on. The answer says what the hand is worth and how the match stands."
        ),
        "matches/$match/hands",
        headers={**SIGNED, "Idempotency-Key": "table-1-hand-1"},
        body={"version": 0, **HAND},
        status=201,
        answer=(
            '{"entry": {"number": 1, "kind": "hand", "…": "…"}, '
            '"marks": [{"seat": "a", "points": 1, "…": "…"}], "warnings": [], '
            '"match": {"id": $match, "version": 1, "…": "…"}}'
        ),
    ),
    Example(
        "retry",
        _("Try again when no answer comes"),
        _(
            "With the same key, the answer is the same as the first time, and "
            "nothing is entered twice."
        ),
        "matches/$match/hands",
        headers={**SIGNED, "Idempotency-Key": "table-1-hand-1"},
        body={"version": 0, **HAND},
        status=201,
        shows={"Idempotency-Replayed": "true"},
        answer='{"entry": {"number": 1, "…": "…"}, "match": {"version": 1, "…": "…"}, "…": "…"}',
    ),
    Example(
        "conflict",
        _("When somebody else was first"),
        _(
            "Another phone has entered that hand: the change is refused with a "
            "problem document (RFC 9457). Branch on `code`; `errors` names the "
            "fields."
        ),
        "matches/$match/hands",
        headers={**SIGNED, "Idempotency-Key": "table-1-hand-2"},
        body={"version": 0, **HAND},
        status=409,
        answer=(
            '{"type": "/api/problems#stale_version", "title": "Conflict", "status": 409, '
            '"detail": "…", "code": "stale_version", "errors": [{"field": "version", '
            '"detail": "Must be 1, the current version."}], "current_version": 1}'
        ),
    ),
    Example(
        "match",
        _("Read the match and its ETag"),
        _("Where a thing has a version, you can send its ETag instead."),
        "matches/$match?fields=id,version,score",
        shows={"ETag": "$match_tag"},
        keeps="match_tag",
        answer='{"id": $match, "version": 1, "score": {"a": 1, "b": 0}}',
    ),
    Example(
        "if_match",
        _("Write only if nothing has changed"),
        _("If-Match is the version that you read: 412 says that it is no longer the newest."),
        "matches/$match/hands",
        headers={**SIGNED, "Idempotency-Key": "table-1-hand-3", "If-Match": "$match_tag"},
        body={"opening": "exchanged", "tricks": {"a": 4, "b": 1}},
        status=201,
        answer='{"entry": {"number": 2, "…": "…"}, "match": {"version": 2, "…": "…"}, "…": "…"}',
    ),
    Example(
        "failed",
        _("When the condition does not hold"),
        _("The same request with a new key: the match has changed since."),
        "matches/$match/hands",
        headers={**SIGNED, "Idempotency-Key": "table-1-hand-4", "If-Match": "$match_tag"},
        body={"opening": "exchanged", "tricks": {"a": 4, "b": 1}},
        status=412,
        answer='{"status": 412, "code": "precondition_failed", "current_version": 2, "…": "…"}',
    ),
    Example(
        "events",
        _("Follow what happens in a league"),
        _(
            "Server-sent events: each says what changed and where to read it. Send "
            "the last one you have as `Last-Event-ID`, so that you miss none."
        ),
        "leagues/$league/events",
        headers={"Last-Event-ID": "0"},
        streams=True,
        answer='…\nid: 1\nevent: season.opened\ndata: {"type": "season.opened", …}\n\n…',
    ),
)

VERIFY_TITLE = _("Verify a webhook")
VERIFY_TEXT = _(
    "Each message is signed with the secret you were shown when the "
    "webhook was created, following Standard Webhooks 1.0.0. Refuse "
    "messages older than five minutes and those you have already received."
)
VERIFY = """\
import base64, hashlib, hmac, time

def is_ours(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    identity, sent_at = headers["Webhook-Id"], headers["Webhook-Timestamp"]
    content = b".".join([identity.encode(), sent_at.encode(), body])
    wanted = base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()
    signatures = [one.removeprefix("v1,") for one in headers["Webhook-Signature"].split()]
    is_fresh = abs(time.time() - int(sent_at)) < 300
    return is_fresh and any(hmac.compare_digest(wanted, one) for one in signatures)
"""


def filled(text: str, values: Mapping[str, object]) -> str:
    return Template(text).substitute(values)


def curl(example: Example, values: Mapping[str, object] = SHOWN) -> str:
    """The request as one would type it."""
    options = "-NL " if example.streams else "-i " if example.shows else ""
    parts = [f"curl {options}{shlex.quote(filled(f'$site/api/v1/{example.path}', values))}"]
    parts += [
        f"-H {shlex.quote(f'{name}: {filled(value, values)}')}"
        for name, value in example.headers.items()
    ]
    if example.body is not None:
        parts.append(f"--json {shlex.quote(_in_lines(example.body))}")
    return " \\\n  ".join(parts)


def _in_lines(body: Mapping[str, Any]) -> str:
    """A field a line, so that nothing runs out of a narrow page."""
    fields = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in body.items()]
    return "{\n    " + ",\n    ".join(fields) + "\n  }"


def answered(example: Example, values: Mapping[str, object] = SHOWN) -> str:
    """The answer as it is shown: its status, the headers that matter, and what is in it."""
    head = [f"HTTP/1.1 {example.status}"]
    head += [f"{name}: {filled(value, values)}" for name, value in example.shows.items()]
    body = filled(example.answer, values)
    if not example.is_text:
        body = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
        body = body.replace('"…": "…"', "…")
    return "\n".join(head) + (f"\n\n{body}" if body else "")


def examples_everywhere(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """In the schema: beside the operation that each of them is a request of."""
    for example in EXAMPLES:
        operation = _operation(result["paths"], example)
        title = str(example.title)
        if example.body is not None:
            content = operation["requestBody"]["content"]["application/json"]
            content.setdefault("examples", {})[example.name] = {
                "summary": title,
                "value": dict(example.body),
            }
        content = operation["responses"][str(example.status)].get("content", {})
        if not example.is_text and "application/json" in content:
            answer = _without_gaps(json.loads(filled(example.answer, SHOWN)))
            content["application/json"].setdefault("examples", {})[example.name] = {
                "summary": title,
                "value": answer,
            }
    return result


def _operation(paths: Mapping[str, Any], example: Example) -> dict[str, Any]:
    address = f"/api/v1/{filled(example.path, SHOWN).partition('?')[0]}"
    method = "get" if example.body is None else "post"
    for path in sorted(paths, key=lambda path: path.count("{")):
        pattern = re.sub(r"\\{.*?\\}", "[^/]+", re.escape(path))
        if method in paths[path] and re.fullmatch(pattern, address):
            operation: dict[str, Any] = paths[path][method]
            return operation
    raise ValueError(f"no operation for the example {example.name}")


def _without_gaps(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {name: _without_gaps(value) for name, value in answer.items() if name != "…"}
    return [_without_gaps(value) for value in answer] if isinstance(answer, list) else answer


def markdown() -> str:
    """For docs/api.md; in the language that is active."""
    parts = [
        f"### {one.title}\n\n{one.text}\n\n```sh\n{curl(one)}\n```\n\n"
        f"```http\n{answered(one)}\n```\n"
        for one in EXAMPLES
    ]
    parts.append(f"### {VERIFY_TITLE}\n\n{VERIFY_TEXT}\n\n```python\n{VERIFY}```\n")
    return "\n".join(parts)
