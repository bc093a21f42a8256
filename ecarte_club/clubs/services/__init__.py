"""The only code that writes clubs and what belongs to them."""

from ecarte_club.clubs.authentication import digest

from .accounts import (
    account_change,
    account_make,
    calendar_renew,
    choices_make,
    email_move,
    player_anonymise,
    token_make,
    token_revoke,
)
from .clubs import club_create, club_set, office_give, player_sign_in_give, rules_make, rules_retire
from .member_import import players_import, players_import_preview
from .members import (
    player_add,
    player_change,
    player_leave,
    player_rename,
    player_return,
    players_merge,
    players_merge_preview,
)
from .roles import (
    invitation_accept,
    invitation_join,
    invitation_make,
    invitation_revoke,
    role_give,
    role_take,
    second_factor_refusal,
    second_factor_set,
    take_refusal,
)

__all__ = [
    "account_change",
    "account_make",
    "calendar_renew",
    "choices_make",
    "club_create",
    "club_set",
    "digest",
    "email_move",
    "invitation_accept",
    "invitation_join",
    "invitation_make",
    "invitation_revoke",
    "office_give",
    "player_add",
    "player_anonymise",
    "player_change",
    "player_leave",
    "player_rename",
    "player_return",
    "player_sign_in_give",
    "players_import",
    "players_import_preview",
    "players_merge",
    "players_merge_preview",
    "role_give",
    "role_take",
    "rules_make",
    "rules_retire",
    "second_factor_refusal",
    "second_factor_set",
    "take_refusal",
    "token_make",
    "token_revoke",
]
