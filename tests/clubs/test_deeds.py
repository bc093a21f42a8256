"""The log of the Cercle: every act is in it, found by who, what, when and about what."""

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ecarte_club.clubs import audit_log
from ecarte_club.clubs.audit_log import ACTS, NAMES_OF
from ecarte_club.clubs.models import AuditLogEntry, Player, User
from ecarte_club.clubs.services.clubs import rules_make
from ecarte_club.core.exceptions import Denied, Invalid
from games.evenings.models import Phone
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, problem, read
from tests.support.scene import HAND, Scene, phone_api

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ROOMS = ("ecarte_club", "games", "scoring")


def code() -> str:
    files = [file for room in ROOMS for file in Path(settings.BASE_DIR, room).rglob("*.py")]
    return "\n".join(file.read_text() for file in files)


def asked(house: House, **sent: str) -> list[audit_log.Line]:
    return audit_log.lines(
        list(audit_log.entries(house.person("committee"), audit_log.parse_filters(sent)))
    )


def acts(house: House, **sent: str) -> list[str]:
    return [line.entry.act for line in asked(house, **sent)]


def at(house: House, moment: datetime, act: str = "rules_make") -> int:
    """The id of a deed done then."""
    deed = AuditLogEntry.objects.create(
        club=house.club, at=moment, act=act, by=house.users["committee"]
    )
    return deed.pk


# --- words ---


def test_every_act_that_is_noted_has_a_sentence() -> None:
    """Of whatever room: an act that is new is told in words, or this fails."""
    noted = set(re.findall(r"log_act\(\s*\w+,\s*\"(\w+)\"", code()))
    noted |= {"entry", "entry_correct", "entry_undo", "entry_mend"}
    assert len(noted) > 20
    assert noted <= ACTS.keys(), noted - ACTS.keys()


def test_every_kind_of_thing_has_a_name() -> None:
    kinds = set(re.findall(r"log_act\([^)]*kind=\"(\w+)\"", code()))
    assert len(kinds) > 4
    assert kinds <= NAMES_OF.keys(), kinds - NAMES_OF.keys()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_labels_and_sentences_are_whole(language: str, house: House) -> None:
    """Whatever is missing from the detail of an old deed leaves a gap and not an error."""
    with translation.override(language):
        labels = [str(ACTS[act].label) for act in ACTS]
        assert all(labels)
        assert not any("%" in label for label in labels)
        for act in ACTS:
            AuditLogEntry.objects.create(club=house.club, at=timezone.now(), act=act, detail={})
        assert not any("%(" in line.text for line in asked(house))


def test_people_are_named_when_the_log_is_read(here: Scene) -> None:
    house = here.house
    said = [line.text for line in asked(house, kind="match", about=str(here.match.pk))]
    assert said == ["Entry 1 made: Ann against Bob", "Match started: Ann against Bob"]
    Player.objects.filter(name="Ann").update(name="Nº 7")
    (first, *_rest) = asked(house, kind="match", about=str(here.match.pk))
    assert (first.text, first.who) == ("Entry 1 made: Nº 7 against Bob", "Scorer")
    assert "Ann" not in str(list(AuditLogEntry.objects.values_list("detail", flat=True)))


def test_a_deed_of_an_act_that_is_no_more_is_still_shown(house: House) -> None:
    at(house, timezone.now(), "of_old")
    assert [line.text for line in asked(house)] == ["of_old"]


def test_who_came_by_a_tables_code_is_named_as_he_said(here: Scene) -> None:
    house = here.house
    phone_api(here.phones[0]).enter(here.match.pk, HAND)
    (line,) = asked(house, by="phones", act="entry")
    assert (line.who, line.entry.act) == ("Somebody at table 1", "entry")
    assert line.entry.phone_id is not None
    Phone.objects.filter(pk=line.entry.phone_id).update(player=house.players["bob"])
    assert asked(house, by="phones", act="entry")[0].who == "Bob, with a table code"


# --- sifting ---


def test_by_whom_and_what(here: Scene) -> None:
    house = here.house
    scorer = str(house.users["scorer"].pk)
    contests = {"contest_open", "contest_tell"}
    assert set(acts(house, by=scorer)) == {"match_start", "entry", *contests}
    assert set(acts(house, by=scorer, act="entry")) == {"entry"}
    assert set(acts(house, act="event_open")) == {"event_open"}
    assert set(acts(house, by=str(house.users["ann"].pk))) == {"online_open"}
    assert acts(house, by=str(house.users["cyd"].pk)) == []


