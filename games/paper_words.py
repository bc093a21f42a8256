"""How the log tells of paper."""

from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import deeds

from .models import SheetImport


def _names(pks: set[int]) -> dict[int, str]:
    return dict(SheetImport.objects.filter(pk__in=pks).values_list("pk", "name"))


def tell() -> None:
    deeds.tells({"sheets_import": _("imported the score sheets of %(about)s: %(matches)s matches")})
    deeds.names("import", _names)
