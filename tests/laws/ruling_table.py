"""A table at which something went wrong, from the pad through the questions and back.

Ann sits at a and is Alice, Bob at b.
"""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

from games.engine.records import HandRecord
from games.engine.states import Line
from games.engine.terms import HandEntry
from games.matches.models import Match
from games.matches.selectors.reading import Reading, read
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, open_house

BOB_DEALS = {"dealer": "b", "king": "nobody", "opening": "exchanged", "tricks": "3-2"}


def record_of(line: Line) -> HandRecord:
    assert isinstance(line.entry, HandEntry)
    return line.entry.record


class Table:
    """Ann with her phone at a match in which Bob dealt the first hand, so that she deals now."""

    def __init__(self) -> None:
        self.house: House = open_house()
        self.match = self.house.match()
        self.ann = Browser(self.house, "ann")
        self.here = f"matches/{self.match.pk}/ruling/"
        self.ann.mark(self.match, {**BOB_DEALS, **self.ann.pad(self.match)})

    def found(self) -> Reading:
        return read(Match.objects.get(pk=self.match.pk))

    def record(self) -> HandRecord:
        """Of the hand that was entered last."""
        return record_of(self.found().state.lines[-1])

    def score(self) -> tuple[int, int]:
        score = self.found().state.score
        return score.a, score.b

    def step(self, address: str) -> str:
        return page(self.ann.get(self.here + address))

    def follow(self, text: str, answer: str) -> str:
        """The page behind the link of this name."""
        return self.step(link(text, answer))

    def choose(self, text: str, address: str, **more: str) -> str:
        """Where the first choice that is entered at once leads."""
        sent = {
            name: re.findall(rf'name="{name}" value="([^"]*)"', text)[0]
            for name in ("key", "version", "said", "choice")
        }
        action = unescape(re.findall(r'<form class="form" method="post" action="([^"]*)"', text)[0])
        assert action == unescape(sent["said"])
        assert parse_qs(action[1:]) == parse_qs(urlsplit(address).query)
        return goes(self.ann.post(self.here + action, {**sent, **more}))

    def pad(self, address: str) -> str:
        return page(self.ann.get(address))


def link(text: str, answer: str) -> str:
    for address, name in re.findall(r'<a\s[^>]*href="([^"]*)"[^>]*>(.*?)</a\s*>', text, re.DOTALL):
        if re.sub("<[^>]*>", "", name).strip().startswith(answer):
            return str(unescape(address))
    raise AssertionError((answer, text))


def asked(text: str) -> str:
    found = re.search(r'class="question">([^<]*)<', text)
    return found[1] if found else ""


def walk(table: Table, *answers: str) -> tuple[str, str]:
    """From the first page by the links of these names: the last page, and its address."""
    address, text = "", table.step("")
    for answer in answers:
        address = link(text.split("<h1")[1], answer)
        text = table.step(address)
    return text, address


def hidden(text: str) -> dict[str, str]:
    """What the form of the hand carries without being seen."""
    form = text.split('id="hand"')[1].split("<fieldset")[0]
    found = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def marks(table: Table) -> list[tuple[str, int, str]]:
    return [(one.seat.value, one.points, one.law) for one in table.found().state.lines[-1].marks]


def play_on(table: Table, text: str, way: str, **hand: str) -> None:
    """The way is noted, and the hand is marked on the pad."""
    pad = table.pad(link(text, f"Note it and play on: {way}"))
    goes(table.ann.mark(table.match, {"king": "nobody", **hidden(pad), **hand}))
