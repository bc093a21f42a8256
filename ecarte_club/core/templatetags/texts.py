"""Django's tags of translation, with each plain `{% translate %}` looked up once for a language.

A page has some sixty of them. Templates load these by Django's name for them, `i18n`.
"""

from functools import lru_cache
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.templatetags import i18n
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

KEPT = 20_000
register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


class TextNode(i18n.TranslateNode):
    def render(self, context: template.Context) -> str:
        literal = self.filter_expression.var.literal
        is_plain = isinstance(literal, str) and not self.filter_expression.filters
        if self.asvar or self.noop or not is_plain:
            return str(super().render(context))
        about = self.message_context.resolve(context) if self.message_context else ""
        return _text(get_language(), str(literal), about)


@lru_cache(maxsize=KEPT)
def _text(_language: str | None, literal: str, about: str) -> SafeString:
    # Percent signs are doubled in the catalogues of templates.
    message = literal.replace("%", "%%")
    text = pgettext(about, message) if about else gettext(message)
    return mark_safe(text.replace("%%", "%"))  # noqa: S308 - as in Django, translators are trusted


@register.tag("translate")
@register.tag("trans")
def translate(parser: Parser, token: Token) -> TextNode:
    node: Any = i18n.do_translate(parser, token)
    return TextNode(node.filter_expression, node.noop, node.asvar, node.message_context)
