from django.urls import URLPattern, path

from . import (
    audit_log,
    clubs,
    invitations,
    member_import,
    merging,
    players,
    roles,
    rules,
)
from .personal import PATHS as PERSONAL

# One list an area, so that an area is added in one place.
CLUBS = [
    path("clubs", clubs.ClubList.as_view()),
    path("clubs/<slug:slug>", clubs.ClubDetail.as_view()),
]
PEOPLE: list[URLPattern] = [*players.PATHS, *merging.PATHS, *member_import.PATHS]
ROLES: list[URLPattern] = [*roles.PATHS, *invitations.PATHS]
RULES: list[URLPattern] = [*rules.PATHS, *audit_log.PATHS]

urlpatterns = [*CLUBS, *PEOPLE, *PERSONAL, *ROLES, *RULES]
