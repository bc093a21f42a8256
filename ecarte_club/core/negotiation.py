from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request


class AnyAccepted(DefaultContentNegotiation):
    """For a view of one media type: a browser that asks for text/csv gets what there is."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type
