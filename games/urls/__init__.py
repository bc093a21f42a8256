"""A module an area; what stands first is found first."""

from . import afterwards, evenings, matches, paper, tables

AREAS = (
    matches,
    evenings,
    tables,
    paper,
    afterwards,
)
urlpatterns = [pattern for area in AREAS for pattern in area.urlpatterns]
