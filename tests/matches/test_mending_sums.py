"""Mending in the middle of a match: whatever is tried, what stands adds up as on paper."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.core.exceptions import Denied, Invalid
from games.engine.terms import HandEntry
from games.evenings.services.phones import phone_open
from games.matches.models import Confirmation, Entry, Match
from games.matches.selectors.matches import matches
from games.matches.services.disputes import entry_mend, game_confirm
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.ledger.reckoning import OTHER, Hand, Sheet, some_hand
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.everything import everything
from tests.support.nights import evening, played

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

RUBBER = MatchTerms("london", "rubber", 3)


def entered(hand: Hand, game: int = 1) -> HandEntry:
    sheet = Sheet("ann", "bob", ("rubber", 3), game=game)
    sheet.hand(*hand)
    (play,) = sheet.plays()
    assert isinstance(play, HandEntry)
    return play


@dataclass(slots=True)
class Pencil:
    """The match on paper: each hand as it stands, with the number of its entry."""

    hands: list[tuple[int, Hand]] = field(default_factory=list)

    def sheet(self, upto: int | None = None) -> Sheet:
        sheet = Sheet("ann", "bob", (RUBBER.format, RUBBER.games))
        for _number, hand in self.hands[:upto]:
            sheet.hand(*hand)
        return sheet

    def games(self) -> list[int]:
        """Of which game each hand is."""
        return [self.sheet(place).game for place in range(len(self.hands))]

    def laws(self, place: int, hand: Hand) -> set[str]:
        """Law 50 where somebody has more by it, 51 where somebody has less."""
        before = self.sheet(place)
        was, now = before.gains(self.hands[place][1]), before.gains(hand)
        more = any(now[seat] > was[seat] for seat in OTHER)
        less = any(now[seat] < was[seat] for seat in OTHER)
        return {law for law, holds in (("law 50", more), ("law 51", less)) if holds}

    def in_time(self, place: int, laws: set[str], *, turned: bool) -> bool:
        """50: before the next trump is turned. 51: during the game."""
        whole = self.sheet()
        playing = not whole.over and self.games()[place] == whole.game
        last = place == len(self.hands) - 1
        return ("law 50" not in laws or (last and not turned)) and ("law 51" not in laws or playing)


def check(match: Match, pencil: Pencil) -> None:
    """The record's own sums against those of the paper."""
    match.refresh_from_db()
    sheet = pencil.sheet()
    assert (match.games_a, match.games_b) == (sheet.games["a"], sheet.games["b"])
    assert (match.over, match.winner) == (sheet.over, sheet.winner)
    assert match.hands == sheet.counts["hands"]
    for name in ("kings_a", "kings_b", "voles_a", "voles_b"):
        assert getattr(match, name) == sheet.counts[name], name
    if not sheet.over:
        assert (match.score_a, match.score_b) == (sheet.score["a"], sheet.score["b"])


@pytest.mark.parametrize("seed", [50, 51])
def test_whatever_is_mended_adds_up(seed: int, house: House) -> None:
    """Hands are entered and mended at random, by the words of both laws and against them."""
    random, pencil = Random(seed), Pencil()
    season = house.season(terms=RUBBER)
    made = played(house, evening(house), "ann", "bob", season=season)
    match, ann, bob = matches().get(pk=made.pk), house.person("ann"), house.person("bob")
    done: dict[str, int] = {}
    for _step in range(60):
        if pencil.sheet().over:
            break
        if not pencil.hands or random.random() < 0.3:
            hand = some_hand(random, random.choice("ab"))
            wrote = play_record(by=bob, match=match, what=entered(hand), version=match.version)
            pencil.hands.append((wrote.entry.number, hand))
        else:
            place = random.randrange(max(0, len(pencil.hands) - 3), len(pencil.hands))
            found = try_to_mend(random, ann, match, pencil, place)
            done[found] = done.get(found, 0) + 1
        check(match, pencil)
    assert recount(Season.objects.get()) == []
    assert done.keys() >= {"mended", "nothing_to_mend", "omission_too_late"}, done


def try_to_mend(random: Random, by: Person, match: Match, pencil: Pencil, place: int) -> str:
    """`mended`, or the code of the refusal, which must be what the laws say."""
    number, old = pencil.hands[place]
    hand, turned = some_hand(random, old[0]), random.random() < 0.3
    laws = pencil.laws(place, hand)
    allowed = bool(laws) and pencil.in_time(place, laws, turned=turned)
    asked: dict[str, Any] = {"number": number, "what": entered(hand), "trump_turned": turned}
    if not allowed:
        with pytest.raises(Invalid) as refused, transaction.atomic():
            entry_mend(by=by, match=match, version=match.version, **asked)
        assert laws or refused.value.code == "nothing_to_mend"
        return str(refused.value.code)
    wrote = entry_mend(by=by, match=match, version=match.version, **asked)
    assert set(wrote.entry.law.split(", ")) == laws
    assert wrote.entry.supersedes is not None
    assert wrote.entry.supersedes.number == number
    pencil.hands[place] = (wrote.entry.number, hand)
    return "mended"


