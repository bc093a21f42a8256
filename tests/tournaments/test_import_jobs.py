"""Files of many players, imported by a worker. Here two lines are many."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Office, Player
from ecarte_club.core.exceptions import Denied, Invalid
from games.matches.models import Match
from scoring.tournaments.models import ImportJob, Tournament
from scoring.tournaments.services import import_jobs
from scoring.tournaments.services.import_jobs import (
    import_job_begin,
    import_job_cancel,
    import_job_run,
    import_jobs_resume,
)
from scoring.tournaments.services.importing import report_import, report_plan, report_write
from scoring.tournaments.services.jobs import STALE
from scoring.tournaments.services.people import players_enter
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House, problem, read
from tests.support.tourneys import fresh, opened, players

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NAMES = ("Alice", "Bob", "Chloé", "Denis")


def _file(*names: str) -> str:
    """One round, in which the first of each two beats the second."""
    lines = ["012 Cup"]
    for at in range(0, len(names), 2):
        one, other = at + 1, at + 2
        lines.append(f"{f'001 {one:>4}      {names[at]}':<80} 1.0    1  {other:>4} w 1")
        lines.append(f"{f'001 {other:>4}      {names[at + 1]}':<80} 0.0    1  {one:>4} b 0")
    return "\n".join(lines)


FOUR = _file(*NAMES)


@pytest.fixture(autouse=True)
def two_lines_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_jobs, "AT_ONCE_MOST", 200)


def _begun(house: House, cup: Tournament, content: str = FOUR) -> ImportJob:
    return import_job_begin(by=house.person("director"), tournament=cup, content=content)


def _entered(cup: Tournament) -> list[str]:
    return [one.player.name for one in cup.event.entrants.order_by("place")]


@pytest.mark.postgresql
def test_a_worker_imports_what_a_page_would(house: House) -> None:
    cup = opened(house, [])
    job = _begun(house, cup)
    assert _begun(house, cup) == job, "There is one already."
    assert not cup.event.entrants.exists()
    assert import_job_run(job.pk)
    assert _entered(cup) == list(NAMES)
    drawn = {frozenset(pair) for pair in cup.event.fixtures.values_list("home__name", "away__name")}
    assert drawn == {frozenset(NAMES[:2]), frozenset(NAMES[2:])}
    assert Match.objects.filter(event=cup.pk, over=True).count() == 2
    assert fresh(cup).state == "running", "Four play a second round."
    job.refresh_from_db()
    assert (job.state, job.content) == ("done", "")
    entry = AuditLogEntry.objects.get(act="tournament_import", about=cup.pk)
    assert entry.by == house.users["director"]
    assert not import_job_run(job.pk), "Run twice, it is imported once."
    assert Match.objects.filter(event=cup.pk).count() == 2
    with pytest.raises(Invalid) as refused, transaction.atomic():
        import_job_cancel(by=house.person("director"), tournament=cup, job=job.pk)
    assert refused.value.code == "import_ended"


def test_as_many_questions_for_eight_matches_as_for_two(house: House) -> None:
    every = [f"Player {at}" for at in range(20)]
    Player.objects.bulk_create(Player(club=house.club, name=name) for name in every)
    numbers = []
    for names in (every[:4], every[4:]):
        cup = opened(house, [])
        with CaptureQueriesContext(connection) as asked:
            report_import(by=house.person("director"), tournament=cup, content=_file(*names))
        numbers.append(len(asked))
    assert numbers[1] <= numbers[0]


@pytest.mark.postgresql
def test_nothing_of_a_file_comes_or_is_lost_where_it_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped while it is written, broken, or no longer possible: the lines are still there."""
    cup, by = opened(house, []), house.person("director")
    before = Player.objects.count()

    def then_stopped(tournament: Tournament, content: str) -> object:
        import_job_cancel(by=by, tournament=tournament, job=job.pk)
        return report_plan(tournament, content)

    def broken(*given: object) -> object:
        report_write(*given)  # type: ignore[arg-type]
        raise RuntimeError

    for place, wrong, state in (
        ("report_plan", then_stopped, "cancelled"),
        ("report_write", broken, "failed"),
    ):
        job = _begun(house, cup)
        with monkeypatch.context() as patched:
            patched.setattr(import_jobs, place, wrong)
            assert not import_job_run(job.pk)
        job.refresh_from_db()
        assert (job.state, job.content) == (state, FOUR)
        assert ("The import failed." in job.fault) == (state == "failed")
        assert (Player.objects.count(), cup.event.entrants.exists()) == (before, False)
    job = _begun(house, cup)
    players_enter(by=by, tournament=cup, players=players(house, 1))
    assert not import_job_run(job.pk)
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    text = tight(page(director.get(f"{here}import/progress/")))
    assert "The file was not imported." in text
    assert "This tournament has entrants already. Open another for the file." in text
    assert "Chloé" in page(director.get(f"{here}import/")), "It can be corrected in place."


