from django.core.management.base import CommandError
from django.db import DatabaseError

from ecarte_club.core import migrating


def require_migrated() -> None:
    """Instead of a traceback about a table that is not there. Raises: CommandError."""
    try:
        lacking = migrating.lacking()
    except DatabaseError as error:
        raise CommandError(f"The database does not answer: {error}") from error
    if lacking:
        raise CommandError(
            f"The database lacks {len(lacking)} migrations, the first {lacking[0]}: run "
            "manage.py migrate, then this again."
        )
