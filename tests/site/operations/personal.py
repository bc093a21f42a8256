from ecarte_club.clubs.permissions import Act, Scope
from tests.notifications.phones import subscription

from .kinds import Read, Write

NOTIFICATIONS = "clubs/{slug}/me/notifications"

READS: dict[str, Read] = {
    "clubs/{slug}/me": Read("clubs/{slug}/me", Act.SEE_CLUB),
    "clubs/{slug}/me/sessions": Read(
        "clubs/{slug}/me/sessions", Act.CHOOSE_OWN, scope=Scope.MANAGE
    ),
    NOTIFICATIONS: Read(NOTIFICATIONS, Act.CHOOSE_OWN, scope=Scope.MANAGE),
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
    NOTIFICATIONS: Write(NOTIFICATIONS, Act.CHOOSE_OWN, lambda _: {"turn": True}, status=200),
    f"{NOTIFICATIONS}/devices": Write(
        f"{NOTIFICATIONS}/devices",
        Act.CHOOSE_OWN,
        lambda _: {"name": "A phone", **subscription("https://push.example/committee")},
        required=("name", "endpoint", "p256dh", "auth"),
        texts=("name", "endpoint", "p256dh", "auth"),
    ),
    f"{NOTIFICATIONS}/devices/{{id}}/remove": Write(
        f"{NOTIFICATIONS}/devices/{{device}}/remove",
        Act.CHOOSE_OWN,
        lambda _: {},
        status=200,
        only=("committee",),
    ),
    f"{NOTIFICATIONS}/devices/{{id}}/test": Write(
        f"{NOTIFICATIONS}/devices/{{device}}/test",
        Act.CHOOSE_OWN,
        lambda _: {},
        status=202,
        only=("committee",),
    ),
    "players/{id}/anonymise": Write(
        "players/{player}/anonymise", Act.ANONYMISE, lambda _: {"version": 0}, status=200
    ),
}