def test_undone_one_after_the_other_nothing_is_left(house: House) -> None:
    """Each undo takes back the latest act, a hand or a mending, and the paper of then is back."""
    random, match = Random(4), played(house, evening(house), "ann", "bob", terms=RUBBER)
    match, ann = matches().get(pk=match.pk), house.person("ann")
    pencil = Pencil()
    past: list[list[tuple[int, Hand]]] = []
    while len(past) < 14:
        before = list(pencil.hands)
        if len(past) % 2 == 0:
            hand = some_hand(random, "a")
            wrote = play_record(by=ann, match=match, what=entered(hand), version=match.version)
            pencil.hands.append((wrote.entry.number, hand))
        elif try_to_mend(random, ann, match, pencil, len(pencil.hands) - 1) != "mended":
            continue
        past.append(before)
        if pencil.sheet().over:
            break
    kept = Entry.objects.count()
    for number, before in enumerate(reversed(past), start=1):
        entry_undo(by=ann, match=match, version=match.version)
        pencil.hands = before
        check(match, pencil)
        assert Entry.objects.count() == kept + number, "nothing is deleted"
    with pytest.raises(Invalid, match="nothing_to_undo"), transaction.atomic():
        entry_undo(by=ann, match=match, version=match.version)


def test_who_may_mend_and_what_a_refusal_leaves(house: House) -> None:
    """The players, the phones of their table, the scorer; not Cyd, nor the next table's phone."""
    night = evening(house)
    match = played(house, night, "ann", "bob", terms=RUBBER)
    other = played(house, night, "cyd", "bob", terms=RUBBER, table=1)
    match = matches().get(pk=match.pk)
    by = house.person("scorer")
    play_record(by=by, match=match, what=entered(("a", "stood", None, (3, 2))), version=0)
    less = entered(("a", "exchanged", None, (3, 2)))
    asked: dict[str, Any] = {"number": 1, "what": less, "trump_turned": True, "version": 1}
    phones = {
        table.pk: Person(
            house.club.pk,
            phone_id=phone_open(code=table.code)[0].pk,
            table_id=table.pk,
            roles=frozenset({Role.TABLE}),
        )
        for table in night.tables.all()
    }
    may = {who: house.person(who) for who in ("ann", "bob", "scorer", "director", "committee")}
    may["phone"] = phones[match.evening_table_id or 0]
    may_not = {"cyd": house.person("cyd"), "elsewhere": phones[other.evening_table_id or 0]}
    before = everything()
    for who, somebody in {**may, **may_not}.items():
        with undone(who):
            mine = matches().get(pk=match.pk)
            if who in may_not:
                with pytest.raises(Denied), transaction.atomic():
                    entry_mend(by=somebody, match=mine, **asked)
                assert everything() == before
                continue
            wrote = entry_mend(by=somebody, match=mine, **asked)
            assert (wrote.entry.law, wrote.state.score.a) == ("law 51", 1)
            assert (wrote.entry.by_id, wrote.entry.phone_id) == (
                somebody.user_id,
                somebody.phone_id,
            )
            assert AuditLogEntry.objects.filter(act="entry_mend", about=match.pk).count() == 1


def test_a_mending_of_a_won_game_asks_for_a_new_yes(house: House) -> None:
    """Bob confirmed Ann's game; the director mends an omission in its last hand: one more for Bob.

    Five to three it was, and Bob's king made it five to four.
    """
    house.club.confirms = True
    house.club.save()
    made = played(house, evening(house), "ann", "bob", terms=RUBBER)
    match, ann = matches().get(pk=made.pk), house.person("ann")
    hands: tuple[Hand, ...] = (
        ("a", "exchanged", None, (5, 0)),
        ("b", "exchanged", None, (0, 5)),
        ("a", "exchanged", None, (5, 0)),
        ("b", "exchanged", None, (2, 3)),
        ("a", "exchanged", None, (3, 2)),
    )
    for hand in hands:
        play_record(by=ann, match=match, what=entered(hand), version=match.version)
    assert (match.games_a, match.over) == (1, False)
    game_confirm(by=house.person("bob"), match=match, game=1, number=5)
    king = entered(("a", "exchanged", ("b", "held"), (3, 2)))
    asked: dict[str, Any] = {"number": 5, "what": king, "trump_turned": False, "version": 5}
    with pytest.raises(Invalid, match="game_confirmed"), transaction.atomic():
        entry_mend(by=house.person("scorer"), match=match, **asked)
    wrote = entry_mend(by=house.person("director"), match=matches().get(pk=match.pk), **asked)
    assert (wrote.state.games[0].score.a, wrote.state.games[0].score.b) == (5, 4)
    again = matches().get(pk=match.pk)
    assert game_confirm(by=house.person("bob"), match=again, game=1, number=6).number == 6
    assert Confirmation.objects.count() == 2
