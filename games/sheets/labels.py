"""Score sheets in the audit log, and why a row of the grid cannot be entered."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ecarte_club.clubs import audit_log

from .models import SheetImport
from .rules.grid import RowFault

ROW_FAULTS: Mapping[RowFault, str | Promise] = {
    RowFault.NEITHER_HAND_NOR_GAME: _(
        "Type king, play and tricks, such as 312, or the score of a game, such as 5-3."
    ),
    RowFault.DEALER_UNKNOWN: _(
        "Say who dealt: type a or b before the row. Only the dealer can mark the king turned."
    ),
    RowFault.MATCH_OVER: _("This match is over. Enter the rest on another sheet."),
}


def _names(pks: set[int]) -> dict[int, str]:
    return dict(SheetImport.objects.filter(pk__in=pks).values_list("pk", "name"))


def register() -> None:
    # Translators: about is the name of the uploaded file.
    act = ngettext_lazy(
        "Score sheets imported from %(about)s: %(matches)s match",
        "Score sheets imported from %(about)s: %(matches)s matches",
        "matches",
    )
    audit_log.register_acts({"sheets_import": (_("Score sheets imported"), act)})
    audit_log.register_names("import", _names)
