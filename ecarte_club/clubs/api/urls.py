from . import (
    clubs,
    invitations,
    inviting,
    member_import,
    merges,
    new_clubs,
    personal,
    players,
    roles,
    rules,
)

urlpatterns = [
    *new_clubs.PATHS,
    *clubs.PATHS,
    *inviting.PATHS,
    *players.PATHS,
    *member_import.PATHS,
    *merges.PATHS,
    *personal.PATHS,
    *roles.PATHS,
    *invitations.PATHS,
    *rules.PATHS,
]
