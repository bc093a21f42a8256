"""What /api/v1/ says of accounts, and what it takes."""

from rest_framework import serializers

from ecarte_club.core.api import StrictBoolean, StrictInteger, StrictSerializer
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.ledger.models import BOOKS_MOST
from scoring.ledger.rules import Cause, Holder
from scoring.ledger.services.limits import MOST

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
HOLDERS, CAUSES = [one.value for one in Holder], [one.value for one in Cause]


class SumOut(Out):
    player = NamedOut()
    amount = serializers.IntegerField(help_text="Less than nothing: lost, or owed.")
    in_play = serializers.IntegerField(
        help_text="What of it is not lost: what the player would get back if all were closed now."
    )
    due = serializers.IntegerField(
        help_text="To be received if all were closed now; below zero: owed."
    )


class DueOut(Out):
    payer = NamedOut(allow_null=True, help_text="Null: the club.")
    payee = NamedOut(allow_null=True, help_text="Null: the club, with its levy boxes and cash.")
    amount = serializers.IntegerField()


class PartyOut(Out):
    holder = serializers.ChoiceField(choices=HOLDERS)
    player = NamedOut(allow_null=True, help_text="Of a member's account.")


class MovedOut(Out):
    posting = serializers.IntegerField(source="posting.pk", help_text="Its id in the ledger.")
    cause = serializers.ChoiceField(choices=CAUSES)
    giver = PartyOut(
        source="source",
        help_text="Whose account it is taken from. Of what is paid in cash: the payee.",
    )
    taker = PartyOut(
        source="target",
        help_text="Whose account it is added to. Of what is paid in cash: its payer.",
    )
    amount = serializers.IntegerField(help_text="In the club's unit, 1 or more.")
    contest = serializers.IntegerField(
        source="contest.pk", allow_null=True, help_text="Id of the pool or chouette."
    )
    game = serializers.IntegerField(allow_null=True, help_text="Its number in the contest.")
    at = serializers.DateTimeField(help_text="When it happened.")
    taken_back = serializers.BooleanField(
        source="is_taking_back", help_text="It reverses an earlier transfer."
    )


class BehindOut(Out):
    amount = serializers.IntegerField(help_text="What it adds to the figure, or takes off it.")
    transfer = MovedOut(source="moved")
    through = MovedOut(many=True, help_text="By which the money had come into the pot.")


class DebtOut(Out):
    debtor = PartyOut()
    creditor = PartyOut()
    amount = serializers.IntegerField()
    behind = BehindOut(many=True)


class BookPartOut(Out):
    book = serializers.IntegerField(source="book.pk")
    evening = serializers.IntegerField(source="book.evening_id", allow_null=True)
    amount = serializers.IntegerField(help_text="What this evening adds to the debt.")


class DebtOverOut(Out):
    debtor = PartyOut()
    creditor = PartyOut()
    amount = serializers.IntegerField()
    by_book = BookPartOut(many=True)


class AccountsOut(Out):
    unit = serializers.CharField(help_text="`counters`, or `points`, which nobody pays.")
    balances = SumOut(source="lines", many=True, help_text="Of every player in the books.")
    levy = serializers.IntegerField(help_text="In levy boxes.")
    cash = serializers.IntegerField(
        help_text="Of the club: below zero by what it was paid, above by what it paid out."
    )
    held = serializers.IntegerField(help_text="Still in pots, banks and bets.")
    running = serializers.IntegerField(help_text="Pools and chouettes that are not over.")
    payments = DueOut(
        source="dues", many=True, help_text="The fewest that clear it; none while anything is held."
    )


class EveningAccountsOut(AccountsOut):
    evening = serializers.IntegerField(source="evening.pk")
    book = serializers.IntegerField(
        source="book.pk", allow_null=True, help_text="Null: nothing was moved yet."
    )
    version = serializers.IntegerField(
        source="book.version", allow_null=True, help_text="Of the book: send it when you settle."
    )
    settled_at = serializers.DateTimeField(
        source="book.settled_at", allow_null=True, help_text="Null: not settled yet."
    )
    settlement = serializers.IntegerField(
        source="book.settled.settlement_id",
        allow_null=True,
        help_text="Id of the settlement; null: not settled yet.",
    )
    debts = DebtOut(many=True, help_text="Who owes whom, with the transfers behind it.")


class BookOut(Out):
    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Send it when you settle.")
    evening = serializers.IntegerField(
        source="evening_id", allow_null=True, help_text="Null: a book outside an evening."
    )
    name = serializers.CharField(source="__str__")
    day = serializers.DateField(help_text="Of the evening, or when the book was opened.")
    settled_at = serializers.DateTimeField(allow_null=True, help_text="Null: not settled yet.")
    settlement = serializers.IntegerField(
        source="settled.settlement_id",
        allow_null=True,
        help_text="Id of the settlement; null: not settled yet.",
    )


