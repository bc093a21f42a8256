"""iCalendar feeds as a calendar program reads them."""

from datetime import date

from icalendar import Calendar

from .clubhouse import Api


def feed(api: Api, path: str = "clubs/cercle/calendar.ics") -> Calendar:
    answer = api.get(path)
    assert answer.status_code == 200, (answer.status_code, answer.content[:500])
    assert answer["Content-Type"].startswith("text/calendar")
    found = Calendar.from_ical(answer.content)
    assert isinstance(found, Calendar)
    return found


def summaries(calendar: Calendar) -> dict[str, date]:
    return {str(one["SUMMARY"]): one.decoded("DTSTART") for one in calendar.walk("VEVENT")}
