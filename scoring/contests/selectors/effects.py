"""What a contest comes to, as figures with words: for the preview of what a correction changes."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from games.matches.selectors.effects import Figure
from scoring.contests.changes import figures_asked
from scoring.contests.labels.chronicle import COMMA
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import room
from scoring.contests.rules.events import Dealt, GameWon
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.ledger.models import Book
from scoring.ledger.rules.books import Holder
from scoring.ledger.selectors.books import balances

from .courses import Course, read


def contest_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of the contest that the match is a game of."""
    entry = ContestEntry.objects.filter(match=match.pk).select_related("contest").first()
    return [] if entry is None else figures(entry.contest)


def figures(contest: Contest) -> list[Figure]:
    """Who sat in each game and won it, who sits now, and what everybody has in the book."""
    course = read(contest)
    names = _names(course)
    told = (*_games(contest, course, names), *_now(contest, course, names))
    above = (figure for found in figures_asked.ask(contest=contest) for figure in found)
    return [*told, *above, *_sums(contest)]


def _names(course: Course) -> dict[int, str]:
    ids = {getattr(one.event, "player", None) for one in course.happened}
    seated = {pk for each in (course.begun, *course.rooms) for pk in room.seats(each) or ()}
    found = Player.objects.filter(pk__in={pk for pk in ids if pk} | seated)
    return dict(found.values_list("pk", "name"))


def _games(contest: Contest, course: Course, names: dict[int, str]) -> Iterator[Figure]:
    for happened, before in zip(course.happened, (course.begun, *course.rooms), strict=False):
        if not isinstance(happened.event, Dealt | GameWon):
            continue
        of = pgettext("row", "Game %(game)s") % {"game": before.number}
        if isinstance(happened.event, Dealt):
            who = _pair(room.seats(before), names)
            yield _of(contest, before.number, "seats", of, pgettext("figure", "players"), who)
        else:
            won = names[happened.event.winner]
            yield _of(contest, before.number, "winner", of, pgettext("figure", "winner"), won)


def _now(contest: Contest, course: Course, names: dict[int, str]) -> Iterator[Figure]:
    of = ""
    over, now = room.is_over(course.room), _pair(room.seats(course.room), names)
    yield _of(contest, 0, "seats", of, pgettext("figure", "playing"), now)
    waits = () if over else room.queue(course.room)
    yield _of(
        contest,
        0,
        "queue",
        of,
        pgettext("figure", "waiting"),
        str(COMMA).join(names[pk] for pk in waits),
    )
    finished = pgettext("answer", "Yes") if over else pgettext("answer", "No")
    yield _of(contest, 0, "over", of, pgettext("figure", "finished"), finished)
    held = {account.holder: amount for account, amount in room.held(course.room).items()}
    labels = {
        Holder.POT: pgettext("figure", "pot"),
        Holder.BANK: pgettext("figure", "bank"),
        Holder.MASS: pgettext("figure", "bets"),
        Holder.LEVY: pgettext("figure", "levy"),
    }
    for holder, label in labels.items():
        yield _of(contest, 0, holder.value, of, label, held.get(holder, 0))


def _pair(seats: Iterable[int] | None, names: dict[int, str]) -> str:
    return " – ".join(names[pk] for pk in seats or ())


def _sums(contest: Contest) -> Iterator[Figure]:
    book = Book.objects.filter(evening=contest.evening_id).first()
    title, label = _("Accounts of the evening"), pgettext("figure", "balance")
    for row in balances(book) if book else ():
        if row.player is not None:
            about = contest.evening_id, row.player.pk
            name, shown = row.player.name, signed(row.amount)
            yield Figure("balance", *about, "amount", title, name, label, row.amount, shown)


def _of(contest: Contest, row: int, figure: str, of: str, label: str, value: int | str) -> Figure:
    title = contest.get_kind_display()
    return Figure("contest", contest.pk, row, figure, str(title), of, label, value)
