"""Days and times as people write them, in the language of the page; programs write ISO 8601.

A day comes before its month, as in British English: 3/4/2026 is 3 April. A year is always needed.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone, localtime, make_aware
from django.utils.translation import get_language
from django.utils.translation import gettext as _

MONTHS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "january", "february", "march", "april", "may", "june",
        "july", "august", "september", "october", "november", "december",
    ),
    "fr": (
        "janvier", "fevrier", "mars", "avril", "mai", "juin",
        "juillet", "aout", "septembre", "octobre", "novembre", "decembre",
    ),
}  # fmt: skip
WEEKDAYS: Mapping[str, tuple[str, ...]] = {
    "en": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
}
ABBREVIATED, CENTURY, LENGTH_MOST = 3, 2000, 40
ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})", re.ASCII)
FIGURES = re.compile(
    r"(?P<day>\d{1,2}) ?([/.-]) ?(?P<month>\d{1,2}) ?\2 ?(?P<year>\d{4}|\d{2})", re.ASCII
)
DAY_FIRST = re.compile(
    r"(?P<day>\d{1,2})(?:er|st|nd|rd|th)? (?P<name>[a-z]+)\.?,? (?P<year>\d{4})", re.ASCII
)
MONTH_FIRST = re.compile(
    r"(?P<name>[a-z]+)\.? (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})", re.ASCII
)
TIME = re.compile(
    r"(?P<hour>\d{1,2})(?: ?[:.h] ?(?P<minute>\d{2})?(?::\d{2})?)? ?(?P<half>[ap]\.?m\.?)?",
    re.ASCII,
)
NOON = 12


def written_day(text: str) -> date | None:
    """24/12/2026, 24.12.2026, 24 décembre 2026, Thu 24 Dec 2026, 2026-12-24; None for no day."""
    plain = _normalised(text)
    plain = re.sub(r"^([a-z]+)\.?,? (?=\w)", _without_weekday, plain)
    forms_of_days = (ISO, FIGURES, DAY_FIRST, *((MONTH_FIRST,) if _language() == "en" else ()))
    for form in forms_of_days:
        if found := form.fullmatch(plain):
            return _day(found.groupdict())
    return None


def written_time(text: str) -> time | None:
    """21:30, 21h30, 21 h, 9.30 pm; None for no time. A bare number is none."""
    plain = _normalised(text)
    found = TIME.fullmatch(plain)
    if found is None or plain.isdigit():
        return None
    hour, half = int(found["hour"]), (found["half"] or "")[:1]
    if half:
        if not 1 <= hour <= NOON:
            return None
        hour = hour % NOON + (NOON if half == "p" else 0)
    try:
        return time(hour, int(found["minute"] or 0))
    except ValueError:
        return None


def written_moment(text: str) -> datetime | None:
    """A day and a time, in the zone of the site: 24/12/2026 21h30, 24 December 2026 at 9 pm."""
    plain = re.sub(r"(\d)t(\d)", r"\1 \2", _normalised(text))
    for space in reversed([one.start() for one in re.finditer(" ", plain)]):
        before = re.sub(r",$| (?:a|at)$", "", plain[:space].strip())
        day, clock = written_day(before), written_time(plain[space:])
        if day and clock:
            return make_aware(datetime.combine(day, clock), get_current_timezone())
    return None


def _normalised(text: str) -> str:
    """In small letters without accents, with single spaces."""
    letters = unicodedata.normalize("NFKD", text[: LENGTH_MOST * 2]).casefold()
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(bare.split())


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


def _without_weekday(found: re.Match[str]) -> str:
    name = found[1]
    days = WEEKDAYS.get(_language(), WEEKDAYS["en"])
    is_weekday = len(name) >= ABBREVIATED and any(day.startswith(name) for day in days)
    return "" if is_weekday or name == "le" else found[0]


def _day(parts: Mapping[str, str]) -> date | None:
    month = int(parts["month"]) if "month" in parts else _month(parts["name"])
    year = int(parts["year"]) + (CENTURY if len(parts["year"]) == len("26") else 0)
    try:
        return date(year, month, int(parts["day"]))
    except ValueError:
        return None


def _month(name: str) -> int:
    """From 1; 0 for a name that is none, or of several months, as *jui* is."""
    names = MONTHS.get(_language(), MONTHS["en"])
    if len(name) < ABBREVIATED:
        return 0
    found = [number for number, month in enumerate(names, 1) if month.startswith(name)]
    return found[0] if len(found) == 1 else 0


def day_text(day: date) -> str:
    """As a field shows it: 24/12/2026."""
    return f"{day:%d/%m/%Y}"


def not_a_day() -> str:
    example = date(2026, 12, 24)
    return _("This is not a date. Write it like %(figures)s or %(words)s.") % {
        "figures": day_text(example),
        "words": date_format(example, "DATE_FORMAT"),
    }


def calendar_label() -> str:
    return _("Open the calendar")


def is_mistyped_day(text: str) -> bool:
    return bool(text.strip()) and written_day(text) is None


def in_iso(query: Mapping[str, str], *names: str) -> dict[str, str]:
    """The same query, with these days as the API reads them; what is no day stays as it is."""
    days = {name: written_day(query.get(name, "")) for name in names}
    return {**query, **{name: day.isoformat() for name, day in days.items() if day}}


class DayInput(forms.DateInput):
    """Text, because a browser’s own field follows the browser’s language and not the page’s; a
    script adds its calendar."""

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        usual = {"autocomplete": "off", "placeholder": day_text(date(2026, 12, 24))}
        super().__init__({**usual, **(attrs or {})}, format="%d/%m/%Y")

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The script finds the field by its label for the calendar."""
        return super().get_context(name, value, {**(attrs or {}), "data-day": calendar_label()})


class DayField(forms.DateField):
    widget = DayInput

    def to_python(self, value: Any) -> date | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime):
            return value.date()
        if isinstance(value, date):
            return value
        found = written_day(str(value))
        if found is None:
            raise ValidationError(not_a_day(), code="invalid")
        return found


class MomentInput(forms.DateTimeInput):
    def __init__(self) -> None:
        attrs = {"autocomplete": "off", "placeholder": "24/12/2026 21:30"}
        super().__init__(attrs, format="%d/%m/%Y %H:%M")


class MomentField(forms.DateTimeField):
    widget = MomentInput

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        if isinstance(value, datetime):
            return localtime(value)
        found = written_moment(str(value))
        if found is None:
            text = _("This is not a date and time. Write them like 24/12/2026 21:30.")
            raise ValidationError(text, code="invalid")
        return found
