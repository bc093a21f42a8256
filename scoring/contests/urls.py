from django.urls import path

from .views import correcting, odds, opening, telling, undoing

urlpatterns = [
    path("clubs/<slug:slug>/odds/", odds.odds_page, name="odds"),
    path(
        "clubs/<slug:slug>/evenings/<int:pk>/contests/new/",
        opening.contest_new,
        name="contest_new",
    ),
    path("clubs/<slug:slug>/contests/<int:pk>/", telling.contest, name="contest"),
    path("clubs/<slug:slug>/contests/<int:pk>/now/", telling.contest_fragment, name="contest_now"),
    path("clubs/<slug:slug>/contests/<int:pk>/tell/", telling.contest_tell, name="contest_tell"),
    path("clubs/<slug:slug>/contests/<int:pk>/draw/", telling.contest_draw, name="contest_draw"),
    path("clubs/<slug:slug>/contests/<int:pk>/deal/", telling.contest_deal, name="contest_deal"),
    path("clubs/<slug:slug>/contests/<int:pk>/undo/", undoing.undo, name="contest_undo"),
    path(
        "clubs/<slug:slug>/contests/<int:pk>/entries/<int:place>/correct/",
        correcting.correct,
        name="contest_correct",
    ),
]
