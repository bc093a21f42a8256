"""A second book of an evening's contest, from what was seen at the table and nothing else: who sat,
who won, what was staked and what was handed over. It knows no seats but those, and pays as the
printed rules have it, counter by counter.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Stakes = tuple[tuple[str, int], ...]


@dataclass
class Game:
    """`pair`: who sat, first who kept the seat. `bets`: (name, on the first, amount), as laid.
    `against`, `behind`: what was staked at a bank. `team`: of a box, whom the first of the pair is
    alone against."""

    pair: tuple[str, str]
    bets: list[tuple[str, bool, int]] = field(default_factory=list)
    against: Stakes = ()
    behind: Stakes = ()
    team: tuple[str, ...] = ()
    winner: str = ""

    @property
    def loser(self) -> str:
        return next(name for name in self.pair if name != self.winner)


@dataclass
class Book:
    """`players`: in the order in which they took their places."""

    kind: str
    stake: int
    players: tuple[str, ...] = ()
    deposit: bool = True
    chouetteur: str = ""
    adjudged: int = 0
    levy: int = 0
    bets_levy: int = 0
    games: list[Game] = field(default_factory=list)
    cash: Counter[str] = field(default_factory=Counter)

    def sums(self) -> dict[str, int]:
        """Of everybody, with the levy box; what lies on the table is nobody's yet."""
        purses: Counter[str] = Counter(self.cash)
        if self.kind == "pool":
            self._pool(purses)
        elif self.kind == "bank":
            self._bank(purses)
        else:
            for game in self._won(self.games):
                for name in game.team or (game.pair[1],):
                    box_wins = game.winner == game.pair[0]
                    purses[game.pair[0]] += self.stake if box_wins else -self.stake
                    purses[name] -= self.stake if box_wins else -self.stake
        for game in self._counting():
            self._bets(purses, game)
        return {name: amount for name, amount in purses.items() if amount}

    @staticmethod
    def _won(games: Iterable[Game]) -> list[Game]:
        return [game for game in games if game.winner]

    def _counting(self) -> Sequence[Game]:
        """All games until the pool is won."""
        if self.kind != "pool":
            return self.games
        run, last = 0, ""
        for number, game in enumerate(self.games, 1):
            if not game.winner:
                continue
            run = run + 1 if game.winner == last else 1
            last = game.winner
            if run == len(self.players) - 1:
                return self.games[:number]
        return self.games

    @property
    def is_won(self) -> bool:
        games = self._counting()
        return self.kind == "pool" and len(games) >= 1 and self._is_end(games)

    def _is_end(self, games: Sequence[Game]) -> bool:
        winners = [game.winner for game in games][-(len(self.players) - 1) :]
        return len(winners) == len(self.players) - 1 and len(set(winners)) == 1 and winners[0] != ""

    def _pool(self, purses: Counter[str]) -> None:
        pot = 0
        for name in self.players if self.deposit else self.players[:2]:
            purses[name] -= self.stake
            pot += self.stake
        games = self._counting()
        sat = set(self.players[:2])
        for game in games:
            if not self.deposit:
                for name in set(game.pair) - sat:
                    purses[name] -= self.stake
                    pot += self.stake
                sat = set(game.pair)
            if game.winner and self.deposit:
                purses[game.loser] -= self.stake
                pot += self.stake
        if self._is_end(games):
            purses[games[-1].winner] += pot

    def rentrant_pays(self, purses: dict[str, int], seats: tuple[str, ...]) -> None:
        """Who has sat down since the last game, and has put in before it is dealt."""
        if self.kind == "pool" and not self.deposit and not self.is_won and self.games:
            last = self.games[-1]
            for name in set(seats) - set(last.pair) if last.winner else ():
                purses[name] = purses.get(name, 0) - self.stake

    def _bank(self, purses: Counter[str]) -> None:
        """An empty bank that is played on with has been put up again."""
        banked = times = 0
        # As who runs it always renews a bank that is broken once, the last game too is followed,
        # unless it is in play and all of the bank in it.
        in_play = bool(self.games) and not self.games[-1].winner
        for game in (*self.games, None):
            if not banked and (game is not None or (times < 2 and not in_play)):
                banked, times = self.adjudged, times + 1
                purses[self.chouetteur] -= banked + banked * self.levy // 100
                purses["levy"] += banked * self.levy // 100
            if game is None:
                break
            facing = [one for one in game.against if one[0] == game.pair[1]]
            others = [one for one in game.against if one[0] != game.pair[1]]
            punters = [name for name, amount in (*facing, *others) for _ in range(amount)]
            behind = [name for name, amount in game.behind for _ in range(amount)]
            room = max(0, len(punters) - banked)
            opposite = ["bank"] * banked + behind[:room]
            pairs = list(zip(punters, opposite, strict=False))
            for punter, other in pairs:
                if not game.winner:
                    purses[punter] -= 1
                    purses[other] -= other != "bank"
                    banked -= other == "bank"
                    continue
                sign = 1 if game.winner == game.pair[0] else -1
                purses[punter] -= sign
                if other == "bank":
                    banked += sign
                else:
                    purses[other] += sign

    def closed(self) -> dict[str, int]:
        """Of a contest that nobody plays any further: a game in play counts for nothing, the bank
        is its holder's, and of a pool everybody has back in proportion to what they put in."""
        games = self.games
        self.games = self._won(games)
        sums = Counter(self.sums())
        if self.kind == "bank":
            sums[self.chouetteur] += -sum(sums.values())
        elif self.kind == "pool" and not self.is_won:
            put_in = Counter[str]()
            self._pool(put_in)
            for name, amount in self._in_proportion(
                -sum(sums.values()), {name: -put_in[name] for name in self.players}
            ).items():
                sums[name] += amount
        self.games = games
        return {name: amount for name, amount in sums.items() if amount}

    @staticmethod
    def _in_proportion(amount: int, stakes: dict[str, int]) -> dict[str, int]:
        """What is left over goes to whoever lacks most of their part; of equals to the first."""
        total, found = sum(stakes.values()), dict.fromkeys(stakes, 0)
        for name, stake in stakes.items():
            found[name] = amount * stake // total
        lacking = sorted(
            stakes, key=lambda name: found[name] - Fraction(amount * stakes[name], total)
        )
        for name in lacking[: amount - sum(found.values())]:
            found[name] += 1
        return found

    def _bets(self, purses: Counter[str], game: Game) -> None:
        """Even money, each counter against one of the other side; the last laid has none. Of what
        is won the club has its part, the rest is shared by the stakes."""
        rows = {
            side: [
                name
                for own in (True, False)
                for name, on, amount in game.bets
                if on is side and (name == game.pair[0 if side else 1]) is own
                for _ in range(amount)
            ]
            for side in (True, False)
        }
        size = min(map(len, rows.values()))
        if not game.winner:
            purses.subtract([*rows[True][:size], *rows[False][:size]])
            return
        won = game.winner == game.pair[0]
        purses.subtract(rows[not won][:size])
        levied = size * self.bets_levy // 100
        purses["levy"] += levied
        if size:
            stakes = dict(Counter(rows[won][:size]))
            purses.update(self._in_proportion(size - levied, stakes))
