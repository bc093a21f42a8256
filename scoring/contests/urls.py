from django.urls import path

from .views import contest, corrections, evening, odds
from .views import contest as opening

urlpatterns = [
    path("clubs/<slug:slug>/odds/", odds.odds_page, name="odds"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/contests/",
        evening.evening_contests,
        name="evening_contests",
    ),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/contests/new/",
        opening.contest_new,
        name="contest_new",
    ),
    path("clubs/<slug:slug>/contests/<int:pk>/", contest.contest, name="contest"),
    path("clubs/<slug:slug>/contests/<int:pk>/now/", contest.contest_fragment, name="contest_now"),
    path("clubs/<slug:slug>/contests/<int:pk>/tell/", contest.contest_tell, name="contest_tell"),
    path("clubs/<slug:slug>/contests/<int:pk>/draw/", contest.contest_draw, name="contest_draw"),
    path("clubs/<slug:slug>/contests/<int:pk>/deal/", contest.contest_deal, name="contest_deal"),
    path("clubs/<slug:slug>/contests/<int:pk>/undo/", corrections.undo, name="contest_undo"),
    path(
        "clubs/<slug:slug>/contests/<int:pk>/entries/<int:place>/correct/",
        corrections.correct,
        name="contest_correct",
    ),
]
