"""People at many tables online, each against a robot, on the servers of `make stack`: how long the
site takes to answer them while the robots think."""

import asyncio
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from . import report
from .worker import worked

TABLES = 50
SECONDS = float(os.environ.get("BENCH_SECONDS") or 30)
HANDS, GOAL_MS = 1_000, 300
PERCENT = (50, 95, 99)
LEVELS = ("beginner", "club", "strong")
ONE_GAME = {"code": "london", "format": "one_game", "games": 1}
State = dict[str, Any]


def run() -> None:
    from tests.databases import postgres_database

    from .audience import cpu, stack

    with postgres_database() as url:
        worked("filling", HANDS, database_url=url)
        made = worked("robots_at_tables", "seat", TABLES, database_url=url)
        with stack(url) as (port, process):
            before = cpu(process)
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump(made, file)
                file.flush()
                arguments = ("play", port, SECONDS, file.name)
                found = worked("robots_at_tables", *arguments, database_url=url)
            spent = cpu(process) - before
    if found["failed"]:
        raise AssertionError(found["failed"][:3])
    report.heading(f"{TABLES} people against {TABLES} robots, on the servers of make stack")
    texts = {
        "answered": "an action of a person, until it is answered",
        "robot": "the robot’s action, from its moment until it is read",
    }
    report.table(
        ("ms", *(f"{one} %" for one in PERCENT), "measured"),
        [(text, *_percentiles(found[name])) for name, text in texts.items()],
    )
    report.note(
        f"{len(found['robot']) / SECONDS:.0f} actions of robots a second; the servers, starting "
        f"included, took {spent:.0f} s of CPU"
    )
    for name, text in texts.items():
        slow = _percentile(found[name], 95)
        report.goal(f"{text}: 95 % within {GOAL_MS} ms: {slow:.0f}", slow < GOAL_MS)


def _percentile(found: list[float], percent: int) -> float:
    from statistics import quantiles

    return quantiles(found, n=100)[percent - 1] * 1e3


def _percentiles(found: list[float]) -> tuple[str, ...]:
    return (*(f"{_percentile(found, one):.0f}" for one in PERCENT), f"{len(found):,}")


def work(what: str, *arguments: str) -> Any:
    if what == "seat":
        return _seated(int(arguments[0]))
    port, seconds, path = arguments
    tables = json.loads(Path(path).read_text())
    return asyncio.run(_played(int(port), float(seconds), tables))


def _seated(wanted: int) -> list[State]:
    """Of each table: its id, and the token and chain of its person, who sits at A."""
    from ecarte_club.clubs.authentication import Actor
    from ecarte_club.clubs.models import Player, User
    from ecarte_club.clubs.selectors.clubs import person
    from ecarte_club.clubs.services.clubs import Settings, club_set
    from scoring.leagues.models import Season
    from tests.online.devices import Device
    from tests.support.clubhouse import read

    from .acting import Guest
    from .filling import EMAIL

    club = Season.objects.select_related("event__club").order_by("pk")[0].event.club
    Player.objects.bulk_create(
        Player(club=club, name=f"Player {number}", sort_name=f"{number}")
        for number in range(wanted)
    )
    people = [Guest(number) for number in range(wanted)]
    committee = person(Actor(User.objects.get(email=EMAIL)), club.pk)
    club_set(by=committee, version=club.version, settings=Settings(robots=True))
    found = []
    for number, one in enumerate(people):
        sent = {"robot": LEVELS[number % len(LEVELS)], "terms": ONE_GAME}
        table = read(one.api.post(f"clubs/{club.slug}/online-tables", sent), 201)["id"]
        device = Device(one.api, table, "a", Random(number))
        device.open()
        seed, first = device.seed.hex(), device.holds_from
        found.append({"table": table, "secret": one.secret, "seed": seed, "from": first})
    return found


@dataclass
class Figures:
    """Seconds."""

    answered: list[float] = field(default_factory=list)
    robot: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


async def _played(port: int, seconds: float, tables: list[State]) -> dict[str, Any]:
    figures = Figures()
    plays = [asyncio.create_task(_at_table(port, own, figures)) for own in tables]
    await asyncio.sleep(seconds)
    for play in plays:
        play.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    return {"answered": figures.answered, "robot": figures.robot, "failed": figures.failed}


async def _at_table(port: int, own: State, figures: Figures) -> None:
    """As the page does: acts after a while, and looks in when the robot's moment has come. After
    a match comes another one."""
    from tests.online.devices import LINKS, any_act, link, may_act

    from .watching import PAUSE, Web

    web, random = Web(port, own["secret"]), Random(own["table"])
    base = f"online-tables/{own['table']}"
    status, state = await web.get(base)
    while status < 300:
        draw, chain = state["draw"], state["chain"]["a"]
        if state["status"] != "playing":
            status, state = await web.post(f"{base}/rematch", {})
            base = f"online-tables/{state.get('id')}"
        elif chain is None:
            end = link(bytes.fromhex(own["seed"]), LINKS).hex()
            status, state = await web.post(f"{base}/chain", {"end": end})
        elif draw and "a" in draw["missing"]:
            steps = LINKS - (draw["number"] - chain["from"] + 1)
            opened = link(bytes.fromhex(own["seed"]), steps).hex()
            status, state = await web.post(f"{base}/links", {"links": {draw["number"]: opened}})
        elif may_act(state):
            await asyncio.sleep(random.uniform(*PAUSE))
            act, king = any_act(state, random)
            sent = {"version": state["version"], "act": act, "king": king}
            began = perf_counter()
            status, state = await web.post(f"{base}/acts", sent)
            figures.answered.append(perf_counter() - began)
            if status == 409:
                # The robot announced its king meanwhile.
                status, state = await web.get(base)
        else:
            version, due = state["version"], perf_counter() + (state["look_in"] or 0) / 1e3
            while status < 300 and state["version"] == version and state["status"] == "playing":
                await asyncio.sleep(max(0.02, due - perf_counter()))
                status, state = await web.get(base)
            figures.robot.append(perf_counter() - due)
    figures.failed.append(json.dumps(state)[:200])
