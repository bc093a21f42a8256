"""The pad, the board and the tournament: what is entered at the table of a pool, and corrected."""

from itertools import count

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.engine.seats import Seat
from games.engine.terms import GameEntry, Score
from games.matches.models import Entry, Match
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.revisions import entry_correct
from scoring.contests.models import Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import GameWon, Joined, Left
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import read
from scoring.contests.services.corrections import (
    contest_correct,
    contest_correct_preview,
    contest_undo_preview,
)
from scoring.contests.services.events import event_tell, game_deal
from scoring.tables.ranking import drawn
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import entrant_withdraw
from scoring.tournaments.services.rounds import round_draw, round_publish, round_take_back
from tests.support.clubhouse import House
from tests.support.pooling import best, evening, game, go, leaves, pools_of, rows, seat, won_by
from tests.support.tourneys import draw, fresh, opened, publish

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _first_of(house: House, number: int) -> tuple[Tournament, Pool, Contest]:
    """The first pool of so many, at its table."""
    cup, _ids = pools_of(house, number)
    first = rows(cup, 1)[0]
    (contest,) = seat(house, cup, [first], evening(house))
    return cup, first, contest


def _on_the_pad(house: House, contest: Contest, winner: int) -> Match:
    """A game that is dealt and played to its end."""
    by = house.person("scorer")
    contest.refresh_from_db()
    _told, match = game_deal(by=by, contest=contest, version=contest.version)
    score = (5, 2) if match.player_a_id == winner else (2, 5)
    play_record(by=by, match=match, what=GameEntry(1, Score(*score)), version=0)
    match.refresh_from_db()
    assert match.winner == (Seat.A if match.player_a_id == winner else Seat.B)
    return match


def _turned(house: House, match: Match) -> None:
    """The other has won it, in truth."""
    last = Entry.objects.filter(match=match).latest("number")
    score = (2, 5) if match.winner == Seat.A else (5, 2)
    match.refresh_from_db()
    entry_correct(
        by=house.person("director"),
        match=match,
        number=last.number,
        what=GameEntry(1, Score(*score)),
        reason="misread",
        version=match.version,
    )


def test_the_last_game_on_the_pad_tells_the_tournament(house: House) -> None:
    cup, first, contest = _first_of(house, 3)
    one, other, third = pool_states.players(first)
    _on_the_pad(house, contest, one)
    assert fresh(cup).state == "running"
    last = _on_the_pad(house, contest, one)
    assert {last.player_a_id, last.player_b_id} == {one, third}
    assert (fresh(cup).state, Pool.objects.get(pk=first.pk).winner_id) == ("over", one)
    # The third had won it: nobody has won twice in succession, and the pool goes on.
    _turned(house, last)
    assert (fresh(cup).state, Pool.objects.get(pk=first.pk).winner_id) == ("running", None)
    contest.refresh_from_db()
    assert machine.seats(read(contest).state) == (third, other)
    _on_the_pad(house, contest, third)
    assert pools.ranking(progress_of(cup).pool_state)[0].entrant == third


def test_what_the_next_round_hangs_on_is_not_corrected_on_the_pad_either(house: House) -> None:
    cup, first, contest = _first_of(house, 9)
    one = pool_states.players(first)[0]
    _on_the_pad(house, contest, one)
    last = _on_the_pad(house, contest, one)
    best(house, cup)
    go(house, cup)
    with pytest.raises(Invalid, match="next_begun"), transaction.atomic():
        _turned(house, last)
    last.refresh_from_db()
    with pytest.raises(Invalid, match="next_begun"), transaction.atomic():
        entry_undo(by=house.person("scorer"), match=last, version=last.version)
    last.refresh_from_db()
    assert last.over
    assert Pool.objects.get(pk=first.pk).winner_id == one
    # The score alone may be another.
    entry = Entry.objects.filter(match=last).latest("number")
    score = (5, 0) if last.winner == Seat.A else (0, 5)
    entry_correct(
        by=house.person("director"),
        match=last,
        number=entry.number,
        what=GameEntry(1, Score(*score)),
        reason="misread",
        version=last.version,
    )
    assert progress_of(cup).last_published == 2


