"""The only code that writes evenings: who came, their tables, and the phones at them."""

from .evenings import (
    code_renew,
    evening_change,
    evening_moved,
    evening_open,
    evening_sign_off,
    player_arrive,
    player_go,
    players_seated,
    table_add,
    table_rename,
    walk_in,
)
from .phones import phone_open, table_of_code

__all__ = [
    "code_renew",
    "evening_change",
    "evening_moved",
    "evening_open",
    "evening_sign_off",
    "phone_open",
    "player_arrive",
    "player_go",
    "players_seated",
    "table_add",
    "table_of_code",
    "table_rename",
    "walk_in",
]
