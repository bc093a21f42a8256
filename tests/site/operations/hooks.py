"""Webhooks: who is told, and how it went."""

from ecarte_club.clubs.permissions import Act, Scope

from .kinds import Read, Write

RUN, MANAGE = Act.RUN_HOOKS, Scope.MANAGE
READS: dict[str, Read] = {
    "hook-kinds": Read("hook-kinds", None),
    "leagues/{id}/events": Read("leagues/{league}/events?after=0"),
    "clubs/{slug}/hooks": Read("clubs/{slug}/hooks", RUN, scope=MANAGE),
    "hooks/{id}": Read("hooks/{hook}", RUN, scope=MANAGE),
    "hooks/{id}/deliveries": Read("hooks/{hook}/deliveries", RUN, scope=MANAGE),
    "hooks/{id}/deliveries.csv": Read("hooks/{hook}/deliveries.csv", RUN, scope=MANAGE),
    "hooks/{id}/replay/preview": Read("hooks/{hook}/replay/preview?number=1", RUN, scope=MANAGE),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/hooks": Write(
        "clubs/{slug}/hooks",
        RUN,
        lambda _: {"url": "https://other.example/", "kinds": ["match.ended"]},
        required=("url",),
        texts=("url",),
        nullable=("league",),
    ),
    "hooks/{id}": Write(
        "hooks/{hook}",
        RUN,
        lambda _: {"version": 2, "active": True},
        status=200,
        required=("version",),
        texts=("url",),
        nullable=("league",),
    ),
    "hooks/{id}/delete": Write(
        "hooks/{hook}/delete", RUN, lambda _: {"version": 2}, status=200, required=("version",)
    ),
    "hooks/{id}/test": Write(
        "hooks/{hook}/test", RUN, lambda _: {"version": 2}, status=202, required=("version",)
    ),
    "hooks/{id}/replay": Write(
        "hooks/{hook}/replay",
        RUN,
        lambda _: {"number": 1, "version": 2},
        status=202,
        required=("number", "version"),
    ),
}
