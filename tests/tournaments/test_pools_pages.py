"""A pool tournament on its pages and by the API: nine play three pools, then the final."""

from collections.abc import Callable
from typing import Any

import pytest

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.services.accounts import player_anonymise
from games.evenings.models import Table
from games.evenings.services.evenings import table_add
from games.matches.services.matches import match_start
from scoring.contests.models import Contest
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.webhooks import messages
from scoring.webhooks.selectors import outgoing_in
from scoring.webhooks.services.outbox import numbered
from tests.ledger.points_evening import legible, of_money
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.pooling import award, best, evening, go, leaves, pools_of, rows, seat, won_by
from tests.support.tourneys import fresh, players, posted

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NEW = {
    "name": "Pools",
    "kind": "pools",
    "size": "3",
    "seeds": "0",
    "stake": "2",
    "paying": "seated",
    "format": "rubber",
    "games": "3",
    "code": "london",
    "tie_break_1": "usual",
    "public": "on",
}


def _opened(director: Browser) -> tuple[Tournament, str]:
    where = posted(director, "tournaments/new/", NEW)
    assert where.endswith("entrants/")
    cup = Tournament.objects.first()
    assert cup is not None
    own = {"size": 3, "seeds": 0, "stake": 2, "paying": "seated", "draws_publish": False}
    assert cup.plan == own
    assert (cup.event.format, cup.event.games) == ("one_game", 1)
    return cup, f"tournaments/{cup.pk}/"


def test_on_the_pages(house: House) -> None:
    director = Browser(house, "director")
    cup, path = _opened(director)
    assert "The pools appear here once they are drawn." in page(director.get(path))
    for player in players(house, 9):
        posted(director, f"{path}entrants/", {"players": str(player)})
    assert "As far as the numbers allow." in page(director.get(f"{path}entrants/"))
    text = page(director.get(path))
    assert "Draw round 1" in text
    assert "Stake of each pool: 2." in text
    text = page(director.get(posted(director, f"{path}draw/", {})))
    assert "Drawn by seeding and by lot, one of 3 pools." in text
    assert "Decide without play" not in text
    assert "3 pools are removed." in page(director.get(f"{path}rounds/1/take-back/"))
    assert "Pool 1" not in page(Browser(house).get(path))
    posted(director, f"{path}rounds/1/publish/", {})
    text = page(Browser(house).get(path))
    for told_ in ("Round 1 of 2", "To play now", "Pool 3", "Players still in", "9 players"):
        assert told_ in text
    assert "Start the pools" not in text
    _begun(house, director, cup, path)
    _awarded(director, cup, path)
    best(house, cup)
    go(house, cup)
    text = page(director.get(f"{path}now/"))
    assert "Round 2 of 2" in text
    assert "Final pool" in text
    assert "3 players" in text
    best(house, cup)
    text = page(Browser(house).get(path))
    assert "Final ranking" in text
    assert "4–9" in text
    assert "Players still in" not in text


def _begun(house: House, director: Browser, cup: Tournament, path: str) -> None:
    """The first at the only free table; what is wrong stands beside its pool."""
    night, by = evening(house), house.person("director")
    busy, free = (table_add(by=by, evening=night, name=name) for name in ("7", "8"))
    ann, bob = (house.players[name].pk for name in ("ann", "bob"))
    match_start(by=by, player_a=ann, player_b=bob, evening_table=busy.pk)
    start = f"{path}rounds/1/pools/"
    text = page(director.get(f"{start}?evening={night.pk}"))
    assert "its players know and accept the terms" in text
    assert f'<option value="{free.pk}" selected>' in text
    one = rows(cup, 1)[0]
    sent = {"evening": str(night.pk), f"table_{one.pk}": str(busy.pk), "key": "wrong"}
    answer = director.post(start, sent)
    assert answer.status_code == 422
    assert "A match is in play at this table." in answer.content.decode()
    _asked_about_players_elsewhere(house, director, start, free, one)
    posted(director, start, {"evening": str(night.pk), f"table_{one.pk}": str(free.pk)})
    contest = Contest.objects.get(evening=night)
    assert Pool.objects.get(pk=one.pk).contest_id == contest.pk
    text = page(director.get(path))
    assert "In play" in text
    text = page(director.get(f"contests/{contest.pk}/"))
    assert "Pools: pool 1 of round 1" in text
    won_by(house, contest, pool_states.players(one)[0])


def _asked_about_players_elsewhere(
    house: House, director: Browser, start: str, table: Table, one: Pool
) -> None:
    """Two of the pool play a match without a table; the page asks, and the API."""
    by, (a, b) = house.person("director"), pool_states.players(one)[:2]
    match = match_start(by=by, player_a=a, player_b=b)
    sent = {"evening": str(table.evening_id), f"table_{one.pk}": str(table.pk), "key": "asked"}
    text = page(director.post(start, sent), 422)
    assert f'/matches/{match.pk}/">Still playing another match.</a>' in text
    assert 'name="seat_anyway" value="on"' in text
    assert f'<option value="{table.pk}" selected>' in text
    where = f"tournaments/{one.round.event_id}/pools/start"
    seated = [{"pool": one.pk, "table": table.pk}]
    body = {"evening": table.evening_id, "pools": seated, "accepted": True}
    problem(house.api("director").post(where, body), 409, "already_seated", "pools.0.pool")
    assert not Contest.objects.filter(evening=table.evening_id).exists()
    match.delete()


