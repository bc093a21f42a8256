"""Who is named in a contest, as a reader may know them."""

from collections.abc import Iterable
from typing import Any

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.public_names import veil
from scoring.contests.selectors.courses import Course

NAMING = ("player", "winner")
LISTING = ("order", "backers")

Plain = dict[str, Any]


def named_by(data: Plain | None) -> tuple[int, ...]:
    """The ids that an event in its plain form has, each once."""
    data = data or {}
    alone = [data[field] for field in NAMING if field in data]
    many = [pk for field in LISTING for pk in data.get(field, ())]
    return tuple(dict.fromkeys([*alone, *many]))


class People:
    """Of all that was ever entered, by the ids they had then: who turned out to be another is that
    one."""

    def __init__(self, course: Course, *, veiled: bool) -> None:
        contest = course.contest
        said = contest.acceptances.order_by("pk").values_list("player_id", flat=True)
        ids = {pk for entry in course.entries for pk in named_by(entry.data)} | set(said)
        rows = Player.objects.select_related("merged_into").in_bulk(ids)
        self.kept = {pk: row.merged_into or row for pk, row in rows.items()}
        self.accepted = tuple({self.kept[pk].pk: pk for pk in said}.values())
        if veiled:
            veil(self.kept.values(), contest.club)

    @property
    def version(self) -> str:
        """Another when a name may be shown otherwise."""
        return ".".join(f"{pk}:{row.pk}:{row.version}" for pk, row in sorted(self.kept.items()))

    @property
    def everybody(self) -> list[Player]:
        return sorted({row.pk: row for row in self.kept.values()}.values(), key=lambda row: row.pk)

    def named(self, pk: int) -> Plain:
        row = self.kept[pk]
        return {"id": row.pk, "name": row.name}

    def maybe(self, pk: int | None) -> Plain | None:
        return None if pk is None else self.named(pk)

    def all(self, ids: Iterable[int]) -> list[Plain]:
        return [self.named(pk) for pk in ids]

    def amounts(self, pairs: Iterable[tuple[int, int]]) -> list[Plain]:
        return [{"player": self.named(pk), "amount": amount} for pk, amount in pairs]
