"""The only code that writes clubs and what belongs to them."""

from ecarte_club.clubs.digests import digest

from .accounts import account_change, account_make, email_move
from .calendars import calendar_renew
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
from .invitations import (
    invitation_accept,
    invitation_join,
    invitation_make,
    invitation_revoke,
)
from .member_import import players_import, players_import_preview
from .members import player_add, player_change, player_leave, player_rename, player_return
from .merging import players_merge, players_merge_preview
from .people import club_create, office_give, player_sign_in_give
from .personal import choices_make, player_anonymise
from .phones import phone_open, table_of_code
from .roles import role_give, role_take, take_refusal
from .rules import rules_make, rules_retire
from .second_factor import second_factor_refusal, second_factor_set
from .settings import club_set
from .tokens import token_make, token_revoke

__all__ = [
    "account_change",
    "account_make",
    "calendar_renew",
    "choices_make",
    "club_create",
    "club_set",
    "code_renew",
    "digest",
    "email_move",
    "evening_change",
    "evening_moved",
    "evening_open",
    "evening_sign_off",
    "invitation_accept",
    "invitation_join",
    "invitation_make",
    "invitation_revoke",
    "office_give",
    "phone_open",
    "player_add",
    "player_anonymise",
    "player_arrive",
    "player_change",
    "player_go",
    "player_leave",
    "player_rename",
    "player_return",
    "player_sign_in_give",
    "players_import",
    "players_import_preview",
    "players_merge",
    "players_merge_preview",
    "players_seated",
    "role_give",
    "role_take",
    "rules_make",
    "rules_retire",
    "second_factor_refusal",
    "second_factor_set",
    "table_add",
    "table_of_code",
    "table_rename",
    "take_refusal",
    "token_make",
    "token_revoke",
    "walk_in",
]
