"""A site without a club, and the clubs that are created with a code: Chloé creates the first."""

import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs.models import AuditLogEntry, Club, ClubInvitation, Office, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.clubs import club_create
from ecarte_club.clubs.services.new_clubs import club_invitation_create
from ecarte_club.core.exceptions import Invalid
from tests.site.pages import goes, page
from tests.support.clubhouse import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

CLUB = {"club": "Cercle de Lyon", "place": "Lyon", "laws": "britannica"}
CHLOE = {
    "name": "Chloé Marchand",
    "email": "Chloe@Lyon.example",
    "password": "six-seven-eight",
    "language": "fr",
}


def _code(**options: Any) -> str:
    out = StringIO()
    call_command("club_code", stdout=out, **options)
    found = re.search(r"The code is (\S+)\.", out.getvalue())
    assert found, out.getvalue()
    return found[1]


def _create(client: Client, code: str, **other: str) -> Any:
    sent = {"key": f"create-{code}", **CLUB, **CHLOE, **other}
    return client.post(f"/start/?code={code}", sent)


def test_the_first_page_leads_to_the_first_club() -> None:
    client = Client()
    assert 'href="/start/"' in page(client.get("/"))
    assert "There is no club on this site yet." in page(client.get("/start/"))
    code = _code(first=True)
    assert 'name="password"' in page(client.get(f"/start/?code={code}"))
    assert goes(_create(client, code)) == "/clubs/cercle-de-lyon/first-steps/"
    steps = page(client.get("/clubs/cercle-de-lyon/first-steps/"))
    for address in ("players/import/", "evenings/new/", "seasons/new/", "committee/invitations/"):
        assert f'href="/clubs/cercle-de-lyon/{address}"' in steps
    club, chloe = Club.objects.get(), User.objects.get()
    assert (club.name, club.place, club.code) == ("Cercle de Lyon", "Lyon", "britannica")
    assert (chloe.email, chloe.language) == ("chloe@lyon.example", "fr")
    assert Office.objects.get().role == Role.COMMITTEE
    assert Player.objects.get(club=club).user == chloe
    assert AuditLogEntry.objects.get().act == "club_create"
    page(client.get("/clubs/cercle-de-lyon/committee/"))


def test_a_code_may_be_typed_as_people_type_it() -> None:
    code = _code()
    typed = code.replace("-", " ").lower()
    assert 'name="password"' in page(Client().get("/start/", {"code": typed}))


def test_a_wrong_code_says_what_to_look_at() -> None:
    text = page(Client().get("/start/?code=AAAA-BBBB-CCCC"), 422)
    assert "This code is not valid." in text
    assert 'value="AAAA-BBBB-CCCC"' in text


