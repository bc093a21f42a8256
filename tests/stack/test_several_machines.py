"""A site on ten machines, each of which is killed and cut off in turn, while hands are entered and
pages are open. Nothing is lost or doubled. Of the two web machines, usually one is killed and the
other cut off.

An open page has each version within 10 seconds of its commit. Where nobody can ask meanwhile, since
the door is away or the database behind it, the seconds count from when it is back.
"""

import ssl
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from threading import Event
from time import monotonic, sleep, time
from typing import Any

import httpx
import pytest
import redis
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from ecarte_club.core.health import LAST_TASK, TASKS_LATE
from ecarte_club.core.models import Outgoing
from ecarte_club.stack.nginx import binary, nchan_module
from games.matches.models import Entry, Match
from games.matches.services.matches import match_start
from scoring.webhooks.services.outbox import numbered
from scoring.webhooks.services.subscriptions import Hook, hook_make
from tests.databases import TEMPLATE, postgres_database
from tests.servers import missing
from tests.support.clubhouse import open_house
from tests.support.database_machines import with_tables
from tests.support.deployed import NAME
from tests.support.depth import times
from tests.support.elsewhere import django_on
from tests.support.machine_faults import FAULTS, NOTHING, TASKS, Fault, readiness
from tests.support.machines import Machines, machines
from tests.support.networks import network
from tests.support.open_pages import Browsers
from tests.support.poolers import pgbouncer_binary
from tests.support.receiver import Receiver, receiver, until
from tests.support.retrying import Retrying, some_hand
from tests.support.varnished import found_varnish

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

CLIENTS = times(4, thorough=8)
THINKS = 1.0
"""Seconds, between two hands of one match."""
ROUNDS = times(1, thorough=3)
"""Each machine is killed and cut off so often."""
PATIENCE = 10.0
"""Seconds, until an open page has what was entered."""
SLACK = times(2, thorough=1)
"""Many tests may run beside the usual run."""


class Scorer:
    """Enters hands of one match; when it is over, or now and then, the last is undone."""

    def __init__(self, world: Callable[[], httpx.Client], secret: str, match: int) -> None:
        self.line = Retrying("", secret, waits_for_outages=True, pause=0.25)
        self.make_client, self.match, self.random = world, match, Random(match)
        self.is_over, self.standing = False, 0
        self.entered = list[tuple[float, int]]()
        self.took = list[float]()

    @property
    def version(self) -> int:
        return len(self.entered)

    def play(self, over: Event) -> None:
        self.line.client = self.make_client()
        self.line.client.headers["Authorization"] = f"Bearer {self.line.secret}"
        while not over.wait(THINKS):
            body = {"version": self.version}
            undo = self.is_over or (self.standing > 0 and self.random.random() < 0.2)
            path = f"/api/v1/matches/{self.match}/{'undo' if undo else 'hands'}"
            began = monotonic()
            answer = self.line.write(path, body if undo else {**body, **some_hand(self.random)})
            assert answer.status_code == 201, answer.text
            self.took.append(monotonic() - began)
            match = answer.json()["match"]
            assert match["version"] == self.version + 1
            self.is_over = match["over"]
            self.standing += -1 if undo else 1
            self.entered.append((monotonic(), self.version + 1))


