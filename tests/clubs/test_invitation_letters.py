"""Letters of invitation: sent once the invitation is there, and never for one that is not."""

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from ecarte_club.clubs import tasks
from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import link_of
from ecarte_club.clubs.services.roles import invitation_accept, invitation_make, invitation_revoke
from tests.support.clubhouse import House, problem, read

pytestmark = pytest.mark.any_database


@pytest.fixture
def dora(house: House) -> Player:
    """Plays, and does not sign in."""
    return Player.objects.create(club=house.club, name="Dora")


def _made(house: House, *, email: str = "dora@nowhere.example") -> Invitation:
    with transaction.atomic():
        return invitation_make(by=house.person("committee"), role=Role.SCORER, email=email)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_invitation_with_an_address_is_sent_in_the_inviters_language(
    language: str,
    house: House,
    dora: Player,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.SITE_URL = "https://club.example/"
    house.users["committee"].language = language
    house.users["committee"].save()
    body = {"player": dora.pk, "role": "scorer", "email": "Dora@Nowhere.example"}
    with django_capture_on_commit_callbacks(execute=True):
        made = read(
            house.api("committee").post("clubs/cercle/invitations", body, Host="localhost"),
            201,
        )
    (letter,) = mail.outbox
    assert letter.to == ["dora@nowhere.example"]
    assert made["link"] in str(letter.body)
    assert made["link"].startswith("https://club.example/invitations/")
    assert "\n" not in letter.subject
    assert ("Hello," in str(letter.body)) is (language == "en") or language == "fr"


def test_no_letter_goes_when_nothing_is_made(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    body = {"player": house.players["ann"].pk, "email": "dora@nowhere.example"}
    with django_capture_on_commit_callbacks(execute=True):
        problem(house.api("committee").post("clubs/cercle/invitations", body), 422)
    assert mail.outbox == []


@pytest.mark.parametrize("how", ["withdrawn", "used", "without an address"])
def test_a_letter_that_comes_too_late_is_not_sent(how: str, house: House) -> None:
    made = _made(house, email="" if how == "without an address" else "dora@nowhere.example")
    if how == "withdrawn":
        invitation_revoke(by=house.person("committee"), invitation_id=made.pk)
    elif how == "used":
        link = link_of(made).rstrip("/")
        invitation_accept(secret=link.rpartition("/")[2], user=house.users["ann"])
    tasks.invitation_email(made.pk)
    assert mail.outbox == []


def test_a_task_that_runs_twice_sends_the_same_link(house: House) -> None:
    made = _made(house)
    for _ in range(2):
        tasks.invitation_email(made.pk)
    assert len({str(letter.body) for letter in mail.outbox}) == 1
    assert link_of(made) in str(mail.outbox[0].body)


class Down(BaseEmailBackend):
    def send_messages(self, email_messages: object) -> int:
        raise ConnectionRefusedError


def test_a_mail_server_that_is_down_costs_the_letter_and_not_the_invitation(
    house: House,
    dora: Player,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Down"
    body = {"player": dora.pk, "email": "dora@nowhere.example"}
    with django_capture_on_commit_callbacks(execute=True):
        made = read(house.api("committee").post("clubs/cercle/invitations", body), 201)
    assert made["link"] == link_of(Invitation.objects.get())


@pytest.mark.parametrize("name", ["Le Club\nBcc: x@else.example", "A & B <b>"])
def test_a_clubs_name_stays_in_its_line(name: str, house: House) -> None:
    house.club.name = name
    house.club.save()
    tasks.invitation_email(_made(house).pk)
    (letter,) = mail.outbox
    assert "\n" not in letter.subject
    assert letter.to == ["dora@nowhere.example"]
    assert letter.bcc == []
    assert "&amp;" not in letter.subject + str(letter.body)
