from typing import Any


def actor(request: Any) -> str:
    """Who writes, as his receipts know him; empty for nobody.

    `request.auth` or `request.phone` may say it by its `actor`; else it is who signed in.
    """
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    for known in (getattr(request, "auth", None), getattr(request, "phone", None)):
        if found := getattr(known, "actor", ""):
            return str(found)
    return ""
