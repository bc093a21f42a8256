"""Races about a draw that a worker makes: one round is drawn once, with whoever still takes part.

Here three are many. Each race has a control, which shows it without its guard.
"""

from collections.abc import Iterator
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Stale
from scoring.leagues.models import Fixture
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.services import draw_jobs, rounds
from scoring.tournaments.services.draw_jobs import (
    draw_job_begin,
    draw_job_run,
    draw_jobs_resume,
)
from scoring.tournaments.services.drawing import drawn_rounds
from scoring.tournaments.services.jobs import STALE
from scoring.tournaments.services.locking import tournament_lock
from scoring.tournaments.services.people import entrant_withdraw
from tests.leagues.api.test_races_seasons import club
from tests.support.arena import faults
from tests.support.clubhouse import House
from tests.support.depth import on_both
from tests.support.elsewhere import at_once
from tests.support.tourneys import fresh, opened, pairs, players

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]

WAIT = 30


@pytest.fixture(autouse=True)
def three_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "EXACT_MOST", 3)
    # Nobody else takes the job up: each worker here is a thread.
    monkeypatch.setattr(draw_jobs, "enqueue_after_commit", lambda *_task: None)


class Killed(BaseException):
    """The worker is gone, in the middle of whatever it did."""


def _cup(house: House) -> tuple[Tournament, list[int]]:
    four = players(house, 4)
    return opened(house, four), four


def _begun(house: House, cup: Tournament) -> DrawJob:
    by = house.person("director")
    return draw_job_begin(by=by, tournament=cup, version=fresh(cup).version)


def _draws(cup: Tournament) -> int:
    return AuditLogEntry.objects.filter(act="round_draw", about=cup.pk).count()


def _players(cup: Tournament) -> set[int | None]:
    return {player for pair in pairs(cup, 1) for player in pair}


# Two draws of one round


