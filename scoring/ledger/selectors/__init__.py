"""Accounts of evenings as they are read: who may see them, sums, who owes whom, statements."""
