"""Who somebody is at a club, which clubs he sees, and the services that make it so."""

import unicodedata
from datetime import timedelta
from itertools import combinations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.authentication import NOBODY, Actor
from ecarte_club.clubs.models import Club, Office, Player, Token, User
from ecarte_club.clubs.permissions import Act, Person, Role, Scope
from ecarte_club.clubs.selectors import clubs as queries
from ecarte_club.clubs.services.accounts import TOKEN_DAYS_MOST, token_make
from ecarte_club.clubs.services.clubs import club_create, office_give, player_sign_in_give
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Absent, Denied, Invalid
from ecarte_club.core.names import unseen_refusal
from tests.support.clubhouse import PASSWORD, House, open_house
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

TIES = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER)
MIXTURES = [set(some) for size in range(5) for some in combinations(TIES, size)]


def _mixture_name(ties: set[Role]) -> str:
    return "+".join(sorted(ties)) or "nothing"


@pytest.fixture
def somebody(db: None) -> User:
    return User.objects.create_user("x@nowhere.example", PASSWORD, name="X")


def _tie(user: User, club: Club, ties: set[Role]) -> None:
    for role in ties - {Role.MEMBER}:
        office_give(club=club, user=user, role=role)
    if Role.MEMBER in ties:
        player = Player.objects.create(club=club, name=user.name)
        player_sign_in_give(player=player, user=user)


@pytest.mark.any_database
@pytest.mark.parametrize("ties", MIXTURES, ids=_mixture_name)
def test_a_person_is_what_his_offices_and_his_player_make_of_him(
    ties: set[Role], somebody: User, house: House, neighbour: House
) -> None:
    """Whatever he may be in another club; and one query finds it out."""
    _tie(somebody, house.club, ties)
    _tie(somebody, neighbour.club, set(TIES) - ties)
    with CaptureQueriesContext(connection) as asked:
        found = queries.person(Actor(somebody), house.club.pk)
    assert len(asked) == 1
    own = Player.objects.filter(club=house.club, user=somebody).first()
    assert found == Person(
        club_id=house.club.pk,
        user_id=somebody.pk,
        player_id=own.pk if own else None,
        roles=frozenset(ties | {Role.PUBLIC}),
        scopes=None,
    )


def test_a_stranger_costs_no_query(house: House) -> None:
    with CaptureQueriesContext(connection) as asked:
        found = queries.person(NOBODY, house.club.pk)
    assert len(asked) == 0
    assert found == Person(house.club.pk)
    assert found.roles == {Role.PUBLIC}


def test_a_token_brings_its_scopes_and_no_role(house: House) -> None:
    token, _secret = token_make(
        user=house.users["ann"], name="pad", scopes=[Scope.READ, Scope.ENTER], days=1
    )
    found = queries.person(Actor(house.users["ann"], token), house.club.pk)
    assert found.scopes == frozenset({Scope.READ, Scope.ENTER})
    assert found.roles == {Role.PUBLIC, Role.MEMBER}


@pytest.mark.parametrize("ties", MIXTURES, ids=_mixture_name)
def test_clubs_seen_are_the_public_ones_and_ones_own(ties: set[Role], somebody: User) -> None:
    """Each once, however many offices he holds there; in one query."""
    clubs = {
        (public, own): open_house(f"c-{int(public)}-{int(own)}", public=public).club
        for public in (True, False)
        for own in (True, False)
    }
    for (_public, own), club in clubs.items():
        _tie(somebody, club, ties if own else set())
    belongs = {club.slug for (_public, own), club in clubs.items() if own and ties}
    public = {club.slug for (is_public, _own), club in clubs.items() if is_public}
    for query, wanted in (
        (queries.visible_clubs(Actor(somebody)), public | belongs),
        (queries.clubs_of(Actor(somebody)), belongs),
    ):
        with CaptureQueriesContext(connection) as asked:
            slugs = [club.slug for club in query]
        assert len(asked) == 1
        assert sorted(slugs) == sorted(wanted)
    assert {club.slug for club in queries.visible_clubs(NOBODY)} == public
    assert not queries.clubs_of(NOBODY)


