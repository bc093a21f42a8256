from . import clubs, invitations, member_import, personal, players, roles, rules

urlpatterns = [
    *clubs.PATHS,
    *players.PATHS,
    *member_import.PATHS,
    *personal.PATHS,
    *roles.PATHS,
    *invitations.PATHS,
    *rules.PATHS,
]
