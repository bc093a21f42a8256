"""Tables online where the club looks every day: its home page, an evening, the wall, a match."""

import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.core import live
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.online.models import OnlineTable
from scoring.leagues.models import Season
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import Api, House, read

from .devices import Device, loses, opened, play_out, seated, step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Players = tuple[Device, Device]


@pytest.fixture
def season(house: House) -> Season:
    return house.season()


@pytest.fixture
def night(house: House) -> Evening:
    day = timezone.localdate()
    return evening_open(by=house.person("director"), held_on=day, public=True, tables=("1",))


def shown(house: House, who: str = "", path: str = "") -> str:
    return tight(page(Browser(house, who).get(path)))


def listed(house: House, who: str, night: Evening) -> list[int]:
    """The tables online of the evening, as a program reads them."""
    api = house.api(who) if who else Api()
    rows = read(api.get(f"evenings/{night.pk}/online-tables"))["results"]
    return [row["id"] for row in rows]


def until_dealt(players: Players) -> dict[str, Any]:
    for _ in range(40):
        state = step(players)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            return state
    raise AssertionError


def waiting(players: Players) -> tuple[str, str]:
    """Who is to act, and who is not, as the house calls them."""
    names = ("ann", "bob")
    turn = until_dealt(players)["hand"]["to_act"]
    return names if turn == "a" else names[::-1]


def fragment(house: House, night: Evening, path: str) -> str:
    """What the page asks for when it hears of a table online."""
    whole = "" if path == "now" else "wall/"
    text = shown(house, "", f"evenings/{night.pk}/{whole}")
    (found,) = re.findall(rf'hx-get="([^"]*/{path}/[?]online=[^"]*)"', text)
    return str(found)


def address(players: Players) -> str:
    return f"/clubs/cercle/online/{players[0].table}/"


@pytest.mark.any_database
def test_home_tells_whose_turn_it_is_and_leads_to_the_table(house: House) -> None:
    players = seated(house, Random(1))
    turn, other = waiting(players)
    text = shown(house, turn)
    assert f"Your turn against {other.title()}" in text
    assert f'class="button" href="{address(players)}">Play online</a>' in text
    assert "/pad/" not in text
    text = shown(house, other)
    assert f"Online against {turn.title()}" in text
    assert f"{turn.title()} is to act" in text
    for who in ("cyd", ""):
        assert "Your turn" not in shown(house, who)
    mine = read(house.api(turn).get("clubs/cercle/home"))["online"]
    assert [(one["id"], one["your_turn"], one["deadline"]) for one in mine] == [
        (players[0].table, True, None)
    ]
    assert read(house.api(other).get("clubs/cercle/home"))["online"][0]["your_turn"] is False
    assert read(Api().get("clubs/cercle/home"))["online"] == []


def test_the_next_deal_waits_for_whoever_has_not_opened_the_table(house: House) -> None:
    table = opened(house)
    assert "Ann invites you to play" in shown(house, "bob")
    assert "Ann invites you to play" not in shown(house, "cyd")
    ann = Device(house.api("ann"), table, "a", Random(1))
    read(house.api("bob").post(f"online-tables/{table}/accept", {}), 201)
    ann.open()
    assert "Your turn against Ann" in shown(house, "bob")


@pytest.mark.slow
@pytest.mark.any_database
def test_a_move_by_correspondence_has_its_deadline_and_is_never_unfinished(house: House) -> None:
    """Nothing is entered for two days; the director has nothing to do about it."""
    players = seated(house, Random(1), {"clock": "days"})
    turn, other = waiting(players)
    table = OnlineTable.objects.get(pk=players[0].table)
    noon = datetime(2031, 5, 2, 12, 30, tzinfo=timezone.get_default_timezone())
    OnlineTable.objects.update(deadline=noon)
    Match.objects.update(changed_at=timezone.now() - timedelta(days=2))
    assert "By correspondence, until 2 May 2031, 12:30" in shown(house, turn)
    assert "2 May 2031" not in shown(house, other)
    for who in ("director", turn, other):
        text = shown(house, who)
        assert "Unfinished" not in text
        assert "no result yet" not in text
    assert "By correspondence" in shown(house, "cyd", "matches/?status=unfinished")
    mine = read(house.api(turn).get("clubs/cercle/home"))["online"]
    assert mine[0]["deadline"].startswith("2031-05-02T")
    assert mine[0]["match"] == table.match_id


@pytest.mark.slow
@pytest.mark.any_database
def test_the_evening_its_wall_and_home_show_what_is_played_online(
    house: House, season: Season, night: Evening
) -> None:
    players = seated(house, Random(1), {"event": season.pk})
    until_dealt(players)
    link = f'href="{address(players)}"'
    nows = [fragment(house, night, path) for path in ("now", "wall/now")]
    for now in nows:
        assert Browser(house).get(now).status_code == 204
    for who in ("", "cyd", "director"):
        evening = shown(house, who, f"evenings/{night.pk}/")
        assert '<span class="place-name">Online</span>' in evening
        assert "In play online" in evening
        assert link in evening
        assert link in shown(house, who)
        assert "<span> Online </span>" in shown(house, who, f"evenings/{night.pk}/wall/")
        assert listed(house, who, night) == [players[0].table]
    play_out(players, loses("a"))
    assert listed(house, "director", night) == []
    for now in nows:
        assert Browser(house).get(now).status_code == 200
    for path in (f"evenings/{night.pk}/", f"evenings/{night.pk}/wall/"):
        assert "Ann" not in shown(house, "", path)


