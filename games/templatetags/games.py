"""How marks and tables are told on a page."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import flag_reading, words
from games.models import Entry, Flag

register = template.Library()
# The citation stands in brackets at the end of each sentence: see games.words.MARKS.
CITED = re.compile(r"(\([^()]+\))(?=\.?$)")


@register.filter
def cited(sentence: str) -> SafeString:
    """The law in a sentence set apart, so that the eye reads what happened first."""
    escaped = conditional_escape(sentence)
    return mark_safe(CITED.sub(r'<span class="law">\1</span>', escaped))  # noqa: S308  (escaped above)


@register.filter
def entered_by(entry: Entry) -> str:
    return words.entered_by(entry)


@register.filter
def raised_by(flag: Flag) -> str:
    return flag_reading.raised_by(flag)


@register.filter
def table_name(table: str) -> str:
    """A number needs the word, a name such as *Blue room* does not."""
    return _("Table %(number)s") % {"number": table} if table.isdigit() else table
