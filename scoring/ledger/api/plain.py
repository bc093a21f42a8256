"""Accounts as plain data."""

from collections.abc import Iterable
from typing import Any

from ecarte_club.clubs.models import Club, Player
from scoring.ledger.models import Book, Limits, Payment, PlayerLimit, Settlement
from scoring.ledger.models.settlements import day_of
from scoring.ledger.selectors import visibility
from scoring.ledger.selectors.accounts import Accounts, Due, Line
from scoring.ledger.selectors.debts import Owed, OwedOver
from scoring.ledger.selectors.periods import Preview
from scoring.ledger.selectors.statements import Told
from scoring.ledger.selectors.transfers import Moved, Party

Plain = dict[str, Any]


def named(player: Player | None) -> Plain | None:
    return {"id": player.pk, "name": player.name} if player else None


def sums(lines: Iterable[Line]) -> list[Plain]:
    return [{"player": named(line.player), "amount": line.amount} for line in lines]


def due(one: Due) -> Plain:
    return {"payer": named(one.payer), "payee": named(one.payee), "amount": one.amount}


def payment(one: Due, found: Payment) -> Plain:
    by = str(found.made_by) if found.made_by else None
    return {**due(one), "id": found.pk, "made_at": found.made_at, "made_by": by}


def accounts(found: Accounts, club: Club) -> Plain:
    return {
        "unit": club.unit,
        "balances": sums(found.lines),
        "levy": found.levy,
        "held": found.held,
        "running": found.running,
        "payments": [due(one) for one in found.dues],
    }


def party(one: Party) -> Plain:
    return {"holder": one.holder.value, "player": named(one.player)}


def moved(one: Moved) -> Plain:
    return {
        "posting": one.posting.pk,
        "cause": one.cause.value,
        "giver": party(one.source),
        "taker": party(one.target),
        "amount": one.amount,
        "contest": one.posting.contest,
        "game": one.game,
        "at": one.at,
        "taken_back": one.is_taking_back,
    }


def debt(one: Owed) -> Plain:
    behind = [
        {
            "amount": part.amount,
            "transfer": moved(part.moved),
            "through": [moved(through) for through in part.through],
        }
        for part in one.behind
    ]
    between = {"debtor": party(one.debtor), "creditor": party(one.creditor)}
    return {**between, "amount": one.amount, "behind": behind}


def debt_over(one: OwedOver) -> Plain:
    by_book = [
        {"book": book.pk, "evening": book.evening_id, "amount": amount}
        for book, amount in one.by_book
    ]
    between = {"debtor": party(one.debtor), "creditor": party(one.creditor)}
    return {**between, "amount": one.amount, "by_book": by_book}


def book(one: Book) -> Plain:
    return {
        "id": one.pk,
        "version": one.version,
        "evening": one.evening_id,
        "name": str(one),
        "day": day_of(one),
        "settled_at": one.settled_at,
        "settlement": visibility.settlement_of(one),
    }


def preview(found: Preview, club: Club) -> Plain:
    return {
        **accounts(found.accounts, club),
        "books": [book(one) for one in found.books],
        "debts": [debt_over(one) for one in found.debts],
        "can_be_settled": bool(found.books) and found.accounts.is_finished,
    }


def settlement(one: Settlement) -> Plain:
    return {
        "id": one.pk,
        "starts_on": one.starts_on,
        "ends_on": one.ends_on,
        "settled_at": one.settled_at,
        "settled_by": str(one.settled_by) if one.settled_by else None,
    }


def line(one: Told) -> Plain:
    return {
        "evening": one.book.evening_id,
        "book": one.book.pk,
        "amount": one.amount,
        "transfer": moved(one.moved),
    }


def limits(one: Limits) -> Plain:
    return {"most_staked": one.most_staked, "most_owed": one.most_owed}


def own_limits(held: Limits, own: PlayerLimit | None) -> Plain:
    """`held`: what is in force now; the rest is what was asked for and is still to come."""
    return {
        **limits(held),
        "most_staked_asked": own.staked_asked if own else None,
        "most_staked_from": own.staked_from if own else None,
        "most_owed_asked": own.owed_asked if own else None,
        "most_owed_from": own.owed_from if own else None,
    }
