"""A card on a page: one reference to the drawing, and a name for who cannot see it."""

from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.cards import SUITS, Card, name, suit
from games.matches.card_faces.sprite import symbol
from games.matches.labels import hands

register = template.Library()
CARD: Final = (
    '<svg class="card{}" viewBox="0 0 300 420" role="img" aria-label="{}"><use href="{}#{}"/></svg>'
)
# The back was drawn for the score, with a margin for its shadow.
BACK: Final = (
    '<svg class="card" viewBox="0 0 300 420" role="img" aria-label="{}">'
    '<use href="{}#back" x="-5" y="-5" width="310" height="435"/></svg>'
)
RED: Final = "DH"


@register.simple_tag
def card(of: Card | None, size: str = "") -> SafeString:
    """Face up; None, a card that nobody knows, by its back. `size` "small": about 40 pixels."""
    if of is None:
        return format_html(BACK, _("an unknown card"), static("svg/cards.svg"))
    called = symbol(name(of), (get_language() or "en")[:2])
    called = f"{size}-{called}" if size else called
    is_red = " card-red" if SUITS[suit(of)] in RED else ""
    words = hands.card_name(of)
    return format_html(CARD, is_red, words, static("svg/faces.svg"), called)


@register.filter
def card_name(of: Card) -> str:
    return hands.card_name(of)
