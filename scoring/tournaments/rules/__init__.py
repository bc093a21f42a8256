"""Tournaments: each stage is `apply(state, event)`, frozen values only."""
