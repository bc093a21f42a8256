"""Messages of settlements for other programs."""

from collections.abc import Iterable

from ecarte_club.core.outbox import Kind, write_message

from .models import Payment, Settlement

Ids = dict[str, object]


def settlement_made_message(settlement: Settlement, evenings: Iterable[int]) -> None:
    ids: Ids = {"settlement": settlement.pk, "evenings": list(evenings)}
    figures: Ids = {
        "starts_on": settlement.starts_on.isoformat(),
        "ends_on": settlement.ends_on.isoformat(),
        "settled_at": settlement.settled_at.isoformat(),
    }
    write_message(Kind.SETTLEMENT_MADE, club=settlement.club_id, ids=ids, figures=figures)


def payment_message(club: int, payment: Payment) -> None:
    """As it is now: made, or not."""
    at = payment.made_at
    kind = Kind.PAYMENT_NOT_MADE if at is None else Kind.PAYMENT_MADE
    ids: Ids = {"settlement": payment.settlement_id, "payment": payment.pk}
    write_message(kind, club=club, ids=ids, figures={"made_at": at.isoformat() if at else None})
