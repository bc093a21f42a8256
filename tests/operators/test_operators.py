"""Who may see the pages of operators, what is in them, and what can be done there."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from ecarte_club.clubs.models import Token, User
from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.operators.site import FirstRowsPaginator
from tests.site.pages import goes, page
from tests.support.archives import archive_ready
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.hooks import happens, hook, send
from tests.support.receiver import receiver

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
INDEX = "/admin/"


@pytest.fixture
def operator() -> Client:
    """Staff, with two-step sign-in."""
    user = User.objects.create_superuser("alice@site.example", "turn-the-king", name="Alice")
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.slow
def test_only_staff_with_two_steps_see_that_there_is_something(house: House) -> None:
    assert goes(Client().get(INDEX)).startswith("/admin/login/?next=")
    assert goes(Client().get("/admin/login/?next=/admin/")) == "/account/login/?next=%2Fadmin%2F"
    member = Client()
    member.force_login(house.users["committee"])
    for path in (INDEX, "/admin/login/", "/admin/tasks/", "/admin/clubs/user/", "/admin/nothing/"):
        assert member.get(path).status_code == 404, path
    User.objects.filter(pk=house.users["committee"].pk).update(is_staff=True, is_superuser=True)
    assert goes(member.get(INDEX)).startswith("/admin/login/")
    assert goes(member.get("/admin/login/")) == reverse("mfa_index")
    assert "admin" not in page(member.get("/clubs/cercle/")).lower(), "No page leads there."


@pytest.mark.slow
def test_all_is_shown_but_secrets_and_nothing_can_be_changed(
    house: House, operator: Client, settings: Settings
) -> None:
    settings.HOOKS_PRIVATE = True
    api, match = house.api("scorer"), house.match()
    body = {"version": 0, "dealer": "a", "opening": "stood", "tricks": {"a": 4, "b": 1}}
    read(api.post(f"matches/{match.pk}/hands", body), 201)
    archive = archive_ready(house.club.pk)
    with receiver() as there:
        one = hook(house, there)
        happens(house)
        send()
    token = Token.objects.get()
    secrets = (token.digest, house.secrets["scorer"], one.salt, archive.file, "turn-the-king")
    assert "Tasks" in page(operator.get(INDEX))
    tasks = page(operator.get("/admin/tasks/"))
    assert "scoring.webhooks.tasks.send_hooks" in tasks
    assert "migrations" in tasks
    before = everything()
    shown = 0
    for model in admin.site._registry:
        names = model._meta.app_label, model._meta.model_name
        listed = page(operator.get(reverse("admin:{}_{}_changelist".format(*names))))
        assert operator.post(reverse("admin:{}_{}_add".format(*names)), {}).status_code == 403
        found = [listed]
        if (row := model._base_manager.order_by("-pk").first()) is not None:
            shown += 1
            found.append(
                page(operator.get(reverse("admin:{}_{}_change".format(*names), args=[row.pk])))
            )
            for way in ("change", "delete"):
                address = reverse("admin:{}_{}_{}".format(*names, way), args=[row.pk])
                assert operator.post(address, {"post": "yes"}).status_code == 403, address
        for text in found:
            assert not [secret for secret in secrets if secret in text], names
    assert everything() == before
    assert shown >= 8
    clubs = operator.get("/admin/clubs/club/").content.decode()
    cells = re.findall(r'class="[^"]*field-(\w+)[^"]*"[^>]*>([^<]*)', clubs)
    figures = dict(cells)
    assert [figures[name] for name in ("members", "evenings", "matches", "hands")] == list("3011")


def test_what_is_done_is_shown_before_and_logged_after(house: House, operator: Client) -> None:
    api = house.api("ann")
    read(api.get("clubs"))
    chosen = {"action": "revoke", "_selected_action": [str(Token.objects.get().pk)]}
    before = everything()
    text = page(operator.post("/admin/clubs/token/", chosen))
    assert "Tokens of programs that stop working, for good: 1" in text
    assert everything() == before
    read(api.get("clubs"))
    goes(operator.post("/admin/clubs/token/", {**chosen, "confirmed": "yes"}))
    problem(api.get("clubs"), 401)
    ann = house.users["ann"]
    other = Api(house.secret("bob"))
    for action, is_active in (("close", False), ("open_again", True)):
        own = User.objects.get(email="alice@site.example")
        users = {"action": action, "_selected_action": [str(ann.pk), str(own.pk)]}
        assert "Accounts" in page(operator.post("/admin/clubs/user/", users))
        goes(operator.post("/admin/clubs/user/", {**users, "confirmed": "yes"}))
        ann.refresh_from_db()
        own.refresh_from_db()
        assert (ann.is_active, own.is_active) == (is_active, True), "Never one's own."
    read(other.get("clubs"))
    log = LogEntry.objects.order_by("pk").values_list("user__name", "object_id", "change_message")
    assert list(log) == [
        ("Alice", str(Token.objects.earliest("pk").pk), "Revoked."),
        ("Alice", str(ann.pk), "Closed."),
        ("Alice", str(ann.pk), "Opened again."),
    ]
    assert "Revoked." in page(operator.get("/admin/admin/logentry/"))


@pytest.mark.slow
def test_a_list_of_many_rows_is_not_counted_to_its_end(
    operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor are the values of a filter looked for in all rows."""
    monkeypatch.setattr(FirstRowsPaginator, "most", 3)
    records = [
        IdempotencyRecord(
            who="user:1", key=f"{n}", print="", status=200 + n % 2, body="", at=timezone.now()
        )
        for n in range(5)
    ]
    IdempotencyRecord.objects.bulk_create(records)
    path = "/admin/core/idempotencyrecord/"
    with CaptureQueriesContext(connection) as asked:
        assert "3 idempotency records" in page(operator.get(path))
    assert not [one["sql"] for one in asked.captured_queries if "DISTINCT" in one["sql"]]
    counts = [one["sql"] for one in asked.captured_queries if "COUNT" in one["sql"]]
    assert counts
    assert all("LIMIT 3" in sql for sql in counts)
    assert "2 idempotency records" in page(operator.get(f"{path}?status=201"))
