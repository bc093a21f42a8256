"""A contest as plain data, for programs."""

from collections.abc import Callable, Mapping
from typing import Any

from games.matches.models import Match
from scoring.contests.models import Contest
from scoring.contests.rules import bank, bets, cul_leve, pool, room, social
from scoring.contests.rules.bank import of as laid_by
from scoring.contests.rules.events import dump_fields
from scoring.contests.rules.kinds import Kind
from scoring.contests.rules.room import Room
from scoring.contests.selectors.courses import Course, seed_of, terms_of
from scoring.ledger.models import Book
from scoring.ledger.rules.books import Holder
from scoring.ledger.selectors.books import balances

from .people import People, Plain

HOLDERS = (Holder.POT, Holder.BANK, Holder.MASS, Holder.LEVY)


def line_plain(contest: Contest) -> Plain:
    evening, terms = contest.evening, terms_of(contest)
    return {
        "id": contest.pk,
        "club": contest.club.slug,
        "evening": {"id": evening.pk, "name": evening.name, "held_on": evening.held_on},
        "table": {"id": contest.table.pk, "name": contest.table.name},
        "kind": contest.kind,
        "terms": contest,
        "agreed": dump_fields(terms.contest),
        "gallery": None if terms.gallery is None else dump_fields(terms.gallery),
        "opened_at": contest.opened_at,
        "version": contest.version,
        "games_won": contest.games_won,
        "over": contest.over,
        "tournament": contest.tournament_id,
    }


def contest_plain(course: Course, people: People, *, with_sums: bool) -> Plain:
    now, contest = course.room, course.contest
    seats, dealt = room.seats(now), course.dealt
    return {
        **line_plain(contest),
        "seats": None if seats is None else dict(zip("ab", people.all(seats), strict=True)),
        "queue": [] if room.is_over(now) else people.all(room.queue(now)),
        "match": _match(dealt.entry.match) if dealt and not room.is_over(now) else None,
        "seed": seed_of(contest),
        "accepted": people.all(people.accepted),
        "held": held_plain(now),
        "bets": None if now.book is None else bets_plain(now, now.book, people),
        **{kind.value: None for kind in OWN},
        **({now.kind.value: OWN[now.kind](now, people)} if now.kind in OWN else {}),
        "balances": sums_plain(contest, people) if with_sums else [],
    }


def _match(pk: int | None) -> int | None:
    """None too where it was forgotten, because who won was told without the pad."""
    return pk if Match.objects.filter(pk=pk or 0).exists() else None


def held_plain(now: Room) -> Plain:
    held = {account.holder: amount for account, amount in room.held(now).items()}
    return {holder.value: held.get(holder, 0) for holder in HOLDERS}


def bets_plain(now: Room, book: bets.Book, people: People) -> Plain:
    cover = bets.covered(book)
    return {
        "game": now.number,
        "open": book.phase is bets.Phase.OPEN,
        "laid": dict(zip("ab", (cover.laid[side] for side in bets.Side), strict=True)),
        "covered": cover.covered,
        "short": book.short,
        "bets": [{**bet._asdict(), "player": people.named(bet.player)} for bet in cover.bets],
    }


def pool_plain(now: Room, people: People) -> Plain:
    state: pool.State = now.contest
    return {
        "inscribed": people.all(state.inscribed),
        "to_win": state.to_win,
        "run": state.run,
        "paid": people.amounts(zip(state.order, state.paid, strict=True)),
    }


def cul_leve_plain(now: Room, people: People) -> Plain:
    state: cul_leve.State = now.contest
    return {"loser": people.maybe(state.loser), "backers": people.all(now.backers)}


def bank_plain(now: Room, people: People) -> Plain:
    state: bank.State = now.contest
    masses = bank.masses(state)
    return {
        "phase": state.phase.value,
        "bids": people.amounts(state.bids),
        "chouetteur": people.maybe(state.chouetteur),
        "adjudged": state.adjudged,
        "renewed": state.renewed,
        "stakes": [
            *_stakes("against", state.against, masses.against, people),
            *_stakes("behind", state.behind, masses.behind, people),
        ],
        "covered": sum(stake.amount for stake in masses.against),
        "bank_covered": masses.bank,
        "out": people.all(state.out),
    }


def _stakes(
    on: str, laid: tuple[bank.Stake, ...], covered: tuple[bank.Stake, ...], people: People
) -> list[Plain]:
    """Each player once, where he laid first."""
    players = dict.fromkeys(stake.player for stake in laid)
    return [
        {
            "player": people.named(player),
            "on": on,
            "amount": laid_by(laid, player),
            "covered": laid_by(covered, player),
        }
        for player in players
    ]


def box_plain(now: Room, people: People) -> Plain:
    state: social.State = now.contest
    team = ((player, social.stake(state, player)) for player in social.team(state))
    return {
        "partner": people.maybe(state.partner),
        "team": people.amounts(team),
        "out": people.all(state.resting),
    }


OWN: Mapping[Kind, Callable[[Room, People], Any]] = {
    Kind.POOL: pool_plain,
    Kind.CUL_LEVE: cul_leve_plain,
    Kind.BANK: bank_plain,
    Kind.BOX: box_plain,
}


def sums_plain(contest: Contest, people: People) -> list[Plain]:
    """Of everybody whom the contest names, by name."""
    book = Book.objects.filter(evening=contest.evening_id).first()
    rows = balances(book) if book else []
    amounts = {row.player_id: row.amount for row in rows if row.player_id}
    return [
        {"player": {"id": one.pk, "name": one.name}, "amount": amounts.get(one.pk, 0)}
        for one in people.everybody
    ]
