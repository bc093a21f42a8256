"""Addresses by which a calendar program reads what its owner may see, and nothing else."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from ecarte_club.clubs.authentication import CalendarAuthentication, holder, key_of
from ecarte_club.clubs.models import AuditLogEntry, Player, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.core.models import IdempotencyRecord
from games.evenings.services.evenings import evening_open
from scoring.calendar.selectors import Month
from scoring.leagues.models import Fixture, Season
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.feeds import feed, summaries
from tests.support.planned import FIRST, plan, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

OWN = "clubs/rivage/me/calendar"
FEEDS = {
    "clubs/<slug:slug>/calendar.ics",
    "seasons/<int:pk>/fixtures.ics",
    "seasons/<int:pk>/meetings.ics",
}


@pytest.fixture
def rivage(neighbour: House) -> House:
    """A private club: Ann, Bob and Cyd meet once each, and an evening is on the first day."""
    evening_open(by=neighbour.person("director"), held_on=FIRST, name="Opening night")
    plan(neighbour, season_of(neighbour), list(neighbour.players.values()))
    return neighbour


def path(address: str) -> str:
    """As `Api` asks for it."""
    parts = urlsplit(address)
    return f"{parts.path.removeprefix('/api/v1/')}?{parts.query}"


def key(house: House, who: str) -> str:
    user = User.objects.get(pk=house.users[who].pk)
    return key_of(user.pk, user.calendar_number)


def test_a_program_that_knows_only_an_address_reads_a_private_club(rivage: House) -> None:
    own = read(rivage.api("ann").get(OWN))
    by_token = summaries(feed(rivage.api("ann"), "clubs/rivage/calendar.ics"))
    assert len(by_token) == 4, "Three fixtures and an evening."
    assert summaries(feed(Api(), path(own["club"]))) == by_token
    hers = summaries(feed(Api(), path(own["player"])))
    assert set(hers) == {name for name in by_token if "Ann" in name}
    assert len(hers) == 2
    problem(Api().get("clubs/rivage/calendar.ics"), 404)
    season = Season.objects.get(event__club=rivage.club).pk
    problem(Api().get(f"seasons/{season}/fixtures.ics"), 404)
    found = summaries(feed(Api(), f"seasons/{season}/fixtures.ics?key={key(rivage, 'ann')}"))
    assert {**found, "Opening night": FIRST} == by_token


def test_who_does_not_play_has_the_clubs_address_alone(rivage: House) -> None:
    own = read(rivage.api("director").get(OWN))
    assert (own["player"], own["clubs"], own["version"]) == (None, [], 0)
    assert "Opening night" in summaries(feed(Api(), path(own["club"])))


def test_in_a_public_club_it_shows_what_strangers_do_not_see(house: House) -> None:
    evening_open(by=house.person("director"), held_on=FIRST, name="Opening night")
    own = read(house.api("ann").get("clubs/cercle/me/calendar"))
    assert "Opening night" in summaries(feed(Api(), path(own["club"])))
    assert "Opening night" not in summaries(feed(Api()))


def test_a_wrong_key_is_refused(rivage: House) -> None:
    good, other = key(rivage, "ann"), key(rivage, "bob")
    ann, made = good.split("-")
    wrong = {
        *("", "-", "x", ann, made, f"-{made}", f"0{good}", f"{good}0", good[:-1], good.upper()),
        *(f"{ann}-{other.split('-')[1]}", key_of(int(ann), 1), key_of(10**9, 0)),
        *("9" * 30 + f"-{made}", f"{ann}-%C3%A9", f"{ann}-%00", f"{ann}-{made}%0A"),
    }
    assert holder(good) == rivage.users["ann"]
    for one in wrong:
        # Who is signed in, or has a token, is not let in by it either.
        for api in (Api(), rivage.api("ann")):
            found = problem(api.get(f"clubs/rivage/calendar.ics?key={one}"), 401)
            assert found["code"] == "authentication_failed"
    assert holder(good) == rivage.users["ann"]


def test_who_may_no_longer_sign_in_or_left_reads_nothing(rivage: House) -> None:
    address = f"clubs/rivage/calendar.ics?key={key(rivage, 'ann')}"
    Player.objects.filter(pk=rivage.players["ann"].pk).update(left_on=FIRST)
    problem(Api().get(address), 404)
    Player.objects.filter(pk=rivage.players["ann"].pk).update(left_on=None)
    read_now = Api().get(address)
    assert read_now.status_code == 200
    User.objects.filter(pk=rivage.users["ann"].pk).update(is_active=False)
    problem(Api().get(address), 401)


def test_of_another_club_it_reads_what_strangers_read(rivage: House, house: House) -> None:
    evening_open(by=house.person("director"), held_on=FIRST, name="Opening night")
    found = feed(Api(), f"clubs/cercle/calendar.ics?key={key(rivage, 'ann')}")
    assert "Opening night" not in summaries(found)
    address = f"clubs/rivage/calendar.ics?key={key(house, 'committee')}"
    problem(Api().get(address), 404)


def _patterns(under: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in under.url_patterns:
        at = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _patterns(one, at)
        else:
            yield at, one


def test_no_other_address_takes_a_key() -> None:
    taking = {
        at.removeprefix("api/v1/"): one.callback.cls  # type: ignore[attr-defined]
        for at, one in _patterns(get_resolver())
        if CalendarAuthentication
        in getattr(getattr(one.callback, "cls", None), "authentication_classes", ())
    }
    assert set(taking) == FEEDS
    assert not any(hasattr(view, "post") for view in taking.values()), "It only reads."


@pytest.mark.parametrize("where", ["clubs/rivage", "clubs/rivage/calendar", "clubs/rivage/players"])
def test_it_lets_nobody_in_elsewhere(where: str, rivage: House) -> None:
    asked = f"?key={key(rivage, 'committee')}"
    problem(Api().get(where + asked), 422, "unknown_parameter", "key")
    problem(Api().get(where), 404)
    assert Browser(rivage).get(f"calendar/{asked}").status_code == 404
    answer = Api().get(f"clubs/rivage/calendar.ics{asked}")
    assert (answer.status_code, dict(answer.cookies)) == (200, {})
    assert answer["Cache-Control"] == "private, no-cache"


def test_with_new_addresses_the_old_ones_stop(rivage: House) -> None:
    api, old = rivage.api("ann"), read(rivage.api("ann").get(OWN))
    bobs = read(rivage.api("bob").get(OWN))["club"]
    answer = api.post(OWN, {"version": 0}, key="once")
    new = read(answer, 201)
    assert new == read(api.get(OWN))
    assert new["version"] == 1
    for name in ("club", "player"):
        problem(Api().get(path(old[name])), 401)
        assert len(summaries(feed(Api(), path(new[name])))) == (4 if name == "club" else 2)
    assert Api().get(path(bobs)).status_code == 200
    deed = AuditLogEntry.objects.get(act="calendar_renew")
    assert (deed.club_id, deed.by_id, deed.about) == (rivage.club.pk, *[rivage.users["ann"].pk] * 2)
    assert "key=" not in IdempotencyRecord.objects.get(key="once").body, "A key is kept nowhere."
    read(api.post(OWN, {"version": 1}), 201)
    assert api.post(OWN, {"version": 0}, key="once").content == answer.content


def test_new_addresses_are_asked_for_once(rivage: House) -> None:
    api = rivage.api("ann")
    tag = api.get(OWN)["ETag"]
    read(api.post(OWN, {"version": 0}), 201)
    assert problem(api.post(OWN, {"version": 0}), 409)["current_version"] == 1
    problem(api.post(OWN, {}, **{"If-Match": tag}), 412, "precondition_failed")
    read(api.post(OWN, {}, **{"If-Match": api.get(OWN)["ETag"]}), 201)
    assert User.objects.get(pk=rivage.users["ann"].pk).calendar_number == 2


def test_who_may_only_read_is_given_no_address(rivage: House) -> None:
    """A token ends some day; an address that it was given would not."""
    reader = Api(rivage.secret("ann", [Scope.READ]))
    problem(reader.get(OWN), 403)
    problem(reader.post(OWN, {"version": 0}), 403)
    problem(Api().get(OWN), 404)


def test_the_calendar_shows_each_his_own(rivage: House) -> None:
    month = f"calendar/?month={Month.of(FIRST)}"
    for who in ("ann", "bob"):
        text = page(Browser(rivage, who).get(month))
        own = read(rivage.api(who).get(OWN))
        assert own["club"] in text
        assert own["player"] in text
    assert "Your own fixtures" not in page(Browser(rivage, "director").get(month))
    season = Season.objects.get(event__club=rivage.club).pk
    text = page(Browser(rivage, "ann").get(f"seasons/{season}/fixtures/"))
    assert f"fixtures.ics?key={key(rivage, 'ann')}" in text
    ann = rivage.players["ann"].pk
    text = page(Browser(rivage, "ann").get(f"seasons/{season}/fixtures/?player={ann}"))
    assert f"fixtures.ics?player={ann}&key={key(rivage, 'ann')}" in text


def test_strangers_are_shown_no_key(house: House) -> None:
    plan(house, season_of(house), list(house.players.values()))
    season = Fixture.objects.latest("pk").event_id
    for where in ("calendar/", f"seasons/{season}/fixtures/"):
        text = page(Browser(house).get(where))
        assert ".ics" in text
        assert "key=" not in text


def test_the_page_says_what_new_addresses_come_to_first(rivage: House, house: House) -> None:
    """Ann also plays at the other club, where her addresses have the same key."""
    Player.objects.create(club=house.club, name="Ann R.", user=rivage.users["ann"])
    ann, old = Browser(rivage, "ann"), key(rivage, "ann")
    assert 'calendar/address/">Replace the addresses' in page(ann.get("calendar/"))
    text = page(ann.get("calendar/address/"))
    assert "Your addresses in your other clubs stop working too: Cercle" in text
    assert key(rivage, "ann") == old, "Looking changes nothing."
    form = ann.hidden("calendar/address/")
    to = goes(ann.post("calendar/address/", form))
    assert goes(ann.post("calendar/address/", form)) == to, "Sent twice, done once."
    text = page(ann.get(to))
    assert "The old ones no longer work" in text
    assert (key(rivage, "ann") in text, old in text) == (True, False)
    assert User.objects.get(pk=rivage.users["ann"].pk).calendar_number == 1


def test_a_form_that_was_left_open_renews_nothing_again(rivage: House) -> None:
    ann = Browser(rivage, "ann")
    form = ann.hidden("calendar/address/")
    read(rivage.api("ann").post(OWN, {"version": 0}), 201)
    text = page(ann.post("calendar/address/", form), 409)
    assert "Your addresses have been replaced since you opened this page." in text
    assert User.objects.get(pk=rivage.users["ann"].pk).calendar_number == 1
