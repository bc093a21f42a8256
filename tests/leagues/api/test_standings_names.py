"""Standings in two editions: with the names for the club, with what may be shown for the rest."""

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.changes import player_changed
from ecarte_club.clubs.models import Club, NameVisibility, Player
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.collation import name_fields
from scoring.leagues.models import Season
from scoring.leagues.renderers import printed_cache
from tests.support.clubhouse import Api, House, read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.any_database, pytest.mark.slow]
FORMS = pytest.mark.parametrize("form", ["standings", "standings.csv"])
STRANGER = Api()


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    printed_cache.clear()
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def season(house: House) -> Season:
    found = house.season()
    house.match(found)
    Club.objects.update(names_shown=NameVisibility.INITIALS)
    return found


def names(answer: "Answer") -> list[str]:
    assert answer.status_code == 200
    if answer["Content-Type"].startswith("text/csv"):
        text = answer.content.decode("utf-8-sig")
        return [row["player"] for row in csv.DictReader(io.StringIO(text, newline=""))]
    return [line["player"]["name"] for line in read(answer)["results"]]


@FORMS
def test_each_reads_his_own_edition_in_any_order(house: House, season: Season, form: str) -> None:
    path, member = f"seasons/{season.pk}/{form}", house.api("cyd")
    for _time in range(2):
        assert names(STRANGER.get(path)) == ["A.", "B."]
        assert names(member.get(path)) == ["Ann", "Bob"]
    assert STRANGER.get(path)["Cache-Control"] == "no-cache"
    assert member.get(path)["Cache-Control"] == "private, no-cache"


@FORMS
def test_a_neighbour_is_a_stranger(
    house: House, season: Season, neighbour: House, form: str
) -> None:
    assert names(neighbour.api("committee").get(f"seasons/{season.pk}/{form}")) == ["A.", "B."]


@FORMS
def test_a_tag_is_of_one_edition(house: House, season: Season, form: str) -> None:
    """Who signs in after having read as a stranger gets the names, though nothing was played."""
    path, member = f"seasons/{season.pk}/{form}", house.api("cyd")
    public, own = STRANGER.get(path)["ETag"], member.get(path)["ETag"]
    assert public != own
    assert names(member.get(path, **{"If-None-Match": public})) == ["Ann", "Bob"]
    for api, tag in ((STRANGER, public), (member, own)):
        answer = api.get(path, **{"If-None-Match": tag})
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)


@FORMS
def test_an_unchanged_edition_of_the_club_costs_one_query_too(
    house: House, season: Season, form: str
) -> None:
    path, member = f"seasons/{season.pk}/{form}", house.api("cyd")
    own = member.get(path)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert member.get(path, **{"If-None-Match": own}).status_code == 304
    assert len(asked) == 1


@FORMS
def test_what_may_be_shown_is_in_the_tag(season: Season, form: str) -> None:
    """The club chooses otherwise: nobody keeps what he read before, and no entry was made."""
    path, tags = f"seasons/{season.pk}/{form}", set[str]()
    for shown, told in (
        (NameVisibility.INITIALS, ["A.", "B."]),
        (NameVisibility.NAME, ["Ann", "Bob"]),
        (NameVisibility.HIDDEN, None),
        (NameVisibility.INITIALS, ["A.", "B."]),
    ):
        Club.objects.update(names_shown=shown)
        answer = STRANGER.get(path, **{"If-None-Match": ", ".join(tags)})
        if told and answer.status_code == 200:
            assert names(answer) == told
        tags.add(answer["ETag"])
    assert len(tags) == 3


@FORMS
def test_a_name_that_changes_moves_his_seasons_and_no_other(
    house: House, season: Season, form: str
) -> None:
    other, path = house.season(), f"seasons/{season.pk}/{form}"
    first, ann = STRANGER.get(path), house.players["ann"]
    before = Season.objects.get(pk=other.pk).version
    Player.objects.filter(pk=ann.pk).update(**name_fields("Zoe"), name_shown=NameVisibility.HIDDEN)
    player_changed.send(player=ann)
    newer = STRANGER.get(path, **{"If-None-Match": first["ETag"]})
    assert set(names(newer)) == {player_names.numbered(ann.pk), "B."}
    assert names(house.api("cyd").get(path)) == ["Bob", "Zoe"]
    assert Season.objects.get(pk=other.pk).version == before


def test_private_standings_have_the_names(house: House) -> None:
    season = house.season(public=False)
    house.match(season)
    Club.objects.update(names_shown=NameVisibility.HIDDEN)
    path = f"seasons/{season.pk}/standings"
    assert STRANGER.get(path).status_code == 404
    assert names(house.api("cyd").get(path)) == ["Ann", "Bob"]
