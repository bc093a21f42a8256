"""An evening as its director would keep it on a sheet: a second way, without a database."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bout:
    """A match of one game; `won`: "a" or "b", or nothing while it is played. `corrected`: so
    that a scorer cannot take it back. `closed`: unfinished when the evening was signed off."""

    table: int
    a: int
    b: int
    won: str = ""
    corrected: bool = False
    closed: bool = False


@dataclass(slots=True)
class PlainEvening:
    """`present` by the player's number, also who went home; `codes`: how many each table had.

    `phones`: the table and the number of the code by which each came in. Each act tells whether
    it may be done, and does it then.
    """

    known: set[int]
    present: dict[int, bool] = field(default_factory=dict)
    tables: dict[int, str] = field(default_factory=dict)
    codes: dict[int, int] = field(default_factory=dict)
    bouts: dict[int, Bout] = field(default_factory=dict)
    phones: dict[int, tuple[int, int]] = field(default_factory=dict)
    signed: bool = False

    def arrive(self, who: int) -> bool:
        if self.signed or who not in self.known:
            return False
        self.present[who] = True
        return True

    def go(self, who: int) -> bool:
        if self.signed or who not in self.present:
            return False
        self.present[who] = False
        return True

    def unmark(self, who: int) -> bool:
        """Of somebody who is marked: they never came, unless they have played."""
        if self.signed:
            return False
        if any(who in (bout.a, bout.b) for bout in self.bouts.values()):
            self.present[who] = False
        else:
            del self.present[who]
        return True

    def is_free_name(self, name: str, *, but: int = 0) -> bool:
        taken = {one.casefold() for pk, one in self.tables.items() if pk != but}
        return not self.signed and bool(name) and name.casefold() not in taken

    def rename(self, table: int, name: str) -> bool:
        used = any(bout.table == table for bout in self.bouts.values())
        if used or not self.is_free_name(name, but=table):
            return False
        self.tables[table] = name
        return True

    def renew(self, table: int, seen: int) -> bool:
        if self.signed or self.codes[table] != seen:
            return False
        self.codes[table] += 1
        return True

    def may_start(self, starts: Sequence[tuple[int, int, int]]) -> bool:
        """`starts`: a table and two players each."""
        people = [who for _table, a, b in starts for who in (a, b)]
        tables = [table for table, _a, _b in starts]
        if self.signed or len(set(people)) < len(people) or len(set(tables)) < len(tables):
            return False
        in_play = [bout for bout in self.bouts.values() if not bout.won]
        busy = {who for bout in in_play for who in (bout.a, bout.b)}
        taken = {bout.table for bout in in_play}
        return set(people) <= self.known - busy and set(tables) <= set(self.tables) - taken

    def started(self, match: int, table: int, a: int, b: int) -> None:
        self.bouts[match] = Bout(table, a, b)
        self.present |= {a: True, b: True}

    def is_let_in(self, phone: int) -> bool:
        table, code = self.phones[phone]
        return not self.signed and self.codes[table] == code

    def enter(self, match: int, won: str, *, phone: int | None = None) -> bool:
        bout = self.bouts[match]
        if self.signed or bout.won:
            return False
        if phone is not None and not (
            self.is_let_in(phone) and self.phones[phone][0] == bout.table
        ):
            return False
        bout.won = won
        return True

    def undo(self, match: int) -> bool:
        """By a scorer."""
        if self.signed or not self.bouts[match].won or self.bouts[match].corrected:
            return False
        self.bouts[match].won = ""
        return True

    def sign_off(self) -> bool:
        may, self.signed = not self.signed, True
        for bout in self.bouts.values():
            bout.closed = not bout.won
        return may

    def correct(self, match: int, won: str) -> bool:
        """With a reason, before the sign-off and after it."""
        if not self.bouts[match].won:
            return False
        self.bouts[match].won, self.bouts[match].corrected = won, True
        return True

    def free(self) -> set[int]:
        playing = [one for one in self.bouts.values() if not one.won and not one.closed]
        busy = {who for one in playing for who in (one.a, one.b)}
        return {who for who, is_here in self.present.items() if is_here} - busy

    def wins(self) -> dict[int, int]:
        """Of everybody who has finished a match."""
        found: dict[int, int] = {}
        for bout in self.bouts.values():
            if bout.won:
                found.setdefault(bout.a, 0)
                found.setdefault(bout.b, 0)
                found[bout.a if bout.won == "a" else bout.b] += 1
        return found
