"""Score sheets in the audit log."""

from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import audit_log

from .models import SheetImport


def _names(pks: set[int]) -> dict[int, str]:
    return dict(SheetImport.objects.filter(pk__in=pks).values_list("pk", "name"))


def register() -> None:
    audit_log.register_acts(
        {
            "sheets_import": (
                _("Score sheets imported"),
                _("Score sheets imported, %(about)s. Matches: %(matches)s"),
            )
        }
    )
    audit_log.register_names("import", _names)
