"""What programs read of pools and chouettes: over data made by `plain` and `log`."""

from rest_framework import serializers

from games.evenings.api.table_codes import EveningNameOut
from games.matches.api.corrections import FigureOut
from games.matches.api.serializers import NamedOut, Out, PairOut, PlayersOut, TermsOut
from scoring.contests.rules.bank import Phase
from scoring.contests.rules.bets import Side
from scoring.ledger.rules.books import Cause, Holder

from .events import EventOut
from .inputs import KINDS, ContestTerms, GalleryTerms

SIDES = [side.value for side in Side]
MASSES = ["against", "behind"]


class ContestLineOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    evening = EveningNameOut()
    table = NamedOut()
    kind = serializers.ChoiceField(choices=KINDS)
    terms = TermsOut(help_text="Of each match that is dealt.")
    agreed = ContestTerms(help_text="All terms of its kind. They stay while it runs.")
    gallery = GalleryTerms(allow_null=True, help_text="null: no bets are laid.")
    opened_at = serializers.DateTimeField()
    version = serializers.IntegerField(help_text="Send it with your next write.")
    games_won = serializers.IntegerField(help_text="How many games were won.")
    over = serializers.BooleanField()
    tournament = serializers.IntegerField(
        allow_null=True, help_text="Whose pool it is; null: of no tournament."
    )


class ContestHeldOut(Out):
    pot = serializers.IntegerField()
    bank = serializers.IntegerField()
    mass = serializers.IntegerField(help_text="Bets that are not yet won or given back.")
    levy = serializers.IntegerField()


class ContestAmountOut(Out):
    player = NamedOut()
    amount = serializers.IntegerField()


class GalleryBetOut(Out):
    player = NamedOut()
    side = serializers.ChoiceField(choices=SIDES)
    amount = serializers.IntegerField()
    covered = serializers.IntegerField(help_text="How much of it the other side covers.")


class GalleryBetsOut(Out):
    """Of the gallery, on the game due or in play between `seats`."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    open = serializers.BooleanField(help_text="Until the first card is dealt.")
    laid = PairOut(help_text="On each side.")
    covered = serializers.IntegerField(help_text="The same on both.")
    short = serializers.IntegerField(help_text="What was missing on the losing side.")
    bets = GalleryBetOut(many=True, help_text="In the order in which they were placed.")


class PoolStateOut(Out):
    inscribed = NamedOut(many=True, help_text="Until places are taken.")
    to_win = serializers.IntegerField(help_text="Games in succession; 0 until places are taken.")
    run = serializers.IntegerField(
        help_text="Games won in succession by the player who keeps the seat."
    )
    paid = ContestAmountOut(many=True, help_text="What each has put in, also of players who left.")


class CulLeveStateOut(Out):
    loser = NamedOut(allow_null=True, help_text="The player whose seat is free for a backer.")
    backers = NamedOut(many=True, help_text="Players with a bet on the loser of the last game.")


class BankStakeOut(Out):
    player = NamedOut()
    on = serializers.ChoiceField(choices=MASSES, help_text="Against the bank, or with it.")
    amount = serializers.IntegerField(help_text="In all.")
    covered = serializers.IntegerField()


class BankStateOut(Out):
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase])
    bids = ContestAmountOut(many=True, help_text="Rising; the last is the highest.")
    chouetteur = NamedOut(allow_null=True)
    adjudged = serializers.IntegerField(help_text="For how much.")
    renewed = serializers.BooleanField()
    stakes = BankStakeOut(many=True)
    covered = serializers.IntegerField(help_text="The same on both sides.")
    bank_covered = serializers.IntegerField(help_text="The part of the bank in it.")
    out = NamedOut(many=True, help_text="Who sits out.")


class BoxStateOut(Out):
    partner = NamedOut(allow_null=True)
    team = ContestAmountOut(
        many=True, help_text="Players against the chouetteur, the captain first, and their stakes."
    )
    out = NamedOut(many=True, help_text="Who sits out.")


class ContestOut(ContestLineOut):
    seats = PlayersOut(
        allow_null=True, help_text="Players of the game due or in play; `a` has kept the seat."
    )
    queue = NamedOut(
        many=True, help_text="Players who wait, the next first; nobody when it is over."
    )
    match = serializers.IntegerField(allow_null=True, help_text="The game in play, if one is.")
    seed = serializers.CharField(
        help_text="That the places were drawn from, in the rising order of the SHA-256 of "
        "`seed:player` in hexadecimal digits, the player by id. Empty: they were not drawn."
    )
    accepted = NamedOut(many=True, help_text="Players who have accepted the terms.")
    held = ContestHeldOut()
    bets = GalleryBetsOut(allow_null=True)
    pool = PoolStateOut(allow_null=True)
    cul_leve = CulLeveStateOut(allow_null=True)
    bank = BankStateOut(allow_null=True)
    box = BoxStateOut(allow_null=True)
    balances = ContestAmountOut(
        many=True,
        help_text="What each player named here has won in all pools and chouettes of the evening; "
        "below zero: owes it. Only for the club and its tables.",
    )


class ContestAccountOut(Out):
    holder = serializers.ChoiceField(choices=[holder.value for holder in Holder])
    player = NamedOut(allow_null=True, help_text="Of a member's account.")


class ContestTransferOut(Out):
    giver = ContestAccountOut()
    taker = ContestAccountOut()
    amount = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=[cause.value for cause in Cause])


class ContestEntryOut(Out):
    number = serializers.IntegerField(
        help_text="Of the request, from 1; a request may enter several."
    )
    place = serializers.IntegerField(help_text="In the order in which things happened, from 1.")
    event = EventOut(allow_null=True, help_text="null: what stood at this place was taken out.")
    players = NamedOut(many=True, help_text="Players named by the event.")
    text = serializers.CharField(
        help_text="What happened in words, in the language asked for; empty where it was taken out."
    )
    stands = serializers.BooleanField(help_text="That no later entry has its place.")
    match = serializers.IntegerField(
        allow_null=True,
        help_text="The match that was dealt or won; gone if undone with nothing entered.",
    )
    moved = ContestTransferOut(many=True, help_text="What follows from it, as long as it stands.")
    reason = serializers.CharField()
    by = serializers.CharField(
        allow_null=True, help_text="Who entered it; only for people of the club."
    )
    at = serializers.DateTimeField()


class ContestForeseenOut(Out):
    contest = serializers.IntegerField()
    version = serializers.IntegerField(help_text="The contest's, which stays what it is.")
    changes = FigureOut(many=True, help_text="Every figure that would change.")
