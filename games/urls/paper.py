from django.urls import path

from games.views import grid, imports, sheet_export, sheets_print

urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", sheet_export.sheet_export, name="sheet_export"),
    path("clubs/<slug:slug>/imports/", imports.imports, name="imports"),
    path("clubs/<slug:slug>/imports/<int:pk>/", imports.import_show, name="import_show"),
    path("clubs/<slug:slug>/evenings/<int:pk>/grid/", grid.grid, name="grid"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/print/sheets/",
        sheets_print.print_sheets,
        name="print_sheets",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/print/results/",
        sheets_print.print_results,
        name="print_results",
    ),
]
