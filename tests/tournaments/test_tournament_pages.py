"""A director runs a Swiss on the site's pages; players look at them."""

import re

import pytest
from django.db.models import Q
from django.utils import timezone

from ecarte_club.clubs.models import Club, Player
from games.evenings.services.evenings import evening_open
from games.matches.changes import next_step
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.services.meetings import meeting_award_back
from tests.site.pages import HTMX, Browser, goes, page, tight
from tests.support.clubhouse import House
from tests.support.tourneys import award, begin, draw, opened, play_round, players, publish, win

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NEW = {
    "name": "Cup",
    "kind": "swiss",
    "rounds": "2",
    "format": "one_game",
    "games": "1",
    "code": "london",
    "seed": "king",
    "vary_tables": "on",
    "tie_break_1": "buchholz",
    "public": "on",
}


def _key(browser: Browser, path: str, sent: dict[str, str]) -> str:
    """Where the sending of a form leads, with a key of its own and the newest version."""
    pk = int(re.search(r"tournaments/(\d+)", path)[1]) if "tournaments/new" not in path else 0  # type: ignore[index]
    version = Tournament.objects.filter(pk=pk).values_list("version", flat=True).first() or 0
    key = f"{path}{version}{sorted(sent.items())}"
    return goes(browser.post(path, {"key": str(hash(key)), "version": str(version), **sent}))


def test_a_tournament_from_its_opening_to_its_last_result(house: House) -> None:
    director = Browser(house, "director")
    where = _key(director, "tournaments/new/", NEW)
    cup = Tournament.objects.get()
    assert where.endswith(f"/tournaments/{cup.pk}/entrants/")
    here = f"tournaments/{cup.pk}/"
    ids = sorted(one.pk for one in house.players.values()) + players(house, 1)
    for player in ids:
        _key(director, f"{here}entrants/", {"players": str(player)})
    text = tight(page(director.get(here)))
    assert "Draw round 1" in text
    listed = text[text.index("Entrants</h2>") :]
    assert ">Ann</span>" in listed
    assert "Standings" not in listed, "Nobody stands anywhere yet."
    where = _key(director, f"{here}draw/", {})
    text = page(director.get(where))
    assert "Draw key: “king”. Only directors see this draw" in text
    assert "They have not met before." in text
    assert "deals first by lot" in text
    page(Browser(house, "scorer").get(where), 404)
    _key(director, f"{here}rounds/1/publish/", {})
    everybody = tight(page(Browser(house).get(f"{here}rounds/1/")))
    assert "Publish the draw" not in everybody
    assert everybody.count("<summary>Why<") == 2, "At the line of each."
    for fixture in Fixture.objects.filter(event=cup.pk):
        win(house, begin(house, fixture), fixture.home_id)
    _key(director, f"{here}draw/", {"seed": "queen"})
    _key(director, f"{here}rounds/2/publish/", {})
    one, two = Fixture.objects.filter(event=cup.pk, round__number=2).order_by("number")
    sent = {"award": "away", "reason": "taken ill"}
    _key(director, f"{here}meetings/{one.pk}/award/", sent)
    text = page(Browser(house).get(here))
    names = dict(Player.objects.values_list("pk", "name"))
    assert f"Walkover: {names[one.away_id or 0]} wins (taken ill)" in text
    win(house, begin(house, two), two.home_id)
    text = page(Browser(house).get(here))
    assert "Round 2 of 2" in text
    assert "Swiss · Over." in text
    assert "Draw round" not in page(director.get(here))


def test_who_plays_sees_his_own_table_first_and_starts_his_match(house: House) -> None:
    five = [*players(house, 5), house.players["ann"].pk]
    cup = opened(house, five)
    publish(house, cup, draw(house, cup).number)
    ann = Browser(house, "ann")
    text = page(ann.get(f"tournaments/{cup.pk}/"))
    assert re.search(r'<ol class="pairings"><li class="pairing is-you">', text)
    assert "Your table:" in text
    assert text.count("Your table:") == 1
    round_page = page(ann.get(f"tournaments/{cup.pk}/rounds/1/"))
    (mine,) = [
        one
        for one in Fixture.objects.filter(event=cup.pk)
        if house.players["ann"].pk in (one.home_id, one.away_id)
    ]
    assert round_page.count("Start this match") == 1
    where = goes(ann.post(f"tournaments/{cup.pk}/meetings/{mine.pk}/play/", {"key": "k"}))
    match = Match.objects.get(event=cup.pk)
    assert where.endswith(f"/matches/{match.pk}/pad/")
    told = next_step(match, house.person("ann"))
    assert told is not None
    assert told.address.endswith(f"/tournaments/{cup.pk}/rounds/1/")
    assert "In play" in page(ann.get(f"tournaments/{cup.pk}/"))
    assert "Start this match" not in page(Browser(house).get(f"tournaments/{cup.pk}/"))