def test_who_may_no_longer_import_does_not(house: House) -> None:
    cup = opened(house, [])
    with pytest.raises(Denied), transaction.atomic():
        import_job_begin(by=house.person("scorer"), tournament=cup, content=FOUR)
    job = _begun(house, cup)
    Office.objects.filter(user=house.users["director"]).delete()
    assert not import_job_run(job.pk)
    job.refresh_from_db()
    assert job.state == "failed"
    assert not cup.event.entrants.exists()


def test_a_player_who_came_meanwhile_is_not_entered_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the plan and the writing Alice joins the club."""
    cup = opened(house, [])
    job = _begun(house, cup)

    def later(*given: object) -> object:
        Player.objects.create(club=house.club, name="Alice")
        return report_write(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(import_jobs, "report_write", later)
    assert not import_job_run(job.pk)
    job.refresh_from_db()
    assert job.fault == "A player of the file has changed meanwhile. Import it again."
    monkeypatch.undo()
    assert import_job_run(_begun(house, cup).pk)
    assert Player.objects.filter(name="Alice").count() == 1


def test_what_a_worker_left_is_taken_up_and_old_lines_are_deleted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(import_jobs, "enqueue", lambda _task, pk: sent.append(pk))
    cup = opened(house, [])
    job = _begun(house, cup)
    ImportJob.objects.update(began_at=timezone.now(), state="reading")
    import_jobs_resume()
    assert not sent
    assert not import_job_run(job.pk), "Another worker is at it."
    ImportJob.objects.update(began_at=timezone.now() - 2 * STALE)
    import_jobs_resume()
    assert sent == [job.pk]
    ImportJob.objects.update(ended_at=timezone.now(), state="cancelled")
    import_jobs_resume()
    assert ImportJob.objects.get().content == FOUR
    ImportJob.objects.update(ended_at=timezone.now() - 2 * import_jobs.STORED)
    import_jobs_resume()
    assert ImportJob.objects.get().content == ""


def test_the_page_follows_the_import(house: House) -> None:
    cup = opened(house, [])
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/"
    sent = {"key": "one", "act": "import", "content": FOUR}
    faulty = {**sent, "content": FOUR.replace("w 1", "w 0", 1)}
    assert "Nothing was imported" in page(director.post(f"{here}import/", faulty), 422)
    assert not ImportJob.objects.exists()
    assert goes(director.post(f"{here}import/", sent)).endswith("/import/progress/")
    job = ImportJob.objects.get()
    text = page(director.get(here))
    assert "See the import" in text
    assert "Import a TRF16 file" not in text
    assert "Step 0 of 2: Waiting." in tight(page(director.get(f"{here}import/progress/")))
    ImportJob.objects.update(state="writing")
    part = tight(page(director.get(f"{here}import/progress/", **{"HX-Request": "true"})))
    assert "Step 2 of 2: Entering players and results." in part
    assert "<title>" not in part
    goes(director.post(f"{here}import/{job.pk}/cancel/", {"key": "two"}))
    text = tight(page(director.get(f"{here}import/progress/")))
    assert "The import was stopped. Nothing was imported." in text
    assert AuditLogEntry.objects.filter(act="tournament_import_cancel", about=cup.pk).exists()
    goes(director.post(f"{here}import/", {**sent, "key": "three"}))
    assert import_job_run(ImportJob.objects.latest("pk").pk)
    assert goes(director.get(f"{here}import/progress/")).endswith(f"/tournaments/{cup.pk}/")
    done = director.get(f"{here}import/progress/", **{"HX-Request": "true"})
    assert done["HX-Redirect"].endswith(f"/tournaments/{cup.pk}/")


def test_a_file_too_long_for_a_form_is_stored_with_its_preview(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request holds 256 kB: the lines of a longer file cannot come back with the form."""
    monkeypatch.setattr(import_jobs, "TYPED_MOST", 100)
    cup = opened(house, [])
    director, here = Browser(house, "director"), f"tournaments/{cup.pk}/import/"
    for _twice in range(2):
        file = SimpleUploadedFile("cup.trf", FOUR.encode())
        chosen = {"key": "one", "act": "preview", "content": "", "file": file}
        text = page(director.post(here, chosen))  # type: ignore[arg-type]  # a file
    stored = ImportJob.objects.get()
    assert "<dt>Players</dt><dd>4</dd>" in tight(text)
    assert "The file is too long to be shown here" in tight(text)
    assert f'value="{stored.pk}"' in text
    assert "001    1" not in text
    assert f'value="{stored.pk}"' in page(director.get(here)), "Whoever comes back finds it."
    assert goes(director.get(f"{here}progress/")).endswith(f"/tournaments/{cup.pk}/")
    problem(house.api("director").get(f"tournaments/{cup.pk}/import-jobs/{stored.pk}"), 404)
    assert not import_job_run(stored.pk), "Nobody has asked for it."
    other = Browser(house, "director")
    strange = {"key": "two", "act": "import", "content": "", "stored": str(10**9)}
    assert "Choose a file, or paste its lines." in page(other.post(here, strange), 422)
    sent = {"key": "three", "act": "import", "content": "", "stored": str(stored.pk)}
    assert goes(director.post(here, sent)).endswith("/import/progress/")
    assert import_job_run(ImportJob.objects.latest("pk").pk)
    assert _entered(cup) == list(NAMES)


