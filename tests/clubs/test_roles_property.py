"""Roles given and taken in any order, beside a club kept as plain sets."""

from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Office, User
from ecarte_club.clubs.permissions import TABLE, Act, Role
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.selectors.roles import holders, would_sleep
from ecarte_club.clubs.services.roles import role_give, role_take, second_factor_set
from ecarte_club.core.exceptions import Fault
from tests.support.clubhouse import House, open_house
from tests.support.depth import examples

from .second_factor import give_second_factor

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

PEOPLE = ("committee", "director", "scorer", "ann", "bob")
GUARDED = {Role.COMMITTEE, Role.DIRECTOR}
roles = st.sampled_from(Office.OFFICES)
who = st.sampled_from(PEOPLE)
acts = st.one_of(
    st.tuples(st.just("give"), who, who, roles),
    st.tuples(st.just("take"), who, who, roles),
    st.tuples(st.just("ask"), who, st.booleans()),
    st.tuples(st.just("factor"), who),
)


@dataclass(slots=True)
class Plain:
    """A club as somebody would keep it on paper."""

    held: set[tuple[str, Role]] = field(
        default_factory=lambda: {(role.value, role) for role in Office.OFFICES}
    )
    factors: set[str] = field(default_factory=set)
    asks: bool = False

    def awake(self, name: str, role: Role) -> bool:
        rests = self.asks and role in GUARDED and name not in self.factors
        return (name, role) in self.held and not rests

    def acts(self, name: str) -> set[Act]:
        """Ann and Bob play, and so are members whatever else they are."""
        own = {role for role in Office.OFFICES if self.awake(name, role)}
        own |= {Role.PUBLIC} | ({Role.MEMBER} if name in ("ann", "bob") else set())
        return {act for act in Act if own & TABLE[act].roles}

    def others(self, name: str) -> bool:
        return any(self.awake(one, Role.COMMITTEE) for one in PEOPLE if one != name)

    def give(self, by: str, to: str, role: Role) -> bool:
        if not self.awake(by, Role.COMMITTEE):
            return False
        # Whoever has neither office nor player is nobody here, and must be invited.
        if to not in ("ann", "bob") and not any(name == to for name, _role in self.held):
            return False
        self.held.add((to, role))
        return True

    def take(self, by: str, of: str, role: Role) -> bool:
        if not self.awake(by, Role.COMMITTEE) or (of, role) not in self.held:
            return False
        if role is Role.COMMITTEE and not self.others(of):
            return False
        self.held.remove((of, role))
        return True

    def ask(self, by: str, wanted: bool) -> bool:
        if not self.awake(by, Role.COMMITTEE):
            return False
        if wanted and not any((name, Role.COMMITTEE) in self.held for name in self.factors):
            return False
        self.asks = wanted
        return True


class Roles(TestCase):
    @settings(max_examples=examples(15, thorough=160))
    @given(st.lists(acts, max_size=12))
    @example([("take", "committee", "committee", Role.COMMITTEE)])
    def test_the_club_is_what_the_sets_say(self, story: list[tuple[object, ...]]) -> None:
        house, plain = open_house(), Plain()
        for act in story:
            self._one(house, plain, act)
            self._same(house, plain)
            assert plain.others(""), "nobody of the committee is left"

    def _one(self, house: House, plain: Plain, act: tuple[object, ...]) -> None:
        what, by = str(act[0]), str(act[1])
        if what == "factor":
            if by not in plain.factors:
                give_second_factor(house.users[by])
            plain.factors.add(by)
            return
        is_done = getattr(plain, what)(*act[1:])
        try:
            with transaction.atomic():
                self._do(house, what, by, act[2:])
        except Fault:
            assert not is_done, act
        else:
            assert is_done, act

    def _do(self, house: House, what: str, by: str, rest: tuple[object, ...]) -> None:
        actor = house.person(by)
        if what == "ask":
            second_factor_set(by=actor, wanted=bool(rest[0]))
            return
        user_id, role = house.users[str(rest[0])].pk, Role(str(rest[1]))
        service = role_give if what == "give" else role_take
        service(by=actor, user_id=user_id, role=role)

    def _same(self, house: House, plain: Plain) -> None:
        house.club.refresh_from_db()
        users = [house.users[name] for name in PEOPLE]
        for name, holder in zip(PEOPLE, holders(house.club.pk, users), strict=True):
            held = {role for one, role in plain.held if one == name}
            assert set(holder.roles) == held
            assert set(holder.acts) == plain.acts(name)
            assert holder.asleep == {role for role in held if not plain.awake(name, role)}
            for role in holder.roles:
                less = Plain(plain.held - {(name, role)}, plain.factors, plain.asks)
                assert set(holder.loses(role)) == plain.acts(name) - less.acts(name)
            seen = person(Actor(User.objects.get(pk=house.users[name].pk)), house.club.pk)
            assert {act for act in Act if seen.may(act)} == plain.acts(name)
            assert seen.asleep == holder.asleep
        without = {name for name, role in plain.held if role in GUARDED} - plain.factors
        assert {one.user.pk for one in would_sleep(house.club)} == {
            house.users[name].pk for name in without
        }
