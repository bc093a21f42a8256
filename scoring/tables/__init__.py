"""Standings and why: a table from meetings, and what each place in it rests on."""
