"""Pages that all visitors share: made once, never anybody else's, and never old.

What somebody is answered is compared with what they are answered when nothing is kept.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.services.accounts import choices_make
from ecarte_club.clubs.services.clubs import Settings as ClubSettings
from ecarte_club.clubs.services.clubs import club_set
from ecarte_club.clubs.services.members import player_rename
from ecarte_club.clubs.views import common
from ecarte_club.core.shared_cache import KEYS
from ecarte_club.core.shared_pages import GOOD_FOR, shared_pages
from games.evenings.models import Evening
from games.evenings.services import evenings
from games.matches.models import Event, Match
from games.matches.services import disputes, entries, stopping
from games.matches.services.changing import match_change_players, match_change_table
from games.matches.services.matches import MatchTerms
from tests.support import nights
from tests.support.clubhouse import House, open_house
from tests.support.depth import THOROUGH
from tests.support.standing import as_built, built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
# What differs each time a page is made, for one person as well.
EACH_TIME = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*'
    r'|name="key" value="[^"]*'
    r'|data-live="[^"]*'
    r'|data-version="[0-9]{12,}'
)
OTHER = "Chloé Perrin"


@dataclass
class Night:
    """A public evening: Ann plays Bob at its first table in a public season, names are hidden."""

    house: House
    evening: Evening
    match: Match

    @property
    def paths(self) -> list[str]:
        club = f"/clubs/{self.house.club.slug}"
        match, evening = f"{club}/matches/{self.match.pk}", f"{club}/evenings/{self.evening.pk}"
        now = [f"{match}/now/", f"{evening}/now/", f"{evening}/wall/now/"]
        return [f"{match}/", f"{evening}/", f"{evening}/wall/", *now]

    def person(self, who: str = "director") -> Person:
        return self.house.person(who)


def a_night() -> Night:
    house = open_house()
    season = house.season(terms=MatchTerms())
    night = nights.evening(house, "ann", "bob", public=True)
    Player.objects.filter(pk=house.players["cyd"].pk).update(name=OTHER)
    match = nights.played(house, night, "ann", "bob", [nights.hand(3)], season=season)
    club = house.club
    club.names_shown = "hidden"
    club.save()
    return Night(house, night, match)


@pytest.fixture(scope="module")
def night_of_all(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Night]:
    with built_once(django_db_blocker, a_night) as found:
        yield found


@pytest.fixture
def played(night_of_all: Night) -> Iterator[Night]:
    with as_built(night_of_all) as found:
        yield found


def text(client: Client, path: str) -> tuple[int, str]:
    return read_of(client.get(path))


def read_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, EACH_TIME.sub("", answer.content.decode())


def alone(client: Client, path: str) -> tuple[int, str]:
    """With nothing kept from before."""
    shared_pages.clear()
    return text(client, path)


def signed_in(house: House, who: str) -> Client:
    client = Client()
    client.force_login(house.users[who])
    return client


def at_the_table(played: Night) -> Client:
    """A phone that the code of the first table let in."""
    client = Client()
    address = f"/t/{played.evening.tables.order_by('pk')[0].code}/"
    client.post(address, {"key": "of-the-form-of-this-phone", "player": ""})
    assert client.session["phone"]
    return client


@pytest.fixture
def purged(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys that a shared cache purges after the commit."""
    keys: set[str] = set()
    for place in ("ecarte_club.core.live", "ecarte_club.clubs.audit_log"):
        monkeypatch.setattr(f"{place}.purge_after_commit", keys.add)
    return keys


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages of a match that were made."""
    found: list[str] = []
    page = common.club_page

    def noted(request, template, *rest, **shown):  # type: ignore[no-untyped-def]
        found.append(template)
        return page(request, template, *rest, **shown)

    monkeypatch.setattr("games.matches.views.match.club_page", noted)
    return found


@pytest.mark.any_database
def test_one_page_is_made_for_all_visitors(played: Night, made: list[str]) -> None:
    path = played.paths[0]
    answers = [Client().get(path) for _visitor in range(5)]
    assert made == ["matches/match.html"]
    assert {one.content for one in answers} == {answers[0].content}
    assert not any(one.cookies for one in answers)
    assert b"csrfmiddlewaretoken" not in answers[0].content


@pytest.mark.any_database
def test_who_has_a_fragment_is_told_so_without_its_being_made_again(
    played: Night, made: list[str]
) -> None:
    path = f"{played.paths[3]}?have={played.match.version}"
    answers = [Client().get(path) for _visitor in range(3)]
    assert [one.status_code for one in answers] == [204, 204, 204]
    assert all(one["Live-Ticket"].startswith(f"match:{played.match.pk}:") for one in answers)
    assert made == []


@pytest.mark.slow
@pytest.mark.any_database
def test_nobody_is_given_a_page_made_for_somebody_else(played: Night) -> None:
    people = ("ann", "bob", "director")
    clients = {who: signed_in(played.house, who) for who in people}
    clients["visitor"] = Client()
    for path in played.paths:
        wanted = {who: alone(client, path) for who, client in clients.items()}
        assert "Ann" in wanted["bob"][1]
        assert "Ann" not in wanted["visitor"][1], "The control: they do not see the same."
        orders = [("visitor", *people, "visitor"), (*people, "visitor", *people)]
        # Once after each kind, at least.
        for order in orders if THOROUGH else [("ann", "visitor", "bob", "director", "visitor")]:
            shared_pages.clear()
            found = [(who, text(clients[who], path)) for who in order]
            assert found == [(who, wanted[who]) for who in order], path


@pytest.mark.slow
@pytest.mark.any_database
def test_a_phone_at_the_table_and_a_browser_with_a_session_are_no_visitors(
    played: Night,
) -> None:
    phone = at_the_table(played)
    for path in played.paths:
        wanted = alone(phone, path)
        Client().get(path)
        assert text(phone, path) == wanted
        assert "Ann" in wanted[1]
        assert "Ann" not in text(Client(), path)[1]


@pytest.mark.any_database
def test_a_token_for_forms_is_never_shared(played: Night) -> None:
    """A visitor who has been to a page with a form brings its cookie."""
    visitor, path = Client(), played.paths[0]
    visitor.get("/account/login/")
    secret = visitor.cookies["csrftoken"].value
    for client in (visitor, Client(), visitor):
        answer = client.get(path)
        assert secret not in answer.content.decode()
        assert b"csrfmiddlewaretoken" not in answer.content


@pytest.mark.any_database
def test_each_language_and_encoding_has_its_own(played: Night) -> None:
    path = played.paths[0]
    french = {"accept-language": "fr"}
    zipped = {"accept-encoding": "gzip"}
    for _time in range(2):
        assert 'lang="en"' in Client().get(path).content.decode()
        assert 'lang="fr"' in Client().get(path, headers=french).content.decode()
        assert "Content-Encoding" not in Client().get(path).headers
        assert Client().get(path, headers=zipped)["Content-Encoding"] == "gzip"
    chosen = Client()
    chosen.cookies["django_language"] = "fr"
    assert '<html lang="fr">' in chosen.get(path).content.decode()


@pytest.mark.any_database
def test_a_page_is_made_anew_after_a_while(
    played: Night, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("ecarte_club.core.shared_pages.time.monotonic", lambda: now)
    Client().get(played.paths[0])
    now += GOOD_FOR - 1
    Client().get(played.paths[0])
    assert len(made) == 1
    now += 2
    Client().get(played.paths[0])
    assert len(made) == 2


@pytest.mark.any_database
def test_what_is_not_there_or_not_public_is_asked_each_time(played: Night) -> None:
    played.house.club.public = False
    played.house.club.save()
    for path in (*played.paths, f"/clubs/{played.house.club.slug}/matches/{10**17}/"):
        assert [Client().get(path).status_code for _time in range(2)] == [404, 404]


Change = Callable[[Night], object]


def enters(played: Night) -> None:
    entries.play_record(
        by=played.person(), match=played.match, what=nights.hand(5), version=played.match.version
    )


def renames(played: Night) -> None:
    bob = played.house.players["bob"]
    by = played.person("committee")
    player_rename(by=by, player=bob, name="Bobby Stone", version=bob.version)


def hides_a_name(played: Night) -> None:
    sets(names_shown="name")(played)
    Client().get(played.paths[0])
    choices_make(by=played.person("ann"), name_shown="hidden")


def sets(**fields: object) -> Change:
    def act(played: Night) -> None:
        club, by = played.house.club, played.person("committee")
        club_set(by=by, version=club.version, settings=ClubSettings(**fields))  # type: ignore[arg-type]

    return act


def annuls(played: Night) -> None:
    version = played.match.version
    entries.match_annul(by=played.person(), match=played.match, reason="twice", version=version)


def abandons(played: Night) -> None:
    version = played.match.version
    stopping.match_abandon(by=played.person(), match=played.match, reason="late", version=version)


def changes_players(played: Night) -> None:
    match, cyd = played.match, played.house.players["cyd"]
    match_change_players(
        by=played.person(),
        match=match,
        player_a=match.player_a_id,
        player_b=cyd.pk,
        reason="mistaken",
        version=match.version,
    )


def changes_table(played: Night) -> None:
    table = played.evening.tables.order_by("pk")[1]
    here = played.match.evening_table_id or 0
    match_change_table(
        by=played.person(), match=played.match, evening_table=table.pk, from_table=here
    )


def renames_table(played: Night) -> None:
    table = played.evening.tables.order_by("pk")[1]
    evenings.table_rename(by=played.person(), table=table, name="By the window")


def renames_season(played: Night) -> None:
    Event.objects.filter(pk=played.match.event_id or 0).update(name="Winter")


def ends_a_game(played: Night) -> None:
    sets(confirms=True)(played)
    by, match = played.person("ann"), played.match
    for _hand in range(2):
        entries.play_record(by=by, match=match, what=nights.hand(5), version=match.version)


def confirms(played: Night) -> None:
    number = played.match.version
    disputes.game_confirm(by=played.person("bob"), match=played.match, game=1, number=number)


def arrives(played: Night) -> None:
    cyd = played.house.players["cyd"]
    evenings.player_arrive(by=played.person(), evening=played.evening, player_id=cyd.pk)


def renames_evening(played: Night) -> None:
    evenings.evening_change(
        by=played.person(),
        evening=played.evening,
        held_on=date(2026, 11, 20),
        name="Saint Nicholas",
        public=True,
    )


def closes_to_the_public(played: Night) -> None:
    Evening.objects.filter(pk=played.evening.pk).update(public=False)
    Event.objects.filter(pk=played.match.event_id or 0).update(public=False)


def begins_another(played: Night) -> None:
    arrives(played)
    nights.played(played.house, played.evening, "cyd", "ann", table=1)


def signs_off(played: Night) -> None:
    evening = played.evening
    evening.refresh_from_db()
    version = evening.version
    evenings.evening_sign_off(by=played.person(), evening=evening, version=version)


MATCH, EVENING = {0, 3}, {1, 2, 4, 5}
# What each changes: places in `Night.paths`, of which at least one reads otherwise after it.
CHANGES: dict[str, tuple[Change, set[int]]] = {
    "a hand": (enters, MATCH | EVENING),
    "a name": (renames, set()),
    "names that strangers see": (sets(names_shown="name"), MATCH | EVENING),
    "a name that a player hides": (hides_a_name, MATCH | EVENING),
    "the name of the club": (sets(name="Another club"), {0, 1, 2}),
    "a club that goes private": (sets(public=False), MATCH | EVENING),
    "odds": (sets(shows_odds=True), MATCH),
    "an annulment": (annuls, MATCH | EVENING),
    "a match that is abandoned": (abandons, MATCH | EVENING),
    "another player": (changes_players, MATCH | EVENING),
    "another table": (changes_table, {0} | EVENING),
    "the name of a table": (renames_table, EVENING),
    "the name of a season": (renames_season, {0}),
    "a game to be confirmed": (ends_a_game, MATCH | EVENING),
    "an arrival": (arrives, {1, 4}),
    "the name of the evening": (renames_evening, {1, 2}),
    "no longer public": (closes_to_the_public, MATCH | EVENING),
    "another match": (begins_another, EVENING),
    "the sign-off": (signs_off, EVENING),
}


def looked_at(name: str) -> tuple[int, ...]:
    """Usually one of the match and one of the evening, by turns of those that it changes."""
    if THOROUGH:
        return tuple(sorted(MATCH | EVENING))
    turn, (_change, changed) = list(CHANGES).index(name), CHANGES[name]
    of_both = (sorted(changed & places or places) for places in (MATCH, EVENING))
    return tuple(places[turn % len(places)] for places in of_both)


# Done here without a service.
UNPURGED = {"the name of a season", "no longer public"}
# What no other test does on PostgreSQL.
HERE_ALONE = {"another player", "another table", "the name of a table", "odds"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in HERE_ALONE else pytest.mark.any_database)
        for name in CHANGES
    ],
)
def test_every_change_is_seen_at_once(
    name: str, played: Night, settings: Settings, purged: set[str]
) -> None:
    """Its keys are those of a shared cache that the page was marked with."""
    settings.SHARED_CACHE_SECONDS = 60
    (change, changed), places = CHANGES[name], looked_at(name)
    paths = [played.paths[place] for place in places]
    visitor = Client()
    before = [text(visitor, path) for path in paths]
    again = [visitor.get(path) for path in paths]
    assert before == [read_of(answer) for answer in again]
    keys = {
        place: set(answer.get(KEYS, "").split())
        for place, answer in zip(places, again, strict=True)
    }
    purged.clear()
    change(played)
    after = [text(visitor, path) for path in paths]
    assert after == [alone(visitor, path) for path in paths]
    pairs = zip(places, before, after, strict=True)
    differ = {place for place, one, other in pairs if one != other}
    assert changed & {*places} <= differ
    stored = {place for place in differ if keys[place]}
    if name not in UNPURGED:
        assert [place for place in stored if not keys[place] & purged] == []


def test_a_confirmation_is_seen_at_once(played: Night) -> None:
    ends_a_game(played)
    visitor = Client()
    before = text(visitor, played.paths[0])
    confirms(played)
    after = text(visitor, played.paths[0])
    assert before != after == alone(visitor, played.paths[0])


def test_the_language_is_chosen_without_a_token_from_pages_of_the_site_alone(
    settings: Settings,
) -> None:
    sent = {"language": "fr", "next": "/"}
    wary = Client(enforce_csrf_checks=True)

    def status(**headers: str) -> int:
        return wary.post("/i18n/setlang/", sent, headers=headers).status_code

    assert status(origin="http://testserver") == 302
    assert wary.cookies["django_language"].value == "fr"
    assert status(origin="https://else.example") == 403
    assert status(origin="null") == 403
    assert status() == 403
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert status(origin="https://club.example") == 302
    wary.get("/account/login/")
    token = wary.cookies["csrftoken"].value
    assert wary.post("/i18n/setlang/", {**sent, "csrfmiddlewaretoken": token}).status_code == 302
