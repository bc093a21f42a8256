"""Sessions that end: everywhere at Alice's word, elsewhere with the second factor; and a 429."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs.models import AuditLogEntry, Token, User
from ecarte_club.clubs.permissions import Scope
from tests.site.pages import goes, page
from tests.support.clubhouse import PASSWORD, Api, House, problem, read

from .second_factor import code_now

pytestmark = pytest.mark.slow

ACCOUNT, EVERYWHERE = "/account/", "/account/sign-out-everywhere/"
ALICE = "ann@cercle.example"


def signed_in() -> Client:
    client = Client()
    goes(client.post("/account/login/", {"login": ALICE, "password": PASSWORD}))
    return client


def is_in(client: Client) -> bool:
    return client.get(ACCOUNT).status_code == 200


@pytest.mark.any_database
def test_signing_out_everywhere_leaves_this_browser(house: House) -> None:
    here, phone, bob = signed_in(), signed_in(), Client()
    bob.force_login(house.users["bob"])
    assert EVERYWHERE in page(here.get(ACCOUNT))
    assert "This one stays signed in" in page(here.get(EVERYWHERE))
    assert is_in(phone)
    assert goes(here.post(EVERYWHERE, {"key": "k"})) == "/account/?done=signed-out"
    assert (is_in(here), is_in(phone), is_in(bob)) == (True, False, True)
    assert "signed out everywhere but here" in page(here.get("/account/?done=signed-out"))
    goes(phone.post("/account/login/", {"login": ALICE, "password": PASSWORD}))
    assert (is_in(here), is_in(phone)) == (True, True)


def test_programs_keep_their_tokens(house: House) -> None:
    api = house.api("ann")
    goes(signed_in().post(EVERYWHERE, {"key": "k"}))
    read(api.get("clubs/cercle/me"))


def test_a_form_sent_twice_ends_no_session_that_is_newer(house: House) -> None:
    here = signed_in()
    goes(here.post(EVERYWHERE, {"key": "k"}))
    newer = signed_in()
    goes(here.post(EVERYWHERE, {"key": "k"}))
    assert (is_in(here), is_in(newer)) == (True, True)


def test_turning_on_the_second_factor_signs_the_others_out_and_says_so(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    here, thief = signed_in(), signed_in()
    goes(here.post("/account/reauthenticate/", {"password": PASSWORD}))
    before = page(here.get("/account/2fa/totp/activate/"))
    assert "Your other browsers will be signed out." in before
    secret = here.session[SECRET_SESSION_KEY]
    with django_capture_on_commit_callbacks(execute=True):
        after = goes(here.post("/account/2fa/totp/activate/", {"code": code_now(secret)}))
    assert (is_in(here), is_in(thief)) == (True, False)
    assert "You were signed out in all other browsers." in page(here.get(after))
    assert "signed out in all other" not in page(here.get(after))


def test_a_session_of_before_is_still_good(house: House) -> None:
    """Nobody is signed out by the update that brought this."""
    assert house.users["ann"].session_number == 0
    own = User.objects.get(email=ALICE)
    assert own.get_session_auth_hash() == super(User, own).get_session_auth_hash()


SESSIONS = "clubs/cercle/me/sessions"


def test_a_program_signs_every_browser_out_and_keeps_its_token(house: House) -> None:
    here, phone, bob = signed_in(), signed_in(), Client()
    bob.force_login(house.users["bob"])
    house.secret("ann", [Scope.READ])
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    api = house.api("ann")
    assert read(api.get(SESSIONS)) == {"version": 0, "tokens": 1}
    done = read(api.post(SESSIONS, {"version": 0}, key="once"))
    assert done == {"version": 1, "tokens": 1}
    assert (is_in(here), is_in(phone), is_in(bob)) == (False, False, True)
    newer = signed_in()
    assert read(api.post(SESSIONS, {"version": 0}, key="once")) == done
    problem(api.post(SESSIONS, {"version": 0}), 409, "stale_version")
    assert is_in(newer), "A request that is sent again ends nothing newer."
    (act,) = AuditLogEntry.objects.filter(act="sessions_end")
    assert (act.by_id, act.club_id) == (house.users["ann"].pk, house.club.pk)


def test_a_page_that_uses_the_api_stays_signed_in(house: House) -> None:
    here, phone = signed_in(), signed_in()
    answer = here.post(
        f"/api/v1/{SESSIONS}",
        '{"version": 0}',
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert read(answer) == {"version": 1, "tokens": 0}
    assert (is_in(here), is_in(phone)) == (True, False)


def test_a_program_needs_the_scope_that_manages(house: House) -> None:
    here, api = signed_in(), house.api("ann", [Scope.READ, Scope.ENTER, Scope.CORRECT])
    problem(api.post(SESSIONS, {"version": 0}), 403, "not_allowed")
    assert is_in(here)


@pytest.fixture
def guessed(house: House) -> Client:
    """Thirty tries to sign in within a minute."""
    cache.clear()
    client = Client()
    for number in range(30):
        client.post("/account/login/", {"login": f"x{number}@y.example", "password": "guessed"})
    return client


@pytest.mark.any_database
def test_too_many_tries_to_sign_in_get_a_page_of_the_site(guessed: Client) -> None:
    sent = {"login": "alice@example.org", "password": "guessed"}
    answer = guessed.post("/account/login/", sent)
    text = page(answer, 429)
    assert "css/site.css" in text
    assert "Too many attempts" in text
    assert "Wait a minute, then try again." in text
    assert 'href="/account/password/reset/"' in text
    assert 1 <= int(answer["Retry-After"]) <= 60
    french = page(guessed.post("/account/login/", sent, headers={"Accept-Language": "fr"}), 429)
    assert '<html lang="fr"' in french


@pytest.mark.any_database
def test_a_program_gets_a_problem_document(guessed: Client) -> None:
    sent = {"login": "alice@example.org", "password": "guessed"}
    headers = {"Accept": "application/json"}
    answer = guessed.post("/account/login/", sent, headers=headers)
    assert problem(answer, 429, "too_often")["title"] == "Too Many Requests"
    assert answer["Retry-After"]
    cache.clear()
    assert Api().get("clubs").status_code == 200
