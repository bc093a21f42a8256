"""A person's browser without its scripts: pages asked for, forms sent as they stand."""

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING

from django.test import Client

from games.matches.models import Match
from tests.support.clubhouse import House

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

HTMX = {"HX-Request": "true"}
BLOCKS = (
    "caption|dd|details|div|dl|dt|form|h[1-6]|header|li|main|nav|ol|optgroup|option|p|section|select"
    "|summary|table|tbody|td|th|thead|title|tr|ul"
)
AROUND_BLOCK = re.compile(rf" ?(</?(?:{BLOCKS})\b[^>]*>) ?")
# Nobody has said who deals first, so the hand does.
HAND = {"dealer": "a", "king": "nobody", "opening": "stood", "tricks": "4-1"}
TAG = re.compile(r"<\w(?:[^<>\"]|\"[^\"]*\")*>")


class Browser:
    def __init__(self, house: House, who: str = "", *, csrf: bool = False) -> None:
        self.house = house
        self.client = Client(enforce_csrf_checks=csrf)
        if who:
            self.client.force_login(house.users[who])

    def get(self, path: str, **headers: str) -> "Answer":
        return self.client.get(self.address(path), headers=headers)

    def post(self, path: str, data: Mapping[str, str | Sequence[str]], **headers: str) -> "Answer":
        return self.client.post(self.address(path), data, headers=headers)

    def address(self, path: str) -> str:
        return path if path.startswith("/") else f"/clubs/{self.house.club.slug}/{path}"

    def hidden(self, path: str) -> dict[str, str]:
        """The hidden fields of the first form that has a key."""
        text = page(self.get(path))
        found = {name: _value(text, name) for name in ("key", "version")}
        return {name: value for name, value in found.items() if value}

    def pad(self, match: Match) -> dict[str, str]:
        return self.hidden(f"matches/{match.pk}/pad/")

    def mark(self, match: Match, sent: Mapping[str, str], **headers: str) -> "Answer":
        return self.post(f"matches/{match.pk}/pad/hand/", sent, **headers)


def page(answer: "Answer", status: int = 200) -> str:
    """The text of a page, which must be whole and answer with `status`; each tag is on one line."""
    assert answer.status_code == status, (answer.status_code, answer.content[:2000])
    text = answer.content.decode()
    assert "</html>" not in text or "<main" in text, "Only the frame of the page, or none."
    return unescape(TAG.sub(_on_one_line, text))


def tight(text: str) -> str:
    """A page without the white space that a browser does not show: any is one space, and there is
    none at the edges of blocks."""
    return AROUND_BLOCK.sub(r"\1", re.sub(r"[ \t\r\n]+", " ", text))


def goes(answer: "Answer") -> str:
    """Where the answer leads."""
    assert answer.status_code == 302, (answer.status_code, answer.content[:2000])
    return str(answer["Location"])


def chosen(text: str) -> dict[str, str]:
    """The radio buttons that are on, by the name of their row."""
    return dict(re.findall(r'name="(\w+)"\s+value="([\w-]+)"\s+checked', text))


def _on_one_line(tag: re.Match[str]) -> str:
    return re.sub(r"\s+>$", ">", re.sub(r"\s+", " ", tag[0]))


def _value(text: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    return found[1] if found else ""
