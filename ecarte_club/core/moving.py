"""Where something of a club is at the site that the club moved to."""

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from .exceptions import Moved

# Accounts have ids of their own at every site.
OWN_IDS = {"user_id"}


def location(request: HttpRequest, moved: Moved) -> str:
    """The same address there, with the ids of there."""
    path = request.path_info
    if moved.raised:
        path = _raised(path, moved.raised)
    query = request.META.get("QUERY_STRING", "")
    return f"{moved.address}{path}{'?' if query else ''}{query}"


def _raised(path: str, by: int) -> str:
    try:
        match = resolve(path)
    except Resolver404:
        return path
    wanted = {
        str(value): str(value + by)
        for name, value in match.kwargs.items()
        if isinstance(value, int) and name not in OWN_IDS
    }
    return "/".join(wanted.get(part, part) for part in path.split("/"))
