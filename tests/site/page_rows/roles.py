from ecarte_club.clubs.permissions import Act

from .kinds import Page

PAGES: dict[str, Page] = {
    "committee": Page("committee/", Act.SEE_LOG),
    "roles": Page("committee/roles/", Act.GIVE_ROLE),
    "roles_csv": Page("committee/roles/export.csv", Act.GIVE_ROLE),
    "invitations_csv": Page("committee/invitations/export.csv", Act.INVITE),
    "role_person": Page(
        "committee/roles/{user}/", Act.GIVE_ROLE, sent=lambda _: {"role": "director"}
    ),
    "role_take": Page("committee/roles/{user}/scorer/take/", Act.GIVE_ROLE, sent=lambda _: {}),
    "invitations": Page(
        "committee/invitations/",
        Act.INVITE,
        sent=lambda _: {"player": "", "role": "scorer", "email": "dora@nowhere.example"},
    ),
    "invitations_send": Page(
        "committee/invitations/send/",
        Act.INVITE,
        sent=lambda scene: {"player": str(scene.spare.pk), "act": "send"},
    ),
    "invitation_revoke": Page(
        "committee/invitations/{invitation}/revoke/", Act.INVITE, sent=lambda _: {}
    ),
    "first_steps": Page("first-steps/", Act.SET_CLUB),
    "second_factor": Page(
        "committee/second-factor/", Act.SET_CLUB, sent=lambda _: {"second_factor": "no"}
    ),
    "invitation": Page(
        "/invitations/{secret}/",
        None,
        sent=lambda _: {
            "name": "Dora",
            "email": "dora@nowhere.example",
            "password": "six-seven-eight",
        },
    ),
}
