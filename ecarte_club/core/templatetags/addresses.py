"""`{% url %}` as Django has it, but each pattern is looked up once.

A page has dozens of addresses, and Django works each out anew from all patterns of the site.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.template import defaulttags
from django.template.base import Parser, Token
from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

KEPT = 10_000
# They stand for numbers while an address is worked out.
FIRST_NUMBER = 1_911_000_000
BEGINNING = "191100000"
register = template.Library()


class AddressNode(defaulttags.URLNode):
    def render(self, context: template.Context) -> str:
        name = self.view_name.resolve(context)
        numbers: list[int] = []
        texts: list[str | None] = []
        for arg in self.args:
            value = arg.resolve(context)
            if type(value) is int and value >= 0:
                numbers.append(value)
                texts.append(None)
            elif type(value) in (str, SafeString) and BEGINNING not in value:
                texts.append(value)
            else:
                return super().render(context)
        # What a namespace means depends on the request.
        if self.kwargs or self.asvar or ":" in name:
            return super().render(context)
        patterns = get_urlconf() or settings.ROOT_URLCONF
        address = _address(name, tuple(texts), patterns, get_script_prefix())
        return mark_safe(address % tuple(numbers))  # noqa: S308


@lru_cache(maxsize=KEPT)
def _address(name: str, texts: tuple[str | None, ...], patterns: str, _prefix: str) -> str:
    """Escaped, with %s for each number. `texts`: None in the place of a number."""
    stand_ins = [FIRST_NUMBER + place if text is None else text for place, text in enumerate(texts)]
    address = escape(reverse(name, patterns, args=stand_ins)).replace("%", "%%")
    for stand_in in stand_ins:
        if isinstance(stand_in, int):
            address = address.replace(str(stand_in), "%s")
    return address


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    node: Any = defaulttags.url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
