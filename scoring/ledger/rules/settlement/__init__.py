"""How an evening is cleared: the fewest payments, and the plain list of who owes whom.

payments  from the balances alone
debts     from the transfers, with those behind each figure
"""

from .debts import Debt, Part, owed
from .payments import Payment, payments

__all__ = ["Debt", "Part", "Payment", "owed", "payments"]
