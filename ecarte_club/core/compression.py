"""Pages go out compressed to who takes them so; answers that have a tag keep their bytes."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PagesZipped(GZipMiddleware):
    """The library's, with its guard against guessing what is in a page from its length."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and not response.has_header("ETag"):
            return super().process_response(request, response)
        return response
