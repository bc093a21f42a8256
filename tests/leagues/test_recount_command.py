"""`manage.py recount` for some seasons, for none that there is, and while scores come in."""

import pytest
from django.core.management import CommandError, call_command

from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors import recount as recounting
from scoring.leagues.selectors.recount import SeasonBusy
from scoring.leagues.tasks import recount_seasons as recount_task
from tests.support.clubhouse import House
from tests.support.seasons import play_season

pytestmark = pytest.mark.slow


@pytest.fixture
def three(house: House) -> list[Season]:
    """Seasons of one match each; the first line of the second is wrong by one king."""
    made = [house.season() for _ in range(3)]
    for number, season in enumerate(made):
        play_season(house, season, matches=1, seed=number)
    line = Standing.objects.filter(season=made[1]).order_by("pk")[0]
    Standing.objects.filter(pk=line.pk).update(kings=line.kings + 1)
    return made


@pytest.mark.any_database
def test_only_the_seasons_that_are_named(
    three: list[Season], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("recount", str(three[0].pk), str(three[2].pk))
    assert capsys.readouterr().out == "2 seasons: standings equal the recount.\n"
    with pytest.raises(CommandError, match="1 figures differ"):
        call_command("recount", str(three[1].pk), str(three[2].pk))
    assert capsys.readouterr().out.startswith(f"season {three[1].pk}, player ")
    with pytest.raises(CommandError, match="1 figures differ"):
        call_command("recount")


@pytest.mark.any_database
def test_a_season_that_is_not_there_is_named(
    three: list[Season], capsys: pytest.CaptureFixture[str]
) -> None:
    """A typing error must not read as "all is well"."""
    with pytest.raises(CommandError, match="no season 98765, 98766"):
        call_command("recount", "98766", str(three[0].pk), "98765")
    assert "equal" not in capsys.readouterr().out


def never_rests(monkeypatch: pytest.MonkeyPatch, busy: Season) -> None:
    """Scores come into `busy` during every attempt to count it."""
    counted = recounting.counted_from_nothing

    def disturbed(of: Season) -> object:
        found = counted(of)
        if of.pk == busy.pk:
            now = Season.objects.values_list("version", flat=True).get(pk=of.pk)
            Season.objects.filter(pk=of.pk).update(version=now + 1)
        return found

    monkeypatch.setattr(recounting, "counted_from_nothing", disturbed)


def test_a_busy_season_is_said_to_be_busy(
    three: list[Season], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words; and what was found in the others is said all the same."""
    never_rests(monkeypatch, three[0])
    with pytest.raises(CommandError, match=f"Season {three[0].pk} was never at rest"):
        call_command("recount")
    assert f"season {three[1].pk}, player " in capsys.readouterr().out


@pytest.mark.any_database
def test_the_task_counts_the_others(
    three: list[Season], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    never_rests(monkeypatch, three[0])
    with pytest.raises(SeasonBusy):
        recounting.recount(three[0])
    assert recount_task() == 1
    assert "kings" in caplog.text
    assert f"Season {three[0].pk} was never at rest" in caplog.text
