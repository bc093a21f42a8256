from django.urls import path

from .views import correct, disputes, match, pad, player, replay, start

urlpatterns = [
    path("clubs/<slug:slug>/matches/", match.matches, name="matches"),
    path("clubs/<slug:slug>/matches/new/", start.start, name="match_new"),
    path("clubs/<slug:slug>/matches/<int:pk>/", match.watch, name="match"),
    path("clubs/<slug:slug>/matches/<int:pk>/now/", match.watch_fragment, name="match_now"),
    path("clubs/<slug:slug>/matches/<int:pk>/notation.txt", match.notation, name="match_notation"),
    path("clubs/<slug:slug>/matches/<int:pk>/pad/", pad.pad, name="pad"),
    *(
        path(
            f"clubs/<slug:slug>/matches/<int:pk>/pad/{kind}/",
            pad.enter,
            {"kind": kind},
            name=f"pad_{kind}",
        )
        for kind in ("hand", "game", "rubber", "notation")
    ),
    *(
        path(
            f"clubs/<slug:slug>/matches/<int:pk>/pad/{part}/",
            pad.fragment,
            {"part": part},
            name=f"pad_{part}",
        )
        for part in ("body", "board")
    ),
    path("clubs/<slug:slug>/matches/<int:pk>/pad/undo/", pad.undo, name="pad_undo"),
    path(
        "clubs/<slug:slug>/matches/<int:pk>/hands/<int:number>/",
        replay.hand,
        name="hand",
    ),
    path(
        "clubs/<slug:slug>/matches/<int:pk>/entries/<int:number>/correct/",
        correct.correct,
        name="correct",
    ),
    path("clubs/<slug:slug>/matches/<int:pk>/annul/", correct.annul, name="annul"),
    path("clubs/<slug:slug>/matches/<int:pk>/annul/back/", correct.annul_back, name="annul_back"),
    path("clubs/<slug:slug>/matches/<int:pk>/confirm/", disputes.confirm, name="confirm"),
    path(
        "clubs/<slug:slug>/matches/<int:pk>/entries/<int:number>/mend/", disputes.mend, name="mend"
    ),
    path("clubs/<slug:slug>/matches/<int:pk>/flag/", disputes.flag, name="flag"),
    path("clubs/<slug:slug>/flags/", disputes.flags, name="flags"),
    path("clubs/<slug:slug>/flags/<int:pk>/settle/", disputes.settle, name="flag_settle"),
    path("clubs/<slug:slug>/matches/<int:pk>/pad/typing/", pad.typing, name="pad_typing"),
    path("clubs/<slug:slug>/players/<int:pk>/", player.player, name="player"),
    path("clubs/<slug:slug>/players/<int:pk>/matches.csv", player.player_csv, name="player_csv"),
]
