"""What a token is, for how long, and what is kept of it. What each scope lets its bearer do is in
test_api_rights and test_api_rights_read.
"""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from ecarte_club.clubs.models import Token
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.services.accounts import TOKEN_DAYS_MOST, token_make, token_revoke
from ecarte_club.core.exceptions import Absent, Invalid
from tests.support.clubhouse import Api, House, problem, read

from .operations import WRITES, scene

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_no_token_does_more_than_its_owner(house: House) -> None:
    problem(house.api("ann").post("clubs/cercle/players", {"name": "Eve"}), 403, "not_allowed")


def test_a_token_ends(house: House) -> None:
    api = house.api("scorer")
    read(api.get("clubs/cercle/players"))
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = api.get("clubs/cercle/players")
    assert "expired" in problem(answer, 401)["detail"]
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_ends_at_once(house: House) -> None:
    api = house.api("scorer")
    token = Token.objects.get()
    token_revoke(user=house.users["scorer"], token_id=token.pk)
    first = Token.objects.get().revoked_at
    problem(api.get("clubs"), 401)
    token_revoke(user=house.users["scorer"], token_id=token.pk)
    assert Token.objects.get().revoked_at == first


def test_nobody_revokes_another_ones_token(house: House) -> None:
    house.secret("scorer")
    with pytest.raises(Absent), transaction.atomic():
        token_revoke(user=house.users["ann"], token_id=Token.objects.get().pk)
    assert Token.objects.get().revoked_at is None


def test_a_token_goes_with_its_owner(house: House) -> None:
    api = house.api("scorer")
    house.users["scorer"].is_active = False
    house.users["scorer"].save()
    problem(api.get("clubs"), 401)


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "bearer \xff", "Bearer a b", "BEARER " + "x" * 5000]
)
def test_a_token_that_is_none(header: str, db: None) -> None:
    problem(Api().get("clubs", Authorization=header), 401)


def test_another_kind_of_authorization_is_no_sign_in(db: None) -> None:
    assert read(Api().get("clubs", Authorization="Basic YTpi"))["results"] == []


def test_only_a_digest_is_kept(house: House) -> None:
    """No column of any table has the secret; nor has any answer, in test_api_rights."""
    secret = house.secret("committee")
    scene(house)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            assert secret not in repr(cursor.fetchall())
    token = Token.objects.filter(user=house.users["committee"]).get()
    assert len(token.digest) == 64
    assert secret[7:].startswith(token.hint)


def test_secrets_are_new_each_time(house: House) -> None:
    secrets = {house.secret("scorer", {Scope.READ}) for _ in range(50)}
    assert len(secrets) == 50
    assert all(len(secret) >= 50 for secret in secrets)


@pytest.mark.parametrize(
    ("field", "name", "scopes", "days"),
    [
        ("name", " ", [Scope.READ], 30),
        ("scopes", "pad", [], 30),
        ("days", "pad", [Scope.READ], 0),
        ("days", "pad", [Scope.READ], TOKEN_DAYS_MOST + 1),
    ],
)
def test_a_token_is_made_with_care(
    field: str, name: str, scopes: list[Scope], days: int, house: House
) -> None:
    with pytest.raises(Invalid) as found:
        token_make(user=house.users["ann"], name=name, scopes=scopes, days=days)
    assert list(found.value.errors) == [field]


def test_a_signed_in_page_may_use_the_api_with_its_csrf_token(house: House) -> None:
    here, api = scene(house), Api()
    api.client.handler.enforce_csrf_checks = True
    api.client.force_login(house.users["scorer"])
    body = WRITES["matches/{id}/hands"].body(here)
    path = f"matches/{here.match.pk}/hands"
    problem(api.post(path, body), 403, "permission_denied")
    api.client.cookies["csrftoken"] = "x" * 32
    read(api.post(path, body, **{"X-CSRFToken": "x" * 32}), 201)
