"""Contests on the pages of the rooms below: at the tables of an evening, and on a match's pad."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.askers import Asker
from ecarte_club.clubs.models import Club, Evening, Player
from ecarte_club.clubs.naming import veil
from ecarte_club.clubs.rights import Person
from games.evening_queries import evenings_seen, sees_names
from games.held import Follows, Held
from games.models import Match
from scoring.models import Contest, ContestEntry
from scoring.rules.contests import room
from scoring.rules.contests.books import Holder

from . import chronicle
from .chronicle import Names, listed
from .reading import Course, read


def contests_held(*, evening: Evening, veiled: bool, **_signal: Any) -> list[Held]:
    found = list(Contest.objects.filter(evening=evening).order_by("over", "-pk"))
    courses = [(one, read(one)) for one in found]
    ids = {pk for _contest, course in courses for pk in chronicle.people(course)}
    players = list(Player.objects.filter(pk__in=ids))
    if veiled:
        veil(players, evening.club)
    names = {player.pk: player.name for player in players}
    slug = evening.club.slug
    return [
        Held(
            one.table_id,
            capital(str(one.get_kind_display())),
            now_told(course, names),
            reverse("contest", args=(slug, one.pk)),
            one.over,
        )
        for one, course in courses
    ]


def running_in(club: Club, person: Person, asker: Asker) -> list[Held]:
    """Of every evening of the club that he may see."""
    seen = evenings_seen(asker).filter(club=club, contests__over=False).distinct()
    return [
        one
        for evening in seen
        for one in contests_held(evening=evening, veiled=not sees_names(evening, person))
        if not one.over
    ]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def now_told(course: Course, names: Names) -> str:
    """Who plays, who waits and what lies on the table; or how it ended."""
    now = course.room
    if room.is_over(now):
        return chronicle.last_word(course, names) or str(chronicle.OVER[now.kind])
    parts = []
    sitting, waiting = room.seats(now), room.queue(now)
    if sitting is not None:
        pair = {"a": names[sitting[0]], "b": names[sitting[1]]}
        parts.append(_("%(a)s against %(b)s.") % pair)
    if waiting:
        parts.append(_("Waiting: %(names)s.") % {"names": listed(waiting, names)})
    held = {account.holder: amount for account, amount in room.held(now).items()}
    if held.get(Holder.POT):
        parts.append(_("Pot %(amount)s.") % {"amount": held[Holder.POT]})
    if held.get(Holder.BANK):
        parts.append(_("Bank %(amount)s.") % {"amount": held[Holder.BANK]})
    return " ".join(parts) or _("Nobody plays yet.")


def contest_follows(*, match: Match, person: Person, **_signal: Any) -> Follows | None:
    """On the pad of a game: how it ended for the contest, and the way to its board."""
    entry = ContestEntry.objects.filter(match=match.pk).select_related("contest__club").first()
    if entry is None:
        return None
    contest = entry.contest
    course = read(contest)
    players = Player.objects.filter(pk__in=chronicle.people(course))
    names = dict(players.values_list("pk", "name"))
    step = chronicle.game_of(course, match.pk)
    said = chronicle.told(step, names) if step else ""
    address = reverse("contest", args=(contest.club.slug, contest.pk))
    return Follows(said, address, capital(str(contest.get_kind_display())))
