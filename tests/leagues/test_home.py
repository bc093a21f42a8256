"""A club's own page by who reads it, and the same for programs."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import Club, Invitation
from ecarte_club.clubs.permissions import Scope
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.models import Match
from games.matches.services.disputes import flag_raise, game_confirm
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Season
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.leagues.views import club as club_views
from tests.site.pages import Browser, page, tight
from tests.support import tourneys
from tests.support.clubhouse import ONE_GAME, Api, House, read
from tests.support.depth import times
from tests.support.nights import game, played, sign_off
from tests.support.settlings import named_book, owes, settled

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture
def season(house: House) -> Season:
    return house.season()


def opened(house: House, *, days: int = 0, public: bool = True, name: str = "") -> Evening:
    """So many days from today."""
    day = timezone.localdate() + timedelta(days=days)
    return evening_open(
        by=house.person("director"), held_on=day, name=name, public=public, tables=("1", "2")
    )


def yesterday_ended(house: House, evening: Evening) -> None:
    """Its codes have run out, so nobody plays there any longer."""
    Evening.objects.filter(pk=evening.pk).update(
        codes_until=timezone.now() - timedelta(hours=1),
        held_on=timezone.localdate() - timedelta(days=3),
    )


def shown(house: House, who: str = "") -> str:
    return tight(page(Browser(house, who).get("")))


def test_the_public_reads_the_next_evening_and_the_top_of_the_table(
    house: House, season: Season
) -> None:
    opened(house, days=9, name="Cup of the lamps")
    opened(house, days=2, name="Chess night")
    opened(house, days=1, name="Committee supper", public=False)
    night = opened(house, days=-2)
    played(house, night, "ann", "bob", [game(5, 2)], season=season)
    text = shown(house)
    assert "Chess night" in text
    assert "Cup of the lamps" not in text
    assert "Committee supper" not in text
    # A win counts two points, a defeat none.
    assert '<td class="rank">1</td><th scope="row"><span class="name">Ann</span></th>' in text
    assert '<td class="num decides">2</td>' in text
    assert "Ann beat Bob" in text
    assert 'href="/t/"' in text
    assert "Committee supper" in shown(house, "ann")


def test_only_a_season_that_the_public_sees_is_at_the_top(house: House) -> None:
    season = house.season(public=False)
    play_record(by=house.person("scorer"), match=house.match(season), what=game(5, 0), version=0)
    assert 'id="top">' not in shown(house)
    assert '<span class="name">Ann</span>' in shown(house, "cyd")


def test_a_member_reads_their_match_in_play_and_their_results(house: House, season: Season) -> None:
    play_record(by=house.person("scorer"), match=house.match(season), what=game(5, 4), version=0)
    match = house.match(season)
    for who, other in (("ann", "Bob"), ("bob", "Ann")):
        text = shown(house, who)
        assert f"In play against {other}" in text
        assert f'href="/clubs/cercle/matches/{match.pk}/pad/"' in text
        assert "Your latest results" in text
        (button,) = re.findall(r'class="button" href="([^"]*)">([^<]*)<', text)
        assert button == (f"/clubs/cercle/matches/{match.pk}/pad/", "Score your match")
    for who in ("cyd", "director", ""):
        text = shown(house, who)
        assert "In play against" not in text
        assert "Your latest results" not in text


def confirming(house: House) -> House:
    Club.objects.filter(pk=house.club.pk).update(confirms=True)
    house.club.refresh_from_db()
    return house


def test_a_game_waits_for_who_did_not_enter_it(house: House) -> None:
    confirming(house)
    match = house.match()
    entry = play_record(
        by=house.person("ann"), match=match, what=game(5, 3), version=match.version
    ).entry
    address = f'href="/clubs/cercle/matches/{match.pk}/confirm/"'
    assert address in shown(house, "bob")
    assert address not in shown(house, "ann")
    assert address not in shown(house, "cyd")
    waiting = read(house.api("bob").get("clubs/cercle/home"))["to_confirm"]
    assert waiting == [{"match": match.pk, "game": 1}]
    game_confirm(by=house.person("bob"), match=match, game=1, number=entry.number)
    assert address not in shown(house, "bob")


def test_nothing_waits_where_the_club_asks_for_no_confirmation(house: House) -> None:
    match = house.match()
    play_record(by=house.person("ann"), match=match, what=game(5, 3), version=match.version)
    assert "Waiting for your confirmation" not in shown(house, "bob")


def test_a_member_reads_what_they_owe_and_get(house: House) -> None:
    book = named_book(house)
    owes(house, book, "bob", "ann", 12)
    assert "You have lost 12 counters" in shown(house, "bob")
    assert "You have won 12 counters" in shown(house, "ann")
    settled(house, book)
    assert "You pay Ann 12 counters" in shown(house, "bob")
    assert "Bob pays you 12 counters" in shown(house, "ann")
    assert "12 counters" not in shown(house, "cyd")
    assert "12 counters" not in shown(house)


@pytest.mark.slow
def test_a_flag_raised_at_a_table_is_on_the_page_of_the_director(house: House) -> None:
    night = opened(house)
    player_arrive(by=house.person("scorer"), evening=night, player_id=house.players["ann"].pk)
    match = played(house, night, "ann", "bob", [game(5, 2)], terms=ONE_GAME)
    assert "flag is open" not in shown(house, "director")
    flag = flag_raise(by=house.person("bob"), match=match, text="It was 5–4.")
    text = shown(house, "director")
    assert "1 flag is open" in text
    assert f'href="/clubs/cercle/flags/{flag.pk}/settle/">It was 5–4.</a>' in text
    assert "Ann – Bob · Table 1" in text
    assert "2 players are here." in text
    found = read(house.api("director").get("clubs/cercle/home"))
    assert (found["flag_count"], found["flags"][0]["id"]) == (1, flag.pk)
    assert [(one["id"], one["here"], one["in_play"]) for one in found["tonight"]] == [
        (night.pk, 2, 0)
    ]
    for who in ("bob", "scorer", ""):
        assert "5–4" not in shown(house, who)
    reads = read(house.api("director", [Scope.READ]).get("clubs/cercle/home"))
    assert reads["flag_count"] == 1
    enters = read(house.api("director", [Scope.ENTER]).get("clubs/cercle/home"))
    assert (enters["flag_count"], enters["tonight"]) == (0, [])


def test_an_evening_that_nobody_signed_off_is_to_do(house: House) -> None:
    night = opened(house, days=-1, name="Lamps")
    assert "Go to the evening" in shown(house, "director")
    yesterday_ended(house, night)
    text = shown(house, "director")
    assert "Go to the evening" not in text
    assert f'href="/clubs/cercle/evenings/{night.pk}/sign-off/">Lamps</a>' in text
    assert "Lamps" not in shown(house, "ann").split("Next evening")[0]
    sign_off(house, night)
    assert "sign-off" not in shown(house, "director")


def test_a_committee_reads_which_invitations_are_open(house: House) -> None:
    now = timezone.now()
    days = {"a": 3, "b": 5, "c": -1}
    for digest, left in days.items():
        Invitation.objects.create(
            club=house.club,
            role="director",
            player=house.players["ann"],
            digest=digest * 64,
            made_at=now,
            expires_at=now + timedelta(days=left),
        )
    text = "2 invitations have not been accepted yet"
    assert text in shown(house, "committee")
    assert text not in shown(house, "director")


@pytest.mark.parametrize("who", ["", "ann", "director", "committee"])
def test_there_is_one_primary_button(house: House, who: str) -> None:
    for _time in range(2):
        assert shown(house, who).count('class="button"') == 1
        opened(house)


@pytest.mark.slow
def test_the_page_asks_the_database_no_more_often_as_more_is_played(
    house: House, season: Season
) -> None:
    confirming(house)
    night = opened(house)

    def play(times: int) -> None:
        for _time in range(times):
            match = played(house, night, "ann", "bob", season=season)
            play_record(by=house.person("bob"), match=match, what=game(5, 1), version=match.version)
            flag_raise(by=house.person("ann"), match=match, text="No.")
            waiting = match_start(
                by=house.person("scorer"),
                player_a=house.players["bob"].pk,
                player_b=house.players["cyd"].pk,
                event_id=season.pk,
                terms=None,
            )
            assert isinstance(waiting, Match)

    def queries(who: str) -> int:
        browser = Browser(house, who)
        page(browser.get(""))
        with CaptureQueriesContext(connection) as found:
            page(browser.get(""))
        return len(found)

    readers = ("", "ann", "director")
    play(2)
    few = {who: queries(who) for who in readers}
    play(times(3, thorough=6))
    assert [who for who in readers if queries(who) > few[who]] == []


def test_a_program_reads_what_the_page_shows(house: House, season: Season) -> None:
    evening = opened(house, days=2)
    match = house.match(season)
    play_record(by=house.person("scorer"), match=match, what=game(5, 4), version=match.version)
    for api, is_own in ((Api(), False), (house.api("ann"), True)):
        found = read(api.get("clubs/cercle/home"))
        assert found["next_evening"]["id"] == evening.pk
        assert [one["id"] for one in found["results"]] == [match.pk]
        assert [one["id"] for one in found["own_results"]] == [match.pk] * is_own
        ranks = [(one["rank"], one["entrant"]["name"]) for one in found["top"]["lines"]]
        assert ranks == [(1, "Ann"), (2, "Bob")]
        assert not found["tonight"]
        assert not found["to_do"]


def test_seasons_are_listed_by_when_they_are(house: House, season: Season) -> None:
    today = timezone.localdate()
    text = shown(house, "committee")
    assert 'href="/clubs/cercle/seasons/"' in text

    def heads() -> str:
        return tight(page(Browser(house).get("seasons/")))

    for first, last, head in (
        (-9, 9, "In progress"),
        (3, 9, "To come"),
        (-9, -3, "Past seasons"),
    ):
        Season.objects.filter(pk=season.pk).update(
            starts_on=today + timedelta(days=first), ends_on=today + timedelta(days=last)
        )
        assert f">{head}</h2>" in heads()
        assert heads().count("<h2") == 1


@pytest.mark.slow
def test_a_pairing_of_a_tournament_is_the_next_match_of_both(house: House) -> None:
    ids = [house.players[name].pk for name in ("ann", "bob", "cyd")]
    cup = tourneys.opened(house, ids, kind="swiss", rounds=2)
    tourneys.draw(house, cup)
    assert "Cup, round 1" not in shown(house, "ann")
    tourneys.publish(house, cup, 1)
    # Three are an odd number: two of them meet, the third has a bye.
    told = [who for who in ("ann", "bob", "cyd") if ", round 1" in shown(house, who)]
    assert len(told) == 2
    assert ", round 1" not in shown(house, "director")
    names = {who: read(house.api(who).get("clubs/cercle/home"))["next"] for who in told}
    one, other = told
    assert [line["title"] for line in names[one]] == [other.title()]
    assert [line["title"] for line in names[other]] == [one.title()]


def test_past_seasons_come_page_by_page(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that go on, and those to come, are on the first page alone."""
    monkeypatch.setattr(club_views, "PAGE", 2)
    today = timezone.localdate()
    by = house.person("committee")
    past = ((f"Past {number}", -99 - number, -50) for number in range(5))
    for name, first, last in (("Now", -9, 9), ("Later", 9, 99), *past):
        days = today + timedelta(days=first), today + timedelta(days=last)
        season_open(by=by, league="League", plan=SeasonPlan(name, *days, ONE_GAME))
    lists = [page(Browser(house).get(f"seasons/?page={number}")) for number in (1, 2, 3)]
    names = [re.findall(r'class="row-link name"[^>]*>([^<]+)<', text) for text in lists]
    assert names == [["Now", "Later", "Past 0", "Past 1"], ["Past 2", "Past 3"], ["Past 4"]]
    assert "Page 3 of 3" in lists[2]
