"""A move in the audit log."""

from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts

ACTS = {
    "club_move": (
        gettext_lazy("Club moved to another site"),
        gettext_lazy("Club moved to another site: %(about)s"),
    ),
}


def register() -> None:
    register_acts(ACTS)