@dataclass(slots=True)
class Story:
    site: Machines
    trust: ssl.SSLContext
    secret: str
    paths: dict[int, str]
    scorers: list[Scorer] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    # From when to when nobody could ask.
    away: list[tuple[float, float]] = field(default_factory=list)

    def client(self, address: str = "10.0.0.2", timeout: float = 8) -> httpx.Client:
        return httpx.Client(
            base_url=f"https://{address}",
            headers={"Host": NAME},
            verify=self.trust,
            timeout=timeout,
        )

    def go_on(self, playing: list[Future[None]]) -> None:
        """Returns when each has entered something more, at least partly from now on."""
        goals = [scorer.version + 1 for scorer in self.scorers]
        deadline = monotonic() + 120
        while any(scorer.version < goal for scorer, goal in zip(self.scorers, goals, strict=True)):
            for future in playing:
                assert not future.done(), future.result()
            assert monotonic() < deadline
            sleep(0.05)

    def befall(self, fault: Fault, playing: list[Future[None]]) -> None:
        retries = sum(scorer.line.retries for scorer in self.scorers)
        entered = [scorer.version for scorer in self.scorers]
        self.site.await_others(fault.uses)
        began = monotonic()
        fault.begin(self.site)
        if "tasks" in fault.parts:
            self.pass_time()
        noticed = self.noticed(fault, began)
        self.look_at_pages(fault)
        if not fault.is_away:
            self.go_on(playing)
        sleep(max(0.0, began + fault.lasts - monotonic()))
        fault.end(self.site)
        healed = monotonic()
        if fault.is_away:
            self.away.append((began, healed))
            self.go_on(playing)
        went_on = monotonic() - healed
        took = sorted(
            seconds
            for scorer, before in zip(self.scorers, entered, strict=True)
            for seconds in scorer.took[before:]
        )
        self.await_parts(NOTHING, healed)
        self.lines.append(
            f"{fault.name:40} noticed {noticed:5.1f} s, away {healed - began:5.1f} s,"
            f" entered {len(took):4} ({took[len(took) // 2]:.2f} s, {took[-1]:.2f} s at most),"
            f" sent again {sum(one.line.retries for one in self.scorers) - retries:4},"
            f" all went on {went_on:5.1f} s after"
        )
        print(self.lines[-1], flush=True)

    def pass_time(self) -> None:
        """As if it were two minutes later: Redis has when a worker was last heard of."""
        url = self.site.memory.url().replace("127.0.0.1", self.site["redis"].host.address)

        def note() -> None:
            with redis.Redis.from_url(url) as client:
                client.set(f":1:{LAST_TASK}", int(time() - TASKS_LATE) - 1)

        self.site["world"].host.run(note)

    def noticed(self, fault: Fault, began: float) -> float:
        if fault.is_away and not fault.parts:
            return monotonic() - began
        return self.await_parts(fault.parts, began, 503 if fault.is_away else 200)

    def await_parts(self, parts: frozenset[str], began: float, status: int = 200) -> float:
        """Seconds, until /readyz says that these are away, and by its status whether it serves."""
        while True:
            found = self.site["door"].host.run(readiness)
            # Of tasks it says something a while after anything begins.
            if found and found[1] - (TASKS - parts) == parts:
                assert found[0] == status
                return monotonic() - began
            assert monotonic() < began + 90, (parts, found)
            # Each answer costs as much as a page.
            sleep(times(3, thorough=1) / 10)

    def look_at_pages(self, fault: Fault) -> None:
        """What a visitor and a program are answered."""
        match, path = next(iter(self.paths.items()))
        page, api = self.site["world"].host.run(
            lambda: (self._get(path, fault), self._get(f"/api/v1/matches/{match}", fault))
        )
        if not fault.is_away:
            assert (page.status_code, api.status_code) == (200, 200), fault
        elif fault.parts:
            for answer in (page, api):
                assert answer.status_code == 503, fault
                assert int(answer.headers["Retry-After"]) > 0
            assert "<html" in page.text
            assert api.headers["Content-Type"] == "application/problem+json"
            assert api.json()["code"] in ("database_away", "unavailable"), api.text
        else:
            assert (page, api) == (None, None)

    def _get(self, path: str, fault: Fault) -> Any:
        """None without an answer."""
        with self.client(timeout=1 if fault.is_away and not fault.parts else 60) as client:
            try:
                return client.get(path)
            except httpx.TransportError:
                return None


@dataclass(slots=True)
class Club:
    url: str
    secret: str
    slug: str
    pk: int
    matches: list[int]


def a_club(url: str, blocker: DjangoDbBlocker, hook: str) -> Club:
    """With a match for each client, all of one season, and a webhook."""
    with django_on(url, blocker):
        house = open_house()
        season = house.season()
        by = house.person("scorer")
        names = [f"{name} {number}" for number in range(CLIENTS) for name in ("Ann", "Bob")]
        players = [Player.objects.create(club=house.club, name=name).pk for name in names]
        matches = [
            match_start(by=by, player_a=a, player_b=b, event_id=season.pk).pk
            for a, b in zip(players[::2], players[1::2], strict=True)
        ]
        hook_make(by=house.person("committee"), hook=Hook(hook, kinds=KINDS))
        return Club(url, house.secret("director"), house.club.slug, house.club.pk, matches)


KINDS = ("match.ended", "match.reopened")


