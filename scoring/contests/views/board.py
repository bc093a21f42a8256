"""The board of a contest: who plays, who waits, what is laid and what everybody has tonight."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.live import ticket
from games.evenings import selectors as evenings
from games.evenings.models import Evening
from games.matches.changes import mark_online
from games.matches.models import Match
from games.matches.selectors.matches import matches, matches_in
from scoring.contests.changes import tournament_pool
from scoring.contests.labels import chronicle, kinds
from scoring.contests.labels.chronicle import Wording
from scoring.contests.labels.texts import agreed
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bank, bets, machine, pool, social, stakes
from scoring.contests.rules.events import NAME, GameWon, name_of
from scoring.contests.rules.machine import ContestState
from scoring.contests.rules.pool_chances import place_values
from scoring.contests.selectors.courses import Course, read, seed_of
from scoring.contests.selectors.in_play import in_play
from scoring.contests.selectors.stakes import stakes_on_game
from scoring.contests.services.checks import is_at_table
from scoring.ledger.models import Book
from scoring.ledger.rules import Holder
from scoring.ledger.selectors.books import balances, cash_sums

from .common import names_of, own_player
from .offers import bank_to_give_up, own_offers, staff_offers


def topic(contest: Contest) -> str:
    return f"contest:{contest.pk}"


def board(
    contest: Contest, person: Person, wrong: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """All that the board shows. `wrong`: the `form` that was refused, and in a `text` why."""
    course = read(contest, with_writers=True)
    book = Book.objects.filter(evening=contest.evening_id).first()
    now, you = course.state, own_player(contest, person)
    members = chronicle.people(course)
    rows = [row for row in balances(book) if row.player_id in members] if book else []
    others = [*guests_of(contest.evening), you or 0, *(row.player_id or 0 for row in rows)]
    playing, cash = in_play([contest.evening_id]), cash_sums([book] if book else [])
    names = names_of(contest, person, [*members, *others])
    wording = chronicle.wording(contest, names)
    offers = own_offers(course, you, wording) if you else []
    runs = person.may(Act.RUN_CONTEST)
    match = _match(course)
    mark_online([match] if match else [], person)
    return {
        "pool": next(iter(tournament_pool.ask(contest=contest, person=person)), None),
        "over": now.over,
        "number": now.number,
        "dealt": course.dealt is not None,
        "match": match,
        "may_play_online": person.may(Act.START_ANY)
        or (person.may(Act.PLAY_ONLINE) and _plays_now(person, now)),
        "plays": _plays_now(person, now),
        "seats": places(now, wording, you),
        "nobody": nobody(now),
        "own_stake": next((one for one in stakes_on_game(course) if one.player == you), None),
        "takes_bets": now.book is not None or isinstance(now.contest, bank.State),
        "waiting": waiting(now, wording, you),
        "inscribed": [{"pk": pk, "name": names[pk]} for pk in machine.queue(now)],
        "resting": wording.list(_resting(now)),
        "chances": pool_chances(now, wording, you),
        "held": _holdings(now, wording),
        "sums": [
            {
                "name": names[row.player_id or 0],
                "won": row.amount - cash[row.player_id or 0] + playing[row.player_id or 0],
                "in_play": playing[row.player_id or 0],
                "is_you": row.player_id == you,
            }
            for row in (rows if evenings.sees_names(contest.evening, person) else ())
        ],
        "said": chronicle.last_result(course, wording)
        or (str(kinds.OVER[now.kind]) if now.over else ""),
        "newest": chronicle.newest(course, wording),
        "history": history(course, wording, person),
        "agreed": agreed(contest),
        "seed": seed_of(contest),
        "unit": wording.unit,
        "you": names.get(you or 0, ""),
        "offers": offers,
        "wrong": wrong,
        # Said above the board where the form that it is about is there no more.
        "wrong_above": wrong is not None and wrong["form"] not in {one.slug for one in offers},
        "is_phone": is_at_table(person, contest),
        "may_table": _may_enter_games(contest, person, now),
        "may_draw": runs and _places_due(now),
        "staff": staff_offers(course, wording, offers) if runs else None,
        "gives_up": bank_to_give_up(now, wording, None if runs else you) if runs or you else None,
        "close_label": kinds.CLOSE[now.kind],
        "can_undo": course.dealt is not None or chronicle.last_game(course) is not None,
        "ticket": ticket(topic(contest)),
    }


def guests_of(evening: Evening) -> list[int]:
    """Who is here, by id."""
    here = evening.attendances.filter(left_at=None).order_by("came_at", "pk")
    return list(here.values_list("player_id", flat=True))


def history(course: Course, wording: Wording, person: Person) -> list[dict[str, Any]]:
    """What was entered, the newest first. `is_corrected_here`: of a game on the pad, who kept the
    seat. `match`: the one whose end it is, if the person may look at it."""
    texts = chronicle.texts(course, wording)
    standing = {one.entry.pk for one in course.happened}
    seen, with_people = _seen_matches(course, person), person.may(Act.SEE_CLUB)
    return [
        {
            "place": entry.place,
            "number": entry.number,
            "text": texts[entry.pk],
            "when": entry.at,
            "who": chronicle.entered_by(entry) if with_people else "",
            "reason": entry.reason,
            "stands": entry.pk in standing,
            "is_corrected_here": entry.match is None or _is_end(entry),
            "match": entry.match if entry.match in seen and _is_end(entry) else None,
        }
        for entry in sorted(course.entries, key=lambda one: (one.place, one.number), reverse=True)
        if entry.data is not None
    ]


def _seen_matches(course: Course, person: Person) -> frozenset[int]:
    """Of the games, those that the person may look at as matches."""
    contest = course.contest
    ids = {entry.match for entry in course.entries if entry.match}
    every = Match.objects if is_at_table(person, contest) else matches_in(contest.club, person)
    return frozenset(every.filter(pk__in=ids).values_list("pk", flat=True))


def _is_end(entry: ContestEntry) -> bool:
    return (entry.data or {}).get(NAME) == name_of(GameWon)


def _plays_now(person: Person, now: ContestState) -> bool:
    return person.user_id is not None and person.player_id in (machine.seats(now) or ())


def _may_enter_games(contest: Contest, person: Person, now: ContestState) -> bool:
    """That a game is dealt, and who won it."""
    own = _plays_now(person, now) or is_at_table(person, contest)
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


def places(now: ContestState, wording: Wording, you: int | None) -> list[dict[str, Any]]:
    """The two who play: what is laid on each side, and how much of it is covered."""
    sitting = machine.seats(now)
    if sitting is None:
        return []
    laid = _of_bank(now.contest) if isinstance(now.contest, bank.State) else _of_book(now)
    return [
        _place(now, wording, you, player, laid[side])
        for player, side in zip(sitting, bets.Side, strict=True)
    ]


def _place(
    now: ContestState,
    wording: Wording,
    you: int | None,
    player: int,
    laid: list[tuple[int, int, int]],
) -> dict[str, Any]:
    """`laid`: who, how much, and how much of it is covered; 0 is the bank."""
    return {
        "player": player,
        "name": wording.name(player),
        "part": _part(now, player, wording),
        "laid": sum(amount for _who, amount, _covered in laid),
        "covered": sum(covered for _who, _amount, covered in laid),
        "bets": [
            {
                "name": wording.name(who) if who else _("The bank"),
                "amount": amount,
                "covered": covered,
                "is_you": who == you,
            }
            for who, amount, covered in laid
        ],
        "is_you": player == you,
    }


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
    if isinstance(state, pool.State) and player == state.runner and state.run:
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


def waiting(now: ContestState, wording: Wording, you: int | None) -> list[dict[str, Any]]:
    return [
        {"name": wording.name(pk), "note": _note(now, pk, wording), "is_you": pk == you}
        for pk in machine.queue(now)
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


# With a longer denominator a fraction tells nobody anything.
DENOMINATOR_MOST = 1_000


def pool_chances(now: ContestState, wording: Wording, you: int | None) -> list[dict[str, Any]]:
    """Of each place of a pool: to win it, and what of the pot it is worth."""
    if not isinstance(now.contest, pool.State):
        return []
    return [
        {
            "name": wording.name(one.player),
            "percent": float(100 * one.chance),
            "fraction": str(one.chance) if one.chance.denominator <= DENOMINATOR_MOST else "",
            "worth": float(one.worth),
            "is_you": one.player == you,
        }
        for one in place_values(now.contest)
    ]


def _holdings(now: ContestState, wording: Wording) -> list[dict[str, str]]:
    """Pot, bank and levy box: what somebody could ask for."""
    found = {account.holder: amount for account, amount in machine.holdings(now).items()}
    labels = {Holder.POT: _("Pot"), Holder.BANK: _("Bank"), Holder.LEVY: _("Levy")}
    return [
        {"label": label, "amount": wording.amount(found[holder])}
        for holder, label in labels.items()
        if found.get(holder)
    ]
