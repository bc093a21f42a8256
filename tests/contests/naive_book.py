"""A second book of an evening's contest, from what was seen at the table and nothing else: who sat,
who won, what was staked and what was handed over. It knows no seats but those, and pays as the
printed rules have it, counter by counter.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Stake = tuple[str, str, int]


@dataclass
class Game:
    """`pair`: who sat, first who kept the seat. `bets`: (name, on the first, amount), as laid.
    `stakes`: at a bank, as laid: "against", "behind" or "back", the name and the amount. `team`: of
    a box, whom the first of the pair is alone against. `overlooked`: backers who saw the other
    player's cards. `short`: found wanting in the losing mass. `went_on`: the bank was renewed after
    it, or staked against."""

    pair: tuple[str, str]
    bets: list[tuple[str, bool, int]] = field(default_factory=list)
    stakes: list[Stake] = field(default_factory=list)
    team: tuple[str, ...] = ()
    overlooked: list[str] = field(default_factory=list)
    short: int = 0
    winner: str = ""
    went_on: bool = False

    @property
    def loser(self) -> str:
        return next(name for name in self.pair if name != self.winner)


@dataclass
class Bank:
    """`first`: the number of games before it. `given_up`: or not renewed."""

    chouetteur: str
    adjudged: int
    first: int = 0
    given_up: bool = False


@dataclass
class Book:
    """`players`: in the order in which they took their places. `levy`: per cent of each bank, or
    of what is won from it. `first_has_odd_counters`: of bets and stakes, and not whoever lacks
    most of their part."""

    kind: str
    stake: int
    players: tuple[str, ...] = ()
    deposit: bool = True
    banks: list[Bank] = field(default_factory=list)
    levy: int = 0
    levy_on_winnings: bool = False
    bets_levy: int = 0
    first_has_odd_counters: bool = False
    games: list[Game] = field(default_factory=list)
    cash: Counter[str] = field(default_factory=Counter)

    def sums(self) -> dict[str, int]:
        """Of everybody, with the levy box; what lies on the table is nobody's yet."""
        purses: Counter[str] = Counter(self.cash)
        if self.kind == "pool":
            self._pool(purses)
        elif self.kind == "bank":
            ends = [*(bank.first for bank in self.banks[1:]), len(self.games)]
            for bank, end in zip(self.banks, ends, strict=True):
                self._bank(purses, bank, self.games[bank.first : end])
        else:
            for game in self._won(self.games):
                for name in game.team or (game.pair[1],):
                    box_wins = game.winner == game.pair[0]
                    purses[game.pair[0]] += self.stake if box_wins else -self.stake
                    purses[name] -= self.stake if box_wins else -self.stake
        for game in self.counting():
            self._bets(purses, game)
        return {name: amount for name, amount in purses.items() if amount}

    @staticmethod
    def _won(games: Iterable[Game]) -> list[Game]:
        return [game for game in games if game.winner]

    def counting(self) -> list[Game]:
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
        games = self.counting()
        return self.kind == "pool" and len(games) >= 1 and self._is_end(games)

    def _is_end(self, games: Sequence[Game]) -> bool:
        winners = [game.winner for game in games][-(len(self.players) - 1) :]
        return len(winners) == len(self.players) - 1 and len(set(winners)) == 1 and winners[0] != ""

    def _pool(self, purses: Counter[str]) -> None:
        pot = 0
        for name in self.players if self.deposit else self.players[:2]:
            purses[name] -= self.stake
            pot += self.stake
        games = self.counting()
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

    def _bank(self, purses: Counter[str], bank: Bank, games: Sequence[Game]) -> None:
        """An empty bank that is played on with has been put up again."""
        banked = self._put_up(purses, bank)
        for game in games:
            banked = banked or self._put_up(purses, bank)
            banked = self._game_at_bank(purses, game, banked)
        if games and games[-1].winner and games[-1].went_on:
            banked = banked or self._put_up(purses, bank)
        if bank.given_up:
            purses[bank.chouetteur] += banked

    def _put_up(self, purses: Counter[str], bank: Bank) -> int:
        levied = 0 if self.levy_on_winnings else bank.adjudged * self.levy // 100
        purses[bank.chouetteur] -= bank.adjudged + levied
        purses["levy"] += levied
        return bank.adjudged

    def _game_at_bank(self, purses: Counter[str], game: Game, banked: int) -> int:
        """Counter against counter: who faces the chouetteur first, and the bank before those behind
        it. What is then in the bank is returned."""
        rows = self._rows_at_bank(game, banked)
        size = min(map(len, rows))
        against, behind = (dict(Counter(row[:size])) for row in rows)
        for name, amount in (*against.items(), *behind.items()):
            purses[name] -= amount
        won = behind if game.winner == game.pair[0] else against
        if game.winner:
            levied = size * self.levy // 100 if self.levy_on_winnings else 0
            purses["levy"] += levied
            purses.update(won)
            purses.update(self._shared(size - levied, won) if size else {})
        return banked + purses.pop("bank", 0)

    @staticmethod
    def _rows_at_bank(game: Game, banked: int) -> tuple[list[str], list[str]]:
        """Of either side. Behind the bank nobody stakes more than it leaves of what is staked
        against it by then, and whoever staked against it since did not know of more."""
        against: dict[str, int] = {}
        behind: dict[str, int] = {}
        for act, name, amount in game.stakes:
            if act == "against":
                behind.pop(name, None)
                against[name] = amount
            elif act == "behind":
                behind[name] = max(0, min(amount, sum(against.values()) - banked))
            else:
                against.pop(name, None)
                behind.pop(name, None)
        in_order = sorted(against, key=lambda name: name != game.pair[1])
        return (
            [name for name in in_order for _ in range(against[name])],
            ["bank"] * banked + [name for name, much in behind.items() for _ in range(much)],
        )

    def closed(self) -> dict[str, int]:
        """Of a contest that nobody plays any further: a game in play counts for nothing, the bank
        is its holder's, and of a pool everybody has back in proportion to what they put in."""
        games = self.counting()
        self.games = self._won(games)
        if self.kind == "bank":
            self.games += [Game(game.pair) for game in games if not game.winner]
        sums = Counter(self.sums())
        if self.kind == "bank":
            sums[self.banks[-1].chouetteur] += -sum(sums.values())
        elif self.kind == "pool" and not self.is_won:
            put_in = Counter[str]()
            self._pool(put_in)
            for name, amount in self._in_proportion(
                -sum(sums.values()), {name: -put_in[name] for name in self.players}
            ).items():
                sums[name] += amount
        for game in games[len(self.games) :]:
            self._without_overlooked(sums, game)
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

    def _shared(self, amount: int, stakes: dict[str, int]) -> dict[str, int]:
        if not self.first_has_odd_counters:
            return self._in_proportion(amount, stakes)
        parts = {name: amount * stake // sum(stakes.values()) for name, stake in stakes.items()}
        for name in list(parts)[: amount - sum(parts.values())]:
            parts[name] += 1
        return parts

    def _bets(self, purses: Counter[str], game: Game) -> None:
        """Even money, each counter against one of the other side; the last laid has none. Of what
        is won the club has its part, the rest is shared by the stakes."""
        rows = self._without_overlooked(purses, game)
        size = len(rows[True])
        if not game.winner:
            purses.subtract([*rows[True], *rows[False]])
            return
        won = game.winner == game.pair[0]
        stakes, lost = (dict(Counter(rows[side])) for side in (won, not won))
        purses.subtract(lost)
        if size:
            purses.update(self._shared(game.short, lost))
            left = size - game.short
            levied = left * self.bets_levy // 100
            purses["levy"] += levied
            purses.update(self._shared(left - levied, stakes))

    def _without_overlooked(self, purses: Counter[str], game: Game) -> dict[bool, list[str]]:
        """Whoever saw cards has lost the stake at once, and what was against it goes home."""
        rows = self.covered(game)
        for name in game.overlooked:
            side = name in rows[True]
            paid = rows[side].count(name)
            purses[name] -= paid
            purses[game.pair[1 if side else 0]] += paid
            rows[side] = [other for other in rows[side] if other != name]
            rows = self._paired(rows)
        return rows

    @classmethod
    def covered(cls, game: Game) -> dict[bool, list[str]]:
        """By side, whose each counter is: a player's own first."""
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
        return cls._paired(rows)

    @staticmethod
    def _paired(rows: dict[bool, list[str]]) -> dict[bool, list[str]]:
        size = min(map(len, rows.values()))
        return {side: row[:size] for side, row in rows.items()}
