"""Time for an action: so many seconds, then what is in reserve for the game."""

from dataclasses import dataclass
from datetime import datetime, timedelta

LAG = timedelta(milliseconds=800)
"""Of each action, on the way: it costs nobody anything."""


@dataclass(frozen=True, slots=True)
class Time:
    """`seconds`: for an action, 0 without a clock. `left`: of the reserve, in milliseconds."""

    seconds: int
    left: int

    def deadline(self, since: datetime) -> datetime | None:
        """When the time is over for whoever is waited for since then."""
        if not self.seconds:
            return None
        return since + timedelta(seconds=self.seconds, milliseconds=self.left) + LAG

    def after(self, since: datetime, now: datetime) -> int:
        """The milliseconds left in reserve for whoever acts now; never below 0."""
        if not self.seconds:
            return self.left
        over = now - since - LAG - timedelta(seconds=self.seconds)
        spent = max(0, over // timedelta(milliseconds=1))
        return max(0, self.left - spent)
