"""What of a pool tournament is shown to whom, on pages and to programs."""

from typing import Any

import pytest

from ecarte_club.clubs.models import Club
from games.evenings.models import Evening
from games.evenings.services.evenings import table_add
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import pool_board, pool_states
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.services.people import entrant_back
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.pooling import (
    award,
    best,
    closes,
    evening,
    go,
    leaves,
    pools_of,
    rows,
    seat,
    won_by,
)
from tests.support.tourneys import draw, fresh, opened, players, staged, withdraw

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.any_database, pytest.mark.slow]


def _seen(house: House, cup: Tournament, who: str = "director") -> Reading:
    return reading_of(
        Tournament.objects.select_related("event__club").get(pk=cup.pk), house.person(who)
    )


def _with_ann(house: House, number: int) -> Tournament:
    """Of the club, and so many others."""
    ann = house.players["ann"].pk
    cup = opened(house, [ann, *players(house, number)], kind="pools")
    go(house, cup)
    return fresh(cup)


def test_how_each_pool_stands_is_told_in_words(house: House) -> None:
    cup, _ids = pools_of(house, 13, seeds=4)
    one, other, third, last = rows(cup, 1)
    over, in_play = seat(house, cup, [one, other], evening(house))
    won_by(house, over, pool_states.players(one)[0])
    award(house, cup, third, None)
    for gone in pool_states.players(last)[1:]:
        withdraw(house, cup, gone)
    column = pool_board.round_of(_seen(house, cup), 1)
    said = [str(drawn.said) for drawn in column.pools]
    assert said == ["", "", "Nobody came", "The others have withdrawn"]
    assert [drawn.in_play for drawn in column.pools] == [False, True, False, False]
    assert [drawn.waits for drawn in column.pools] == [False] * 4
    assert [drawn.row.number for drawn in column.open] == [2]
    assert [drawn.row.number for drawn in column.decided] == [1, 3, 4]
    closes(house, in_play)
    column = pool_board.round_of(_seen(house, cup), 1)
    assert [drawn.waits for drawn in column.pools] == [False, True, False, False]
    text = page(Browser(house, "director").get(f"tournaments/{cup.pk}/"))
    assert "Closed without a winner" in text
    assert "Start the pools" in text


def test_the_winner_is_marked_and_who_has_gone_is_told(house: House) -> None:
    cup, _ids = pools_of(house, 7)
    one, other = rows(cup, 1)
    (contest,) = seat(house, cup, [one], evening(house))
    winner, _second, third = pool_states.players(one)
    leaves(house, contest, third)
    won_by(house, contest, winner)
    first, second, bye = pool_board.round_of(_seen(house, cup), 1).pools
    marked = {member.id: (member.won, member.has_gone) for member in first.members}
    assert marked[winner] == (True, False)
    assert marked[third] == (False, True)
    assert {member.won for member in second.members} == {False}
    # Who sits out has won nothing.
    assert [(bye.is_bye, bye.members[0].won, str(bye.said))] == [(True, False, "Bye")]
    assert not first.is_final
    best(house, cup)
    go(house, cup)
    (final,) = pool_board.round_of(_seen(house, cup), 2).pools
    assert final.is_final
    assert other.pk != final.row.pk


def test_ones_own_pool_is_marked(house: House) -> None:
    cup = _with_ann(house, 8)
    ann = house.players["ann"].pk
    found = pool_board.round_of(_seen(house, cup, "ann"), 1, ann).pools
    assert [one.is_yours for one in found].count(True) == 1
    text = Browser(house, "ann").get(f"tournaments/{cup.pk}/").content.decode()
    assert text.count("pairing is-you") == 1
    assert "pairing is-you" not in Browser(house).get(f"tournaments/{cup.pk}/").content.decode()


def test_strangers_read_names_as_the_club_shows_them(house: House) -> None:
    Club.objects.filter(pk=house.club.pk).update(names_shown="initials")
    cup = _with_ann(house, 2)
    own, others = _seen(house, cup).names, read(Api().get(f"tournaments/{cup.pk}/pools"))
    ann = house.players["ann"].pk
    (only,) = others["rounds"][0]["pools"]
    shown = {member["id"]: member["name"] for member in only["members"]}
    assert own[ann] == "Ann"
    assert shown[ann] != "Ann"
    assert shown == {one["id"]: one["name"] for one in others["left"]}


def test_a_draft_is_for_directors_alone(house: House) -> None:
    cup, _ids = pools_of(house, 9)
    best(house, cup)
    draw(house, cup)
    path = f"tournaments/{cup.pk}"
    mine = read(house.api("director").get(f"{path}/pools"))
    assert [(one["number"], one["published_at"] is None) for one in mine["rounds"]] == [
        (1, False),
        (2, True),
    ]
    for api in (house.api("scorer"), Api()):
        assert [one["number"] for one in read(api.get(f"{path}/pools"))["rounds"]] == [1]
        problem(api.get(f"{path}/rounds/2"), 404)
    for browser in (Browser(house, "scorer"), Browser(house)):
        assert "Final pool" not in page(browser.get(f"{path}/"))
        assert browser.get(f"{path}/rounds/2/").status_code == 404
    assert "Final pool" in page(Browser(house, "director").get(f"{path}/rounds/2/"))


