"""Who makes choices at a thing just now: told to who watches, and written nowhere."""

import re
import time

from django.core.cache import cache

from .publishing import send_typing

PAD = re.compile(r"[0-9a-z-]{8,40}")
# Pages that ask every five seconds hear of it once or twice more after the last choice.
KEPT = 15
PADS_MOST = 8


def typing(topic: str, pad: str) -> None:
    """A page that calls itself nothing sensible is not heard."""
    if not PAD.fullmatch(pad):
        return
    now = time.time()
    others = {one: at for one, at in _heard(topic).items() if one != pad and now - at < KEPT}
    newest = sorted(others.items(), key=lambda one: one[1])[1 - PADS_MOST :]
    cache.set(f"typing:{topic}", {**dict(newest), pad: now}, KEPT)
    send_typing(topic, pad)


def pads_typing(topic: str) -> list[str]:
    now = time.time()
    return sorted(pad for pad, at in _heard(topic).items() if now - at < KEPT)


def _heard(topic: str) -> dict[str, float]:
    # A cache that is away answers nothing.
    return cache.get(f"typing:{topic}") or {}
