"""A module an area; what stands first is found first."""

from . import home, people, roles

AREAS = (
    home,
    people,
    roles,
)
urlpatterns = [pattern for area in AREAS for pattern in area.urlpatterns]
