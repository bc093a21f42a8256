"""Pages of pools and chouettes."""
