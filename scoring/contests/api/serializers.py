"""What programs read of pools and chouettes: one serializer for each thing, over models and states.

States of the rules name players by id: the context `people` has their rows, as the reader may know
them.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.evenings.api.table_codes import EveningNameOut
from games.matches.api.serializers.entries import FigureOut
from games.matches.api.serializers.matches import NamedOut, Out, PairOut, PlayersOut, TermsOut
from scoring.contests.rules import pool
from scoring.contests.rules.bank import Phase
from scoring.contests.rules.bets import Side
from scoring.contests.rules.pool_chances import place_values
from scoring.contests.selectors.waiting import WaitsFor
from scoring.ledger.rules import Cause, Holder

from .inputs import KINDS, ContestTerms, EventOut, GalleryTerms


@extend_schema_field(NamedOut)
class PlayerField(serializers.Field[Any, Any, Any, Any]):
    """The id of a player; 0 is nobody's."""

    def to_representation(self, value: int) -> Any:
        row = self.context["people"].get(value)
        return row and {"id": row.pk, "name": row.name}


def _players(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=PlayerField(), **options)


class ContestLineOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    evening = EveningNameOut()
    table = NamedOut()
    kind = serializers.ChoiceField(choices=KINDS)
    terms = TermsOut(source="*", help_text="Of each match that is dealt.")
    agreed = ContestTerms(
        source="agreed_terms.contest", help_text="All terms of its kind. They stay while it runs."
    )
    gallery = GalleryTerms(
        source="agreed_terms.gallery", allow_null=True, help_text="null: no bets are laid."
    )
    opened_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="Send it with your next write.")
    games_won = serializers.IntegerField(help_text="How many games were won.")
    over = serializers.BooleanField()
    tournament = serializers.IntegerField(
        source="tournament_id",
        allow_null=True,
        help_text="Whose pool it is; null: of no tournament.",
    )


class ContestHeldOut(Out):
    pot = serializers.IntegerField()
    bank = serializers.IntegerField()
    mass = serializers.IntegerField(help_text="Bets that are not yet won or given back.")
    levy = serializers.IntegerField()


class ContestAmountOut(Out):
    player = PlayerField()
    amount = serializers.IntegerField()


class GalleryBetOut(Out):
    player = PlayerField()
    side = serializers.ChoiceField(choices=[side.value for side in Side])
    amount = serializers.IntegerField()
    covered = serializers.IntegerField(help_text="How much of it the other side covers.")


class GalleryBetsOut(Out):
    """Of the gallery, on the game due or in play between `seats`."""

    game = serializers.IntegerField(source="number", help_text="Its number, from 1.")
    open = serializers.BooleanField(
        source="book.is_open", help_text="Until the first card is dealt."
    )
    laid = PairOut(source="book.cover.laid", help_text="On each side.")
    covered = serializers.IntegerField(source="book.cover.covered", help_text="The same on both.")
    short = serializers.IntegerField(
        source="book.short", help_text="What was missing on the losing side."
    )
    bets = GalleryBetOut(
        source="book.cover.bets", many=True, help_text="In the order in which they were placed."
    )


class PoolPlaceOut(Out):
    """Of players who are equal at every game."""

    player = PlayerField()
    chance = serializers.CharField(help_text="To win the pool, exact, as `n/d`.")
    worth = serializers.CharField(
        help_text="What the player can expect to take out of the pot, less what they still put in, "
        "exact, as `n/d` or `n`. All together are worth the pot."
    )


class PoolStateOut(Out):
    inscribed = _players(help_text="Until places are taken.")
    to_win = serializers.IntegerField(help_text="Games in succession; 0 until places are taken.")
    run = serializers.IntegerField(
        help_text="Games won in succession by the player who keeps the seat."
    )
    paid = ContestAmountOut(
        source="contributions",
        many=True,
        help_text="What each has put in, also of players who left.",
    )
    places = serializers.SerializerMethodField(
        help_text="The two who play and then the others in their order, until the pool is over."
    )

    @extend_schema_field(PoolPlaceOut(many=True))
    def get_places(self, state: pool.State) -> Any:
        values = place_values(state)
        return PoolPlaceOut(values, many=True, context=self.context).data


class CulLeveStateOut(Out):
    loser = PlayerField(
        source="contest.loser",
        allow_null=True,
        help_text="The player whose seat is free for a backer.",
    )
    backers = _players(help_text="Players with a bet on the loser of the last game.")


class BankStakeOut(Out):
    player = PlayerField()
    on = serializers.ChoiceField(
        source="side", choices=["against", "behind"], help_text="Against the bank, or with it."
    )
    amount = serializers.IntegerField(help_text="In all.")
    covered = serializers.IntegerField()


class BankStateOut(Out):
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    bids = ContestAmountOut(many=True, help_text="Rising; the last is the highest.")
    chouetteur = PlayerField(allow_null=True)
    adjudged = serializers.IntegerField(help_text="For how much.")
    renewed = serializers.BooleanField()
    stakes = BankStakeOut(many=True)
    covered = serializers.IntegerField(source="masses.size", help_text="The same on both sides.")
    bank_covered = serializers.IntegerField(
        source="masses.bank", help_text="The part of the bank in it."
    )
    out = _players(help_text="Who sits out.")


