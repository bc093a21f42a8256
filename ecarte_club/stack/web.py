"""How granian serves the site."""

import sys
from typing import Literal

Server = Literal["wsgi", "asgi"]


def granian(server: Server, *, port: int, workers: int, host: str = "127.0.0.1") -> tuple[str, ...]:
    """The command. WSGI serves pages and the API, ASGI the live connections or everything."""
    return (
        *(
            sys.executable,
            "-m",
            "granian",
            "--interface",
            {"wsgi": "wsgi", "asgi": "asginl"}[server],
        ),
        *("--host", host, "--port", str(port), "--workers", str(workers)),
        # Granian counts open connections, idle ones too, against backlog / workers.
        *("--no-ws", "--backlog", "4096"),
        # Every thread keeps a connection to the database.
        *(("--blocking-threads", "8") if server == "wsgi" else ()),
        *("--respawn-failed-workers", "--respawn-interval", "0.5", "--workers-kill-timeout", "5"),
        *("--log-level", "warning"),
        f"ecarte_club.{server}:application",
    )
