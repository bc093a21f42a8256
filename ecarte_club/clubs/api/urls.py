from . import clubs, invitations, personal, players, roles, rules

urlpatterns = [
    *clubs.PATHS,
    *players.PATHS,
    *personal.PATHS,
    *roles.PATHS,
    *invitations.PATHS,
    *rules.PATHS,
]
