"""Draws of many players, made by a worker. Here three are many."""

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import DrawJob, Tournament
from scoring.tournaments.rules.swiss.pairing import Step
from scoring.tournaments.services import draw_jobs, rounds
from scoring.tournaments.services.draw_jobs import (
    draw_job_begin,
    draw_job_cancel,
    draw_job_run,
    draw_jobs_resume,
)
from scoring.tournaments.services.drawing import drawn_rounds
from scoring.tournaments.services.jobs import STALE
from scoring.tournaments.services.people import round_off_ask
from scoring.tournaments.tasks import draw_rounds
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House, problem, read
from tests.support.tourneys import draw, due, fresh, opened, pairs, players, publish

pytestmark = [pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture(autouse=True)
def three_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "EXACT_MOST", 3)


def _begun(house: House, cup: Tournament, seed: str = "") -> DrawJob:
    version = fresh(cup).version
    return draw_job_begin(
        by=house.person("director"), tournament=fresh(cup), version=version, seed=seed
    )


@pytest.mark.postgresql
def test_a_worker_draws_what_a_page_would(house: House) -> None:
    four = players(house, 4)
    cup, other = opened(house, four), opened(house, four)
    draw(house, other)
    job = _begun(house, cup)
    assert not pairs(cup, 1)
    assert draw_job_run(job.pk)
    assert pairs(cup, 1) == pairs(other, 1)
    job.refresh_from_db()
    assert job.state == "done"
    assert job.ended_at is not None
    entry = AuditLogEntry.objects.filter(act="round_draw", about=cup.pk).get()
    assert entry.by == house.users["director"]
    publish(house, cup, 1)


@pytest.mark.postgresql
def test_run_twice_it_is_drawn_once(house: House) -> None:
    cup = opened(house, players(house, 4))
    job = _begun(house, cup)
    assert _begun(house, cup) == job, "There is one already."
    assert draw_job_run(job.pk)
    before = list(Fixture.objects.values_list("pk", flat=True))
    assert not draw_job_run(job.pk)
    assert list(Fixture.objects.values_list("pk", flat=True)) == before


def test_a_job_that_a_worker_has_is_left_to_it_until_it_is_stale(house: House) -> None:
    cup = opened(house, players(house, 4))
    job = _begun(house, cup)
    DrawJob.objects.update(began_at=timezone.now())
    assert not draw_job_run(job.pk)
    draw_jobs_resume()
    assert not pairs(cup, 1)
    DrawJob.objects.update(began_at=timezone.now() - 2 * STALE)
    draw_jobs_resume()
    assert pairs(cup, 1), "Without a broker it runs in place."


