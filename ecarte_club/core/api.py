"""What the API's views have in common: who asks, reads on condition, and writes that are safe to
repeat."""

import gzip
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from . import etags
from .exceptions import Fault, Invalid, Stale
from .idempotency import Answer, actor_key, fingerprint, is_answered, once

T = TypeVar("T")
ENVELOPE = {"next", "previous", "results"}


def thinned(body: Any, asked: str, known: tuple[str, ...]) -> Any:
    """`known`: the fields there are; none where any are allowed. Raises: Invalid, naming `fields`.

    Of a page of a list its lines are thinned; what tells where the next page is stays.
    """
    names = [name for name in asked.split(",") if name]
    if strange := [name for name in names if known and name not in known]:
        text = _("There is no such field here: %(strange)s. Known: %(known)s.")
        told = text % {"strange": ", ".join(strange)[:200], "known": ", ".join(known)}
        raise Invalid("unknown_field", told, field="fields")
    if isinstance(body, dict) and body.keys() >= ENVELOPE:
        return {**body, "results": [_of(line, names) for line in body["results"]]}
    if isinstance(body, list):
        return [_of(line, names) for line in body]
    return _of(body, names)


def _of(thing: Any, names: list[str]) -> Any:
    if not isinstance(thing, dict) or not names:
        return thing
    return {name: value for name, value in thing.items() if name in names}


_KNOWN: dict[object, tuple[str, ...]] = {}


def fields_of(view: Any) -> tuple[str, ...]:
    """The fields of what a view answers to GET, as the schema has them; none where it has none."""
    kind = type(view)
    if kind not in _KNOWN:
        _KNOWN[kind] = _names(_answer_of(view))
    return _KNOWN[kind]


def _answer_of(view: Any) -> Any:
    if answer := getattr(view, "serializer_class", None):
        return answer
    if "schema" not in getattr(view.get, "kwargs", {}):
        return None
    return _inspector(view, "GET").get_response_serializers()


def _inspector(view: Any, method: str) -> Any:
    """What describes the operation in the schema."""
    handler = getattr(view, method.lower())
    described = getattr(handler, "kwargs", {}).get("schema") or type(view.schema)
    inspector = described()
    inspector.view, inspector.method, inspector.path = view, method, view.request.path
    return inspector


_PARAMETERS: dict[tuple[object, str], tuple[str, ...]] = {}


def query_parameters(view: Any, method: str) -> tuple[str, ...]:
    """The parameters of an operation, as the schema has them."""
    key = type(view), method
    if key not in _PARAMETERS:
        names = _inspector(view, method).query_parameters()
        has_fields = method == "GET" and bool(fields_of(view))
        _PARAMETERS[key] = (*names, *(["fields"] * has_fields))
    return _PARAMETERS[key]


def check_parameters(view: Any, request: Request) -> None:
    """A misspelt filter would be ignored, and everything answered. Raises: Invalid."""
    method = "GET" if request.method == "HEAD" else str(request.method)
    if not request.query_params or not hasattr(view, method.lower()) or method == "OPTIONS":
        return
    known = query_parameters(view, method)
    unknown = sorted(request.query_params.keys() - set(known))
    if unknown:
        text = _("There is no such parameter here. Known: %(known)s.") % {
            "known": ", ".join(known) or "–"
        }
        detail = _("Some values are not valid: see errors.")
        raise Invalid("unknown_parameter", detail, errors={name[:200]: text for name in unknown})


def _names(answer: Any) -> tuple[str, ...]:
    if isinstance(answer, dict):
        first = (value for status, value in answer.items() if status in (200, "200"))
        answer = next(first, None)
    if isinstance(answer, type) and issubclass(answer, serializers.Serializer):
        answer = answer()
    if isinstance(answer, serializers.ListSerializer):
        answer = answer.child
    if not isinstance(answer, serializers.Serializer):
        return ()
    if answer.fields.keys() >= ENVELOPE:
        return _names(answer.fields["results"])
    return tuple(answer.fields)


