from django.urls import path

from .views import files, grid, printing

urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", files.sheet_export, name="sheet_export"),
    path("clubs/<slug:slug>/imports/", files.imports, name="imports"),
    path("clubs/<slug:slug>/imports/<int:pk>/", files.import_show, name="import_show"),
    path("clubs/<slug:slug>/evenings/<int:pk>/grid/", grid.grid, name="grid"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/print/sheets/",
        printing.print_sheets,
        name="print_sheets",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/print/results/",
        printing.print_results,
        name="print_results",
    ),
]