def test_of_two_directors_one_has_it_drawn(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    with club(arena, django_db_blocker, "directors") as house:
        cup, _four = _cup(house)
        by, version = house.person("director"), cup.version
        found = at_once(2, lambda _who: draw_job_begin(by=by, tournament=cup, version=version))
        assert {type(fault) for fault in faults([*found])} <= {Stale}
        (job,) = DrawJob.objects.filter(tournament=cup)
        assert {one for one in found if isinstance(one, DrawJob)} == {job}


def test_of_two_workers_one_draws(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    with club(arena, django_db_blocker, "workers") as house:
        cup, _four = _cup(house)
        job = _begun(house, cup)
        found = at_once(2, lambda _who: draw_job_run(job.pk))
        assert sorted(map(bool, found)) == [False, True]
        assert faults([*found]) == []
        assert (len(pairs(cup, 1)), _draws(cup)) == (2, 1)


def test_without_a_claim_it_is_drawn_twice(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same race between two workers who do not ask whose the job is, nor what has changed."""
    both_have_drawn = Barrier(2, timeout=WAIT)

    def drawn(*given: Any) -> Iterator[Any]:
        yield from drawn_rounds(*given)
        both_have_drawn.wait()

    monkeypatch.setattr(draw_jobs, "drawn_rounds", drawn)
    with club(database_url, django_db_blocker, "unclaimed") as house:
        cup, _four = _cup(house)
        job = _begun(house, cup)
        _unchanged_since(monkeypatch, fresh(cup).version)
        anybodys = DrawJob.objects.filter(pk=job.pk)
        found = at_once(2, lambda _who: draw_jobs._drawn(anybodys))
        assert found == [True, True]
        assert _draws(cup) == 2


def _unchanged_since(monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    """Whatever has happened, the lock says that nothing has."""

    def unmoved(pk: int) -> Tournament | None:
        found = tournament_lock(pk)
        if found is not None:
            found.version = version + 1
        return found

    monkeypatch.setattr(draw_jobs, "tournament_lock", unmoved)


# A draw and a withdrawal


@on_both("arena")
def test_nobody_is_drawn_who_has_withdrawn(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    """The draw is made again without them, or dropped; the other three are still to be paired."""
    with club(arena, django_db_blocker, "withdrawn") as house:
        cup, four = _cup(house)
        job, by = _begun(house, cup), house.person("director")

        def act(who: int) -> object:
            if who:
                return entrant_withdraw(by=by, tournament=cup, player=four[0])
            return draw_job_run(job.pk)

        found = at_once(2, act)
        assert faults([*found]) == []
        assert four[0] not in _players(cup)
        assert DrawJob.objects.get(pk=job.pk).state == "done"
        again = _begun(house, cup)
        assert draw_job_run(again.pk)
        assert _players(cup) == {*four[1:], None}


def _withdrawn_while_it_is_drawn(
    house: House, monkeypatch: pytest.MonkeyPatch, *, compares: bool
) -> tuple[Tournament, list[int]]:
    cup, four = _cup(house)
    job, by = _begun(house, cup), house.person("director")
    times: list[int] = []

    def drawn(*given: Any) -> Iterator[Any]:
        yield from drawn_rounds(*given)
        times.append(1)
        if len(times) == 1:
            (gone,) = at_once(
                1, lambda _who: entrant_withdraw(by=by, tournament=cup, player=four[0])
            )
            assert not isinstance(gone, Exception), gone

    monkeypatch.setattr(draw_jobs, "drawn_rounds", drawn)
    if not compares:
        _unchanged_since(monkeypatch, fresh(cup).version)
    assert draw_job_run(job.pk)
    return cup, four


def test_a_withdrawal_in_the_middle_is_drawn_with(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(arena, django_db_blocker, "middle") as house:
        cup, four = _withdrawn_while_it_is_drawn(house, monkeypatch, compares=True)
        assert _players(cup) == {*four[1:], None}


def test_without_comparing_versions_who_has_withdrawn_is_paired(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(database_url, django_db_blocker, "uncompared") as house:
        cup, four = _withdrawn_while_it_is_drawn(house, monkeypatch, compares=False)
        assert four[0] in _players(cup)


# A worker that is killed, or so slow that it was thought to be


def test_what_a_killed_worker_left_is_taken_over(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed while it draws, and killed while it stores: nothing of it is left, and once it is
    stale another worker draws."""
    with club(arena, django_db_blocker, "killed") as house:
        for place in ("drawn_rounds", "rounds_write"):
            cup, _four = _cup(house)
            job = _begun(house, cup)
            with monkeypatch.context() as patched:
                patched.setattr(draw_jobs, place, _killed_after(getattr(draw_jobs, place)))
                patched.setattr(draw_jobs, "enqueue", lambda _task, pk: draw_job_run(pk))
                with pytest.raises(Killed):
                    draw_job_run(job.pk)
            job.refresh_from_db()
            assert (job.state in DrawJob.UNFINISHED, pairs(cup, 1), _draws(cup)) == (True, [], 0)
            with monkeypatch.context() as patched:
                patched.setattr(draw_jobs, "enqueue", lambda _task, pk: draw_job_run(pk))
                draw_jobs_resume()
                assert not pairs(cup, 1), "It may still be at it."
                _is_stale(job)
                draw_jobs_resume()
            assert (len(pairs(cup, 1)), _draws(cup)) == (2, 1)


def _killed_after(act: Any) -> Any:
    def wrapped(*given: Any) -> Any:
        found = act(*given)
        if hasattr(found, "__next__"):
            list(found)
        raise Killed

    return wrapped


def _is_stale(job: DrawJob) -> None:
    DrawJob.objects.filter(pk=job.pk).update(began_at=timezone.now() - 2 * STALE)


def _taken_over(house: House, monkeypatch: pytest.MonkeyPatch, *, guarded: bool) -> Tournament:
    """A slow worker has drawn when another takes the job over, and stores after that one has."""
    cup, _four = _cup(house)
    job = _begun(house, cup)
    slow_has_drawn, other_has_stored = Event(), Event()

    def drawn(now: Any, number: int, seed: str, notify: Any) -> Iterator[Any]:
        yield from drawn_rounds(now, number, seed, notify)
        if not slow_has_drawn.is_set():
            slow_has_drawn.set()
            assert other_has_stored.wait(WAIT)

    monkeypatch.setattr(draw_jobs, "drawn_rounds", drawn)
    answers: list[object] = []

    def slow() -> None:
        try:
            answers.append(draw_job_run(job.pk) if guarded else _unguarded(job.pk))
        finally:
            connections.close_all()

    worker = Thread(target=slow)
    worker.start()
    assert slow_has_drawn.wait(WAIT)
    _is_stale(job)
    if not guarded:
        _unchanged_since(monkeypatch, fresh(cup).version)
    assert draw_job_run(job.pk)
    other_has_stored.set()
    worker.join(WAIT)
    assert answers == [not guarded]
    return cup


def _unguarded(pk: int) -> bool:
    """As a worker that never asks whether the job is still its own."""
    return draw_jobs._drawn(DrawJob.objects.filter(pk=pk))


def test_a_slow_worker_does_not_draw_over_whoever_took_it_over(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(arena, django_db_blocker, "slow") as house:
        cup = _taken_over(house, monkeypatch, guarded=True)
        assert _draws(cup) == 1
        assert Fixture.objects.filter(event=cup.pk).count() == 2


def test_without_asking_whose_it_is_a_slow_worker_draws_over_it(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(database_url, django_db_blocker, "unasked") as house:
        assert _draws(_taken_over(house, monkeypatch, guarded=False)) == 2
