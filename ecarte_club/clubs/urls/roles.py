from django.urls import URLPattern, path

from ecarte_club.clubs.views import account, committee, invitations, roles, second_factor

CLUB = "clubs/<slug:slug>/committee/"
urlpatterns: list[URLPattern] = [
    path(CLUB, committee.committee, name="committee"),
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
    path(f"{CLUB}second-factor/", second_factor.second_factor, name="second_factor"),
    path("account/", account.account, name="account"),
    path("account/new-address/<str:token>/", account.email_confirm, name="account_email_confirm"),
    path("invitations/<slug:secret>/", invitations.invitation, name="invitation"),
]
