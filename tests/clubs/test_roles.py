"""Roles given and taken, and that somebody of the committee is always left."""

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, Office, Player, User
from ecarte_club.clubs.permissions import TABLE, Act, Role
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.selectors.roles import holders, office_holders, users_of
from ecarte_club.clubs.services.roles import role_give, role_take
from ecarte_club.core.exceptions import Denied, Invalid
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.everything import everything

from .second_factor import give_second_factor

pytestmark = pytest.mark.slow


def _roles(house: House, who: str) -> set[str]:
    return set(
        Office.objects.filter(club=house.club, user=house.users[who]).values_list("role", flat=True)
    )


def _take(house: House, by: str, who: str, role: Role) -> None:
    with transaction.atomic():
        role_take(by=house.person(by), user_id=house.users[who].pk, role=role)


def _give(house: House, by: str, who: str, role: Role) -> None:
    with transaction.atomic():
        role_give(by=house.person(by), user_id=house.users[who].pk, role=role)


@pytest.mark.parametrize("role", Office.OFFICES)
def test_a_role_given_is_noted_held_and_taken_again(role: Role, house: House) -> None:
    ann = house.users["ann"]
    for _ in range(2):
        _give(house, "committee", "ann", role)
    assert _roles(house, "ann") == {role.value}
    assert role in house.person("ann").roles
    deed = AuditLogEntry.objects.get(act="role_give")
    assert (deed.by, deed.kind, deed.about) == (house.users["committee"], "user", ann.pk)
    assert deed.detail == {"role": role.value}
    _take(house, "committee", "ann", role)
    assert _roles(house, "ann") == set()
    assert AuditLogEntry.objects.filter(act="role_take", about=ann.pk).count() == 1


def test_what_is_not_held_is_not_taken(house: House) -> None:
    before = everything()
    with pytest.raises(Invalid) as found:
        _take(house, "committee", "ann", Role.SCORER)
    assert found.value.code == "not_held"
    assert everything() == before


@pytest.mark.parametrize("role", [Role.MEMBER, Role.PUBLIC, Role.TABLE])
def test_only_offices_are_given_and_taken(role: Role, house: House) -> None:
    for act in (_give, _take):
        with pytest.raises(Invalid) as found:
            act(house, "committee", "ann", role)
        assert list(found.value.errors) == ["role"]


@pytest.mark.parametrize("who", ["stranger", "neighbour", "left"])
def test_who_has_nothing_to_do_with_the_club_gets_no_role(
    who: str, house: House, neighbour: House
) -> None:
    house.users["stranger"] = User.objects.create_user("x@nowhere.example", name="X")
    house.users["neighbour"] = neighbour.users["ann"]
    house.users["left"] = house.users["ann"]
    if who == "left":
        Player.objects.filter(user=house.users["ann"]).update(left_on=timezone.now())
    with pytest.raises(Invalid) as found:
        _give(house, "committee", who, Role.SCORER)
    assert found.value.code == "unknown_user"


def test_the_last_of_the_committee_stays(house: House) -> None:
    with pytest.raises(Invalid) as found:
        _take(house, "committee", "committee", Role.COMMITTEE)
    assert found.value.code == "last_committee"
    _give(house, "committee", "ann", Role.COMMITTEE)
    _take(house, "committee", "committee", Role.COMMITTEE)
    assert _roles(house, "committee") == set()
    with pytest.raises(Invalid):
        _take(house, "ann", "ann", Role.COMMITTEE)


@pytest.mark.parametrize("gone", ["inactive", "asleep"])
def test_who_could_not_act_does_not_count_as_left(gone: str, house: House) -> None:
    _give(house, "committee", "ann", Role.COMMITTEE)
    if gone == "inactive":
        User.objects.filter(pk=house.users["ann"].pk).update(is_active=False)
    else:
        give_second_factor(house.users["committee"])
        house.club.second_factor = True
        house.club.save()
    with pytest.raises(Invalid) as found:
        _take(house, "committee", "committee", Role.COMMITTEE)
    assert found.value.code == "last_committee"


