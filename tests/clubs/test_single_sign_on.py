"""Single sign-on through two real sites: one is the OpenID provider, the other its client."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import link_of
from ecarte_club.clubs.services.roles import invitation_make
from ecarte_club.env import WrongSetting
from ecarte_club.federation import Provider, oidc_key, password_sign_in, provider
from ecarte_club.stack.programs import free_port
from tests.databases import manage, sqlite_database
from tests.support.clubhouse import PASSWORD, House, open_house
from tests.support.elsewhere import django_on
from tests.support.served import Served, served

pytestmark = [pytest.mark.slow, pytest.mark.servers, pytest.mark.any_database]

PROVIDER = {"OIDC_PROVIDER": "yes"}
CLIENT = {"OIDC_ISSUER": "https://id.example", "OIDC_CLIENT_ID": "c", "OIDC_CLIENT_SECRET": "s"}


class Browser(httpx.Client):
    """One site's pages; follows nothing by itself."""

    def __init__(self, url: str) -> None:
        super().__init__(base_url=url, timeout=30)

    def send_form(self, page: str, fields: dict[str, str], to: str = "") -> httpx.Response:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page).text)
        assert found, page
        return self.post(to or page, data={"csrfmiddlewaretoken": found[1], **fields})

    @property
    def signed_in_as(self) -> str:
        answer = self.get("/account/")
        found = re.search(r'class="lede">([^<]+)<', answer.text)
        return found[1] if answer.status_code == 200 and found else ""


@dataclass(slots=True)
class Federation:
    """A site at `url`, and its provider, which is a site too."""

    provider: Served
    provider_database: str
    url: str
    database: str
    house: House

    def begin(self, browser: Browser, back: str = "/account/") -> str:
        """The address at the provider to which the button leads."""
        key = urlsplit(self.provider.url).netloc
        sent = browser.send_form("/account/login/", {"next": back}, f"/account/sso/{key}/login/")
        assert sent.status_code == 302, sent.text
        return sent.headers["Location"]

    def code_for(self, email: str, address: str) -> str:
        """The address back at the site, after signing in at the provider."""
        parts = urlsplit(address)
        path = f"{parts.path}?{parts.query}"
        with Browser(self.provider.url) as browser:
            door = f"/account/login/?{urlencode({'next': path})}"
            fields = {"login": email, "password": PASSWORD, "next": path}
            signed_in = browser.send_form(door, fields, "/account/login/")
            assert signed_in.headers.get("Location") == path, signed_in.text
            return str(browser.get(path).headers["Location"])

    def sign_in(self, browser: Browser, email: str, back: str = "/account/") -> httpx.Response:
        return browser.get(self.code_for(email, self.begin(browser, back)))


@pytest.fixture(scope="module")
def federation(django_db_blocker: DjangoDbBlocker) -> Iterator[Federation]:
    with ExitStack() as stack:
        theirs, ours = (stack.enter_context(sqlite_database()) for _ in range(2))
        ports = free_port(), free_port()
        issuer, site = f"http://127.0.0.1:{ports[0]}", f"http://localhost:{ports[1]}"
        printed = manage(
            "oidc_client", site, database_url=theirs, env={**PROVIDER, "SITE_URL": issuer}
        )
        client = dict(line.split("=", 1) for line in printed.split())
        with django_on(theirs, django_db_blocker):
            for name in ("alice", "olga", "ned", "ivy"):
                user = User.objects.create_user(f"{name}@example.org", name=name.title())
                User.objects.filter(pk=user.pk).update(email_verified_at=timezone.now())
            User.objects.create_user("ann@cercle.example", name="Mallory")
            # Of sites that run, which know no passwords stored as cheaply as tests do.
            stored = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1_000)
            User.objects.update(password=stored)
        with django_on(ours, django_db_blocker):
            house = open_house()
            for name in ("alice", "olga"):
                User.objects.create_user(f"{name}@example.org", PASSWORD, name=name.title())
            TOTP.activate(User.objects.get(email="olga@example.org"), "JBSWY3DPEHPK3PXP")
        provider = stack.enter_context(
            served(database_url=theirs, server="wsgi", port=ports[0], env=PROVIDER)
        )
        env = {**client, "OIDC_NAME": "Fédération", "PASSWORD_SIGN_IN": "no"}
        # Another name than the provider's, as browsers know cookies by the name alone.
        env |= {"SITE_URL": f"{site}/", "ALLOWED_HOSTS": "localhost,127.0.0.1"}
        stack.enter_context(served(database_url=ours, server="wsgi", port=ports[1], env=env))
        yield Federation(provider, theirs, site, ours, house)


@pytest.fixture
def browser(federation: Federation) -> Iterator[Browser]:
    with Browser(federation.url) as client:
        yield client


def test_the_account_with_the_confirmed_address_is_theirs(
    federation: Federation, browser: Browser, django_db_blocker: DjangoDbBlocker
) -> None:
    """Later on the subject alone decides. The password of before may be somebody else's."""
    assert "Sign in with Fédération" in browser.get("/account/login/").text
    answer = federation.sign_in(browser, "alice@example.org", "/account/tokens/")
    assert answer.headers["Location"] == "/account/tokens/"
    assert browser.signed_in_as == "alice@example.org"
    with django_on(federation.database, django_db_blocker):
        assert not User.objects.get(email="alice@example.org").has_usable_password()
        SocialAccount.objects.get(user__email="alice@example.org")
    with django_on(federation.provider_database, django_db_blocker):
        User.objects.filter(email="alice@example.org").update(email="alice@new.example")
    with Browser(federation.url) as later:
        federation.sign_in(later, "alice@new.example")
        assert later.signed_in_as == "alice@example.org"


