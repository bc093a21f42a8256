"""The whole site for an ASGI server, the live connections beside Django.

A large club serves pages and API by WSGI, which is several times faster, and only /live/ by this.
"""

import os
import warnings

from django.core.asgi import get_asgi_application

from ecarte_club.startup import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
django_application = get_asgi_application()

from ecarte_club.core.live import Receive, Scope, Send, stream  # noqa: E402  (with settings)

settle()
# Style sheets and pictures are read from disk, a block at a time: nobody waits for that.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http" and scope["path"] == "/live/":
        await stream(scope, receive, send)
    elif scope["type"] == "http":
        await django_application(scope, receive, send)