def test_a_committee_member_whose_role_was_taken_meanwhile_takes_none(house: House) -> None:
    """He was one when he was asked who he is, and is none when he acts."""
    _give(house, "committee", "ann", Role.COMMITTEE)
    _give(house, "committee", "bob", Role.COMMITTEE)
    slow = house.person("ann")
    _take(house, "committee", "ann", Role.COMMITTEE)
    for act in (role_take, role_give):
        with pytest.raises(Denied), transaction.atomic():
            act(by=slow, user_id=house.users["bob"].pk, role=Role.COMMITTEE)
    assert _roles(house, "bob") == {"committee"}


@pytest.mark.any_database
def test_what_a_role_lets_do_is_lost_with_it_and_nothing_else(house: House) -> None:
    """The preview beside the rights before and after, for each office and every mixture."""
    ann = house.users["ann"]
    for held in ({Role.SCORER}, {Role.DIRECTOR, Role.SCORER}, set(Office.OFFICES)):
        for role in held:
            _give(house, "committee", "ann", role)
        for role in sorted(held):
            said = holders(house.club.pk, [ann])[0].loses(role)
            could = {act for act in Act if house.person("ann").may(act)}
            with transaction.atomic():
                Office.objects.get(user=ann, role=role).delete()
                can = {act for act in Act if house.person("ann").may(act)}
                _give(house, "committee", "ann", role)
            assert set(said) == could - can
            assert set(said) <= {act for act in TABLE if role in TABLE[act].roles}


def test_a_role_that_rests_loses_nothing(house: House) -> None:
    house.club.second_factor = True
    house.club.save()
    found = holders(house.club.pk, [house.users["director"]])[0]
    assert found.asleep == {Role.DIRECTOR}
    assert found.loses(Role.DIRECTOR) == []
    give_second_factor(house.users["director"])
    assert holders(house.club.pk, [house.users["director"]])[0].loses(Role.DIRECTOR)


@pytest.mark.any_database
def test_a_resting_role_says_why_and_wakes_with_the_second_factor(house: House) -> None:
    house.club.second_factor = True
    house.club.save()
    house.secret("director")
    browser = Browser(house, "director")
    before = everything()
    answer = browser.post("players/", {"key": "k", "name": "Eve"})
    assert "two-step sign-in" in page(answer, 403)
    said = problem(house.api("director").post("clubs/cercle/players", {"name": "Eve"}), 403)
    assert "two-step sign-in" in said["detail"]
    assert everything() == before
    assert house.person("director").asleep == {Role.DIRECTOR}
    # A scorer's role needs none.
    assert house.person("scorer").asleep == frozenset()
    assert Role.SCORER in house.person("scorer").roles
    give_second_factor(house.users["director"])
    assert house.person("director").asleep == frozenset()
    read(house.api("director").post("clubs/cercle/players", {"name": "Eve"}), 201)


def test_a_private_club_tells_its_own_resting_people_and_nobody_else(neighbour: House) -> None:
    neighbour.club.second_factor = True
    neighbour.club.save()
    with pytest.raises(Denied):
        clubs.club(Actor(neighbour.users["director"]), neighbour.club.slug)
    assert "two-step sign-in" in page(Browser(neighbour, "director").get(""), 403)
    page(Browser(neighbour).get(""), 404)


def test_the_list_holds_who_holds_a_role_and_finds_others_by_name(house: House) -> None:
    person = house.person("committee")
    assert {user.name for user in office_holders(person)} == {"Committee", "Director", "Scorer"}
    assert [user.name for user in office_holders(person, Role.SCORER)] == ["Scorer"]
    everybody = {"Committee", "Director", "Scorer", "Ann", "Bob", "Cyd"}
    assert {user.name for user in users_of(person)} == everybody
    api = house.api("committee")
    asked = {
        "": {"Committee", "Director", "Scorer"},
        "?role=director": {"Director"},
        "?name=an": {"Ann"},
        "?name=o&role=scorer": {"Scorer"},
        "?name=%00": {"Committee", "Director", "Scorer"},
    }
    for query, names in asked.items():
        found = read(api.get(f"clubs/cercle/roles{query}"))["results"]
        assert {one["name"] for one in found} == names, query
    problem(api.get("clubs/cercle/roles?role=king"), 422, "invalid", "role")


