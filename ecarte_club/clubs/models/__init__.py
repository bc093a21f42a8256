"""Clubs: their people, roles and rules, and the log of what was done."""

from .accounts import Token, User, UserManager
from .clubs import AuditLogEntry, Club, HouseRules, NameVisibility, Unit
from .invitations import ClubInvitation, Invitation, InvitationState
from .people import Office, Player, PlayerQuerySet, PlayersMerge, Robot

__all__ = [
    "AuditLogEntry",
    "Club",
    "ClubInvitation",
    "HouseRules",
    "Invitation",
    "InvitationState",
    "NameVisibility",
    "Office",
    "Player",
    "PlayerQuerySet",
    "PlayersMerge",
    "Robot",
    "Token",
    "Unit",
    "User",
    "UserManager",
]
