"""HTML without the white space that nobody sees, however its template is laid out."""

import re

from django.core.mail import EmailMessage, EmailMultiAlternatives

_TAG = re.compile(r"""<[!/a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>""")
_BLOCK = (
    r"</?(?:address|article|aside|body|button|caption|dd|div|dl|dt|fieldset|figcaption|figure|"
    r"footer|form|h[1-6]|header|html|legend|li|main|nav|ol|optgroup|option|p|section|select|"
    r"summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^>]*>"
)
_INLINE = r"</?(?:a|abbr|b|bdi|em|i|small|span|strong|time)\b[^>]*>"
_AFTER = re.compile(rf"({_BLOCK}(?:{_INLINE})*) ")
_BEFORE = re.compile(rf" ((?:{_INLINE})*{_BLOCK})")


def tight(text: str) -> str:
    """Runs of white space become one space, as a browser shows them, and none is left at the edge
    of a block or a cell. A space between words and inline tags can be seen: it stays.
    """
    text = re.sub(r"[ \t\r\n]+", " ", text)
    text = _TAG.sub(lambda tag: re.sub(r" (?=/?>$)", "", tag[0]), text)
    for edge in (_AFTER, _BEFORE):
        found = 1
        while found:
            text, found = edge.subn(r"\1", text)
    return text


def html_of(letter: EmailMessage) -> str:
    assert isinstance(letter, EmailMultiAlternatives)
    ((html, kind),) = letter.alternatives
    assert isinstance(html, str)
    assert kind == "text/html"
    return html
