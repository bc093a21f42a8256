"""Pages of accounts: an evening's, what is settled together, statements, and limits."""
