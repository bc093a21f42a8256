"""The committee ranks who is level in a tournament; who goes on from a group follows."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import ManualOrder
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.selectors import draws
from scoring.tournaments.selectors.progress import is_open, progress_of
from scoring.tournaments.services.manual_orders import manual_order_decide, manual_order_end
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import award, begin, draw, fresh, opened, players, publish, win

pytestmark = [pytest.mark.slow, pytest.mark.any_database]
REASON = "Drawn from the same hat in front of everybody."


@pytest.fixture
def groups(house: House) -> Tournament:
    """Two groups of three, of which the first goes on. In each the winners form a circle, all by
    5 to 3."""
    cup = opened(house, players(house, 6), kind=Kind.GROUPS, groups=2, first=1)
    number = draw(house, cup).number
    publish(house, cup, number)
    for members in group_members(cup):
        a, b, c = members
        beats = {frozenset((a, b)): a, frozenset((b, c)): b, frozenset((c, a)): c}
        for one in progress_of(cup).fixtures:
            pair = frozenset((one.home_id, one.away_id or 0))
            if is_open(one) and pair in beats:
                win(house, begin(house, one), beats[pair])
    return fresh(cup)


def group_members(cup: Tournament) -> list[tuple[int, ...]]:
    return [members for _number, members in draws.members(progress_of(cup))]


def ranked(house: House, cup: Tournament, *entrants: int) -> ManualOrder:
    asked: dict[str, Any] = {"reason": REASON, "version": fresh(cup).version}
    by = house.person("committee")
    return manual_order_decide(by=by, tournament=cup, entrants=entrants, **asked)


def first_of(cup: Tournament) -> list[int]:
    shown = read(Api().get(f"tournaments/{cup.pk}/standings"))["results"]
    return [one["player"]["id"] for one in shown if one["rank"] == 1]


def test_it_comes_before_lots_and_says_who_goes_on(house: House, groups: Tournament) -> None:
    one, other = group_members(groups)
    for entrants in (one, other):
        last = entrants[::-1]
        ranked(house, groups, *last)
    assert first_of(groups) == [one[-1], other[-1]]
    shown = read(Api().get(f"tournaments/{groups.pk}/standings"))
    assert shown["tie_breaks"][-2:] == ["manual", "lots"]
    assert {line["player"]["id"] for line in shown["results"] if line["goes_on"]} == {
        one[-1],
        other[-1],
    }
    assert shown["results"][0]["manual_order"]["reason"] == REASON
    assert REASON in page(Browser(house).get(f"tournaments/{groups.pk}/"))
    table = Api().get(f"tournaments/{groups.pk}/standings.csv").content.decode()
    assert table.count(REASON) == len(one) + len(other)
    number = draw(house, groups).number
    final = {(row.home_id, row.away_id) for row in progress_of(fresh(groups)).of_round(number)}
    assert {pk for pair in final for pk in pair} == {one[-1], other[-1]}


def test_the_knock_out_is_drawn_anew_until_it_has_started(house: House, groups: Tournament) -> None:
    one, _other = group_members(groups)
    first = first_of(groups)
    number = draw(house, groups).number
    publish(house, groups, number)
    last = tuple(sorted(one, key=lambda pk: pk in first))
    order = ranked(house, groups, *last)
    assert not progress_of(fresh(groups)).of_round(number)
    publish(house, groups, draw(house, groups).number)
    (final,) = progress_of(fresh(groups)).of_round(number)
    assert last[0] in (final.home_id, final.away_id)
    award(house, groups, final.pk)
    by = house.person("committee")
    with pytest.raises(Invalid) as found, transaction.atomic():
        manual_order_end(by=by, tournament=groups, order=order.pk, reason="A mistake.")
    assert found.value.code == "next_begun"
    assert ManualOrder.objects.get().ended_at is None


def test_by_page_and_programs(house: House, groups: Tournament) -> None:
    one, other = group_members(groups)
    browser, path = Browser(house, "committee"), f"tournaments/{groups.pk}/order/"
    text = page(browser.get(path))
    assert text.count("Decide the order") == 2
    sent = {**browser.hidden(f"{path}?among={one[0]}"), "reason": REASON, "act": "look"}
    sent |= {f"place_{pk}": str(place) for place, pk in enumerate(one[::-1], start=1)}
    assert "What will change" in page(browser.post(f"{path}?among={one[0]}", sent))
    goes(browser.post(f"{path}?among={one[0]}", {**sent, "act": "do"}))
    api, path = house.api("committee"), f"tournaments/{groups.pk}/manual-orders"
    (listed,) = read(Api().get(path))["results"]
    assert [entrant["id"] for entrant in listed["players"]] == list(one[::-1])
    body = {"players": list(other), "reason": REASON}
    foreseen = read(api.post(f"{path}/preview", body))
    assert {line["group"] for line in foreseen["results"]} == {2}
    assert [line["player"]["id"] for line in foreseen["results"]] == list(other)
    version = fresh(groups).version
    made = read(api.post(path, {**body, "version": version}), 201)
    problem(api.post(path, {**body, "version": version}), 409)
    ended = read(api.post(f"{path}/{made['id']}/end", {"reason": "A mistake."}), 201)
    assert (ended["applies"], ended["ended_reason"]) == (False, "A mistake.")
    end = f"tournaments/{groups.pk}/order/{listed['id']}/"
    goes(browser.post(end, {**browser.hidden(end), "reason": "Another mistake."}))
    assert "Another mistake." in page(Browser(house).get(f"tournaments/{groups.pk}/order/"))


def test_without_a_table_nobody_is_ranked(house: House) -> None:
    cup = opened(house, players(house, 4), kind=Kind.KNOCKOUT)
    with pytest.raises(Invalid) as found, transaction.atomic():
        ranked(house, cup, *cup.event.entrants.values_list("player", flat=True))
    assert found.value.code == "no_standings"
    problem(Api().get(f"tournaments/{cup.pk}/manual-orders/1/end"), 405)
    page(Browser(house).get(f"tournaments/{cup.pk}/order/"), 404)
