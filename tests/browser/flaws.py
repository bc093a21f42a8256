"""What is wrong with the markup of a page, as far as that can be said without a browser."""

import re
from collections import Counter
from collections.abc import Iterator

from .markup_kinds import LOADED, Attributes, tags

FIELDS = ("input", "select", "textarea")
WITHOUT_LABEL = ("hidden", "submit", "button", "reset")
NAMING = ("aria-label", "aria-labelledby", "title")
REFERRING = ("for", "list", "aria-labelledby", "aria-describedby", "aria-controls", "popovertarget")
NAMELESS = re.compile(r"<(?:a|button)\b(?![^>]*\baria-label)[^>]*>\s*</(?:a|button)>")
TEMPLATE = re.compile(r"<template\b.*?</template>", re.DOTALL)
ONCE = ("html", "main", "h1")


def flaws(html: str, language: str) -> list[str]:
    # What a script makes its parts of comes in many copies, or none.
    html = TEMPLATE.sub("", html)
    found = list(tags(html))
    counts = Counter(name for name, _attributes in found)
    ids = Counter(one["id"] for _name, one in found if "id" in one)
    wrong = [f"{counts[name]} times <{name}>" for name in ONCE if counts[name] != 1]
    wrong += [f"{times} times the id {name}" for name, times in ids.items() if times > 1]
    wrong += [f"a table without headings: {one[:80]}" for one in _without_headings(html)]
    wrong += [f"without a name: {one}" for one in NAMELESS.findall(html)]
    labelled = {one["for"] for name, one in found if name == "label" and "for" in one}
    in_label = 0
    for name, one in found:
        in_label += {"label": 1, "/label": -1}.get(name, 0)
        problems = list(_flaws_of(name, one))
        if not (in_label or one.get("id") in labelled or _is_named(name, one)):
            problems.append("without a label")
        if name == "html" and one.get("lang") != language:
            problems.append("in another language")
        missing = [id_ for which in REFERRING for id_ in one.get(which, "").split()]
        problems += [f"names {id_}, which is not there" for id_ in missing if id_ not in ids]
        wrong += [f"<{name} {dict(one)}>: {problem}" for problem in problems]
    return wrong


def _is_named(name: str, one: Attributes) -> bool:
    is_field = name in FIELDS and one.get("type") not in WITHOUT_LABEL
    return not is_field or any(one.get(naming) for naming in NAMING)


def _flaws_of(name: str, one: Attributes) -> Iterator[str]:
    """Also against the policy for content, which a browser would enforce."""
    if name == "img" and "alt" not in one:
        yield "says nothing in place of the image"
    if "style" in one or any(attribute.startswith("on") for attribute in one):
        yield "has a style or a script of its own"
    if name == "style" or (
        name == "script" and "src" not in one and "json" not in one.get("type", "")
    ):
        yield "is within the page"
    source = one.get(LOADED.get(name, ""), "/")
    if not source.startswith(("/", "#", "data:")) or source.startswith("//"):
        yield "comes from elsewhere"


def _without_headings(html: str) -> list[str]:
    """A table may be one for the eye alone, and says so."""
    tables = [part.partition("</table>")[0] for part in html.split("<table")[1:]]
    return [one for one in tables if "<th" not in one and 'role="presentation"' not in one]
