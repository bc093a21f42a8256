"""Every page with the act it is and what its form sends: a module an area.

The test of pages and rights goes through this list, and fails when an address is not here.
"""

from . import (
    afterwards,
    archives,
    cards,
    contests,
    evenings,
    hooks,
    laws,
    league,
    odds,
    online,
    paper,
    people,
    personal,
    planning,
    ratings,
    roles,
    rules,
    settling,
    standings,
    tables,
    teams,
    tournaments,
)
from .kinds import Page

AREAS = (
    league,
    people,
    personal,
    roles,
    rules,
    evenings,
    tables,
    online,
    paper,
    afterwards,
    cards,
    laws,
    odds,
    contests,
    settling,
    hooks,
    ratings,
    archives,
    standings,
    planning,
    tournaments,
    teams,
)
PAGES: dict[str, Page] = {name: row for area in AREAS for name, row in area.PAGES.items()}

# Names of addresses that are of one person and no club, or know nobody: each has a test of its own
# elsewhere.
PERSONAL = {
    "embedded",
    "live_events",
    "account",
    "online_invitation",
    "online_rematch",
    "club_start",
    "sign_out_everywhere",
    "club_start_email",
    "tokens",
    "token_revoke",
    "set_language",
    "table_leave",
    "worker",
    "manifest",
    "device",
    "signed_out",
    "problem_choice",
    "notifications",
    "notification_device",
    "notification_device_remove",
    "notification_device_test",
}
LIBRARY = ("account_", "mfa_", "openid_connect_", "cells_")

__all__ = ["LIBRARY", "PAGES", "PERSONAL", "Page"]