def test_what_a_correction_would_do_is_told_with_the_reason(house: House) -> None:
    cup, first, contest = _first_of(house, 9)
    one = pool_states.players(first)[0]
    won_by(house, contest, one)
    by, version = house.person("director"), contest.version
    seen = contest_undo_preview(by=by, contest=contest, version=version)
    (of_cup,) = [one for one in seen.changes if one.figure.part == "tournament"]
    was, then = of_cup.before, of_cup.after
    name = Player.objects.get(pk=one).name
    assert (was and was.value, then and then.value) == (name, "")
    assert Pool.objects.get(pk=first.pk).winner_id == one
    best(house, cup)
    go(house, cup)
    with pytest.raises(Invalid, match="next_begun"):
        contest_undo_preview(by=by, contest=contest, version=version)
    last = [one.place for one in read(contest).happened if isinstance(one.event, GameWon)][-1]
    with pytest.raises(Invalid, match="next_begun"):
        contest_correct_preview(
            by=by, contest=contest, changes=[(last, None)], reason="x", version=version
        )


def test_who_plays_it_was_drawn_and_stays(house: House) -> None:
    """Another cannot be put in a member's place, by a correction of who joined."""
    cup, first, contest = _first_of(house, 3)
    one, other, third = pool_states.players(first)
    ann = house.players["ann"].pk
    by = house.person("director")
    with pytest.raises(Invalid, match="places_taken"), transaction.atomic():
        event_tell(by=by, contest=contest, event=Joined(ann), accepts=True)
    contest.acceptances.create(player_id=ann, at=contest.opened_at)
    stands = {type(told.event): told.place for told in read(contest).happened}
    changes = [(stands[Joined], Joined(ann)), (stands[Seated], Seated((one, other, ann)))]
    with pytest.raises(Invalid, match="pool_drawn"), transaction.atomic():
        contest_correct(
            by=by, contest=contest, changes=changes, reason="misheard", version=contest.version
        )
    # The order in which they sit may have been another.
    contest.refresh_from_db()
    contest_correct(
        by=by,
        contest=contest,
        changes=[(stands[Seated], Seated((third, one, other)))],
        reason="misheard",
        version=contest.version,
    )
    assert read(contest).state.contest.playing == (third, one)
    assert progress_of(cup).undecided == 1


def test_a_member_says_himself_that_he_leaves(house: House) -> None:
    cup = _with_ann(house)
    contest = Contest.objects.get(pool__round__event=cup.pk)
    ann = house.players["ann"].pk
    bob = house.person("bob")
    with pytest.raises(Denied), transaction.atomic():
        event_tell(by=bob, contest=contest, event=Left(ann))
    event_tell(by=house.person("ann"), contest=contest, event=Left(ann))
    assert progress_of(cup).pool_state.record.withdrawn == (ann,)
    assert ann not in pools.left(progress_of(cup).pool_state)


def _with_ann(house: House) -> Tournament:
    """She waits: the seed that gives her the last place is looked for."""
    ids = [house.players[name].pk for name in ("ann", "bob", "cyd")]
    cup = opened(house, ids, kind="pools")
    seeds = (f"seed {number}" for number in count())
    draw(house, cup, next(one for one in seeds if drawn(ids, f"{one}/places")[2] == ids[0]))
    publish(house, cup, 1)
    # The three of the scene play elsewhere as well.
    seat(house, cup, rows(cup, 1), evening(house), seat_anyway=True)
    return cup


def test_a_loser_who_leaves_afterwards_is_no_matter(house: House) -> None:
    """Once it is over nobody leaves a pool, and who has lost withdraws no more."""
    cup, first, contest = _first_of(house, 9)
    one, other, _third = pool_states.players(first)
    won_by(house, contest, one)
    with pytest.raises(Invalid, match="contest_over"), transaction.atomic():
        leaves(house, contest, other)
    with pytest.raises(Invalid, match="already_out"), transaction.atomic():
        entrant_withdraw(by=house.person("director"), tournament=cup, player=other)


def test_in_the_middle_of_a_game_nobody_who_plays_it_leaves(house: House) -> None:
    cup, first, contest = _first_of(house, 3)
    one = pool_states.players(first)[0]
    game(house, contest, one)
    contest.refresh_from_db()
    game_deal(by=house.person("scorer"), contest=contest, version=contest.version)
    with pytest.raises(Invalid, match="game_in_play"), transaction.atomic():
        leaves(house, contest, one)
    assert progress_of(cup).pool_state.record.withdrawn == ()


def test_two_directors_who_saw_one_version(house: House) -> None:
    cup, _ids = pools_of(house, 9)
    best(house, cup)
    seen = fresh(cup).version
    draw(house, cup)
    by = house.person("director")
    with pytest.raises(Stale), transaction.atomic():
        round_draw(by=by, tournament=cup, version=seen)
    with pytest.raises(Stale), transaction.atomic():
        round_publish(by=by, tournament=cup, number=2, version=seen)
    publish(house, cup, 2)
    with pytest.raises(Denied), transaction.atomic():
        round_take_back(
            by=house.person("scorer"), tournament=cup, number=2, version=fresh(cup).version
        )
