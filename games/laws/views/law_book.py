"""The law book, for everybody: all codes, one code, one law, and what a club plays by."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from ecarte_club.clubs import labels as club_labels
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.views.common import club_of, club_page, safe_page
from ecarte_club.core.exceptions import Absent
from games.engine.codes import CODES, Code
from games.engine.rulings.laws import LAWS
from games.laws import selectors
from games.laws.selectors import Law

from .ruling_page import Link

TYPED_MOST = 80
PARTS: Sequence[tuple[int, str | Promise]] = (
    (1, pgettext_lazy("part of the laws", "Shuffling, cutting, dealing")),
    (15, pgettext_lazy("part of the laws", "The wrong number of cards")),
    (22, pgettext_lazy("part of the laws", "The king")),
    (26, pgettext_lazy("part of the laws", "Proposing and discarding")),
    (39, pgettext_lazy("part of the laws", "Playing")),
    (44, pgettext_lazy("part of the laws", "The cards and the score")),
)


@dataclass(frozen=True, slots=True)
class Part:
    """`first` and `last`: the numbers of its laws, of which those found are shown."""

    first: int
    last: int
    title: str | Promise
    laws: list[Law]


@require_safe
def codes(request: HttpRequest) -> HttpResponse:
    page = {"codes": club_labels.CODE_TITLES.items(), "tab": "laws"}
    return render(request, "laws/laws_codes.html", page)


@safe_page
def book(request: HttpRequest, code: str) -> HttpResponse:
    law_code = _code(code)
    page = {**_book(request, law_code), "title": club_labels.CODE_TITLES[code], "tab": "laws"}
    return render(request, "laws/laws.html", page)


@safe_page
def law(request: HttpRequest, code: str, number: int) -> HttpResponse:
    law_code = _code(code)
    if number not in LAWS:
        raise Absent
    page = {
        "code": code,
        "title": club_labels.CODE_TITLES[code],
        "law": selectors.law(law_code, number),
        "before": number - 1 if number - 1 in LAWS else None,
        "after": number + 1 if number + 1 in LAWS else None,
        "tab": "laws",
    }
    return render(request, "laws/law.html", page)


@safe_page
def club_laws(request: HttpRequest, slug: str) -> HttpResponse:
    """What the club plays by."""
    club, person = club_of(request, slug)
    rules = selectors.rules_played(club, person)
    law_code = club_rules.code(rules.code, rules.options)
    title = rules.name or club_labels.CODE_TITLES[rules.code]
    changed = [one for one in club_labels.option_texts(law_code, CODES[rules.code]) if one.changed]
    more = {**_book(request, law_code), "title": title, "tab": "club", "changed": changed}
    if rules.name:
        more["made_from"] = club_labels.CODE_TITLES[rules.code]
    return club_page(request, "laws/laws.html", club, person, **more)


def _code(name: str) -> Code:
    if name not in CODES:
        raise Absent
    return CODES[name]


def _book(request: HttpRequest, code: Code) -> dict[str, Any]:
    typed = request.GET.get("q", "").replace("\x00", "")[:TYPED_MOST].strip()
    laws = selectors.laws(code, typed)
    ends = [first - 1 for first, _title in PARTS[1:]] + [max(LAWS)]
    parts = [
        Part(first, last, title, [one for one in laws if first <= one.number <= last])
        for (first, title), last in zip(PARTS, ends, strict=True)
    ]
    return {
        "code": code.id,
        "typed": typed,
        "count": len(laws),
        "parts": [part for part in parts if part.laws],
        "examples": _examples(code) if not laws else (),
        "beside": () if typed else selectors.beside(code),
    }


def _examples(code: Code) -> list[Link]:
    """Searches that find something, and where they lead."""
    words = selectors.search_examples(LAWS, partial(selectors.law_words, code))
    return [Link(word, f"?{urlencode({'q': word})}") for word in words]
