"""/api/v1/: accounts of evenings, settlements, statements and limits."""