class BoxStateOut(Out):
    partner = PlayerField(allow_null=True)
    team = ContestAmountOut(
        source="team_stakes",
        many=True,
        help_text="Players against the chouetteur, the captain first, and their stakes.",
    )
    out = _players(source="resting", help_text="Who sits out.")


class ContestStakeOut(Out):
    player = PlayerField()
    on = PlayerField(help_text="The player who has to win the game.")
    laid = serializers.IntegerField(help_text="In all, before the deal.")
    covered = serializers.IntegerField(help_text="What the other side covers.")
    returned = serializers.IntegerField(
        help_text="The rest: given back at the deal, or what would be if it were now."
    )
    wins = serializers.IntegerField(
        help_text="To be won beside the stake, less any levy, as it stands."
    )


class ContestBalanceOut(ContestAmountOut):
    won = serializers.IntegerField(
        help_text="Won tonight; below zero: lost. What is in play or was paid is not lost."
    )
    in_play = serializers.IntegerField(
        help_text="What the player would get back if everything were closed now."
    )


class ContestBoardOut(Out):
    seats = PlayersOut(
        allow_null=True, help_text="Players of the game due or in play; `a` has kept the seat."
    )
    queue = _players(help_text="Players who wait, the next first; nobody when it is over.")
    match = serializers.IntegerField(allow_null=True, help_text="The game in play, if one is.")
    seed = serializers.CharField(
        help_text="That the places were drawn from, in the rising order of the SHA-256 of "
        "`seed:player` in hexadecimal digits, the player by id. Empty: they were not drawn."
    )
    accepted = _players(help_text="Players who have accepted the terms.")
    held = ContestHeldOut()
    bets = GalleryBetsOut(allow_null=True)
    pool = PoolStateOut(allow_null=True)
    cul_leve = CulLeveStateOut(allow_null=True)
    bank = BankStateOut(allow_null=True)
    box = BoxStateOut(allow_null=True)
    stakes = ContestStakeOut(
        many=True, help_text="Of everybody with a bet or stake on the game due or in play."
    )
    balances = ContestBalanceOut(
        many=True,
        help_text="The account of each player named here, of all pools and chouettes of the "
        "evening. Only for the club and its tables.",
    )


class ContestOut(ContestLineOut, ContestBoardOut):
    pass


class ContestNowOut(Out):
    """A contest in the list of an evening."""

    contest = ContestLineOut()
    waits_for = serializers.ChoiceField(
        choices=[one.value for one in WaitsFor],
        help_text="`places`: of a pool; `bids`, `auction`, `renewal`: of the bank; `players`: two "
        "have to sit down; `deal`, `result`: of the next game; `nothing`: it is over.",
    )
    text = serializers.CharField(help_text="The same in words, in the language asked for.")
    since = serializers.DateTimeField(help_text="When something was entered last.")
    match = serializers.IntegerField(allow_null=True, help_text="The game in play, if one is.")


class ContestAccountOut(Out):
    holder = serializers.ChoiceField(choices=[holder.value for holder in Holder])
    player = PlayerField(source="of", allow_null=True, help_text="Of a member's account.")


class ContestTransferOut(Out):
    giver = ContestAccountOut(source="source")
    taker = ContestAccountOut(source="target")
    amount = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=[cause.value for cause in Cause])


class ContestEntryOut(Out):
    number = serializers.IntegerField(
        source="entry.number",
        help_text="Of the request, from 1; a request may enter several.",
    )
    place = serializers.IntegerField(
        source="entry.place", help_text="In the order in which things happened, from 1."
    )
    event = EventOut(
        source="entry.data",
        allow_null=True,
        help_text="null: what stood at this place was taken out.",
    )
    gave_way = EventOut(
        source="entry.gave_way",
        allow_null=True,
        help_text="What would stand at this place if a correction of another left it possible; it "
        "stands again once one does. null: nothing gave way.",
    )
    players = _players(help_text="Players named by the event.")
    text = serializers.CharField(
        help_text="What happened in words, in the language asked for; empty where it was taken out."
    )
    stands = serializers.BooleanField(help_text="That no later entry has its place.")
    match = serializers.IntegerField(
        source="entry.match",
        allow_null=True,
        help_text="The match that was dealt or won; gone if undone with nothing entered.",
    )
    moved = ContestTransferOut(many=True, help_text="What follows from it, as long as it stands.")
    reason = serializers.CharField(source="entry.reason")
    by = serializers.CharField(
        allow_null=True, help_text="Who entered it; only for people of the club."
    )
    at = serializers.DateTimeField(source="entry.at")


class ContestForeseenOut(Out):
    contest = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The contest's, which stays what it is.")
    places = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of every entry that would be replaced or taken out, also what has to follow.",
    )
    changes = FigureOut(many=True, help_text="Every figure that would change.")
