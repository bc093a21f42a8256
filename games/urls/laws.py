from django.urls import path

from games.views import laws, ruling

urlpatterns = [
    path("laws/", laws.codes, name="laws"),
    path("laws/<slug:code>/", laws.book, name="laws_code"),
    path("laws/<slug:code>/<int:number>/", laws.law, name="law"),
    path("clubs/<slug:slug>/laws/", laws.club_laws, name="club_laws"),
    path("clubs/<slug:slug>/matches/<int:pk>/ruling/", ruling.ruling, name="ruling"),
]
