"""Entity tags: who has the newest version is told so, and nothing is computed for it."""


def tag(*parts: object) -> str:
    """A strong tag of what the answer depends on; the parts need no secret."""
    return '"' + "-".join(str(part) for part in parts) + '"'


def known(if_none_match: str, newest: str) -> bool:
    """Whether the header's value says that the asker has `newest` (RFC 9110, 13.1.2)."""
    tags = {one.strip().removeprefix("W/") for one in if_none_match.split(",")}
    return newest in tags or "*" in tags
