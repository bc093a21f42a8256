"""The server's chain and what is drawn from it are in one module alone while a match goes on."""

import logging
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib import admin
from django.core.cache import caches
from django.core.management import call_command
from django.core.signals import got_request_exception
from django.views.debug import ExceptionReporter
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from games.engine import fair_deal
from games.engine.cards import NAMES
from games.engine.seats import Seat
from games.online import hidden
from games.online.models import Action, Draw, OnlineTable
from games.online.selectors.tables import Play, tables
from tests.servers import PROJECT
from tests.support.archives import archived, contents
from tests.support.clubhouse import House
from tests.support.depth import times

from .devices import Device, seated, step
from .worlds import pack_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
STEPS = 40
OPENED = 16
"""Links of the server that are looked for: more than are drawn with."""


def in_words(cards: tuple[int, ...]) -> set[str]:
    """As they may be written one after another."""
    names, numbers = [NAMES[one] for one in cards], [str(one) for one in cards]
    joints = ("", " ", ",", ", ", '","', '", "', "', '")
    return {joint.join(words) for joint in joints for words in (names, numbers) if joint or words}


def forms(secret: bytes) -> set[str]:
    """As they may be written down."""
    found = {secret.hex(), secret.hex().upper(), b64encode(secret).decode().rstrip("=")}
    # A report of an error breaks long lines.
    return found | {repr(secret[:8])[2:-1], str(int.from_bytes(secret, "big"))}


def secrets_of(table: OnlineTable) -> set[str]:
    """The seed, the links, and of each pack what nobody saw: stock and other hand."""
    seed = hidden._seed(table.nonce, site_settings.SECRET_KEY)
    links = [fair_deal.draw_link(seed, number) for number in range(1, OPENED)]
    found = set().union(*map(forms, [seed, *links]))
    for draw in Draw.objects.filter(table=table, kind="hand", missing=""):
        pack = pack_of(table, draw.number)
        found |= in_words(pack[:6]) | in_words(pack[11:16]) | in_words(pack[26:])
    hand = Play(table).hand
    for seat in Seat:
        cards = hand._state.hand(seat) if hand else ()
        if len(cards) == 5:
            found |= in_words(cards)
    return {one for one in found if len(one) > 8}


def found_in(text: str, secrets: set[str]) -> list[str]:
    return [one for one in secrets if one in text]


@pytest.fixture
def records() -> Iterator[list[str]]:
    """Whatever is logged, however little it matters, with its arguments."""
    lines: list[str] = []

    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.__dict__}{self.format(record)}")

    root, handler = logging.getLogger(), Keeps(logging.DEBUG)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lines
    root.removeHandler(handler)
    root.setLevel(level)


def dumped() -> str:
    out = StringIO()
    call_command("dumpdata", stdout=out, verbosity=0)
    return out.getvalue()


def test_the_secret_is_in_no_dump_log_archive_or_cache(
    house: House,
    records: list[str],
    settings: Settings,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.DEBUG = True  # then queries are logged, too
    players = seated(house, Random(7), {"terms": {"format": "games", "games": 9}})
    secrets: set[str] = set()
    with django_capture_on_commit_callbacks(execute=True):
        for number in range(STEPS):
            state = step(players)
            # Each hand has more steps than this.
            if number % times(4, thorough=1) == 0:
                secrets |= secrets_of(tables().get(pk=players[0].table))
    assert state["hand"]["draw"] > 3
    # A hand discarded as it was is an action, which is written down.
    lines = "".join(Action.objects.values_list("text", flat=True))
    secrets = {one for one in secrets if one not in lines}
    assert found_in("".join(records), secrets) == []
    records.clear()
    dump = dumped()
    assert found_in(dump, secrets) == []
    archive = b"".join(contents(archived(house.club.pk)).values()).decode(errors="replace")
    assert found_in(archive, secrets) == []
    kept = repr(list(caches["default"]._cache.values()))  # type: ignore[attr-defined]  # of LocMemCache
    assert found_in(kept, secrets) == []
    # What is looked for would be found.
    table = tables().get(pk=players[0].table)
    assert table.nonce in dump
    logging.getLogger("games").debug("%s", [hidden._link(table.nonce, table.server_end, 2).hex()])
    assert found_in("".join(records), secrets)


def test_operators_see_nothing_of_tables_online() -> None:
    shown = {model._meta.app_label for model in admin.site._registry}
    assert "clubs" in shown
    assert "online" not in shown


PACKAGES = ("ecarte_club", "games", "scoring")
DRAWS = re.compile(r"games\.online\.deal|\b(chain_end|draw_link)\b|fair_deal\.pack\b")


def test_one_module_alone_draws() -> None:
    paths = [path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")]
    drawing = {str(path.relative_to(PROJECT)) for path in paths if DRAWS.search(path.read_text())}
    # The sample plays as two devices of players do; practice has no secret: its seed is in the
    # address.
    others = {
        "games/engine/fair_deal.py",
        "games/practice/rules/hands.py",
        "scoring/sample/online.py",
    }
    assert drawing - others == {"games/online/hidden.py"}


def until_played(players: tuple[Device, Device]) -> tuple[Device, dict[str, Any]]:
    """Somebody is to play a card; whose turn it is, and the state."""
    for _ in range(60):
        state = step(players)
        hand = state["hand"]
        if hand and hand["phase"] == "play":
            break
    player = players[state["hand"]["to_act"] == "b"]
    return player, player.state()


Breaks = Callable[[pytest.MonkeyPatch], None]


def in_the_shuffle(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fair_deal, "below", broken)


def in_the_chain(patch: pytest.MonkeyPatch) -> None:
    hidden._known_link.cache_clear()
    patch.setattr(fair_deal, "hashed", broken)


def in_the_play(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hidden, "apply", broken)


def in_the_view(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hidden, "view", broken)


def in_the_laws(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hidden, "refusal", broken)


def broken(*facts: object, **_more: object) -> None:
    """An error of the kind that names what it is about."""
    raise KeyError(repr(facts))


BREAKS: tuple[Breaks, ...] = (
    in_the_shuffle,
    in_the_chain,
    in_the_play,
    in_the_laws,
    # The action is done by then.
    in_the_view,
)


@contextmanager
def reported() -> Iterator[list[str]]:
    """What is sent to the admins of the site, and shown where DEBUG is on."""
    reports: list[str] = []

    def report(request: Any, **_more: object) -> None:
        reporter = ExceptionReporter(request, *sys.exc_info())
        reports.extend((reporter.get_traceback_html(), reporter.get_traceback_text()))

    got_request_exception.connect(report)
    try:
        yield reports
    finally:
        got_request_exception.disconnect(report)


@pytest.mark.parametrize("debug", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_a_report_of_an_error_shows_no_card(
    house: House, monkeypatch: pytest.MonkeyPatch, settings: Settings, debug: bool
) -> None:
    players = seated(house, Random(1))
    player, state = until_played(players)
    secrets = secrets_of(tables().get(pk=player.table))
    settings.DEBUG = debug
    player.api.client.raise_request_exception = False
    body = {"version": state["version"], "act": state["hand"]["legal"][0]}
    for breaks in BREAKS:
        with monkeypatch.context() as patch, reported() as reports:
            breaks(patch)
            answer = player.api.post(f"online-tables/{player.table}/acts", body)
        assert (answer.status_code, len(reports)) == (500, 2)
        assert "hidden.py" in reports[1], "It says where."
        for text in (*reports, answer.content.decode()):
            assert found_in(unescape(text), secrets) == [], breaks
