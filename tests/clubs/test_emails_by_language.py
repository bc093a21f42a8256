"""Invitations and new passwords: text and HTML, in the language of whoever gets them."""

import re

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs import emails, tasks
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.new_clubs import NewClub, club_create_for, club_invitation_create
from ecarte_club.clubs.services.roles import invitation_make
from tests.support.clubhouse import House, read

pytestmark = pytest.mark.slow

RESET = "/account/password/reset/"


def letter() -> tuple[str, str]:
    """The text and the HTML of the newest e-mail, which must say the same."""
    found = mail.outbox[-1]
    assert isinstance(found, EmailMultiAlternatives)
    ((html, kind),) = ((str(one[0]), one[1]) for one in found.alternatives)
    assert kind == "text/html"
    text = str(found.body)
    links = set(re.findall(r"https?://\S+", text))
    assert links <= set(re.findall(r'href="([^"]+)"', html))
    assert "<script" not in html
    return text, html


def said(language: str, english: str, french: str) -> bool:
    return (french if language == "fr" else english) in letter()[0]


@pytest.mark.any_database
@pytest.mark.parametrize("club", ["en", "fr"])
@pytest.mark.parametrize("page", ["en", "fr"])
@pytest.mark.parametrize("account", ["en", "fr", ""])
def test_invitations(
    club: str,
    page: str,
    account: str,
    house: House,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Of the account with this address, or of the club; not of whoever invites, nor their page."""
    Club.objects.filter(pk=house.club.pk).update(language=club)
    User.objects.filter(pk=house.users["committee"].pk).update(language=page)
    email = "alice@example.org"
    if account:
        User.objects.create_user(email, name="Alice Martin", language=account)
    body = {"role": "scorer", "email": email}
    with django_capture_on_commit_callbacks(execute=True):
        api = house.api("committee")
        read(api.post("clubs/cercle/invitations", body, **{"Accept-Language": page}), 201)
    text, html = letter()
    french = (account or club) == "fr"
    assert ("Bonjour" in text, "Hello," in text) == (french, not french)
    assert f'<html lang="{"fr" if french else "en"}">' in html
    assert 'class="button"' in html


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_new_password(language: str, house: House) -> None:
    User.objects.filter(pk=house.users["ann"].pk).update(language=language)
    other = {"en": "fr", "fr": "en"}[language]
    Client().post(RESET, {"email": "ann@cercle.example"}, headers={"Accept-Language": other})
    assert said(language, "Hello,", "Bonjour")
    assert "/account/password/reset/key/" in letter()[1]


def test_for_an_address_without_an_account(house: House) -> None:
    """In the language of the club that knows the address, else of the page."""
    Club.objects.filter(pk=house.club.pk).update(language="fr")
    Player.objects.create(club=house.club, name="Chloé Petit", email="chloe@example.org")
    for email, language in (("chloe@example.org", "fr"), ("bob@example.org", "en")):
        Client().post(RESET, {"email": email}, headers={"Accept-Language": "en"})
        assert mail.outbox[-1].to == [email]
        assert said(language, "Hello,", "Bonjour")


def test_the_others(house: House, settings: object) -> None:
    """A code for a new club, a new address, and an address that was changed."""
    ann = house.users["ann"]
    User.objects.filter(pk=ann.pk).update(language="fr")
    tasks.new_address_email(ann.pk, "ann@new.example")
    assert said("fr", "Hello,", "Bonjour")
    tasks.address_changed_email(ann.pk, "ann@old.example")
    assert said("fr", "Hello,", "Bonjour")


def test_a_code_for_a_new_club(db: None) -> None:
    invitation, code = club_invitation_create(email="alice@example.org")
    emails.club_invitation_send(invitation)
    text, html = letter()
    assert code in text
    assert code in html


def test_a_club_speaks_the_language_it_was_created_with(house: House) -> None:
    made, _invitation = club_create_for(
        club=NewClub(name="Cercle de Lyon", language="fr"), committee="chloe@example.org"
    )
    assert made.language == "fr"
    api = house.api("committee")
    now = read(api.get("clubs/cercle/settings"))
    sent = {"version": now["version"], "language": "fr"}
    assert read(api.post("clubs/cercle/settings", sent))["language"] == "fr"


def test_names_are_escaped(house: House) -> None:
    User.objects.filter(pk=house.users["committee"].pk).update(name="<b>Alice & Co</b>")
    made = invitation_make(by=house.person("committee"), role=Role.SCORER, email="bob@example.org")
    tasks.invitation_email(made.pk)
    text, html = letter()
    assert "<b>Alice & Co</b>" in text
    assert "&lt;b&gt;Alice &amp; Co" in html
