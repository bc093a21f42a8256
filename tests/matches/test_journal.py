"""The journal on a match's page and the log of the API are one record, told twice."""

import re
from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from games.engine.records import HandRecord, MarkKind, NotedMark, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import HandEntry, RubberEntry
from games.matches.models import Match
from games.matches.selectors import reading
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct
from games.matches.views.journal import journal
from scoring.leagues.models import Season
from tests.sheets.paper import game, hand
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read

Json = dict[str, Any]

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

RUBBER = MatchTerms()
NAMES = {"a": "Ann", "b": "Bob"}


def marks_of(json: Json) -> str:
    if json["kind"] in ("king_turned", "king_held"):
        return f"{NAMES[json['seat']]} {json['kind'].removeprefix('king_')} the king."
    return f"{NAMES[json['seat']]} marks {('one', 'two', 'three')[json['points'] - 1]}."


def dealt(json: Json) -> str:
    """The dealer, and what became of the proposal."""
    if json["tricks"] is None and not json["kings"]:
        return "Only the marks were noted."
    if json["dealer"] is None:
        return ""
    dealer, elder = NAMES[json["dealer"]], NAMES["b" if json["dealer"] == "a" else "a"]
    opening = {
        "stood": f"; {elder} stood",
        "refused": " and refused",
        "exchanged": "; they exchanged",
        None: "",
    }
    return f"{dealer} dealt{opening[json['opening']]}."


def told_hand(json: Json) -> str:
    parts = [dealt(json)]
    parts += [f"{NAMES[king['seat']]} {king['how']} the king." for king in json["kings"]]
    if json["abandoned_by"]:
        parts.append(f"{NAMES[json['abandoned_by']]} abandoned the hand.")
    if json["tricks"]:
        parts.append(f"Tricks {json['tricks']['a']}–{json['tricks']['b']}.")
    parts += [marks_of(mark) for mark in json["marks"] or []]
    return " ".join(part for part in parts if part)


def told(json: Json) -> str:
    """An entry of the API in a sentence, as a person would read it out."""
    if json["undoes"]:
        return f"Entry {json['undoes']} undone."
    pair = json["score"] or json["games"]
    what = told_hand(json["hand"]) if json["hand"] else "Entry removed."
    if pair:
        what = f"{pair['a']}–{pair['b']}"
    if json["supersedes"]:
        return f"Replaces entry {json['supersedes']}: {what} ({json['reason']})"
    return what


class Evening:
    """A match of a season, written to through the services."""

    def __init__(self, house: House, season: Season, director: str = "director") -> None:
        self.match = house.match(season)
        self.person = house.person(director)

    def enter(self, *plays: Play) -> None:
        for play in plays:
            play_record(by=self.person, match=self.match, what=play, version=self.match.version)

    def correct(self, number: int, play: Play | None) -> None:
        entry_correct(
            by=self.person,
            match=self.match,
            number=number,
            what=play,
            reason="a < b & c",
            version=self.match.version,
        )

    def undo(self) -> None:
        entry_undo(by=self.person, match=self.match, version=self.match.version)


NOTED = (NotedMark(Seat.A, 1, MarkKind.KING_HELD), NotedMark(Seat.B, 2, MarkKind.POINT))
HANDS: list[Play] = [
    hand("a", "stood", (2, 3), "b held"),
    hand("b", "refused", (2, 3), "b turned"),
    HandEntry(1, HandRecord(marks=NOTED)),
    HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, (), Tricks(1, 1), Seat.B)),
    hand("b", "", (5, 0)),
]


@pytest.fixture
def evening(house: House) -> Match:
    """Every kind of entry and of act; the last two hands are left over by a correction."""
    found = Evening(house, house.season(terms=RUBBER))
    found.enter(*HANDS[:3])
    found.undo()
    found.enter(HANDS[3])
    found.correct(2, None)
    found.undo()
    found.correct(1, HANDS[4])
    found.correct(8, HandEntry(1, HandRecord(marks=(NotedMark(Seat.A, 3),))))
    found.enter(HANDS[4], game(2, 2, 5))
    found.correct(11, game(2, 5, 3))
    found.undo()
    return found.match


def log(api: Api, match: Match) -> list[Json]:
    found: list[Json] = read(api.get(f"matches/{match.pk}/entries"))
    return found


@pytest.mark.parametrize("who", ["", "cyd", "director"])
def test_web_and_api_tell_one_story(house: House, evening: Match, who: str) -> None:
    """Number by number, newest first on the page: what, when, and who for the club alone."""
    entries = log(house.api(who) if who else Api(), evening)
    acts = journal(reading.read(evening), with_people=bool(who))
    assert [act.number for act in acts] == list(range(len(entries), 0, -1))
    for act, entry in zip(acts, reversed(entries), strict=True):
        assert (act.number, act.what) == (entry["number"], told(entry))
        assert act.when == parse_datetime(entry["at"])
        assert act.who == (entry["by"] or "")
        assert bool(act.who) == bool(who)


@pytest.mark.parametrize("who", ["", "cyd", "director"])
def test_the_page_shows_it_all(house: House, evening: Match, who: str) -> None:
    text = page(Browser(house, who).get(f"matches/{evening.pk}/"))
    shown = text[text.index('id="journal"') :]
    lines = re.findall(
        r"<li>\s*<span>(<s>)?(.*?)(?:</s>)?</span>.*?line-end note\">(\d+)</span>\s*</li>",
        shown,
        re.S,
    )
    entries = log(house.api(who) if who else Api(), evening)
    superseded = {entry["supersedes"] for entry in entries}
    assert lines == [
        ("<s>" if entry["number"] in superseded else "", told(entry), str(entry["number"]))
        for entry in reversed(entries)
    ]
    assert ("Director" in shown[: shown.index("</details>")]) == bool(who)


def test_struck_through_is_what_something_superseded(house: House, evening: Match) -> None:
    """All that the API says stands is plain; of the rest only a taking back that still holds."""
    entries = log(house.api("cyd"), evening)
    plain = {act.number for act in journal(reading.read(evening), with_people=True) if act.stands}
    standing = {entry["number"] for entry in entries if entry["stands"]}
    # Number 4 took hand 3 back for good; 6 crossed hand 2 out until 7 undid that.
    assert plain - standing == {4}
    assert standing <= plain
    assert {3, 6} & plain == set()
    assert 7 in standing


def test_a_match_by_its_games_alone_is_told_too(house: House) -> None:
    found = Evening(house, house.season(terms=RUBBER))
    found.enter(RubberEntry(2, 0))
    found.correct(1, RubberEntry(2, 1))
    newest, oldest = journal(reading.read(found.match), with_people=False)
    assert newest.what == "Replaces entry 1: 2–1 (a < b & c)"
    assert (oldest.what, oldest.stands, oldest.who) == ("2–0", False, "")
    assert [newest.what, oldest.what] == [
        told(entry) for entry in reversed(log(Api(), found.match))
    ]


def test_nothing_entered_is_nothing_told(house: House) -> None:
    match = house.match(house.season())
    assert journal(reading.read(match), with_people=True) == []
    assert log(Api(), match) == []
    assert "journal" not in page(Browser(house).get(f"matches/{match.pk}/"))
