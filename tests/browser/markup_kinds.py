"""What markup a page is made of, without a browser: where pages are made of the same, a browser
need not look at all of them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeVar

Key = TypeVar("Key")
Attributes = Mapping[str, str]
TAG = re.compile(r"""<(/?[a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>""")
ATTRIBUTE = re.compile(r"""([^\s"'=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?""")
# Of which each word tells, too, how an element looks or what it is.
TELLING = ("class", "role", "type", "rel")
# How a page names what is loaded for it.
LOADED = {"script": "src", "link": "href", "img": "src", "use": "href", "iframe": "src"}


def tags(html: str) -> Iterator[tuple[str, Attributes]]:
    """In their order; of an end, "/" and the name."""
    for name, text in TAG.findall(html):
        yield name, attributes(text)


@cache
def attributes(text: str) -> Attributes:
    return {name: double or single for name, double, single in ATTRIBUTE.findall(text)}


def kinds(html: str) -> set[str]:
    """Each element with each of its classes, roles and attributes; each script and style sheet."""
    found = set()
    for element, text in set(TAG.findall(html)):
        found.add(element)
        for name, value in attributes(text).items():
            found.add(f"{element} {name}")
            if name in TELLING:
                found |= {f"{element} {name}={word}" for word in value.split()}
            if element in ("script", "link") and name == LOADED[element]:
                found.add(value)
    return found


def is_still(html: str) -> bool:
    """Whether no script does anything to the page when it is opened: the one that all pages have
    is for fields of a day."""
    scripts = [one.get("src", "") for name, one in tags(html) if name == "script"]
    return "data-day" not in html and all("/js/day." in script for script in scripts)


def covering(made_of: Mapping[Key, set[str]]) -> list[Key]:
    """Few of them that are made of whatever any is made of, in their order."""
    left = set().union(*made_of.values())
    chosen = set()
    while left:
        best = max(made_of, key=lambda one: len(made_of[one] & left))
        chosen.add(best)
        left -= made_of[best]
    return [one for one in made_of if one in chosen]
