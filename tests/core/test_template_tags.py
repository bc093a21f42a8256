"""The tags of addresses and texts answer what Django's own answer each time."""

from typing import Any

import pytest
from django.template import Context, Engine, engines
from django.urls import NoReverseMatch
from django.utils import translation

THEIRS = Engine(libraries={"i18n": "django.templatetags.i18n"})
ADDRESSES = [
    ("{% url 'home' %}", {}),
    ("{% url 'club' slug %}", {"slug": "a-club"}),
    ("{% url 'match' slug pk %}", {"slug": "a-club", "pk": 7}),
    ("{% url 'match' slug pk %}", {"slug": "a-club", "pk": "7"}),
    ("{% url 'match' slug=slug pk=pk %}", {"slug": "a-club", "pk": 7}),
    ("{% url 'correct' slug pk number %}", {"slug": "c-1911000001", "pk": 12, "number": 12}),
    ("{% url 'match' slug pk as here %}[{{ here }}]", {"slug": "a-club", "pk": 0}),
    ("{% url 'no_such_page' as here %}[{{ here }}]", {}),
    ("{% url 'table_code' code %}", {"code": "50%s&é"}),
    ("{% url 'admin:index' %}", {}),
]
LOAD = "{% load i18n %}"
TEXTS = [
    "{% translate 'Sign out' %}",
    "{% trans 'Sign out' %}",
    "{% translate 'Closed' context 'a pad' %}",
    "{% translate 'Sign out'|upper %}",
    "{% translate 'Sign out' as text %}[{{ text }}]",
    "{% translate 'Sign out' noop %}",
    "{% translate name %}",
    "{% translate '50 % & more than <b>' %}",
    "{% blocktranslate %}Sign out{% endblocktranslate %}{% get_current_language as now %}{{ now }}",
    "{{ 'fr'|language_name_local }}",
]


def both(source: str, values: dict[str, Any]) -> tuple[str, str]:
    ours = engines["django"].from_string(source).render(dict(values))
    return ours, THEIRS.from_string(source).render(Context(values))


@pytest.mark.parametrize(("source", "values"), ADDRESSES)
def test_addresses(source: str, values: dict[str, Any]) -> None:
    for _time in range(2):
        ours, theirs = both(source, values)
        assert ours == theirs


def test_numbers_are_those_of_each_address() -> None:
    source = engines["django"].from_string("{% url 'correct' slug pk number %}")
    for pk, number in ((1, 2), (2, 1), (11, 1)):
        address = source.render({"slug": "a-club", "pk": pk, "number": number})
        assert f"/a-club/matches/{pk}/" in address
        assert f"/{number}/" in address


@pytest.mark.parametrize("pk", [-1, "", "x", None])
def test_no_address_is_made_of_what_is_none(pk: object) -> None:
    with pytest.raises(NoReverseMatch):
        engines["django"].from_string("{% url 'match' 'a-club' pk %}").render({"pk": pk})


@pytest.mark.parametrize("source", TEXTS)
def test_texts_in_both_languages_in_turns(source: str) -> None:
    values = {"name": "Sign out"}
    found = []
    for language in ("en", "fr", "en", "fr"):
        with translation.override(language):
            ours, theirs = both(LOAD + source, values)
        assert ours == theirs
        found.append(ours)
    assert found[:2] == found[2:]


def test_what_is_translated_differs() -> None:
    template = engines["django"].from_string(LOAD + "{% translate 'Sign out' %}")
    with translation.override("fr"):
        french = template.render({})
    with translation.override("en"):
        assert template.render({}) == "Sign out" != french
