"""Starting a contest from the evening, and where it then shows."""

import re
from uuid import uuid4

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.models import Club as ClubRow
from games.evenings.authentication import SESSION_KEY
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.contests.models import Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import Closed
from scoring.contests.rules.machine import Kind
from scoring.contests.rules.pool import Seated
from scoring.tables.ranking import lot
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, read
from tests.support.contests import Club, opened
from tests.support.nights import evening

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def night(house: House) -> Evening:
    return evening(house, "ann", "bob", "cyd")


def form(house: House, night: Evening, kind: str, **more: str) -> dict[str, str]:
    """As a browser would send it: with what stands in it, and with `more`."""
    text = page(Browser(house, "scorer").get(f"evenings/{night.pk}/contests/new/?kind={kind}"))
    usual = dict(re.findall(r'name="(agreed_\w+|gallery_\w+)" value="(\d+)"', text))
    usual |= dict(re.findall(r'name="(\w+)" value="(\w+)"[^>]* checked', text))
    table = re.search(r'name="table".*?<option value="(\d+)"', text, re.S)
    assert table is not None
    return {"key": uuid4().hex, "code": "london", "table": table[1], **usual, **more}


def started(house: House, night: Evening, kind: str, **more: str) -> Contest:
    sent = form(house, night, kind, **more)
    path = f"evenings/{night.pk}/contests/new/?kind={kind}"
    where = goes(Browser(house, "scorer").post(path, sent))
    return Contest.objects.get(pk=int(where.split("/")[-2]))


def plays(house: House, *names: str) -> dict[str, str]:
    return {f"plays_{house.players[name].pk}": "on" for name in names}


def cuts(house: House, **places: str) -> dict[str, str]:
    return {f"cut_{house.players[name].pk}": place for name, place in places.items()}


def named(house: House, contest: Contest) -> tuple[str, ...]:
    """Who sits, and then who waits."""
    club = Club(house, contest.evening, contest)
    return (*club.seats(), *club.queue())


def test_every_kind_is_offered_with_a_line_of_what_it_is(house: House, night: Evening) -> None:
    path = f"evenings/{night.pk}/contests/new/"
    text = page(Browser(house, "scorer").get(path))
    offered = re.findall(r'href="\?kind=(\w+)">([^<]*)</a><span\s+class="note">([^<]{20,})', text)
    assert sorted(kind for kind, *_rest in offered) == sorted(Kind)
    assert path in page(Browser(house, "scorer").get(f"evenings/{night.pk}/"))
    assert path not in page(Browser(house, "ann").get(f"evenings/{night.pk}/"))


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_starts_as_its_form_stands(house: House, night: Evening, kind: Kind) -> None:
    names = ("ann", "bob") if kind is Kind.MATCH else ("ann", "bob", "cyd")
    contest = started(house, night, kind, **plays(house, *names))
    assert contest.kind == kind
    assert not contest.over
    assert contest.acceptances.count() == len(names)


def test_places_as_cut(house: House, night: Evening) -> None:
    """Cyd has cut highest, then Ann: they play, and Bob waits."""
    contest = started(house, night, "pool", places="cut", **cuts(house, ann="2", bob="3", cyd="1"))
    assert named(house, contest) == ("cyd", "ann", "bob")
    assert AuditLogEntry.objects.filter(act="contest_draw").count() == 0


def test_the_same_place_is_not_cut_twice(house: House, night: Evening) -> None:
    sent = form(house, night, "pool", places="cut", **cuts(house, ann="1", bob="1"))
    answer = Browser(house, "scorer").post(f"evenings/{night.pk}/contests/new/?kind=pool", sent)
    assert "Give each place once." in page(answer, 422)
    assert not Contest.objects.exists()


@pytest.mark.parametrize("kind", ["pool", "cul_leve", "bank", "box"])
def test_places_drawn_by_the_site(house: House, night: Evening, kind: str) -> None:
    """The seed that the board publishes gives the same order to whoever draws again."""
    contest = started(house, night, kind, places="drawn", **plays(house, "ann", "bob", "cyd"))
    text = page(Browser(house, "ann").get(f"contests/{contest.pk}/"))
    seed = re.search(r"draw key (\w{8}):", text)
    assert seed is not None
    order = [house.players[name].pk for name in named(house, contest)]
    assert order == sorted(order, key=lambda pk: lot(pk, seed[1]))


