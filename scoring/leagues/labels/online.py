"""Tables online on the home page of a player."""

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.online.selectors.places import OwnTable
from scoring.leagues.changes import HomeLine, HomePart


def own_table_line(own: OwnTable) -> HomeLine:
    table, name = own.table, {"name": own.opponent.name}
    if own.is_invitation:
        address = reverse("online_invitation", args=(table.code_word,))
        title = _("%(name)s invites you to play") % name
        return HomeLine(HomePart.NEXT, title, str(table.get_clock_display()), address)
    address = reverse("online_table", args=(table.club.slug, table.pk))
    title = _("Your turn against %(name)s") if own.is_turn else _("Online against %(name)s")
    return HomeLine(HomePart.NEXT, title % name, _note(own), address)


def _note(own: OwnTable) -> str:
    if not own.is_turn:
        return _("%(name)s is to act") % {"name": own.opponent.name}
    if not own.table.is_by_correspondence:
        return _("Online")
    if own.deadline is None:
        return _("By correspondence")
    until = date_format(localtime(own.deadline), "DATETIME_FORMAT")
    # Translators: %(time)s is a day with a time.
    return _("By correspondence, until %(time)s") % {"time": until}
