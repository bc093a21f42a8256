"""A module an area; what stands first is found first."""

from . import afterwards, evenings, laws, matches, paper, tables

AREAS = (
    matches,
    evenings,
    tables,
    paper,
    afterwards,
    laws,
)
urlpatterns = [pattern for area in AREAS for pattern in area.urlpatterns]
