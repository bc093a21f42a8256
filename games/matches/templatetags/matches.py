"""Laws, cards, tables and figures as pages show them."""

import re
from functools import lru_cache, partial
from typing import Final

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ecarte_club.clubs.labels import law
from games.engine.cards import SUITS, Card, name, suit
from games.engine.codes import CODES
from games.engine.rulings.laws import LAWS
from games.matches.card_faces.sprite import symbol
from games.matches.labels import engine
from games.matches.labels.hands import card_name
from games.matches.models import Match
from games.matches.selectors.effects import Figure
from games.matches.selectors.matches import raised_by
from games.matches.selectors.statuses import LABELS, Status, status_of

register = template.Library()
# The citation is in brackets at the end of each sentence: see `labels.engine.MARKS`.
LAW_NUMBER = re.compile(r"\w+ (\d{1,2})\b")
CITED = re.compile(r"(\([^()]+\))(?=\.?$)")


@register.filter
def status_label(match: Match) -> str:
    """ "In play", "Unfinished" …; of a match that is marked: "By correspondence"."""
    if match.online is not None and match.online.is_in_play:
        return _("By correspondence") if match.online.is_by_correspondence else _("In play online")
    return str(LABELS[status_of(match)])


@register.filter
def is_in_play(match: Match) -> bool:
    return status_of(match) is Status.IN_PLAY


@register.filter
def cited(sentence: str, code: str = "") -> SafeString:
    """The law in a sentence set apart, so that the eye reads what happened first.

    `code`: the printed code of laws in whose law book its numbers are looked up.
    """

    def apart(found: re.Match[str]) -> str:
        laws = LAW_NUMBER.sub(partial(_linked, code), found[1]) if code in CODES else found[1]
        return f'<span class="law">{laws}</span>'

    escaped = conditional_escape(sentence)
    return mark_safe(CITED.sub(apart, escaped))  # noqa: S308  (escaped above)


def _linked(code: str, found: re.Match[str]) -> str:
    number = int(found[1])
    if number not in LAWS or found[0] != law(f"law {number}"):
        return found[0]
    return f'<a href="{_law_address(code, number)}">{found[0]}</a>'


@lru_cache(maxsize=1_000)
def _law_address(code: str, number: int) -> str:
    return reverse("law", args=(code, number))


# They stand for numbers in what is rendered once; no slug or text has them.
STAND_INS: Final = {"match": "1911000000", "entry": "1911000001", "hand": "1911000002"}


@register.simple_tag
def entry_acts(slug: str, match: int, entry: int, hand: int | None = None) -> SafeString:
    """Links to correct or remove an entry, and to insert beside it. `hand`: its own number."""
    pattern = _entry_acts(get_language(), slug, hand is not None)
    return mark_safe(pattern % {"match": match, "entry": entry, "hand": hand})  # noqa: S308


@lru_cache(maxsize=1_000)
def _entry_acts(_language: str | None, slug: str, is_hand: bool) -> str:
    """Rendered once: a page has them for each entry, and they differ by their numbers alone."""
    values = {key: number for key, number in STAND_INS.items() if is_hand or key != "hand"}
    text = render_to_string("matches/entry_acts.html", {"slug": slug, **values}).replace("%", "%%")
    for key, stand_in in values.items():
        text = text.replace(stand_in, f"%({key})s")
    return text


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
    words = card_name(of)
    return format_html(CARD, is_red, words, static("svg/faces.svg"), called)


register.filter("card_name", card_name)
register.filter("citation", law)
register.filter("entered_by", engine.entered_by)
register.filter("raised_by", raised_by)


@register.filter
def table_name(table: str) -> str:
    """A number needs the word, a name such as *Blue room* does not."""
    return _("Table %(number)s") % {"number": table} if table.isdigit() else table


@register.filter
def figure_text(figure: Figure) -> str:
    """As it is told, a number with a true minus sign."""
    if figure.number is None:
        return figure.text
    return figure.text.replace("-", "\N{MINUS SIGN}")
