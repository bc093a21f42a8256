"""What befalls the machines of a site: each program is killed, and each machine cut off."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from .depth import THOROUGH
from .machines import PAUSE, Machines
from .plain_http import UNUSED

Parts = frozenset[str]
NOTHING: Parts = frozenset()


@dataclass(frozen=True, slots=True)
class Fault:
    """`parts`: what /readyz says is late or failed meanwhile. `is_away`: nothing can be entered nor
    asked. `lasts`: seconds, at least."""

    name: str
    uses: str
    begin: Callable[[Machines], None]
    end: Callable[[Machines], None]
    parts: Parts = NOTHING
    is_away: bool = False
    lasts: float = PAUSE


def killed(machine: str, *programs: str, **more: Any) -> Fault:
    """SIGKILL; then it is started as systemd would."""
    return Fault(
        f"{machine}: {', '.join(programs)} killed",
        machine,
        lambda site: site[machine].kill(*programs),
        lambda site: site[machine].begin_all(),
        **more,
    )


def cut(machine: str, lasts: float = 3, **more: Any) -> Fault:
    return Fault(
        f"{machine} cut off",
        machine,
        lambda site: site[machine].host.cut(),
        lambda site: site[machine].host.mend(),
        lasts=lasts,
        **more,
    )


DATABASE, LIVE = frozenset({"database", "migrations", "outbox"}), frozenset({"live"})
REPLICA, TASKS = frozenset({"replica"}), frozenset({"tasks"})
FAULTS: tuple[Fault, ...] = (
    killed("redis", "redis", parts=frozenset({"redis"})),
    killed("web2", "web", "nginx"),
    killed("replica", "postgresql", parts=REPLICA),
    killed("live", "live"),
    killed("live", "nginx", parts=LIVE),
    killed("database", "postgresql", parts=DATABASE, is_away=True),
    killed("varnish", "varnish"),
    killed("tasks", "tasks", "robots", "clock", parts=TASKS),
    killed("database", "pgbouncer", parts=DATABASE, is_away=True),
    killed("door", "nginx", is_away=True),
    cut("web1"),
    cut("redis", parts=frozenset({"redis"})),
    cut("replica", parts=REPLICA),
    # Longer than a page waits for a beat.
    cut("live", 9, parts=LIVE),
    cut("database", parts=DATABASE, is_away=True),
    cut("varnish"),
    cut("tasks", parts=TASKS),
    cut("door", is_away=True),
    # Of the pair, one is killed and one cut off; this is the other way about.
    *((killed("web1", "web"), cut("web2")) if THOROUGH else ()),
)


def readiness() -> tuple[int, Parts] | None:
    """As nginx at the door has it for its own machine."""
    try:
        answer = httpx.get("http://127.0.0.1:8000/readyz", verify=UNUSED, timeout=30)
        checks = answer.json()["checks"]
    except (httpx.TransportError, ValueError):
        return None
    bad = (name for name, one in checks.items() if one["state"] in ("late", "failed"))
    return answer.status_code, frozenset(bad)
