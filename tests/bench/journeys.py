"""What a newcomer needs in a real browser: from `make run SAMPLE=no` to the first mark on a phone,
for each arrival, for a late result, and to open a pad without a network.

The browser acts at once; a person does not. So clicks and typed characters are counted, and the
time that they take a person is added to what was measured.
"""

from statistics import median
from typing import Any

from . import report
from .worker import worked

SECONDS_A_CLICK, SECONDS_A_CHARACTER = 1.5, 0.2
MOST_SECONDS, MOST_CLICKS = 180, 4
OFFLINE_MOST = 1.0
ARRIVALS = "twenty are here"


def run() -> None:
    found = worked("journeying", database_url="")
    report.heading("From `make run SAMPLE=no HOST=0.0.0.0` to the first mark on a phone")
    total, rows = 0.0, []
    for step in found["steps"]:
        clicks = step["clicks"] + step["links"]
        person = clicks * SECONDS_A_CLICK + step["typed"] * SECONDS_A_CHARACTER
        total += step["seconds"] + person
        figures = (step["seconds"], clicks, step["typed"], person, total)
        rows.append((step["name"], *(f"{figure:.0f}" for figure in figures)))
    report.table(("", "site, s", "clicks", "typed", "person, s", "in all, s"), rows)
    report.goal(f"under {MOST_SECONDS} s in all: {total:.0f}", total < MOST_SECONDS)
    taps, arrivals = _clicks(found["steps"], ARRIVALS), found["arrivals"]
    report.goal(f"one tap for each of {arrivals} arrivals: {taps}", taps == arrivals)
    late = found["late"]
    report.goal(
        f"a late result, from home, in at most {MOST_CLICKS} clicks: {late}", late <= MOST_CLICKS
    )
    opened = median(found["offline"])
    report.goal(
        f"a pad opens without a network in under {OFFLINE_MOST:.0f} s: {opened:.2f}",
        opened < OFFLINE_MOST,
    )


def _clicks(steps: list[dict[str, Any]], name: str) -> int:
    return next(int(step["clicks"]) for step in steps if step["name"] == name)
