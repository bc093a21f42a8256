"""Leads nginx to a version of the site once it is ready.

`python -m ecarte_club.stack.takeover web-1.1.sock web.sock` waits until the first socket is ready
by `/readyz`, then makes the second a link to it. nginx follows the link for every request, so the
version before answers what has reached it, and nothing new. With one socket alone it says whether
that is ready.
"""

import socket
import sys
import time
from pathlib import Path

PATIENCE = 100.0
ASKING = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def is_ready(path: Path) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(10)
            line.connect(str(path))
            line.sendall(ASKING)
            return line.makefile("rb").readline().startswith(b"HTTP/1.1 200 ")
    except OSError:
        return False


def take_over(path: Path, link: Path, *, patience: float = PATIENCE) -> bool:
    """Whether it was ready in time; if it was not, the version before goes on."""
    deadline = time.monotonic() + patience
    while not is_ready(path):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    draft = link.with_name(f"{link.name}.part")
    draft.unlink(missing_ok=True)
    draft.symlink_to(path.name)
    # At once: there is no moment without a link.
    draft.replace(link)
    return True


def main(argv: list[str]) -> int:
    path, *links = map(Path, argv)
    done = take_over(path, links[0]) if links else is_ready(path)
    if not done:
        print(f"{path} is not ready.", file=sys.stderr)
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
