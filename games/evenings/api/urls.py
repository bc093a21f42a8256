from django.urls import path

from . import results, table_codes, views
from . import results as emails

urlpatterns = [
    *views.PATHS,
    *table_codes.PATHS,
    path("evenings/<int:pk>/results", results.EveningResultsDetail.as_view()),
    path("evenings/<int:pk>/letters", emails.EveningEmails.as_view()),
    path("evenings/<int:pk>/results.csv", results.EveningResultsCsv.as_view()),
]
