"""Abandoning, adjourning and resuming a match by its pages, and where it is listed then."""

from datetime import timedelta

import pytest

from games.evenings.services.evenings import player_arrive
from games.matches.models import Match
from games.matches.selectors.statuses import IDLE_AFTER
from tests.site.pages import HAND, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.markup import tight
from tests.support.nights import evening, hand, played

from .test_stopping import abandon, adjourn

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def test_players_adjourn_and_continue_by_one_tap(house: House) -> None:
    night = evening(house, "ann", "bob")
    match = played(house, night, "ann", "bob", [hand(3)])
    ann, here = Browser(house, "ann"), f"matches/{match.pk}/"
    text = page(ann.get(here))
    assert "Continue another day" in text
    assert "Abandon the match" not in text
    form = f"{here}adjourn/"
    sent = {**ann.hidden(form), "reason": "The last train."}
    for _time in range(2):
        assert goes(ann.post(form, sent)).endswith(here)
    text = page(ann.get(here))
    assert "This match is to be continued another day." in text
    assert "The last train." in text
    assert "Score this match" not in text
    assert "Annul the match" not in page(Browser(house, "director").get(here))
    assert "Continue here: Table 1" in text
    assert "Continue here" not in page(Browser(house, "cyd").get(here))
    tap = {"key": "t", "version": "2", "evening_table": str(match.evening_table_id)}
    for _time in range(2):
        assert goes(ann.post(f"{here}resume/", tap)).endswith(here)
    match.refresh_from_db()
    assert (match.stopped, match.table, match.version) == ("", "1", 3)
    assert "Score this match" in page(ann.get(here))
    assert "Match resumed." in page(ann.get(here))


def test_another_table_is_chosen_on_a_page(house: House) -> None:
    night = evening(house, "ann", "bob", "cyd")
    match = adjourn(house, played(house, night, "ann", "bob"))
    taken = played(house, night, "cyd", "bob")
    where = f"matches/{match.pk}/resume/"
    ann = Browser(house, "ann")
    text = page(ann.get(where))
    assert "Blue room" in text
    assert "Table 1" not in text
    assert "At no table of an evening" in text
    room = night.tables.get(name="Blue room").pk
    sent = {**ann.hidden(where), "evening_table": str(room)}
    refused = page(ann.post(where, sent), 422)
    assert "One of the two is playing at another table" in refused
    adjourn(house, taken, "scorer")
    goes(ann.post(where, {**sent, "key": "again"}))
    match.refresh_from_db()
    assert match.table == "Blue room"


def test_a_director_abandons_with_a_preview(house: House) -> None:
    match = house.match(house.season())
    director, here = Browser(house, "director"), f"matches/{match.pk}/"
    form = f"{here}abandon/"
    assert form in page(director.get(here))
    sent = director.hidden(form)
    missing = page(director.post(form, {**sent, "reason": " ", "act": "look"}), 422)
    assert "The match was not abandoned." in missing
    seen = page(director.post(form, {**sent, "reason": "Ann fell ill.", "act": "look"}))
    assert "What will change" in seen
    assert ">Ann fell ill.<" in seen or 'value="Ann fell ill."' in seen
    match.refresh_from_db()
    assert match.stopped == ""
    done = {**sent, "reason": "Ann fell ill.", "act": "abandon"}
    for _time in range(2):
        assert goes(director.post(form, done)).endswith(here)
    told = "This match is abandoned: it has no result."
    text = page(director.get(here))
    assert told in text
    assert "Abandoned by Director" in text
    assert "Ann fell ill." in text
    assert "Continue here" in text
    public = page(Browser(house).get(here))
    assert told in public
    assert "Director" not in public
    assert "Continue here" not in page(Browser(house, "ann").get(here))


def test_the_pad_says_so_and_has_no_keys(house: House) -> None:
    match = house.match()
    ann = Browser(house, "ann")
    begun = ann.pad(match)
    adjourn(house, match)
    text = page(ann.get(f"matches/{match.pk}/pad/"))
    assert "was adjourned on" in text
    assert 'name="tricks"' not in text
    refused = page(ann.mark(match, {**HAND, **begun}), 422)
    assert "was adjourned on" in refused
    assert not match.entries.filter(kind="hand").exists()


@pytest.mark.slow
def test_in_play_now_shows_only_what_is_played(house: House) -> None:
    """Four matches were begun: one is played, one forgotten, one adjourned, one abandoned."""
    night = evening(house, "ann", "bob", "cyd")
    begun = [house.match(house.season()) for _time in range(4)]
    one, forgotten, left, gone = begun
    late = forgotten.changed_at - IDLE_AFTER - timedelta(minutes=1)
    Match.objects.filter(pk=forgotten.pk).update(changed_at=late)
    adjourn(house, left)
    abandon(house, gone)
    director = Browser(house, "director")

    def listed(path: str) -> set[int]:
        text = page(Browser(house, "cyd").get(path))
        return {
            match.pk for match in (one, forgotten, left, gone) if f"/matches/{match.pk}/" in text
        }

    assert listed("") == {one.pk}
    assert listed("matches/") == {one.pk}
    assert listed("matches/?status=unfinished") == {forgotten.pk, left.pk}
    assert listed("matches/?status=abandoned") == {gone.pk}
    assert "2 matches have no result yet" in page(director.get(""))
    assert "Unfinished against Bob" in page(Browser(house, "ann").get(""))
    assert "nfinished" not in page(Browser(house).get(""))
    text = tight(page(director.get("matches/?status=unfinished")))
    assert "· Unfinished" in text
    assert "· To be continued" in text
    # At a table, a forgotten match holds it still, and is not said to be in play.
    at_table = played(house, night, "ann", "bob")
    assert "In play ·" in tight(page(director.get(f"evenings/{night.pk}/")))
    Match.objects.filter(pk=at_table.pk).update(changed_at=late)
    for path in (f"evenings/{night.pk}/", f"evenings/{night.pk}/wall/"):
        text = tight(page(director.get(path)))
        assert "Unfinished" in text
        assert "In play" not in text


@pytest.mark.slow
def test_a_table_offers_what_the_two_here_can_continue(house: House) -> None:
    """Ann and Bob adjourned on Thursday; a week later both are here, then Ann is busy."""
    thursday = evening(house, "ann", "bob")
    match = adjourn(house, played(house, thursday, "ann", "bob", [hand(3)]))
    later = evening(house, "ann", "cyd")
    one, room = later.tables.order_by("pk")
    start, scorer = f"evenings/{later.pk}/tables/{room.pk}/start/", Browser(house, "scorer")
    assert "To be continued" not in page(scorer.get(start))
    player_arrive(by=house.person("scorer"), evening=later, player_id=house.players["bob"].pk)
    text = page(scorer.get(start))
    assert "To be continued" in text
    assert "Continue here" in text
    assert f'name="evening_table" value="{room.pk}"' in text
    busy = played(house, later, "ann", "cyd")
    assert busy.evening_table == one
    assert "To be continued" not in page(scorer.get(start))
    adjourn(house, busy, "scorer")
    tap = {"key": "k", "version": "2", "evening_table": str(room.pk)}
    goes(scorer.post(f"matches/{match.pk}/resume/", tap))
    match.refresh_from_db()
    assert (match.table, match.stopped) == ("Blue room", "")
    assert "To be continued" not in page(scorer.get(start))
