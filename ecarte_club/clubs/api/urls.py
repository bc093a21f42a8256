from django.urls import URLPattern, path

from . import clubs, roles

# One list an area, so that an area is added in one place.
CLUBS = [
    path("clubs", clubs.ClubList.as_view()),
    path("clubs/<slug:slug>", clubs.ClubDetail.as_view()),
    path("clubs/<slug:slug>/players", clubs.PlayerList.as_view()),
    path("players/<int:pk>", clubs.PlayerDetail.as_view()),
]
PEOPLE: list[URLPattern] = []
ROLES: list[URLPattern] = [*roles.PATHS]

urlpatterns = [*CLUBS, *PEOPLE, *ROLES]
