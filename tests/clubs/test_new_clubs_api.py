"""Programs create clubs by the same rules as the pages: with a code, for the site's policy."""

import pytest
from django.core import mail
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from ecarte_club.clubs.models import Club, ClubInvitation, Office, Player, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.clubs.selectors.new_clubs import code_of
from ecarte_club.clubs.services.new_clubs import club_invitation_create
from ecarte_club.core.models import IdempotencyRecord
from tests.support.clubhouse import Api, House, problem, read

ACCOUNT = {"name": "Chloé Petit", "email": "chloe@example.org", "password": "six-seven-eight"}
CLUB = {"name": "Cercle de Lyon", "place": "Lyon", "code": "britannica", "language": "fr"}


@pytest.fixture
def code(house: House, settings: Settings) -> str:
    settings.SIGN_UP = "invited"
    return club_invitation_create()[1]


def test_a_member_of_another_club_creates_one(house: House, code: str) -> None:
    api, body = house.api("ann"), {"start_code": code, **CLUB}
    made = read(api.post("clubs", body, key="once"), 201)
    assert (made["slug"], made["code"]) == ("cercle-de-lyon", "britannica")
    answer = api.post("clubs", body, key="once")
    assert read(answer, 201) == made
    assert answer["Idempotency-Replayed"] == "true"
    club = Club.objects.get(slug="cercle-de-lyon")
    assert club.language == "fr"
    assert Office.objects.get(club=club).user == house.users["ann"]
    assert Player.objects.get(club=club).user == house.users["ann"]
    problem(api.post("clubs", body), 422, "code_used", "start_code")
    assert Club.objects.count() == 2


@pytest.mark.any_database
def test_somebody_without_an_account_gets_one(house: House, code: str) -> None:
    body = {"start_code": code, **CLUB, "account": ACCOUNT}
    made = read(Api().post("clubs", body, key="k"), 201)
    assert read(Api().post("clubs", body, key="k"), 201) == made
    chloe = User.objects.get(email="chloe@example.org")
    assert Office.objects.get(user=chloe).club.slug == made["slug"]
    bodies = " ".join(IdempotencyRecord.objects.values_list("body", flat=True))
    assert "six-seven-eight" not in bodies


@pytest.mark.any_database
def test_neither_without_the_other(house: House, code: str) -> None:
    wrong = {"start_code": code, **CLUB, "account": {**ACCOUNT, "email": "ann@cercle.example"}}
    problem(Api().post("clubs", wrong), 422, "invalid_account", "account.email")
    bad = {"start_code": code, **CLUB, "name": "Ly\u200bon", "account": ACCOUNT}
    problem(Api().post("clubs", bad), 422, "invalid_settings", "name")
    problem(Api().post("clubs", {"start_code": code, **CLUB}), 401)
    assert Club.objects.count() == 1
    assert not User.objects.filter(email="chloe@example.org").exists()
    assert ClubInvitation.objects.get().used_at is None


@pytest.mark.any_database
def test_the_code_decides_and_guesses_are_counted(house: House, code: str) -> None:
    api = house.api("ann")
    problem(api.post("clubs", {"start_code": "2345-6789", **CLUB}), 422, "", "start_code")
    problem(house.api("ann", [Scope.READ]).post("clubs", {"start_code": code, **CLUB}), 403)
    read(api.post("clubs", {"start_code": code.lower().replace("-", " "), **CLUB}), 201)


@pytest.mark.parametrize("policy", ["closed", "invited", "open"])
def test_the_policy_of_the_site(
    policy: str,
    house: House,
    code: str,
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.SIGN_UP = policy
    with django_capture_on_commit_callbacks(execute=True):
        answer = Api().post("club-codes", {"email": "Chloe@example.org"})
    if policy != "open":
        problem(answer, 422, "sign_up_closed", "email")
        assert mail.outbox == []
    else:
        assert "expires_at" in read(answer, 201)
        sent = ClubInvitation.objects.latest("pk")
        assert code_of(sent) in str(mail.outbox[0].body)
        assert code_of(sent) not in answer.content.decode()
        other = {
            "start_code": code_of(sent),
            **CLUB,
            "account": {**ACCOUNT, "email": "b@b.example"},
        }
        problem(Api().post("clubs", other), 422, "other_email", "account.email")
    made = house.api("ann").post("clubs", {"start_code": code, **CLUB})
    if policy == "closed":
        problem(made, 422, "sign_up_closed", "start_code")
    else:
        read(made, 201)
