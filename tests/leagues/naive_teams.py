"""A second count of a season of teams at two boards, from nothing but what was done in it."""

from dataclasses import dataclass, field

BOARDS = 2
Pair = frozenset[str]
# Meetings, those won, drawn and lost; match points; board points and games, of both sides.
Figures = tuple[int, ...]


@dataclass
class Seats:
    """A board: who is named on which side, and who has won it, by play or because the other did
    not come; nobody, where neither came."""

    home: bool
    away: bool
    ended: bool = False
    by_play: bool = False
    winner: str | None = None

    @property
    def is_open(self) -> bool:
        return self.home and self.away and not self.ended


@dataclass
class Met:
    """`boards`: once lined up. `award`: its winner, or nobody; `void`: it is not played at all."""

    home: str
    away: str
    boards: list[Seats] | None = None
    is_awarded: bool = False
    award: str | None = None
    void: bool = False

    @property
    def pair(self) -> Pair:
        return frozenset((self.home, self.away))

    @property
    def touched(self) -> bool:
        return self.is_awarded or self.void or any(one.ended for one in self.boards or ())

    @property
    def complete(self) -> bool:
        return self.boards is not None and not any(one.is_open for one in self.boards)

    @property
    def in_play(self) -> bool:
        begun = any(one.ended for one in self.boards or ())
        return begun and not self.is_awarded and not self.complete

    @property
    def by_play(self) -> bool:
        return self.complete and any(one.by_play for one in self.boards or ())

    @property
    def is_open(self) -> bool:
        return not self.is_awarded and not self.void and not self.complete

    @property
    def corrected_at(self) -> list[int]:
        """At which boards a result may be put right."""
        boards = enumerate(self.boards or (), start=1)
        return [number for number, one in boards if one.by_play]

    def other(self, team: str) -> str:
        return self.away if team == self.home else self.home

    def won_at(self, team: str) -> int:
        """Boards that are its own."""
        if self.is_awarded:
            return BOARDS if self.award == team else 0
        is_home = team == self.home
        found = 0
        for one in self.boards or ():
            own, other = (one.home, one.away) if is_home else (one.away, one.home)
            found += one.winner == team if one.ended else own and not other
        return found

    def games_of(self, team: str) -> int:
        if self.is_awarded:
            return 0
        return sum(one.by_play and one.winner == team for one in self.boards or ())


@dataclass
class Gone:
    """`rest`: what its leaving has decided; `is_kept`: whether it may be as if it never had."""

    struck: bool
    rest: list[Met]
    is_kept: bool = True


@dataclass
class Naive:
    met: dict[Pair, Met]
    gone: dict[str, Gone] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    @property
    def everybody(self) -> set[str]:
        return {team for pair in self.met for team in pair}

    @property
    def teams(self) -> set[str]:
        """Who has a line."""
        return self.everybody - {team for team, left in self.gone.items() if left.struck}

    def of(self, team: str) -> list[Met]:
        return [one for one in self.met.values() if team in one.pair and not one.void]

    def may_leave(self, team: str) -> bool:
        mine = self.of(team)
        return team not in self.gone and bool(mine) and not any(one.in_play for one in mine)

    def leave(self, team: str) -> None:
        """Before half of its meetings were played it is as if it had not been there."""
        mine = self.of(team)
        struck = 2 * sum(one.by_play for one in mine) < len(mine)
        rest = [one for one in mine if one.is_open]
        for one in rest:
            one.void, one.is_awarded = struck, not struck
            one.award = None if struck else one.other(team)
        self.gone[team] = Gone(struck, rest)

    def may_return(self, team: str) -> bool:
        left = self.gone.get(team)
        if left is None or not left.is_kept:
            return False
        return not any(one.other(team) in self.gone for one in left.rest)

    def come_back(self, team: str) -> None:
        for one in self.gone.pop(team).rest:
            one.void, one.is_awarded, one.award = False, False, None

    def come_late(self, meetings: list[Met]) -> None:
        """From now on nobody who left before is missed by whoever came since."""
        for one in meetings:
            self.met[one.pair] = one
        for left in self.gone.values():
            left.is_kept = False

    def table(self) -> dict[str, Figures]:
        return {team: self._line(team) for team in self.teams}

    def _line(self, team: str) -> Figures:
        won = drawn = lost = own = other = games = against = 0
        for one in self.of(team):
            them = one.other(team)
            if them not in self.teams or one.is_open or one.in_play:
                continue
            mine, theirs = one.won_at(team), one.won_at(them)
            nobody = one.is_awarded and one.award is None
            won += mine > theirs
            drawn += mine == theirs and not nobody
            lost += mine < theirs or nobody
            own, other = own + 2 * mine, other + 2 * theirs
            games, against = games + one.games_of(team), against + one.games_of(them)
        points = 2 * won + drawn + self.points.get(team, 0)
        return (won + drawn + lost, won, drawn, lost, points, own, other, games, against)
