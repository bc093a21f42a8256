"""Whatever is done with people, in any order: the club is as one kept on paper."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from ecarte_club.clubs.authentication import NOBODY
from ecarte_club.clubs.models import AuditLogEntry, Office, Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.clubs.selectors.player_names import visible_name
from ecarte_club.clubs.selectors.roles import holders, secret_of
from ecarte_club.clubs.services.accounts import choices_make, player_anonymise
from ecarte_club.clubs.services.members import (
    player_add,
    player_leave,
    player_rename,
    player_return,
    players_merge,
)
from ecarte_club.clubs.services.roles import (
    invitation_accept,
    invitation_make,
    role_give,
    role_take,
)
from ecarte_club.core.exceptions import Fault, Stale
from games.engine.terms import GameEntry, Score
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Standing
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import PASSWORD, open_house
from tests.support.depth import examples
from tests.support.plain_club import Card, PlainClub

pytestmark = [pytest.mark.slow, pytest.mark.any_database]
# As it was found: to make a story shorter takes minutes.
TOLD = (Phase.generate,)

NAMES = ("Ada King", "Bea", "Dan Oak Lee", "Eve")
SIGN_INS = ("committee", "director", "scorer", "ann", "bob", "cyd", "guest")
COMMITTEE = "committee"
# Most acts come from who may do most, or nothing would ever happen.
actors = st.sampled_from((COMMITTEE,) * 5 + SIGN_INS)
users = st.sampled_from(SIGN_INS)
places = st.integers(0, 11)
offices = st.sampled_from(Office.OFFICES)
days = st.sampled_from([date(2020, 2, 29), date(2021, 7, 14)])


class People(RuleBasedStateMachine):
    """Within a transaction that is rolled back at the end of each story."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.house = open_house()
        self.house.users["guest"] = User.objects.create_user("guest@x.example", PASSWORD, name="G")
        self.season = self.house.season()
        self.plain = PlainClub(offices={(role.value, role) for role in Office.OFFICES})
        for name, player in self.house.players.items():
            self.plain.cards[player.pk] = Card(player.name, user=name)
        for name in NAMES:
            self.join(COMMITTEE, name)
        self.deeds = AuditLogEntry.objects.count()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def number(self, place: int) -> int:
        """Of the player at this place in the box of cards, counted round and round."""
        return list(self.plain.cards)[place % len(self.plain.cards)]

    def without_sign_in(self, place: int) -> int:
        """As `number`, among those who may turn out to be somebody else."""
        free = [pk for pk, card in self.plain.cards.items() if not card.user]
        return free[place % len(free)]

    def player(self, pk: int) -> Player:
        return Player.objects.get(pk=pk)

    def same(self, may: bool, act: Callable[[], Any]) -> Any:
        """`act` is done or refused as on paper; whatever is done is in the log."""
        try:
            with transaction.atomic():
                done = act()
        except Fault as fault:
            if may:
                raise AssertionError(fault.code) from fault
            return None
        assert may
        return done

    def person(self, who: str) -> Any:
        return self.house.person(who)

    @rule(by=actors, name=st.sampled_from(NAMES))
    def join(self, by: str, name: str) -> None:
        add = player_add
        player = self.same(
            self.plain.join(by), lambda: add(by=self.person(by), name=name, confirm_name=True)
        )
        if player is not None:
            self.plain.cards[player.pk] = Card(name)

    @rule(by=actors, place=places, name=st.sampled_from(NAMES))
    def rename(self, by: str, place: int, name: str) -> None:
        player = self.player(self.number(place))
        if name == player.name:
            return
        may = self.plain.rename(by, player.pk, name)
        actor, version = self.person(by), player.version
        rename = partial(player_rename, by=actor, player=player, confirm_name=True)
        self.same(may, lambda: rename(name=name, version=version))

    @rule(by=actors, place=places, day=days)
    def leave(self, by: str, place: int, day: date) -> None:
        player = self.player(self.number(place))
        actor, version = self.person(by), player.version
        leave = player_leave
        self.same(
            self.plain.leave(by, player.pk, day),
            lambda: leave(by=actor, player=player, version=version, left_on=day),
        )

    @rule(by=actors, place=places)
    def come_back(self, by: str, place: int) -> None:
        player = self.player(self.number(place))
        actor, version = self.person(by), player.version
        come_back = player_return
        self.same(
            self.plain.come_back(by, player.pk),
            lambda: come_back(by=actor, player=player, version=version),
        )

    @rule(place=places)
    def come_back_on_an_old_version(self, place: int) -> None:
        """Whatever he is, nobody acts on what was never seen."""
        player = self.player(self.number(place))
        before = Player.objects.values().get(pk=player.pk)
        by = next(user for user, role in self.plain.offices if role is Role.COMMITTEE)
        with pytest.raises(Stale), transaction.atomic():
            player_return(by=self.person(by), player=player, version=player.version + 1)
        assert Player.objects.values().get(pk=player.pk) == before

    @rule(by=actors, kept=places, gone=places)
    def merge(self, by: str, kept: int, gone: int) -> None:
        one, other = self.player(self.number(kept)), self.player(self.without_sign_in(gone))
        merge, actor = players_merge, self.person(by)
        may = self.plain.merge(by, one.pk, other.pk)
        versions = {"version": one.version, "gone_version": other.version}
        self.same(may, lambda: merge(by=actor, kept=one.pk, gone=other.pk, **versions))
        if may:
            after = {self.player(pk).version for pk in (one.pk, other.pk)}
            assert min(after) > min(versions.values())
            assert self.player(one.pk).version > max(versions.values())

    @rule(by=actors, place=places)
    def anonymise(self, by: str, place: int) -> None:
        player = self.player(self.number(place))
        anonymise, actor = player_anonymise, self.person(by)
        self.same(
            self.plain.anonymise(by, player.pk, timezone.localdate()),
            lambda: anonymise(by=actor, player_id=player.pk, version=player.version),
        )

    @rule(by=actors, place=places, user=users)
    def claim(self, by: str, place: int, user: str) -> None:
        if user in self.plain.closed or all(card.user for card in self.plain.cards.values()):
            return
        pk, actor = self.without_sign_in(place), self.person(by)

        def invite_and_take() -> object:
            made = invitation_make(by=actor, player_id=pk)
            taker = self.house.users[user]
            return invitation_accept(secret=secret_of(made), user=taker)

        self.same(self.plain.claim(by, pk, user), invite_and_take)

    @rule(by=users, shown=st.sampled_from(["name", "initials", "hidden"]))
    def choose(self, by: str, shown: str) -> None:
        choose, actor = choices_make, self.person(by)
        self.same(self.plain.choose(by, shown), lambda: choose(by=actor, name_shown=shown))

    @rule(by=actors, to=users, role=offices)
    def give(self, by: str, to: str, role: Role) -> None:
        give, actor, user_id = role_give, self.person(by), self.house.users[to].pk
        may = self.plain.give(by, to, role)
        self.same(may, lambda: give(by=actor, user_id=user_id, role=role))

    @rule(by=actors, of=users, role=offices)
    def take(self, by: str, of: str, role: Role) -> None:
        take, actor, user_id = role_take, self.person(by), self.house.users[of].pk
        may = self.plain.take(by, of, role)
        self.same(may, lambda: take(by=actor, user_id=user_id, role=role))

    @rule(by=actors, first=places, second=places, a_wins=st.booleans())
    def play(self, by: str, first: int, second: int, a_wins: bool) -> None:
        a, b, actor = self.number(first), self.number(second), self.person(by)
        score = Score(5, 3) if a_wins else Score(3, 5)

        def start_and_enter() -> object:
            match = match_start(by=actor, player_a=a, player_b=b, event_id=self.season.pk)
            return play_record(by=actor, match=match, what=GameEntry(1, score), version=0)

        self.same(self.plain.play(by, a, b, a if a_wins else b), start_and_enter)

    @invariant()
    def the_lists_are_the_box_of_cards(self) -> None:
        director = self.person(next(user for user, _role in self.plain.offices))
        for status in members.Status:
            found = members.players(director, members.Filters(status=status))
            assert [player.pk for player in found] == self.plain.listed(status)
        for player in Player.objects.filter(club=self.house.club).select_related("user"):
            card = self.plain.cards[player.pk]
            user = self.house.users[card.user] if card.user else None
            assert (player.name, player.user) == (card.name, user)
            assert (player.left_on, player.merged_into_id) == (card.left, card.merged_into)

    @invariant()
    def strangers_see_what_each_chose(self) -> None:
        stranger = person(NOBODY, self.house.club.pk)
        players = Player.objects.in_bulk(self.plain.cards)
        for pk, name in self.plain.strangers_see():
            if self.plain.cards[pk].merged_into is None:
                assert visible_name(players[pk], self.house.club, stranger) == name

    @invariant()
    def who_holds_what(self) -> None:
        found = User.objects.filter(pk__in=[user.pk for user in self.house.users.values()])
        by_user = {holder.user.pk: holder for holder in holders(self.house.club.pk, found)}
        for name, user in self.house.users.items():
            holder = by_user[user.pk]
            assert {(name, role) for role in holder.roles} == {
                held for held in self.plain.offices if held[0] == name
            }
            assert (holder.player and holder.player.pk) == self.plain.card_of(name)
            assert holder.user.is_active == (name not in self.plain.closed)
        assert any(role is Role.COMMITTEE for _user, role in self.plain.offices)

    @invariant()
    def the_results_are_the_sheet(self) -> None:
        rows = Standing.objects.filter(season=self.season, played__gt=0)
        totals = {row.player_id: (row.played, row.won) for row in rows}
        assert totals == self.plain.totals()
        assert sum(played for played, _won in totals.values()) == 2 * len(self.plain.results)
        assert sum(won for _played, won in totals.values()) == len(self.plain.results)

    @invariant()
    def the_log_only_grows(self) -> None:
        now = AuditLogEntry.objects.count()
        assert now >= self.deeds
        self.deeds = now


class Counted(People):
    """The same stories, with the standings counted from nothing but the entries at their end."""

    def teardown(self) -> None:
        try:
            assert recount(self.season) == []
        finally:
            super().teardown()


def test_people_are_as_on_paper(db: None) -> None:
    run_state_machine_as_test(
        Counted,
        settings=settings(
            max_examples=examples(5, thorough=32), stateful_step_count=30, phases=TOLD
        ),
    )
