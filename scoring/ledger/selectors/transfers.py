"""What a posting was for: in which contest, in which game of it, when, and between whom."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from ecarte_club.clubs.models import Player
from scoring.contests.models import Contest, ContestEntry
from scoring.ledger.models import Posting
from scoring.ledger.rules.books import Account, Cause, Holder


@dataclass(frozen=True, slots=True)
class Party:
    """A member; or a pot, a bank, the bets or the levy box, where `player` is None."""

    holder: Holder
    player: Player | None = None

    @property
    def name(self) -> str:
        return self.player.name if self.player else str(self.holder)


@dataclass(frozen=True, slots=True)
class Moved:
    """A posting as it is shown. `game`: its number in the contest; `at`: when it happened."""

    posting: Posting
    cause: Cause
    source: Party
    target: Party
    contest: Contest | None
    game: int | None
    at: datetime

    @property
    def amount(self) -> int:
        return self.posting.amount

    @property
    def is_taking_back(self) -> bool:
        return self.posting.reverses_id is not None


@dataclass(frozen=True, slots=True)
class PostingReader:
    """Reads contests, entries and players at once, for however many postings."""

    contests: Mapping[int, Contest]
    happenings: Mapping[tuple[int, int], tuple[int, datetime]]
    players: Mapping[int, Player]

    @classmethod
    def of(cls, postings: Collection[Posting]) -> "PostingReader":
        ids = {one.contest for one in postings if one.contest}
        contests = Contest.objects.filter(pk__in=ids).select_related("table").in_bulk()
        who = {pk for one in postings for pk in (one.source_player_id, one.target_player_id) if pk}
        return cls(contests, happenings(contests), players(who))

    def read(self, posting: Posting) -> Moved:
        happened = self.happenings.get((posting.contest or 0, posting.number or 0))
        game, at = happened or (None, posting.at)
        transfer = posting.transfer
        return Moved(
            posting,
            transfer.cause,
            self.party(transfer.source),
            self.party(transfer.target),
            self.contests.get(posting.contest or 0),
            game,
            at,
        )

    def party(self, account: Account) -> Party:
        is_member = account.holder is Holder.MEMBER
        return Party(account.holder, self.players[account.of] if is_member else None)


def players(ids: Iterable[int]) -> dict[int, Player]:
    """Each under his id of then, as who he turned out to be."""
    found = Player.objects.select_related("merged_into").in_bulk(list(ids))
    return {pk: one.merged_into or one for pk, one in found.items()}


def happenings(contests: Collection[int]) -> dict[tuple[int, int], tuple[int, datetime]]:
    """By contest and place: the number of the game, and when it was entered first."""
    rows = ContestEntry.objects.filter(contest__in=list(contests)).order_by("contest", "number")
    first: dict[int, dict[int, datetime]] = defaultdict(dict)
    stands: dict[int, dict[int, bool]] = defaultdict(dict)
    for contest, place, data, at in rows.values_list("contest_id", "place", "data", "at"):
        first[contest].setdefault(place, at)
        stands[contest][place] = (data or {}).get("event") == "game_won"
    found = {}
    for contest, places in stands.items():
        game = 1
        for place, is_won in sorted(places.items()):
            found[contest, place] = game, first[contest][place]
            game += is_won
    return found
