"""Every page by every kind of person, as the table of rights says and not otherwise."""

from collections.abc import Collection, Iterator
from copy import deepcopy
from datetime import date
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import pytest
from django import shortcuts
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act
from games.engine.robots.tables import Tables
from games.evenings.authentication import SESSION_KEY
from games.evenings.models import Evening
from games.matches.models import Event
from games.practice.rules.hands import played
from games.practice.rules.problems import Problem, start_of
from games.practice.selectors import problems
from tests.site.page_rows import LIBRARY, PAGES, PERSONAL, Page
from tests.site.pages import Browser
from tests.site.people import (
    AT_THE_TABLE,
    CLUB_PEOPLE,
    EVERYBODY,
    OUTSIDERS,
    PHONES,
    may,
    telling,
)
from tests.support.clubhouse import PASSWORD, House
from tests.support.clubrooms import noted, undone
from tests.support.everything import everything, written
from tests.support.scene import Scene

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

WRITING = [name for name, row in PAGES.items() if row.sent]


def _names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            # Those of operators are no pages of a club: tests/operators goes through them.
            if pattern.namespace != "admin":
                yield from _names(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name


def test_the_list_of_pages_is_whole() -> None:
    named = {name for name in _names(get_resolver().url_patterns) if not name.startswith(LIBRARY)}
    assert named == PAGES.keys() | PERSONAL


def _browser(who: str, here: Scene, neighbour: House) -> Browser:
    house = here.house
    if who in ("neighbour", "stranger"):
        browser = Browser(house)
        browser.client.force_login(neighbour.users["committee"] if who == "neighbour" else _x())
        return browser
    browser = Browser(house, who if who in house.users else "")
    if who in PHONES:
        session = browser.client.session
        tables = list(here.evening.tables.order_by("pk"))
        session[SESSION_KEY] = tables[PHONES.index(who)].phones.get().pk
        session.save()
    return browser


def _x() -> User:
    return User.objects.create_user("x@nowhere.example", PASSWORD, name="X")


@pytest.fixture(scope="module")
def signed_in(
    _standing: tuple[Scene, House], django_db_blocker: DjangoDbBlocker
) -> dict[str, SimpleCookie]:
    """What the browser of each kind of person sends."""
    with django_db_blocker.unblock():
        return {who: _browser(who, *_standing).client.cookies for who in EVERYBODY}


def _may(who: str, act: Act | None, own: Act | None, *, any_table: bool = False) -> bool:
    return (any_table and who in PHONES) or may(who, act, own)


def _address(row: Page, here: Scene) -> str:
    return here.path(row.path)


@pytest.fixture(autouse=True)
def _first_decision_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the problem of the day, though no good one: that takes seconds to find."""

    def found(_day: date, tables: Tables) -> Problem:
        start = start_of("3")
        at = played(start, (), tables)
        advised = at.advice(tables)
        assert advised is not None
        return Problem(start, (), at, advised)

    monkeypatch.setattr(problems, "problem_of", found)


@pytest.fixture(autouse=True)
def _refused_in_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all are refused here, and half of the work would be the page that says so, which
    test_pages_rights reads."""

    def answer(request: HttpRequest, template: str, *rest: Any, **more: Any) -> HttpResponse:
        if template.startswith("errors/"):
            return HttpResponse(template, status=more["status"])
        return shortcuts.render(request, template, *rest, **more)

    monkeypatch.setattr("ecarte_club.clubs.views.common.render", answer)


def test_reading(here: Scene, beside: House) -> None:
    """Of a club that keeps to itself, so that whatever is seen is seen by right; each page by all
    of them in turn, so that nobody is given what was made for somebody else."""
    for model in (Club, Event, Evening):
        model.objects.update(public=False)
    browsers = {who: _browser(who, here, beside) for who in EVERYBODY}
    wrong: list[str] = []
    for name, row in PAGES.items():
        seeing = [who for who in EVERYBODY if _sees(row, who)]
        for who in _asked(row, seeing) if row.reads else ():
            with noted(wrong, f"{name} by {who}"):
                _try_to_read(row, who, here, browsers[who])
    assert wrong == [], "\n".join(wrong)


def _asked(row: Page, allowed: Collection[str]) -> list[str]:
    """Whose role decides it, and all who may for more than their role: a role may what those below
    it may, as test_rights_table says, and the committee reads nearly all in
    test_points_everywhere."""
    more = (*AT_THE_TABLE, *PHONES) if row.own or row.write_own or row.any_table else ()
    of_more = {who for who in allowed if who in (*more, row.player)}
    deciding = telling(EVERYBODY, allowed)
    return [who for who in EVERYBODY if who in deciding or who in of_more]


def _sees(row: Page, who: str) -> bool:
    if row.act is Act.SEE_PUBLIC:
        at_table = who in PHONES if row.any_table else who == "phone" and bool(row.own)
        return who in CLUB_PEOPLE or at_table
    return who == row.player or _may(who, row.act, row.own, any_table=row.any_table)


def _try_to_read(row: Page, who: str, here: Scene, browser: Browser) -> None:
    answer = browser.get(_address(row, here))
    if _sees(row, who):
        assert answer.status_code in (200, 302), answer.content[:500]
        assert "/account/login/" not in answer.get("Location", "")
    elif answer.status_code == 302 and (who == "nobody" or who in PHONES):
        assert answer["Location"].startswith("/account/login/")
    elif who in OUTSIDERS:
        assert answer.status_code == 404
    else:
        assert answer.status_code in ((403, 404) if who in PHONES else (403,))


@pytest.mark.parametrize("name", WRITING)
def test_writing(name: str, signed_in: dict[str, SimpleCookie], here: Scene) -> None:
    row = PAGES[name]
    assert row.sent is not None
    row.before(here)
    sent = {"key": "page-table", **row.sent(here)}
    before = everything()
    writers = [who for who in EVERYBODY if _writes(row, who)]
    for who in _asked(row, writers):
        browser = Browser(here.house)
        browser.client.cookies = deepcopy(signed_in[who])
        for file in sent.values():
            if isinstance(file, SimpleUploadedFile):
                file.seek(0)
        with undone(who):
            count = written()
            answer = browser.post(_address(row, here), sent)
            changed = written() != count and everything() != before
            _only_as_may_be(row, who, answer, changed=changed)


def _writes(row: Page, who: str) -> bool:
    act, own = row.write_act or row.act, row.write_own or row.own
    return who == row.player or _may(who, act, own, any_table=row.any_table)


def _only_as_may_be(row: Page, who: str, answer: "Answer", *, changed: bool) -> None:
    if _writes(row, who):
        assert answer.status_code in (200, 302), (answer.status_code, answer.content[:2000])
        assert changed, answer.content[:3000]
        return
    if answer.status_code == 302:
        assert who == "nobody" or who in PHONES
        assert answer["Location"].startswith("/account/login/")
    else:
        inside = who in (*CLUB_PEOPLE, *PHONES)
        # A form that does not even offer what is not allowed answers 422.
        assert answer.status_code in ((403, 404, 422) if inside else (404,)), answer.content[:500]
    assert not changed
