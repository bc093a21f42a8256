"""The opponent's yes: whose it may be, what undoes it, and what it protects."""

from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.evenings.models import Phone
from games.evenings.services.evenings import evening_sign_off
from games.evenings.services.phones import phone_open
from games.matches.models import Confirmation, Match
from games.matches.selectors import reading
from games.matches.selectors.matches import matches
from games.matches.selectors.reading import confirmed_games
from games.matches.services.disputes import game_confirm
from games.matches.services.entries import entry_undo
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.scene import Scene, phone_api
from tests.support.stages import finished

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

GAME = {"score": {"a": 5, "b": 3}, "version": 0}


@pytest.fixture
def here(here: Scene) -> Scene:
    """A club that asks for confirmation; `empty` has not begun."""
    here.house.club.confirms = True
    here.house.club.save()
    return here


def _is_confirmed(here: Scene) -> bool:
    game = read(here.house.api("cyd").get(f"matches/{here.empty.pk}"))["game_list"][0]
    return bool(game["confirmed"])


def _phone(here: Scene, holder: str = "") -> Api:
    player = here.house.players[holder].pk if holder else None
    return phone_api(phone_open(code=here.table.code, player_id=player)[1])


def _who(here: Scene, who: str) -> Api:
    """`ann` signed in, or `phone of ann`, or `phone`."""
    if not who.startswith("phone"):
        return here.house.api(who)
    return _phone(here, who.removeprefix("phone").removeprefix(" of "))


ANNS = {"bob": True, "ann": False, "phone of bob": True, "phone of ann": False}
# By who entered it, whose word is taken.
CONFIRMED = {
    "ann": {**ANNS, "phone": True},
    "phone of ann": ANNS,
    "phone": {"phone": True, "ann": True},
    "scorer": {"ann": True, "phone": True},
    "director": {"director": True},
}


@pytest.mark.parametrize("entered", CONFIRMED)
def test_nobody_confirms_what_he_entered_himself(entered: str, here: Scene) -> None:
    """Each time another phone or sign-in; a director may confirm any game."""
    read(_who(here, entered).post(f"matches/{here.empty.pk}/games", GAME), 201)
    assert not _is_confirmed(here)
    programs = {who: _who(here, who) for who in CONFIRMED[entered]}
    for who, taken in CONFIRMED[entered].items():
        with undone(who):
            way = f"matches/{here.empty.pk}/games/1/confirm"
            answer = programs[who].post(way, {"number": 1})
            if taken:
                assert read(answer, 201)["number"] == 1
            else:
                problem(answer, 422, "own_entry", "game")
            assert _is_confirmed(here) is taken


def test_one_phone_does_not_confirm_itself(here: Scene) -> None:
    phone = _phone(here)
    read(phone.post(f"matches/{here.empty.pk}/games", GAME), 201)
    problem(phone.post(f"matches/{here.empty.pk}/games/1/confirm", {"number": 1}), 422, "own_entry")


def test_confirmed_twice_is_confirmed_once(here: Scene) -> None:
    house = here.house
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    bob = house.api("bob")
    first = read(bob.post(f"matches/{here.empty.pk}/games/1/confirm", {"number": 1}), 201)
    again = read(bob.post(f"matches/{here.empty.pk}/games/1/confirm", {"number": 1}), 201)
    assert first == again
    assert Confirmation.objects.count() == 1
    assert AuditLogEntry.objects.filter(act="game_confirm").count() == 1


@pytest.mark.parametrize("how", ["corrected", "undone", "undone and entered again"])
def test_a_later_entry_makes_it_unconfirmed(how: str, here: Scene) -> None:
    house, match = here.house, here.empty.pk
    read(house.api("ann").post(f"matches/{match}/games", GAME), 201)
    read(house.api("bob").post(f"matches/{match}/games/1/confirm", {"number": 1}), 201)
    director = house.api("director")
    if how == "corrected":
        body = {"game": {"score": {"a": 3, "b": 5}}, "reason": "turned about", "version": 1}
        read(director.post(f"matches/{match}/entries/1/corrections", body), 201)
    else:
        read(director.post(f"matches/{match}/undo", {"version": 1}), 201)
    if how == "undone and entered again":
        read(house.api("ann").post(f"matches/{match}/games", {**GAME, "version": 2}), 201)
    if how != "undone":
        assert not _is_confirmed(here)
    found = matches().get(pk=match)
    assert confirmed_games(found, reading.read(found).log) == frozenset()
    # Nothing was deleted, and the yes to what stood then is no yes to what stands now.
    assert Confirmation.objects.count() == 1
    newest = found.version
    problem(house.api("bob").post(f"matches/{match}/games/1/confirm", {"number": 1}), 409)
    answer = house.api("bob").post(f"matches/{match}/games/1/confirm", {"number": newest})
    assert answer.status_code == (422 if how == "undone" else 201)


