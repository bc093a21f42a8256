"""The files of a table online, in few requests: each is work for four programs."""

import mimetypes
import re
from functools import cache

from django.conf import settings

FIGURE = re.compile(rb"(<symbol [^>]*>).*?</symbol>", re.DOTALL)
SHARED = re.compile(rb"<defs>.*?</defs>", re.DOTALL)
DRAWINGS = re.compile(r"/static/svg/(?:cards|faces|marker)\.svg")
# They run, or hold, in the order in which they are named.
JOINED = (
    re.compile(r'(<script src="/static/js/)([^"/]+)(" defer></script>)'),
    re.compile(r'(<link rel="stylesheet" href="/static/css/)([^"/]+)(">)'),
)


def joined(html: str) -> str:
    """With one address for all of its scripts, one for all of its style sheets, and no other for
    its drawings."""
    for tag in JOINED:
        before, names, after = zip(*tag.findall(html), strict=True)
        head, rest = tag.split(html, maxsplit=1)[:: tag.groups + 1]
        html = f"{head}{before[0]}{'+'.join(names)}{after[0]}{tag.sub('', rest)}"
    return _with_drawings(html)


def _with_drawings(html: str) -> str:
    """A browser whose requests are answered by a test keeps no file: each figure that is shown
    would ask for its file again."""
    drawings = "".join(file(path)[0].decode() for path in sorted(set(DRAWINGS.findall(html))))
    html = DRAWINGS.sub("", html)
    return html.replace("</body>", f"<div hidden>{drawings}</div></body>")


@cache
def file(path: str) -> tuple[bytes, str]:
    """Its content and type. The figures on cards, which test_card_faces looks at, and those of the
    score would be a third of what a browser has to do for a table."""
    folder, _, names = path.rpartition("/")
    place = settings.BASE_DIR / folder.lstrip("/")
    content = b"\n".join((place / name).read_bytes() for name in names.split("+"))
    if names in ("faces.svg", "marker.svg"):
        content = SHARED.sub(b"", content)
        content = FIGURE.sub(rb"\1<path d='M0 0h300v420z'/></symbol>", content)
    return content, mimetypes.guess_type(names)[0] or "application/octet-stream"