def test_days_are_those_of_the_club(house: House) -> None:
    """In Paris the fourteenth begins while it is still the thirteenth in Greenwich."""
    zone = timezone.get_current_timezone()
    midnight = datetime(2026, 3, 14, tzinfo=zone)
    moments = [
        midnight - timedelta(seconds=1),
        midnight,
        midnight + timedelta(hours=23, minutes=59, seconds=59),
        midnight + timedelta(days=1),
    ]
    late, first, last, after = (at(house, moment.astimezone(UTC)) for moment in moments)

    def ids(**sent: str) -> list[int]:
        return [line.entry.pk for line in asked(house, **sent)]

    assert ids(since="2026-03-14", until="2026-03-14") == [last, first]
    assert ids(since="2026-03-14") == [after, last, first]
    assert ids(until="2026-03-13") == [late]
    assert ids(since="2026-03-16") == []
    assert ids(until="2026-03-12") == []
    assert ids(since="2026-03-15", until="2026-03-14") == []


def test_deeds_side_by_side_are_found_though_their_ids_crossed(house: House) -> None:
    """The one that was begun first got the lower id and was done a moment later."""
    midnight = datetime(2026, 3, 14, tzinfo=timezone.get_current_timezone())
    slow = at(house, midnight + timedelta(seconds=2))
    quick = at(house, midnight + timedelta(seconds=1))
    before = at(house, midnight - timedelta(seconds=1))
    found = [line.entry.pk for line in asked(house, since="2026-03-14")]
    assert found == [quick, slow]
    assert [line.entry.pk for line in asked(house, until="2026-03-13")] == [before]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"by": "ann"}, "by"),
        ({"by": "9" * 30}, "by"),
        ({"act": "steal"}, "act"),
        ({"kind": "table", "about": "1"}, "kind"),
        ({"kind": "match"}, "about"),
        ({"about": "1"}, "about"),
        ({"kind": "match", "about": "x"}, "about"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2026-02-30"}, "since"),
        ({"until": "9999-12-31"}, "until"),
        ({"until": "0001-01-01"}, "until"),
        ({"before": "-1"}, "before"),
    ],
)
def test_what_cannot_be_asked(sent: dict[str, str], field: str, house: House) -> None:
    with pytest.raises(Invalid) as found:
        audit_log.parse_filters(sent)
    assert list(found.value.errors) == [field]
    query = "&".join(f"{name}={value}" for name, value in sent.items())
    problem(house.api("committee").get(f"clubs/cercle/log?{query}"), 422, "invalid", field)
    browser = Browser(house, "committee")
    page(browser.get(f"log/?{query}"), 422)
    page(browser.get(f"log/csv/?{query}"), 422)


def test_the_log_of_one_club_is_not_that_of_another(here: Scene, beside: House) -> None:
    theirs = str(here.house.users["scorer"].pk)
    assert acts(here.house, by=theirs)
    assert asked(beside) == []
    assert acts(beside, by=theirs) == []


@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_the_log_is_for_directors(who: str, house: House) -> None:
    with pytest.raises(Denied):
        audit_log.entries(house.person(who), audit_log.Filters())


# --- pages of it ---


def fill(house: House, number: int) -> None:
    people = [house.users["committee"], house.users["scorer"]]
    start = datetime(2026, 1, 1, 12, tzinfo=UTC)
    match = scene_match(house)
    AuditLogEntry.objects.bulk_create(
        AuditLogEntry(
            club=house.club,
            at=start + timedelta(minutes=place),
            act="entry",
            by=people[place % 2],
            kind="match",
            about=match,
            detail={"number": place, "entry": "hand"},
        )
        for place in range(number)
    )


def scene_match(house: House) -> int:
    return house.match().pk


def test_every_deed_is_on_one_page_of_the_log(house: House) -> None:
    """Also when something is done while one turns the pages."""
    fill(house, 130)
    browser, seen = Browser(house, "director"), list[str]()
    address = "log/?act=entry"
    while address:
        text = page(browser.get(address))
        seen += re.findall(r"Entry (\d+) made", text)
        at(house, timezone.now(), "entry")
        older = re.search(r'href="(\?[^"]*before=\d+[^"]*)">Older', text)
        address = f"log/{older[1]}" if older else ""
    assert seen == [str(number) for number in range(129, -1, -1)]


@pytest.mark.parametrize(
    "sent", ["", "?by=phones", "?act=entry", "?since=2026-01-02", "?who=Scorer"]
)
def test_a_page_costs_the_same_however_long_the_log_is(sent: str, house: House) -> None:
    fill(house, 60)
    browser = Browser(house, "committee")
    counts = []
    for _more in range(2):
        with CaptureQueriesContext(
            connection,
        ) as few:
            page(browser.get(f"log/{sent}"))
        counts.append(len(few))
        fill(house, 300)
    assert counts[0] == counts[1] <= 15


