from django.urls import path

from games.views import sheet_export

urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", sheet_export.sheet_export, name="sheet_export"),
]
