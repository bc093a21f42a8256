"""Clubs: their people, roles and rules, and who did what."""

from .audit_log import Deed
from .people import Club, Invitation, Office, Player, Shown, Token, Unit, User
from .rules import HouseRules

__all__ = [
    "Club",
    "Deed",
    "HouseRules",
    "Invitation",
    "Office",
    "Player",
    "Shown",
    "Token",
    "Unit",
    "User",
]