def test_a_pool_whose_places_are_taken_later(house: House, night: Evening) -> None:
    contest = started(house, night, "pool", places="later", **plays(house, "ann", "bob"))
    assert named(house, contest) == ("ann", "bob")
    assert machine.seats(Club(house, night, contest).course().state) is None
    assert "Draw the places" in page(Browser(house, "scorer").get(f"contests/{contest.pk}/"))
    assert "Draw the places" not in page(Browser(house, "ann").get(f"contests/{contest.pk}/"))


def test_what_is_agreed_is_kept(house: House, night: Evening) -> None:
    contest = started(
        house,
        night,
        "cul_leve",
        agreed_stake="3",
        agreed_backer_sits="on",
        gallery="on",
        gallery_levy="5",
        gallery_most="40",
    )
    assert contest.agreed == {"stake": 3, "loser_inscribes": False, "backer_sits": True}
    assert contest.gallery == {"levy": 5, "most": 40, "remainder": "largest"}
    assert (contest.format, contest.games) == ("one_game", 1)


def test_a_match_for_the_gallery_may_be_a_rubber(house: House, night: Evening) -> None:
    contest = started(house, night, "match", format="rubber", **plays(house, "ann", "bob"))
    assert (contest.format, contest.games) == ("rubber", 3)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [("box", "agreed_stake", "0"), ("bank", "agreed_levy", "101"), ("pool", "agreed_to_win", "1")],
)
def test_terms_that_cannot_be_are_said_beside_the_field(
    house: House, night: Evening, kind: str, field: str, value: str
) -> None:
    sent = form(house, night, kind, **{field: value, "places": "cut"})
    answer = Browser(house, "scorer").post(f"evenings/{night.pk}/contests/new/?kind={kind}", sent)
    assert f'id="id_{field}_error"' in page(answer, 422)
    assert not Contest.objects.exists()


@pytest.mark.parametrize(("code", "usual"), [("london", "box_passes"), ("britannica", "box_stays")])
def test_where_the_loser_goes_out_the_chouetteur_stays(
    house: House, night: Evening, code: str, usual: str
) -> None:
    """EB 1911: "the loser of the game goes out … unless the loser is playing la chouette". The
    form proposes what the club plays; programs that agree nothing get what the code has."""
    ClubRow.objects.filter(pk=house.club.pk).update(code=code)
    assert form(house, night, "box")["agreed_on_loss"] == usual
    sent = {"kind": "box", "table": night.tables.earliest("pk").pk, "agreed": {"most": 3}}
    answer = house.api("scorer").post(f"evenings/{night.pk}/contests", sent)
    assert read(answer, 201)["agreed"] == {"stake": 1, "most": 3, "on_loss": usual}


def test_one_table_has_one_contest(house: House, night: Evening) -> None:
    """Which is then not offered; and when none is free the page says so."""
    first = started(house, night, "cul_leve", **plays(house, "ann", "bob"))
    sent = form(house, night, "box", **plays(house, "cyd"))
    assert sent["table"] != str(first.table_id)
    path = f"evenings/{night.pk}/contests/new/?kind=box"
    answer = Browser(house, "scorer").post(path, {**sent, "table": str(first.table_id)})
    assert answer.status_code == 422
    started(house, night, "box")
    assert "Every table has a pool or chouette running." in page(Browser(house, "scorer").get(path))


def test_sent_twice_it_starts_once(house: House, night: Evening) -> None:
    sent = form(house, night, "pool", places="drawn", **plays(house, "ann", "bob", "cyd"))
    path = f"evenings/{night.pk}/contests/new/?kind=pool"
    assert len({goes(Browser(house, "scorer").post(path, sent)) for _time in range(2)}) == 1
    assert Contest.objects.count() == 1


# where it shows


@pytest.fixture
def pool(house: House) -> Club:
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 1})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    return club


