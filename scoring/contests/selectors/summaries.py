"""Contests on the pages of the apps below: at the tables of an evening, and on a match's pad."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.evenings import selectors as evenings
from games.evenings.models import Evening
from games.evenings.selectors import sees_names, visible_evenings
from games.matches.changes import Engagement, NextStep, RunningGame
from games.matches.models import Match
from games.matches.selectors.effects import Figure
from scoring.contests.changes import further_figures
from scoring.contests.labels import chronicle, kinds
from scoring.contests.labels.chronicle import COMMA, Wording
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bank, bets, machine
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.rules.machine import ContestState
from scoring.leagues.templatetags.signed_numbers import signed
from scoring.ledger.models import Book
from scoring.ledger.rules import Holder
from scoring.ledger.selectors.books import balances

from .courses import Course, read, shown_names


def evening_contests(*, evening: Evening, veiled: bool, **_signal: Any) -> list[RunningGame]:
    found = list(
        Contest.objects.filter(evening=evening).select_related("club").order_by("over", "-pk")
    )
    courses = [(one, read(one)) for one in found]
    ids = {pk for _contest, course in courses for pk in chronicle.people(course)}
    names = shown_names(ids, evening.club, veiled=veiled)
    slug = evening.club.slug
    return [
        RunningGame(
            one.table_id,
            one.get_kind_display(),
            summary(course, chronicle.wording(one, names)),
            reverse("contest", args=(slug, one.pk)),
            one.over,
            one.pk,
        )
        for one, course in courses
    ]


def evening_engagements(*, evening: Evening, **_signal: Any) -> Iterator[Engagement]:
    """Who sits and who waits in each that runs, and its table."""
    for contest in _running.rows(evening=evening.pk):
        now = read(contest).state
        seats = machine.seats(now) or ()
        players = frozenset((*seats, *machine.queue(now)))
        title, address = str(contest.get_kind_display()), _address(contest)
        yield Engagement(title, players, contest.table_id, address=address, seats=seats)


_running = Composed(
    lambda evening: (
        Contest.objects.filter(evening=evening, over=False).select_related("club").order_by("pk")
    ),
    evening=int,
)


def running_in(*, club: Club, person: Person, actor: Actor, **_signal: object) -> list[RunningGame]:
    """Of every evening of the club that they may see."""
    seen = visible_evenings(actor).filter(club=club, contests__over=False).distinct()
    return [
        one
        for evening in seen
        for one in evening_contests(evening=evening, veiled=not sees_names(evening, person))
        if not one.over
    ]


def summary(course: Course, wording: Wording) -> str:
    """Who plays, who waits and what lies on the table; or how it ended."""
    now = course.state
    if now.over:
        return chronicle.last_result(course, wording) or str(kinds.OVER[now.kind])
    parts = []
    sitting, waiting = machine.seats(now), machine.queue(now)
    if sitting is not None:
        pair = {"a": wording.name(sitting[0]), "b": wording.name(sitting[1])}
        parts.append(_("%(a)s against %(b)s.") % pair)
    if waiting:
        # Translators: %(names)s is a list of players, such as "Ann, Bob".
        parts.append(_("Waiting: %(names)s.") % {"names": wording.list(waiting)})
    held = {account.holder: amount for account, amount in machine.holdings(now).items()}
    if held.get(Holder.POT):
        parts.append(_("Pot: %(amount)s.") % {"amount": wording.amount(held[Holder.POT])})
    if held.get(Holder.BANK):
        parts.append(_("Bank: %(amount)s.") % {"amount": wording.amount(held[Holder.BANK])})
    parts += _bets(now, wording)
    return " ".join(parts) or _("Nobody is playing yet.")


def _bets(now: ContestState, wording: Wording) -> Iterator[str]:
    """What is laid on each side, and how much of it is covered."""
    state, book = now.contest, now.book
    if isinstance(state, bank.State) and (state.against or state.behind):
        shown = {
            "against": wording.amount(sum(one.amount for one in state.against)),
            "behind": wording.amount(sum(one.amount for one in state.behind)),
        }
        yield _("Staked against the bank: %(against)s; with the bank: %(behind)s.") % shown
    if book is None:
        return
    cover = book.cover
    a, b = (cover.laid[side] for side in bets.Side)
    if a or b:
        yield _(
            "Bets: %(laid_a)s on %(a)s, %(laid_b)s on %(b)s; covered on each side: %(covered)s."
        ) % {
            "a": wording.name(book.a),
            "b": wording.name(book.b),
            "laid_a": wording.amount(a),
            "laid_b": wording.amount(b),
            "covered": wording.amount(cover.covered),
        }
    elif book.phase is bets.Phase.OPEN:
        yield _("Bets are open.")


def contest_follows(*, match: Match, person: Person, **_signal: Any) -> NextStep | None:
    """On a game's pages, for who may see it: how it ended for the contest, and the way there."""
    entry = entry_of_match(match.pk)
    if entry is None or not _sees(entry.contest.evening, person):
        return None
    contest = entry.contest
    course = read(contest)
    veiled = not sees_names(contest.evening, person)
    names = shown_names(chronicle.people(course), contest.club, veiled=veiled)
    step = chronicle.game_of(course, match.pk)
    text = chronicle.sentence(step, chronicle.wording(contest, names)) if step else ""
    return NextStep(text, _address(contest), contest.get_kind_display())


