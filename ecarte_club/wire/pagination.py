from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

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
