"""Days and times as people write them in the language of the page."""

import re
from datetime import date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core.days import (
    DayField,
    day_text,
    in_iso,
    written_day,
    written_moment,
    written_time,
)

CHRISTMAS_EVE = date(2026, 12, 24)
IN_BOTH = [
    "2026-12-24",
    "24/12/2026",
    "24.12.2026",
    "24-12-2026",
    " 24 / 12 / 2026 ",
    "24/12/26",
]
IN_FRENCH = [
    "24 décembre 2026",
    "24 DECEMBRE 2026",
    "24 déc. 2026",
    "jeudi 24 décembre 2026",
    "le 24 décembre 2026",
    "24\u00a0décembre\u00a02026",
]
IN_ENGLISH = [
    "24 December 2026",
    "24 Dec 2026",
    "24th Dec. 2026",
    "Thursday 24 December 2026",
    "Thu, 24 Dec 2026",
    "December 24, 2026",
    "Dec 24 2026",
]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *((language, text) for language in ("en", "fr") for text in IN_BOTH),
        *(("fr", text) for text in IN_FRENCH),
        *(("en", text) for text in IN_ENGLISH),
    ],
)
def test_a_day_is_read_as_people_write_it(language: str, text: str) -> None:
    with override(language):
        assert written_day(text) == CHRISTMAS_EVE


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "24/12",
        "24 12",
        "12/24/2026",
        "29/02/2026",
        "31/04/2026",
        "24/12.2026",
        "0/1/2026",
        "tomorrow",
        "24 ma 2026",
        "24 jui 2026",
        "24 12 2026 x",
        "9" * 10_000,
        "१२/१२/२०२६",
    ],
)
def test_what_is_no_day_or_not_clearly_one_is_not_read(language: str, text: str) -> None:
    with override(language):
        assert written_day(text) is None


def test_the_day_comes_before_the_month_in_both_languages() -> None:
    for language in ("en", "fr"):
        with override(language):
            assert written_day("3/4/2026") == date(2026, 4, 3)


def test_a_year_of_four_figures_is_taken_as_it_is() -> None:
    assert written_day("0026-12-24") == date(26, 12, 24)


def test_a_month_is_named_in_the_language_of_the_page() -> None:
    with override("en"):
        assert written_day("24 décembre 2026") is None
        assert written_day("3 May 2026") == date(2026, 5, 3)
    with override("fr"):
        assert written_day("3 May 2026") is None
        assert written_day("1er août 2026") == date(2026, 8, 1)


@given(
    day=st.dates(date(1900, 1, 1), date(2199, 12, 31)),
    language=st.sampled_from(["en", "fr"]),
    form=st.sampled_from(["DATE_FORMAT", "SHORT_DATE_FORMAT", "l j F Y", "Y-m-d", "d/m/Y"]),
)
def test_every_day_that_a_page_shows_is_read_again(day: date, language: str, form: str) -> None:
    with override(language):
        assert written_day(date_format(day, form)) == day
        assert written_day(day_text(day)) == day


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("21:30", time(21, 30)),
        ("21:30:00", time(21, 30)),
        ("21h30", time(21, 30)),
        ("21 h 30", time(21, 30)),
        ("21\u00a0h\u00a030", time(21, 30)),
        ("21h", time(21)),
        ("9.30 pm", time(21, 30)),
        ("9:30 p.m.", time(21, 30)),
        ("9 PM", time(21)),
        ("12 am", time(0)),
        ("12.15 pm", time(12, 15)),
        ("0:00", time(0)),
        ("24:00", None),
        ("21:60", None),
        ("13 pm", None),
        ("21", None),
        ("", None),
        ("evening", None),
    ],
)
def test_a_time_is_read_as_people_write_it(text: str, clock: time | None) -> None:
    assert written_time(text) == clock


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "24/12/2026 21:30"),
        ("en", "24 December 2026 at 9.30 pm"),
        ("en", "24 Dec 2026, 21:30"),
        ("en", "2026-12-24T21:30"),
        ("fr", "24/12/2026 21h30"),
        ("fr", "24 décembre 2026 à 21 h 30"),
    ],
)
def test_a_day_and_a_time_are_in_the_zone_of_the_site(language: str, text: str) -> None:
    with override(language):
        moment = written_moment(text)
    zone = ZoneInfo(settings.TIME_ZONE)
    assert moment == datetime(2026, 12, 24, 21, 30, tzinfo=zone)
    assert written_moment("24/12/2026") is None


def test_a_query_is_put_as_the_api_reads_it() -> None:
    query = {"since": "1/2/2026", "until": "never", "who": "1/2/2026"}
    assert in_iso(query, "since", "until") == {**query, "since": "2026-02-01"}


def test_every_field_of_a_day_reads_what_people_write() -> None:
    """Neither Django's own field, nor that of a browser, which follows the browser's language."""
    assert DayField().clean("24/12/2026") == CHRISTMAS_EVE
    root = Path(settings.BASE_DIR)
    for folder in ("ecarte_club", "games", "scoring"):
        for module in root.joinpath(folder).rglob("*.py"):
            text = module.read_text(encoding="utf-8")
            others = re.findall(r"= forms\.(?:Split)?(?:Date|Time|DateTime)Field\(", text)
            assert not others, module
    for template in root.joinpath("templates").rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        assert not re.search(r'type="(date|time|datetime-local)"', text), template
