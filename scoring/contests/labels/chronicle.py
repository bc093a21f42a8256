"""What happened in a contest, said as somebody at the table would say it.

Players are named, and amounts counted, by `Wording`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.matches.labels.engine import phone
from scoring.contests.labels import kinds
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bank, machine
from scoring.contests.rules.events import Closed, GameWon, load, name_of, players_in
from scoring.contests.rules.machine import ContestState, Kind
from scoring.contests.selectors.courses import Course, Happened, events_of
from scoring.ledger.labels.unit import UnitWords, unit_words
from scoring.ledger.rules import BANK, Cause, Holder, Transfers


@dataclass(frozen=True, slots=True)
class Wording:
    """`names` by the ids of players; `unit`: what the club plays for."""

    names: Mapping[int, str]
    unit: UnitWords

    def name(self, player: int | None) -> str:
        return self.names.get(player or 0, "")

    def amount(self, amount: int) -> str:
        """As in "5 counters"."""
        return self.unit.counted(amount)

    def list(self, players: Iterable[int]) -> str:
        return str(COMMA).join(self.names[one] for one in players)


def wording(contest: Contest, names: Mapping[int, str]) -> Wording:
    return Wording(names, unit_words(contest.club))


# Filled with the fields of the event; `name` is of its player.
SENTENCES: Mapping[str, str | Promise] = {
    "joined": gettext_lazy("%(name)s joins."),
    "left": gettext_lazy("%(name)s leaves."),
    "sat_out": gettext_lazy("%(name)s sits out."),
    "came_back": gettext_lazy("%(name)s comes back."),
    "backer_sat": gettext_lazy("%(name)s, who backed the loser, takes the seat."),
    "stepped_down": gettext_lazy("%(name)s gives up the seat."),
    "stake_set": gettext_lazy("%(name)s plays for %(amount)s from now on."),
    "partnered": gettext_lazy("%(name)s becomes the chouetteur’s partner."),
    "unpartnered": gettext_lazy("%(name)s is no longer the chouetteur’s partner."),
    "bid": gettext_lazy("%(name)s bids %(amount)s."),
    "punted": gettext_lazy("%(name)s stakes %(amount)s against the bank."),
    "backed": gettext_lazy("%(name)s stakes %(amount)s with the bank."),
    "took_back": gettext_lazy("%(name)s withdraws the stake."),
    "renewed": gettext_lazy("The bank is renewed."),
    "not_renewed": gettext_lazy("The bank is not renewed and goes back to auction."),
    "gave_up": gettext_lazy("The bank is given up and goes back to auction."),
    "adjudged": gettext_lazy("The auction of the bank is closed."),
    "bet_taken_back": gettext_lazy("%(name)s withdraws a bet of %(amount)s."),
    "bet_laid": gettext_lazy("%(name)s bets %(amount)s."),
    "forfeited": gettext_lazy("%(name)s looked at the other hand and forfeits the bet."),
    "short": gettext_lazy("The losing side is %(amount)s short."),
    # Translators: %(order)s is a list of names, such as "Ann, Bob, Cyd".
    "seated": gettext_lazy("Places are taken: %(order)s."),
    "dealt": gettext_lazy("A game is dealt."),
    "game_won": gettext_lazy("%(winner)s wins the game."),
}
WON = {Cause.GAME_WON, Cause.BET_WON, Cause.PARTNER_SHARE}
ADDED = {Cause.LOSER_STAKE, Cause.RENTRANT_STAKE}
COMMA = pgettext_lazy("between names", ", ")


@dataclass(frozen=True, slots=True)
class Step:
    """Something that stands, with the state before and after it and what it moved."""

    happened: Happened
    before: ContestState
    after: ContestState
    moved: Transfers


def steps(course: Course) -> list[Step]:
    befores = (course.begun, *course.states)
    return [
        Step(one, before, after, course.moved[one.place])
        for one, before, after in zip(course.happened, befores, course.states, strict=False)
    ]


def people(course: Course) -> set[int]:
    """Everybody whom the course names, also in what was taken out again."""
    return {player for entry in course.entries for player in players_in(entry.data)}


def event_text(kind: Kind, event: Any, wording: Wording) -> str:
    """Without what was before it: for what was taken out again."""
    if isinstance(event, Closed):
        return str(kinds.CLOSED[kind])
    named: dict[str, object] = {"amount": wording.amount(getattr(event, "amount", 0))}
    named["name"] = wording.name(getattr(event, "player", 0))
    named["winner"] = wording.name(getattr(event, "winner", 0))
    named["order"] = wording.list(getattr(event, "order", ()))
    return str(SENTENCES[name_of(type(event))]) % named


def sentence(step: Step, wording: Wording) -> str:
    """In one line, with what followed where it was the end of a game."""
    special = SPECIAL.get(name_of(type(step.happened.event)))
    if special is None:
        return event_text(step.before.kind, step.happened.event, wording)
    return special(step, wording)


def texts(course: Course, wording: Wording) -> dict[int, str]:
    """Of each entry, by id: what stands with what followed from it, what does not as it was
    entered; empty where something was taken out."""
    found = {one.happened.entry.pk: sentence(one, wording) for one in steps(course)}
    known = events_of(course.contest)
    for entry in course.entries:
        if entry.pk not in found:
            event = None if entry.data is None else load(entry.data, known)
            found[entry.pk] = event_text(course.begun.kind, event, wording) if event else ""
    return found


def entered_by(entry: ContestEntry) -> str:
    if entry.by is not None:
        return str(entry.by)
    return phone(entry.phone) if entry.phone else ""


def _dealt(step: Step, wording: Wording) -> str:
    first, second = machine.seats(step.before) or (0, 0)
    named = {"number": step.before.number, "a": wording.name(first), "b": wording.name(second)}
    return _("Game %(number)s is dealt: %(a)s against %(b)s.") % named


def _laid(step: Step, wording: Wording) -> str:
    event = step.happened.event
    sitting = machine.seats(step.before) or (0, 0)
    on = sitting[0] if event.side == "a" else sitting[1]
    named = {
        "name": wording.name(event.player),
        "amount": wording.amount(event.amount),
        "on": wording.name(on),
    }
    if event.player == on:
        return _("%(name)s bets %(amount)s on their own game.") % named
    # Translators: %(on)s is a player.
    return _("%(name)s bets %(amount)s on %(on)s.") % named


def _adjudged(step: Step, wording: Wording) -> str:
    state: bank.State = step.after.contest
    named = {"name": wording.name(state.chouetteur or 0), "amount": wording.amount(state.adjudged)}
    return _("The bank goes to %(name)s for %(amount)s.") % named


def _won(step: Step, wording: Wording) -> str:
    winner, gain = step.happened.event.winner, _gains(step)[step.happened.event.winner]
    named = {
        "winner": wording.name(winner),
        "number": step.before.number,
        "amount": wording.amount(gain),
    }
    if gain > 0:
        first = _("%(winner)s wins game %(number)s and takes %(amount)s.") % named
    else:
        first = _("%(winner)s wins game %(number)s.") % named
    return " ".join([first, *outcome(step, wording)])


SPECIAL: Mapping[str, Callable[[Step, Wording], str]] = {
    "dealt": _dealt,
    "bet_laid": _laid,
    "adjudged": _adjudged,
    "game_won": _won,
}


def outcome(step: Step, wording: Wording) -> Iterator[str]:
    """What the end of a game comes to: who wins and adds what, who goes out and who sits down."""
    yield from _amounts(step, wording)
    if step.after.over:
        yield str(kinds.OVER[step.after.kind])
        return
    yield from _bank_now(step)
    event = step.happened.event
    if event.keeper != event.winner:
        yield _("%(name)s kept the seat.") % {"name": wording.name(event.keeper)}
    yield from _moves(step, wording)


def _amounts(step: Step, wording: Wording) -> Iterator[str]:
    for one in step.moved:
        named = {"name": wording.name(one.source.of), "amount": wording.amount(one.amount)}
        if one.cause in ADDED:
            yield _("%(name)s adds %(amount)s to the pot.") % named
    for one in step.moved:
        named = {"name": wording.name(one.target.of), "amount": wording.amount(one.amount)}
        if one.cause is Cause.POOL_WON:
            yield _("%(name)s wins the pot of %(amount)s.") % named
    of_bank = sum(one.amount for one in step.moved if one.cause in WON and one.target == BANK)
    if of_bank:
        yield _("The bank takes %(amount)s.") % {"amount": wording.amount(of_bank)}
    for player, amount in _gains(step).items():
        if amount > 0 and player != step.happened.event.winner:
            yield _("%(name)s takes %(amount)s.") % {
                "name": wording.name(player),
                "amount": wording.amount(amount),
            }


def _gains(step: Step) -> Counter[int]:
    """Of members, less what they lost to others by the same game."""
    found: Counter[int] = Counter()
    for one in step.moved:
        if one.cause in WON:
            found[one.source.of] -= one.amount * (one.source.holder is Holder.MEMBER)
            found[one.target.of] += one.amount * (one.target.holder is Holder.MEMBER)
    del found[0]
    return found


def _bank_now(step: Step) -> Iterator[str]:
    state = step.after.contest
    if not isinstance(state, bank.State):
        return
    if state.phase is bank.Phase.RENEWAL:
        yield _("The bank is broken: it may be renewed once.")
    elif state.phase is bank.Phase.AUCTION:
        yield _("The bank is broken again and goes back to auction.")
    elif any(one.cause is Cause.BANK_RENEWED for one in step.moved):
        yield _("The bank is broken and put up again.")


def _moves(step: Step, wording: Wording) -> Iterator[str]:
    before, after = set(machine.seats(step.before) or ()), machine.seats(step.after)
    for player in sorted(before - set(after or _seated_alone(step))):
        yield _("%(name)s goes out.") % {"name": wording.name(player)}
    for player in after or ():
        if player not in before:
            yield _("%(name)s sits down.") % {"name": wording.name(player)}


def _seated_alone(step: Step) -> set[int]:
    """Who keeps the seat while nobody sits against them."""
    state = step.after.contest
    if isinstance(state, bank.State):
        return set(machine.seats(step.before) or ())
    return {step.happened.event.winner}


def last_game(course: Course) -> Step | None:
    """The end of the game that was won last."""
    found = [one for one in steps(course) if isinstance(one.happened.event, GameWon)]
    return found[-1] if found else None


def last_result(course: Course, wording: Wording) -> str:
    """What the last game came to; or, before there is one, nothing."""
    step = last_game(course)
    return sentence(step, wording) if step else ""


def newest(course: Course, wording: Wording) -> str:
    """What the last act told; of one that only took something out, what the last game came to."""
    sentences = [sentence(one, wording) for one in steps(course) if _is_newest(course, one)]
    return " ".join(sentences) or last_result(course, wording)


def _is_newest(course: Course, one: Step) -> bool:
    return one.happened.entry.number == course.contest.version


def game_of(course: Course, match: int) -> Step | None:
    """The end of the game that was played as this match."""
    for one in steps(course):
        if isinstance(one.happened.event, GameWon) and one.happened.entry.match == match:
            return one
    return None