def test_pages_of_the_list_have_everybody_once(house: House) -> None:
    api, path, seen = house.api("committee"), "/api/v1/clubs/cercle/roles?page_size=2", []
    while path:
        found = read(api.client.get(path, headers=api.headers))
        seen += [one["name"] for one in found["results"]]
        path = found["next"]
    assert sorted(seen) == ["Committee", "Director", "Scorer"]


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("query", "field"),
    [("user=x&role=scorer", "user"), ("user=1&role=king", "role"), ("role=scorer", "user")],
)
def test_a_preview_of_what_is_not_there(query: str, field: str, house: House) -> None:
    path = f"clubs/cercle/roles/preview?{query}"
    problem(house.api("committee").get(path), 422, "invalid", field)


def test_the_preview_says_what_the_taking_would_say(house: House) -> None:
    api, user = house.api("committee"), house.users["committee"].pk
    found = read(api.get(f"clubs/cercle/roles/preview?user={user}&role=committee"))
    body = {"user": user, "role": "committee"}
    refused = problem(api.post("clubs/cercle/roles/take", body), 422, "last_committee", "user")
    assert found["refusal"] == refused["detail"]
    scorer = house.users["scorer"].pk
    found = read(api.get(f"clubs/cercle/roles/preview?user={scorer}&role=scorer"))
    assert found["refusal"] is None
    assert "enter_any" in found["loses"]
    assert "add_player" not in found["loses"]


def test_on_the_pages_a_role_is_given_and_taken(house: House) -> None:
    browser, ann = Browser(house, "committee"), house.users["ann"].pk
    assert "Ann" in page(browser.get("committee/roles/?name=ann"))
    here = f"committee/roles/{ann}/"
    sent = {**browser.hidden(here), "role": "scorer"}
    assert goes(browser.post(here, sent)).endswith(here)
    assert goes(browser.post(here, sent)).endswith(here)
    assert _roles(house, "ann") == {"scorer"}
    preview = page(browser.get(f"{here}scorer/take/"))
    assert "Enter any result" in preview
    assert "Add players" not in preview
    goes(browser.post(f"{here}scorer/take/", browser.hidden(f"{here}scorer/take/")))
    assert _roles(house, "ann") == set()
    page(browser.get(f"{here}member/take/"), 404)
    page(browser.get("committee/roles/999999999/"), 404)


def test_the_page_refuses_to_take_the_last_committee_role(house: House) -> None:
    browser = Browser(house, "committee")
    here = f"committee/roles/{house.users['committee'].pk}/committee/take/"
    text = page(browser.get(here))
    assert "This would leave nobody on the committee" in text
    assert '<button class="button button-wrong"' not in text
    answer = browser.post(here, {"key": "sent-all-the-same"})
    assert "This would leave nobody on the committee" in page(answer, 422)
    assert _roles(house, "committee") == {"committee"}


def test_who_takes_his_own_committee_role_is_led_out(house: House) -> None:
    _give(house, "committee", "ann", Role.COMMITTEE)
    browser = Browser(house, "committee")
    here = f"committee/roles/{house.users['committee'].pk}/committee/take/"
    assert "You will no longer be able to:" in page(browser.get(here))
    assert goes(browser.post(here, browser.hidden(here))) == "/clubs/cercle/"
    page(browser.get("/clubs/cercle/"))


def test_the_committee_page_leads_to_what_its_reader_may_do(house: House) -> None:
    committee, director = (
        page(Browser(house, who).get("committee/")) for who in ("committee", "director")
    )
    assert "committee/roles/" in committee
    assert "committee/roles/" not in director
    for who, offered in (("committee", True), ("director", True), ("scorer", False)):
        assert ('/committee/"' in page(Browser(house, who).get(""))) is offered
