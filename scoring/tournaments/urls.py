from django.urls import path

from .views import (
    awards,
    by_hand,
    manual_orders,
    opening,
    outlook,
    people,
    reports,
    rounds,
    starting,
    tables,
    tournaments,
)

HERE = "clubs/<slug:slug>/tournaments/"
ONE = f"{HERE}<int:pk>/"
ROUND = f"{ONE}rounds/<int:number>/"
MEETING = f"{ONE}meetings/<int:fixture>/"
POOL = f"{ONE}pools/<int:pool>/"
urlpatterns = [
    path(HERE, tournaments.tournament_list, name="tournaments"),
    path(f"{HERE}new/", opening.tournament_new, name="tournament_new"),
    path(ONE, tournaments.tournament, name="tournament"),
    path(f"{ONE}now/", tournaments.tournament_now, name="tournament_now"),
    path(f"{ONE}standings/<int:player>/", tables.tournament_why, name="tournament_why"),
    path(f"{ONE}charts/", tables.tournament_charts, name="tournament_charts"),
    path(f"{ONE}what-if/", tables.tournament_what_if, name="tournament_what_if"),
    path(f"{ONE}outlook/", outlook.tournament_outlook, name="tournament_outlook"),
    path(f"{ONE}order/", manual_orders.orders, name="tournament_manual_orders"),
    path(f"{ONE}order/<int:order>/", manual_orders.end, name="tournament_manual_order_end"),
    path(f"{ONE}entrants/", people.tournament_people, name="tournament_people"),
    path(f"{ONE}entrants/change/", people.tournament_change, name="tournament_change"),
    path(
        f"{ONE}entrants/<int:player>/withdraw/",
        people.tournament_withdraw,
        name="tournament_withdraw",
    ),
    path(f"{ONE}draw/", rounds.tournament_draw, name="tournament_draw"),
    path(f"{ONE}draw/progress/", rounds.tournament_drawing, name="tournament_drawing"),
    path(
        f"{ONE}draw/<int:job>/cancel/",
        rounds.tournament_drawing_cancel,
        name="tournament_drawing_cancel",
    ),
    path(f"{ONE}fix/", by_hand.tournament_fix, name="tournament_fix"),
    path(f"{ONE}fix/release/", by_hand.tournament_release, name="tournament_release"),
    path(f"{ONE}import/", reports.tournament_import, name="tournament_import"),
    path(f"{ONE}import/progress/", reports.tournament_importing, name="tournament_importing"),
    path(
        f"{ONE}import/<int:job>/cancel/",
        reports.tournament_importing_cancel,
        name="tournament_importing_cancel",
    ),
    path(f"{ONE}schedule/", rounds.tournament_schedule, name="tournament_schedule"),
    path(ROUND, tournaments.tournament_round, name="tournament_round"),
    path(f"{ROUND}publish/", rounds.tournament_publish, name="tournament_publish"),
    path(f"{ROUND}take-back/", rounds.tournament_take_back, name="tournament_take_back"),
    path(f"{ROUND}change/", by_hand.tournament_change_pairing, name="tournament_change_pairing"),
    path(
        f"{ROUND}change/back/",
        by_hand.tournament_change_pairing_back,
        name="tournament_change_pairing_back",
    ),
    path(f"{ROUND}start/", starting.tournament_start, name="tournament_start"),
    path(f"{ROUND}pools/", starting.tournament_pools_start, name="tournament_pools_start"),
    path(f"{POOL}award/", awards.tournament_pool_award, name="tournament_pool_award"),
    path(
        f"{POOL}award/back/", awards.tournament_pool_award_back, name="tournament_pool_award_back"
    ),
    path(f"{MEETING}play/", starting.tournament_play, name="tournament_play"),
    path(f"{MEETING}play/back/", starting.tournament_start_back, name="tournament_start_back"),
    path(f"{MEETING}award/", awards.tournament_award, name="tournament_award"),
    path(f"{MEETING}award/back/", awards.tournament_award_back, name="tournament_award_back"),
]