def _awarded(director: Browser, cup: Tournament, path: str) -> None:
    _first, second, third = rows(cup, 1)
    gone = pool_states.players(second)[2]
    text = page(director.get(f"{path}entrants/{gone}/withdraw/"))
    assert "An open pool is played without them" in text
    posted(director, f"{path}entrants/{gone}/withdraw/", {})
    text = page(director.get(f"{path}pools/{second.pk}/award/"))
    assert f'value="{gone}"' not in text
    posted(director, f"{path}pools/{third.pk}/award/", {"winner": "0", "reason": "fire alarm"})
    text = page(director.get(f"{path}rounds/1/"))
    for told_ in ("Nobody came (", "fire alarm", "Withdrawn", "Withdraw the decision"):
        assert told_ in text
    posted(director, f"{path}pools/{third.pk}/award/back/", {})
    assert "fire alarm" not in page(director.get(f"{path}rounds/1/"))
    assert progress_of(cup).undecided == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_club_that_plays_for_points_reads_of_no_stakes(language: str, house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(unit="points")
    User.objects.update(language=language)
    director = Browser(house, "director")
    cup, _ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    night = evening(house)
    one = f"tournaments/{cup.pk}/"
    paths = ["", "rounds/1/", "rounds/1/take-back/", f"rounds/1/pools/?evening={night.pk}"]
    paths += ["entrants/", f"pools/{only.pk}/award/"]
    for path in ["tournaments/new/", *(f"{one}{path}" for path in paths)]:
        text = legible(director.get(path, **{"Accept-Language": language}).content.decode())
        assert of_money(text, language) == set(), path
        assert len(text) > 100


def test_by_the_api(house: House) -> None:
    api = house.api("director")
    sent: dict[str, Any] = {
        "name": "Pools",
        "kind": "pools",
        "seeds": 3,
        "terms": {"format": "one_game"},
    }
    cup = read(api.post("clubs/cercle/tournaments", sent), 201)
    assert (cup["kind"], cup["size"], cup["stake"], cup["paying"]) == ("pools", 3, 0, "deposit")
    path = f"tournaments/{cup['id']}"
    ids = players(house, 7)
    entered = read(api.post(f"{path}/entrants", {"players": ids}))
    made = read(api.post(f"{path}/draw", {"version": entered["version"]}), 201)
    first, second, bye = made["pools"]
    assert (bye["how"], bye["because"], bye["winner"]) == ("bye", "bye_by_order", ids[0])
    assert bye["figures"] == {"order": 1, "had": 0, "byes": 1}
    assert (first["status"], first["figures"]) == ("due", {"pools": 2, "byes": 1, "size": 3})
    assert read(Api().get(f"{path}/pools"))["rounds"] == []
    problem(Api().get(f"{path}/rounds/1"), 404)
    read(api.post(f"{path}/rounds/1/publish", {"version": made["version"]}))
    night = evening(house)
    table = table_add(by=house.person("director"), evening=night, name="9").pk
    start = {"evening": night.pk, "pools": [{"pool": first["id"], "table": table}]}
    one, other = (member["id"] for member in first["members"][:2])
    match_start(by=house.person("director"), player_a=one, player_b=other)
    problem(api.post(f"{path}/pools/start", {**start, "accepted": False}), 422, field="accepted")
    problem(api.post(f"{path}/pools/start", {**start, "accepted": True}), 409, "already_seated")
    begun = read(
        api.post(f"{path}/pools/start", {**start, "accepted": True, "seat_anyway": True}), 201
    )
    whole = read(Api().get(f"{path}/pools"))
    assert len(whole["left"]) == 7
    assert whole["rounds"][0]["pools"][0]["contest"] == begun["contests"][0]
    winner = second["members"][1]["id"]
    given = {"winner": winner, "reason": "the others are ill"}
    after = read(api.post(f"{path}/pools/{second['id']}/award", given))
    assert (after["pools"][1]["how"], after["pools"][1]["winner"]) == ("walkover", winner)
    assert read(Api().get(f"{path}/standings"))["results"] == []
    read(api.post(f"{path}/pools/{second['id']}/award-back", {}))
    assert read(Api().get(path))["undecided"] == 2
    problem(api.post(f"{path}/pools/{bye['id']}/award", given), 422, "no_such_pool", "pool")


def test_programs_are_told(house: House) -> None:
    cup, ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    awarded, over = _told(house, lambda: award(house, cup, only, ids[0]))
    assert awarded["type"] == "fixture.awarded"
    assert awarded["data"] == {
        "tournament": cup.pk,
        "pool": only.pk,
        "players": list(pool_states.players(only)),
        "version": fresh(cup).version,
        "round": 1,
        "award": "walkover",
        "winner": ids[0],
    }
    assert over["type"] == "tournament.over"
    cup, _ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    (contest,) = seat(house, cup, [only], evening(house))
    one, _other, third = pool_states.players(only)
    (left,) = _told(house, lambda: leaves(house, contest, third))
    assert (left["type"], left["data"]["player"]) == ("entrant.left", third)
    last = [told["type"] for told in _told(house, lambda: won_by(house, contest, one))][-2:]
    assert last == ["contest.closed", "tournament.over"]


def _told(house: House, act: Callable[[], object]) -> list[dict[str, Any]]:
    last = numbered(house.club.pk)
    act()
    numbered(house.club.pk)
    found = outgoing_in(house.club.pk).filter(number__gt=last)
    return [messages.message_of(one) for one in found]


def test_who_is_made_anonymous_is_named_in_no_reason(house: House) -> None:
    cup, ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    player = Player.objects.get(pk=ids[0])
    Pool.objects.filter(pk=only.pk).update(reason=f"{player.name} is ill", how="both_absent")
    player_anonymise(by=house.person("committee"), player_id=player.pk, version=player.version)
    assert player.name not in Pool.objects.get(pk=only.pk).reason
