"""The whole site for an ASGI server, the live connections beside Django.

A large club serves pages and API by WSGI, which is several times faster, and only /live/ by this.
"""

import os
import warnings

from django.conf import settings
from django.core.asgi import get_asgi_application

from ecarte_club.startup import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
django_application = get_asgi_application()

from ecarte_club.core import live  # noqa: E402  (with settings)
from ecarte_club.core.bodies import bodies  # noqa: E402
from ecarte_club.core.streams import Receive, Scope, Send  # noqa: E402
from scoring.notifications.services.sending import sender as notifications  # noqa: E402
from scoring.webhooks.api import events  # noqa: E402
from scoring.webhooks.services.sending import sender  # noqa: E402

STREAMS = {"/live/": live.stream, "/live/league/": events.stream}

settle()
live.start()
# Without a worker: what was still to be sent when the site stopped.
if settings.CELERY_TASK_ALWAYS_EAGER:
    sender.wake()
    notifications.wake()
# Style sheets and pictures are read from disk, a block at a time: nobody waits for that.
warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    serve = STREAMS.get(scope["path"])
    if serve is None:
        await bodies.serve(django_application, scope, receive, send)
    else:
        await serve(scope, receive, send)
