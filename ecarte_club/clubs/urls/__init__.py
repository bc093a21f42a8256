"""A module an area; what stands first is found first."""

from . import home, people, personal, roles, rules

AREAS = (
    home,
    people,
    personal,
    roles,
    rules,
)
urlpatterns = [pattern for area in AREAS for pattern in area.urlpatterns]
