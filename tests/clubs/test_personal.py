"""Ann wants to be forgotten: her name is nowhere any more, and the sums stay."""

import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F, Sum
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import AuditLogEntry, Office, Player, Token, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from ecarte_club.core.idempotency import Answer, forget, once
from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.core.parsing import replaced
from games.evenings.models import Letter
from games.matches.models import Flag, Match
from games.sheets.models import SheetImport
from scoring.leagues.models import Standing
from scoring.leagues.renderers import printed_cache
from scoring.leagues.selectors.recount import recount
from tests.site.pages import Browser, goes, page
from tests.support import printed_game
from tests.support.clubhouse import PASSWORD, House, open_house, problem, read
from tests.support.scene import Scene, scene

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NAME, MAIL = "Zénobie Quatremain", "zenobie@quatremain.example"
TRACES = ("Zénobie", "Quatremain", "quatremain")


@pytest.fixture(scope="module")
def _standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Scene, House]]:
    """She has been everywhere; and another club."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield left_everywhere(open_house()), open_house("rivage", public=False)
        transaction.set_rollback(True)


@pytest.fixture
def house(here: Scene) -> House:
    return here.house


@pytest.fixture
def neighbour(beside: House) -> House:
    return beside


def left_everywhere(house: House) -> Scene:
    """Ann is Zénobie, has left her name wherever the site lets her, and played with Bob."""
    printed_cache.clear()
    cache.clear()
    ann, user = house.players["ann"], house.users["ann"]
    Player.objects.filter(pk=ann.pk).update(name=NAME)
    User.objects.filter(pk=user.pk).update(name=NAME, email=MAIL)
    found = scene(house)
    for version, body in enumerate(printed_game.BODIES[1:], start=1):
        sent = {**body, "version": version}
        answer = house.api("ann").post(f"matches/{found.match.pk}/hands", sent)
        if answer.status_code == 422:
            break
        read(answer, 201)
    read(house.api("committee").post("clubs/cercle/players", {"name": "Bobette"}), 201)
    Letter.objects.create(evening=found.evening, player=ann)
    upload = f"Ann;{NAME}\nBob;{NAME}"
    SheetImport.objects.create(
        club=house.club,
        content=zlib.compress(upload.encode()),
        uploaded_at=found.match.started_at,
        lines=2,
        new_players=[NAME],
    )
    Flag.objects.create(
        match=found.match, text=f"{NAME} had four", by=user, at=found.match.started_at
    )
    return found


def stored() -> str:
    """Every column of every table, as one text."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            texts.append(f"{table}: {cursor.fetchall()!r}")
    return "\n".join(texts)


def anonymise(house: House, who: str = "committee") -> Player:
    ann = Player.objects.get(pk=house.players["ann"].pk)
    return player_anonymise(by=house.person(who), player_id=ann.pk, version=ann.version)


@pytest.mark.slow
@pytest.mark.postgresql
def test_the_name_is_nowhere_any_more(house: House, here: Scene) -> None:
    before = stored()
    assert all(trace in before for trace in TRACES)
    anonymise(house)
    after = stored()
    assert [trace for trace in TRACES if trace in after] == []


@pytest.mark.slow
def test_no_page_and_no_answer_has_it(house: House, here: Scene) -> None:
    anonymise(house)
    number = player_names.numbered(house.players["ann"].pk)
    browser, api = Browser(house, "committee"), house.api("committee")
    pages = ["", "matches/", f"matches/{here.match.pk}/", f"seasons/{here.season.pk}/", "players/"]
    for path in pages:
        text = page(browser.get(path))
        assert not any(trace in text for trace in TRACES), path
        assert (number in text) is (path != "players/"), path
    for path in (f"matches/{here.match.pk}", f"seasons/{here.season.pk}/standings"):
        text = api.get(path).content.decode()
        assert number in text
        assert not any(trace in text for trace in TRACES)


