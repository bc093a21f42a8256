"""Archives in the audit log, and the state of each in words."""

from django.template.defaultfilters import filesizeformat
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names

from .models import Archive
from .services import state_of

ACTS = {
    "club_restore": (
        gettext_lazy("Club restored from an archive"),
        gettext_lazy("Club restored from an archive: %(about)s"),
    ),
    "archive_ask": (
        gettext_lazy("Archive requested"),
        gettext_lazy("Archive requested: %(about)s"),
    ),
    "archive_take": (
        gettext_lazy("Archive downloaded"),
        gettext_lazy("Archive downloaded: %(about)s"),
    ),
    "archive_delete": (
        gettext_lazy("Archive deleted"),
        gettext_lazy("Archive deleted: %(about)s"),
    ),
}


def name_of(one: Archive) -> str:
    local = timezone.localtime(one.made_at or one.asked_at)
    return str(formats.date_format(local, "SHORT_DATETIME_FORMAT"))


def _archives(ids: set[int]) -> dict[int, str]:
    return {one.pk: name_of(one) for one in Archive.objects.filter(pk__in=ids).order_by()}


def state_words(one: Archive) -> str:
    state = state_of(one)
    if state == Archive.State.MADE:
        return _("Ready, %(size)s") % {"size": filesizeformat(one.size)}
    if state == Archive.State.FAILED:
        return _("This archive could not be made. Make another.")
    return str(state.label)


def register() -> None:
    register_acts(ACTS)
    register_names("archive", _archives)
