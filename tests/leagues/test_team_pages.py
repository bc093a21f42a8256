"""What pages of players offer, those of teams do too: overdue meetings, results of a round, other
divisions, and the calendar of a season that is for members alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.leagues.models import Meeting, Season
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.teamed import lined_up, planned, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture
def meeting(house: House) -> Meeting:
    """Reds against Blues, at two boards, three weeks ago."""
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob, Emil"})
    found = planned(house, season)["Reds", "Blues"]
    long_ago = timezone.localdate() - timedelta(weeks=3)
    Meeting.objects.filter(pk=found.pk).update(day=long_ago)
    found.refresh_from_db()
    return found


def test_overdue_meetings_are_listed_first_and_wait_for_a_director(
    house: House, meeting: Meeting
) -> None:
    address = f"seasons/{meeting.season_id}/meetings/"
    assert "Overdue" in page(Browser(house).get(address))
    home = page(Browser(house, "director").get(""))
    assert "1 meeting is late" in home
    lines = read(house.api("director").get("clubs/cercle/home"))["to_do"]
    assert [one["note"] for one in lines] == ["1 meeting is late"]
    assert "meeting is late" not in page(Browser(house, "ann").get(""))
    Meeting.objects.filter(pk=meeting.pk).update(day=timezone.localdate())
    assert "Overdue" not in page(Browser(house).get(address))
    assert "meeting is late" not in page(Browser(house, "director").get(""))


def test_results_of_a_round_are_entered_from_the_meetings(house: House, meeting: Meeting) -> None:
    lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    address = f"seasons/{meeting.season_id}/meetings/"
    link = f'href="/clubs/cercle/seasons/{meeting.season_id}/results/?round=1"'
    assert link in page(Browser(house, "director").get(address))
    assert link not in page(Browser(house, "ann").get(address))


def test_the_calendar_of_a_private_season_has_the_readers_key(
    house: House, meeting: Meeting
) -> None:
    season = Season.objects.get(pk=meeting.season_id)
    season.event.public = False
    season.event.save()
    text = page(Browser(house, "ann").get(f"seasons/{season.pk}/meetings/"))
    path = text.partition(f'href="/api/v1/seasons/{season.pk}/meetings.ics?')[2].partition('"')[0]
    assert "key=" in path
    feed = f"seasons/{season.pk}/meetings.ics"
    assert Api().get(feed).status_code == 404
    assert b"Reds" in Api().get(f"{feed}?{path}".replace("&amp;", "&")).content
