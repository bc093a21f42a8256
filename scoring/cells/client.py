"""What one cell asks another, by the secret that they share."""

from datetime import datetime
from typing import IO, Any

import requests
from django.conf import settings

from scoring.archive.format import release

ASKING, SENDING = (5, 30), (5, 540)
"""Seconds to connect, and for the answer."""


class Refused(Exception):
    """The other cell answered, and did nothing."""


def check(address: str, slug: str) -> None:
    """Raises: Refused when the club could not be taken; requests' errors."""
    _post(address, "check", json={"slug": slug, "release": release()}, timeout=ASKING)


def send(
    address: str, file: IO[bytes], *, slug: str, key: str, since: datetime, origin: str
) -> int:
    """By how much ids were raised there. Raises: Refused; requests' errors, after which it may have
    arrived all the same."""
    headers = {
        "Content-Type": "application/zip",
        "X-Club": slug,
        "X-Move-Key": key,
        "X-Move-Since": since.isoformat(),
        "X-Cell": origin,
    }
    answer = _post(address, "clubs", data=file, headers=headers, timeout=SENDING)
    return int(answer["raised"])


def open_club(address: str, *, slug: str, key: str) -> None:
    _post(address, "open", json={"slug": slug, "key": key}, timeout=ASKING)


def directory(address: str) -> list[str]:
    """Names in addresses of the clubs there. Raises: Refused; requests' errors."""
    return [str(slug) for slug in _post(address, "directory", json={}, timeout=ASKING)["clubs"]]


def _post(address: str, path: str, *, timeout: tuple[int, int], **kwargs: Any) -> Any:
    headers = {"Authorization": f"Bearer {settings.CELL_SECRET}", **kwargs.pop("headers", {})}
    url = f"{address}/cells/{path}"
    answer = requests.post(url, headers=headers, timeout=timeout, allow_redirects=False, **kwargs)
    if answer.status_code == requests.codes.conflict:
        raise Refused(answer.json()["detail"])
    if answer.status_code != requests.codes.ok:
        raise requests.RequestException(f"{address} answered {answer.status_code}.")
    return answer.json()
