"""The page that checks transcripts in the browser, and what it is saved with.

Nothing is sent to the site: the script reads the file. The same script, style and words make up one
file that works without the site, in both languages.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import safe_page

from . import labels

SCRIPTS: Final = tuple(
    f"js/verify/{name}.js" for name in ("deal", "form", "hand", "match", "checks", "page")
)
STYLES: Final = ("css/site.css", "css/parts.css", "css/verify.css")
# The fonts of the site are beside its styles, and not beside a saved file.
FONT_FACE: Final = re.compile(r"@font-face \{.*?\}\n", re.DOTALL)
PROGRAM: Final = Path(__file__).with_name("verify.py")


@safe_page
def page(request: HttpRequest) -> HttpResponse:
    context = {
        **_tool(get_language() or settings.LANGUAGE_CODE),
        "scripts": SCRIPTS,
        "program_hash": sha256(PROGRAM.read_bytes()).hexdigest(),
        "saved_hash": sha256(saved_page()).hexdigest(),
    }
    return render(request, "verify/verify.html", context)


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    return _attachment(PROGRAM.read_bytes(), "verify.py", "text/x-python; charset=utf-8")


@require_safe
def saved(request: HttpRequest) -> HttpResponse:
    return _attachment(saved_page(), "verify.html", "text/html; charset=utf-8")


@lru_cache(maxsize=1)
def saved_page() -> bytes:
    """The same for everybody, so that its hash is."""
    context = {
        "styles": FONT_FACE.sub("", "".join(_static(STYLES))),
        "scripts": "".join(_static(SCRIPTS)),
        "tools": [_rendered(code) for code, _name in settings.LANGUAGES],
    }
    return render_to_string("verify/saved.html", context).encode()


def _rendered(language: str) -> dict[str, str]:
    with override(language):
        tool = _tool(language)
        html = render_to_string("verify/tool.html", tool)
        return {"language": language, "title": tool["title"], "html": html}


def _tool(language: str) -> dict[str, Any]:
    return {"language": language, "title": labels.title(), "words": labels.words(language)}


def _static(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield Path(str(finders.find(name))).read_text(encoding="utf-8")


def _attachment(content: bytes, name: str, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