def test_a_match_of_a_round_asks_about_who_plays_elsewhere(house: House) -> None:
    """Ann began a friendly match with Bob; the director starts her match of the round."""
    cup = opened(house, [*players(house, 3), house.players["ann"].pk])
    publish(house, cup, draw(house, cup).number)
    ann, bob = (house.players[name].pk for name in ("ann", "bob"))
    friendly = match_start(by=house.person("scorer"), player_a=ann, player_b=bob)
    mine = Fixture.objects.get(Q(home=ann) | Q(away=ann), event=cup.pk)
    director = Browser(house, "director")
    where = f"tournaments/{cup.pk}/meetings/{mine.pk}/play/"
    text = page(director.post(where, {"key": "k"}), 409)
    assert f'/matches/{friendly.pk}/">Still playing another match.</a>' in text
    assert f"/tournaments/{cup.pk}/rounds/1/" in text
    assert not Match.objects.filter(event=cup.pk).exists()
    goes(director.post(where, form_key(text) | {"seat_anyway": "on"}))
    mine.refresh_from_db()
    assert mine.match is not None


def form_key(text: str) -> dict[str, str]:
    """Of the form that asks."""
    found = re.search(r'name="key" value="([^"]+)"', text)
    assert found is not None
    return {"key": found[1]}


def test_the_round_is_started_at_an_evening(house: House) -> None:
    cup = opened(house, players(house, 4))
    publish(house, cup, draw(house, cup).number)
    scorer = Browser(house, "scorer")
    path = f"tournaments/{cup.pk}/rounds/1/start/"
    assert "No evening is open" in page(scorer.get(path))
    by = house.person("director")
    evening = evening_open(by=by, held_on=timezone.localdate(), public=True, tables=("2", "7"))
    two, seven = evening.tables.order_by("pk")
    text = page(scorer.get(path))
    one, other = Fixture.objects.filter(event=cup.pk).order_by("number")
    # The second board was drawn at table 2; the first takes what is left.
    assert f'<option value="{two.pk}" selected>' in text
    assert f'<option value="{seven.pk}" selected>' in text
    both = {f"table_{one.pk}": str(two.pk), f"table_{other.pk}": str(two.pk)}
    wrong = page(scorer.post(path, {"key": "k", "evening": str(evening.pk), **both}), 422)
    assert "Only one match can start at a table" in wrong
    sent = {f"table_{one.pk}": str(seven.pk), "key": "l", "evening": str(evening.pk)}
    assert goes(scorer.post(path, sent)).endswith(f"/evenings/{evening.pk}/")
    one.refresh_from_db()
    assert one.match is not None
    assert (one.match.evening_table_id, one.table) == (seven.pk, "7")
    assert Match.objects.filter(event=cup.pk).count() == 1


def test_what_is_not_possible_is_told_on_the_page(house: House) -> None:
    cup = opened(house, players(house, 4))
    director = Browser(house, "director")
    path = f"tournaments/{cup.pk}/"
    text = page(director.post(f"{path}draw/", {"key": "k", "version": "1"}), 409)
    assert "Nothing was changed." in text
    assert "This has changed since you opened this page" in text
    page(director.post(f"{path}rounds/1/publish/", {"key": "l", "version": "2"}), 404)
    page(director.get(f"{path}rounds/7/"), 404)
    page(director.get(f"{path}rounds/7/take-back/"), 404)
    page(director.get(f"{path}meetings/7/award/"), 404)


def test_people_are_put_in_order_kept_apart_and_withdrawn(house: House) -> None:
    ids = sorted(one.pk for one in house.players.values())
    cup = opened(house, ids)
    director = Browser(house, "director")
    path = f"tournaments/{cup.pk}/entrants/"
    places = {f"place_{pk}": str(9 - place) for place, pk in enumerate(ids)}
    _key(director, f"{path}change/", {"do": "order", **places})
    rows = cup.event.entrants.order_by("place").values_list("player_id", flat=True)
    assert list(rows) == ids[::-1]
    pair = {"player": str(ids[0]), "other": str(ids[1])}
    _key(director, f"{path}change/", {"do": "apart", **pair})
    _key(director, f"{path}change/", {"do": "off", "player": str(ids[2]), "round": "1"})
    text = page(director.get(path))
    assert "Ann – Bob" in text
    assert "Withdraw the request" in text
    _key(director, f"{path}change/", {"do": "meet", **pair})
    _key(director, f"{path}change/", {"do": "on", "player": str(ids[2]), "round": "1"})
    assert "As if the player had never entered" in page(director.get(f"{path}{ids[0]}/withdraw/"))
    _key(director, f"{path}{ids[0]}/withdraw/", {})
    assert cup.event.entrants.count() == 2


