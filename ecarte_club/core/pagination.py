"""Pages of lists, for the API and for pages alike."""

import zlib
from datetime import date, datetime
from functools import reduce
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from .exceptions import Invalid
from .parsing import whole_number


class Pages(CursorPagination):
    """Follow `next` until it is null. A page costs the same however far in it lies."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-pk"

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Raises: Invalid for what was never in a `next` or `previous`."""
        text = _("Must be taken from next or previous of another page.")
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise Invalid("invalid", text, field="cursor") from error
        if cursor and not _is_own_cursor(cursor):
            raise Invalid("invalid", text, field="cursor")
        return cursor

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get("page_size", "")
        size = whole_number(asked) if asked else self.page_size
        if size is None or not 1 <= size <= self.max_page_size:
            text = _("Must be a whole number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise Invalid("invalid", text, field="page_size")
        return size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == "page_size":
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return parameters

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        beside = {"type": "string", "nullable": True, "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**beside, "description": "Null on the last page."},
                "previous": {**beside, "description": "Null on the first page."},
                "results": schema,
            },
        }


def _is_own_cursor(cursor: Cursor) -> bool:
    """Positions are ids; a cursor without one is at most a step from an end of the list."""
    if cursor.position is None:
        return bool(cursor.offset or cursor.reverse)
    return whole_number(str(cursor.position)) is not None


class SortedPages(Pages):
    """Of a list in any order that ends with an id, such as `("sort_name", "pk")`.

    The cursor is where a page ended, and not how many lines lay before: what is added or taken
    away meanwhile neither repeats a line nor leaves one out. None of the columns may be null.
    """

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        self.request, self.base_url = request, request.build_absolute_uri()
        self.size, self.order = self.get_page_size(request), tuple(queryset.query.order_by)
        place = _place(request.query_params.get(self.cursor_query_param, ""), self.order)
        back = place is not None and place.back
        if place:
            queryset = queryset.filter(_after(_turned(self.order) if back else self.order, place))
        if back:
            queryset = queryset.order_by(*_turned(self.order))
        found = list(queryset[: self.size + 1])
        more, page = len(found) > self.size, found[: self.size]
        self.has_next, self.has_previous = (True, more) if back else (more, place is not None)
        self.lines = page[::-1] if back else page
        if not page:  # nothing is left there: the beginning is the way out
            self.has_next = False
        return self.lines

    def get_next_link(self) -> str | None:
        return self._at(self.lines[-1], back=False) if self.has_next else None

    def get_previous_link(self) -> str | None:
        if not self.has_previous:
            return None
        if not self.lines:
            return str(remove_query_param(self.base_url or "", self.cursor_query_param))
        return self._at(self.lines[0], back=True)

    def _at(self, row: Any, *, back: bool) -> str:
        values = [_to_json(_value(row, name)) for name in self.order]
        cursor = _signer().sign_object([list(self.order), back, values], compress=True)
        return str(replace_query_param(self.base_url or "", self.cursor_query_param, cursor))


def _signer() -> Signer:
    """Without the time of day: the same page is the same bytes, and has the same tag."""
    return Signer(salt="sorted-pages")


class _Place(NamedTuple):
    """Beside which line to go on: its values of the columns, and whether backwards."""

    back: bool
    values: list[Any]


def _place(cursor: str, order: tuple[str, ...]) -> _Place | None:
    """Raises: Invalid for what was never in a `next` or `previous` of a list in this order."""
    if not cursor:
        return None
    try:
        made_for, back, values = _signer().unsign_object(cursor)
    except (BadSignature, ValueError, UnicodeError, zlib.error) as error:
        raise _strange() from error
    if tuple(made_for) != order:
        raise _strange()
    return _Place(back, [_from_json(value) for value in values])


def _strange() -> Invalid:
    text = _("Must be taken from next or previous of another page.")
    return Invalid("invalid", text, field="cursor")


def _turned(order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)


def _after(order: tuple[str, ...], place: _Place) -> Q:
    """What comes after it: equal in the first columns, and then further in the next."""
    beyond, equal = Q(), Q()
    for name, value in zip(order, place.values, strict=True):
        column = name.removeprefix("-")
        further = "lt" if name.startswith("-") else "gt"
        beyond |= equal & Q(**{f"{column}__{further}": value})
        equal &= Q(**{column: value})
    return beyond


def _value(row: Any, name: str) -> Any:
    return reduce(getattr, name.removeprefix("-").split("__"), row)


def _to_json(value: Any) -> Any:
    """As JSON can keep it: moments and days under what they are."""
    if isinstance(value, datetime):
        return {"at": value.isoformat()}
    return {"on": value.isoformat()} if isinstance(value, date) else value


def _from_json(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return datetime.fromisoformat(value["at"]) if "at" in value else date.fromisoformat(value["on"])
