"""Pools, cul-levés, chouettes and the gallery's bets, between what is stored and the rules."""