def test_players_change_nothing_in_a_confirmed_game(here: Scene) -> None:
    finished(here)
    house, match = here.house, here.match.pk
    read(house.api("bob").post(f"matches/{match}/games/1/confirm", {"number": 5}), 201)
    for who in ("ann", "bob", "scorer"):
        undo = house.api(who).post(f"matches/{match}/undo", {"version": 5})
        said = problem(undo, 422, "game_confirmed")["detail"]
        assert "a director or the committee can still correct it" in said
    hand = {"opening": "exchanged", "kings": [], "tricks": {"a": 5, "b": 0}}
    body = {"version": 5, "hand": hand, "trump_turned": False}
    problem(house.api("ann").post(f"matches/{match}/entries/5/mend", body), 422, "game_confirmed")
    read(house.api("director").post(f"matches/{match}/undo", {"version": 5}), 201)


def test_the_result_counts_before_it_is_confirmed(here: Scene) -> None:
    house = here.house
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    found = read(house.api("cyd").get(f"matches/{here.empty.pk}"))
    assert (found["over"], found["winner"]) == (True, "a")
    season = read(house.api("cyd").get(f"seasons/{here.season.pk}/standings"))
    assert [row["won"] for row in season["results"] if row["player"]["name"] == "Ann"] == [1]


def test_a_game_in_play_is_not_confirmed(here: Scene) -> None:
    api = here.house.api("bob")
    problem(
        api.post(f"matches/{here.match.pk}/games/1/confirm", {"number": 1}), 422, "game_unfinished"
    )
    problem(api.post(f"matches/{here.match.pk}/games/2/confirm", {"number": 1}), 404)


def test_where_nobody_asks_nothing_is_confirmed_or_shown(here: Scene) -> None:
    house = here.house
    house.club.confirms = False
    house.club.save()
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    problem(_confirm_bob(here), 422, "not_asked")
    text = page(Browser(house, "bob").get(f"matches/{here.empty.pk}/"))
    assert "confirmed" not in text


def _confirm_bob(here: Scene) -> "Answer":
    return here.house.api("bob").post(f"matches/{here.empty.pk}/games/1/confirm", {"number": 1})


def test_after_the_sign_off_nobody_confirms(here: Scene) -> None:
    house = here.house
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    here.evening.refresh_from_db()
    evening_sign_off(
        by=house.person("director"), evening=here.evening, version=here.evening.version
    )
    problem(_confirm_bob(here), 422, "signed_off")


def test_the_etag_of_a_match_moves_with_a_confirmation(here: Scene) -> None:
    house, path = here.house, f"matches/{here.empty.pk}"
    read(house.api("ann").post(f"{path}/games", GAME), 201)
    tag = house.api("cyd").get(path)["ETag"]
    assert house.api("cyd").get(path, **{"If-None-Match": tag}).status_code == 304
    read(_confirm_bob(here), 201)
    assert house.api("cyd").get(path, **{"If-None-Match": tag}).status_code == 200


def test_the_pad_offers_it_to_the_opponent_and_not_to_who_entered(here: Scene) -> None:
    house = here.house
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    pad = f"matches/{here.empty.pk}/pad/"
    assert "Confirm 5–3" in page(Browser(house, "bob").get(pad))
    anns = page(Browser(house, "ann").get(pad))
    assert "Game 1, 5–3: not confirmed yet" in anns
    assert "Confirm 5–3" not in anns
    assert "Confirm 5–3" in page(Browser(house, "director").get(pad))


@pytest.mark.parametrize("script", [True, False])
def test_bob_confirms_on_the_page(script: bool, here: Scene) -> None:
    house, bob = here.house, Browser(here.house, "bob")
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    path = f"matches/{here.empty.pk}/confirm/"
    sent = {"game": "1", "number": "1", "key": "k", "from": "pad"}
    if script:
        assert "not confirmed yet" not in page(bob.post(path, sent, **HTMX))
    else:
        assert goes(bob.post(path, sent)).endswith("/pad/")
        assert goes(bob.post(path, {**sent, "from": "", "key": "l"})).endswith(f"/{here.empty.pk}/")
    assert _is_confirmed(here)
    assert "Every finished game is confirmed." in page(bob.get(path))


