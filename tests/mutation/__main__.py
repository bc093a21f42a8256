"""Seeds faults in the core modules and counts those that the tests catch.

    python -m tests.mutation [--seed 14] [--each 12] [--until feature|quick|all] [--only swiss …]

Each fault is tried on the quick tests of its feature first, on all quick tests if these notice
nothing, and with `--until all` on every test of the feature at last. The same seed chooses the same
faults as long as the modules stay as they are.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from .faults import Fault, faults

PROJECT = Path(__file__).resolve().parents[2]
QUICK = ("-m", "not slow and not browser")
ALL = ("-m", "not browser")
STAGES = ("feature", "quick", "all")
# A fault may make a loop endless: that is noticed too.
SECONDS = 1800


@dataclass(frozen=True, slots=True)
class Core:
    """`modules`: all in it, if one is a package. `tests`: of its feature, the nearest first."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]


CORES = (
    Core("settlement", ("scoring.ledger.rules",), ("tests/ledger/rules", "tests/contests/rules")),
    Core(
        "standings",
        ("scoring.tables.table", "scoring.tables.ranking"),
        ("tests/tables", "tests/leagues"),
    ),
    Core(
        "tie-breaks",
        ("scoring.tables.criteria", "scoring.tables.counted"),
        ("tests/tables", "tests/leagues"),
    ),
    Core(
        "swiss",
        ("scoring.tournaments.rules.swiss.matching", "scoring.tournaments.rules.swiss.costs"),
        ("tests/tournaments/rules", "tests/tournaments"),
    ),
    Core(
        "knock-out",
        ("scoring.tournaments.rules.knockout",),
        ("tests/tournaments/rules", "tests/tournaments"),
    ),
    Core("marks", ("games.engine.facts", "games.engine.marks"), ("tests/engine",)),
    Core("match", ("games.engine.match",), ("tests/engine",)),
    Core("rulings", ("games.engine.rulings",), ("tests/engine/rulings", "tests/engine")),
    Core(
        "posting",
        ("scoring.ledger.services.posting",),
        ("tests/ledger/test_ledger.py", "tests/ledger"),
    ),
    Core("fixtures", ("scoring.leagues.rules.berger",), ("tests/leagues/rules", "tests/leagues")),
    Core("ratings", ("scoring.ratings.rules",), ("tests/ratings/rules", "tests/ratings")),
    Core(
        "bets",
        ("scoring.contests.rules.bets",),
        ("tests/contests/rules/test_bets.py", "tests/contests"),
    ),
    Core(
        "pool",
        ("scoring.contests.rules.pool",),
        ("tests/contests/rules/test_pool.py", "tests/contests"),
    ),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`caught`: by "feature", "quick" or "all" tests; empty if by none."""

    fault: Fault
    caught: str


def chosen(core: Core, number: int, seed: int) -> list[Fault]:
    """Of all faults of its modules, `number` at random."""
    possible = [
        fault
        for name in core.modules
        for file in sources(name)
        for fault in faults(_module(file), file.read_text())
    ]
    random = Random(f"{seed} {core.name}")
    return sorted(random.sample(possible, min(number, len(possible))))


def sources(module: str) -> list[Path]:
    """Raises: FileNotFoundError, so that a core that was moved is not passed over."""
    place = PROJECT.joinpath(*module.split("."))
    file = place.with_suffix(".py")
    if file.exists():
        return [file]
    (place / "__init__.py").stat()
    return sorted(place.rglob("*.py"))


def _module(file: Path) -> str:
    parts = file.relative_to(PROJECT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def stages(core: Core, until: str) -> dict[str, tuple[str, ...]]:
    """Options of pytest for each stage up to that one."""
    every = {"feature": (*QUICK, *core.tests), "quick": QUICK, "all": (*ALL, *core.tests)}
    return {name: every[name] for name in STAGES[: STAGES.index(until) + 1]}


def tried(core: Core, fault: Fault, failing: Sequence[str], until: str) -> Outcome:
    left_out = [f"--deselect={name}" for name in failing]
    caught = (
        name
        for name, options in stages(core, until).items()
        if run(fault, "-x", *left_out, *options).returncode
    )
    return Outcome(fault, next(caught, ""))


def failing_tests(core: Core, until: str) -> list[str]:
    """Those that fail without any fault, and would notice every one."""
    return [name for options in stages(core, until).values() for name in _failing(options)]


@cache
def _failing(options: tuple[str, ...]) -> list[str]:
    return re.findall(r"^(?:FAILED|ERROR) (\S+)", run(None, *options).stdout, re.MULTILINE)


def run(fault: Fault | None, *options: str) -> "subprocess.CompletedProcess[str]":
    """Raises: RuntimeError if the tests could not be run at all."""
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    if fault is not None:
        env["MUTANT"] = f"{fault.module}:{fault.number}"
    env["QUICK"] = "1" if QUICK[-1] in options else ""
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutation.plugin", "-q"]
    # Of a folder and one inside it, pytest would otherwise collect the inner one alone.
    command += ["-p", "no:cacheprovider", "--keep-duplicates", *options]
    settings: dict[str, Any] = {"cwd": PROJECT, "env": env, "timeout": SECONDS}
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **settings)
    except subprocess.TimeoutExpired:
        if fault is None:
            raise
        return subprocess.CompletedProcess(command, returncode=1, stdout="", stderr="")
    # 0: all passed; 1: one failed; 2: one could not be collected, as the fault breaks an import.
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(f"{fault}:\n{done.stdout}{done.stderr}")
    return done


def report(core: Core, outcomes: Sequence[Outcome]) -> None:
    caught = [one for one in outcomes if one.caught]
    quick = sum(one.caught in ("feature", "quick") for one in caught)
    print(
        f"{core.name:<12} {len(outcomes):>3} faults, {quick:>3} caught by quick tests, "
        f"{len(caught):>3} in all",
        flush=True,
    )
    for one in outcomes:
        if one.caught in ("", "all"):
            print(
                f"    {'missed' if not one.caught else 'missed by quick'}: {one.fault}", flush=True
            )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--each", type=int, default=12, help="faults per core module")
    parser.add_argument("--until", choices=STAGES, default="quick", help="the last tests to try")
    parser.add_argument("--faults", nargs="*", metavar="MODULE:NUMBER", help="only these")
    parser.add_argument("--only", nargs="*", choices=[core.name for core in CORES])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="only list the faults")
    options = parser.parse_args()
    every: list[Outcome] = []
    for core in CORES:
        if options.only and core.name not in options.only:
            continue
        seeded = chosen(core, options.each, options.seed)
        if options.faults:
            seeded = [one for one in seeded if f"{one.module}:{one.number}" in options.faults]
        if not seeded:
            continue
        if options.list:
            print(*seeded, sep="\n")
            continue
        failing = failing_tests(core, options.until)
        if failing:
            print(f"{core.name}: {len(failing)} tests fail without any fault, and are left out")
        with ThreadPoolExecutor(options.jobs) as pool:
            jobs = [pool.submit(tried, core, one, failing, options.until) for one in seeded]
            outcomes = [job.result() for job in jobs]
        report(core, outcomes)
        every += outcomes
    if every:
        quick = sum(one.caught in ("feature", "quick") for one in every)
        caught = sum(bool(one.caught) for one in every)
        print(
            f"{len(every)} faults: {quick / len(every):.0%} caught by quick tests, "
            f"{caught / len(every):.0%} in all"
        )
    return 0


sys.exit(main())
