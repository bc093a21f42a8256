from ecarte_club.clubs.permissions import Act, Scope
from ecarte_club.clubs.selectors.roles import secret_of
from ecarte_club.clubs.services.new_clubs import club_invitation_create
from tests.support.scene import Scene

from .kinds import Read, Write

ACCOUNT = {"name": "Dora", "email": "dora@nowhere.example", "password": "six-seven-eight"}


def _scorer(scene: Scene) -> int:
    return scene.house.users["scorer"].pk


READS: dict[str, Read] = {
    "clubs/{slug}/roles": Read("clubs/{slug}/roles", Act.GIVE_ROLE, scope=Scope.MANAGE),
    "clubs/{slug}/roles.csv": Read("clubs/{slug}/roles.csv", Act.GIVE_ROLE, scope=Scope.MANAGE),
    "clubs/{slug}/invitations.csv": Read(
        "clubs/{slug}/invitations.csv", Act.INVITE, scope=Scope.MANAGE
    ),
    "clubs/{slug}/roles/preview": Read(
        "clubs/{slug}/roles/preview?user={user}&role=scorer",
        Act.GIVE_ROLE,
        scope=Scope.MANAGE,
    ),
    "clubs/{slug}/invitations/preview": Read(
        "clubs/{slug}/invitations/preview?players={spare}", Act.INVITE, scope=Scope.MANAGE
    ),
    "clubs/{slug}/invitations": Read("clubs/{slug}/invitations", Act.INVITE, scope=Scope.MANAGE),
    "clubs/{slug}/second-factor": Read(
        "clubs/{slug}/second-factor", Act.SET_CLUB, scope=Scope.MANAGE
    ),
    "invitations/{secret}": Read("invitations/{secret}", None),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/roles": Write(
        "clubs/{slug}/roles",
        Act.GIVE_ROLE,
        lambda scene: {"user": _scorer(scene), "role": "director"},
        required=("user", "role"),
    ),
    "clubs/{slug}/roles/take": Write(
        "clubs/{slug}/roles/take",
        Act.GIVE_ROLE,
        lambda scene: {"user": _scorer(scene), "role": "scorer"},
        required=("user", "role"),
    ),
    "clubs/{slug}/invitations": Write(
        "clubs/{slug}/invitations",
        Act.INVITE,
        lambda _: {"role": "scorer", "email": "dora@nowhere.example"},
        texts=("email",),
    ),
    "clubs/{slug}/invitations/send": Write(
        "clubs/{slug}/invitations/send",
        Act.INVITE,
        lambda scene: {"players": [scene.spare.pk]},
        required=("players",),
    ),
    "clubs": Write(
        "clubs",
        None,
        lambda _: {"start_code": club_invitation_create()[1], "name": "Rivage", "account": ACCOUNT},
        required=("start_code", "name"),
        texts=("start_code", "name", "email", "password"),
        scope=Scope.MANAGE,
    ),
    "club-codes": Write(
        "club-codes",
        None,
        lambda _: {"email": "dora@nowhere.example"},
        required=("email",),
        texts=("email",),
    ),
    "clubs/{slug}/invitations/revoke": Write(
        "clubs/{slug}/invitations/revoke",
        Act.INVITE,
        lambda scene: {"invitation": scene.invitation.pk},
        required=("invitation",),
    ),
    "clubs/{slug}/second-factor": Write(
        "clubs/{slug}/second-factor",
        Act.SET_CLUB,
        lambda _: {"second_factor": False},
        required=("second_factor",),
    ),
    "invitations/accept": Write(
        "invitations/accept",
        None,
        lambda scene: {"secret": secret_of(scene.invitation), "account": ACCOUNT},
        required=("secret",),
        texts=("secret", "name", "email", "password"),
    ),
}
