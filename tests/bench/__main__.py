"""`python -m tests.bench [NAME…]`: all benchmarks, or those named."""

import os
import shutil
import sys
import tempfile
from collections.abc import Callable

from ecarte_club.stack.postgresql import ServerMissingError
from tests.servers import FOLDER, end_shared

from . import (
    archive,
    audience,
    contests,
    entry,
    exact,
    fixtures,
    hands,
    importing,
    journeys,
    ledger,
    lists,
    playing,
    ratings,
    recounting,
    report,
    request_costs,
    robots,
    robots_at_tables,
    scale,
    servers,
    standings,
    swiss,
    tables,
    visiting,
)
from .serving import cores

BENCHMARKS: dict[str, Callable[[], None]] = {
    "entry": entry.run,
    "requests": request_costs.run,
    "playing": playing.run,
    "audience": audience.run,
    "standings": standings.run,
    "servers": servers.run,
    "visiting": visiting.run,
    "recount": recounting.recount,
    "results": recounting.results,
    "engine": recounting.engine,
    "importing": importing.run,
    "lists": lists.run,
    "journeys": journeys.run,
    "hands": hands.run,
    "exact": exact.run,
    "robots": robots.run,
    "robots_at_tables": robots_at_tables.run,
    "ledger": ledger.run,
    "contests": contests.run,
    "ratings": ratings.run,
    "tables": tables.run,
    "fixtures": fixtures.run,
    "swiss": swiss.run,
    "archive": archive.run,
    "scale": scale.run,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}.")
        return 2
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="ecarte-bench-")
    os.environ["TEST_MAIN_PID"] = str(os.getpid())
    report.note(f"{cores()}, Python {sys.version.split()[0]}")
    try:
        for name in names or BENCHMARKS:
            BENCHMARKS[name]()
    except ServerMissingError as missing:
        print(missing)
        return 1
    finally:
        end_shared()
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
