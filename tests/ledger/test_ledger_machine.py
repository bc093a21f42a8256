"""Whatever is posted, repeated, taken back and corrected, in any order: as in a notebook."""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add, players_merge
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.models import Posting
from scoring.ledger.selectors.books import PAGE, Place, balance, statement
from scoring.ledger.services.posting import Due, postings_synchronise
from tests.support.clubhouse import open_house
from tests.support.depth import examples, times
from tests.support.ledgers import CONTEST, open_ledger
from tests.support.postings import postings_post, postings_reverse

pytestmark = [pytest.mark.any_database, pytest.mark.slow]
# As it was found: to make a story shorter takes minutes.
TOLD = (Phase.generate,)

NAMES = ("ann", "bob", "cyd", "dan", "eve")
ACCOUNTS = (*NAMES, "pot", "levy")
pairs = st.permutations(ACCOUNTS).map(lambda found: (found[0], found[1]))
amounts = st.integers(1, 9)
keys = st.integers(0, 7).map(str)
Told = tuple[str, str, int]
events = st.lists(st.tuples(pairs, amounts), max_size=4)


class Notebook(RuleBasedStateMachine):
    """`told`: what stands under each key; `contest`: the events of a contest, each with its
    transfers; both are lines of a notebook that is added up anew whenever it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.ledger = open_ledger(open_house())
        self.by = self.ledger.house.person("committee")
        add = player_add
        self.ledger.others = {name: add(by=self.by, name=name.title()) for name in NAMES[3:]}
        self.told: dict[str, Told] = {}
        self.back: set[str] = set()
        self.contest: list[list[Told]] = []
        self.same_as: dict[str, str] = {}
        self.rows = 0

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def due(self, key: str, told: Told) -> Due:
        return Due(key, self.ledger.transfer(*told), CONTEST, 0)

    def post(self, *dues: Due) -> list[Posting]:
        return postings_post(by=self.by, book=self.ledger.book, postings=dues)

    def kept(self, told: Told) -> Told:
        source, target, amount = told
        return self.same_as.get(source, source), self.same_as.get(target, target), amount

    @rule(some=st.dictionaries(keys, st.tuples(pairs, amounts), min_size=1, max_size=5))
    def enter(self, some: dict[str, tuple[tuple[str, str], int]]) -> None:
        """All of it, or, where one contradicts what was told before, nothing."""
        wanted = {key: (*pair, amount) for key, (pair, amount) in some.items()}
        known = wanted.keys() & self.told.keys()
        wrong = any(self.kept(self.told[key]) != self.kept(wanted[key]) for key in known)
        dues = [self.due(key, told) for key, told in wanted.items()]
        if wrong:
            with pytest.raises(Invalid) as found, transaction.atomic():
                self.post(*dues)
            assert found.value.code == "posting_contradicts"
            return
        new = self.post(*dues)
        assert {row.key for row in new} == wanted.keys() - known
        self.told |= wanted

    @rule(which=st.sets(keys))
    def repeat(self, which: set[str]) -> None:
        assert self.post(*(self.due(key, self.told[key]) for key in which & self.told.keys())) == []

    @rule(which=st.sets(keys))
    def take_back(self, which: set[str]) -> None:
        query = Q(key__in=which)
        rows = postings_reverse(by=self.by, book=self.ledger.book, which=query)
        assert {row.key for row in rows} == {
            f"back:{key}" for key in which & self.told.keys() - self.back
        }
        self.back |= which & self.told.keys()

    def bring(self, since: int) -> None:
        transfers = [
            (number, self.ledger.transfer(*told))
            for number, event in enumerate(self.contest, start=1)
            for told in event
            if number >= since
        ]
        for expected in (None, 0):
            rows = postings_synchronise(
                by=self.by,
                book=self.ledger.book,
                contest=CONTEST,
                since=since,
                transfers=transfers,
            )
            assert expected is None or len(rows) == expected

    @rule(event=events)
    def goes_on(self, event: list[tuple[tuple[str, str], int]]) -> None:
        self.contest.append([(*pair, amount) for pair, amount in event])
        self.bring(len(self.contest))

    @rule(back=st.integers(1, 4), found=st.lists(events, max_size=4))
    def is_corrected(self, back: int, found: list[list[tuple[tuple[str, str], int]]]) -> None:
        """From an event on it went otherwise; also undone, where nothing is found instead."""
        since = max(1, len(self.contest) - back)
        told = [[(*pair, amount) for pair, amount in event] for event in found]
        self.contest[since - 1 :] = told
        self.bring(since)

    @rule(pair=st.permutations(NAMES).map(lambda found: (found[0], found[1])))
    def are_one(self, pair: tuple[str, str]) -> None:
        one, other = (Player.objects.get(pk=self.ledger.players[name].pk) for name in pair)
        if other.user_id or one.merged_into_id or other.merged_into_id:
            return
        versions: dict[str, Any] = {"version": one.version, "gone_version": other.version}
        players_merge(by=self.by, kept=one.pk, gone=other.pk, **versions)
        self.same_as = {
            name: pair[0]
            if self.same_as.get(name, name) == pair[1]
            else self.same_as.get(name, name)
            for name in NAMES
        }

    def lines(self) -> list[Told]:
        stand = [told for key, told in self.told.items() if key not in self.back]
        return [
            self.kept(told) for told in stand + [one for event in self.contest for one in event]
        ]

    @invariant()
    def the_balances_are_those_of_the_notebook(self) -> None:
        sums: Counter[str] = Counter()
        for source, target, amount in self.lines():
            sums[source] -= amount
            sums[target] += amount
        assert self.ledger.amounts() == {name: amount for name, amount in sums.items() if amount}
        for name in NAMES:
            kept = self.same_as.get(name, name)
            assert balance(self.ledger.book, self.ledger.players[name].pk) == sums[kept]

    @invariant()
    def the_sum_is_nothing_and_the_recount_agrees(self) -> None:
        assert self.ledger.is_whole()

    @invariant()
    def the_rows_only_grow(self) -> None:
        now = Posting.objects.count()
        assert now >= self.rows
        self.rows = now


class Read(Notebook):
    """The same stories, with every statement read to its end, three lines at a time."""

    def teardown(self) -> None:
        try:
            for name in NAMES:
                self.statement_is_whole(name)
        finally:
            super().teardown()

    def statement_is_whole(self, name: str) -> None:
        pk, book = self.ledger.players[name].pk, self.ledger.book
        found, after = [], None
        while True:
            page = statement(pk, [book.pk], after=after, size=3)
            found += list(page.lines)
            after = page.after
            if after is None:
                break
            assert after == Place(book.pk, page.lines[-1].posting.pk)
        ids = [line.posting.pk for line in found]
        assert ids == sorted(set(ids), reverse=True)
        assert sum(line.amount for line in found) == balance(book, pk)
        assert found[:PAGE] == list(statement(pk, [book.pk]).lines)


def test_the_ledger_is_as_a_notebook(db: None) -> None:
    run_state_machine_as_test(
        Read,
        settings=settings(
            max_examples=examples(2, thorough=4),
            stateful_step_count=times(24, thorough=30),
            phases=TOLD,
        ),
    )
