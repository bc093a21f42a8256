"""Results on one page of an evening, and those that a device stored there without a network."""

import json
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.members import players_merge
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.entries import play_record
from scoring.leagues.models import Fixture
from scoring.leagues.services.results import PlayedResult, result_enter
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import ONE_GAME, House
from tests.support.nights import game, played, sign_off
from tests.support.planned import plan, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
JSON = {"Accept": "application/json"}


@pytest.fixture
def night(house: House) -> Evening:
    by = house.person("director")
    return evening_open(by=by, held_on=timezone.localdate(), tables=("1", "Window"))


@pytest.fixture
def fixture(house: House) -> Fixture:
    """Cyd against Ann or Ann against Cyd, due tonight."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values()), first=timezone.localdate())
    return made.get(("Ann", "Cyd")) or made["Cyd", "Ann"]


@pytest.fixture
def match(house: House, night: Evening) -> Match:
    """Ann and Bob play one game."""
    return played(house, night, "ann", "bob", terms=ONE_GAME)


def enters(night: Evening) -> str:
    return f"evenings/{night.pk}/results/enter/"


def action(kind: str, pk: int, result: str = "", *, key: str = "", version: int = 0) -> Any:
    fields = {"id": str(pk), **({"result": result} if result else {}), "version": str(version)}
    return {"key": key or f"{kind}-{pk}", "kind": kind, "version": 0, "fields": fields}


def sent(browser: Browser, night: Evening, *actions: Any, status: int = 200) -> Any:
    body = {"actions": json.dumps(actions)}
    answer = browser.post(f"evenings/{night.pk}/outbox/", body, **JSON)
    assert answer.status_code == status, answer.content
    return answer.json()


def acts(night: Evening) -> list[str]:
    rows = AuditLogEntry.objects.filter(kind="evening", about=night.pk).order_by("pk")
    return list(rows.values_list("act", flat=True))


def test_results_are_filled_in_on_one_page(
    house: House, night: Evening, match: Match, fixture: Fixture
) -> None:
    """Bob beat Ann 5–3 at table 1, and whoever was at home won the fixture 5–2; of an old form the
    one that is entered already is refused, and the other is not lost."""
    director = Browser(house, "director")
    text = page(director.get(enters(night)))
    assert "Bob wins 5–3" in text
    assert text.index("Table 1") < text.index(str(fixture.event.name))
    old = {**director.hidden(enters(night)), f"match-{match.pk}-result": "game:3-5"}
    old[f"match-{match.pk}-version"] = "0"
    for _again in range(2):
        assert "?entered=" in goes(director.post(enters(night), old))
    match.refresh_from_db()
    assert (match.over, match.winner, match.score_a, match.score_b) == (True, "b", 3, 5)
    stale = {**old, "key": "another", f"fixture-{fixture.pk}-result": "5-2"}
    text = page(director.post(enters(night), stale), 422)
    assert "1 result was not entered" in text
    assert "Director entered something first" in text
    fixture.refresh_from_db()
    assert fixture.match is not None
    assert (fixture.match.winner, fixture.match.score_b) == ("a", 2)
    assert Browser(house, "ann").get(enters(night)).status_code == 403
    sign_off(house, night)
    assert "This evening is signed off." in page(director.get(enters(night)))


def test_what_waited_is_entered_in_order_and_once(
    house: House, night: Evening, match: Match, fixture: Fixture
) -> None:
    """Cyd came, went as it was a mistake, and came; the tap of the button and the same tap of the
    outbox are one."""
    director, cyd = Browser(house, "director"), house.players["cyd"].pk
    director.post(f"evenings/{night.pk}/attendance/", {"present": f"{cyd}:tap"})
    waiting = [
        action("present", cyd, key="tap"),
        action("absent", cyd),
        action("present", cyd, key="again"),
        action("match", match.pk, "game:5-4"),
        action("fixture", fixture.pk, "3-5"),
    ]
    for _again in range(2):
        answer = sent(director, night, *waiting)
        assert answer == {"taken": [one["key"] for one in waiting], "refused": []}
    wanted = ["player_arrive", "arrival_undo", "player_arrive"]
    assert [act for act in acts(night) if "arriv" in act] == wanted
    assert night.attendances.get(player=cyd).left_at is None
    match.refresh_from_db()
    fixture.refresh_from_db()
    assert (match.winner, match.version) == ("a", 1)
    assert fixture.match is not None
    assert (fixture.match.winner, fixture.match.score_a, fixture.match.score_b) == ("b", 3, 5)


def test_what_is_refused_says_a_way_out_and_holds_up_nothing(
    house: House, night: Evening, match: Match, fixture: Fixture
) -> None:
    """Meanwhile somebody else entered the game and the fixture, and Chloé's two entries in the list
    of members became one."""
    director, scorer, cyd = Browser(house, "director"), house.person("scorer"), house.players["cyd"]
    play_record(by=scorer, match=match, what=game(5, 0), version=0)
    entered = PlayedResult(games=((5, 1),))
    result_enter(by=scorer, slot=fixture, result=entered, played_on=timezone.localdate())
    gone = Player.objects.create(club=house.club, name="Chloé")
    merged = {"kept": cyd.pk, "gone": gone.pk, "version": cyd.version, "gone_version": gone.version}
    players_merge(by=house.person("committee"), **merged)
    waiting = [
        action("match", match.pk, "game:3-5"),
        action("fixture", fixture.pk, "3-5"),
        action("present", gone.pk),
        action("board", 10**6, "5-3"),
        action("present", cyd.pk),
    ]
    answer = sent(director, night, *waiting)
    assert answer["taken"] == [f"present-{cyd.pk}"]
    html = {one["key"].partition("-")[0]: unescape(one["html"]) for one in answer["refused"]}
    assert "Ann – Bob: 3–5" in html["match"]
    assert "Scorer entered something first" in html["match"]
    assert f'href="{director.address(f"matches/{match.pk}/")}"' in html["match"]
    assert "This fixture has started." in html["fixture"]
    assert f'href="{director.address(f"fixtures/{fixture.pk}/")}"' in html["fixture"]
    assert "Present: Chloé" in html["present"]
    assert "merged into Cyd" in html["present"]
    assert "attendance/" in html["present"]
    assert "There is nothing here" in html["board"]
    # Whatever is tried again is refused again, and what the others entered stands.
    assert sent(director, night, *waiting)["taken"] == [f"present-{cyd.pk}"]
    match.refresh_from_db()
    assert (match.score_a, match.score_b, match.version) == (5, 0, 1)
    sign_off(house, night)
    (late,) = sent(director, night, action("present", house.players["bob"].pk))["refused"]
    assert "This evening is signed off." in late["html"]
    assert "Back to the evening" in late["html"]


def test_who_may_send_what_waits(house: House, night: Evening) -> None:
    cyd = house.players["cyd"].pk
    stopped = sent(Browser(house), night, action("present", cyd), status=401)["stopped"]
    assert "Sign in and continue" in stopped
    assert f"next=/clubs/cercle/evenings/{night.pk}/" in stopped.replace("%2F", "/")
    sent(Browser(house, "ann"), night, action("present", cyd), status=403)
    director = Browser(house, "director")
    for wrong in ({}, {"key": "1", "kind": "hand", "fields": {"id": "1"}}, "present"):
        answer = sent(director, night, action("present", cyd), wrong, status=422)
        assert "cannot be read" in answer["stopped"]
    assert not night.attendances.exists()
    assert director.get(f"evenings/{night.pk}/outbox/").json() == {"taken": []}