@pytest.mark.parametrize("step", list(Step))
def test_stopped_at_any_step_it_draws_nothing(
    house: House, step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(house, players(house, 4))
    job, by = _begun(house, cup), house.person("director")
    notifier = draw_jobs._notifier

    def stopping(own: object) -> object:
        notify = notifier(own)  # type: ignore[arg-type]

        def act(here: Step) -> None:
            notify(here)
            if here is Step.PAIRS:
                notify(Step.WIDER)
            if step in (here, Step.WIDER):
                draw_job_cancel(by=by, tournament=fresh(cup), job=job.pk)
                notify(here)

        return act

    monkeypatch.setattr(draw_jobs, "_notifier", stopping)
    assert not draw_job_run(job.pk)
    assert not pairs(cup, 1)
    job.refresh_from_db()
    assert job.state == "cancelled"
    with pytest.raises(Invalid) as refused, transaction.atomic():
        draw_job_cancel(by=by, tournament=fresh(cup), job=job.pk)
    assert refused.value.code == "draw_ended"
    assert _begun(house, cup) != job, "It may be drawn again."


@pytest.mark.postgresql
def test_stopped_just_before_it_is_stored_it_draws_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(house, players(house, 4))
    job, by = _begun(house, cup), house.person("director")

    def then_stopped(*given: object) -> object:
        yield from drawn_rounds(*given)  # type: ignore[arg-type]
        draw_job_cancel(by=by, tournament=fresh(cup), job=job.pk)

    monkeypatch.setattr(draw_jobs, "drawn_rounds", then_stopped)
    assert not draw_job_run(job.pk)
    assert not pairs(cup, 1)


@pytest.mark.postgresql
def test_what_changes_meanwhile_is_drawn_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is drawn, one of five asks for half a bye: the draw is made again, without them."""
    five = players(house, 5)
    cup = opened(house, five)
    job, by = _begun(house, cup), house.person("director")
    times: list[int] = []

    def then_changed(*given: object) -> object:
        yield from drawn_rounds(*given)  # type: ignore[arg-type]
        if not times:
            round_off_ask(by=by, tournament=fresh(cup), player=five[0], number=1)
        times.append(1)

    monkeypatch.setattr(draw_jobs, "drawn_rounds", then_changed)
    assert draw_job_run(job.pk)
    assert len(times) == 2
    assert (five[0], None) in pairs(cup, 1)
    awards = Fixture.objects.filter(event=cup.pk, away=None).values_list("award", flat=True)
    assert list(awards) == ["half_bye"]


def test_what_cannot_be_drawn_says_why(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    job, by = _begun(house, cup), house.person("director")
    for player in four[1:]:
        round_off_ask(by=by, tournament=fresh(cup), player=player, number=1)
    assert not draw_job_run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.fault) == ("failed", "At least two players must take part.")
    director = Browser(house, "director")
    text = tight(page(director.get(f"tournaments/{cup.pk}/draw/progress/")))
    assert "The round was not drawn." in text
    assert "At least two players must take part." in text


@pytest.mark.parametrize("at_once", [False, True])
def test_a_scheduled_draw_of_many(house: House, at_once: bool) -> None:
    cup = opened(house, players(house, 4))
    due(house, cup, publish=at_once)
    assert draw_rounds() == 1
    job, row = DrawJob.objects.get(), Round.objects.get(event=cup.pk)
    assert (job.state, job.by) == ("done", None)
    assert (row.published_at is not None) == at_once
    assert row.draws_at is None
    assert draw_rounds() == 0


def test_a_scheduled_draw_of_many_that_cannot_be_waits_for_the_director(house: House) -> None:
    four = players(house, 4)
    cup, by = opened(house, four), house.person("director")
    for player in four[1:]:
        round_off_ask(by=by, tournament=fresh(cup), player=player, number=1)
    due(house, cup, publish=True)
    assert draw_rounds() == 0
    assert Round.objects.get(event=cup.pk).draws_at is None
    assert AuditLogEntry.objects.filter(act="round_not_drawn", about=cup.pk).exists()
    assert draw_rounds() == 0
    assert DrawJob.objects.count() == 1


def test_who_may_ask_for_it(house: House) -> None:
    cup = opened(house, players(house, 4))
    with pytest.raises(Denied), transaction.atomic():
        draw_job_begin(by=house.person("scorer"), tournament=cup, version=cup.version)
    with pytest.raises(Stale), transaction.atomic():
        draw_job_begin(by=house.person("director"), tournament=cup, version=cup.version - 1)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _begun(house, cup, "x" * 81)
    assert list(refused.value.errors) == ["seed"]


def test_the_page_follows_the_draw(house: House) -> None:
    cup = opened(house, players(house, 4))
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    sent = {"key": "one", "version": str(fresh(cup).version)}
    assert goes(director.post(f"{here}draw/", sent)).endswith("/draw/progress/")
    job = DrawJob.objects.get()
    assert "See the draw" in page(director.get(here))
    text = tight(page(director.get(f"{here}draw/progress/")))
    assert "Step 0 of 3: Waiting." in text
    DrawJob.objects.update(state="pairs")
    part = tight(page(director.get(f"{here}draw/progress/", **{"HX-Request": "true"})))
    assert "Step 2 of 3: Pairing." in part
    assert "<title>" not in part
    DrawJob.objects.update(state="waiting")
    assert draw_job_run(job.pk)
    assert goes(director.get(f"{here}draw/progress/")).endswith("/rounds/1/")
    done = director.get(f"{here}draw/progress/", **{"HX-Request": "true"})
    assert done["HX-Redirect"].endswith("/rounds/1/")


def test_a_program_follows_the_draw(house: House) -> None:
    cup = opened(house, players(house, 4))
    api, path = house.api("director"), f"tournaments/{cup.pk}"
    job = read(api.post(f"{path}/draw", {"version": fresh(cup).version}), 202)
    assert (job["state"], job["round"], job["ended_at"]) == ("waiting", 1, None)
    problem(house.api("scorer").get(f"{path}/draw-jobs/{job['id']}"), 403)
    stopped = read(api.post(f"{path}/draw-jobs/{job['id']}/cancel", {}))
    assert stopped["state"] == "cancelled"
    again = read(api.post(f"{path}/draw", {"version": fresh(cup).version}), 202)
    assert draw_job_run(again["id"])
    assert read(api.get(f"{path}/draw-jobs/{again['id']}"))["state"] == "done"
    assert len(read(api.get(f"{path}/rounds/1"))["pairings"]) == 2