def test_the_draw_is_put_on_schedule(house: House) -> None:
    cup = opened(house, players(house, 4))
    director = Browser(house, "director")
    path = f"tournaments/{cup.pk}/schedule/"
    _key(director, path, {"at": "2099-01-01T20:00", "publish": "on"})
    assert "2099" in page(director.get(f"tournaments/{cup.pk}/"))
    wrong = page(director.post(path, {"key": "k", "at": "2001-01-01T20:00"}), 422)
    assert "Choose a time in the future." in wrong
    _key(director, path, {"at": ""})
    assert not cup.event.rounds.exists()


def test_strangers_read_names_as_the_club_shows_them(house: House) -> None:
    cup = opened(house, [house.players[name].pk for name in ("ann", "bob", "cyd")], rounds=1)
    play_round(house, cup, 1)
    Club.objects.filter(pk=house.club.pk).update(names_shown="initials")
    for path in ("", "rounds/1/"):
        text = page(Browser(house).get(f"tournaments/{cup.pk}/{path}"))
        assert "A." in text
        assert "Cyd" not in text
        assert "Cyd" in page(Browser(house, "bob").get(f"tournaments/{cup.pk}/{path}"))


def test_who_watches_hears_of_a_result(house: House) -> None:
    cup = opened(house, players(house, 2))
    publish(house, cup, draw(house, cup).number)
    version = Tournament.objects.get(pk=cup.pk).version
    path = f"tournaments/{cup.pk}/now/?have="
    assert Browser(house).get(f"{path}{version}", **HTMX).status_code in (204, 286)
    award(house, cup, Fixture.objects.get(event=cup.pk).pk)
    assert "Walkover: " in page(Browser(house).get(f"{path}{version}", **HTMX))


@pytest.mark.parametrize("path", ["", "now/", "rounds/1/"])
def test_one_for_members_is_not_there_for_others(house: House, path: str) -> None:
    cup = opened(house, players(house, 2), public=False)
    publish(house, cup, draw(house, cup).number)
    page(Browser(house).get(f"tournaments/{cup.pk}/{path}"), 404)
    page(Browser(house, "cyd").get(f"tournaments/{cup.pk}/{path}"))
    listed = page(Browser(house).get("tournaments/"))
    assert f"/tournaments/{cup.pk}/" not in listed


def test_a_tournament_is_no_season_to_start_a_match_of(house: House) -> None:
    season = house.season()
    opened(house, players(house, 2))
    text = page(Browser(house, "scorer").get("matches/new/"))
    assert f'<option value="{season.pk}">' in text
    assert "Cup" not in text


def test_where_its_matches_say_they_belong_leads_to_it(house: House) -> None:
    """The pages of matches and players know an event, and not of what kind it is."""
    ids = players(house, 2)
    cup = opened(house, ids, rounds=1, public=False)
    publish(house, cup, draw(house, cup).number)
    win(house, begin(house, Fixture.objects.get(event=cup.pk)), ids[0])
    cyd = Browser(house, "cyd")
    said = page(cyd.get(f"players/{ids[0]}/"))
    address = next(one for one in re.findall(r'href="(/[^"]+)">Cup<', said))
    where = goes(cyd.get(address))
    assert where.endswith(f"/tournaments/{cup.pk}/")
    assert "Cup" in page(cyd.get(where))
    page(Browser(house).get(address), 404)


def test_the_log_tells_a_tournaments_decisions_from_those_of_teams(house: House) -> None:
    cup = opened(house, players(house, 2))
    publish(house, cup, draw(house, cup).number)
    (fixture,) = Fixture.objects.filter(event=cup.pk)
    award(house, cup, fixture.pk)
    meeting_award_back(by=house.person("director"), tournament=cup, fixture=fixture.pk)
    log = page(Browser(house, "director").get("log/"))
    assert "Tournament match decided without play: Cup" in log
    assert "Decision on a tournament match withdrawn: Cup" in log
