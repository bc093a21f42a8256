from ecarte_club.clubs.permissions import Act, Scope

from .kinds import Read, Write

READS: dict[str, Read] = {
    "clubs/{slug}/me": Read("clubs/{slug}/me", Act.SEE_CLUB),
    "clubs/{slug}/me/sessions": Read(
        "clubs/{slug}/me/sessions", Act.CHOOSE_OWN, scope=Scope.MANAGE
    ),
    "players/{id}/anonymise/preview": Read("players/{player}/anonymise/preview", Act.ANONYMISE),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/me": Write(
        "clubs/{slug}/me", Act.CHOOSE_OWN, lambda _: {"language": "fr"}, status=200
    ),
    "clubs/{slug}/me/sessions": Write(
        "clubs/{slug}/me/sessions",
        Act.CHOOSE_OWN,
        lambda _: {"version": 0},
        status=200,
        required=("version",),
    ),
    "players/{id}/anonymise": Write(
        "players/{player}/anonymise", Act.ANONYMISE, lambda _: {"version": 0}, status=200
    ),
}
