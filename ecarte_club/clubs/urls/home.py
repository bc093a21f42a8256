from django.urls import path

from ecarte_club.clubs.views import home, tokens

urlpatterns = [
    path("", home.home, name="home"),
    path("api/", home.api_guide, name="api_guide"),
    path("developers/", home.developers, name="developers"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:pk>/revoke/", tokens.revoke, name="token_revoke"),
]
