"""Statements by e-mail: with a settlement, and to who asks; each once."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.selectors.personal import anonymising
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import players_merge
from games.evenings.services import mailing
from scoring.ledger.models import Book, Settlement, StatementLetter
from scoring.ledger.services.settling import statements_send
from tests.evenings.test_letters import BROKEN
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House, problem, read
from tests.support.markup import html_of
from tests.support.nights import joins
from tests.support.settlings import night_book, owes, settled

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ALL = {"starts_on": None, "ends_on": None}
Commit = Callable[..., AbstractContextManager[list[Any]]]


@pytest.fixture
def night(house: House) -> Book:
    """Alice lost five to Bruno, who reads French, and two to Ann, who wants no letters."""
    joins(house, "alice")
    joins(house, "bruno", "fr")
    joins(house, "elsewhere")
    book = night_book(house, "alice", "bruno", "ann")
    owes(house, book, "alice", "bruno", 5)
    owes(house, book, "alice", "ann", 2)
    return book


@pytest.fixture
def made(house: House, night: Book, django_capture_on_commit_callbacks: Commit) -> Settlement:
    with django_capture_on_commit_callbacks(execute=True):
        return settled(house, night)


@pytest.mark.postgresql
def test_a_settlement_is_told_to_those_who_want_letters(
    made: Settlement, mailoutbox: list[EmailMessage]
) -> None:
    assert sorted(letter.to[0] for letter in mailoutbox) == [
        "alice@letters.example",
        "bruno@letters.example",
    ]
    assert statements_send() == 0
    assert len(mailoutbox) == 2


def test_it_says_what_is_owed_what_for_and_to_whom(
    house: House, made: Settlement, mailoutbox: list[EmailMessage]
) -> None:
    alice, bruno = sorted(mailoutbox, key=lambda letter: letter.to[0])
    assert alice.subject == "Cercle: your statement, 19 November 2026"
    assert "You owe 7 counters in all." in alice.body
    assert "- Alice pays Bruno 5 counters" in alice.body
    assert "- −5: Game won, to Bruno" in alice.body
    address = f"/clubs/cercle/players/{house.players['alice'].pk}/statement/?starts_on=2026-11-19"
    assert address in alice.body
    assert "19 novembre 2026" in bruno.subject
    html = tight(html_of(alice))
    assert "<li>Alice pays Ann 2 counters</li>" in html
    assert alice.extra_headers["List-Unsubscribe"].endswith("/clubs/cercle/me/>")


def test_points_are_told_without_a_word_of_money(
    house: House,
    night: Book,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    Club.objects.update(unit="points")
    with django_capture_on_commit_callbacks(execute=True):
        settled(house, night)
    body = next(str(letter.body) for letter in mailoutbox if letter.to[0].startswith("alice"))
    assert "In all: −7" in body
    assert not re.search(r"\b(money|pays?|paid|owes?|owed|counters?)\b", body)


def test_who_changes_his_mind_before_it_is_sent_gets_none(
    house: House, night: Book, mailoutbox: list[EmailMessage]
) -> None:
    settled(house, night)
    Player.objects.filter(pk=house.players["alice"].pk).update(wants_results=False)
    assert statements_send() == 1
    assert [letter.to for letter in mailoutbox] == [["bruno@letters.example"]]
    assert StatementLetter.objects.count() == 1


def test_a_mail_server_that_is_away_is_asked_again(
    house: House,
    night: Book,
    settings: Any,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    good, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, BROKEN
    with django_capture_on_commit_callbacks(execute=True):
        settled(house, night)
    assert mailoutbox == []
    settings.EMAIL_BACKEND = good
    assert statements_send() == 2
    StatementLetter.objects.update(sent_at=None, written_at=timezone.now() - timedelta(days=4))
    assert timedelta(days=4) > mailing.GIVEN_UP_AFTER
    assert statements_send() == 0


def test_one_is_sent_to_who_asks_and_not_twice(
    house: House,
    night: Book,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    where = f"players/{house.players['ann'].pk}/statement/"
    ann = Browser(house, "ann")
    for _time in range(2):
        sent = {**ann.hidden(where), "starts_on": "", "ends_on": ""}
        with django_capture_on_commit_callbacks(execute=True):
            to = goes(ann.post(f"{where}letter/", sent))
        assert "on its way to you" in page(ann.get(to))
    assert [letter.to for letter in mailoutbox] == [["ann@cercle.example"]]
    assert mailoutbox[0].subject == "Cercle: your statement"
    assert "You are owed 2 counters in all." in mailoutbox[0].body


def test_other_peoples_are_asked_for_by_directors_alone(house: House, night: Book) -> None:
    path = f"players/{house.players['alice'].pk}/statement/letter"
    problem(house.api("scorer").post(path, ALL), 403, "not_allowed")
    problem(house.api("ann").post(path, ALL), 403, "not_allowed")
    letter = read(house.api("director").post(path, {**ALL, "ends_on": "2026-11-30"}), 202)
    found = StatementLetter.objects.get(pk=letter["id"])
    assert (found.player, str(found.ends_on)) == (house.players["alice"], "2026-11-30")


def test_who_has_no_address_gets_none(house: House, night: Book) -> None:
    nobody = Player.objects.create(club=house.club, name="Nobody")
    path = f"players/{nobody.pk}/statement/letter"
    problem(house.api("director").post(path, ALL), 422, "no_address", "player")


@pytest.mark.parametrize("sent", [(False, False), (True, False), (False, True)])
def test_two_who_are_one_get_one(sent: tuple[bool, bool], house: House, night: Book) -> None:
    twin = Player.objects.create(club=house.club, name="Alicia")
    settled(house, night)
    alice = house.players["alice"]
    first = StatementLetter.objects.get(player=alice)
    second = StatementLetter.objects.create(
        player=twin, settlement=first.settlement, written_at=timezone.now()
    )
    for letter, was_sent in zip((first, second), sent, strict=True):
        StatementLetter.objects.filter(pk=letter.pk).update(
            sent_at=timezone.now() if was_sent else None
        )
    players_merge(
        by=house.person("committee"),
        kept=alice.pk,
        gone=twin.pk,
        version=alice.version,
        gone_version=twin.version,
    )
    left = StatementLetter.objects.get(player__in=(alice, twin))
    assert (left.player, bool(left.sent_at)) == (alice, any(sent))


def test_who_is_forgotten_gets_none(house: House, night: Book) -> None:
    settled(house, night)
    alice = house.players["alice"]
    told = {one.text: one.number for one in anonymising(house.person("committee"), alice.pk).kept}
    assert told["Unsent statements, which will not be sent"] == 1
    player_anonymise(by=house.person("committee"), player_id=alice.pk, version=alice.version)
    assert not StatementLetter.objects.filter(player=alice).exists()
