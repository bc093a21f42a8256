from django.urls import include, path

from .views import files, grid, printing

EVENING = [
    path("grid/", grid.grid, name="grid"),
    path("print/sheets/", printing.print_sheets, name="print_sheets"),
    path("print/results/", printing.print_results, name="print_results"),
]

urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", files.sheet_export, name="sheet_export"),
    path("clubs/<slug:slug>/imports/", files.imports, name="imports"),
    path("clubs/<slug:slug>/imports/<int:pk>/", files.import_show, name="import_show"),
    path("clubs/<slug:slug>/evenings/<int:pk>/", include(EVENING)),
]
