"""What is said of a contest by its kind, as "contest" is no word for the screen."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.contests.rules.machine import Kind

ByKind = Mapping[str, str | Promise]


def _by_kind(match: Promise, pool: Promise, cul_leve: Promise, chouette: Promise) -> ByKind:
    return {
        Kind.MATCH.value: match,
        Kind.POOL.value: pool,
        Kind.CUL_LEVE.value: cul_leve,
        Kind.BANK.value: chouette,
        Kind.BOX.value: chouette,
    }


START = _by_kind(
    gettext_lazy("Start the match"),
    gettext_lazy("Start the pool"),
    gettext_lazy("Start the cul-levé"),
    gettext_lazy("Start the chouette"),
)
NOT_STARTED = _by_kind(
    gettext_lazy("The match was not started."),
    gettext_lazy("The pool was not started."),
    gettext_lazy("The cul-levé was not started."),
    gettext_lazy("The chouette was not started."),
)
OVER = _by_kind(
    gettext_lazy("The match is over."),
    gettext_lazy("The pool is over."),
    gettext_lazy("The cul-levé is over."),
    gettext_lazy("The chouette is over."),
)
CLOSED = _by_kind(
    gettext_lazy("The match is closed."),
    gettext_lazy("The pool is closed."),
    gettext_lazy("The cul-levé is closed."),
    gettext_lazy("The chouette is closed."),
)
CLOSE = _by_kind(
    gettext_lazy("Close the match"),
    gettext_lazy("Close the pool"),
    gettext_lazy("Close the cul-levé"),
    gettext_lazy("Close the chouette"),
)
NOT_OF_IT = _by_kind(
    gettext_lazy("This cannot be entered in this match."),
    gettext_lazy("This cannot be entered in this pool."),
    gettext_lazy("This cannot be entered in this cul-levé."),
    gettext_lazy("This cannot be entered in this chouette."),
)
TOO_LONG = _by_kind(
    gettext_lazy("This match is too long. Close it and start another."),
    gettext_lazy("This pool is too long. Close it and start another."),
    gettext_lazy("This cul-levé is too long. Close it and start another."),
    gettext_lazy("This chouette is too long. Close it and start another."),
)
REOPENED_TOO_LATE = _by_kind(
    gettext_lazy("This would reopen the match, but its evening is signed off."),
    gettext_lazy("This would reopen the pool, but its evening is signed off."),
    gettext_lazy("This would reopen the cul-levé, but its evening is signed off."),
    gettext_lazy("This would reopen the chouette, but its evening is signed off."),
)
# In two sentences: the first is of what would go on, the second of what runs at its table.
REOPENED = _by_kind(
    gettext_lazy("This would reopen the match."),
    gettext_lazy("This would reopen the pool."),
    gettext_lazy("This would reopen the cul-levé."),
    gettext_lazy("This would reopen the chouette."),
)
RUNS_AT_TABLE = _by_kind(
    gettext_lazy("A match with bets is running at this table. Close it first."),
    gettext_lazy("A pool is running at this table. Close it first."),
    gettext_lazy("A cul-levé is running at this table. Close it first."),
    gettext_lazy("A chouette is running at this table. Close it first."),
)
# Translators: %(table)s is the name of a table, such as "4" or "Window".
RUNS_AT = _by_kind(
    gettext_lazy("A match with bets is still running at table %(table)s. Close it first."),
    gettext_lazy("A pool is still running at table %(table)s. Close it first."),
    gettext_lazy("A cul-levé is still running at table %(table)s. Close it first."),
    gettext_lazy("A chouette is still running at table %(table)s. Close it first."),
)
STILL_RUNS = _by_kind(
    gettext_lazy("A match with bets is still running. Close it first."),
    gettext_lazy("A pool is still running. Close it first."),
    gettext_lazy("A cul-levé is still running. Close it first."),
    gettext_lazy("A chouette is still running. Close it first."),
)
# Translators: %(name)s is a player.
PLAYER_IN = _by_kind(
    gettext_lazy("%(name)s is in a match with bets that is still running. Wait until it is over."),
    gettext_lazy("%(name)s is in a pool that is still running. Wait until it is over."),
    gettext_lazy("%(name)s is in a cul-levé that is still running. Wait until it is over."),
    gettext_lazy("%(name)s is in a chouette that is still running. Wait until it is over."),
)
GAME_OF = _by_kind(
    gettext_lazy("This match is a game played with bets. Undo it on its scoreboard."),
    gettext_lazy("This match is a game of a pool. Undo it on the scoreboard of the pool."),
    gettext_lazy("This match is a game of a cul-levé. Undo it on the scoreboard of the cul-levé."),
    gettext_lazy("This match is a game of a chouette. Undo it on the scoreboard of the chouette."),
)
TABLE_OF = _by_kind(
    gettext_lazy("This match is a game played with bets, which stay at their table."),
    gettext_lazy("This match is a game of a pool, which stays at its table."),
    gettext_lazy("This match is a game of a cul-levé, which stays at its table."),
    gettext_lazy("This match is a game of a chouette, which stays at its table."),
)
CLOSED_BEFORE = _by_kind(
    gettext_lazy("The match was closed before anything was entered in this game."),
    gettext_lazy("The pool was closed before anything was entered in this game."),
    gettext_lazy("The cul-levé was closed before anything was entered in this game."),
    gettext_lazy("The chouette was closed before anything was entered in this game."),
)
