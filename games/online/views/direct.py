"""What a director sees and does at a table online; how a match leaves it for a real one, and how it
is played again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_page, form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.matches.models import Match
from games.matches.services.entries import REASON_MOST
from games.online.models import OnlineTable
from games.online.selectors import tables as queries
from games.online.selectors.states import is_stopped
from games.online.selectors.tables import Play
from games.online.services import acting, directing
from games.online.services import tables as services
from games.online.services.sweeping import sweep_table

# Minutes.
EXTENSIONS, EXTENSIONS_OF_DAYS = (5, 15, 60), (24 * 60,)


class ReasonForm(Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Shown to everybody who may see the club’s log."),
    )


class DecideForm(ReasonForm):
    winner = forms.ChoiceField(label=_("Who wins the match"), widget=forms.RadioSelect)
    field_order = ("winner", "reason")

    def __init__(self, *args: Any, play: Play, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="decide-%s", **kwargs)
        self.choose("winner", [(seat.value, _outcome(play, seat)) for seat in Seat])


def _outcome(play: Play, winner: Seat) -> str:
    found = directing.adjudication(play, winner)
    player = play.match.player_a if winner is Seat.A else play.match.player_b
    games = found.games_a, found.games_b
    won, lost = games if winner is Seat.A else games[::-1]
    # Translators: %(won)s and %(lost)s are games.
    text = gettext("%(name)s wins, %(won)s–%(lost)s in games")
    return text % {"name": player.name, "won": won, "lost": lost}


@dataclass(frozen=True, slots=True)
class Seated:
    """A player as a director sees them. `is_waited_for`: their clock runs, or would."""

    name: str
    here: bool
    away_since: datetime | None
    is_waited_for: bool


def _seated(play: Play) -> list[Seated]:
    players = (play.match.player_a, play.match.player_b)
    turn = play.to_act
    return [
        Seated(player.name, play.here[seat].here, play.here[seat].away_since, seat is turn)
        for seat, player in zip(Seat, players, strict=True)
    ]


def _table_of(request: HttpRequest, slug: str, pk: int) -> tuple[OnlineTable, Match, Person]:
    """Raises: Absent also when the address names another club."""
    found, person = queries.table(actor_of(request), pk)
    if found.club.slug != slug or found.match is None:
        raise Absent
    return found, found.match, person


@login_required
@form_page
def direct(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who is there, whose clock runs; time, and decisions with a reason."""
    table, match, person = _table_of(request, slug, pk)
    require(person, Act.CORRECT)
    table = sweep_table(table)
    play = Play(table)
    if not play.is_playing:
        return redirect("match", slug=slug, pk=match.pk)
    act = request.POST.get("act", "")
    annul = ReasonForm(request.POST if act == "annul" else None, auto_id="annul-%s")
    decide = DecideForm(request.POST if act == "decide" else None, play=play)
    given: dict[str, Any] = {"by": person, "table": table}
    wrong: Fault | None = None
    if act == "stop":
        wrong = pages.written_or_fault(request, lambda: directing.clock_stop(**given))
    elif act == "extend":
        minutes = whole_number(request.POST.get("minutes", "")) or 0
        wrong = pages.written_or_fault(
            request, lambda: directing.clock_extend(**given, minutes=minutes)
        )
    elif act == "annul":
        draw = whole_number(request.POST.get("draw", "")) or 0
        pages.submitted(
            request, annul, lambda: acting.hand_annul(**given, draw=draw, **annul.cleaned_data)
        )
    elif act == "decide":
        pages.submitted(
            request, decide, lambda: directing.match_adjudge(**given, **decide.cleaned_data)
        )
    if act and wrong is None and not annul.errors and not decide.errors:
        return redirect("online_direct", slug=slug, pk=pk)
    shown = {
        "table": table,
        "match": match,
        "seated": _seated(play),
        "is_stopped": is_stopped(table),
        "hand": play.current if play.has_hand_in_play else None,
        "annul": annul,
        "decide": decide,
        "wrong": wrong,
        "extensions": EXTENSIONS_OF_DAYS if table.is_by_correspondence else EXTENSIONS,
        "tab": "online",
        "status": wrong.status if wrong else 422 if annul.errors or decide.errors else 200,
    }
    return club_page(request, "online/direct.html", match.club, person, **shown)


@login_required
@post_page
def rematch(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """To the table of the rematch, which begins once the other player has accepted."""
    table, _match, person = _table_of(request, slug, pk)
    answer = pages.write(request, lambda: services.table_rematch(by=person, table=table))
    return redirect("online_table", slug=slug, pk=answer.body)


@login_required
@form_page
def close(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Between two hands: the match goes on at a real table, on its pad."""
    table, match, person = _table_of(request, slug, pk)
    if queries.seat_of(table, person) is None:
        require(person, Act.CORRECT)
    fault = None
    if request.method == "POST":
        fault = pages.written_or_fault(
            request, lambda: services.table_close(by=person, table=table)
        )
    if table.status != OnlineTable.Status.PLAYING or (request.method == "POST" and fault is None):
        return redirect("match", slug=slug, pk=match.pk)
    shown = {
        "table": table,
        "match": match,
        "fault": fault,
        "is_in_play": Play(table).has_hand_in_play,
        "tab": "online",
        "status": fault.status if fault else 200,
    }
    return club_page(request, "online/close.html", match.club, person, **shown)