def test_the_sums_stay(house: House, here: Scene) -> None:
    def sums() -> list[Any]:
        lines = Standing.objects.order_by("pk").values_list("player_id", "points", "kings", "won")
        return [*lines, Match.objects.aggregate(all=Sum(F("games_a") + F("score_b")))]

    before = sums()
    anonymise(house)
    assert sums() == before
    assert recount(here.season) == []


def test_who_signed_in_with_it_is_out(house: House, here: Scene) -> None:
    browser, api = Browser(house, "ann"), house.api("ann")
    page(browser.get("me/"))
    anonymise(house)
    assert "/account/login/" in goes(browser.get("me/"))
    problem(api.get("clubs/cercle/me"), 401)
    user = User.objects.get(pk=house.users["ann"].pk)
    assert not user.has_usable_password()
    assert not user.is_active
    assert not Token.objects.filter(user=user).exists()


@pytest.mark.slow
def test_letters_and_invitations_are_withdrawn_and_a_flag_keeps_its_sense(
    house: House, here: Scene
) -> None:
    anonymise(house)
    number = player_names.numbered(house.players["ann"].pk)
    assert not Letter.objects.exists()
    assert not SheetImport.objects.exists()
    assert Flag.objects.latest("pk").text == f"{number} had four"


def test_a_write_sent_again_answers_as_before_without_the_name(house: House, here: Scene) -> None:
    sent = {"version": Match.objects.get(pk=here.empty.pk).version, **printed_game.BODIES[0]}
    path, api = f"matches/{here.empty.pk}/hands", house.api("scorer")
    first = api.post(path, sent, key="again")
    read(first, 201)
    anonymise(house)
    again = api.post(path, sent, key="again")
    number = player_names.numbered(house.players["ann"].pk)
    assert again["Idempotency-Replayed"] == "true"
    assert json.loads(first.content.decode().replace(NAME, number)) == read(again, 201)


def test_nobody_starts_a_match_with_a_number(house: House, here: Scene) -> None:
    anonymise(house)
    pair = {"player_a": house.players["ann"].pk, "player_b": house.players["bob"].pk}
    for player in pair:
        swapped = dict(zip(pair, reversed(pair.values()), strict=True))
        sent = pair if player == "player_a" else swapped
        problem(house.api("scorer").post("clubs/cercle/matches", sent), 422, field=player)


def test_whoever_turned_out_to_be_she_is_forgotten_too(house: House, here: Scene) -> None:
    other = Player.objects.create(
        club=house.club, name="Zénobie Q.", merged_into=house.players["ann"]
    )
    anonymise(house)
    other.refresh_from_db()
    assert other.name == player_names.numbered(other.pk)
    assert other.anonymised_at


def test_a_sign_in_that_is_used_elsewhere_stays(
    house: House, neighbour: House, here: Scene
) -> None:
    user = house.users["ann"]
    Player.objects.create(club=neighbour.club, name="Z", user=user)
    preview = f"players/{house.players['ann'].pk}/anonymise/preview"
    assert read(house.api("committee").get(preview))["closes_account"] is False
    anonymise(house)
    user.refresh_from_db()
    assert (user.email, user.is_active) == (MAIL, True)
    assert not Player.objects.filter(club=house.club, user=user).exists()
    read(neighbour.api("committee").get("clubs/cercle"))
    assert Browser(house, "ann").get("players/").status_code == 404


def test_an_officer_is_not_made_anonymous(house: House, here: Scene) -> None:
    Office.objects.create(club=house.club, user=house.users["ann"], role=Role.SCORER)
    with pytest.raises(Invalid, match="holds_office"), transaction.atomic():
        anonymise(house)
    path = f"players/{house.players['ann'].pk}/anonymise/"
    assert "Remove the role first" in page(Browser(house, "committee").get(path))