def test_what_cannot_be_confirmed_is_said_on_the_page(here: Scene) -> None:
    house, ann = here.house, Browser(here.house, "ann")
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    path = f"matches/{here.empty.pk}/confirm/"
    sent = {"game": "1", "number": "1", "key": "k"}
    assert "your opponent has to confirm it" in page(ann.post(path, sent, **HTMX), 422)
    assert "your opponent has to confirm it" in page(ann.post(path, sent), 422)
    page(ann.post(path, {"key": "k"}), 404)
    assert "/account/login/" in goes(Browser(house).post(path, sent))


def test_the_part_that_watches_hears_of_a_confirmation(here: Scene) -> None:
    house, bob = here.house, Browser(here.house, "bob")
    read(house.api("ann").post(f"matches/{here.empty.pk}/games", GAME), 201)
    part = f"matches/{here.empty.pk}/confirm/?have=0"
    assert bob.get(part, **HTMX).status_code == 204
    read(_confirm_bob(here), 201)
    assert 'data-version="1"' in page(bob.get(part, **HTMX))


def test_a_match_by_its_games_is_confirmed_as_a_whole(house: House) -> None:
    house.club.confirms = True
    house.club.save()
    match = house.match()
    read(
        house.api("ann").post(
            f"matches/{match.pk}/rubber", {"version": 0, "games": {"a": 1, "b": 0}}
        ),
        201,
    )
    found = matches().get(pk=match.pk)
    with transaction.atomic():
        made = game_confirm(by=house.person("bob"), match=found, game=0, number=1)
    assert made.game == 0
    assert "The match, 1–0" not in page(Browser(house, "bob").get(f"matches/{match.pk}/"))


def test_who_did_it_is_told_by_phone_and_table(here: Scene) -> None:
    house = here.house
    read(_phone(here, "bob").post(f"matches/{here.empty.pk}/games", GAME), 201)
    entries = read(house.api("cyd").get(f"matches/{here.empty.pk}/entries"))
    assert entries[0]["by"] == "Bob’s phone at table 1"
    read(_phone(here).post(f"matches/{here.empty.pk}/undo", {"version": 1}), 201)
    assert "A phone at table 1" in page(Browser(house, "cyd").get(f"matches/{here.empty.pk}/"))
    assert Phone.objects.count() == 4
    assert read(Api().get(f"matches/{here.empty.pk}/entries"))[0]["by"] is None


def test_services_answer_with_values(here: Scene) -> None:
    """Faults, whoever calls them: the API and the pages only say them."""
    match: Match = matches().get(pk=here.empty.pk)
    read(here.house.api("ann").post(f"matches/{match.pk}/games", GAME), 201)
    match = matches().get(pk=match.pk)
    stranger = Person(club_id=match.club_id, user_id=here.house.users["cyd"].pk)
    for by, number, fault in (
        (here.house.person("bob"), 7, Stale),
        (here.house.person("cyd"), 1, Denied),
        (here.house.person("ann"), 1, Invalid),
    ):
        with pytest.raises(fault), transaction.atomic():
            game_confirm(by=by, match=match, game=1, number=number)
    assert stranger.roles
    with transaction.atomic():
        entry_undo(by=here.house.person("ann"), match=match, version=1)


def test_results_that_are_not_confirmed_say_so_where_they_count(house: House) -> None:
    """Bob beat Ann; only once Ann has confirmed it, his page no longer says so."""
    season = house.season()
    match = house.match(season)
    house.api("bob").post(f"matches/{match.pk}/games", {"version": 0, "score": {"a": 3, "b": 5}})
    cyd, player = Browser(house, "cyd"), f"players/{house.players['bob'].pk}/"
    told = "Results count as soon as they are entered, also before the opponent"
    assert "Not confirmed" not in page(cyd.get(player))
    assert told not in page(cyd.get(f"seasons/{season.pk}/"))
    house.club.confirms = True
    house.club.save()
    assert "Not confirmed" in page(cyd.get(player))
    assert told in page(cyd.get(f"seasons/{season.pk}/"))
    read(house.api("ann").post(f"matches/{match.pk}/games/1/confirm", {"number": 1}), 201)
    assert "Not confirmed" not in page(cyd.get(player))
