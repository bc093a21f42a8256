"""Money in whole numbers of the club's unit, without a database.

transfers   accounts, what an amount is moved for, and how it is shared out
clearing    the fewest payments that clear all balances
debts       who owes whom, and by which transfers
"""

from .clearing import EXACT_UP_TO, Payment, payments
from .debts import Debt, Part, owed
from .transfers import (
    BANK,
    CASH,
    IN_CASH,
    LEVY,
    MASS,
    POT,
    Account,
    Cause,
    Holder,
    Player,
    Remainder,
    Transfer,
    Transfers,
    balances,
    member,
    shares,
    transfer,
    transfers_to,
)

__all__ = [
    "BANK",
    "CASH",
    "EXACT_UP_TO",
    "IN_CASH",
    "LEVY",
    "MASS",
    "POT",
    "Account",
    "Cause",
    "Debt",
    "Holder",
    "Part",
    "Payment",
    "Player",
    "Remainder",
    "Transfer",
    "Transfers",
    "balances",
    "member",
    "owed",
    "payments",
    "shares",
    "transfer",
    "transfers_to",
]
