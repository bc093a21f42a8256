"""The board of a contest: who plays, who waits, what is laid and what everybody has tonight."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.views.common import context
from ecarte_club.core import pages
from ecarte_club.core.live import ticket
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.selectors.matches import matches
from scoring.contests.changes import played_for
from scoring.contests.labels import chronicle, kinds
from scoring.contests.labels.chronicle import Wording
from scoring.contests.labels.texts import agreed
from scoring.contests.models import Contest
from scoring.contests.rules import bank, bets, machine, pool, social, stakes
from scoring.contests.rules.machine import ContestState
from scoring.contests.selectors.courses import Course, read, seed_of
from scoring.ledger.models import Book
from scoring.ledger.rules import Holder
from scoring.ledger.selectors.books import balances

from .common import history, is_own_table, names_of, own_player, seen_matches, sees_all
from .offers import gives_up, own_offers, staff_offers


@dataclass(frozen=True, slots=True)
class Bet:
    name: str
    amount: int
    covered: int
    is_you: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One of the two who play: what is laid on his side, and how much of it is covered."""

    player: int
    name: str
    part: str
    laid: int
    covered: int
    bets: tuple[Bet, ...]
    is_you: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """`note`: what there is to say of him beside his place."""

    name: str
    note: str
    is_you: bool


@dataclass(frozen=True, slots=True)
class Inscribed:
    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class Sum:
    name: str
    amount: int
    is_you: bool


def topic(contest: Contest) -> str:
    return f"contest:{contest.pk}"


@dataclass(frozen=True, slots=True)
class Wrong:
    """What was not done, and the form that asked for it."""

    form: str
    text: str


def shown(
    contest: Contest, person: Person, wrong: Wrong | None = None, **more: Any
) -> dict[str, Any]:
    """All that the board shows."""
    course, book = (
        read(contest, with_writers=True),
        Book.objects.filter(evening=contest.evening_id).first(),
    )
    now, you = course.state, own_player(contest, person)
    members = chronicle.people(course)
    rows = [row for row in balances(book) if row.player_id in members] if book else []
    guests = guests_of(contest.evening)
    names = names_of(
        contest, person, course, guests, [you] if you else [], [r.player_id or 0 for r in rows]
    )
    wording, over = chronicle.wording(contest, names), now.over
    knows = sees_all(contest, person)
    offers = own_offers(course, you, wording) if you else []
    runs = person.may(Act.RUN_CONTEST)
    return context(
        contest.club,
        person,
        contest=contest,
        evening=contest.evening,
        pool=next(iter(played_for.ask(contest=contest, person=person)), None),
        title=contest.get_kind_display(),
        evening_title=evening_name(contest.evening),
        over=over,
        number=now.number,
        dealt=course.dealt is not None,
        match=_match(course),
        seats=places(now, wording, you),
        nobody=nobody(now),
        takes_bets=now.book is not None or isinstance(now.contest, bank.State),
        waiting=waiting(now, wording, you),
        inscribed=[Inscribed(one, names[one]) for one in machine.queue(now)],
        resting=wording.list(_resting(now)),
        held=held(now, wording),
        sums=[Sum(names[r.player_id or 0], r.amount, r.player_id == you) for r in rows]
        if knows
        else [],
        said=chronicle.last_result(course, wording) or (str(kinds.OVER[now.kind]) if over else ""),
        newest=chronicle.newest(course, wording),
        history=history(
            course, names, with_people=person.may(Act.SEE_CLUB), seen=seen_matches(course, person)
        ),
        agreed=agreed(contest),
        seed=seed_of(contest),
        unit=wording.unit,
        you=names.get(you or 0, ""),
        offers=offers,
        wrong=wrong,
        # Said above the board where the form that it is about is there no more.
        wrong_above=wrong is not None and wrong.form not in {one.slug for one in offers},
        is_phone=is_own_table(contest, person),
        may_table=may_table(contest, person, now),
        may_draw=runs and _places_due(now),
        staff=staff_offers(course, wording, offers) if runs else None,
        gives_up=gives_up(now, wording, None if runs else you) if runs or you else None,
        close_label=kinds.CLOSE[now.kind],
        can_undo=course.dealt is not None or chronicle.last_game(course) is not None,
        ticket=ticket(topic(contest)),
        key=pages.new_key(),
        tab="evenings",
        **more,
    )


def guests_of(evening: Evening) -> list[int]:
    """Who is here, by id."""
    here = evening.attendances.filter(left_at=None).order_by("came_at", "pk")
    return list(here.values_list("player_id", flat=True))


def may_table(contest: Contest, person: Person, now: ContestState) -> bool:
    """Whether he may say that a game is dealt, and who won it."""
    plays = person.user_id is not None and person.player_id in (machine.seats(now) or ())
    own = plays or is_own_table(contest, person)
    return person.may(Act.ENTER_ANY) or (own and person.may(Act.ENTER_OWN))


