from django.urls import path

from scoring.leagues.views.standings import adjustments, charts, embed, what_if, why

SEASON = "clubs/<slug:slug>/seasons/<int:pk>/"

urlpatterns = [
    path(f"{SEASON}standings/<int:player>/", why.standing_why, name="standing_why"),
    path(f"{SEASON}what-if/", what_if.what_if, name="what_if"),
    path(f"{SEASON}charts/", charts.charts, name="season_charts"),
    path(f"{SEASON}adjustments/", adjustments.adjustments, name="adjustments"),
    path(f"{SEASON}adjustments/<int:adjustment>/", adjustments.end, name="adjustment_end"),
    path(f"{SEASON}embed/", embed.how, name="embed_how"),
    path("embed/seasons/<int:pk>/", embed.embedded, name="embedded"),
    path("embed/table.js", embed.script, name="embed_script"),
    path("embed/accent/<slug:colour>.css", embed.accent, name="embed_accent"),
]