def test_a_program_sends_a_long_file_as_it_is(house: House) -> None:
    """In JSON it would be more than a request may hold."""
    cup = opened(house, [])
    api, path = house.api("director"), f"tournaments/{cup.pk}/report"
    long = FOUR + "\n" + "\n".join(f"### {'x' * 90} {line}" for line in range(3000))
    assert 256 * 1024 < len(long) < 10**6
    problem(api.post(path, {"content": long}), 413)
    sent = api.send(f"{path}/preview", long.encode(), media_type="text/plain")
    assert read(sent)["players"] == 4
    job = read(api.send(path, long.encode(), media_type="text/plain"), 202)
    assert import_job_run(job["id"])
    assert _entered(cup) == list(NAMES)
    problem(api.send(path, b"x" * (10**6 + 1), media_type="text/plain"), 413, "too_large", "body")


def test_a_program_follows_the_import(house: House) -> None:
    cup = opened(house, [])
    api, path = house.api("director"), f"tournaments/{cup.pk}"
    wrong = {"content": FOUR.replace("w 1", "w 0", 1)}
    assert problem(api.post(f"{path}/report", wrong), 422, field="content")["faults"]
    job = read(api.post(f"{path}/report", {"content": FOUR}), 202)
    assert (job["state"], job["fault"], job["ended_at"]) == ("waiting", "", None)
    assert "content" not in job
    stopped = read(api.post(f"{path}/import-jobs/{job['id']}/cancel", {}))
    assert stopped["state"] == "cancelled"
    again = read(api.post(f"{path}/report", {"content": FOUR}), 202)
    assert import_job_run(again["id"])
    assert read(api.get(f"{path}/import-jobs/{again['id']}"))["state"] == "done"
    assert len(read(api.get(path))["entrants"]) == 4