@pytest.mark.parametrize("where", ["evenings/{}/", "evenings/{}/wall/"])
def test_the_evening_and_the_wall_tell_how_it_stands(pool: Club, where: str) -> None:
    text = page(Browser(pool.house, "cyd").get(where.format(pool.night.pk)))
    assert "Ann against Bob. Waiting: Cyd. Pot: 3 counters." in text


def test_strangers_read_veiled_names_on_the_evening(pool: Club) -> None:
    pool.night.public = True
    pool.night.save()
    pool.house.club.names_shown = "hidden"
    pool.house.club.save()
    text = page(Browser(pool.house).get(f"evenings/{pool.night.pk}/"))
    assert "Pot: 3 counters." in text
    assert "Ann" not in text


def test_the_pad_of_its_game_tells_what_follows(pool: Club) -> None:
    """In one line, and leads to the board."""
    match = pool.deals()
    browser = Browser(pool.house, "ann")
    address = f"/clubs/cercle/contests/{pool.contest.pk}/"
    assert address in page(browser.get(f"matches/{match.pk}/pad/"))
    pool.wins("ann", match)
    text = page(browser.get(f"matches/{match.pk}/pad/"))
    assert "Ann wins game 1. Bob adds 1 counter to the pot. Bob goes out. Cyd sits down." in text
    assert f'href="{address}">To the scoreboard and the next deal' in text
    assert "Start another match" not in text


def test_a_match_that_is_of_no_contest_says_nothing_of_one(house: House, night: Evening) -> None:
    match = house.match()
    assert "To the scoreboard" not in page(Browser(house, "scorer").get(f"matches/{match.pk}/pad/"))


def test_a_phone_that_comes_by_the_code_is_led_to_the_board(pool: Club) -> None:
    """It is asked who of those present holds it, and then bids, bets and joins for him."""
    table, browser = pool.contest.table, Browser(pool.house)
    text = page(browser.get(f"/t/{table.code}/"))
    assert "Ann against Bob. Waiting: Cyd. Pot: 3 counters." in text
    holders = re.findall(r'<option\s+value="\d+">(\w+)</option>', text)
    assert holders == ["Ann", "Bob", "Cyd"]
    sent = {"key": "door", "player": str(pool.pk("cyd"))}
    board = f"/clubs/cercle/contests/{pool.contest.pk}/"
    assert goes(browser.post(f"/t/{table.code}/", sent)) == board
    assert SESSION_KEY in browser.client.session
    wait = f"evenings/{pool.night.pk}/tables/{table.pk}/wait/"
    assert goes(browser.get(wait)) == board
    text = page(browser.get(board))
    assert re.search(r'<h2 id="yours"[^>]*>Cyd</h2>', text)
    assert 'id="offer-left"' in text


def test_a_waiting_phone_is_called_when_a_contest_begins(house: House, night: Evening) -> None:
    table, browser = night.tables.order_by("pk")[0], Browser(house)
    goes(browser.post(f"/t/{table.code}/", {"key": "door", "player": ""}))
    wait = f"evenings/{night.pk}/tables/{table.pk}/wait/"
    page(browser.get(wait))
    contest = started(house, night, "cul_leve", **plays(house, "ann", "bob"))
    assert contest.table_id == table.pk
    answer = browser.get(f"{wait}now/?have=0", **{"HX-Request": "true"})
    assert answer["HX-Redirect"] == f"/clubs/cercle/contests/{contest.pk}/"
    assert not Match.objects.exists()


def test_the_page_of_the_club_leads_to_what_runs(pool: Club) -> None:
    """The club's own people only, while the evening is not public."""
    told = "Ann against Bob. Waiting: Cyd. Pot: 3 counters."
    assert told in page(Browser(pool.house, "cyd").get(""))
    assert "Pot: 3 counters." not in page(Browser(pool.house).get(""))
    pool.night.public = True
    pool.night.save()
    assert told in page(Browser(pool.house).get(""))
    pool.tell(Closed())
    assert "Pot: 3 counters." not in page(Browser(pool.house).get(""))
