"""Tournaments leave the site and come back as FIDE's report."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.core.exceptions import Denied, Invalid
from games.engine.terms import RubberEntry
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.trf.writing import write
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.selectors.trf import report_of
from scoring.tournaments.services.importing import report_import, report_preview
from scoring.tournaments.services.people import players_enter, round_off_ask
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import (
    FILE,
    award,
    begin,
    draw,
    fresh,
    opened,
    play_round,
    points_of,
    publish,
    win,
    withdraw,
)

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

DATA = Path(__file__).parent / "data"


def _named(house: House, *names: str) -> list[int]:
    """The club has Bob already."""
    return [Player.objects.get_or_create(club=house.club, name=name)[0].pk for name in names]


def _file(house: House, cup: Tournament) -> str:
    return write(report_of(reading_of(fresh(cup), house.person("director"))))


def _imported(house: House, content: str, **plan: Any) -> Tournament:
    cup = opened(house, [], **plan)
    report_import(by=house.person("director"), tournament=cup, content=content)
    return fresh(cup)


def _faults(refused: Invalid) -> Any:
    return refused.extra["faults"]


def _players(content: str) -> list[str]:
    return [line for line in content.splitlines() if line.startswith("001")]


def test_a_tournament_of_five_as_a_file(house: House) -> None:
    """Worked by hand: in round 1 Alice beats Chloé, Bob wins against Dora by walkover, and Émile
    has the bye. In round 2 Alice takes half a bye, and one match is still to be played."""
    alice, bob, chloe, dora, emile = five = _named(house, "Alice", "Bob", "Chloé", "Dora", "Émile")
    cup = opened(house, five, rounds=3)
    draw(house, cup)
    publish(house, cup, 1)
    rows = {frozenset((one.home_id, one.away_id)): one for one in Fixture.objects.all()}
    assert set(rows) == {*map(frozenset, ((alice, chloe), (bob, dora), (emile, None)))}
    win(house, begin(house, rows[frozenset((alice, chloe))]), alice)
    walkover = rows[frozenset((bob, dora))]
    award(house, cup, walkover.pk, "home" if walkover.home_id == bob else "away")
    day = Round.objects.get().day
    assert day is not None
    first = "w" if rows[frozenset((alice, chloe))].home_id == alice else "b"
    other = "w" if walkover.home_id == bob else "b"
    back = {"w": "b", "b": "w"}
    content = _file(house, cup)
    assert [line for line in content.split("\r\n") if not line.startswith("001")] == [
        "012 Cup",
        f"042 {day:%Y/%m/%d}",
        "062 5",
        "092 Individual: Swiss-System",
        f"{'132':<91}{day:%y/%m/%d}",
        "XXR 3",
        f"XXC {'white' if first == 'w' else 'black'}1",
        "",
    ]
    lines = _players(content)
    assert [line[:80].rstrip() for line in lines] == [
        f"001    {number}      {name}"
        for number, name in enumerate(["Alice", "Bob", "Chloé", "Dora", "Émile"], 1)
    ]
    assert [line[89:] for line in lines] == [
        f"     3 {first} 1",
        f"     4 {other} +",
        f"     1 {back[first]} 0",
        f"     2 {back[other]} -",
        "  0000 - U",
    ]
    assert [line[80:84].strip() for line in lines] == ["1.0", "1.0", "0.0", "0.0", "1.0"]
    round_off_ask(by=house.person("director"), tournament=cup, player=alice, number=2)
    draw(house, cup)
    publish(house, cup, 2)
    lines = _players(_file(house, cup))
    assert lines[0][99:] == "  0000 - H"
    assert lines[0][80:84] == " 1.5"
    assert [len(line) for line in lines[1:]] == [107] * 4, "Without a result, its blank is cut."


@pytest.mark.postgresql
def test_what_left_comes_back(house: House) -> None:
    """Three rounds of seven: a bye, a walkover, a late entrant, a half bye and one withdrawn."""
    ids = _named(house, "Alice", "Bob", "Chloé", "Dora", "Émile", "Farid")
    cup = opened(house, ids, rounds=4)
    by = house.person("director")
    play_round(house, cup, 1)
    players_enter(by=by, tournament=cup, players=_named(house, "Gaston"))
    play_round(house, cup, 2)
    round_off_ask(by=by, tournament=cup, player=ids[1], number=3)
    withdraw(house, cup, ids[5])
    draw(house, cup)
    publish(house, cup, 3)
    first, *others = Fixture.objects.filter(event=cup.pk, round__number=3, away__isnull=False)
    award(house, cup, first.pk, "both_absent")
    for one in others:
        win(house, begin(house, one), one.away_id or 0)
    content = _file(house, cup)
    copy = _imported(house, content)
    assert _file(house, copy) == content
    assert points_of(copy) == points_of(cup)
    tables = [
        [(line.entrant, line.rank, line.figures) for line in progress_of(fresh(one)).standing.lines]
        for one in (cup, copy)
    ]
    assert tables[0] == tables[1], "Tie-breaks too."
    assert copy.state == "running"
    acts = AuditLogEntry.objects.filter(act="tournament_import")
    assert [one.about for one in acts] == [copy.pk]
    draw(house, copy)
    assert Fixture.objects.filter(event=copy.pk, round__number=4).exists(), "It goes on."


@pytest.mark.postgresql
def test_games_of_several_come_back(house: House) -> None:
    alice, bob = _named(house, "Alice", "Bob")
    rubber = MatchTerms(format="rubber", games=3)
    cup = opened(house, [alice, bob], rounds=1, terms=rubber)
    row = publish(house, cup, draw(house, cup).number)
    assert row.day is not None
    one = "001    1      Alice"
    content = "\n".join(
        [
            f"{one:<80} 0.0    2     2 w 0",
            f"{'001    2      Bob':<80} 1.0    1     1 b 1",
            "XXG 1 1 2 1-2",
        ]
    )
    copy = _imported(house, content, rounds=1, terms=rubber)
    match = Match.objects.get(event=copy.pk)
    assert (match.games_a, match.games_b, match.over) == (1, 2, True)
    assert "XXG  1    1    2 1-2" in _file(house, copy)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _imported(house, content.replace("XXG 1 1 2 1-2", ""), rounds=1, terms=rubber)
    (fault,) = _faults(refused.value)
    assert (fault["line"], fault["column"]) == (1, 99)
    assert "does not say how many games" in fault["text"]


@pytest.mark.slow
def test_a_file_of_bbp_pairings_is_imported(house: House) -> None:
    """41 players, nine rounds, some of whose matches are drawn: two games may end so."""
    content = (DATA / "bbp.trf").read_bytes().decode()
    with pytest.raises(Invalid) as refused, transaction.atomic():
        _imported(house, content)
    texts = [one["text"] for one in _faults(refused.value)]
    assert all("A match in this format cannot end with this score" in text for text in texts)
    assert len(texts) == sum(line[98::10].count("=") for line in _players(content)) / 2
    decisive = content.replace(" w =", " w 1").replace(" b =", " b 0")
    cup = opened(house, [])
    plan = report_preview(by=house.person("director"), tournament=cup, content=decisive)
    assert plan.players_in_file == len(plan.new_players) == 41
    assert not Player.objects.filter(name__startswith="Test").exists(), "Only a preview."
    report_import(by=house.person("director"), tournament=cup, content=decisive)
    lines = {line[4:8]: line[89:] for line in _players(decisive.replace("\r", "\n"))}
    came = {line[4:8]: line[89:] for line in _players(_file(house, cup))}
    assert came == lines, "Opponents, first deals and results, round by round."
    assert fresh(cup).state == "over"


def test_faults_name_their_lines_and_nothing_comes(house: House) -> None:
    for name in ("Alice", "alice"):
        Player.objects.create(club=house.club, name=name)
    content = "\n".join(
        [
            "012 Cup",
            f"{'001    1      Alice':<80} 1.0    1     2 w 1",
            f"{'001    2      Bob':<80} 0.0    2     1 b 1",
        ]
    )
    cup = opened(house, [])
    before = Player.objects.count()
    with pytest.raises(Invalid) as refused, transaction.atomic():
        report_import(by=house.person("director"), tournament=cup, content=content)
    assert [one["line"] for one in _faults(refused.value)] == [2]
    content = content.replace("b 1", "b 0")
    with pytest.raises(Invalid) as refused, transaction.atomic():
        report_import(by=house.person("director"), tournament=cup, content=content)
    (fault,) = _faults(refused.value)
    assert (fault["line"], fault["column"]) == (2, 15)
    assert "Several players of the club" in fault["text"]
    assert Player.objects.count() == before
    with pytest.raises(Denied), transaction.atomic():
        report_import(by=house.person("scorer"), tournament=cup, content=content)


def test_only_an_empty_swiss_takes_a_file(house: House) -> None:
    by = house.person("director")
    for cup in (opened(house, _named(house, "Bob")), opened(house, [], kind="knockout")):
        with pytest.raises(Invalid) as refused, transaction.atomic():
            report_import(by=by, tournament=cup, content=FILE)
        assert refused.value.code == "not_empty"


def test_the_rounds_of_a_file_have_their_days(house: House) -> None:
    content = "\n".join(
        [
            f"{'132':<91}26/03/14  26/03/15",
            f"{'001    1      Alice':<80} 1.0    1     2 w 1     2 b  ",
            f"{'001    2      Bob':<80} 0.0    2     1 b 0     1 w  ",
        ]
    )
    cup = _imported(house, content, second_meetings=True)
    days = Round.objects.filter(event=cup.pk).order_by("number").values_list("day", flat=True)
    assert list(days) == [date(2026, 3, 14), date(2026, 3, 15)]
    match = Match.objects.get(event=cup.pk)
    assert match.started_at.date() == date(2026, 3, 14)
    assert match.entries.get().kind == RubberEntry.__name__.removesuffix("Entry").lower()
    assert cup.plan["rounds"] == 2


def test_the_page_previews_and_keeps_the_lines(house: House) -> None:
    cup = opened(house, [])
    director = Browser(house, "director")
    here = f"tournaments/{cup.pk}/"
    assert "Import a TRF16 file" in page(director.get(here))
    wrong = SimpleUploadedFile("cup.trf", FILE.replace("   1 ", "   x ", 1).encode())
    sent = {"key": "one", "act": "preview", "content": ""}
    shown = page(director.post(f"{here}import/", {**sent, "file": wrong}))  # type: ignore[dict-item]
    text = tight(shown)
    assert "Line 2, column 5" in text
    assert "“x” is no starting number" in text
    assert "001    x      Ann" in shown, "The lines can be corrected in place."
    text = tight(page(director.post(f"{here}import/", {**sent, "content": FILE})))
    assert "<dt>Players</dt><dd>1</dd>" in text
    assert not cup.event.entrants.exists()
    goes(director.post(f"{here}import/", {**sent, "content": FILE, "act": "import"}))
    assert [one.player.name for one in cup.event.entrants.all()] == ["Ann"]
    assert cup.event.entrants.get().player_id == house.players["ann"].pk
    assert "Import a TRF16 file" not in page(director.get(here))


def test_a_program_reads_and_imports(house: House) -> None:
    cup = opened(house, [])
    api = house.api("director")
    path = f"tournaments/{cup.pk}"
    plan = read(api.post(f"{path}/report/preview", {"content": FILE}))
    assert (plan["players"], plan["new_players"], plan["faults"]) == (1, [], [])
    nothing = {"content": "012 Cup"}
    problem(api.post(f"{path}/report/preview", nothing), 422, field="content")
    fault = problem(api.post(f"{path}/report", nothing), 422, field="content")
    assert fault["faults"] == [
        {"line": 1, "column": 0, "text": "The file has no players: no line begins with 001."}
    ]
    whole = read(api.post(f"{path}/report", {"content": FILE}))
    assert [one["player"]["name"] for one in whole["entrants"]] == ["Ann"]
    answer = Api().get(f"{path}/report.trf")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert "0000 - U" in answer.content.decode()
