"""Clubs: their people, roles, rules and evenings, and who did what."""

from .deeds import Deed
from .evenings import Attendance, Evening, Phone, Table
from .people import Club, Invitation, Office, Player, Shown, Token, Unit, User
from .rules import HouseRules

__all__ = [
    "Attendance",
    "Club",
    "Deed",
    "Evening",
    "HouseRules",
    "Invitation",
    "Office",
    "Phone",
    "Player",
    "Shown",
    "Table",
    "Token",
    "Unit",
    "User",
]
