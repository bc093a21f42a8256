"""/api/v1/: where everything of tournaments is."""

from django.urls import path

from .actions import (
    ComingBack,
    Drawing,
    Entering,
    KeepingApart,
    Ordering,
    Publishing,
    Replanning,
    Scheduling,
    SittingOut,
    TakingBack,
    Withdrawing,
)
from .playing import Awarding, AwardingBack, Starting, StartingBack
from .pools import PoolAwarding, PoolAwardingBack, PoolsStarting
from .reads import (
    TournamentDetail,
    TournamentList,
    TournamentPools,
    TournamentRound,
    TournamentStandings,
    TournamentStandingsTable,
    TournamentTree,
)
from .tables import TournamentStandingsLines, TournamentWhatIf, TournamentWhy

urlpatterns = [
    path("clubs/<slug:slug>/tournaments", TournamentList.as_view()),
    path("tournaments/<int:pk>", TournamentDetail.as_view()),
    path("tournaments/<int:pk>/standings", TournamentStandings.as_view()),
    path("tournaments/<int:pk>/standings.csv", TournamentStandingsTable.as_view()),
    path("tournaments/<int:pk>/standings.ndjson", TournamentStandingsLines.as_view()),
    path("tournaments/<int:pk>/standings/<int:player>", TournamentWhy.as_view()),
    path("tournaments/<int:pk>/what-if", TournamentWhatIf.as_view()),
    path("tournaments/<int:pk>/tree", TournamentTree.as_view()),
    path("tournaments/<int:pk>/pools", TournamentPools.as_view()),
    path("tournaments/<int:pk>/pools/start", PoolsStarting.as_view()),
    path("tournaments/<int:pk>/pools/<int:pool>/award", PoolAwarding.as_view()),
    path("tournaments/<int:pk>/pools/<int:pool>/award-back", PoolAwardingBack.as_view()),
    path("tournaments/<int:pk>/plan", Replanning.as_view()),
    path("tournaments/<int:pk>/entrants", Entering.as_view()),
    path("tournaments/<int:pk>/order", Ordering.as_view()),
    path("tournaments/<int:pk>/withdrawals", Withdrawing.as_view()),
    path("tournaments/<int:pk>/returns", ComingBack.as_view()),
    path("tournaments/<int:pk>/rounds-off", SittingOut.as_view()),
    path("tournaments/<int:pk>/kept-apart", KeepingApart.as_view()),
    path("tournaments/<int:pk>/draw", Drawing.as_view()),
    path("tournaments/<int:pk>/schedule", Scheduling.as_view()),
    path("tournaments/<int:pk>/start", Starting.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>", TournamentRound.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>/publish", Publishing.as_view()),
    path("tournaments/<int:pk>/rounds/<int:number>/take-back", TakingBack.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/start-back", StartingBack.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/award", Awarding.as_view()),
    path("tournaments/<int:pk>/meetings/<int:fixture>/award-back", AwardingBack.as_view()),
]
