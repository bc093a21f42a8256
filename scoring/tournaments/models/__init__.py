"""Tournaments, whose rounds are drawn or whose matches follow from one another."""

from .pools import Pool, PoolMember
from .tournaments import KeptApart, RoundOff, Tournament

__all__ = ["KeptApart", "Pool", "PoolMember", "RoundOff", "Tournament"]
