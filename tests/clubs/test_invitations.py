"""Invitations: made, sent, opened, accepted once; and every link that is no longer good."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ecarte_club.clubs.models import (
    AuditLogEntry,
    Invitation,
    InvitationState,
    Office,
    Player,
    User,
)
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors.roles import GUESSES, link_of, secret_of
from ecarte_club.clubs.services.roles import invitation_accept, invitation_make, invitation_revoke
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.models import IdempotencyRecord
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import PASSWORD, Api, House, problem, read
from tests.support.everything import everything

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NEW = {"name": "Dora Doe", "email": "Dora@Nowhere.example", "password": "six-seven-eight"}


@pytest.fixture
def dora(house: House) -> Player:
    """Plays, and does not sign in."""
    return Player.objects.create(club=house.club, name="Dora")


def _made(house: House, player: Player | None = None, role: Role | None = None) -> Invitation:
    with transaction.atomic():
        return invitation_make(
            by=house.person("committee"), player_id=player.pk if player else None, role=role
        )


def _address(invitation: Invitation) -> str:
    return f"/invitations/{secret_of(invitation)}/"


def _join(client: Client, invitation: Invitation, **other: str) -> str:
    address = _address(invitation)
    return goes(client.post(address, {"key": "join", **NEW, **other}))


@pytest.mark.postgresql
def test_somebody_new_becomes_the_player_and_is_signed_in(house: House, dora: Player) -> None:
    invitation, client = _made(house, dora, Role.SCORER), Client()
    page(client.get("/clubs/"))
    text = page(client.get(_address(invitation)))
    assert "You are invited to Cercle" in text
    assert 'value="Dora"' in text
    assert Player.objects.get(pk=dora.pk).user is None
    assert _join(client, invitation) == "/clubs/cercle/"
    dora.refresh_from_db()
    user = User.objects.get(email="dora@nowhere.example")
    assert dora.user == user
    assert user.name == "Dora Doe"
    assert user.check_password(NEW["password"])
    assert Office.objects.get(user=user).role == "scorer"
    page(client.get("/account/"))
    deed = AuditLogEntry.objects.get(act="invitation_accept")
    assert (deed.by, deed.kind, deed.about) == (user, "player", dora.pk)


def test_who_signs_in_already_accepts_as_himself(house: House, neighbour: House) -> None:
    guest = Player.objects.create(club=house.club, name="Guest")
    invitation = _made(house, guest)
    browser = Browser(neighbour, "ann")
    before = browser.client.session.session_key
    assert "You are signed in as Ann" in page(browser.get(_address(invitation)))
    assert goes(browser.post(_address(invitation), {"key": "k"})) == "/clubs/cercle/"
    guest.refresh_from_db()
    assert guest.user == neighbour.users["ann"]
    # A session that somebody planted before is worth nothing afterwards.
    assert browser.client.session.session_key != before
    # Opened again by himself, the link leads to the club.
    assert goes(browser.get(_address(invitation))) == "/clubs/cercle/"


def test_a_session_planted_before_accepting_is_worth_nothing(house: House, dora: Player) -> None:
    client, thief = Client(), Client()
    session = thief.session
    session["planted"] = True
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    _join(client, _made(house, dora))
    assert client.session.session_key != session.session_key
    thief.cookies["sessionid"] = str(session.session_key)
    assert goes(thief.get("/account/")).startswith("/account/login/")


def test_looking_changes_nothing(house: House, dora: Player) -> None:
    invitation = _made(house, dora)
    before = everything()
    for client in (Client(), Browser(house, "ann").client):
        before["User"] = everything()["User"]
        page(client.get(_address(invitation)))
    assert everything() == before


SPENT = {
    "used": "already been used",
    "revoked": "withdrew",
    "expired": "expired",
    "taken": "already has an account here",
    "left": "has left the club",
}


@pytest.mark.parametrize("how", SPENT)
def test_a_link_that_is_spent_says_why_and_lets_nobody_in(
    how: str, house: House, dora: Player
) -> None:
    invitation = _made(house, dora)
    past = timezone.now() - timedelta(seconds=1)
    if how == "used":
        _join(Client(), invitation, email="first@nowhere.example")
    elif how == "revoked":
        invitation_revoke(by=house.person("committee"), invitation_id=invitation.pk)
    elif how == "expired":
        Invitation.objects.update(expires_at=past)
    elif how == "taken":
        Player.objects.filter(pk=dora.pk).update(user=User.objects.create_user("q@q.example"))
    else:
        Player.objects.filter(pk=dora.pk).update(left_on=timezone.now().date())
    before = everything()
    client = Client()
    assert SPENT[how] in page(client.get(_address(invitation)), 410)
    assert SPENT[how] in page(client.post(_address(invitation), {"key": "k", **NEW}), 410)
    body = {"secret": secret_of(invitation), "account": NEW}
    problem(Api().post("invitations/accept", body), 422, field="secret")
    problem(Api().get(f"invitations/{secret_of(invitation)}"), 422, field="secret")
    assert everything() == before
    assert "sessionid" not in client.cookies


@pytest.mark.parametrize("secret", ["x", "0" * 64, "-", "A" * 200])
def test_a_forged_link_leads_nowhere(secret: str, house: House, dora: Player) -> None:
    _made(house, dora)
    before = everything()
    text = page(Client().get(f"/invitations/{secret}/"), 410)
    assert "not a valid invitation link" in text
    assert "Cercle" not in text
    assert everything() == before


@pytest.mark.slow
@pytest.mark.usefixtures("one_minute")
def test_links_cannot_be_guessed_for_long(house: House, dora: Player) -> None:
    """After many wrong ones not even the right one is heard; looking at a right one is free."""
    address = _address(_made(house, dora))
    for _ in range(GUESSES + 5):
        page(Client().get(address))
    for number in range(GUESSES):
        page(Client().get(f"/invitations/{number:064}/"), 410)
    page(Client().get(address), 429)
    assert Api().get(f"invitations/{'1' * 64}").status_code == 429


def test_an_account_that_cannot_be_made_leaves_no_trace(house: House, dora: Player) -> None:
    invitation = _made(house, dora)
    before = everything()
    wrong = {
        "name": {"name": " "},
        "email": {"email": "ann@cercle.example"},
        "password": {"password": "dora@nowhere.example"},
    }
    for field, value in wrong.items():
        answer = Client().post(_address(invitation), {"key": field, **NEW, **value})
        text = page(answer, 422)
        assert f'id="id_{field}_error"' in text
        assert "sessionid" not in answer.cookies
        account = {**NEW, **value}
        if field != "name":
            body = {"secret": secret_of(invitation), "account": account}
            problem(Api().post("invitations/accept", body), 422, field=f"account.{field}")
    assert everything() == before


def test_who_is_another_player_here_is_told_which(house: House, dora: Player) -> None:
    invitation = _made(house, dora)
    before = everything()
    answer = Browser(house, "ann").post(_address(invitation), {"key": "k"})
    assert "You are already Ann in this club" in page(answer, 422)
    before["User"] = everything()["User"]
    assert everything() == before
    api = house.api("ann")
    problem(
        api.post("invitations/accept", {"secret": secret_of(invitation)}), 422, "already_player"
    )


def test_a_player_with_a_sign_in_is_not_offered_to_another(house: House) -> None:
    with pytest.raises(Invalid) as found:
        _made(house, house.players["ann"])
    assert found.value.code == "player_taken"
    with pytest.raises(Invalid) as found:
        _made(house)
    assert found.value.code == "invites_to_nothing"


def test_another_clubs_player_is_nobody_here(house: House, neighbour: House) -> None:
    theirs = Player.objects.create(club=neighbour.club, name="Eve")
    with pytest.raises(Invalid) as found:
        _made(house, theirs)
    assert found.value.code == "unknown_player"


def test_a_used_invitation_is_not_withdrawn_and_another_clubs_is_none(
    house: House, neighbour: House, dora: Player
) -> None:
    invitation = _made(house, dora)
    api, path = neighbour.api("committee"), "clubs/rivage/invitations/revoke"
    problem(api.post(path, {"invitation": invitation.pk}), 422, "unknown_invitation")
    _join(Client(), invitation)
    api, path = house.api("committee"), "clubs/cercle/invitations/revoke"
    problem(api.post(path, {"invitation": invitation.pk}), 422, "invitation_used")


def test_the_secret_and_the_password_are_kept_nowhere(house: House, dora: Player) -> None:
    api = house.api("committee")
    body = {"player": dora.pk}
    made = read(api.post("clubs/cercle/invitations", body, key="make"), 201)
    again = read(api.post("clubs/cercle/invitations", body, key="make"), 201)
    assert again == made
    secret = made["link"].rstrip("/").rpartition("/")[2]
    read(Api().post("invitations/accept", {"secret": secret, "account": NEW}), 201)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            rows = repr(cursor.fetchall())
            assert secret not in rows
            assert NEW["password"] not in rows
    listed = read(api.get("clubs/cercle/invitations"))["results"]
    assert "link" not in listed[0]
    # Two passwords leave the same trace, which is none.
    prints = set(
        IdempotencyRecord.objects.filter(who__startswith="invitation:").values_list("print")
    )
    assert len(prints) == 1


def test_who_retries_with_his_key_is_answered_as_at_first(house: House, dora: Player) -> None:
    body = {"secret": secret_of(_made(house, dora)), "account": NEW}
    first = Api().post("invitations/accept", body, key="mine")
    again = Api().post("invitations/accept", body, key="mine")
    assert read(again, 201) == read(first, 201)
    assert again["Idempotency-Replayed"] == "true"
    problem(Api().post("invitations/accept", body, key="another"), 422, "invitation_used")
    problem(Api().post("invitations/accept", {"secret": body["secret"]}), 401)


def test_the_list_has_states_and_its_filter_finds_them(house: House, dora: Player) -> None:
    kept = {state: _made(house, role=Role.SCORER) for state in InvitationState}
    invitation_revoke(by=house.person("committee"), invitation_id=kept[InvitationState.REVOKED].pk)
    invitation_accept(secret=secret_of(kept[InvitationState.USED]), user=house.users["ann"])
    Invitation.objects.filter(pk=kept[InvitationState.EXPIRED].pk).update(expires_at=timezone.now())
    api = house.api("committee")
    for state, invitation in kept.items():
        found = read(api.get(f"clubs/cercle/invitations?state={state}"))["results"]
        assert [(one["id"], one["state"]) for one in found] == [(invitation.pk, state.value)]
        invitation.refresh_from_db()
        assert invitation.state is state
    assert len(read(api.get("clubs/cercle/invitations"))["results"]) == 4
    problem(api.get("clubs/cercle/invitations?state=lost"), 422, "invalid", "state")
    text = page(Browser(house, "committee").get("committee/invitations/?state=used"))
    assert text.count("line-end button-plain") == 0
    assert "Ann" in text


def test_on_the_page_the_link_is_shown_in_the_answer_alone(house: House, dora: Player) -> None:
    browser, here = Browser(house, "committee"), "committee/invitations/"
    sent = {**browser.hidden(here), "player": "dora", "role": "", "email": ""}
    text = page(browser.post(here, sent))
    link = link_of(Invitation.objects.get())
    assert link in text
    assert link in page(browser.post(here, sent))
    assert Invitation.objects.count() == 1
    assert link not in page(browser.get(here))
    pk = Invitation.objects.get().pk
    assert "Its link will stop working" in page(browser.get(f"{here}{pk}/revoke/"))
    goes(browser.post(f"{here}{pk}/revoke/", browser.hidden(f"{here}{pk}/revoke/")))
    assert Invitation.objects.get().revoked_at


def test_a_name_that_two_share_is_asked_back(house: House, dora: Player) -> None:
    other = Player.objects.create(club=house.club, name="Dora")
    browser, here = Browser(house, "committee"), "committee/invitations/"
    for typed, said in (("Dora", f"Dora ({other.pk})"), ("Nobody", "Must be the name")):
        answer = browser.post(here, {"key": typed, "player": typed, "role": "", "email": ""})
        assert said in page(answer, 422)
    assert f'value="Dora ({other.pk})"' in page(browser.get(f"{here}?player={other.pk}"))
    page(browser.post(here, {"key": "k", "player": f"Dora ({other.pk})", "role": "", "email": ""}))
    assert Invitation.objects.get().player == other


def test_the_page_of_a_player_who_does_not_sign_in_leads_here(house: House, dora: Player) -> None:
    browser = Browser(house, "committee")
    leads = f"committee/invitations/?player={dora.pk}"
    assert leads in page(browser.get(reverse("player_change", args=["cercle", dora.pk])))
    ann = house.players["ann"].pk
    other = page(browser.get(reverse("player_change", args=["cercle", ann])))
    assert "invitations/?player=" not in other
    assert f"Dora ({dora.pk})" in page(browser.get(leads))


def test_a_form_of_another_site_accepts_nothing(house: House, dora: Player) -> None:
    invitation = _made(house, dora)
    client = Client(enforce_csrf_checks=True)
    answer = client.post(
        _address(invitation), {"key": "k", **NEW}, headers={"origin": "https://else.example"}
    )
    page(answer, 403)
    assert Player.objects.get(pk=dora.pk).user is None


def test_the_page_is_kept_by_nobody(house: House, dora: Player) -> None:
    answer = Client().get(_address(_made(house, dora)))
    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_role_alone_is_taken_by_a_member(house: House) -> None:
    invitation = _made(house, role=Role.DIRECTOR)
    sent = {"login": "ann@cercle.example", "password": PASSWORD, "next": _address(invitation)}
    client = Client()
    assert goes(client.post("/account/login/", sent)) == _address(invitation)
    goes(client.post(_address(invitation), {"key": "k"}))
    assert Role.DIRECTOR in house.person("ann").roles