@pytest.mark.any_database
def test_visitors_see_each_hand_that_is_entered_online(
    house: House,
    season: Season,
    night: Evening,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Their pages are made once for all of them, until something changes."""
    players = seated(house, Random(1), {"event": season.pk})
    until_dealt(players)
    path = f"evenings/{night.pk}/"
    before = shown(house, "", path)
    assert shown(house, "", path) == before
    with django_capture_on_commit_callbacks(execute=True):
        while not Match.objects.get().hands:
            step(players)
    match = Match.objects.get()
    text = shown(house, "", path)
    assert f'<span class="figure">{max(match.score_a, match.score_b)}</span>' in text
    assert text != before


@pytest.mark.slow
@pytest.mark.any_database
def test_without_spectators_nobody_else_is_led_to_the_table(
    house: House, season: Season, night: Evening
) -> None:
    players = seated(house, Random(1), {"event": season.pk, "spectators": False})
    match = Match.objects.get().pk
    for path in ("", f"evenings/{night.pk}/", f"matches/{match}/", "matches/"):
        for who in ("cyd", ""):
            assert address(players) not in shown(house, who, path), (who, path)
    assert address(players) in shown(house, "bob", f"matches/{match}/")
    assert address(players) in shown(house, "director", f"evenings/{night.pk}/")
    for who, expected in {"": 0, "cyd": 0, "bob": 1, "director": 1}.items():
        assert len(listed(house, who, night)) == expected, who


def test_what_belongs_to_the_club_is_not_shown_to_the_public(house: House, night: Evening) -> None:
    """A friendly match; and one by correspondence, which is no part of an evening, unless it was
    begun at a table of it."""
    players = seated(house, Random(1))
    path = f"evenings/{night.pk}/"
    assert "Online" in shown(house, "cyd", path).split("The tables")[1]
    assert "Online" not in shown(house, "", path).split("The tables")[1]
    assert listed(house, "cyd", night) == [players[0].table]
    assert listed(house, "", night) == []
    OnlineTable.objects.update(clock="days")
    assert "In play online" not in shown(house, "cyd", path)
    assert listed(house, "cyd", night) == []
    Match.objects.update(evening_table=night.tables.get())
    assert listed(house, "cyd", night) == [players[0].table]
    Evening.objects.update(signed_off_at=timezone.now())
    assert listed(house, "cyd", night) == []


@pytest.mark.slow
@pytest.mark.any_database
def test_pages_hear_of_every_hand_that_is_entered(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    topics: list[str] = []
    monkeypatch.setattr(live, "send", lambda topic, **_what: topics.append(topic))
    players = seated(house, Random(1), {"terms": {"format": "one_game"}})
    with django_capture_on_commit_callbacks(execute=True):
        play_out(players, loses("a"))
    hands = Match.objects.get().hands
    assert hands
    assert topics.count(f"online-club:{house.club.pk}") == hands


@pytest.mark.slow
@pytest.mark.any_database
def test_the_page_of_a_match_leads_to_its_table_and_then_to_its_deals(house: House) -> None:
    players = seated(house, Random(1), {"terms": {"format": "one_game"}})
    until_dealt(players)
    path = f"matches/{Match.objects.get().pk}/"
    assert f'class="button" href="{address(players)}">Play online</a>' in shown(house, "ann", path)
    assert f'class="button" href="{address(players)}">Watch the match</a>' in shown(
        house, "cyd", path
    )
    assert "Verify the deals" not in shown(house, "ann", path)
    play_out(players, loses("a"))
    for who in ("ann", "cyd"):
        text = shown(house, who, path)
        assert f'href="{address(players)}transcript/"' in text
        verify = f"/verify/#transcript={address(players)}transcript/"
        assert f'<a href="{verify}">Verify the deals</a>' in text
    assert "Play a rematch" not in shown(house, "cyd", path)
    assert "Played online" in shown(house, "cyd")
    assert "Played online" in shown(house, "cyd", "matches/")


@pytest.mark.slow
def test_both_agree_to_a_rematch_on_the_page_of_the_match(house: House) -> None:
    """Ann asks, Bob agrees; the first dealer is cut for again. Cyd can do neither."""
    players = seated(house, Random(1), {"terms": {"format": "one_game"}, "clock": "calm"})
    play_out(players, loses("a"))
    first = Match.objects.get()
    path, act = f"matches/{first.pk}/", f"online/{players[0].table}/rematch/"
    ann, bob = Browser(house, "ann"), Browser(house, "bob")
    assert "Play a rematch" in page(ann.get(path))
    assert Browser(house, "cyd").post(act, {"key": "c" * 32}).status_code == 403
    table = goes(ann.post(act, {"key": "a" * 32}))
    assert goes(ann.post(act, {"key": "b" * 32})) == table, "asked twice is as once"
    assert Match.objects.count() == 1
    assert "Ann invites you to play" in shown(house, "bob")
    assert goes(bob.post(act, {"key": "d" * 32})) == table
    again = Match.objects.latest("pk")
    assert again.pk != first.pk
    assert set(again.player_ids) == set(first.player_ids)
    assert (again.format, again.first_dealer) == ("one_game", "")
    assert OnlineTable.objects.latest("pk").clock == "calm"
