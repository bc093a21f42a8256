"""The letters with the results: to whom, in what words, and what a bad mail server does."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from time import monotonic
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player, User
from ecarte_club.core.exceptions import Denied
from games.evenings import results as letters
from games.evenings.models import Evening, Letter
from games.evenings.results import (
    email_counts,
    message,
    result_emails_send,
    result_emails_send_rest,
)
from games.evenings.services import mailing
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.markup import html_of, tight
from tests.support.nights import evening, joins, played, rubber, sign_off
from tests.support.post_office import post_office

Commit = Callable[..., AbstractContextManager[list[Any]]]

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

BROKEN = "tests.evenings.test_letters.Broken"


class Broken:
    """A mail server that is away."""

    def __init__(self, **_options: object) -> None: ...

    def send_messages(self, _messages: object) -> int:
        raise ConnectionRefusedError(111, "Connection refused")


@pytest.fixture
def night(house: House) -> Evening:
    """Alice and Bob want the results, and came; so did Ann, who does not ask for them."""
    joins(house, "alice")
    joins(house, "bruno", "fr")
    joins(house, "elsewhere")
    found = evening(house, "alice", "bruno", "ann")
    played(house, found, "alice", "bruno", [rubber(2, 1)])
    return found


@pytest.fixture
def signed(house: House, night: Evening, django_capture_on_commit_callbacks: Commit) -> Evening:
    with django_capture_on_commit_callbacks(execute=True):
        sign_off(house, night)
    return night


@pytest.mark.postgresql
def test_those_who_came_and_want_it_get_one_letter_each(
    signed: Evening, mailoutbox: list[EmailMessage]
) -> None:
    assert sorted(letter.to[0] for letter in mailoutbox) == [
        "alice@letters.example",
        "bruno@letters.example",
    ]
    assert (email_counts(signed).written, email_counts(signed).sent) == (2, 2)
    assert result_emails_send() == 0
    assert len(mailoutbox) == 2


def test_a_letter_speaks_his_language_and_says_his_results(
    house: House, signed: Evening, mailoutbox: list[EmailMessage]
) -> None:
    alice, bruno = sorted(mailoutbox, key=lambda letter: letter.to[0])
    assert alice.subject == "Cercle: results of 19 November 2026"
    assert "You: 1 won, 0 drawn, 0 lost; games 2–1." in alice.body
    assert "- Alice beat Bruno 2–1" in alice.body
    assert f"/clubs/cercle/evenings/{signed.pk}/results/" in alice.body
    assert "19 novembre 2026" in bruno.subject
    html = tight(html_of(alice))
    assert "<li>Alice beat Bruno 2–1</li>" in html
    assert '<th align="left" scope="row">Alice</th>' in html
    assert alice.extra_headers["List-Unsubscribe"].endswith("/clubs/cercle/me/>")
    assert alice.extra_headers["List-Unsubscribe"].strip("<>") in alice.body


def test_the_same_letter_has_the_same_id_and_no_other_has_it(signed: Evening) -> None:
    def ids() -> list[str]:
        rows = Letter.objects.select_related("evening__club", "player__user").order_by("pk")
        return [
            message(row, row.player.user).extra_headers["Message-ID"]
            for row in rows
            if row.player.user
        ]

    assert ids() == ids()
    assert len(set(ids())) == 2


def test_a_name_with_a_line_in_it_is_no_header(house: House, night: Evening) -> None:
    Evening.objects.filter(pk=night.pk).update(name="Night\nBcc: all@example.org")
    house.club.name = "Cercle\nBcc: all@example.org"
    house.club.save()
    row = Letter.objects.create(evening=night, player=house.players["alice"])
    made = message(row, house.users["alice"]).message()
    assert made["Bcc"] is None
    assert "\n" not in made["Subject"]


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Player, {"wants_results": False}),
        (Player, {"user": None}),
        (Player, {"anonymised_at": timezone.now()}),
        (User, {"is_active": False}),
        (User, {"email": ""}),
    ],
)
def test_nobody_gets_a_letter_against_his_will(
    model: Any,
    change: dict[str, Any],
    house: House,
    night: Evening,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    pk = house.players["alice"].pk if model is Player else house.users["alice"].pk
    model.objects.filter(pk=pk).update(**change)
    with django_capture_on_commit_callbacks(execute=True):
        sign_off(house, night)
    assert [letter.to for letter in mailoutbox] == [["bruno@letters.example"]]


def test_who_changes_his_mind_before_it_is_sent_gets_none(
    house: House, night: Evening, mailoutbox: list[EmailMessage]
) -> None:
    sign_off(house, night)
    Player.objects.filter(pk=house.players["alice"].pk).update(wants_results=False)
    assert result_emails_send() == 1
    assert [letter.to for letter in mailoutbox] == [["bruno@letters.example"]]
    assert email_counts(night).written == 1


def test_a_sign_off_that_fails_leaves_no_letter(
    house: House, night: Evening, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as heard, transaction.atomic():
        sign_off(house, night)
        transaction.set_rollback(True)
    assert heard == []
    assert not Letter.objects.exists()


# --- a mail server that is away, slow, or refuses ---


def test_a_broken_mail_server_does_not_stop_the_sign_off(
    house: House,
    night: Evening,
    settings: Any,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    good, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, BROKEN
    with django_capture_on_commit_callbacks(execute=True):
        sign_off(house, night)
    night.refresh_from_db()
    assert night.signed_off_at is not None
    text = page(Browser(house, "director").get(f"evenings/{night.pk}/results/"))
    assert "0 of 2 e-mails with these results have been sent." in text
    assert "Send the rest" in text
    settings.EMAIL_BACKEND = good
    browser = Browser(house, "director")
    sent = browser.hidden(f"evenings/{night.pk}/results/")
    for _twice in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            goes(browser.post(f"evenings/{night.pk}/results/letters/", sent))
    assert len(mailoutbox) == 2
    text = page(browser.get(f"evenings/{night.pk}/results/"))
    assert "2 of 2 e-mails with these results have been sent." in text
    assert "Send the rest" not in text
    assert AuditLogEntry.objects.filter(act="letters_send").count() == 1


def test_who_does_not_sign_off_hears_nothing_of_letters(house: House, signed: Evening) -> None:
    for who in ("scorer", "ann", ""):
        path = f"/clubs/cercle/evenings/{signed.pk}/results/"
        answer = Browser(house, who).get(path)
        assert "letters with these results" not in answer.content.decode()
    by = house.person("scorer")
    with pytest.raises(Denied), transaction.atomic():
        result_emails_send_rest(by=by, evening=signed, version=signed.version)


def test_the_rest_is_sent_on_the_version_that_was_seen(house: House, signed: Evening) -> None:
    api = house.api("director")
    assert read(api.get(f"evenings/{signed.pk}/letters")) == {"written": 2, "sent": 2}
    signed.refresh_from_db()
    version = signed.version
    problem(api.post(f"evenings/{signed.pk}/letters", {"version": version + 1}), 409)
    answer = api.post(f"evenings/{signed.pk}/letters", {"version": version})
    assert read(answer, 202) == {"written": 2, "sent": 2}


def test_an_address_that_is_refused_keeps_nobody_waiting(
    house: House, night: Evening, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_off(house, night)

    def refusing(letter: Letter, user: User) -> Any:
        if user.email.startswith("alice"):
            raise SMTPRecipientsRefused({user.email: (550, b"no such user")})
        return message(letter, user)

    monkeypatch.setattr(letters, "message", refusing)
    assert result_emails_send() == 1
    assert [letter.to for letter in mailoutbox] == [["bruno@letters.example"]]


def test_a_server_that_is_away_is_asked_once_a_round(
    house: House, night: Evening, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_off(house, night)
    asked = []
    settings.EMAIL_BACKEND = BROKEN
    monkeypatch.setattr(Broken, "__init__", lambda self, **_options: asked.append(self))
    assert result_emails_send() == 0
    assert len(asked) == 1


def test_in_place_a_slow_server_holds_the_sign_off_up_for_a_few_seconds_at_most(
    house: House, night: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each letter takes four seconds by this clock: the third would begin after eight."""
    joins(house, "carla")
    came = evening(house, "alice", "bruno", "carla")
    sign_off(house, came)
    clock, sent = [0.0], []

    def slow(_mailing: mailing.Mailing, pk: int) -> bool:
        clock[0] += 4
        sent.append(pk)
        return True

    monkeypatch.setattr(mailing, "monotonic", lambda: clock[0])
    monkeypatch.setattr(mailing, "email_send", slow)
    assert result_emails_send(came.pk) == 2
    assert len(sent) == 2


