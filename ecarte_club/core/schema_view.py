"""The OpenAPI schema, made once in a process: it is the same for whoever asks."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language, override
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

# To make it takes a second of a processor, which anybody could ask for.
_made: dict[tuple[str, str], HttpResponse] = {}


class SchemaView(SpectacularAPIView):
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """As YAML or JSON, in the language of who asks."""
        wanted = request.GET.get("lang")
        language = wanted if wanted in dict(settings.LANGUAGES) else get_language()
        asked = (str(request.accepted_renderer.media_type), str(language))
        if asked not in _made:
            with override(language):
                made: Response = self._get_schema_response(request)  # type: ignore[no-untyped-call]
                made = self.finalize_response(request, made).render()
            _made[asked] = HttpResponse(made.content, headers=dict(made.headers))
        kept = _made[asked]
        return HttpResponse(kept.content, headers=dict(kept.headers))

    def _get_version_parameter(self, request: Request) -> None:
        """There is one; what somebody writes into an address is not for others to read."""
