"""What /api/v1/ says of accounts, and what it takes."""

from rest_framework import serializers

from ecarte_club.core.api import StrictBoolean, StrictInteger, StrictSerializer
from games.matches.api.serializers import NamedOut, Out
from scoring.ledger.models.settlements import BOOKS_MOST
from scoring.ledger.rules.books import Cause, Holder
from scoring.ledger.services.limits import MOST

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
HOLDERS, CAUSES = [one.value for one in Holder], [one.value for one in Cause]


class SumOut(Out):
    player = NamedOut()
    amount = serializers.IntegerField(help_text="Less than nothing: lost, or owed.")


class DueOut(Out):
    payer = NamedOut()
    payee = NamedOut(allow_null=True, help_text="Null: the levy box, which the club keeps.")
    amount = serializers.IntegerField()


class PartyOut(Out):
    holder = serializers.ChoiceField(choices=HOLDERS)
    player = NamedOut(allow_null=True, help_text="Of a member's account.")


class MovedOut(Out):
    posting = serializers.IntegerField()
    cause = serializers.ChoiceField(choices=CAUSES)
    giver = PartyOut()
    taker = PartyOut()
    amount = serializers.IntegerField()
    contest = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True, help_text="Its number in the contest.")
    at = serializers.DateTimeField()
    taken_back = serializers.BooleanField(help_text="It takes back an earlier one.")


class BehindOut(Out):
    amount = serializers.IntegerField(help_text="What it adds to the figure, or takes off it.")
    transfer = MovedOut()
    through = MovedOut(many=True, help_text="By which the money had come into the pot.")


class DebtOut(Out):
    debtor = PartyOut()
    creditor = PartyOut()
    amount = serializers.IntegerField()
    behind = BehindOut(many=True)


class BookPartOut(Out):
    book = serializers.IntegerField()
    evening = serializers.IntegerField(allow_null=True)
    amount = serializers.IntegerField()


class DebtOverOut(Out):
    debtor = PartyOut()
    creditor = PartyOut()
    amount = serializers.IntegerField()
    by_book = BookPartOut(many=True)


class AccountsOut(Out):
    unit = serializers.CharField(help_text="`counters`, or `points`, which nobody pays.")
    balances = SumOut(many=True)
    levy = serializers.IntegerField(help_text="In levy boxes.")
    held = serializers.IntegerField(help_text="Still in pots, banks and bets.")
    running = serializers.IntegerField(help_text="Contests that are not over.")
    payments = DueOut(many=True, help_text="The fewest that clear it; none while anything is held.")


class EveningAccountsOut(AccountsOut):
    evening = serializers.IntegerField()
    book = serializers.IntegerField(allow_null=True, help_text="Null: nothing was moved yet.")
    version = serializers.IntegerField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    settlement = serializers.IntegerField(allow_null=True)
    debts = DebtOut(many=True)


class BookOut(Out):
    id = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Send it when you settle.")
    evening = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    day = serializers.DateField()
    settled_at = serializers.DateTimeField(allow_null=True)
    settlement = serializers.IntegerField(allow_null=True)


class PreviewOut(AccountsOut):
    books = BookOut(many=True)
    debts = DebtOverOut(many=True)
    can_be_settled = serializers.BooleanField()


class PaymentOut(DueOut):
    id = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True)
    made_by = serializers.CharField(allow_null=True)


class SettlementOut(Out):
    id = serializers.IntegerField()
    starts_on = serializers.DateField(help_text="The day of its first evening.")
    ends_on = serializers.DateField()
    settled_at = serializers.DateTimeField()
    settled_by = serializers.CharField(allow_null=True)


class SettledOut(SettlementOut):
    """To a member: his own sum, and what he gives or gets."""

    unit = serializers.CharField()
    balances = SumOut(many=True)
    levy = serializers.IntegerField()
    payments = PaymentOut(many=True)
    books = BookOut(many=True)
    debts = DebtOverOut(many=True)


class StatementLineOut(Out):
    evening = serializers.IntegerField(allow_null=True)
    book = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="What it adds to the account, or takes from it.")
    transfer = MovedOut()


class StatementOut(Out):
    player = NamedOut()
    unit = serializers.CharField()
    total = serializers.IntegerField(help_text="Of all lines of these days.")
    payments = PaymentOut(many=True, help_text="The steps of what was settled of these days.")
    next = serializers.URLField(allow_null=True, help_text="Null on the last page.")
    results = StatementLineOut(many=True)


class LimitsOut(Out):
    most_staked = serializers.IntegerField(allow_null=True, help_text="In one bet; null: any.")
    most_owed = serializers.IntegerField(allow_null=True, help_text="At an evening; null: any.")


class OwnLimitsOut(LimitsOut):
    """What is raised, or given up, holds only from a day later."""

    most_staked_asked = serializers.IntegerField(allow_null=True)
    most_staked_from = serializers.DateTimeField(allow_null=True)
    most_owed_asked = serializers.IntegerField(allow_null=True)
    most_owed_from = serializers.DateTimeField(allow_null=True)


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
