"""What a row of the list of operations says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.permissions import TABLE, Act, Scope
from tests.support.scene import Scene, as_it_is


@dataclass(frozen=True, slots=True)
class Read:
    """`template` is filled by `Scene.path`; `act` is what it takes when nothing is public;
    None, nothing at all.

    `own`: what suffices by the code of the match's table; `any_table`: of any of the evening's.
    `scope`: what a token needs for it, where to read it is not enough.
    """

    template: str
    act: Act | None = Act.SEE_PUBLIC
    own: Act | None = None
    any_table: bool = False
    scope: Scope = Scope.READ


@dataclass(frozen=True, slots=True)
class Write:
    """`own`: the act that suffices for who sits at the table himself, or has its code.

    `act` None: anybody may, as somebody with a code or an invitation does. `status` when done.
    `required`: the fields of the content that may not be left out. `texts`: those that are free
    text, `nullable`: those that may be null. `before`: what must have happened in the scene.
    `keeps`: something, if only the answer to its key; without, anybody may ask who may read.
    `signed`: the numbers that may be less than nothing.
    `himself`: `own` is a player's for himself, and not of a phone that keeps the score for both.
    `players_own`: what suffices for the two who play it, at no table of the scene; `player`: one of
    them, who is of the club. `only`: who alone may, of those who may by their roles. `scope`: what
    a token needs for it, where no act says so.
    """

    template: str
    act: Act | None
    body: Callable[[Scene], Mapping[str, Any]]
    own: Act | None = None
    status: int = 201
    required: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    nullable: tuple[str, ...] = ()
    before: Callable[[Scene], None] = as_it_is
    himself: bool = False
    players_own: Act | None = None
    player: str = ""
    only: tuple[str, ...] = ()
    keeps: bool = True
    signed: tuple[str, ...] = ()
    scope: Scope | None = None

    @property
    def needed(self) -> Scope:
        """What a token must have, beside reading."""
        return (TABLE[self.act].scope if self.act else self.scope) or Scope.READ

    @property
    def who(self) -> str:
        """Somebody who may: the committee, where nobody else alone does."""
        return self.only[0] if self.only else "committee"
