from django.urls import path

from .views import law_book, ruling

urlpatterns = [
    path("laws/", law_book.codes, name="laws"),
    path("laws/<slug:code>/", law_book.book, name="laws_code"),
    path("laws/<slug:code>/<int:number>/", law_book.law, name="law"),
    path("clubs/<slug:slug>/laws/", law_book.club_laws, name="club_laws"),
    path("clubs/<slug:slug>/matches/<int:pk>/ruling/", ruling.ruling, name="ruling"),
]
