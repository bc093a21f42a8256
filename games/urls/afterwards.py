from django.urls import path

from games.views import results

EVENING = "clubs/<slug:slug>/evenings/<int:pk>/results"

urlpatterns = [
    path(f"{EVENING}/", results.results, name="evening_results"),
    path(f"{EVENING}.csv", results.results_csv, name="evening_results_csv"),
]