@pytest.mark.slow
def test_no_page_reads_the_whole_log(house: House) -> None:
    """The plans of the queries behind it: none sorts, none reads the table from end to end."""
    fill(house, 2000)
    person = house.person("committee")
    for sent in (
        {},
        {"by": str(house.users["scorer"].pk)},
        {"act": "entry"},
        {"kind": "match", "about": "1"},
        {"before": "900"},
    ):
        plan = audit_log.entries(person, audit_log.parse_filters(sent))[:51].explain()
        assert "TEMP B-TREE" not in plan, (sent, plan)
        if connection.vendor == "sqlite":
            assert "SCAN clubs_auditlogentry" not in plan, (sent, plan)


def test_a_name_that_means_one_person_or_several(here: Scene) -> None:
    house = here.house
    browser = Browser(house, "committee")
    text = page(browser.get("log/?who=scor"))
    assert "made: Ann against Bob" in text
    assert "Evening opened" not in text.partition("<table")[2]
    several = page(browser.get("log/?who=r"))
    assert "Several people match. Choose one:" in several
    assert {"Director", "Scorer"} <= set(re.findall(r'row-link name" href="[^"]*">(\w+)<', several))
    assert "The log has nothing under this name." in page(browser.get("log/?who=zoe"))
    User.objects.create_user("zoe@rivage.example", "x", name="Zoe")
    assert "The log has nothing under this name." in page(browser.get("log/?who=zoe"))


def test_a_row_leads_to_its_thing_and_to_all_about_it(here: Scene) -> None:
    house = here.house
    text = page(Browser(house, "director").get("log/"))
    assert f'href="/clubs/cercle/matches/{here.match.pk}/"' in text
    assert f"?kind=match&about={here.match.pk}" in text
    narrowed = page(Browser(house, "director").get(f"log/?kind=match&about={here.empty.pk}"))
    assert narrowed.count("<tr>") == 2
    assert "Entered" not in narrowed.partition("<table")[2]


def test_nothing_was_done(house: House) -> None:
    assert "Nothing matches." in page(Browser(house, "committee").get("log/"))


# --- programs and spreadsheets ---


def test_a_program_reads_all_of_it(house: House) -> None:
    fill(house, 120)
    api, path, seen = house.api("director"), "clubs/cercle/log?act=entry", list[dict[str, Any]]()
    while path:
        body = read(api.get(path))
        seen += body["results"]
        path = (body["next"] or "").partition("/api/v1/")[2]
    assert [one["detail"]["number"] for one in seen] == list(range(119, -1, -1))
    assert seen[0]["by"] == {"id": house.users["scorer"].pk, "name": "Scorer"}
    assert seen[0]["text"] == "Entry 119 made: Ann against Bob"


def test_the_spreadsheet_says_what_the_page_says_and_no_formula(house: House) -> None:
    rules_make(by=house.person("committee"), name="=1+1", base="modern", options={})
    User.objects.filter(pk=house.users["committee"].pk).update(name="@SUM(A1)")
    for answer in (
        Browser(house, "committee").get("log/csv/"),
        house.api("committee").get("clubs/cercle/log.csv"),
    ):
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        head, row = answer.content.decode("utf-8-sig").split("\r\n")[:2]
        assert head == "id,at,by,act,text,kind,about"
        assert row.split(",")[2:5] == ["'@SUM(A1)", "rules_make", "Club rules made: =1+1"]


def test_the_spreadsheet_ends_somewhere(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "CSV_MOST", 150)
    monkeypatch.setattr(audit_log, "CHUNK", 40)
    fill(house, 200)
    body = Browser(house, "committee").get("log/csv/?act=entry").content.decode("utf-8-sig")
    numbers = re.findall(r"Entry (\d+) made", body)
    assert numbers == [str(number) for number in range(199, 49, -1)]
    body = Browser(house, "committee").get("log/csv/?until=2025-01-01").content.decode()
    assert body.count("\r\n") == 1


def test_the_day_in_a_sentence_is_in_the_readers_words(house: House) -> None:
    AuditLogEntry.objects.create(
        club=house.club,
        at=timezone.now(),
        act="player_leave",
        kind="player",
        about=house.players["ann"].pk,
        detail={"on": date(2026, 3, 14).isoformat()},
    )
    with translation.override("fr"):
        assert "14 mars 2026" in asked(house)[0].text
