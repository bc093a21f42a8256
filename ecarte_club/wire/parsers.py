from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON, read only up to what a request may hold."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > limit:
            raise TooLarge(_("A request may hold %(limit)s bytes at most.") % {"limit": limit})
        return super().parse(stream, media_type, parser_context)
