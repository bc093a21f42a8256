"""Room for meetings that are to be played again, or that somebody late is to have."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Meeting
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_withdraw
from tests.support.clubhouse import House
from tests.support.planned import season_version
from tests.support.teamed import meetings, planned, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
THREE = {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd"}


def test_what_is_taken_back_is_played_on_a_day_that_is_free(house: House) -> None:
    """Nothing is played on it for now, and another meeting of one of the two may come there."""
    season, by = teamed(house, boards=1), house.person("director")
    teams(house, season, THREE)
    first = timezone.localdate() + timedelta(days=7)
    met = sorted(
        (one for pair, one in planned(house, season, first=first).items() if all(pair)),
        key=lambda one: one.round.number,
    )
    early, later = met[0], met[1]
    asked: dict[str, Any] = {"award": "void", "reason": "Snow.", "version": early.version}
    fixture_award(by=by, fixture=early, **asked)
    asked = {"day": early.day, "reason": "Early.", "version": later.version}
    fixture_postpone(by=by, fixture=later, **asked)
    with pytest.raises(Invalid, match="plays_already") as refused, transaction.atomic():
        fixture_award_withdraw(by=by, fixture=early, version=early.version + 1)
    assert set(refused.value.errors) == {"award"}
    asked = {"day": first + timedelta(days=70), "reason": "Late.", "version": later.version + 1}
    fixture_postpone(by=by, fixture=later, **asked)
    assert fixture_award_withdraw(by=by, fixture=early, version=early.version + 1).award == ""


def test_who_comes_late_meets_who_is_left(house: House) -> None:
    """Also where all whom it would have met have left with nothing played."""
    season, by = teamed(house, boards=1), house.person("director")
    made = teams(house, season, {**THREE, "Blacks": "Emil"})
    planned(house, season, first=timezone.localdate() + timedelta(days=7))
    for name in ("Blues", "Greens", "Blacks"):
        asked: dict[str, Any] = {"competitor": made[name].pk, "reason": "Too few."}
        asked["version"] = season_version(season.pk)
        competitor_withdraw(by=by, season=season, **asked)
    (late,) = teams(house, season, {"Whites": "Dora"}).values()
    asked = {"competitor": late.pk, "version": season_version(season.pk)}
    competitor_join(by=by, season=season, **asked)
    new = [pair for pair in meetings(season) if "Whites" in pair]
    assert [set(pair) for pair in new] == [{"Whites", "Reds"}]
    rounds = Meeting.objects.filter(season=season).order_by("round__number")
    assert rounds.last() == meetings(season)[new[0]], "A round of its own, after the last."