def test_the_board_of_a_private_evening_is_not_offered_to_strangers(house: House) -> None:
    cup, _ids = pools_of(house, 3)
    night = evening(house)
    (contest,) = seat(house, cup, rows(cup, 1), night)
    path, board = f"tournaments/{cup.pk}/", f"contests/{contest.pk}/"
    assert board in Browser(house, "ann").get(path).content.decode()
    text = page(Browser(house).get(path))
    assert board not in text
    assert "In play" in text
    Evening.objects.filter(pk=night.pk).update(public=True)
    assert board in Browser(house).get(path).content.decode()


def test_another_kind_has_no_pools(house: House) -> None:
    other = staged(house, public=True)["played"]
    found = read(Api().get(f"tournaments/{other}/pools"))
    assert (found["rounds"], found["left"], found["ranking"]) == ([], [], [])
    assert read(Api().get(f"tournaments/{other}/rounds/1"))["pools"] == []
    whole = read(Api().get(f"tournaments/{other}"))
    assert (whole["size"], whole["stake"], whole["paying"]) == (None, None, None)
    director = Browser(house, "director")
    for path in ("rounds/1/pools/", "pools/1/award/"):
        assert director.get(f"tournaments/{other}/{path}").status_code == 404
    night = evening(house)
    table = table_add(by=house.person("director"), evening=night, name="1").pk
    sent = {"evening": night.pk, "pools": [{"pool": 1, "table": table}], "accepted": True}
    api = house.api("director")
    problem(api.post(f"tournaments/{other}/pools/start", sent), 422, field="pools.0.pool")


def test_what_is_wrong_stands_beside_its_field(house: House) -> None:
    cup, ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    director, api = Browser(house, "director"), house.api("director")
    path = f"tournaments/{cup.pk}/pools/{only.pk}/award"
    answer = director.post(f"{path}/", {"key": "1", "winner": str(ids[0]), "reason": ""})
    assert answer.status_code == 422
    assert rows(cup, 1)[0].how == ""
    stranger = {"winner": house.players["ann"].pk, "reason": "late"}
    problem(api.post(path, stranger), 422, "not_playing", "winner")
    withdraw(house, cup, ids[1])
    problem(api.post(path, {"winner": ids[1], "reason": "late"}), 422, "withdrawn", "winner")
    seat(house, cup, [only], evening(house))
    problem(api.post(path, {"winner": ids[0], "reason": "late"}), 422, "pool_in_play", "pool")
    start: dict[str, Any] = {"evening": 10**9, "accepted": True}
    start["pools"] = [{"pool": only.pk, "table": 1}]
    problem(api.post(f"tournaments/{cup.pk}/pools/start", start), 422, "unknown_evening", "evening")
    director.post(f"tournaments/{cup.pk}/pools/{only.pk}/award/back/", {"key": "2"})
    text = page(director.get(f"tournaments/{cup.pk}/"))
    assert "In play" in text


def test_the_plan_is_another_until_the_first_round(house: House) -> None:
    cup = opened(house, players(house, 8), kind="pools")
    api, path = house.api("director"), f"tournaments/{cup.pk}/plan"
    draw(house, cup)
    assert [len(pool_states.players(one)) for one in rows(cup, 1)] == [4, 3]
    found = read(api.post(path, {"size": 4, "stake": 3}))
    assert (found["size"], found["stake"]) == (4, 3)
    assert rows(cup, 1) == []
    problem(api.post(path, {"size": 2}), 422, field="size")
    problem(api.post(path, {"rounds": 2}), 422, field="rounds")
    go(house, cup)
    problem(api.post(path, {"size": 3}), 422, "begun")


@pytest.mark.parametrize(("name", "value"), [("size", 21), ("stake", -1), ("paying", "later")])
def test_what_cannot_be_asked_for(name: str, value: object, house: House) -> None:
    sent = {"name": "Cup", "kind": "pools", "terms": {"format": "one_game"}, name: value}
    answer = house.api("director").post("clubs/cercle/tournaments", sent)
    problem(answer, 422, field=name)


def test_somebody_who_comes_back_is_drawn_again(house: House) -> None:
    cup, _ids = pools_of(house, 9)
    best(house, cup)
    winner = min(pool_states.players(rows(cup, 1)[0]))
    withdraw(house, cup, winner)
    assert winner not in _left(house, cup)
    entrant_back(by=house.person("director"), tournament=cup, player=winner)
    assert winner in _left(house, cup)
    go(house, cup)
    assert winner in pool_states.players(rows(cup, 2)[0])


def _left(house: House, cup: Tournament) -> set[int]:
    return {one.id for one in pool_board.PoolsDetail(_seen(house, cup)).left}
