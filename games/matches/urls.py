from django.urls import include, path

from games.matches.rules.revision import Operation

from .views import (
    change,
    correct,
    disputes,
    match,
    pad,
    player,
    replay,
    review,
    revise,
    start,
    stopping,
)

MATCH = [
    path("", match.watch, name="match"),
    path("now/", match.watch_fragment, name="match_now"),
    path("notation.txt", match.notation, name="match_notation"),
    path("pad/", pad.pad, name="pad"),
    path("pad/body/", pad.fragment, {"part": "body"}, name="pad_body"),
    path("pad/board/", pad.fragment, {"part": "board"}, name="pad_board"),
    path("pad/hand/", pad.enter, {"kind": "hand"}, name="pad_hand"),
    path("pad/game/", pad.enter, {"kind": "game"}, name="pad_game"),
    path("pad/rubber/", pad.enter, {"kind": "rubber"}, name="pad_rubber"),
    path("pad/notation/", pad.enter, {"kind": "notation"}, name="pad_notation"),
    path("pad/undo/", pad.undo, name="pad_undo"),
    path("pad/typing/", pad.typing, name="pad_typing"),
    path("hands/<int:number>/", replay.hand, name="hand"),
    path("post-mortem/", review.review, name="review"),
    path("post-mortem.txt", review.review_text, name="review_text"),
    path(
        "entries/<int:number>/correct/",
        revise.revise,
        {"operation": Operation.REPLACE},
        name="correct",
    ),
    path(
        "entries/<int:number>/remove/",
        revise.revise,
        {"operation": Operation.REMOVE},
        name="entry_remove",
    ),
    path(
        "entries/<int:number>/insert-before/",
        revise.revise,
        {"operation": Operation.INSERT_BEFORE},
        name="entry_insert_before",
    ),
    path(
        "entries/<int:number>/insert-after/",
        revise.revise,
        {"operation": Operation.INSERT_AFTER},
        name="entry_insert_after",
    ),
    path("undo/", revise.undo, name="match_undo"),
    path("entries/<int:number>/mend/", disputes.mend, name="mend"),
    path("annul/", correct.annul, name="annul"),
    path("annul/back/", correct.annul_back, name="annul_back"),
    path("players/", change.change_players, name="change_players"),
    path("table/", change.change_table, name="change_table"),
    path("abandon/", stopping.abandon, name="abandon"),
    path("adjourn/", stopping.adjourn, name="adjourn"),
    path("resume/", stopping.resume, name="resume"),
    path("confirm/", disputes.confirm, name="confirm"),
    path("flag/", disputes.flag, name="flag"),
]

urlpatterns = [
    path("clubs/<slug:slug>/matches/", match.matches, name="matches"),
    path("clubs/<slug:slug>/matches/new/", start.start, name="match_new"),
    path("clubs/<slug:slug>/matches/<int:pk>/", include(MATCH)),
    path("clubs/<slug:slug>/flags/", disputes.flags, name="flags"),
    path("clubs/<slug:slug>/flags/<int:pk>/settle/", disputes.settle, name="flag_settle"),
    path("clubs/<slug:slug>/players/<int:pk>/", player.player, name="player"),
    path("clubs/<slug:slug>/players/<int:pk>/matches.csv", player.player_csv, name="player_csv"),
]