@pytest.fixture
def site(postgres_server_url: str) -> Iterator[Machines]:
    found_varnish()
    pgbouncer_binary()
    if binary() is None or nchan_module() is None:
        missing("There is no nginx with nchan here: Debian's libnginx-mod-nchan brings it.")
    tables = postgres_server_url.replace("/ecarte?", f"/{TEMPLATE}?")
    with postgres_database(), network() as net, machines(net) as found:
        found.database_url = with_tables(found["database"].folder, tables)
        yield found
        print(found.log())


def test_each_machine_is_killed_and_cut_off_while_hands_are_entered(
    site: Machines, django_db_blocker: DjangoDbBlocker, settings: Any
) -> None:
    settings.HOOKS_PRIVATE = True
    world = site["world"].host
    with ExitStack() as stack:
        listening = receiver(world.address)
        hook: Receiver = world.run(listening.__enter__)
        stack.push(listening)
        club = a_club(site.database_url, django_db_blocker, hook.url)
        site.start()
        trust = ssl.create_default_context()
        trust.check_hostname = False
        for name in ("door", "live"):
            trust.load_verify_locations(cafile=site[name].folder / "fullchain.pem")
        paths = {match: f"/clubs/{club.slug}/matches/{match}/" for match in club.matches}
        story = Story(site, trust, club.secret, paths)
        browsers = Browsers("https://10.0.0.2", NAME, "https://10.0.0.9/live/", trust, world.enter)
        opened = browsers.open(paths)
        over = Event()
        pool = stack.enter_context(ThreadPoolExecutor(CLIENTS, initializer=world.enter))
        story.scorers += [Scorer(story.client, club.secret, match) for match in paths]
        playing = [pool.submit(scorer.play, over) for scorer in story.scorers]
        try:
            story.go_on(playing)
            for _number in range(ROUNDS):
                for fault in FAULTS:
                    story.befall(fault, playing)
        finally:
            over.set()
        for future in playing:
            future.result()
        ended = monotonic()
        by_match = {scorer.match: scorer for scorer in story.scorers}
        until(
            lambda: all(page.version == by_match[page.match].version for page in browsers.pages),
            PATIENCE * 2,
        )
        print(f"the last was shown {monotonic() - ended:.1f} s after it was entered")
        browsers.close(opened)
        with django_on(club.url, django_db_blocker):
            numbered(club.pk)
            wanted = list(
                Outgoing.objects.filter(club_id=club.pk, kind__in=KINDS)
                .order_by("number")
                .values_list("number", flat=True)
            )
        until(lambda: len(set(hook.told())) == len(wanted), 120)
    assert list(dict.fromkeys(hook.told())) == [f"msg_{club.pk}_{number}" for number in wanted]
    pages_were_right(story, browsers)
    with django_on(club.url, django_db_blocker):
        nothing_is_lost_or_doubled(club, story.scorers)


def pages_were_right(story: Story, browsers: Browsers) -> None:
    """Every version that was entered, or a later one, was shown in time."""
    by_match = {scorer.match: scorer for scorer in story.scorers}
    late = list[float]()
    for page in browsers.pages:
        for at, version in by_match[page.match].entered:
            shown = next(when for when, one in page.shown if one >= version)
            back = [end for begin, end in story.away if begin - PATIENCE < at < end]
            late.append(shown - max([at, *back]))
            if late[-1] > PATIENCE:
                print(f"version {version} of match {page.match}: {late[-1]:.1f} s")
    late.sort()
    print(
        f"{len(late)} versions shown: {late[len(late) // 2]:.2f} s after their commit (half of"
        f" them), {late[len(late) * 99 // 100]:.2f} s (99 of 100), {late[-1]:.2f} s (all)."
        f" Pages that heard nothing: {sum(page.silences for page in browsers.pages)} times;"
        f" that asked by themselves: {sum(page.polls for page in browsers.pages)} times."
    )
    assert late[-1] < PATIENCE * SLACK
    assert sum(page.silences for page in browsers.pages), "Nobody missed the beat."


def nothing_is_lost_or_doubled(club: Club, scorers: list[Scorer]) -> None:
    for scorer in scorers:
        numbers = Entry.objects.filter(match=scorer.match).values_list("number", flat=True)
        assert sorted(numbers) == list(range(1, scorer.version + 1))
        assert Match.objects.get(pk=scorer.match).version == scorer.version
    sent = Outgoing.objects.filter(club_id=club.pk).order_by("number")
    counted = list(sent.values_list("number", flat=True))
    assert counted == list(range(1, len(counted) + 1))
    for command in ("recount", "recount_ledger", "recount_ratings"):
        call_command(command)
