from django.urls import path

from .views import (
    account,
    audit_log,
    home,
    invitations,
    member_import,
    new_club,
    players,
    roles,
    settings,
)

PLAYERS = "clubs/<slug:slug>/players/"
CLUB = "clubs/<slug:slug>/committee/"

urlpatterns = [
    path("", home.home, name="home"),
    path("start/", new_club.start, name="club_start"),
    path("start/email/", new_club.start_email, name="club_start_email"),
    path("clubs/<slug:slug>/first-steps/", new_club.first_steps, name="first_steps"),
    path("api/", home.api_guide, name="api_guide"),
    path("developers/", home.developers, name="developers"),
    path("account/tokens/", account.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", account.revoke, name="token_revoke"),
    path(PLAYERS, players.players, name="players"),
    path(f"{PLAYERS}export.csv", players.players_csv, name="players_csv"),
    path(f"{PLAYERS}import/", member_import.players_import, name="players_import"),
    path(f"{PLAYERS}<int:pk>/change/", players.change, name="player_change"),
    path(f"{PLAYERS}<int:pk>/merge/", players.merge, name="player_merge"),
    path("clubs/<slug:slug>/players/names/", players.names, name="player_names"),
    path("clubs/<slug:slug>/me/", account.choices, name="choices"),
    path(
        "clubs/<slug:slug>/players/<int:pk>/anonymise/",
        account.anonymise,
        name="player_anonymise",
    ),
    path(CLUB, roles.committee, name="committee"),
    path(f"{CLUB}roles/", roles.roles, name="roles"),
    path(f"{CLUB}roles/export.csv", roles.roles_csv, name="roles_csv"),
    path(f"{CLUB}roles/<int:user_id>/", roles.role_person, name="role_person"),
    path(f"{CLUB}roles/<int:user_id>/<slug:role>/take/", roles.role_take, name="role_take"),
    path(f"{CLUB}invitations/", invitations.invitations, name="invitations"),
    path(f"{CLUB}invitations/export.csv", invitations.invitations_csv, name="invitations_csv"),
    path(
        f"{CLUB}invitations/<int:pk>/revoke/",
        invitations.invitation_revoke,
        name="invitation_revoke",
    ),
    path(f"{CLUB}second-factor/", roles.second_factor, name="second_factor"),
    path("account/", account.account, name="account"),
    path("account/new-address/<str:token>/", account.email_confirm, name="account_email_confirm"),
    path("invitations/<slug:secret>/", invitations.invitation, name="invitation"),
    path("clubs/<slug:slug>/rules/", settings.rules, name="rules"),
    path("clubs/<slug:slug>/rules/new/", settings.rules_new, name="rules_new"),
    path("clubs/<slug:slug>/rules/code/<slug:code>/", settings.printed_code, name="rules_code"),
    path("clubs/<slug:slug>/rules/<int:pk>/", settings.rules_detail, name="rules_detail"),
    path("clubs/<slug:slug>/rules/<int:pk>/retire/", settings.rules_retire, name="rules_retire"),
    path("clubs/<slug:slug>/settings/", settings.settings, name="club_settings"),
    path("clubs/<slug:slug>/rights/", roles.rights, name="rights"),
    path("clubs/<slug:slug>/log/", audit_log.log_page, name="log"),
    path("clubs/<slug:slug>/log/csv/", audit_log.log_csv, name="log_csv"),
]
