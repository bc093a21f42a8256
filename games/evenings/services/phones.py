"""Letting a phone in at a table by its code."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Phone, Table

from .evenings import ALPHABET, CODE_LENGTH


def table_of_code(code: str) -> Table:
    """The table whose code this is, however it was typed.

    Raises: Invalid, the same for a wrong code, an old one, and one of an evening that is over.
    """
    typed = "".join(letter for letter in code.upper() if letter in ALPHABET)[: CODE_LENGTH + 1]
    table = (
        Table.objects.select_related("evening__club")
        .filter(
            code=typed,
            evening__signed_off_at=None,
            evening__codes_until__gt=timezone.now(),
        )
        .first()
    )
    if table is None:
        text = _(
            "This is not the code of a table in play. Check the card on the table, "
            "or ask the director for the new code."
        )
        raise Invalid("no_such_code", text, field="code")
    return table


@transaction.atomic(savepoint=False)
def phone_open(*, code: str, player_id: int | None = None) -> tuple[Phone, str]:
    """The phone and its secret, which is nowhere kept. `player_id`: who says that they hold it.

    Raises: Invalid for a code that is not good, or a player who is not of the club.
    """
    table = table_of_code(code)
    if player_id is not None:
        lock_player(table.evening.club_id, player_id)
    phone = Phone.objects.create(
        table=table,
        code_number=table.code_number,
        digest=secrets.token_hex(32),
        player_id=player_id,
        opened_at=timezone.now(),
    )
    secret = secret_of(phone)
    phone.digest = digest(secret)
    phone.save(update_fields=["digest"])
    by = Person(club_id=table.evening.club_id, phone_id=phone.pk)
    log_act(by, "phone_open", kind="evening", about=table.evening_id, table=table.name)
    return phone, secret


def secret_of(phone: Phone) -> str:
    """Made from the site's own key, so that it can be told again to who asked and heard nothing."""
    made = salted_hmac(
        "table phone", f"{phone.pk}:{phone.opened_at.timestamp()}", algorithm="sha256"
    )
    return f"table_{made.hexdigest()}"