def test_a_form_that_is_sent_twice_creates_one_club(settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"
    client, code = Client(), _code()
    assert goes(_create(client, code)) == "/clubs/cercle-de-lyon/first-steps/"
    assert goes(_create(client, code)) == "/clubs/cercle-de-lyon/first-steps/"
    assert goes(client.get(f"/start/?code={code}")) == "/clubs/cercle-de-lyon/first-steps/"
    for other in (_create(Client(), code), _create(Client(), code, key="x", email="b@x.example")):
        text = page(other, 422)
        assert "A club has already been created with this code. Sign in to open it." in text
    assert Club.objects.count() == 1


def test_a_code_expires() -> None:
    code = _code()
    ClubInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "This code has expired." in page(Client().get(f"/start/?code={code}"), 422)


def test_only_the_newest_code_for_the_first_club_works() -> None:
    older, newer = _code(first=True), _code(first=True)
    page(Client().get(f"/start/?code={older}"), 422)
    page(Client().get(f"/start/?code={newer}"))


def test_what_is_wrong_is_named_and_nothing_is_lost() -> None:
    code = _code()
    text = page(_create(Client(), code, password="short"), 422)
    assert 'value="Cercle de Lyon"' in text
    assert text.count('class="error"') == 1
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert goes(_create(Client(), code, key="again"))


def test_somebody_with_an_account_keeps_it(settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"
    club_create(name="Cercle", slug="cercle")
    bob = User.objects.create_user("bob@example.org", PASSWORD, name="Bob")
    client, code = Client(), _code()
    client.force_login(bob)
    assert 'name="password"' not in page(client.get(f"/start/?code={code}"))
    assert goes(client.post(f"/start/?code={code}", {"key": "x", **CLUB}))
    assert Office.objects.get().user == bob


def test_clubs_of_one_name_have_addresses_of_their_own(settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"
    for number in (1, 2):
        _create(Client(), _code(), email=f"chloe{number}@lyon.example")
    assert set(Club.objects.values_list("slug", flat=True)) == {
        "cercle-de-lyon",
        "cercle-de-lyon-2",
    }
    _create(Client(), _code(), email="e@lyon.example", club="♠♥")
    assert Club.objects.filter(slug="club").exists()


def test_a_closed_site_takes_no_second_club(settings: LazySettings) -> None:
    settings.SIGN_UP = "invited"
    code = _code()
    settings.SIGN_UP = "closed"
    club_create(name="Cercle", slug="cercle")
    text = page(Client().get(f"/start/?code={code}"), 422)
    assert "This site takes no new clubs. Ask its operator to create yours." in text
    assert "Create a club" not in page(Client().get("/clubs/"))
    with pytest.raises(CommandError, match="SIGN_UP"):
        _code()
    with pytest.raises(Invalid):
        club_invitation_create()
    out = StringIO()
    call_command("club_code", first=True, stdout=out)
    assert out.getvalue() == ""


def primary(client: Client, address: str, status: int = 200) -> list[str]:
    """The buttons that stand out; a page has one."""
    text = page(client.get(address), status)
    return re.findall(r'<button class="button">\s*(.+?)\s*</button>', text)


def test_an_open_site_sends_a_code_to_the_address(
    settings: LazySettings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    club_create(name="Cercle", slug="cercle")
    settings.SIGN_UP = "open"
    client = Client()
    assert 'href="/start/"' in page(client.get("/clubs/"))
    assert primary(client, "/start/") == ["Send me a code"]
    assert primary(client, "/start/?code=2345-6789", 422) == ["Continue"]
    assert primary(client, "/start/?sent=yes") == ["Continue"]
    with django_capture_on_commit_callbacks(execute=True):
        sent = client.post("/start/email/", {"key": "mail", "email": "chloe@lyon.example"})
    assert "The code was sent." in page(client.get(goes(sent)))
    [letter] = mail.outbox
    assert letter.to == ["chloe@lyon.example"]
    found = re.search(r"\?code=(\S+)", str(letter.body))
    assert found
    # The address is verified by the link, so the account has this address and no other.
    other = _create(client, found[1], email="bob@lyon.example")
    assert "Use the address that the code was sent to: chloe@lyon.example." in page(other, 422)
    assert goes(_create(client, found[1], key="right"))


@pytest.mark.parametrize("sign_up", ["closed", "invited"])
def test_only_an_open_site_sends_codes(sign_up: str, settings: LazySettings) -> None:
    settings.SIGN_UP = sign_up
    goes(Client().post("/start/email/", {"key": "mail", "email": "chloe@lyon.example"}))
    assert mail.outbox == []
    assert not ClubInvitation.objects.exists()


def test_the_operator_creates_a_club_for_an_address(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    out = StringIO()
    with django_capture_on_commit_callbacks(execute=True):
        call_command("club", "Cercle de Lyon", committee="chloe@lyon.example", stdout=out)
    assert mail.outbox[0].to == ["chloe@lyon.example"]
    link = re.search(r"/invitations/\w+/", out.getvalue())
    assert link
    client = Client()
    joined = {"key": "join", **{name: CHLOE[name] for name in ("name", "email", "password")}}
    assert goes(client.post(link[0], joined)) == "/clubs/cercle-de-lyon/"
    assert Office.objects.get().role == Role.COMMITTEE
    out = StringIO()
    call_command("club", "Cercle de Lyon", committee="Chloe@lyon.example", stdout=out)
    assert "has an account" in out.getvalue()
    log = AuditLogEntry.objects.filter(by=None).values_list("act", flat=True)
    assert sorted(log) == ["club_create", "club_create", "invitation_make"]
    assert Office.objects.filter(user__email="chloe@lyon.example").count() == 2
    with pytest.raises(CommandError):
        call_command("club", "Cercle", committee="nobody", stdout=out)