def _match(course: Course) -> Match | None:
    """Of the game in play, where it is on a pad."""
    dealt = course.dealt
    if dealt is None or dealt.entry.match is None:
        return None
    return matches().filter(pk=dealt.entry.match).first()


def _places_due(now: ContestState) -> bool:
    state = now.contest
    return isinstance(state, pool.State) and not state.order and not state.over


def _resting(now: ContestState) -> tuple[int, ...]:
    state = now.contest
    if isinstance(state, bank.State):
        return state.out
    return state.resting if isinstance(state, social.State) else ()


# who plays


def places(now: ContestState, wording: Wording, you: int | None) -> list[Place]:
    sitting = machine.seats(now)
    if sitting is None:
        return []
    laid = _of_bank(now.contest) if isinstance(now.contest, bank.State) else _of_book(now)
    return [
        _place(now, wording, you, player, side, laid)
        for player, side in zip(sitting, bets.Side, strict=True)
    ]


def _place(
    now: ContestState,
    wording: Wording,
    you: int | None,
    player: int,
    side: bets.Side,
    laid: Mapping[bets.Side, list[tuple[int, int, int]]],
) -> Place:
    """`laid` on each side: who, how much, and how much of it is covered; 0 is the bank."""
    lines = tuple(
        Bet(wording.name(who) if who else _("The bank"), amount, covered, who == you)
        for who, amount, covered in laid[side]
    )
    return Place(
        player=player,
        name=wording.name(player),
        part=_part(now, player, wording),
        laid=sum(one.amount for one in lines),
        covered=sum(one.covered for one in lines),
        bets=lines,
        is_you=player == you,
    )


def _part(now: ContestState, player: int, wording: Wording) -> str:
    state = now.contest
    if isinstance(state, bank.State):
        return _("Chouetteur") if player == state.chouetteur else _("First on the list")
    if isinstance(state, social.State):
        if player != state.line[0]:
            return _("Captain, for %(stake)s") % {
                "stake": wording.amount(social.stake(state, player))
            }
        return _("Chouetteur")
    if isinstance(state, pool.State) and player == state.playing[0] and state.run:
        won = {"run": state.run, "to_win": state.to_win}
        # Translators: games in succession, such as "2 of 3".
        return _("Won in succession: %(run)s of %(to_win)s") % won
    return ""


def _of_book(now: ContestState) -> Mapping[bets.Side, list[tuple[int, int, int]]]:
    found: dict[bets.Side, list[tuple[int, int, int]]] = {side: [] for side in bets.Side}
    for bet in now.book.cover.bets if now.book else ():
        found[bet.side].append((bet.player, bet.amount, bet.covered))
    return found


def _of_bank(state: bank.State) -> Mapping[bets.Side, list[tuple[int, int, int]]]:
    whole = state.laid or state.bank
    sides = {"behind": [(0, whole, state.masses.bank)] if whole else [], "against": []}
    for stake in state.stakes:
        sides[stake.side].append((stake.player, stake.amount, stake.covered))
    return dict(zip(bets.Side, sides.values(), strict=True))


def nobody(now: ContestState) -> tuple[str, str]:
    """Why there is no game to come: a heading, and a line."""
    state = now.contest
    if isinstance(state, bank.State) and state.phase is bank.Phase.AUCTION:
        return _("The bank is up for auction"), _(
            "It goes to the highest bidder when the auction closes."
        )
    if isinstance(state, bank.State) and state.phase is bank.Phase.RENEWAL:
        return _("The bank is broken"), _(
            "The chouetteur may renew it once. Otherwise it goes back to auction."
        )
    if _places_due(now):
        return _("Places are not taken yet"), _("Players cut for them, or the site draws them.")
    return _("Nobody is playing yet"), _("Two players have to sit down first.")


# who waits, and what lies on the table


def waiting(now: ContestState, wording: Wording, you: int | None) -> list[Waiting]:
    return [
        Waiting(wording.name(one), _note(now, one, wording), one == you)
        for one in machine.queue(now)
    ]


def _note(now: ContestState, player: int, wording: Wording) -> str:
    state = now.contest
    if isinstance(state, social.State):
        if player == state.partner:
            return _("Chouetteur’s partner")
        return _("Plays for %(stake)s") % {"stake": wording.amount(social.stake(state, player))}
    if isinstance(state, bank.State):
        bid = stakes.of(state.bids[-1:], player)
        return _("Bids %(amount)s") % {"amount": wording.amount(bid)} if bid else ""
    return ""


@dataclass(frozen=True, slots=True)
class Held:
    label: str
    amount: str


def held(now: ContestState, wording: Wording) -> list[Held]:
    """Pot, bank and levy box: what somebody could ask for."""
    found = {account.holder: amount for account, amount in machine.holdings(now).items()}
    labels = {Holder.POT: _("Pot"), Holder.BANK: _("Bank"), Holder.LEVY: _("Levy")}
    return [
        Held(label, wording.amount(found[one])) for one, label in labels.items() if found.get(one)
    ]
