"""A club that grows by its API alone: Alice founds it, Bob and Chloé come, Alice goes."""

from unittest.mock import patch

import pytest
from django.db import transaction

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Role, Scope
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.selectors.roles import secret_of
from ecarte_club.clubs.services import roles as invitations
from ecarte_club.clubs.services.accounts import token_make
from ecarte_club.clubs.services.clubs import club_create, office_give, player_sign_in_give
from ecarte_club.clubs.services.roles import invitation_accept, invitation_make
from ecarte_club.core.exceptions import Invalid
from tests.support.clubhouse import PASSWORD, Api, House, problem, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _program(user: User) -> Api:
    scopes = tuple(Scope)
    return Api(token_make(user=user, name="story", scopes=scopes, days=1)[1])


def _joins(link: str, name: str) -> User:
    account = {"name": name, "email": f"{name}@new.example", "password": PASSWORD}
    secret = link.rstrip("/").rpartition("/")[2]
    seen = read(Api().get(f"invitations/{secret}"))
    joined = read(Api().post("invitations/accept", {"secret": secret, "account": account}), 201)
    assert joined == seen
    return User.objects.get(email=f"{name.lower()}@new.example")


def test_a_club_changes_hands(db: None) -> None:
    club = club_create(name="Écarté", slug="ecarte", public=False)
    alice = User.objects.create_user("alice@new.example", PASSWORD, name="Alice")
    office_give(club=club, user=alice, role=Role.COMMITTEE)
    api = _program(alice)

    places = {
        name: read(api.post("clubs/ecarte/players", {"name": name}), 201)["id"]
        for name in ("Bob", "Chloé")
    }
    made = read(api.post("clubs/ecarte/invitations", {"player": places["Bob"]}), 201)
    assert made["player_name"] == "Bob"
    bob = _joins(made["link"], "Bob")
    body = {"player": places["Chloé"], "role": "director"}
    chloe = _joins(read(api.post("clubs/ecarte/invitations", body), 201)["link"], "Chloe")
    assert [player.name for player in Player.objects.exclude(user=None)] == ["Bob", "Chloé"]

    # Bob is a member, and may not help himself to more.
    own = {"user": bob.pk, "role": "committee"}
    problem(_program(bob).post("clubs/ecarte/roles", own), 403, "not_allowed")
    given = read(api.post("clubs/ecarte/roles", own), 201)
    assert (given["player"], given["roles"]) == (places["Bob"], ["committee"])

    # Alice goes: Bob takes her role, and nobody can take his.
    bobs = _program(bob)
    hers = f"clubs/ecarte/roles/preview?user={alice.pk}&role=committee"
    assert read(bobs.get(hers))["refusal"] is None
    taken = read(bobs.post("clubs/ecarte/roles/take", {"user": alice.pk, "role": "committee"}), 201)
    assert taken["roles"] == []
    problem(api.get("clubs/ecarte/roles"), 404, "not_found")
    problem(bobs.get(hers), 404, "not_found")
    problem(bobs.post("clubs/ecarte/roles/take", own), 422, "last_committee", "user")
    assert Role.DIRECTOR in person(Actor(chloe), club.pk).roles
    acts = list(
        AuditLogEntry.objects.filter(club=club).order_by("pk").values_list("act", flat=True)
    )
    assert acts == [
        *("player_add", "player_add", "invitation_make", "invitation_accept"),
        *("invitation_make", "invitation_accept", "role_give", "role_take"),
    ]


def test_an_address_that_is_none_is_refused_by_the_service_too(house: House) -> None:
    for email in ("x", "a@b", "a b@c.example", "@"):
        with pytest.raises(Invalid) as found, transaction.atomic():
            invitation_make(by=house.person("committee"), role=Role.SCORER, email=email)
        assert list(found.value.errors) == ["email"]


@pytest.mark.parametrize("how", ["used", "taken"])
def test_who_read_the_link_before_another_took_it_is_refused(how: str, house: House) -> None:
    """As it is when somebody else was quicker between the reading and the claiming."""
    dora = Player.objects.create(club=house.club, name="Dora")
    by = house.person("committee")
    made = invitation_make(by=by, player_id=dora.pk)
    slow = Invitation.objects.select_related("club", "player").get(pk=made.pk)
    guests = [User.objects.create_user(f"g{n}@new.example", name="G") for n in range(2)]
    if how == "used":
        invitation_accept(secret=secret_of(made), user=guests[0])
    else:
        player_sign_in_give(player=dora, user=guests[0])
    reading = patch.object(invitations, "of_secret", return_value=slow)
    with reading, pytest.raises(Invalid) as found, transaction.atomic():
        invitation_accept(secret="read before", user=guests[1])
    assert found.value.code in ("invitation_used", "player_taken")
    dora.refresh_from_db()
    assert dora.user == guests[0]
    assert not Office.objects.filter(user__in=guests).exists()