class PreviewOut(AccountsOut):
    books = BookOut(many=True)
    debts = DebtOverOut(many=True)
    can_be_settled = serializers.BooleanField()


class PaymentOut(DueOut):
    id = serializers.IntegerField(source="payment.pk")
    made_at = serializers.DateTimeField(
        source="payment.made_at", allow_null=True, help_text="Null: not made yet."
    )
    made_by = serializers.CharField(
        source="payment.made_by", allow_null=True, help_text="Who marked it as made."
    )


class SettlementOut(Out):
    id = serializers.IntegerField()
    starts_on = serializers.DateField(help_text="The day of its first evening.")
    ends_on = serializers.DateField()
    settled_at = serializers.DateTimeField()
    settled_by = serializers.CharField(allow_null=True, help_text="Name of the director.")


class SettledOut(SettlementOut):
    """For a member: their own balance, and what they give or get."""

    unit = serializers.CharField(help_text="`counters` or `points`.")
    balances = SumOut(source="lines", many=True)
    levy = serializers.IntegerField(help_text="In levy boxes.")
    cash = serializers.IntegerField(help_text="Of the club: below zero by what it was paid.")
    payments = PaymentOut(source="dues", many=True)
    books = BookOut(many=True)
    debts = DebtOverOut(many=True)


class StatementLineOut(Out):
    evening = serializers.IntegerField(source="book.evening_id", allow_null=True)
    book = serializers.IntegerField(source="book.pk")
    amount = serializers.IntegerField(help_text="What it adds to the account, or takes from it.")
    transfer = MovedOut(source="moved")


class OwingOut(Out):
    won = serializers.IntegerField(
        help_text="In all, settled or not, without payments and what is in play; below zero: lost."
    )
    in_play = serializers.IntegerField(
        help_text="What the player would get back if everything that runs were closed now."
    )
    cash = serializers.IntegerField(help_text="Paid during evenings, less what was received.")
    unpaid = serializers.IntegerField(
        help_text="Of what was settled: still to be received, less what is still to be paid."
    )
    amount = serializers.IntegerField(
        help_text="To be received in the end; below zero: owed. Neither what was paid nor what is "
        "in play counts as lost."
    )


class StatementOut(Out):
    player = NamedOut()
    unit = serializers.CharField()
    total = serializers.IntegerField(help_text="Of all lines of these days.")
    owing = OwingOut(help_text="What of it is still to be paid.")
    payments = PaymentOut(many=True, help_text="The steps of what was settled of these days.")
    next = serializers.URLField(allow_null=True, help_text="Null on the last page.")
    results = StatementLineOut(many=True)


class LimitsOut(Out):
    most_staked = serializers.IntegerField(allow_null=True, help_text="In one bet; null: any.")
    most_owed = serializers.IntegerField(allow_null=True, help_text="At an evening; null: any.")


class OwnLimitsOut(LimitsOut):
    """A limit that is raised, or given up, takes effect a day later."""

    most_staked = serializers.IntegerField(
        source="held.most_staked", allow_null=True, help_text="In one bet, now; null: any."
    )
    most_owed = serializers.IntegerField(
        source="held.most_owed", allow_null=True, help_text="At an evening, now; null: any."
    )
    most_staked_asked = serializers.IntegerField(
        source="asked.staked_asked", allow_null=True, help_text="What it will be; null: no limit."
    )
    most_staked_from = serializers.DateTimeField(
        source="asked.staked_from", allow_null=True, help_text="From when; null: no change is due."
    )
    most_owed_asked = serializers.IntegerField(
        source="asked.owed_asked", allow_null=True, help_text="What it will be; null: no limit."
    )
    most_owed_from = serializers.DateTimeField(
        source="asked.owed_from", allow_null=True, help_text="From when; null: no change is due."
    )


class SeenBookIn(StrictSerializer):
    book = StrictInteger(min_value=1, max_value=ID_MOST)
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)


class BooksIn(StrictSerializer):
    books = serializers.ListField(child=SeenBookIn(), allow_empty=False, max_length=BOOKS_MOST)


class DaysIn(StrictSerializer):
    """Null: from the first, or to the last that there is."""

    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)


class LetterOut(Out):
    id = serializers.IntegerField()
    written_at = serializers.DateTimeField()


class MadeIn(StrictSerializer):
    made = StrictBoolean()


class LimitsIn(StrictSerializer):
    """Both are said each time; null: none."""

    most_staked = StrictInteger(min_value=0, max_value=MOST, allow_null=True)
    most_owed = StrictInteger(min_value=0, max_value=MOST, allow_null=True)
