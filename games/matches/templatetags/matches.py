"""How marks and tables are told on a page."""

import re
from functools import partial

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ecarte_club.clubs import labels as club_labels
from games.engine.codes import CODES
from games.engine.rulings.laws import LAWS
from games.matches.labels import engine
from games.matches.models import Entry, Flag
from games.matches.selectors import matches
from games.matches.selectors.effects import Figure

register = template.Library()
# The citation is in brackets at the end of each sentence: see `labels.engine.MARKS`.
LAW_NUMBER = re.compile(r"\w+ (\d{1,2})\b")
CITED = re.compile(r"(\([^()]+\))(?=\.?$)")


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
    if number not in LAWS or found[0] != club_labels.law(f"law {number}"):
        return found[0]
    return f'<a href="{reverse("law", args=(code, number))}">{found[0]}</a>'


@register.filter
def citation(law: str) -> str:
    return club_labels.law(law)


@register.filter
def entered_by(entry: Entry) -> str:
    return engine.entered_by(entry)


@register.filter
def raised_by(flag: Flag) -> str:
    return matches.raised_by(flag)


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