@pytest.mark.slow
def test_a_mail_server_that_never_answers_is_waited_for_a_few_seconds(
    house: House, night: Evening, settings: Any, django_capture_on_commit_callbacks: Commit
) -> None:
    with post_office() as office:
        office.hold_at = 0
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", office.port
        began = monotonic()
        with django_capture_on_commit_callbacks(execute=True):
            sign_off(house, night)
        assert monotonic() - began < mailing.IN_PLACE_MOST + 2 * mailing.IN_PLACE_ANSWER
        assert office.somebody_waits.is_set()
    assert (email_counts(night).written, email_counts(night).sent) == (2, 0)


# --- claims ---


def test_what_another_has_claimed_is_left_to_him_until_his_claim_ends(
    house: House, night: Evening, mailoutbox: list[EmailMessage]
) -> None:
    sign_off(house, night)
    Letter.objects.update(claimed_until=timezone.now() + timedelta(seconds=30))
    assert result_emails_send() == 0
    Letter.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    assert result_emails_send() == 2
    assert len(mailoutbox) == 2


def test_after_a_failure_a_worker_waits_and_a_director_need_not(
    house: House,
    night: Evening,
    settings: Any,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: Commit,
) -> None:
    sign_off(house, night)
    good, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, BROKEN
    settings.CELERY_TASK_ALWAYS_EAGER = False
    result_emails_send()
    settings.EMAIL_BACKEND = good
    assert result_emails_send() == 1
    night.refresh_from_db()
    result_emails_send_rest(by=house.person("director"), evening=night, version=night.version)
    assert result_emails_send() == 1
    assert len(mailoutbox) == 2


def test_an_evening_of_long_ago_is_left_alone(
    house: House, night: Evening, mailoutbox: list[EmailMessage]
) -> None:
    sign_off(house, night)
    long_ago = timezone.now() - mailing.GIVEN_UP_AFTER - timedelta(minutes=1)
    Evening.objects.filter(pk=night.pk).update(signed_off_at=long_ago)
    assert result_emails_send() == 0
    assert mailoutbox == []