def contest_went_on(*, match_id: int, actor: Actor, **_signal: Any) -> NextStep | None:
    """A match in which nothing was marked is forgotten when its game needs no pad any more."""
    entry = entry_of_match(match_id)
    if entry is None:
        return None
    try:
        evenings.evening(actor, entry.contest.evening_id)
    except Absent:
        return None
    return NextStep(
        _why_gone(entry), _address(entry.contest), _("To the scoreboard and the next deal")
    )


def _why_gone(dealt: ContestEntry) -> str:
    after = [one for one in read(dealt.contest).happened if one.place >= dealt.place]
    if dealt.pk not in {one.entry.pk for one in after}:
        return _("The deal of this game was undone.")
    if any(isinstance(one.event, GameWon) for one in after):
        return _("The winner of this game was entered on the scoreboard.")
    return str(kinds.CLOSED_BEFORE[dealt.contest.kind])


_entries = Composed(
    lambda match: (
        ContestEntry.objects.filter(match=match)
        .select_related("contest__club", "contest__evening__club")
        .order_by("pk")[:1]
    ),
    match=int,
)


# Every page of a match asks, and most are no game of a contest.
_is_dealt = Composed(
    lambda match: ContestEntry.objects.filter(match=match).values_list("pk").order_by()[:1],
    match=int,
)


def entry_of_match(match_id: int) -> ContestEntry | None:
    return _entries.first(match=match_id) if _is_dealt.tuples(match=match_id) else None


def _sees(night: Evening, person: Person) -> bool:
    is_public = night.public and night.club.public
    return is_public or person.may(Act.SEE_CLUB) or sees_names(night, person)


def _address(contest: Contest) -> str:
    return reverse("contest", args=(contest.club.slug, contest.pk))


def contest_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of the contest that the match is a game of."""
    entry = ContestEntry.objects.filter(match=match.pk).select_related("contest").first()
    return [] if entry is None else figures(entry.contest)


def figures(contest: Contest) -> list[Figure]:
    """Who sat in each game and won it, who sits now, and what everybody has in the book."""
    course = read(contest)
    names = _names(course)
    told = (*_games(contest, course, names), *_now(contest, course, names))
    above = (figure for found in further_figures.ask(contest=contest) for figure in found)
    return [*told, *above, *_sums(contest)]


def _names(course: Course) -> dict[int, str]:
    ids = {getattr(one.event, "player", None) for one in course.happened}
    seated = {pk for each in (course.begun, *course.states) for pk in machine.seats(each) or ()}
    found = Player.objects.filter(pk__in={pk for pk in ids if pk} | seated)
    return dict(found.values_list("pk", "name"))


def _games(contest: Contest, course: Course, names: dict[int, str]) -> Iterator[Figure]:
    for happened, before in zip(course.happened, (course.begun, *course.states), strict=False):
        if not isinstance(happened.event, Dealt | GameWon):
            continue
        of = pgettext("row", "Game %(game)s") % {"game": before.number}
        if isinstance(happened.event, Dealt):
            who = _pair(machine.seats(before), names)
            yield _of(contest, before.number, "seats", of, pgettext("figure", "players"), who)
        else:
            won = names[happened.event.winner]
            yield _of(contest, before.number, "winner", of, pgettext("figure", "winner"), won)


def _now(contest: Contest, course: Course, names: dict[int, str]) -> Iterator[Figure]:
    of = ""
    over, now = course.state.over, _pair(machine.seats(course.state), names)
    yield _of(contest, 0, "seats", of, pgettext("figure", "playing"), now)
    waits = () if over else machine.queue(course.state)
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
    held = {account.holder: amount for account, amount in machine.holdings(course.state).items()}
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