def test_a_private_club_is_told_from_none_by_its_own_people_alone(neighbour: House) -> None:
    said = []
    for slug in (neighbour.club.slug, "no-such-club"):
        with pytest.raises(Absent) as absent:
            queries.club(NOBODY, slug)
        said.append((absent.value.code, str(absent.value.detail), absent.value.extra))
    assert said[0] == said[1]
    assert queries.club(Actor(neighbour.users["cyd"]), neighbour.club.slug)[0] == neighbour.club


def test_an_office_given_twice_is_held_once(house: House, somebody: User) -> None:
    first = office_give(club=house.club, user=somebody, role=Role.SCORER)
    assert office_give(club=house.club, user=somebody, role=Role.SCORER) == first
    assert Office.objects.filter(user=somebody).count() == 1


@pytest.mark.parametrize("role", [Role.MEMBER, Role.PUBLIC])
def test_member_and_public_are_no_offices(role: Role, house: House, somebody: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        office_give(club=house.club, user=somebody, role=role)


def test_nobody_is_two_players_of_one_club(house: House, neighbour: House, somebody: User) -> None:
    """The database says so; of two clubs he may well be."""
    _tie(somebody, house.club, {Role.MEMBER})
    _tie(somebody, neighbour.club, {Role.MEMBER})
    second = Player.objects.create(club=house.club, name="Y")
    with pytest.raises(IntegrityError), transaction.atomic():
        player_sign_in_give(player=second, user=somebody)
    assert Player.objects.filter(user=somebody).count() == 2


def test_any_number_of_players_have_no_sign_in(house: House) -> None:
    for _ in range(2):
        player_add(by=house.person("committee"), name="Dan", confirm_name=True)
    assert Player.objects.filter(name="Dan", user=None).count() == 2


words = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=8)
blanks = st.text(" \t\n\u00a0\u2003", min_size=1, max_size=3)


class Names(TestCase):
    @pytest.mark.any_database
    @settings(max_examples=examples(60))
    @given(st.lists(words, min_size=1, max_size=3), blanks, blanks)
    def test_a_players_name_is_kept_without_its_blanks(
        self, names: list[str], around: str, between: str
    ) -> None:
        club = club_create(name="Club", slug="club")
        director = Person(club.pk, None, None, frozenset({Role.DIRECTOR}))
        name = unicodedata.normalize("NFC", " ".join(names))
        assume(not unseen_refusal(name))
        player_add(by=director, name=around + between.join(names) + around)
        assert Player.objects.get().name == name


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u00a0"])
def test_a_name_of_blanks_is_none(name: str, house: House) -> None:
    with pytest.raises(Invalid) as found:
        player_add(by=house.person("committee"), name=name)
    assert list(found.value.errors) == ["name"]


def test_a_player_is_of_the_club_whose_director_adds_him(house: House, neighbour: House) -> None:
    by = house.person("director")
    player = player_add(by=by, name="Dan")
    assert (player.club, player.added_by) == (house.club, house.users["director"])
    elsewhere = queries.person(Actor(house.users["director"]), neighbour.club.pk)
    with pytest.raises(Absent), transaction.atomic():
        player_add(by=elsewhere, name="Dan")
    with pytest.raises(Denied), transaction.atomic():
        player_add(by=house.person("scorer"), name="Dan")
    assert not elsewhere.may(Act.SEE_CLUB)


@pytest.mark.parametrize("days", [1, 30, TOKEN_DAYS_MOST])
def test_a_token_lives_as_long_as_was_asked(days: int, somebody: User) -> None:
    before = timezone.now()
    token, secret = token_make(
        user=somebody, name=" pad ", scopes=[Scope.READ, Scope.ENTER, Scope.READ], days=days
    )
    assert timedelta(0) <= token.expires_at - before - timedelta(days=days) < timedelta(minutes=1)
    token.refresh_from_db()
    assert (token.name, token.scopes) == ("pad", ["enter", "read"])
    assert secret.removeprefix("ecarte_").startswith(token.hint)


def test_everything_wrong_with_a_token_is_said_at_once(somebody: User) -> None:
    with pytest.raises(Invalid) as found, transaction.atomic():
        token_make(user=somebody, name="", scopes=[], days=0)
    assert set(found.value.errors) == {"name", "scopes", "days"}
    assert not Token.objects.exists()


def test_an_e_mail_address_is_one_however_it_is_written(somebody: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("X@NOWHERE.example", PASSWORD, name="Y")