def test_only_what_was_seen_is_done(house: House, here: Scene) -> None:
    with pytest.raises(Denied), transaction.atomic():
        anonymise(house, "director")
    ann = house.players["ann"].pk
    with pytest.raises(Stale), transaction.atomic():
        player_anonymise(by=house.person("committee"), player_id=ann, version=9)
    browser = Browser(house, "committee")
    sent = {**browser.hidden(f"players/{ann}/anonymise/"), "version": "9"}
    text = page(browser.post(f"players/{ann}/anonymise/", sent), 409)
    assert "Nothing was changed." in text
    assert Player.objects.get(pk=ann).name == NAME


def test_the_preview_says_what_follows(house: House, here: Scene) -> None:
    ann = house.players["ann"].pk
    found = read(house.api("committee").get(f"players/{ann}/anonymise/preview"))
    assert (found["name"], found["will_be"]) == (NAME, player_names.numbered(ann))
    assert found["closes_account"] is True
    numbers = {one["text"].split(",")[0]: one["number"] for one in found["kept"]}
    assert numbers["Matches"] == Match.objects.count() == 2
    assert numbers["Unsent e-mails"] == 1
    text = page(Browser(house, "committee").get(f"players/{ann}/anonymise/"))
    for told in (f"Make {NAME} anonymous", player_names.numbered(ann), "The account is closed"):
        assert told in text
    assert stored().count(NAME) >= 3


def test_twice_is_not_there_any_more(house: House, here: Scene) -> None:
    anonymise(house)
    ann, browser = house.players["ann"].pk, Browser(house, "committee")
    page(browser.get(f"players/{ann}/anonymise/"), 404)
    sent = {"key": "twice", "version": "1"}
    page(browser.post(f"players/{ann}/anonymise/", sent), 404)
    problem(house.api("committee").post(f"players/{ann}/anonymise", {"version": 1}), 404)


def test_the_log_tells_it_without_the_name(house: House, here: Scene) -> None:
    anonymise(house)
    deed = AuditLogEntry.objects.get(act="player_anonymise")
    assert (deed.about, deed.detail) == (house.players["ann"].pk, {})


def test_the_sign_in_ends_with_the_password(house: House, here: Scene) -> None:
    anonymise(house)
    sent = {"login": MAIL, "password": PASSWORD}
    assert Browser(house).post("/account/login/", sent).status_code == 200


# --- kept answers ---


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Al won", "X won"),
        ("Alma, Al and al", "Alma, X and al"),
        ("Val", "Val"),
        ("Al", "X"),
        ("(Al)", "(X)"),
        ("\\Al", "\\X"),
    ],
)
def test_a_word_is_replaced_where_it_stands_for_itself(text: str, after: str) -> None:
    assert replaced(text, "Al", "X") == after


def test_what_is_no_name_in_an_answer_stays(db: None) -> None:
    """A player may be called like a field, a seat, or a kind of entry."""
    body = {"name": "a", "winner": "a", "by": None, "text": "a won", "list": [{"name": "a"}, 5]}
    once(who="user:1", key="k", content="c", act=lambda: Answer(201, body))
    forget({"a": "Nº 1", "name": "Nº 2"})
    kept = json.loads(IdempotencyRecord.objects.get().body)
    assert kept == {**body, "name": "Nº 1", "text": "Nº 1 won", "list": [{"name": "Nº 1"}, 5]}


def test_a_name_with_quotes_is_found_too(db: None) -> None:
    odd = 'Bob "le \\ Roi" 100%_é'
    once(who="user:1", key="k", content="c", act=lambda: Answer(201, {"name": odd}))
    forget({odd: "Nº 1"})
    assert json.loads(IdempotencyRecord.objects.get().body) == {"name": "Nº 1"}


def test_a_deed_has_no_names(beside: House) -> None:
    """What the log keeps of people is ids, so there is nothing to be forgotten in it."""
    log_act(beside.person("committee"), "player_add", kind="player", about=1)
    assert AuditLogEntry.objects.get(club=beside.club).detail == {}
