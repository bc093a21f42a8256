"""Many players are invited at once: Alice and Bob get an e-mail, Chloé has no address."""

import re

import pytest
from django.core import mail
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs import tasks
from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.selectors.inviting import invitees
from ecarte_club.clubs.services.member_details import Details
from ecarte_club.clubs.services.members import player_add
from ecarte_club.clubs.services.roles import invitation_revoke, invitations_send
from ecarte_club.core.exceptions import Denied, Invalid
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read

SEND = "clubs/cercle/invitations/send"
EMAILS = {"Alice Martin": "alice@example.org", "Bob Durand": "bob@example.org", "Chloé Petit": ""}


@pytest.fixture
def people(house: House) -> dict[str, Player]:
    by = house.person("committee")
    return {
        name.partition(" ")[0]: player_add(by=by, name=name, details=Details(email=email))
        for name, email in EMAILS.items()
    }


def reaches(house: House) -> dict[str, str]:
    return {one.player.name: one.reach.value for one in invitees(house.person("committee"))}


def test_who_would_get_one(house: House, people: dict[str, Player]) -> None:
    by = house.person("committee")
    assert reaches(house) == {
        "Alice Martin": "sent",
        "Bob Durand": "sent",
        "Chloé Petit": "no_address",
    }
    invitations_send(by=by, player_ids=[people["Alice"].pk])
    player_add(by=by, name="Robert", details=Details(email="bob@example.org"))
    player_add(by=by, name="Ann Lee", details=Details(email="ann@cercle.example"))
    assert reaches(house) == {
        "Alice Martin": "invited",
        "Ann Lee": "has_account",
        "Bob Durand": "shared",
        "Chloé Petit": "no_address",
        "Robert": "shared",
    }
    for one in invitees(by):
        assert bool(one.what_to_do) is (one.reach != "sent")


def test_a_retry_sends_nothing_twice(
    house: House,
    people: dict[str, Player],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    api = house.api("committee")
    everybody = {"players": [player.pk for player in people.values()]}
    with django_capture_on_commit_callbacks(execute=True):
        first = read(api.post(SEND, everybody, key="one"), 201)
        assert read(api.post(SEND, everybody, key="one"), 201) == first
        again = read(api.post(SEND, everybody), 201)
    assert [one["email"] for one in first["sent"]] == ["alice@example.org", "bob@example.org"]
    assert [one["reach"] for one in first["left_out"]] == ["no_address"]
    assert again["sent"] == []
    assert [one["reach"] for one in again["left_out"]] == ["invited", "invited", "no_address"]
    assert sorted(letter.to[0] for letter in mail.outbox) == [
        "alice@example.org",
        "bob@example.org",
    ]
    # A worker that died after sending, and is started again.
    for invitation in Invitation.objects.all():
        tasks.invitation_email(invitation.pk)
    assert len(mail.outbox) == 2


def test_a_withdrawn_one_can_be_sent_again(house: House, people: dict[str, Player]) -> None:
    by, alice = house.person("committee"), people["Alice"].pk
    (made,) = invitations_send(by=by, player_ids=[alice]).sent
    invitation_revoke(by=by, invitation_id=made.pk)
    assert len(invitations_send(by=by, player_ids=[alice]).sent) == 1


def test_the_page_previews_and_sends(
    house: House,
    people: dict[str, Player],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    browser, path = Browser(house, "committee"), "committee/invitations/send/"
    text = page(browser.get(path))
    ticked = re.findall(r'name="player" value="(\d+)"\s+checked', text)
    assert ticked == [str(people["Alice"].pk), str(people["Bob"].pk)]
    assert "1 player cannot be reached" in text
    assert "Bob Durand" not in page(browser.get(f"{path}?name=alice"))
    every = [str(player.pk) for player in people.values()]
    preview = page(browser.post(path, {"player": every, "act": "preview"}))
    assert "2 e-mails will be sent" in preview
    assert "alice@example.org" in preview
    assert "No e-mail address. Add an address, or create an invitation" in preview
    assert f'href="/clubs/cercle/players/{people["Chloé"].pk}/change/"' in preview
    assert Invitation.objects.count() == 0
    hidden = re.findall(r'type="hidden" name="player" value="(\d+)"', preview)
    sent = {"player": hidden, "act": "send", "key": "k"}
    with django_capture_on_commit_callbacks(execute=True):
        assert goes(browser.post(path, sent)) == "/clubs/cercle/committee/invitations/?sent=2"
        goes(browser.post(path, sent))
    assert len(mail.outbox) == 2
    assert "2 invitations are on their way." in page(browser.get("committee/invitations/?sent=2"))
    assert "Choose at least one player." in page(browser.post(path, {"act": "preview"}), 422)


def test_only_the_committee_and_only_its_own_players(
    house: House, neighbour: House, people: dict[str, Player]
) -> None:
    with pytest.raises(Denied), transaction.atomic():
        invitations_send(by=house.person("director"), player_ids=[people["Alice"].pk])
    foreign = neighbour.players["ann"].pk
    for ids in ([], [foreign], range(1, 202)):
        with pytest.raises(Invalid) as found, transaction.atomic():
            invitations_send(by=house.person("committee"), player_ids=list(ids))
        assert list(found.value.errors) == ["players"]
    preview = f"clubs/cercle/invitations/preview?players={foreign},{people['Bob'].pk}"
    rows = read(house.api("committee").get(preview))
    assert [row["email"] for row in rows] == ["bob@example.org"]
    problem(house.api("committee").get("clubs/cercle/invitations/preview?players=x"), 422)
