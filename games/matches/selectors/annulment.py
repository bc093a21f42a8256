"""What is said of a match that is annulled, to whoever would enter something in it."""

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.matches.labels import engine
from games.matches.log import Log
from games.matches.models import Entry


def refuse_annulled(log: Log) -> None:
    """Raises: Invalid when the match is annulled."""
    if (entry := log.annulment) is not None:
        text = annulled(entry)
        raise Invalid("annulled", text, errors={"version": text})


def annulled(entry: Entry) -> str:
    """`entry`: the one that annuls it."""
    when = date_format(localtime(entry.at), "DATETIME_FORMAT")
    text = _(
        "This match was annulled on %(when)s by %(who)s. Nothing can be "
        "entered until it is restored."
    )
    return text % {"when": when, "who": engine.entered_by(entry) or _("somebody")}
