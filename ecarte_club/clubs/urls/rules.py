from django.urls import path

from ecarte_club.clubs.views import log, rights_page, rules, settings

urlpatterns = [
    path("clubs/<slug:slug>/rules/", rules.rules, name="rules"),
    path("clubs/<slug:slug>/rules/new/", rules.rules_new, name="rules_new"),
    path("clubs/<slug:slug>/rules/code/<slug:code>/", rules.printed_code, name="rules_code"),
    path("clubs/<slug:slug>/rules/<int:pk>/", rules.rules_detail, name="rules_detail"),
    path("clubs/<slug:slug>/rules/<int:pk>/retire/", rules.rules_retire, name="rules_retire"),
    path("clubs/<slug:slug>/settings/", settings.settings, name="club_settings"),
    path("clubs/<slug:slug>/rights/", rights_page.rights, name="rights"),
    path("clubs/<slug:slug>/log/", log.log_page, name="log"),
    path("clubs/<slug:slug>/log/csv/", log.log_csv, name="log_csv"),
]