# What it says of itself would be said of each form in the schema: hence no docstring.
class StrictSerializer(serializers.Serializer[Any]):
    # Refuses a field it does not know: a misspelt one would be lost without a word.
    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(str(name) for name in data.keys() - self.fields.keys())
            if unknown:
                known = ", ".join(self.fields)
                text = _("There is no such field here. Known: %(known)s.") % {"known": known}
                raise serializers.ValidationError({name: [text] for name in unknown})
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """A JSON number. "5", 5.0 and true are not whole numbers."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """A JSON string. 5 and 5.0 are not text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """true or false. "yes" and 1 are neither."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictChoice(serializers.ChoiceField):
    """One of a few texts; what else was sent is told which."""

    default_error_messages = {"invalid_choice": gettext_lazy("Must be one of: {allowed}.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", allowed=", ".join(map(str, self.choices)))
        return data


class View(APIView):
    # Whether the content of the change has brought the version that it was made on.
    compares = False
    # Of what was read, where the answer itself does not say it: set by `get`, said by the tag.
    read_version: int | None = None
    # What `post` reads and answers, where `extend_schema` does not say it; the docstring of the
    # class describes it then.
    serializer_in: type[StrictSerializer]
    serializer_out: Any

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_parameters(self, request)

    def validated(self, form: type[StrictSerializer]) -> dict[str, Any]:
        """The request's content as `form` understands it. Raises: ValidationError, Failed."""
        content = self.request.data
        if "version" in form().fields:
            self.compares = True
            content = etags.with_version(self.request, self.kwargs)
        serializer = form(data=content)
        serializer.is_valid(raise_exception=True)
        return dict(serializer.validated_data)

    def paginated(self, rows: QuerySet[Any], represented: Callable[[list[Any]], Any]) -> Response:
        """One page of the rows, by the view's `pagination_class`."""
        pages = self.pagination_class()  # type: ignore[attr-defined]  # of views that call this
        page = pages.paginate_queryset(rows, self.request, self) or []
        answer: Response = pages.get_paginated_response(represented(page))
        return answer

    def write(
        self, request: Request, act: Callable[[], Any], status: int = 201, *, who: str = ""
    ) -> Response:
        """`act` once for the request's Idempotency-Key; its answer again when repeated.

        `who`: whom the key is of, where nobody need be known to write.
        """
        if not who:
            require_sign_in(request)
        answer = once(
            who=actor_key(request) or who,
            key=request.headers.get("Idempotency-Key", ""),
            content=fingerprint(request.method, request.path, request.data),
            act=lambda: Answer(status, self.on_condition(request, act)),
        )
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)

    def write_prepared(
        self,
        request: Request,
        prepare: Callable[[], T],
        act: Callable[[T], Any],
        *,
        writes: bool = False,
    ) -> Response:
        """`write`, with what takes long done before its transaction, which other writers wait for.

        `prepare` is left out for a key that was answered. If it `writes`, in short transactions of
        its own, `If-Match` is compared before it begins.
        """
        require_sign_in(request)
        key = request.headers.get("Idempotency-Key", "")
        content = fingerprint(request.method, request.path, request.data)
        prepared: list[T] = []
        if not is_answered(who=actor_key(request), key=key, content=content):
            if writes and not etags.hold(request):
                raise etags.PreconditionFailed
            self.compares = self.compares or writes
            prepared.append(prepare())
        return self.write(request, lambda: act(prepared[0]))

    def on_condition(self, request: Request, act: Callable[[], Any]) -> Any:
        """In the transaction of the act, which is taken back when the condition does not hold.

        Some acts read their content themselves, and only then say whether it has a version.
        """
        holds = self.compares or etags.hold(request)
        done = act()
        if not (holds or self.compares):
            raise etags.PreconditionFailed
        return done

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Stale) and self.request.headers.get(etags.IF_MATCH):
            exc = etags.PreconditionFailed(exc.extra)
        return super().handle_exception(exc)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        if request.method in ("GET", "HEAD") and response.status_code == 200:
            try:
                response = self._read(request, response)
            except Fault as fault:
                response = self.handle_exception(fault)
        return super().finalize_response(request, response, *args, **kwargs)

    def _read(self, request: Request, answer: Any) -> Any:
        """The answer to a read: with the fields that are asked for, with its tag, or as a 304."""
        if getattr(answer, "streaming", False) or answer.get("Cache-Control") == "no-store":
            return answer
        asked = request.query_params.get("fields", "")
        if not isinstance(answer, Response):
            if asked and answer["Content-Type"].startswith("application/json"):
                self._thin(answer, asked)
            return etags.tagged(request, answer, None)
        version = etags.version_read(self, answer.data)
        if (links := linked(answer.data)) and not answer.has_header("Link"):
            answer["Link"] = links
        if asked:
            answer.data = thinned(answer.data, asked, fields_of(self))
        answer.add_post_render_callback(lambda made: etags.tagged(request, made, version))
        return answer

    def _thin(self, answer: HttpResponse, asked: str) -> None:
        """Of an answer that lay ready as bytes."""
        body = thinned(json.loads(answer.content), asked, fields_of(self))
        answer.content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        answer["Content-Length"] = str(len(answer.content))


def linked(body: object) -> str:
    """The pages beside this one, for the header `Link`."""
    if not isinstance(body, dict):
        return ""
    ways = {"next": body.get("next"), "prev": body.get("previous")}
    return ", ".join(f'<{to}>; rel="{rel}"' for rel, to in ways.items() if isinstance(to, str))


def require_sign_in(request: Request) -> None:
    if not actor_key(request):
        raise NotAuthenticated


class AnyAccepted(DefaultContentNegotiation):
    """For a view of one media type: a browser that asks for text/csv gets what there is."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class FileView(View):
    """For a file: whoever asks for it by its address gets it, whatever they accept."""

    content_negotiation_class = AnyAccepted


class _Schema(NamedTuple):
    content: bytes
    zipped: bytes
    headers: dict[str, str]
    tag: str


# To make it takes a second of a processor, which anybody could ask for.
_made: dict[tuple[str, str], _Schema] = {}


class SchemaView(SpectacularAPIView):
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """As YAML or JSON, in the language of who asks, compressed for who takes it so."""
        wanted = request.GET.get("lang")
        language = wanted if wanted in dict(settings.LANGUAGES) else get_language()
        asked = (str(request.accepted_renderer.media_type), str(language))
        if asked not in _made:
            with override(language):
                made: Response = self._get_schema_response(request)  # type: ignore[no-untyped-call]  # of the library
                made = self.finalize_response(request, made).render()
            content = bytes(made.content)
            tag = quote_etag(sha256(content).hexdigest()[:32])
            _made[asked] = _Schema(content, gzip.compress(content, 9), dict(made.headers), tag)
        return _sent(request, _made[asked])

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, ("Accept-Encoding",))
        return answer

    def _get_version_parameter(self, request: Request) -> None:
        """There is one; what somebody writes into an address is not for others to read."""


def _sent(request: Request, schema: _Schema) -> HttpResponseBase:
    """Or 304 for who has it. The tag is a weak one where the bytes are others, packed."""
    is_zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(schema.zipped if is_zipped else schema.content, headers=schema.headers)
    answer["ETag"] = f"W/{schema.tag}" if is_zipped else schema.tag
    answer["Cache-Control"] = "no-cache"
    if is_zipped:
        answer["Content-Encoding"] = "gzip"
    found = get_conditional_response(request._request, etag=answer["ETag"], response=answer)
    return answer if found is None else found
