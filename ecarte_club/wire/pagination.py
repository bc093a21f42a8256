from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param

from .digits import whole
from .faults import Invalid


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
            raise Invalid("invalid", text, errors={"cursor": text}) from error
        if cursor and not _made_here(cursor):
            raise Invalid("invalid", text, errors={"cursor": text})
        return cursor

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get("page_size", "")
        size = whole(asked) if asked else self.page_size
        if size is None or not 1 <= size <= self.max_page_size:
            text = _("Must be a whole number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise Invalid("invalid", text, errors={"page_size": text})
        return size

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == "page_size":
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return parameters


def _made_here(cursor: Cursor) -> bool:
    """Positions are ids; a cursor without one is at most a step from an end of the list."""
    if cursor.position is None:
        return bool(cursor.offset or cursor.reverse)
    return whole(str(cursor.position)) is not None


class SortedPages(Pages):
    """Of a list in any order: the cursor says how many lines lie before, which must be read past.

    For lists of some ten thousand lines; what is added meanwhile may shift them.
    """

    offset_cutoff = 10**6

    def paginate_queryset(
        self, queryset: Any, request: Request, view: Any = None
    ) -> list[Any] | None:
        self.request, self.base_url = request, request.build_absolute_uri()
        self.size = self.get_page_size(request)
        cursor = self.decode_cursor(request)
        if cursor and cursor.position is not None:
            text = _("Must be taken from next or previous of another page.")
            raise Invalid("invalid", text, errors={"cursor": text})
        self.offset = cursor.offset if cursor else 0
        found = list(queryset[self.offset : self.offset + self.size + 1])
        self.has_next, self.has_previous = len(found) > self.size, self.offset > 0
        return found[: self.size]

    def get_next_link(self) -> str | None:
        return self._at(self.offset + self.size) if self.has_next else None

    def get_previous_link(self) -> str | None:
        return self._at(max(0, self.offset - self.size)) if self.has_previous else None

    def _at(self, offset: int) -> str:
        if not offset:
            return str(remove_query_param(self.base_url or "", self.cursor_query_param))
        return str(self.encode_cursor(Cursor(offset=offset, reverse=False, position=None)))