def test_an_address_that_is_not_confirmed_opens_nobodys_account(
    federation: Federation, browser: Browser
) -> None:
    answer = federation.sign_in(browser, "ann@cercle.example")
    assert answer.status_code == 403
    assert "not confirmed at Fédération" in answer.text
    assert browser.signed_in_as == ""


def test_who_has_no_account_needs_an_invitation(
    federation: Federation, browser: Browser, django_db_blocker: DjangoDbBlocker
) -> None:
    answer = federation.sign_in(browser, "ned@example.org", "/invitation/of-nobody")
    assert answer.status_code == 403
    assert "Open the link of your invitation first" in answer.text
    with django_on(federation.database, django_db_blocker):
        assert not User.objects.filter(email="ned@example.org").exists()
        committee = federation.house.person("committee")
        path = urlsplit(link_of(invitation_make(by=committee, role=Role.SCORER))).path
    assert "Sign in with Fédération" in browser.get(path).text
    answer = federation.sign_in(browser, "ivy@example.org", path)
    assert answer.headers["Location"] == path
    assert browser.signed_in_as == "ivy@example.org"
    accepting = browser.get(path).text
    key = re.search(r'name="key" value="(\w+)"', accepting)
    assert key
    accepted = browser.send_form(path, {"key": key[1]})
    assert accepted.headers["Location"] == "/clubs/cercle/"


def test_two_steps_stay_two(federation: Federation, browser: Browser) -> None:
    answer = federation.sign_in(browser, "olga@example.org")
    assert answer.headers["Location"].startswith("/account/2fa/authenticate/")
    assert browser.signed_in_as == ""


def test_a_state_that_is_forged_and_a_code_that_was_used(
    federation: Federation, browser: Browser
) -> None:
    back = urlsplit(federation.code_for("ivy@example.org", federation.begin(browser)))
    forged = browser.get(f"{back.path}?{urlencode({'code': 'x', 'state': 'y'})}")
    assert forged.status_code == 400
    assert "Start again" in forged.text
    # Another browser begins, and is given the first one's code.
    code = parse_qs(back.query)["code"][0]
    with Browser(federation.url) as victim:
        own = parse_qs(urlsplit(federation.begin(victim)).query)["state"][0]
        answer = victim.get(f"{back.path}?{urlencode({'code': code, 'state': own})}")
        assert answer.status_code == 400
        assert victim.signed_in_as == ""
    again = federation.code_for("ivy@example.org", federation.begin(browser))
    assert browser.get(again).status_code == 302
    browser.cookies.clear()
    assert browser.get(again).status_code == 400
    assert browser.signed_in_as == ""


def test_nobody_signs_in_with_a_password(federation: Federation, browser: Browser) -> None:
    assert 'name="password"' not in browser.get("/account/login/").text
    assert browser.get("/account/password/reset/").headers["Location"] == "/account/login/"
    fields = {"login": "director@cercle.example", "password": PASSWORD}
    assert browser.send_form("/account/login/", fields).status_code == 200
    assert browser.signed_in_as == ""


@override_settings(SINGLE_SIGN_ON=Provider("https://id.example/realms/a", "c", "s", "Fédération"))
def test_passwords_beside_the_provider(client: Client) -> None:
    page = client.get("/account/login/").content.decode()
    assert "Sign in with Fédération" in page
    assert "/account/sso/id.example~realms~a/login/" in page
    assert 'name="password"' in page


@pytest.mark.parametrize(
    ("env", "variable"),
    [
        ({"OIDC_ISSUER": "https://id.example"}, "OIDC_CLIENT_ID"),
        ({**CLIENT, "OIDC_ISSUER": ""}, "OIDC_ISSUER"),
        ({**CLIENT, "OIDC_ISSUER": "http://id.example"}, "OIDC_ISSUER"),
        ({**CLIENT, "OIDC_ISSUER": "https://id.example/?a=b"}, "OIDC_ISSUER"),
        ({**CLIENT, "OIDC_NAME": "x" * 41}, "OIDC_NAME"),
        ({"PASSWORD_SIGN_IN": "no"}, "PASSWORD_SIGN_IN"),
    ],
)
def test_a_wrong_setting_stops_the_start(env: dict[str, str], variable: str) -> None:
    with pytest.raises(WrongSetting, match=f"^{variable}: "):
        password_sign_in(env, provider(env))


def test_the_key_of_a_provider_is_made_once(tmp_path: Path) -> None:
    key = oidc_key({}, tmp_path)
    assert "BEGIN PRIVATE KEY" in key
    assert oidc_key({}, tmp_path) == key
    other = tmp_path / "other"
    other.write_text("nothing")
    for path in (other, tmp_path / "missing"):
        with pytest.raises(WrongSetting, match=r"^OIDC_KEY_FILE: "):
            oidc_key({"OIDC_KEY_FILE": str(path)}, tmp_path)


def test_a_provider_that_is_away(federation: Federation, browser: Browser) -> None:
    """The last one: it is not started again."""
    federation.provider.kill()
    page = browser.get("/account/login/").text
    assert "Sign in with Fédération" in page
    key = urlsplit(federation.provider.url).netloc
    answer = browser.send_form("/account/login/", {}, f"/account/sso/{key}/login/")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "30"
    assert "Fédération does not answer at the moment" in answer.text
